//! The front end of the two text languages: dialect files (`.dialect`) and pattern files (`.pat`).
//!
//! Text goes through one grammar (`rookery.pest`) into the trees of [`ast`]; nothing else sees the parser generator.

pub mod ast;
mod parse;

pub use parse::{parse_dialect, parse_pat};
