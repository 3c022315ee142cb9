//! What a test needs that compares [`Machine::matches`] with another matcher: what was bound, and the built-in functions on
//! values that the other has evaluated. Nothing else uses it.

use super::{Eval, ListRef, Machine, Val};
use crate::ir::OpId;
use crate::lang::builtins::Builtin;
use crate::lang::hir::{Expr, Slot};

impl Machine<'_> {
    /// What a slot of the frame holds.
    pub fn slot(&self, slot: Slot) -> Val {
        self.reg(slot)
    }

    /// The elements of a list, tuple or struct.
    pub fn items(&self, l: ListRef) -> Vec<Val> {
        (0..l.len as usize).map(|n| self.nth(l, n)).collect()
    }

    /// A list of values in the arena.
    pub fn put(&mut self, items: &[Val]) -> ListRef {
        let start = self.mark();
        self.s.vals.extend_from_slice(items);
        self.list_from(start)
    }

    /// A built-in function on values, as the expression `e` calls it in a match at `root`.
    pub fn call_builtin(&mut self, b: Builtin, args: &[Val], e: &Expr, root: OpId) -> Eval<Val> {
        self.root = root;
        self.builtin_of(b, args, e)
    }
}
