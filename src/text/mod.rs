//! The textual IR: MLIR's syntax read and written. The lexer and a recursive descent parser with a depth limit; the
//! printer; and the interpreter of assembly formats, one program in both directions.

pub mod affine;
pub mod format;
pub mod lexer;
pub mod parse;
pub mod print;
