//! Walking IR in program order, without recursion.

use super::body::{BlockId, Body, OpId};

impl Body {
    /// The operation after `op` in program order that is not inside it, staying inside `root`.
    fn after_tree(&self, root: OpId, op: OpId) -> Option<OpId> {
        let mut op = op;
        loop {
            if op == root {
                return None;
            }
            if let Some(next) = self.next(op) {
                return Some(next);
            }
            let block = self.block_of(op)?;
            let region = self.block_region(block);
            let owner = self.region_owner(region);
            if let Some(first) = self.first_from(self.next_block(block)) {
                return Some(first);
            }
            let later = self.regions(owner).skip_while(|&r| r != region).skip(1);
            for r in later {
                if let Some(first) = self.first_from(self.entry(r)) {
                    return Some(first);
                }
            }
            op = owner;
        }
    }

    fn first_from(&self, mut block: Option<BlockId>) -> Option<OpId> {
        while let Some(b) = block {
            if let Some(op) = self.first_op(b) {
                return Some(op);
            }
            block = self.next_block(b);
        }
        None
    }

    /// The next operation in program order inside `root`: the first one inside `op`, else the one after it.
    pub fn next_in_walk(&self, root: OpId, op: OpId) -> Option<OpId> {
        for r in self.regions(op) {
            if let Some(first) = self.first_from(self.entry(r)) {
                return Some(first);
            }
        }
        self.after_tree(root, op)
    }

    /// Calls `f` for `root` and everything inside, in program order, an operation before what is in it.
    pub fn walk(&self, root: OpId, mut f: impl FnMut(OpId)) {
        let mut at = Some(root);
        while let Some(op) = at {
            f(op);
            at = self.next_in_walk(root, op);
        }
    }

    /// `root` and everything inside, in program order.
    pub fn walk_iter(&self, root: OpId) -> impl Iterator<Item = OpId> + '_ {
        std::iter::successors(Some(root), move |&op| self.next_in_walk(root, op))
    }

    /// The nest of operations from `op` outwards, `op` first.
    pub fn ancestors(&self, op: OpId) -> impl Iterator<Item = OpId> + '_ {
        std::iter::successors(Some(op), |&op| self.parent(op))
    }

    /// Whether `a` comes before `b` in program order; an operation comes before what is in it.
    pub fn precedes(&self, a: OpId, b: OpId) -> bool {
        if a == b {
            return false;
        }
        // Both are lifted to the same depth, then together until they stand in one operation.
        let (da, db) = (self.ancestors(a).count(), self.ancestors(b).count());
        let lift = |op, n: usize| self.ancestors(op).nth(n);
        let (Some(mut x), Some(mut y)) = (lift(a, da.saturating_sub(db)), lift(b, db.saturating_sub(da)))
        else {
            return false;
        };
        if x == y {
            return da < db;
        }
        while self.parent(x) != self.parent(y) {
            match (self.parent(x), self.parent(y)) {
                (Some(p), Some(q)) => (x, y) = (p, q),
                _ => return false,
            }
        }
        let (Some(bx), Some(by)) = (self.block_of(x), self.block_of(y)) else {
            return false;
        };
        if bx == by {
            return self.is_before_in_block(x, y);
        }
        let (rx, ry) = (self.block_region(bx), self.block_region(by));
        if rx == ry {
            return std::iter::successors(Some(bx), |&b| self.next_block(b)).any(|b| b == by);
        }
        let owner = self.region_owner(rx);
        let mut regions = self.regions(owner).skip_while(|&r| r != rx);
        regions.any(|r| r == ry)
    }
}
