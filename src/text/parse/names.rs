//! Names of values and blocks while parsing.
//!
//! A name is visible from its definition to the end of its region; an isolated operation hides all names around it. A
//! name may be used before it is defined; the placeholder is replaced when the definition comes.

use crate::ir::{BlockId, ValueId};
use crate::support::source::Span;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The values of one name: a definition, or placeholders by result number.
#[derive(Default, Debug)]
pub(super) struct Entry {
    /// First value and count, once defined.
    pub(super) defined: Option<(ValueId, u32, Span)>,
    /// Values used before their definition: result number, placeholder, first use.
    pub(super) pending: SmallVec<[(u32, ValueId, Span); 1]>,
    /// The definition was faulty, so uses are not reported.
    pub(super) poisoned: bool,
}

/// Names of one isolated operation.
#[derive(Default)]
pub(super) struct Names<'a> {
    pub(super) values: FxHashMap<&'a str, Entry>,
    /// Names to forget at the end of each open region.
    pub(super) regions: Vec<Vec<&'a str>>,
    /// Blocks of each open region.
    pub(super) blocks: Vec<FxHashMap<&'a str, Block>>,
}

/// A block's name.
pub(super) struct Block {
    pub(super) id: BlockId,
    pub(super) defined: bool,
    pub(super) span: Span,
}
