//! Built-ins on numbers, strings, enums and affine expressions.

use super::super::affine::Atom;
use super::super::exprs::real;
use super::{B, Call, Eval, Machine, Val, Why};
use crate::lang::ast::BinaryOp;
use crate::lang::types::LType;
use crate::support::source::Span;

use crate::ir::types::DYNAMIC;

impl Machine<'_> {
    pub(super) fn number_function(&mut self, call: &Call<'_>) -> Eval<Val> {
        let [a, c, _] = call.v;
        let span = call.span;
        let range = call.range();
        match call.b {
            B::Sum if matches!(call.ty, LType::Affine) => {
                let mut sum = self.lin_const(0);
                for k in 0..self.list_len(a).unwrap_or(0) {
                    let x = self.element(a, k);
                    sum = self.affine_arith(BinaryOp::Add, sum, x, span)?;
                }
                Ok(sum)
            }
            B::Sum | B::Product | B::Max | B::Min => self.reduce(call),
            B::Any | B::All => {
                let any = call.b == B::Any;
                for k in 0..self.list_len(a).unwrap_or(0) {
                    if (self.element(a, k) == Val::Bool(true)) == any {
                        return Ok(Val::Bool(any));
                    }
                }
                Ok(Val::Bool(!any))
            }
            B::Divisors => {
                let Val::Int(n) = a else { return Err(range) };
                if n <= 0 {
                    return Err(range);
                }
                let mark = self.s.aside.len();
                let found = self.divisors(n, mark, span);
                self.gathered(mark, found)
            }
            B::IsPowerOfTwo => match a {
                Val::Int(n) => Ok(Val::Bool(n > 0 && n & (n - 1) == 0)),
                _ => Err(range),
            },
            B::Log2 => match a {
                Val::Int(n) if n > 0 && n & (n - 1) == 0 => Ok(Val::Int(i64::from(n.trailing_zeros()))),
                _ => Err(range),
            },
            B::Pow2 => match a {
                Val::Int(n) if (0..63).contains(&n) => Ok(Val::Int(1 << n)),
                _ => Err(range),
            },
            B::Wrap => match (a, c) {
                (Val::Int(n), Val::Int(w)) if (1..=64).contains(&w) => {
                    Ok(Val::Int(n << (64 - w) >> (64 - w)))
                }
                _ => Err(range),
            },
            B::Int => match a {
                Val::Affine(id) => {
                    let l = self.lin(id);
                    if l.terms.is_empty() {
                        Ok(Val::Int(l.constant))
                    } else {
                        self.fail(span, Why::NotConstant)
                    }
                }
                Val::Attr(a) => match self.integer_of(a) {
                    Some(n) => Ok(Val::Int(n)),
                    None => self.fail(span, Why::NotConstant),
                },
                Val::Int(n) => Ok(Val::Int(n)),
                Val::Float(x) => match x as i64 {
                    // The ends may be what is out of range.
                    n if n as f64 == x && n.unsigned_abs() <= 1 << 62 => Ok(Val::Int(n)),
                    _ => Err(range),
                },
                _ => self.fail(span, Why::NotConstant),
            },
            B::StartsWith => match (a, c) {
                (Val::Str(a), Val::Str(b)) => Ok(Val::Bool(self.ctx.text(a).starts_with(self.ctx.text(b)))),
                _ => Err(range),
            },
            B::Ordinal => match a {
                Val::Enum(id, n) => match self.reg.enums[id].cases.get(n as usize) {
                    Some(c) => Ok(Val::Int(c.1)),
                    None => Err(range),
                },
                _ => Err(range),
            },
            B::EnumCase => self.enum_case(a, call.ty, span),
            B::Atoms => match a {
                Val::Affine(id) => {
                    let mut out = smallvec::SmallVec::new();
                    self.atoms(id, &mut out);
                    Ok(self.make_list(out.into_iter().filter_map(atom_value)))
                }
                _ => Err(range),
            },
            B::ConstantPart => match a {
                Val::Affine(id) => Ok(Val::Int(self.lin(id).constant)),
                _ => Err(range),
            },
            B::Substitute => {
                let Val::Affine(id) = a else { return Err(range) };
                let mut with: smallvec::SmallVec<[(Atom, i64); 8]> = smallvec::SmallVec::new();
                for k in 0..self.list_len(c).unwrap_or(0) {
                    let pair = self.element(c, k);
                    match (self.element(pair, 0), self.element(pair, 1)) {
                        (Val::Value(v), Val::Int(n)) => with.push((Atom::Value(v), n)),
                        _ => return Err(range),
                    }
                }
                Ok(Val::Affine(self.substitute(id, &with, span)?))
            }
            B::Canonical => match a {
                Val::Op(op) => self.canonical(op, span).map(Val::Bool),
                _ => Err(range),
            },
            B::MultipleOf => match (a, c) {
                (Val::Affine(id), Val::Int(n)) if n > 0 => {
                    let l = self.lin(id);
                    let whole = l.constant % n == 0 && l.terms.iter().all(|t| t.1 % n == 0);
                    Ok(Val::Bool(whole))
                }
                _ => Err(call.fail(Why::Divisor)),
            },
            B::Mixed => {
                let (n, values) = (self.list_len(a).unwrap_or(0), self.list_len(c).unwrap_or(0));
                let mut used = 0;
                let out = self.gather(n, span, |m, k| match m.element(a, k) {
                    Val::Int(DYNAMIC) => {
                        if used >= values {
                            return Err(range);
                        }
                        let v = m.element(c, used);
                        used += 1;
                        m.affine(v, span)
                    }
                    v => m.affine(v, span),
                })?;
                if used == values { Ok(out) } else { Err(range) }
            }
            _ => Err(range),
        }
    }

    /// The integer of an attribute; one bit is 0 or 1, whatever its sign.
    pub(in crate::lang::eval) fn integer_of(&self, a: crate::ir::AttrId) -> Option<i64> {
        let n = self.ctx.int_value(a)?;
        Some(if self.ctx.attr_type(a) == Some(self.ctx.known.i1) {
            n & 1
        } else {
            n
        })
    }

    fn reduce(&mut self, call: &Call<'_>) -> Eval<Val> {
        let [a, ..] = call.v;
        let over = call.overflow();
        let mut acc: Option<Val> = match call.b {
            B::Sum => Some(Val::Int(0)),
            B::Product => Some(Val::Int(1)),
            _ => None,
        };
        for k in 0..self.list_len(a).unwrap_or(0) {
            self.step(call.span)?;
            let x = self.element(a, k);
            acc = Some(match (acc, x) {
                (None, x) => x,
                (Some(Val::Int(s)), Val::Int(x)) => Val::Int(match call.b {
                    B::Sum => s.checked_add(x).ok_or(over)?,
                    B::Product => s.checked_mul(x).ok_or(over)?,
                    B::Max => s.max(x),
                    _ => s.min(x),
                }),
                (Some(s), x) => match (real(s), real(x)) {
                    (Some(s), Some(x)) => Val::Float(match call.b {
                        B::Sum => s + x,
                        B::Product => s * x,
                        B::Max => s.max(x),
                        _ => s.min(x),
                    }),
                    _ => return self.fail(call.span, Why::Shape),
                },
            });
        }
        acc.filter(|v| real(*v).is_some()).ok_or(call.range())
    }

    /// Pushes the divisors of a positive number, ascending.
    fn divisors(&mut self, n: i64, mark: usize, span: Span) -> Eval<()> {
        let (mut rest, mut p) = (n, 2);
        self.s.aside.push(Val::Int(1));
        while rest > 1 {
            self.step(span)?;
            if p > rest / p {
                p = rest;
            }
            // Those so far, times each power of the prime.
            let (mut power, so_far) = (1, self.s.aside.len());
            while rest % p == 0 {
                (rest, power) = (rest / p, power * p);
                for k in mark..so_far {
                    self.step(span)?;
                    if let Some(Val::Int(d)) = self.s.aside.get(k).copied() {
                        self.s.aside.push(Val::Int(d * power));
                    }
                }
            }
            p += 1;
        }
        let of = |v: &Val| if let Val::Int(n) = v { *n } else { 0 };
        if let Some(all) = self.s.aside.get_mut(mark..) {
            all.sort_unstable_by_key(of);
        }
        Ok(())
    }
}

fn atom_value(a: Atom) -> Option<Val> {
    match a {
        Atom::Value(v) => Some(Val::Value(v)),
        Atom::NewResult(o, n) => Some(Val::NewResult(o, n)),
        Atom::NewArg(o, r, n) => Some(Val::NewArg(o, r, n)),
        Atom::Div(..) | Atom::Opaque(_) => None,
    }
}
