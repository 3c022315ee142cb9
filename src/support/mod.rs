//! Things that know nothing of the IR: ids and arenas, the interner, sources, diagnostics, limits.

pub mod bytes;
pub mod diag;
pub mod diff;
pub mod float;
pub mod ids;
pub mod intern;
pub mod json;
pub mod limits;
pub mod nearest;
pub mod source;
