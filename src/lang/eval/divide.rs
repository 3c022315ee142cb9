//! Floor division of linear forms by constants, with what loops say of their indices.
//!
//! Multiples come out, common factors are cancelled, what can only have one value is that value, and a division of a
//! division is one division.

use super::affine::{Atom, Lin, LinId, add, gcd};
use super::{Machine, Val};
use crate::ir::ValueId;
use crate::ir::body::Def;
use crate::support::source::Span;
use smallvec::SmallVec;

/// What is known of an atom: between which values it lies, and by which step from the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Known {
    first: i64,
    last: i64,
    step: i64,
}

impl Machine<'_> {
    /// Floor division by a positive constant; `None` where numbers leave 64 bits.
    pub(super) fn floor_div(&mut self, l: &Lin, n: i64) -> Option<Lin> {
        let mut out = Lin {
            constant: l.constant.div_euclid(n),
            terms: SmallVec::new(),
        };
        let mut rest = Lin {
            constant: l.constant.rem_euclid(n),
            terms: SmallVec::new(),
        };
        for (atom, c) in &l.terms {
            let (q, r) = (c.div_euclid(n), c.rem_euclid(n));
            if q != 0 {
                out.terms.push((*atom, q));
            }
            if r != 0 {
                rest.terms.push((*atom, r));
            }
        }
        if rest.terms.is_empty() {
            return Some(out);
        }
        self.align(&mut rest, n);
        let g = rest.terms.iter().fold(n, |g, t| gcd(g, t.1));
        let mut m = n;
        if g > 1 {
            rest.constant = rest.constant.div_euclid(g);
            rest.terms.iter_mut().for_each(|t| t.1 /= g);
            m /= g;
        }
        if m == 1 {
            return add(&out, &rest, 1);
        }
        if let Some((low, high)) = self.range(&rest)
            && low.div_euclid(m) == high.div_euclid(m)
        {
            out.constant = out.constant.checked_add(low.div_euclid(m))?;
            return Some(out);
        }
        // (x div a + c) div m is (x + a * c) div (a * m).
        if let [(Atom::Div(inner, a), 1)] = *rest.terms.as_slice()
            && let (Some(by), Some(shift)) = (a.checked_mul(m), a.checked_mul(rest.constant))
        {
            let mut inner = self.lin(inner);
            inner.constant = inner.constant.checked_add(shift)?;
            let q = self.floor_div(&inner, by)?;
            return add(&out, &q, 1);
        }
        let id = self.s.lins.intern(rest);
        let atom = self.lin_atom(Atom::Div(id, m));
        add(&out, &atom, 1)
    }

    /// Lowers the constant to what makes no difference: where all terms are multiples of `g`, so may it be.
    fn align(&self, l: &mut Lin, n: i64) {
        let (mut g, mut at) = (n, 0i64);
        for (atom, c) in &l.terms {
            let (first, step) = match self.known(*atom) {
                Some(k) => (k.first, k.step),
                None => (0, 1),
            };
            let (Some(step), Some(first)) = (c.checked_mul(step), c.checked_mul(first)) else {
                return;
            };
            g = gcd(g, step);
            let Some(sum) = at.checked_add(first) else { return };
            at = sum;
        }
        if g > 1
            && let Some(all) = at.checked_add(l.constant)
        {
            l.constant -= all.rem_euclid(g);
        }
    }

    /// Between which values a form lies.
    pub(super) fn range(&self, l: &Lin) -> Option<(i64, i64)> {
        let (mut low, mut high) = (l.constant, l.constant);
        for (atom, c) in &l.terms {
            let k = self.known(*atom)?;
            let (a, b) = (c.checked_mul(k.first)?, c.checked_mul(k.last)?);
            low = low.checked_add(a.min(b))?;
            high = high.checked_add(a.max(b))?;
        }
        Some((low, high))
    }

    /// The index of a loop with constant bounds, or a division of what is known.
    fn known(&self, a: Atom) -> Option<Known> {
        match a {
            Atom::Value(v) => self.loop_index(v),
            Atom::Div(inner, n) => {
                let (low, high) = self.range(&self.lin(inner))?;
                Some(Known {
                    first: low.div_euclid(n),
                    last: high.div_euclid(n),
                    step: 1,
                })
            }
            _ => None,
        }
    }

    /// The first argument of a region whose operation has the integers `lower`, `upper` and `step`: a loop, at every level.
    fn loop_index(&self, v: ValueId) -> Option<Known> {
        let Def::Arg(block, 0) = self.body.def(v) else {
            return None;
        };
        let op = self.body.region_owner(self.body.block_region(block));
        let def = self.reg.op(self.body.name(op)).map(|d| &self.reg.ops[d])?;
        let get = |name| {
            let (_, a) = def.attr(self.ctx.find_str(name)?)?;
            let value = crate::lang::encode::attr_or_default(self.ctx, self.body.props(op), a)?;
            self.ctx.int_value(value)
        };
        let (lower, upper, step) = (get("lower")?, get("upper")?, get("step")?);
        if step <= 0 || upper <= lower {
            return None;
        }
        let trips = upper.checked_sub(lower)?.checked_sub(1)?.checked_div(step)?;
        Some(Known {
            first: lower,
            last: lower.checked_add(trips.checked_mul(step)?)?,
            step,
        })
    }

    /// Takes out of a form what remains of divisions: `c * x - c * n * (x div n)` is `c * (x mod n)`, given as
    /// `(x, n, c)`.
    pub(super) fn remainders(&mut self, l: &mut Lin) -> SmallVec<[(LinId, i64, i64); 2]> {
        let mut out = SmallVec::new();
        let divs: SmallVec<[(LinId, i64, i64); 4]> = l
            .terms
            .iter()
            .filter_map(|(a, c)| match a {
                Atom::Div(inner, n) => Some((*inner, *n, *c)),
                _ => None,
            })
            .collect();
        for (inner, n, coefficient) in divs {
            let Some(c) = coefficient
                .checked_neg()
                .filter(|c| *c > 0 && c % n == 0)
                .map(|c| c / n)
            else {
                continue;
            };
            let x = self.lin(inner);
            let has = |t: &(Atom, i64)| {
                let want = t.1.checked_mul(c);
                l.terms.iter().any(|o| o.0 == t.0 && Some(o.1) == want)
            };
            if !x.terms.iter().all(has) {
                continue;
            }
            let div = self.lin_atom(Atom::Div(inner, n));
            let without = add(l, &x, -c).and_then(|l| add(&l, &div, c.checked_mul(n)?));
            if let Some(without) = without {
                *l = without;
                out.push((inner, n, c));
            }
        }
        out
    }

    /// Whether the affine attributes of an operation are written in their normal form, over the values that they use.
    pub(super) fn canonical(&mut self, op: crate::ir::OpId, span: Span) -> super::Eval<bool> {
        let Some(def) = self.reg.op(self.body.name(op)).map(|d| &self.reg.ops[d]) else {
            return Ok(true);
        };
        for g in 0..def.operands.len() {
            let mut atoms = super::affine::Atoms::new();
            let mut forms = Vec::new();
            for a in def.attributes.iter().filter(|a| a.over == Some(g)) {
                if self.body.attr(self.ctx, op, a.name).is_some()
                    && let Val::Affine(id) =
                        self.attr(op, a.name, &crate::lang::types::LType::Affine, span)?
                {
                    self.atoms(id, &mut atoms);
                    forms.push((a.name, id));
                }
            }
            let Some(range) = crate::lang::groups::operand_group(self.ctx, def, self.body, op, g) else {
                continue;
            };
            if forms.is_empty() {
                continue;
            }
            let group: Vec<Atom> = range
                .filter_map(|n| self.body.operand(op, n))
                .map(Atom::Value)
                .collect();
            if group != atoms.as_slice() {
                return Ok(false);
            }
            for (name, id) in forms {
                let e = self.expr_of_lin(id, &atoms);
                let same = match self.body.attr(self.ctx, op, name).map(|a| self.ctx.attr_data(a)) {
                    Some(crate::ir::AttrData::AffineMap(m)) => m.results.as_ref() == [e],
                    Some(crate::ir::AttrData::Integer { value, .. }) => {
                        self.ctx.affine_constant(e) == Some(*value)
                    }
                    _ => true,
                };
                if !same {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}
