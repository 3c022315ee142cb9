//! Copying operation trees, and moving an isolated operation into a body of its own and back.

use super::body::{BlockId, Body, OpId, RegionId, ValueId};
use rustc_hash::FxHashMap;

/// Which values and blocks stand for which after a copy.
#[derive(Default)]
pub struct Mapping {
    /// Values of the original and their copies.
    pub values: FxHashMap<ValueId, ValueId>,
    /// Blocks of the original and their copies.
    pub blocks: FxHashMap<BlockId, BlockId>,
}

/// Copies `op` and everything in it from one body into another as a detached operation. Values that `mapping` does not
/// know and that are not inside `op` become values without definition, one for each; successors of `op` itself are left out.
pub fn copy_between(from: &Body, op: OpId, into: &mut Body, mapping: &mut Mapping) -> OpId {
    // Operands may refer to values that are copied later (graph regions, dominance across blocks), so operations are
    // made without operands first.
    let mut made: Vec<(OpId, OpId)> = Vec::new();
    let mut stack: Vec<(OpId, Option<BlockId>)> = vec![(op, None)];
    let mut top = OpId::NONE;
    // Lists are filled again and again, since an operation is too small to be worth an allocation.
    let (mut types, mut operands, mut inner) = (Vec::new(), Vec::new(), Vec::new());
    while let Some((old, block)) = stack.pop() {
        types.clear();
        types.extend(from.results(old).map(|r| from.value_type(r)));
        let (props, attrs) = (from.props(old), from.attrs(old));
        let count = from.region_count(old);
        let new = into.make_op(
            from.name(old),
            from.loc(old),
            props,
            attrs,
            &[],
            &types,
            &[],
            count,
        );
        let origin = from.origin(old);
        if origin.is_some() {
            into.set_origin(new, origin);
        }
        mapping.values.extend(from.results(old).zip(into.results(new)));
        match block {
            Some(b) => into.insert(new, b, None),
            None => top = new,
        }
        made.push((old, new));
        inner.clear();
        for n in 0..count {
            let (Some(r), Some(target)) = (from.region(old, n), into.region(new, n)) else {
                continue;
            };
            for b in from.blocks(r) {
                let copy = into.make_block(target);
                mapping.blocks.insert(b, copy);
                for &a in from.args(b) {
                    let arg = into.make_arg(copy, from.value_type(a));
                    mapping.values.insert(a, arg);
                }
                inner.extend(from.ops(b).map(|o| (o, Some(copy))));
            }
        }
        inner.reverse();
        stack.append(&mut inner);
    }
    for (old, new) in made {
        operands.clear();
        for v in from.operands(old) {
            let copy = mapping.values.entry(v);
            operands.push(*copy.or_insert_with(|| into.make_pending(from.value_type(v))));
        }
        if !operands.is_empty() {
            into.set_operands(new, &operands);
        }
        if from.successor_count(old) > 0 {
            let known = |b| mapping.blocks.get(&b).copied();
            let targets: Vec<BlockId> = from.successors(old).filter_map(known).collect();
            into.set_successors(new, &targets);
        }
    }
    top
}

impl Body {
    /// A detached copy of an operation and everything in it, in the same body.
    pub(crate) fn copy_tree(&mut self, op: OpId) -> OpId {
        // Copied out and in again, since one body cannot be read and grown at once.
        let mut aside = Body::new();
        let mut out = Mapping::default();
        copy_between(self, op, &mut aside, &mut out);
        let mut back = Mapping::default();
        let copy = copy_between(&aside, aside.root(), self, &mut back);
        let pairs: Vec<(OpId, OpId)> = self.walk_iter(op).zip(self.walk_iter(copy)).collect();
        for (old, new) in pairs {
            // Values from outside stay; those from inside go to their copies.
            let operands: Vec<ValueId> = self
                .operands(old)
                .map(|v| {
                    let inside = match self.def(v) {
                        super::body::Def::Result(o, _) => self.encloses(op, o) && o != op,
                        super::body::Def::Arg(b, _) => {
                            self.encloses(op, self.region_owner(self.block_region(b)))
                        }
                        super::body::Def::Pending => false,
                    };
                    let copy = out.values.get(&v).and_then(|a| back.values.get(a)).copied();
                    if inside { copy.unwrap_or(v) } else { v }
                })
                .collect();
            self.set_operands(new, &operands);
        }
        // They are blocks around it, which no copy of a body knows.
        let successors: Vec<BlockId> = self.successors(op).collect();
        if !successors.is_empty() {
            self.set_successors(copy, &successors);
        }
        copy
    }

    /// Moves an isolated operation without operands into a body of its own, so that another thread can have it. What
    /// stays is the operation with empty regions, which [`Body::attach`] fills again.
    pub fn detach(&mut self, op: OpId) -> Body {
        let mut out = Body::new();
        copy_between(self, op, &mut out, &mut Mapping::default());
        let regions: Vec<RegionId> = self.regions(op).collect();
        for r in regions {
            let blocks: Vec<BlockId> = self.blocks(r).collect();
            for b in blocks {
                let ops: Vec<OpId> = self.ops(b).collect();
                for o in ops {
                    self.erase_tree(o);
                }
            }
            let data = &mut self.regions[r];
            data.first = BlockId::NONE;
            data.last = BlockId::NONE;
        }
        out
    }

    /// Puts back what [`Body::detach`] took from `op`: regions, attributes and location.
    pub fn attach(&mut self, op: OpId, from: &Body) {
        let root = from.root();
        self.set_props(op, from.props(root));
        self.set_attrs(op, from.attrs(root));
        self.set_loc(op, from.loc(root));
        if from.origin(root) != self.origin(op) {
            self.set_origin(op, from.origin(root));
        }
        self.erased.extend_from_slice(from.erased());
        let copy = copy_between(from, root, self, &mut Mapping::default());
        let pairs: Vec<(RegionId, RegionId)> = self.regions(copy).zip(self.regions(op)).collect();
        for (source, target) in pairs {
            self.move_blocks(source, target);
        }
        self.erase_tree(copy);
    }
}
