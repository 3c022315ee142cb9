//! The IR: types, attributes, operations, blocks, regions, values and their uses; mutation, walking, verification.
//!
//! Knows nothing of text, of dialects beyond the facts of [`verify::Ops`], or of DMA.

pub mod affine;
pub mod aliases;
pub mod attrs;
pub mod body;
pub mod clone;
pub mod compare;
pub mod context;
pub mod display;
pub mod dominance;
mod edit;
mod journal;
pub mod location;
pub mod origin;
pub mod rewriter;
pub mod symbols;
pub mod types;
pub mod verify;
pub mod walk;

pub use attrs::AttrData;
pub use body::{BlockId, Body, OpId, RegionId, UseId, ValueId};
pub use context::{AttrId, Context, StrId, TypeId};
pub use location::{Loc, LocData};
pub use types::TypeData;
