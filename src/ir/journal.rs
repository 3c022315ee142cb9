//! Changes that can be taken back: while a journal is open, every primitive change notes its opposite.
//!
//! A rewrite is carried out on the IR itself, checked there, and then kept or undone. Erased operations keep their
//! memory until the journal is closed, since they may come back. Ids that were given out in between are not reused.

use super::body::*;
use super::context::AttrId;
use super::location::Loc;
use super::origin::OriginId;
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
    /// What made it was this.
    Origin(OpId, OriginId),
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
            Undo::Origin(op, o) => self.ops[op].origin = o,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Context, StrId, TypeId};

    /// Numbers that follow from a seed.
    struct Dice(u64);
    impl Dice {
        fn below(&mut self, n: usize) -> usize {
            self.0 = self
                .0
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (self.0 >> 33) as usize % n.max(1)
        }
        fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
            items.get(self.below(items.len())).copied()
        }
    }

    /// A body and what is needed to change it.
    struct World {
        ctx: Context,
        body: Body,
        d: Dice,
    }

    fn all(body: &Body) -> Vec<OpId> {
        body.walk_iter(body.root()).collect()
    }

    fn regions(body: &Body) -> Vec<RegionId> {
        all(body)
            .iter()
            .flat_map(|o| body.regions(*o).collect::<Vec<_>>())
            .collect()
    }

    fn blocks(body: &Body) -> Vec<BlockId> {
        regions(body)
            .iter()
            .flat_map(|r| body.blocks(*r).collect::<Vec<_>>())
            .collect()
    }

    fn values_in(body: &Body, top: OpId) -> Vec<ValueId> {
        let mut out = Vec::new();
        for op in body.walk_iter(top) {
            out.extend(body.results(op));
            for r in body.regions(op) {
                body.blocks(r).for_each(|b| out.extend(body.args(b)));
            }
        }
        out
    }

    /// Everything there is to see of a body. Use lists are sorted: their order says nothing.
    fn picture(body: &Body) -> Vec<String> {
        let mut out = vec![format!("{} operations", body.op_count())];
        for op in all(body) {
            out.push(format!(
                "{op:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
                body.name(op),
                body.props(op),
                body.attrs(op),
                body.loc(op),
                body.operands(op).collect::<Vec<_>>(),
                body.results(op)
                    .map(|v| (v, body.value_type(v)))
                    .collect::<Vec<_>>(),
                body.successors(op).collect::<Vec<_>>(),
            ));
            for r in body.regions(op) {
                for b in body.blocks(r) {
                    out.push(format!(
                        "{r:?} {b:?} {:?} {:?}",
                        body.args(b),
                        body.ops(b).collect::<Vec<_>>()
                    ));
                }
            }
        }
        for v in values_in(body, body.root()) {
            let mut uses: Vec<_> = body.uses(v).map(|u| body.use_owner(u)).collect();
            uses.sort();
            out.push(format!("{v:?} {:?} {uses:?}", body.def(v)));
        }
        out
    }

    /// Links lead both ways, every operand is in the use list of its value once, and nothing names what is gone.
    fn consistent(body: &Body) {
        let ops = all(body);
        assert_eq!(ops.len(), body.op_count());
        let mut owned = vec![0u32; body.uses.len()];
        for &op in &ops {
            assert!(body.is_live(op));
            for u in body.ops[op].operands.indices() {
                owned[u] += 1;
                let id = UseId::from_index(u);
                let value = body.uses[id].value;
                assert_eq!(
                    body.uses(value).filter(|x| *x == id).count(),
                    1,
                    "{id:?} of {op:?}"
                );
                assert_eq!(body.uses[id].owner, op);
                match body.def(value) {
                    Def::Result(o, n) => {
                        assert!(body.is_live(o) && body.encloses(body.root(), o));
                        assert_eq!(body.result(o, n as usize), Some(value));
                    }
                    Def::Arg(b, n) => assert_eq!(body.args(b).get(n as usize), Some(&value)),
                    Def::Pending => panic!("{op:?} uses a value without definition"),
                }
            }
            for r in body.regions(op) {
                assert_eq!(body.region_owner(r), op);
                let mut last = BlockId::NONE;
                for b in body.blocks(r) {
                    assert_eq!((body.block_region(b), body.blocks[b].prev), (r, last));
                    last = b;
                    let mut before = None;
                    for o in body.ops(b) {
                        assert_eq!((body.block_of(o), body.prev(o)), (Some(b), before));
                        assert!(before.is_none_or(|p| body.is_before_in_block(p, o)));
                        before = Some(o);
                    }
                    assert_eq!(body.last_op(b), before);
                }
                assert_eq!(body.regions[r].last, last);
            }
        }
        for v in values_in(body, body.root()) {
            for u in body.uses(v) {
                assert_eq!(owned[u.index()], 1, "{v:?} has a use {u:?} that no operation has");
            }
        }
        for (n, starts) in body.free_uses.iter().enumerate() {
            for start in starts {
                owned[*start as usize..]
                    .iter_mut()
                    .take(n + 1)
                    .for_each(|o| *o += 1);
            }
        }
        assert!(owned.iter().all(|n| *n <= 1), "a use is owned or free twice");
        let mut free = body.free_ops.clone();
        free.sort_unstable();
        free.dedup();
        assert_eq!(free.len(), body.free_ops.len());
        assert!(free.iter().all(|o| !body.is_live(*o)));
    }

    impl World {
        fn new(seed: u64) -> World {
            let ctx = Context::new();
            let mut w = World {
                ctx,
                body: Body::new(),
                d: Dice(seed),
            };
            let root = w.make(&[], 1);
            if let Some(r) = w.body.region(root, 0) {
                w.body.make_block(r);
            }
            w
        }

        fn make(&mut self, operands: &[ValueId], regions: usize) -> OpId {
            let (name, loc): (StrId, Loc) = (self.ctx.str("t.x"), self.ctx.unknown_loc());
            let none = self.ctx.known.empty_dict;
            let types: Vec<TypeId> = vec![self.ctx.known.i32; self.d.below(3)];
            self.body
                .make_op(name, loc, none, none, operands, &types, &[], regions)
        }

        fn operands(&mut self) -> Vec<ValueId> {
            let known = values_in(&self.body, self.body.root());
            let n = self.d.below(6);
            (0..n).filter_map(|_| self.d.pick(&known)).collect()
        }

        /// Any operation but the root.
        fn op(&mut self) -> Option<OpId> {
            let ops = all(&self.body);
            self.d.pick(ops.get(1..)?)
        }

        /// A place in a block outside of an operation.
        fn place(&mut self, outside: Option<OpId>) -> Option<(BlockId, Option<OpId>)> {
            let all = blocks(&self.body);
            let b = self.d.pick(&all)?;
            let owner = self.body.region_owner(self.body.block_region(b));
            if outside.is_some_and(|o| self.body.encloses(o, owner)) {
                return None;
            }
            let mut ops: Vec<Option<OpId>> = self.body.ops(b).map(Some).filter(|o| *o != outside).collect();
            ops.push(None);
            Some((b, self.d.pick(&ops).flatten()))
        }

        fn step(&mut self) -> Option<()> {
            match self.d.below(15) {
                0..=2 => {
                    let operands = self.operands();
                    let (regions, at) = (self.d.below(3), self.place(None)?);
                    let op = self.make(&operands, regions);
                    self.body.insert(op, at.0, at.1);
                }
                3 => {
                    let op = self.op()?;
                    let inside = values_in(&self.body, op);
                    let used = inside.iter().flat_map(|v| self.body.uses(*v));
                    let outside = |u: UseId| !self.body.encloses(op, self.body.use_owner(u).0);
                    if !used.into_iter().any(outside) {
                        self.body.erase_tree(op);
                    }
                }
                4 => {
                    let (op, operands) = (self.op()?, self.operands());
                    let n = self.d.below(self.body.operand_count(op));
                    self.body.set_operand(op, n, *operands.first()?);
                }
                5 => {
                    let (op, operands) = (self.op()?, self.operands());
                    self.body.set_operands(op, &operands);
                }
                6 => {
                    let known = values_in(&self.body, self.body.root());
                    let (old, new) = (self.d.pick(&known)?, self.d.pick(&known)?);
                    self.body.replace_uses(old, new);
                }
                7 => {
                    let (op, n) = (self.op()?, self.d.below(5) as i64);
                    let dict = self.ctx.dict(vec![(self.ctx.str("n"), self.ctx.int(n))]);
                    if self.d.below(2) == 0 {
                        self.body.set_props(op, dict);
                    } else {
                        self.body.set_attrs(op, dict);
                    }
                }
                8 => {
                    let op = self.op()?;
                    let tag = self.ctx.string("p");
                    let loc = self.ctx.fuse(tag, &[self.body.loc(op)]);
                    self.body.set_loc(op, loc);
                }
                9 => {
                    let (op, all) = (self.op()?, blocks(&self.body));
                    let targets: Vec<BlockId> =
                        (0..self.d.below(3)).filter_map(|_| self.d.pick(&all)).collect();
                    self.body.set_successors(op, &targets);
                }
                10 => {
                    let op = self.op()?;
                    let at = self.place(Some(op))?;
                    self.body.detach_op(op);
                    self.body.insert(op, at.0, at.1);
                }
                11 => {
                    let all = regions(&self.body);
                    let b = self.body.make_block(self.d.pick(&all)?);
                    (0..self.d.below(3)).for_each(|_| {
                        self.body.make_arg(b, self.ctx.known.i32);
                    });
                }
                12 => {
                    let all = blocks(&self.body);
                    let b = self.d.pick(&all)?;
                    let n = self.d.below(self.body.args(b).len());
                    let v = *self.body.args(b).get(n)?;
                    if self.body.is_unused(v) {
                        self.body.remove_arg(b, n);
                    }
                }
                13 => {
                    let all = regions(&self.body);
                    let (from, into) = (self.d.pick(&all)?, self.d.pick(&all)?);
                    let (a, b) = (self.body.region_owner(from), self.body.region_owner(into));
                    if self.body.entry(into).is_none() && !self.body.encloses(a, b) {
                        self.body.move_blocks(from, into);
                    }
                }
                _ => {
                    let (op, at) = (self.op()?, self.place(None)?);
                    let copy = self.body.copy_tree(op);
                    self.body.insert(copy, at.0, at.1);
                }
            }
            Some(())
        }
    }

    #[test]
    fn what_is_undone_is_as_before_and_what_is_kept_leaves_nothing_behind() {
        for seed in 0..400 {
            let mut w = World::new(seed);
            (0..25).for_each(|_| {
                w.step();
            });
            consistent(&w.body);
            for round in 0..6 {
                let hold = w.d.below(2) == 0;
                w.body.hold_ids(hold);
                let before = picture(&w.body);
                w.body.open_journal();
                for _ in 0..1 + w.d.below(25) {
                    w.step();
                }
                if w.d.below(3) == 0 {
                    let changed = picture(&w.body);
                    w.body.keep_changes();
                    assert_eq!(picture(&w.body), changed, "seed {seed}, round {round}");
                } else {
                    w.body.undo_changes();
                    assert_eq!(picture(&w.body), before, "seed {seed}, round {round}");
                }
                w.body.hold_ids(false);
                consistent(&w.body);
            }
        }
    }
}
