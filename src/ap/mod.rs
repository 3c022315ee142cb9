//! Arithmetic of access patterns: what a transfer moves, where, in which order; its unique normal form; what it costs.
//! Facts and moves only. Which moves are worth making is decided by rules and targets, which are text.
//!
//! Knows integers: nothing of the IR, of the languages or of rules.

pub mod cost;
pub mod injective;
pub mod normal;
pub mod notation;
pub mod place;
pub mod ragged;
pub mod random;
pub mod refine;
pub mod transfer;
pub mod walk;
pub mod widen;

pub use normal::normalize;
pub use refine::{NoForm, refine};
pub use transfer::{Joint, Joints, Offset, Order, Step, Steps, Transfer};
