//! The operations that a fixpoint has still to look at: last in, first out, each at most once; or, to find out whether the
//! order matters, in an order that a seed gives.

use crate::ir::OpId;
use crate::support::ids::Id;

/// See the module's description.
#[derive(Default)]
pub struct Worklist {
    stack: Vec<OpId>,
    /// Position in the stack plus one, by operation; 0 for none.
    place: Vec<u32>,
    /// Where the order comes from, if it is mixed.
    mixed: Option<Numbers>,
}

/// Numbers that look random and follow from a seed (xorshift).
struct Numbers(u64);

impl Numbers {
    fn new(seed: u64) -> Numbers {
        // Seeds that are close give sequences that are not; the state is never 0.
        let x = seed
            .wrapping_add(0x9e37_79b9_7f4a_7c15)
            .wrapping_mul(0xbf58_476d_1ce4_e5b9);
        Numbers((x ^ (x >> 29)).max(1))
    }
    /// A number below `n`, which is not 0.
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n.max(1)
    }
}

impl Worklist {
    /// An empty list; with a seed its order is mixed.
    pub fn new(seed: Option<u64>) -> Worklist {
        Worklist {
            mixed: seed.map(Numbers::new),
            ..Worklist::default()
        }
    }

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
        if let (Some(m), Some(last)) = (&mut self.mixed, self.stack.len().checked_sub(1)) {
            let n = m.below(self.stack.len());
            self.stack.swap(n, last);
            // The one that took the place of the other; the other is about to leave.
            if let Some(op) = self.stack.get(n).filter(|o| o.is_some())
                && let Some(p) = self.place.get_mut(op.index())
            {
                *p = n as u32 + 1;
            }
        }
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
    fn a_seed_gives_an_order_of_its_own() {
        let order = |seed| {
            let mut w = Worklist::new(seed);
            (0..50).for_each(|n| w.push(OpId::from_index(n)));
            for n in [7, 49, 0] {
                w.remove(OpId::from_index(n));
            }
            let mut out: Vec<usize> = Vec::new();
            while let Some(op) = w.pop() {
                out.push(op.index());
                if out.len() == 10 {
                    w.push(op);
                    w.remove(OpId::from_index(out.len()));
                }
            }
            out
        };
        let (plain, one, two) = (order(None), order(Some(1)), order(Some(2)));
        assert_eq!(one, order(Some(1)));
        assert!(plain != one && one != two && plain != two);
        for list in [&plain, &one, &two] {
            for n in 0..50 {
                let times = list.iter().filter(|m| **m == n).count();
                let most = 1 + usize::from(list[9] == n);
                let gone = [7, 49, 0].contains(&n) || (n == 10 && !list[..10].contains(&n));
                assert_eq!(times, if gone { 0 } else { most }, "{n} in {list:?}");
            }
        }
    }

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
