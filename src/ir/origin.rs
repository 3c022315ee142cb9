//! Which patterns made an operation. Each operation has one word for it, that of an interned chain: the last pattern that
//! created or changed it in a pass, and before that the one of an earlier pass, down to what was read. It is kept where it
//! is asked for (`pass::instrument::Observe::origins`), stays with an operation that moves, and goes over to copies.

use super::body::{Body, OpId};
use super::context::{Context, StrId};
use super::location::Loc;
use crate::support::source::Span;

crate::id_type!(
    /// An interned chain of [`Origin`]s.
    OriginId
);

/// A pattern that made an operation what it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Origin {
    /// The pass that ran.
    pub pass: StrId,
    /// The pattern's name.
    pub pattern: StrId,
    /// Where that stands.
    pub place: Span,
    /// What came before, in an earlier pass.
    pub before: OriginId,
}

impl Context {
    /// The chain with another link. One pass is one link, so that a fixpoint makes no chain without end.
    pub fn origin(&self, link: Origin) -> OriginId {
        let before = match link.before.get().map(|b| *self.origin_data(b)) {
            Some(b) if b.pass == link.pass => b.before,
            _ => link.before,
        };
        self.intern_origin(Origin { before, ..link })
    }
    /// The links of a chain, latest first.
    pub fn origins(&self, chain: OriginId) -> impl Iterator<Item = &Origin> {
        let first = chain.get().map(|c| self.origin_data(c));
        std::iter::successors(first, |o| o.before.get().map(|b| self.origin_data(b)))
    }
}

impl Body {
    /// The patterns that made an operation; none if that was not asked for, or it was read.
    pub fn origin(&self, op: OpId) -> OriginId {
        self.ops[op].origin
    }
    /// Notes that an operation, which is about to go, was erased by what a chain ends with.
    pub(crate) fn bury(&mut self, op: OpId, by: OriginId) {
        let loc = self.ops[op].loc;
        self.erased.push((loc, by));
    }
    /// Operations that patterns erased in the last pass: where each came from, and the pattern with what came before.
    pub fn erased(&self) -> &[(Loc, OriginId)] {
        &self.erased
    }
    /// A pass begins.
    pub(crate) fn forget_erased(&mut self) {
        self.erased.clear();
    }
}
