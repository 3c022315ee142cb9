//! The operations that a fixpoint has still to look at: last in, first out, each at most once.

use crate::ir::OpId;
use crate::support::ids::Id;

/// See the module's description.
#[derive(Default)]
pub struct Worklist {
    stack: Vec<OpId>,
    /// Position in the stack plus one, by operation; 0 for none.
    place: Vec<u32>,
}

impl Worklist {
    /// Adds an operation that is not in it.
    pub fn push(&mut self, op: OpId) {
        let n = op.index();
        if self.place.len() <= n {
            self.place.resize(n + 1, 0);
        }
        if let Some(p) = self.place.get_mut(n)
            && *p == 0
        {
            self.stack.push(op);
            *p = self.stack.len() as u32;
        }
    }

    /// Takes an operation out, if it is in.
    pub fn remove(&mut self, op: OpId) {
        if let Some(p) = self.place.get_mut(op.index()) {
            // The slot is left empty, so that the others keep their places.
            let at = std::mem::take(p);
            if let Some(slot) = (at as usize).checked_sub(1).and_then(|n| self.stack.get_mut(n)) {
                *slot = OpId::NONE;
            }
        }
    }

    /// The next one.
    pub fn pop(&mut self) -> Option<OpId> {
        while let Some(op) = self.stack.pop() {
            if op.is_some() {
                if let Some(p) = self.place.get_mut(op.index()) {
                    *p = 0;
                }
                return Some(op);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operation_is_in_it_once_and_can_be_taken_out() {
        let op = |n| OpId::from_index(n);
        let mut w = Worklist::default();
        for n in [1, 2, 3, 2] {
            w.push(op(n));
        }
        w.remove(op(3));
        w.remove(op(9));
        assert_eq!(w.pop(), Some(op(2)));
        w.push(op(3));
        assert_eq!([w.pop(), w.pop(), w.pop()], [Some(op(3)), Some(op(1)), None]);
    }
}
