//! Affine expressions in linear normal form: a constant and coefficients of atoms, an atom being a value or a floor
//! division of such a form by a positive constant. Remainders are rewritten: `x mod n` is `x - n * (x div n)`.

use super::{Eval, Fail, Machine, Val, Why};
use crate::ir::affine::{AffineExpr, AffineId};
use crate::ir::{AttrData, AttrId, Context, ValueId};
use crate::lang::ast::BinaryOp;
use crate::support::ids::Id;
use crate::support::source::Span;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

crate::id_type!(
    /// A linear form of the evaluation at hand.
    LinId
);

/// What a linear form is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Atom {
    /// A value of the IR.
    Value(ValueId),
    /// A result of an operation to be created.
    NewResult(u32, u32),
    /// An argument of a region to be created.
    NewArg(u32, u16, u16),
    /// What is unknown of the offset of a side, in a rule.
    Opaque(u8),
    /// Floor division by a constant above 1.
    Div(LinId, i64),
}

/// Atoms, few as a rule.
pub(super) type Atoms = SmallVec<[Atom; 4]>;

/// `constant + sum of coefficient * atom`, atoms ascending, coefficients not zero.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Lin {
    /// Constant term.
    pub constant: i64,
    /// Terms.
    pub terms: SmallVec<[(Atom, i64); 2]>,
}

/// The forms of one evaluation.
#[derive(Default)]
pub struct Store {
    forms: IndexSet<Lin, FxBuildHasher>,
}

impl Store {
    pub(super) fn clear(&mut self) {
        self.forms.clear();
    }
    pub(super) fn intern(&mut self, l: Lin) -> LinId {
        LinId::from_index(self.forms.insert_full(l).0)
    }
    pub(super) fn get(&self, id: LinId) -> Lin {
        self.forms.get_index(id.index()).cloned().unwrap_or_default()
    }
}

pub(super) fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).unwrap_or(1)
}

pub(super) fn add(a: &Lin, b: &Lin, times: i64) -> Option<Lin> {
    let mut out = Lin {
        constant: a.constant.checked_add(b.constant.checked_mul(times)?)?,
        terms: a.terms.clone(),
    };
    for (atom, c) in &b.terms {
        let c = c.checked_mul(times)?;
        match out.terms.binary_search_by(|t| t.0.cmp(atom)) {
            Ok(n) => {
                if let Some(t) = out.terms.get_mut(n) {
                    t.1 = t.1.checked_add(c)?;
                }
            }
            Err(n) => out.terms.insert(n, (*atom, c)),
        }
    }
    out.terms.retain(|t| t.1 != 0);
    Some(out)
}

fn scale(a: &Lin, n: i64) -> Option<Lin> {
    add(&Lin::default(), a, n)
}

impl Machine<'_> {
    pub(super) fn lin(&self, id: LinId) -> Lin {
        self.s.lins.get(id)
    }
    pub(super) fn lin_const(&mut self, n: i64) -> Val {
        Val::Affine(self.s.lins.intern(Lin {
            constant: n,
            terms: SmallVec::new(),
        }))
    }
    /// An offset that is known in part.
    pub(super) fn opaque(&mut self, side: u8, o: crate::ap::Offset) -> Val {
        let mut l = Lin {
            constant: o.at,
            terms: SmallVec::new(),
        };
        if o.unknown != 0 {
            l.terms.push((Atom::Opaque(side), o.unknown));
        }
        Val::Affine(self.s.lins.intern(l))
    }
    pub(super) fn lin_atom(&mut self, a: Atom) -> Lin {
        let mut terms = SmallVec::new();
        terms.push((a, 1));
        Lin { constant: 0, terms }
    }

    /// An integer, value or affine expression as an affine expression.
    pub(super) fn affine(&mut self, v: Val, span: Span) -> Eval<Val> {
        let atom = match v {
            Val::Affine(_) => return Ok(v),
            Val::Int(n) => return Ok(self.lin_const(n)),
            Val::Value(v) => Atom::Value(v),
            Val::NewResult(o, n) => Atom::NewResult(o, n),
            Val::NewArg(o, r, n) => Atom::NewArg(o, r, n),
            _ => return self.fail(span, Why::Shape),
        };
        let l = self.lin_atom(atom);
        Ok(Val::Affine(self.s.lins.intern(l)))
    }

    fn affine_id(&self, v: Val, span: Span) -> Eval<LinId> {
        match v {
            Val::Affine(id) => Ok(id),
            _ => self.fail(span, Why::Shape),
        }
    }

    pub(super) fn affine_arith(&mut self, op: BinaryOp, a: Val, b: Val, span: Span) -> Eval<Val> {
        let (a, b) = (self.affine_id(a, span)?, self.affine_id(b, span)?);
        let (la, lb) = (self.lin(a), self.lin(b));
        let over = Fail {
            span,
            why: Why::Overflow,
        };
        let out = match op {
            BinaryOp::Add => add(&la, &lb, 1).ok_or(over)?,
            BinaryOp::Sub => add(&la, &lb, -1).ok_or(over)?,
            BinaryOp::Mul if lb.terms.is_empty() => scale(&la, lb.constant).ok_or(over)?,
            BinaryOp::Mul if la.terms.is_empty() => scale(&lb, la.constant).ok_or(over)?,
            BinaryOp::Mul => return self.fail(span, Why::NotConstant),
            BinaryOp::Div | BinaryOp::Rem => {
                if !lb.terms.is_empty() {
                    return self.fail(span, Why::NotConstant);
                }
                let n = lb.constant;
                if n <= 0 {
                    return self.fail(span, Why::Divisor);
                }
                let q = self.floor_div(&la, n).ok_or(over)?;
                if op == BinaryOp::Div {
                    q
                } else {
                    add(&la, &q, n.checked_neg().ok_or(over)?).ok_or(over)?
                }
            }
        };
        Ok(Val::Affine(self.s.lins.intern(out)))
    }

    /// The form of an affine map's expression over the values of its operand group.
    pub(super) fn lin_of_expr(&mut self, e: AffineId, group: &[Atom], span: Span) -> Eval<Lin> {
        let over = Fail {
            span,
            why: Why::Overflow,
        };
        Ok(match self.ctx.affine_data(e) {
            AffineExpr::Const(n) => Lin {
                constant: n,
                terms: SmallVec::new(),
            },
            AffineExpr::Dim(n) => match group.get(n as usize) {
                Some(a) => self.lin_atom(*a),
                None => return self.fail(span, Why::Broken),
            },
            AffineExpr::Sym(_) => return self.fail(span, Why::Broken),
            AffineExpr::Add(a, b) => {
                let (a, b) = (
                    self.lin_of_expr(a, group, span)?,
                    self.lin_of_expr(b, group, span)?,
                );
                add(&a, &b, 1).ok_or(over)?
            }
            AffineExpr::Mul(a, b) => {
                let (a, b) = (
                    self.lin_of_expr(a, group, span)?,
                    self.lin_of_expr(b, group, span)?,
                );
                if b.terms.is_empty() {
                    scale(&a, b.constant).ok_or(over)?
                } else if a.terms.is_empty() {
                    scale(&b, a.constant).ok_or(over)?
                } else {
                    return self.fail(span, Why::NotConstant);
                }
            }
            AffineExpr::Mod(a, b) | AffineExpr::FloorDiv(a, b) | AffineExpr::CeilDiv(a, b) => {
                let (la, lb) = (
                    self.lin_of_expr(a, group, span)?,
                    self.lin_of_expr(b, group, span)?,
                );
                if !lb.terms.is_empty() || lb.constant <= 0 {
                    return self.fail(span, Why::Divisor);
                }
                let n = lb.constant;
                match self.ctx.affine_data(e) {
                    AffineExpr::FloorDiv(..) => self.floor_div(&la, n).ok_or(over)?,
                    AffineExpr::CeilDiv(..) => {
                        let up = Lin {
                            constant: la.constant.checked_add(n - 1).ok_or(over)?,
                            terms: la.terms,
                        };
                        self.floor_div(&up, n).ok_or(over)?
                    }
                    _ => {
                        let q = self.floor_div(&la, n).ok_or(over)?;
                        add(&la, &q, -n).ok_or(over)?
                    }
                }
            }
        })
    }

    /// An affine attribute over an operand group as a value.
    pub(super) fn affine_of_attr(&mut self, a: AttrId, group: &[Atom], span: Span) -> Eval<Val> {
        let ctx = self.ctx;
        match ctx.attr_data(a) {
            AttrData::Integer { value, .. } => Ok(self.lin_const(*value)),
            AttrData::AffineMap(m) => match m.results.first() {
                Some(&e) => {
                    let l = self.lin_of_expr(e, group, span)?;
                    Ok(Val::Affine(self.s.lins.intern(l)))
                }
                None => self.fail(span, Why::Broken),
            },
            _ => self.fail(span, Why::Broken),
        }
    }

    /// The values in an affine expression, each once, in ascending order of terms.
    pub(super) fn atoms(&mut self, id: LinId, out: &mut Atoms) {
        for (a, _) in self.lin(id).terms {
            match a {
                Atom::Div(inner, _) => self.atoms(inner, out),
                leaf if !out.contains(&leaf) => out.push(leaf),
                _ => {}
            }
        }
    }

    /// With atoms replaced by numbers.
    pub(super) fn substitute(&mut self, id: LinId, with: &[(Atom, i64)], span: Span) -> Eval<LinId> {
        let l = self.lin(id);
        let over = Fail {
            span,
            why: Why::Overflow,
        };
        let mut out = Lin {
            constant: l.constant,
            terms: SmallVec::new(),
        };
        for (a, c) in &l.terms {
            let known = with.iter().find(|w| w.0 == *a).map(|w| w.1);
            let part = match (known, a) {
                (Some(n), _) => Lin {
                    constant: n,
                    terms: SmallVec::new(),
                },
                (None, Atom::Div(inner, n)) => {
                    let inner = self.substitute(*inner, with, span)?;
                    let inner = self.lin(inner);
                    self.floor_div(&inner, *n).ok_or(over)?
                }
                (None, leaf) => self.lin_atom(*leaf),
            };
            out = add(&out, &part, *c).ok_or(over)?;
        }
        Ok(self.s.lins.intern(out))
    }

    /// As an expression over dimensions, one for each atom of `group`. What remains of a division is written `mod`.
    pub(super) fn expr_of_lin(&mut self, id: LinId, group: &[Atom]) -> AffineId {
        let mut l = self.lin(id);
        let rests = self.remainders(&mut l);
        let ctx: &Context = self.ctx;
        let mut sum: Option<AffineId> = None;
        let mut plus = |term: AffineId| {
            sum = Some(match sum {
                Some(s) => ctx.affine_add(s, term),
                None => term,
            });
        };
        for (a, c) in &l.terms {
            let base = match a {
                Atom::Div(inner, n) => {
                    let inner = self.expr_of_lin(*inner, group);
                    ctx.affine_divide(AffineExpr::FloorDiv, inner, ctx.affine_const(*n))
                }
                leaf => {
                    let n = group.iter().position(|g| g == leaf).unwrap_or(0);
                    ctx.affine(AffineExpr::Dim(n as u32))
                }
            };
            plus(ctx.affine_mul(base, ctx.affine_const(*c)));
        }
        for (inner, n, c) in rests {
            let inner = self.expr_of_lin(inner, group);
            let rest = ctx.affine_divide(AffineExpr::Mod, inner, ctx.affine_const(n));
            plus(ctx.affine_mul(rest, ctx.affine_const(c)));
        }
        let constant = ctx.affine_const(l.constant);
        match sum {
            Some(s) => ctx.affine_add(s, constant),
            None => constant,
        }
    }
}
