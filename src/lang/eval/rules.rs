//! Firing a rule: its conditions with what its left side bound, and the fields of its right side.

use super::affine::Atom;
use super::{Eval, Fail, Machine, Val, Why};
use crate::ap::{Joint, Offset};
use crate::lang::hir::Expr;
use crate::lang::terms::{Chain, Rule};

/// What a field is: a number, or an offset that may be known in part only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Leaf {
    /// A number.
    Int(i64),
    /// An offset of the source (0) or the destination (1).
    Offset(u8, Offset),
}

/// A term whose fields are known; its tail is not looked at here.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Built {
    /// Source, destination, element size.
    pub top: Option<(Offset, Offset, i64)>,
    /// Dimensions, and whether each is an `fdim`.
    pub dims: smallvec::SmallVec<[(bool, Joint); 4]>,
}

/// Firings of a rule on one match; more are none.
pub const FIRINGS: usize = 1024;

impl Machine<'_> {
    /// All firings of a rule: for each solution of its conditions, the right side.
    ///
    /// # Errors
    ///
    /// There are more than [`FIRINGS`], or the conditions take too many steps.
    pub fn fire(
        &mut self,
        rule: &Rule,
        rhs: &Chain<Expr>,
        given: &[Option<Leaf>],
        then: &mut dyn FnMut(Built),
    ) -> Eval<()> {
        self.frame(rule.frame);
        for (slot, leaf) in given.iter().enumerate() {
            if let Some(leaf) = leaf {
                let v = self.leaf(*leaf);
                self.set(slot as u16, v);
            }
        }
        let more = Fail {
            span: rule.span,
            why: Why::False,
        };
        let mut left = FIRINGS;
        let done = self.solve(&rule.conds, &mut |m| {
            if left == 0 {
                return m.fail(rule.span, Why::Fuel);
            }
            left -= 1;
            match m.built(rhs) {
                Ok(b) => then(b),
                // Numbers that leave 64 bits: the rule does not fire here.
                Err(f) if f.why == Why::Fuel => return Err(f),
                Err(_) => {}
            }
            Err(more)
        });
        match done {
            Err(f) if f.why == Why::Fuel => Err(f),
            _ => Ok(()),
        }
    }

    /// A term without variables.
    pub fn built(&mut self, c: &Chain<Expr>) -> Eval<Built> {
        let top = match &c.top {
            Some([s, d, n]) => Some((self.offset_field(s, 0)?, self.offset_field(d, 1)?, self.int(n)?)),
            None => None,
        };
        let mut dims = smallvec::SmallVec::new();
        for (fixed, [s, d, n]) in &c.dims {
            let (src, dst, num) = (self.int(s)?, self.int(d)?, self.int(n)?);
            dims.push((*fixed, Joint { src, dst, num }));
        }
        Ok(Built { top, dims })
    }

    fn leaf(&mut self, l: Leaf) -> Val {
        match l {
            Leaf::Int(n) => Val::Int(n),
            Leaf::Offset(side, o) => self.opaque(side, o),
        }
    }

    fn offset_field(&mut self, e: &Expr, side: u8) -> Eval<Offset> {
        match self.expr(e)? {
            Val::Int(n) => Ok(Offset::known(n)),
            Val::Affine(id) => {
                let l = self.lin(id);
                match l.terms.as_slice() {
                    [] => Ok(Offset::known(l.constant)),
                    [(Atom::Opaque(s), n)] if *s == side => Ok(Offset {
                        at: l.constant,
                        unknown: *n,
                    }),
                    _ => self.fail(e.span, Why::NotConstant),
                }
            }
            _ => self.fail(e.span, Why::Shape),
        }
    }
}
