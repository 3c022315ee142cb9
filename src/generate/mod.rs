//! Random programs that can be executed, at every level, from a seed.
//!
//! * `plan` makes up what is moved: memories, copies between them, loops around these. No level is known there.
//! * `levels` finds in the loaded dialects the ways to say such a thing: which operations have which
//!   mechanism, and which fit each other. Operations of a user's dialect that name the mechanisms are found, too.
//! * `write` says a plan in the words of a level, as text in the generic form. `values` fills in the
//!   attributes that the plan leaves open: any case of an enum, any number in the bounds.
//!
//! One plan in the words of all levels is one program, which must leave the same bytes.

mod levels;
mod plan;
mod values;
mod write;

pub use levels::{Level, levels};
pub use plan::{Copy, Element, Loop, Memory, Plan, Side, Size, plan};
pub use write::write;
