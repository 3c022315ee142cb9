//! The primitive changes of a [`Body`]. Only the builder of the parser, [`super::clone`] and
//! [`super::rewriter::Rewriter`] use them, so that every change a pass makes has an event.

use super::body::*;
use super::context::{AttrId, StrId, TypeId};
use super::journal::Undo;
use super::location::Loc;
use crate::support::ids::Id;

/// Distance between the order numbers of neighbours appended one after the other.
const STRIDE: u64 = 1 << 20;

impl Body {
    fn pool_range<I: Id>(&mut self, ids: &[I]) -> Range32 {
        if ids.is_empty() {
            return Range32::EMPTY;
        }
        let start = self.pool.len() as u32;
        self.pool.extend(ids.iter().map(|i| i.index() as u32));
        Range32 {
            start,
            len: ids.len() as u32,
        }
    }

    fn make_uses(&mut self, owner: OpId, operands: &[ValueId]) -> Range32 {
        let len = operands.len();
        if len == 0 {
            return Range32::EMPTY;
        }
        let reuse = self.free_uses.get_mut(len - 1).and_then(|f| f.pop());
        let start = reuse.unwrap_or(self.uses.len() as u32);
        for (n, &value) in operands.iter().enumerate() {
            let data = UseData {
                value,
                owner,
                index: n as u32,
                prev: UseId::NONE,
                next: UseId::NONE,
            };
            let id = UseId::from_index(start as usize + n);
            match reuse {
                Some(_) => self.uses[id] = data,
                None => {
                    self.uses.push(data);
                }
            }
            self.link(id);
        }
        Range32 {
            start,
            len: len as u32,
        }
    }

    pub(super) fn unlink_uses(&mut self, range: Range32) {
        for n in range.indices() {
            self.unlink(UseId::from_index(n));
        }
    }

    pub(super) fn link_uses(&mut self, range: Range32) {
        for n in range.indices() {
            self.link(UseId::from_index(n));
        }
    }

    pub(super) fn free_use_range(&mut self, range: Range32) {
        if let Some(free) = (range.len as usize)
            .checked_sub(1)
            .and_then(|n| self.free_uses.get_mut(n))
        {
            free.push(range.start);
        }
    }

    /// Makes a use one of another value.
    pub(super) fn point_use(&mut self, u: UseId, value: ValueId) {
        self.unlink(u);
        self.uses[u].value = value;
        self.link(u);
    }

    fn link(&mut self, u: UseId) {
        let value = self.uses[u].value;
        let head = std::mem::replace(&mut self.values[value].first_use, u);
        self.uses[u].prev = UseId::NONE;
        self.uses[u].next = head;
        if head.is_some() {
            self.uses[head].prev = u;
        }
    }

    fn unlink(&mut self, u: UseId) {
        let UseData {
            value, prev, next, ..
        } = self.uses[u];
        if prev.is_some() {
            self.uses[prev].next = next;
        } else if self.values[value].first_use == u {
            self.values[value].first_use = next;
        }
        if next.is_some() {
            self.uses[next].prev = prev;
        }
    }

    /// Makes a detached operation with `regions` empty regions.
    #[allow(clippy::too_many_arguments)] // the parts of an operation
    pub(crate) fn make_op(
        &mut self,
        name: StrId,
        loc: Loc,
        props: AttrId,
        attrs: AttrId,
        operands: &[ValueId],
        result_types: &[TypeId],
        successors: &[BlockId],
        regions: usize,
    ) -> OpId {
        let ids: Vec<RegionId> = (0..regions).map(|_| self.make_loose_region()).collect();
        self.make_op_around(name, loc, props, attrs, operands, result_types, successors, &ids)
    }

    /// Makes a region that no operation owns yet.
    pub(crate) fn make_loose_region(&mut self) -> RegionId {
        self.regions.push(RegionData {
            owner: OpId::NONE,
            first: BlockId::NONE,
            last: BlockId::NONE,
        })
    }

    /// Says which operation is the outermost one.
    pub(crate) fn set_root(&mut self, op: OpId) {
        self.root = op;
    }

    /// Makes a detached operation around regions that exist already.
    #[allow(clippy::too_many_arguments)] // the parts of an operation
    pub(crate) fn make_op_around(
        &mut self,
        name: StrId,
        loc: Loc,
        props: AttrId,
        attrs: AttrId,
        operands: &[ValueId],
        result_types: &[TypeId],
        successors: &[BlockId],
        regions: &[RegionId],
    ) -> OpId {
        let data = OpData {
            name,
            loc,
            origin: crate::ir::origin::OriginId::NONE,
            props,
            attrs,
            operands: Range32::EMPTY,
            results: Range32::EMPTY,
            regions: Range32::EMPTY,
            successors: Range32::EMPTY,
            block: BlockId::NONE,
            prev: OpId::NONE,
            next: OpId::NONE,
            order: 0,
            dead: false,
        };
        let free = if self.hold { None } else { self.free_ops.pop() };
        let op = match free {
            Some(op) => {
                self.ops[op] = data;
                op
            }
            None => self.ops.push(data),
        };
        if self.root.is_none() {
            self.root = op;
        }
        self.live_ops += 1;
        let operands = self.make_uses(op, operands);
        let start = self.values.len() as u32;
        for (n, &ty) in result_types.iter().enumerate() {
            self.values.push(ValueData {
                ty,
                def: Def::Result(op, n as u32),
                first_use: UseId::NONE,
            });
        }
        for &r in regions {
            self.regions[r].owner = op;
        }
        let (regions, successors) = (self.pool_range(regions), self.pool_range(successors));
        let data = &mut self.ops[op];
        data.operands = operands;
        data.results = Range32 {
            start,
            len: result_types.len() as u32,
        };
        data.regions = regions;
        data.successors = successors;
        self.note(Undo::Made(op));
        op
    }

    /// The opposite of making an operation that stands nowhere.
    pub(super) fn unmake(&mut self, op: OpId) {
        let operands = std::mem::replace(&mut self.ops[op].operands, Range32::EMPTY);
        self.unlink_uses(operands);
        self.free_use_range(operands);
        for n in self.ops[op].results.indices() {
            self.values[ValueId::from_index(n)].def = Def::Pending;
        }
        self.ops[op].dead = true;
        self.live_ops -= 1;
        // Ids are held while rewrites run; what was never kept is given back later with the others.
        self.free_ops.push(op);
    }

    /// Makes a value that stands for one not defined yet.
    pub(crate) fn make_pending(&mut self, ty: TypeId) -> ValueId {
        self.values.push(ValueData {
            ty,
            def: Def::Pending,
            first_use: UseId::NONE,
        })
    }

    /// Makes a block at the end of a region.
    pub(crate) fn make_block(&mut self, region: RegionId) -> BlockId {
        let b = self.make_loose_block();
        self.append_block(region, b);
        b
    }

    /// Makes a block that is in no region yet.
    pub(crate) fn make_loose_block(&mut self) -> BlockId {
        self.blocks.push(BlockData {
            args: Vec::new(),
            region: RegionId::NONE,
            first: OpId::NONE,
            last: OpId::NONE,
            prev: BlockId::NONE,
            next: BlockId::NONE,
        })
    }

    /// Puts a loose block at the end of a region.
    pub(crate) fn append_block(&mut self, region: RegionId, b: BlockId) {
        self.link_block(region, b);
        self.note(Undo::Block(region));
    }

    fn link_block(&mut self, region: RegionId, b: BlockId) {
        let last = std::mem::replace(&mut self.regions[region].last, b);
        let data = &mut self.blocks[b];
        data.region = region;
        data.prev = last;
        data.next = BlockId::NONE;
        if last.is_some() {
            self.blocks[last].next = b;
        } else {
            self.regions[region].first = b;
        }
    }

    /// Adds a block argument.
    pub(crate) fn make_arg(&mut self, b: BlockId, ty: TypeId) -> ValueId {
        let n = self.blocks[b].args.len() as u32;
        let v = self.values.push(ValueData {
            ty,
            def: Def::Arg(b, n),
            first_use: UseId::NONE,
        });
        self.blocks[b].args.push(v);
        self.note(Undo::Arg(b));
        v
    }

    /// Takes away block argument `n`, which must be unused.
    pub(crate) fn remove_arg(&mut self, b: BlockId, n: usize) {
        if n < self.blocks[b].args.len() {
            let v = self.blocks[b].args.remove(n);
            self.values[v].def = Def::Pending;
            self.note(Undo::RemovedArg(b, n, v));
        }
        for k in n..self.blocks[b].args.len() {
            if let Some(&v) = self.blocks[b].args.get(k) {
                self.values[v].def = Def::Arg(b, k as u32);
            }
        }
    }

    /// Puts a detached operation into a block, before `next` or at the end.
    pub(crate) fn insert(&mut self, op: OpId, b: BlockId, next: Option<OpId>) {
        let prev = match next {
            Some(n) => self.ops[n].prev,
            None => self.blocks[b].last,
        };
        let next = next.unwrap_or(OpId::NONE);
        {
            let data = &mut self.ops[op];
            data.block = b;
            data.prev = prev;
            data.next = next;
        }
        if prev.is_some() {
            self.ops[prev].next = op;
        } else {
            self.blocks[b].first = op;
        }
        if next.is_some() {
            self.ops[next].prev = op;
        } else {
            self.blocks[b].last = op;
        }
        self.number(op);
        self.note(Undo::Inserted(op));
    }

    /// Gives an operation an order number between its neighbours; where there is no room, moves the numbers of the
    /// operations after it up until there is.
    fn number(&mut self, op: OpId) {
        let OpData { prev, next, .. } = self.ops[op];
        let low = if prev.is_some() { self.ops[prev].order } else { 0 };
        if next.is_none() {
            self.ops[op].order = low + STRIDE;
            return;
        }
        let high = self.ops[next].order;
        if high - low > 1 {
            self.ops[op].order = low + (high - low) / 2;
            return;
        }
        let mut at = op;
        let mut order = low;
        loop {
            order += STRIDE / 1024;
            self.ops[at].order = order;
            let next = self.ops[at].next;
            if next.is_none() || self.ops[next].order > order {
                return;
            }
            at = next;
        }
    }

    /// Takes an operation out of its block; it stays alive.
    pub(crate) fn detach_op(&mut self, op: OpId) {
        let OpData {
            prev, next, block, ..
        } = self.ops[op];
        if block.is_none() {
            return;
        }
        self.note(Undo::Detached(op, block, next));
        if prev.is_some() {
            self.ops[prev].next = next;
        } else {
            self.blocks[block].first = next;
        }
        if next.is_some() {
            self.ops[next].prev = prev;
        } else {
            self.blocks[block].last = prev;
        }
        let data = &mut self.ops[op];
        data.block = BlockId::NONE;
        data.prev = OpId::NONE;
        data.next = OpId::NONE;
    }

    /// Erases an operation and everything in it. Uses of its results from outside must be gone.
    pub(crate) fn erase_tree(&mut self, op: OpId) {
        self.detach_op(op);
        self.each_in_tree(op, |body, op| {
            let operands = body.ops[op].operands;
            body.unlink_uses(operands);
            body.ops[op].dead = true;
            body.live_ops -= 1;
        });
        if self.journaling() {
            self.note_doomed(op);
        } else {
            self.free_tree(op);
        }
    }

    /// Gives the memory of an erased tree back.
    pub(super) fn free_tree(&mut self, op: OpId) {
        self.each_in_tree(op, |body, op| {
            let operands = std::mem::replace(&mut body.ops[op].operands, Range32::EMPTY);
            body.free_use_range(operands);
            for n in body.ops[op].results.indices() {
                body.values[ValueId::from_index(n)].def = Def::Pending;
            }
            body.ops[op].block = BlockId::NONE;
            body.free_ops.push(op);
        });
    }

    /// Replaces one operand.
    pub(crate) fn set_operand(&mut self, op: OpId, n: usize, value: ValueId) {
        let r = self.ops[op].operands;
        if n < r.len as usize {
            let u = UseId::from_index(r.start as usize + n);
            self.note(Undo::Operand(u, self.uses[u].value));
            self.point_use(u, value);
        }
    }

    /// Replaces all operands.
    pub(crate) fn set_operands(&mut self, op: OpId, operands: &[ValueId]) {
        let old = self.ops[op].operands;
        if old.len as usize == operands.len() {
            for (n, &v) in operands.iter().enumerate() {
                self.set_operand(op, n, v);
            }
            return;
        }
        self.unlink_uses(old);
        let new = self.make_uses(op, operands);
        self.ops[op].operands = new;
        if self.journaling() {
            self.note(Undo::Operands(op, old));
            self.note_loose(old);
        } else {
            self.free_use_range(old);
        }
    }

    /// Turns all uses of `old` into uses of `new`.
    pub(crate) fn replace_uses(&mut self, old: ValueId, new: ValueId) {
        if old == new {
            return;
        }
        let mut u = self.values[old].first_use;
        while u.is_some() {
            let next = self.uses[u].next;
            self.note(Undo::Operand(u, old));
            self.point_use(u, new);
            u = next;
        }
    }

    pub(crate) fn set_props(&mut self, op: OpId, dict: AttrId) {
        self.note(Undo::Props(op, self.ops[op].props));
        self.ops[op].props = dict;
    }
    pub(crate) fn set_attrs(&mut self, op: OpId, dict: AttrId) {
        self.note(Undo::Attrs(op, self.ops[op].attrs));
        self.ops[op].attrs = dict;
    }
    pub(crate) fn set_loc(&mut self, op: OpId, loc: Loc) {
        self.note(Undo::Loc(op, self.ops[op].loc));
        self.ops[op].loc = loc;
    }
    pub(crate) fn set_origin(&mut self, op: OpId, origin: crate::ir::origin::OriginId) {
        self.note(Undo::Origin(op, self.ops[op].origin));
        self.ops[op].origin = origin;
    }
    pub(crate) fn set_successors(&mut self, op: OpId, successors: &[BlockId]) {
        let range = self.pool_range(successors);
        self.note(Undo::Successors(op, self.ops[op].successors));
        self.ops[op].successors = range;
    }
    /// Moves all blocks of `from` to the end of `into`; under a journal `into` is empty.
    pub(crate) fn move_blocks(&mut self, from: RegionId, into: RegionId) {
        let mut b = std::mem::replace(&mut self.regions[from].first, BlockId::NONE);
        self.regions[from].last = BlockId::NONE;
        while b.is_some() {
            let next = self.blocks[b].next;
            self.link_block(into, b);
            b = next;
        }
        self.note(Undo::Blocks(from, into));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Context;

    fn op(body: &mut Body, ctx: &Context) -> OpId {
        let (loc, none) = (ctx.unknown_loc(), ctx.known.empty_dict);
        body.make_op(ctx.str("t.x"), loc, none, none, &[], &[ctx.known.i32], &[], 1)
    }

    #[test]
    fn order_holds_wherever_operations_are_inserted() {
        let ctx = Context::new();
        let mut body = Body::new();
        let root = op(&mut body, &ctx);
        let region = body.region(root, 0).unwrap();
        let b = body.make_block(region);
        let first = op(&mut body, &ctx);
        body.insert(first, b, None);
        let mut seed = 7u64;
        let mut all = vec![first];
        for n in 0..3000 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1);
            let at = if n % 3 == 0 {
                first
            } else {
                all[(seed >> 33) as usize % all.len()]
            };
            let new = op(&mut body, &ctx);
            body.insert(new, b, Some(at));
            all.push(new);
        }
        let listed: Vec<OpId> = body.ops(b).collect();
        assert_eq!(listed.len(), 3001);
        assert!(listed.windows(2).all(|w| body.is_before_in_block(w[0], w[1])));
    }

    #[test]
    fn use_lists_follow_replacement_and_erasure() {
        let ctx = Context::new();
        let mut body = Body::new();
        let root = op(&mut body, &ctx);
        let region = body.region(root, 0).unwrap();
        let b = body.make_block(region);
        let (x, y) = (op(&mut body, &ctx), op(&mut body, &ctx));
        body.insert(x, b, None);
        body.insert(y, b, None);
        let (vx, vy) = (body.result(x, 0).unwrap(), body.result(y, 0).unwrap());
        let none = ctx.known.empty_dict;
        let user = body.make_op(
            ctx.str("t.u"),
            ctx.unknown_loc(),
            none,
            none,
            &[vx, vx, vy],
            &[],
            &[],
            0,
        );
        body.insert(user, b, None);
        assert_eq!(body.uses(vx).count(), 2);
        body.replace_uses(vx, vy);
        assert!(body.is_unused(vx));
        assert_eq!(body.operands(user).collect::<Vec<_>>(), [vy, vy, vy]);
        body.set_operands(user, &[vx]);
        assert!(body.has_one_use(vx) && body.is_unused(vy));
        body.erase_tree(user);
        assert!(body.is_unused(vx) && !body.is_live(user) && body.op_count() == 3);
    }
}
