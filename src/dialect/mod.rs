//! Dialect files: from their trees to checked definitions, and the verification of operations against them.

mod assembly;
mod consts;
mod datatypes;
mod fields;
mod infer;
mod load;
mod ops;
mod semantics;
mod slots;
mod targets;
mod traits;
pub mod verify;

pub use load::{Sources, load};
pub use targets::{override_target, parse_setting};
