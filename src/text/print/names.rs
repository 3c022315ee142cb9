//! Names of values and blocks when printing: `%0`, `%arg0`, `^bb1`, numbered as MLIR numbers them: all operations of a
//! region before what is in them, sibling regions from the same number
//! (but from the next in the generic form).

use crate::ir::display::{Writer, number};
use crate::ir::{BlockId, Body, OpId, RegionId, ValueId};
use crate::support::ids::Id;
use rustc_hash::FxHashMap;

/// Not named.
const NONE: u32 = u32::MAX;
/// Set for an argument of an entry block.
const ARG: u32 = 1 << 31;

/// See the module's description.
pub(crate) struct Names {
    /// Number of each value; the results of one operation share that of the first.
    values: Vec<u32>,
    blocks: Vec<u32>,
    predecessors: FxHashMap<BlockId, Vec<u32>>,
}

impl Names {
    /// Numbers everything in `root`. With `unique`, as in MLIR's generic form, no number is used twice.
    pub(crate) fn new(body: &Body, root: OpId, unique: bool) -> Names {
        let mut n = Names {
            values: vec![NONE; body.value_capacity()],
            blocks: vec![NONE; body.block_capacity()],
            predecessors: FxHashMap::default(),
        };
        let (mut next, mut next_arg) = (0, 0);
        n.op(body, root, &mut next);
        let mut work: Vec<(RegionId, u32, u32)> = body.regions(root).map(|r| (r, next, next_arg)).collect();
        while let Some((region, values, args)) = work.pop() {
            if !unique {
                (next, next_arg) = (values, args);
            }
            n.region(body, region, &mut next, &mut next_arg);
            for op in body.blocks(region).flat_map(|b| body.ops(b)) {
                work.extend(body.regions(op).map(|r| (r, next, next_arg)));
            }
        }
        n
    }

    fn region(&mut self, body: &Body, region: RegionId, next: &mut u32, next_arg: &mut u32) {
        for (k, b) in body.blocks(region).enumerate() {
            if let Some(slot) = self.blocks.get_mut(b.index()) {
                *slot = k as u32;
            }
            for &a in body.args(b) {
                let counter = if k == 0 { &mut *next_arg } else { &mut *next };
                let flag = if k == 0 { ARG } else { 0 };
                self.set(a, *counter | flag);
                *counter += 1;
            }
            for op in body.ops(b) {
                self.op(body, op, next);
            }
        }
        for (k, b) in body.blocks(region).enumerate() {
            if let Some(last) = body.last_op(b) {
                for s in body.successors(last) {
                    self.predecessors.entry(s).or_default().push(k as u32);
                }
            }
        }
    }

    fn op(&mut self, body: &Body, op: OpId, next: &mut u32) {
        if body.result_count(op) > 0 {
            for r in body.results(op) {
                self.set(r, *next);
            }
            *next += 1;
        }
    }

    fn set(&mut self, v: ValueId, name: u32) {
        if let Some(slot) = self.values.get_mut(v.index()) {
            *slot = name;
        }
    }

    /// Writes `%name` where a value is defined.
    pub(crate) fn write(&self, w: &mut Writer<'_>, v: ValueId) {
        match self.values.get(v.index()).copied() {
            None | Some(NONE) => w.out.push_str("<<UNKNOWN SSA VALUE>>"),
            Some(n) if n & ARG != 0 => {
                w.out.push_str("%arg");
                number(&mut w.out, i64::from(n & !ARG));
            }
            Some(n) => {
                w.out.push('%');
                number(&mut w.out, i64::from(n));
            }
        }
    }

    /// Writes `%name` or `%name#n` of an operand.
    pub(crate) fn write_use(&self, w: &mut Writer<'_>, v: ValueId, body: &Body) {
        self.write(w, v);
        if let crate::ir::body::Def::Result(op, n) = body.def(v)
            && body.result_count(op) > 1
        {
            w.out.push('#');
            number(&mut w.out, i64::from(n));
        }
    }

    pub(crate) fn write_block(&self, w: &mut Writer<'_>, b: BlockId) {
        match self.blocks.get(b.index()).copied() {
            None | Some(NONE) => w.out.push_str("^INVALIDBLOCK"),
            Some(n) => {
                w.out.push_str("^bb");
                number(&mut w.out, i64::from(n));
            }
        }
    }

    /// Writes the comment that MLIR puts after a block's label.
    pub(crate) fn write_predecessors(&self, w: &mut Writer<'_>, b: BlockId) {
        let mut from: Vec<u32> = self.predecessors.get(&b).cloned().unwrap_or_default();
        from.sort_unstable();
        match from.as_slice() {
            [] => w.out.push_str("  // no predecessors"),
            [one] => {
                w.out.push_str("  // pred: ^bb");
                number(&mut w.out, i64::from(*one));
            }
            many => {
                w.out.push_str("  // ");
                number(&mut w.out, many.len() as i64);
                w.out.push_str(" preds: ");
                for (n, p) in many.iter().enumerate() {
                    w.out.push_str(if n > 0 { ", ^bb" } else { "^bb" });
                    number(&mut w.out, i64::from(*p));
                }
            }
        }
    }
}
