//! Changes that can be taken back: while a journal is open, every primitive change notes its opposite.
//!
//! A rewrite is carried out on the IR itself, checked there, and then kept or undone. Erased operations keep their
//! memory until the journal is closed, since they may come back. Ids that were given out in between are not reused.

use super::body::*;
use super::context::AttrId;
use super::location::Loc;
use crate::support::ids::Id;
use smallvec::SmallVec;

/// The opposite of one primitive change.
#[derive(Clone, Debug)]
pub(super) enum Undo {
    /// An operation was made.
    Made(OpId),
    /// An operation was put into a block.
    Inserted(OpId),
    /// An operation was taken out: the block, and what stood after it.
    Detached(OpId, BlockId, OpId),
    /// An operation and all in it were erased.
    Erased(OpId),
    /// An operand was this value.
    Operand(UseId, ValueId),
    /// The operands of an operation were this run of uses.
    Operands(OpId, Range32),
    /// The inherent attributes were these.
    Props(OpId, AttrId),
    /// The other attributes were these.
    Attrs(OpId, AttrId),
    /// The location was this.
    Loc(OpId, Loc),
    /// The successors were these.
    Successors(OpId, Range32),
    /// All blocks of the second region came from the first.
    Blocks(RegionId, RegionId),
    /// A block was added at the end of a region.
    Block(RegionId),
    /// An argument was added at the end of a block's.
    Arg(BlockId),
    /// An argument was removed from this place.
    RemovedArg(BlockId, usize, ValueId),
}

/// The changes since [`Body::open_journal`].
#[derive(Clone, Debug, Default)]
pub(super) struct Journal {
    entries: Vec<Undo>,
    /// Roots of what was erased.
    doomed: Vec<OpId>,
    /// Runs of uses that nothing refers to any more once the journal is closed.
    loose: Vec<Range32>,
    open: bool,
}

impl Body {
    #[inline]
    pub(super) fn note(&mut self, undo: Undo) {
        if self.journal.open {
            self.journal.entries.push(undo);
        }
    }

    #[inline]
    pub(super) fn journaling(&self) -> bool {
        self.journal.open
    }

    pub(super) fn note_doomed(&mut self, op: OpId) {
        self.journal.doomed.push(op);
        self.note(Undo::Erased(op));
    }

    pub(super) fn note_loose(&mut self, uses: Range32) {
        self.journal.loose.push(uses);
    }

    /// From now on changes can be taken back.
    pub fn open_journal(&mut self) {
        self.journal.open = true;
    }

    /// Keeps the changes since the journal was opened.
    pub fn keep_changes(&mut self) {
        self.journal.open = false;
        self.journal.entries.clear();
        let mut doomed = std::mem::take(&mut self.journal.doomed);
        for op in doomed.drain(..) {
            self.free_tree(op);
        }
        let mut loose = std::mem::take(&mut self.journal.loose);
        for range in loose.drain(..) {
            self.free_use_range(range);
        }
        (self.journal.doomed, self.journal.loose) = (doomed, loose);
    }

    /// Takes back the changes since the journal was opened.
    pub fn undo_changes(&mut self) {
        self.journal.open = false;
        let mut entries = std::mem::take(&mut self.journal.entries);
        while let Some(u) = entries.pop() {
            self.undo(u);
        }
        self.journal.entries = entries;
        self.journal.doomed.clear();
        self.journal.loose.clear();
    }

    fn undo(&mut self, u: Undo) {
        match u {
            Undo::Made(op) => self.unmake(op),
            Undo::Inserted(op) => self.detach_op(op),
            Undo::Detached(op, block, next) => self.insert(op, block, next.get()),
            Undo::Erased(op) => self.revive_tree(op),
            Undo::Operand(u, value) => self.point_use(u, value),
            Undo::Operands(op, old) => {
                let now = std::mem::replace(&mut self.ops[op].operands, old);
                self.unlink_uses(now);
                self.free_use_range(now);
                self.link_uses(old);
            }
            Undo::Props(op, a) => self.ops[op].props = a,
            Undo::Attrs(op, a) => self.ops[op].attrs = a,
            Undo::Loc(op, l) => self.ops[op].loc = l,
            Undo::Successors(op, r) => self.ops[op].successors = r,
            Undo::Blocks(from, into) => self.move_blocks(into, from),
            Undo::Block(region) => {
                let last = self.regions[region].last;
                if last.is_some() {
                    let prev = self.blocks[last].prev;
                    self.regions[region].last = prev;
                    if prev.is_some() {
                        self.blocks[prev].next = BlockId::NONE;
                    } else {
                        self.regions[region].first = BlockId::NONE;
                    }
                }
            }
            Undo::Arg(b) => {
                let n = self.blocks[b].args.len();
                if let Some(last) = n.checked_sub(1) {
                    self.remove_arg(b, last);
                }
            }
            Undo::RemovedArg(b, n, v) => {
                self.blocks[b].args.insert(n, v);
                for (k, v) in self.blocks[b].args.iter().enumerate() {
                    self.values[*v].def = Def::Arg(b, k as u32);
                }
            }
        }
    }

    /// Calls `f` for an operation and everything in it.
    pub(super) fn each_in_tree(&mut self, op: OpId, mut f: impl FnMut(&mut Self, OpId)) {
        let mut stack: SmallVec<[OpId; 8]> = smallvec::smallvec![op];
        while let Some(op) = stack.pop() {
            for r in self.ops[op].regions.indices() {
                let Some(&r) = self.pool.get(r) else { continue };
                let mut b = self.regions[RegionId::from_index(r as usize)].first;
                while b.is_some() {
                    let mut inner = self.blocks[b].first;
                    while inner.is_some() {
                        stack.push(inner);
                        inner = self.ops[inner].next;
                    }
                    b = self.blocks[b].next;
                }
            }
            f(self, op);
        }
    }

    fn revive_tree(&mut self, op: OpId) {
        self.each_in_tree(op, |body, op| {
            let operands = body.ops[op].operands;
            body.link_uses(operands);
            body.ops[op].dead = false;
            body.live_ops += 1;
        });
    }
}
