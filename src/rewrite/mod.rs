//! Applying patterns: one driver for sweeps and fixpoints, transactions, and the passes that pattern files declare.

mod accesses;
mod apply;
mod coverage;
mod driver;
mod engine;
mod examples;
mod explain;
mod measure;
mod observe;
mod order;
mod sets;
mod sources;
mod trace;
mod transact;
mod transfers;
mod worklist;

pub use accesses::run_cost;
pub use engine::{PatternEngine, chosen as target_named, engine, target as target_of};
pub use examples::Counts;
