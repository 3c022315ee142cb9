//! Applying patterns: one driver for sweeps and fixpoints, transactions, and the passes that pattern files declare.

mod apply;
mod coverage;
mod driver;
mod engine;
mod explain;
mod observe;
mod trace;
mod worklist;

pub use engine::{PatternEngine, engine};
