//! Locations. Most operations come straight from a text, so a location is one word: a byte of a source text, or the
//! index of a composed location.

use super::context::{AttrId, Context, StrId};
use crate::support::diag::Place;
use crate::support::ids::Id;
use crate::support::source::{FileId, SourceMap, Span};
use rustc_hash::FxHashSet;

crate::id_type!(
    /// An interned composed location.
    LocIndex
);

/// Where something comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Loc(u64);

/// So many parts are compared one by one.
const FEW: usize = 16;

const COMPOSED: u64 = 1 << 63;

/// A composed location.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum LocData {
    /// `loc(unknown)`.
    Unknown,
    /// `loc("file":line:col)`.
    File {
        /// File name.
        file: StrId,
        /// Line from 1.
        line: u32,
        /// Column from 1.
        column: u32,
    },
    /// `loc("name"(child))`.
    Name {
        /// The name.
        name: StrId,
        /// What it names.
        child: Loc,
    },
    /// `loc(callsite(callee at caller))`.
    CallSite {
        /// Callee.
        callee: Loc,
        /// Caller.
        caller: Loc,
    },
    /// `loc(fused<meta>[..])`.
    Fused {
        /// Metadata; rewrites put the pattern's name here.
        meta: Option<AttrId>,
        /// Parts.
        parts: Box<[Loc]>,
    },
}

impl Loc {
    /// The start of a span of a source text of this run.
    pub fn source(span: Span) -> Loc {
        Loc(((span.file.index() as u64) << 32) | u64::from(span.start))
    }
    /// The source byte, if it is one.
    pub fn as_source(self) -> Option<Span> {
        if self.0 & COMPOSED != 0 {
            return None;
        }
        let at = (self.0 & 0xffff_ffff) as u32;
        Some(Span {
            file: FileId::from_index((self.0 >> 32) as usize),
            start: at,
            end: at,
        })
    }
    fn index(self) -> LocIndex {
        LocIndex::from_index((self.0 & 0xffff_ffff) as usize)
    }
}

impl Context {
    /// A composed location.
    pub fn loc(&self, data: LocData) -> Loc {
        Loc(COMPOSED | self.location(data).index() as u64)
    }
    /// The unknown location.
    pub fn unknown_loc(&self) -> Loc {
        self.loc(LocData::Unknown)
    }
    /// The parts of a composed location; `None` for a byte of a source text.
    pub fn loc_data(&self, loc: Loc) -> Option<&LocData> {
        if loc.as_source().is_some() {
            None
        } else {
            Some(self.location_data(loc.index()))
        }
    }

    /// A location made of several, tagged with `tag`; equal and nested parts of the same tag are kept once.
    pub fn fuse(&self, tag: AttrId, parts: &[Loc]) -> Loc {
        // A pattern that had a part in it already is not named again, so that locations do not grow without end.
        if let [one] = parts
            && self.tagged(*one, tag)
        {
            return *one;
        }
        let mut flat: Vec<Loc> = Vec::new();
        // Parts are few, nearly always.
        let mut seen: FxHashSet<Loc> = FxHashSet::default();
        let mut add = |p: Loc| {
            if flat.len() == FEW {
                seen.extend(&flat);
            }
            let new = if flat.len() < FEW {
                !flat.contains(&p)
            } else {
                seen.insert(p)
            };
            if new {
                flat.push(p);
            }
        };
        for &p in parts {
            match self.loc_data(p) {
                Some(LocData::Unknown) => {}
                // Its own parts differ from each other.
                Some(LocData::Fused { meta, parts }) if *meta == Some(tag) => {
                    parts.iter().for_each(|p| add(*p));
                }
                _ => add(p),
            }
        }
        self.loc(LocData::Fused {
            meta: Some(tag),
            parts: flat.into(),
        })
    }

    /// Whether a location was made with a tag, by itself or further inside.
    fn tagged(&self, loc: Loc, tag: AttrId) -> bool {
        let mut at = loc;
        for _ in 0..64 {
            match self.loc_data(at) {
                Some(LocData::Fused { meta, .. }) if *meta == Some(tag) => return true,
                Some(LocData::Fused { parts, .. }) => match parts.first() {
                    Some(p) => at = *p,
                    None => return false,
                },
                _ => return false,
            }
        }
        true
    }

    /// The first place in a text that a location leads to.
    pub fn place(&self, loc: Loc) -> Place {
        let mut stack = vec![loc];
        // Enough for what a fixpoint that never ends has fused when its limit stops it.
        let mut budget = 100_000;
        while let Some(loc) = stack.pop() {
            if let Some(span) = loc.as_source() {
                return Place::Span(span);
            }
            budget -= 1;
            if budget == 0 {
                break;
            }
            match self.location_data(loc.index()) {
                LocData::Unknown => {}
                LocData::File { file, line, column } => {
                    return Place::Position {
                        file: self.text(*file).into(),
                        line: *line,
                        column: *column,
                    };
                }
                LocData::Name { child, .. } => stack.push(*child),
                LocData::CallSite { callee, caller } => stack.extend([*caller, *callee]),
                LocData::Fused { parts, .. } => stack.extend(parts.iter().rev()),
            }
        }
        Place::Unknown
    }

    /// The same location with source bytes turned into file, line and column, as it is printed.
    pub fn loc_file(&self, map: &SourceMap, span: Span) -> LocData {
        let (file, line, column) = map.position(span);
        LocData::File {
            file: self.str(file),
            line,
            column,
        }
    }
}
