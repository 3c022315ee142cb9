//! The simulator: executes programs of any level on byte-exact memories.
//!
//! * What an operation means is said in the dialect files (`semantics`); the mechanisms that they name are here.
//! * `run` executes control flow, `declare` the memories before it; `copy` says what is moved, `transfer` moves it in
//!   stretches and `element` one by one; `engine`, `queue`, `body` and `predicate` are the rest. `memory` and `bank` hold
//!   bytes.
//! * `body` runs the bodies of `semantics`; `number` knows what bytes of an element type say.
//! * `index`, `nest` and `digits` walk the accesses of `penguin`, `bir` and `desc`. They share no code, so that a
//!   lowering that is wrong in one of them does not look right.
//! * `npy` reads and writes NumPy's files, `report` shows what a run came to, `compare` says how two runs differ.

mod bank;
mod body;
pub mod compare;
mod copy;
mod declare;
pub mod decode;
mod digits;
mod element;
mod engine;
pub mod fill;
mod index;
mod input;
pub mod memory;
mod nest;
pub mod npy;
pub mod number;
mod predicate;
mod queue;
mod races;
pub mod report;
pub mod run;
mod side;
mod transfer;
mod walk;

pub use memory::{Image, Key, Start};
pub use run::{Options, Ran, Stats, kernels, run};
