//! The arenas of operations, blocks, regions, values and uses, and what can be read from them.
//!
//! One [`Body`] holds one isolated operation, its root: a whole module, or a function or kernel that has been detached
//! from one (see [`super::clone`]) so that it can be rewritten on its own thread. Ids are meaningful in their body only.

use super::context::{AttrId, Context, StrId, TypeId};
use super::location::Loc;
use super::origin::OriginId;
use crate::support::ids::{Id, IdVec};

crate::id_type!(
    /// An operation of a [`Body`].
    OpId,
    /// A block of a [`Body`].
    BlockId,
    /// A region of a [`Body`].
    RegionId,
    /// A value of a [`Body`]: a result or a block argument.
    ValueId,
    /// One operand of an operation: a link in the use list of its value.
    UseId,
);

/// A run of entries of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range32 {
    pub start: u32,
    pub len: u32,
}

impl Range32 {
    pub const EMPTY: Range32 = Range32 { start: 0, len: 0 };
    pub fn indices(self) -> std::ops::Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }
}

#[derive(Clone, Debug)]
pub(super) struct OpData {
    pub name: StrId,
    pub loc: Loc,
    pub origin: OriginId,
    pub props: AttrId,
    pub attrs: AttrId,
    pub operands: Range32,
    pub results: Range32,
    pub regions: Range32,
    pub successors: Range32,
    pub block: BlockId,
    pub prev: OpId,
    pub next: OpId,
    pub order: u64,
    pub dead: bool,
}

#[derive(Clone, Debug)]
pub(super) struct BlockData {
    pub args: Vec<ValueId>,
    pub region: RegionId,
    pub first: OpId,
    pub last: OpId,
    pub prev: BlockId,
    pub next: BlockId,
}

#[derive(Clone, Debug)]
pub(super) struct RegionData {
    pub owner: OpId,
    pub first: BlockId,
    pub last: BlockId,
}

/// What defines a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Def {
    /// The n-th result of an operation.
    Result(OpId, u32),
    /// The n-th argument of a block.
    Arg(BlockId, u32),
    /// Nothing yet: a forward reference while parsing.
    Pending,
}

#[derive(Clone, Debug)]
pub(super) struct ValueData {
    pub ty: TypeId,
    pub def: Def,
    pub first_use: UseId,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct UseData {
    pub value: ValueId,
    pub owner: OpId,
    pub index: u32,
    pub prev: UseId,
    pub next: UseId,
}

/// See the module's description.
#[derive(Clone, Debug, Default)]
pub struct Body {
    pub(super) ops: IdVec<OpId, OpData>,
    pub(super) blocks: IdVec<BlockId, BlockData>,
    pub(super) regions: IdVec<RegionId, RegionData>,
    pub(super) values: IdVec<ValueId, ValueData>,
    pub(super) uses: IdVec<UseId, UseData>,
    pub(super) pool: Vec<u32>,
    pub(super) free_ops: Vec<OpId>,
    pub(super) free_uses: [Vec<u32>; 4],
    pub(super) root: OpId,
    pub(super) live_ops: usize,
    pub(super) hold: bool,
    pub(super) journal: super::journal::Journal,
    pub(super) erased: Vec<(Loc, OriginId)>,
}

impl Default for OpId {
    fn default() -> Self {
        OpId::NONE
    }
}

impl Body {
    /// An empty body; its root comes with the first operation made in it.
    pub fn new() -> Self {
        Self::default()
    }

    /// While held, ids of erased operations are not given to new ones, so that a list of ids stays meaningful.
    pub fn hold_ids(&mut self, hold: bool) {
        self.hold = hold;
    }

    /// The outermost operation.
    pub fn root(&self) -> OpId {
        self.root
    }
    /// How many operations there are, the root included.
    pub fn op_count(&self) -> usize {
        self.live_ops
    }
    /// An upper bound of operation ids, for side tables.
    pub fn op_capacity(&self) -> usize {
        self.ops.len()
    }
    /// An upper bound of value ids, for side tables.
    pub fn value_capacity(&self) -> usize {
        self.values.len()
    }
    /// An upper bound of block ids, for side tables.
    pub fn block_capacity(&self) -> usize {
        self.blocks.len()
    }

    /// Whether the id names an operation that has not been erased.
    pub fn is_live(&self, op: OpId) -> bool {
        self.ops.try_get(op).is_some_and(|o| !o.dead)
    }
    /// The operation's name, `dialect.op`.
    #[inline]
    pub fn name(&self, op: OpId) -> StrId {
        self.ops[op].name
    }
    /// Its location.
    pub fn loc(&self, op: OpId) -> Loc {
        self.ops[op].loc
    }
    /// Its inherent attributes, a dictionary.
    #[inline]
    pub fn props(&self, op: OpId) -> AttrId {
        self.ops[op].props
    }
    /// Its other attributes, a dictionary.
    #[inline]
    pub fn attrs(&self, op: OpId) -> AttrId {
        self.ops[op].attrs
    }
    /// An inherent or other attribute.
    pub fn attr(&self, ctx: &Context, op: OpId, name: StrId) -> Option<AttrId> {
        let data = &self.ops[op];
        ctx.entry(data.props, name)
            .or_else(|| ctx.entry(data.attrs, name))
    }

    /// Number of operands.
    #[inline]
    pub fn operand_count(&self, op: OpId) -> usize {
        self.ops[op].operands.len as usize
    }
    /// An operand.
    #[inline]
    pub fn operand(&self, op: OpId, n: usize) -> Option<ValueId> {
        let r = self.ops[op].operands;
        if n < r.len as usize {
            Some(self.uses[UseId::from_index(r.start as usize + n)].value)
        } else {
            None
        }
    }
    /// All operands.
    pub fn operands(&self, op: OpId) -> impl DoubleEndedIterator<Item = ValueId> + ExactSizeIterator + '_ {
        self.ops[op]
            .operands
            .indices()
            .map(|n| self.uses[UseId::from_index(n)].value)
    }
    /// Number of results.
    #[inline]
    pub fn result_count(&self, op: OpId) -> usize {
        self.ops[op].results.len as usize
    }
    /// A result.
    #[inline]
    pub fn result(&self, op: OpId, n: usize) -> Option<ValueId> {
        let r = self.ops[op].results;
        if n < r.len as usize {
            Some(ValueId::from_index(r.start as usize + n))
        } else {
            None
        }
    }
    /// All results.
    pub fn results(&self, op: OpId) -> impl DoubleEndedIterator<Item = ValueId> + ExactSizeIterator + use<> {
        self.ops[op].results.indices().map(ValueId::from_index)
    }
    fn pooled<I: Id>(&self, r: Range32) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + '_ {
        self.pool
            .get(r.indices())
            .unwrap_or(&[])
            .iter()
            .map(|&n| I::from_index(n as usize))
    }
    /// All regions.
    pub fn regions(&self, op: OpId) -> impl DoubleEndedIterator<Item = RegionId> + ExactSizeIterator + '_ {
        self.pooled(self.ops[op].regions)
    }
    /// Number of regions.
    pub fn region_count(&self, op: OpId) -> usize {
        self.ops[op].regions.len as usize
    }
    /// A region.
    pub fn region(&self, op: OpId, n: usize) -> Option<RegionId> {
        self.regions(op).nth(n)
    }
    /// All successors.
    pub fn successors(&self, op: OpId) -> impl DoubleEndedIterator<Item = BlockId> + ExactSizeIterator + '_ {
        self.pooled(self.ops[op].successors)
    }
    /// Number of successors.
    pub fn successor_count(&self, op: OpId) -> usize {
        self.ops[op].successors.len as usize
    }

    /// The block an operation stands in; `None` for the root and for detached ones.
    #[inline]
    pub fn block_of(&self, op: OpId) -> Option<BlockId> {
        self.ops[op].block.get()
    }
    /// The operation around this one.
    pub fn parent(&self, op: OpId) -> Option<OpId> {
        let block = self.block_of(op)?;
        Some(self.region_owner(self.block_region(block)))
    }
    /// The operation before this one in its block.
    pub fn prev(&self, op: OpId) -> Option<OpId> {
        self.ops[op].prev.get()
    }
    /// The operation after this one in its block.
    pub fn next(&self, op: OpId) -> Option<OpId> {
        self.ops[op].next.get()
    }
    /// Whether `a` stands before `b` in the same block.
    #[inline]
    pub fn is_before_in_block(&self, a: OpId, b: OpId) -> bool {
        self.ops[a].order < self.ops[b].order
    }

    /// The region of a block.
    pub fn block_region(&self, b: BlockId) -> RegionId {
        self.blocks[b].region
    }
    /// The arguments of a block.
    pub fn args(&self, b: BlockId) -> &[ValueId] {
        &self.blocks[b].args
    }
    /// First operation.
    pub fn first_op(&self, b: BlockId) -> Option<OpId> {
        self.blocks[b].first.get()
    }
    /// Last operation.
    pub fn last_op(&self, b: BlockId) -> Option<OpId> {
        self.blocks[b].last.get()
    }
    /// The operations of a block, in order.
    pub fn ops(&self, b: BlockId) -> impl Iterator<Item = OpId> + '_ {
        std::iter::successors(self.first_op(b), |&op| self.next(op))
    }
    /// The next block of the region.
    pub fn next_block(&self, b: BlockId) -> Option<BlockId> {
        self.blocks[b].next.get()
    }
    /// The operation that owns a region.
    pub fn region_owner(&self, r: RegionId) -> OpId {
        self.regions[r].owner
    }
    /// First block of a region.
    pub fn entry(&self, r: RegionId) -> Option<BlockId> {
        self.regions[r].first.get()
    }
    /// Last block of a region.
    pub fn last_block(&self, r: RegionId) -> Option<BlockId> {
        self.regions[r].last.get()
    }
    /// The blocks of a region, in order.
    pub fn blocks(&self, r: RegionId) -> impl Iterator<Item = BlockId> + '_ {
        std::iter::successors(self.entry(r), |&b| self.next_block(b))
    }

    /// The type of a value.
    #[inline]
    pub fn value_type(&self, v: ValueId) -> TypeId {
        self.values[v].ty
    }
    /// What defines a value.
    #[inline]
    pub fn def(&self, v: ValueId) -> Def {
        self.values[v].def
    }
    /// The operation whose result a value is.
    #[inline]
    pub fn def_op(&self, v: ValueId) -> Option<OpId> {
        match self.values[v].def {
            Def::Result(op, _) => Some(op),
            _ => None,
        }
    }
    /// The block a value is defined in.
    pub fn def_block(&self, v: ValueId) -> Option<BlockId> {
        match self.values[v].def {
            Def::Result(op, _) => self.block_of(op),
            Def::Arg(b, _) => Some(b),
            Def::Pending => None,
        }
    }
    /// The uses of a value, latest first.
    pub fn uses(&self, v: ValueId) -> impl Iterator<Item = UseId> + '_ {
        std::iter::successors(self.values[v].first_use.get(), |&u| self.uses[u].next.get())
    }
    /// Whether a value has no uses.
    pub fn is_unused(&self, v: ValueId) -> bool {
        self.values[v].first_use.is_none()
    }
    /// Whether a value has exactly one use.
    pub fn has_one_use(&self, v: ValueId) -> bool {
        self.values[v]
            .first_use
            .get()
            .is_some_and(|u| self.uses[u].next.is_none())
    }
    /// The operation and operand number of a use.
    pub fn use_owner(&self, u: UseId) -> (OpId, u32) {
        let data = &self.uses[u];
        (data.owner, data.index)
    }

    /// Whether `outer` is `op` or around it.
    pub fn encloses(&self, outer: OpId, op: OpId) -> bool {
        let mut at = Some(op);
        while let Some(op) = at {
            if op == outer {
                return true;
            }
            at = self.parent(op);
        }
        false
    }
}
