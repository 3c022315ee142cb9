//! Whether two pieces of IR are the same, up to the names of values, locations and the order of attributes.
//!
//! Values and blocks are paired in the order in which both sides define them, then operands and successors are compared
//! through the pairs; so a use may stand before its definition.

use super::{BlockId, Body, OpId, ValueId};
use rustc_hash::FxHashMap;

/// One side: operations side by side, and the arguments of the block that they stand in.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// The IR.
    pub body: &'a Body,
    /// Values that are paired with those of the other side.
    pub args: &'a [ValueId],
    /// The operations.
    pub ops: &'a [OpId],
}

/// The first difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The operation of the left side, if there is one.
    pub left: Option<OpId>,
    /// That of the right side.
    pub right: Option<OpId>,
    /// In what they differ.
    pub what: What,
}

/// In what two operations differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// One side has no such operation.
    Missing,
    /// The name.
    Name,
    /// The attributes.
    Attributes,
    /// How many results, or their types.
    Results,
    /// How many regions or blocks, or the arguments of blocks.
    Regions,
    /// The operands.
    Operands,
    /// The successors.
    Successors,
}

impl What {
    /// In words.
    pub fn word(self) -> &'static str {
        match self {
            What::Missing => "missing",
            What::Name => "name",
            What::Attributes => "attributes",
            What::Results => "results",
            What::Regions => "regions",
            What::Operands => "operands",
            What::Successors => "successors",
        }
    }
}

#[derive(Default)]
struct Pairs {
    values: FxHashMap<ValueId, ValueId>,
    blocks: FxHashMap<BlockId, BlockId>,
    ops: Vec<(OpId, OpId)>,
}

/// The first difference, if there is one.
pub fn difference(left: Side<'_>, right: Side<'_>) -> Option<Difference> {
    let mut pairs = Pairs::default();
    pairs
        .values
        .extend(left.args.iter().copied().zip(right.args.iter().copied()));
    let found = pairs.lists(left.body, left.ops.to_vec(), right.body, right.ops.to_vec());
    found.or_else(|| pairs.uses(left.body, right.body))
}

impl Pairs {
    /// Pairs what two lists of operations and all inside define.
    fn lists(&mut self, a: &Body, left: Vec<OpId>, b: &Body, right: Vec<OpId>) -> Option<Difference> {
        // Lists still to be compared, the next one last.
        let mut open = vec![(left, right)];
        while let Some((left, right)) = open.pop() {
            let from = open.len();
            for n in 0..left.len().max(right.len()) {
                let (Some(&l), Some(&r)) = (left.get(n), right.get(n)) else {
                    return Some(Difference {
                        left: left.get(n).copied(),
                        right: right.get(n).copied(),
                        what: What::Missing,
                    });
                };
                if let Err(what) = self.pair(a, l, b, r, &mut open) {
                    return Some(Difference {
                        left: Some(l),
                        right: Some(r),
                        what,
                    });
                }
            }
            if let Some(new) = open.get_mut(from..) {
                new.reverse();
            }
        }
        None
    }

    fn pair(
        &mut self,
        a: &Body,
        l: OpId,
        b: &Body,
        r: OpId,
        open: &mut Vec<(Vec<OpId>, Vec<OpId>)>,
    ) -> Result<(), What> {
        if a.name(l) != b.name(r) {
            return Err(What::Name);
        }
        if a.props(l) != b.props(r) || a.attrs(l) != b.attrs(r) {
            return Err(What::Attributes);
        }
        self.values(a, a.results(l), b, b.results(r))
            .ok_or(What::Results)?;
        if a.region_count(l) != b.region_count(r) {
            return Err(What::Regions);
        }
        for (x, y) in a.regions(l).zip(b.regions(r)) {
            let (x, y): (Vec<BlockId>, Vec<BlockId>) = (a.blocks(x).collect(), b.blocks(y).collect());
            if x.len() != y.len() {
                return Err(What::Regions);
            }
            for (x, y) in x.into_iter().zip(y) {
                self.blocks.insert(x, y);
                let (p, q) = (a.args(x).iter().copied(), b.args(y).iter().copied());
                self.values(a, p, b, q).ok_or(What::Regions)?;
                open.push((a.ops(x).collect(), b.ops(y).collect()));
            }
        }
        self.ops.push((l, r));
        Ok(())
    }

    fn values(
        &mut self,
        a: &Body,
        left: impl ExactSizeIterator<Item = ValueId>,
        b: &Body,
        right: impl ExactSizeIterator<Item = ValueId>,
    ) -> Option<()> {
        if left.len() != right.len() {
            return None;
        }
        for (v, w) in left.zip(right) {
            if a.value_type(v) != b.value_type(w) {
                return None;
            }
            self.values.insert(v, w);
        }
        Some(())
    }

    /// Compares what the paired operations use.
    fn uses(&self, a: &Body, b: &Body) -> Option<Difference> {
        for &(l, r) in &self.ops {
            let value = |v: ValueId| self.values.get(&v).copied();
            let block = |s: BlockId| self.blocks.get(&s).copied();
            let operands = a.operands(l).map(value).eq(b.operands(r).map(Some));
            let successors = a.successors(l).map(block).eq(b.successors(r).map(Some));
            let what = match (operands, successors) {
                (true, true) => continue,
                (false, _) => What::Operands,
                (true, false) => What::Successors,
            };
            return Some(Difference {
                left: Some(l),
                right: Some(r),
                what,
            });
        }
        None
    }
}
