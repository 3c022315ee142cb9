//! The e-graph of access patterns: rules as data, one graph a transfer, and what is taken out of it.
//!
//! `normal` forms are plain code's ([`crate::ap::normalize`]) as long as the shipped laws are all there are; with a law
//! of a user, or when asked, the graph finds them. Choices are the graph's: every legal element size is a seed, rules
//! split and add, and extraction decides which dimensions the hardware walks. All limits are counts, so that the answer
//! is the same on every machine; whatever they cut off, it is never worse than plain code's.

mod check;
mod choose;
mod costs;
mod extract;
mod prints;
mod run;
mod term;

pub use check::{Unsound, check_rules};
pub use choose::{Choice, Chooser, located};
pub use costs::{MissingCost, costs_of};
