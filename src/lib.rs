//! Rookery: a dialect framework whose dialects and rewrite patterns are text, and on it the DMA lowering of a
//! Trainium-class accelerator. `docs/architecture.md` is the map of the code.

pub mod ap;
pub mod check;
pub mod cli;
pub mod dialect;
pub mod egraph;
pub mod generate;
pub mod ir;
pub mod lang;
pub mod pass;
pub mod pattern;
pub mod rewrite;
pub mod session;
pub mod shipped;
pub mod sim;
pub mod support;
pub mod text;
