//! What the two text languages, dialect files (`.dialect`) and pattern files (`.pat`), have in common.
//!
//! Text goes through one grammar (`rookery.pest`) into the trees of [`ast`]; names and types are resolved against
//! [`defs`] into [`hir`], which is what runs.

pub mod ast;
pub mod bodies;
pub mod builtins;
mod calls_in;
pub mod check;
pub mod defs;
pub mod encode;
pub mod eval;
pub mod format;
pub mod groups;
pub mod hir;
mod parse;
pub mod semantics;
pub mod terms;
pub mod types;
pub mod visit;

pub use parse::{parse_dialect, parse_pat};
