//! The implicit conversions, and only they: operation to interface to `op`; an operation with one result to that value;
//! `int` and values to `affine`; `int` and `float` to a number, and a number to `int`, failing where it is not one; a tuple to a struct of the same fields; `T` to `T?`; and, failing where it is not one,
//! `T?` to `T` and an attribute to `int`.

use super::{Checked, Checker};
use crate::lang::hir::{Const, Expr, ExprKind};
use crate::lang::types::{LType, OpSet};
use crate::support::kinds::Kind;

impl Checker<'_> {
    /// `e` as a `want`.
    pub(super) fn convert(&mut self, e: Expr, want: &LType) -> Checked<Expr> {
        match self.try_convert(e, want) {
            Ok(e) => Ok(e),
            Err(e) => {
                let (have, want) = (self.show(&e.ty), self.show(want));
                Err(self.fault(
                    Kind::Types,
                    e.span,
                    format!("expected {want}, but this is {have}"),
                ))
            }
        }
    }

    /// The same, giving the expression back where it cannot be.
    #[allow(clippy::result_large_err)] // the expression is the whole point
    pub(super) fn try_convert(&mut self, e: Expr, want: &LType) -> Result<Expr, Expr> {
        if e.ty == *want {
            return Ok(e);
        }
        let span = e.span;
        let make = |kind, ty: &LType| Expr {
            kind,
            ty: ty.clone(),
            span,
        };
        match (&e.ty, want) {
            (LType::Never, _) => Ok(Expr {
                ty: want.clone(),
                ..e
            }),
            (LType::Unknown, LType::Option(_)) => Ok(Expr {
                ty: want.clone(),
                ..e
            }),
            (LType::Option(inner), LType::Option(t)) => {
                if self.representation_kept(inner, t) {
                    Ok(Expr {
                        ty: want.clone(),
                        ..e
                    })
                } else {
                    Err(e)
                }
            }
            (_, LType::Option(t)) => {
                let t = (**t).clone();
                self.try_convert(e, &t).map(|e| Expr {
                    ty: want.clone(),
                    ..e
                })
            }
            (LType::Option(inner), _) => {
                let inner = (**inner).clone();
                let unwrapped = make(ExprKind::Unwrap(Box::new(e)), &inner);
                self.try_convert(unwrapped, want)
            }
            (LType::Op(have), LType::Op(set)) if have.within(self.reg, set) => Ok(Expr {
                ty: want.clone(),
                ..e
            }),
            (LType::Op(set), LType::Value) if self.one_result(set) => {
                Ok(make(ExprKind::ToValue(Box::new(e)), want))
            }
            (LType::Op(set), LType::Affine) if self.one_result(set) => {
                let v = make(ExprKind::ToValue(Box::new(e)), &LType::Value);
                Ok(make(ExprKind::ToAffine(Box::new(v)), want))
            }
            // An attribute whose type the dialect leaves open is an integer where one is needed, or does not match.
            (LType::Attr, LType::Int) => Ok(make(
                ExprKind::Builtin(crate::lang::builtins::Builtin::Int, vec![e]),
                want,
            )),
            (LType::Int | LType::Float, LType::Number) => Ok(Expr {
                ty: want.clone(),
                ..e
            }),
            (LType::Int | LType::Number, LType::Float) if self.computes.is_some() => Ok(Expr {
                ty: want.clone(),
                ..e
            }),
            (LType::Number, LType::Int) => Ok(make(
                ExprKind::Builtin(crate::lang::builtins::Builtin::Int, vec![e]),
                want,
            )),
            (LType::Int | LType::Value, LType::Affine) => Ok(make(ExprKind::ToAffine(Box::new(e)), want)),
            (LType::Symbol(have), LType::Symbol(set))
                if have.within(self.reg, set) || *have == OpSet::Any =>
            {
                Ok(Expr {
                    ty: want.clone(),
                    ..e
                })
            }
            (_, LType::Attr) if self.is_data(&e.ty) => Ok(Expr { ty: LType::Attr, ..e }),
            (LType::Tuple(_), LType::Tuple(ts)) => match e.kind {
                ExprKind::Tuple(items) if items.len() == ts.len() => {
                    let mut out = Vec::new();
                    for (i, t) in items.into_iter().zip(ts.iter()) {
                        out.push(self.try_convert(i, t)?);
                    }
                    Ok(make(ExprKind::Tuple(out), want))
                }
                _ if self.representation_kept(&e.ty, want) => Ok(Expr {
                    ty: want.clone(),
                    ..e
                }),
                _ => Err(e),
            },
            (LType::Tuple(have), LType::Struct(s)) => {
                let fields: Vec<LType> = self.reg.structs[*s].fields.iter().map(|f| f.ty.clone()).collect();
                if have.len() != fields.len() {
                    return Err(e);
                }
                match e.kind {
                    ExprKind::Tuple(items) => {
                        let mut out = Vec::new();
                        for (i, t) in items.into_iter().zip(&fields) {
                            out.push(self.try_convert(i, t)?);
                        }
                        Ok(make(ExprKind::Struct(*s, out), want))
                    }
                    _ if have
                        .iter()
                        .zip(&fields)
                        .all(|(h, f)| self.representation_kept(h, f)) =>
                    {
                        Ok(make(ExprKind::ToStruct(*s, Box::new(e)), want))
                    }
                    _ => Err(e),
                }
            }
            (LType::List(_), LType::List(t)) => {
                let t = (**t).clone();
                self.convert_list(e, &t, want)
            }
            _ => Err(e),
        }
    }

    #[allow(clippy::result_large_err)]
    fn convert_list(&mut self, e: Expr, t: &LType, want: &LType) -> Result<Expr, Expr> {
        let span = e.span;
        let LType::List(have) = e.ty.clone() else {
            return Err(e);
        };
        if *have == LType::Unknown || self.representation_kept(&have, t) {
            return Ok(Expr {
                ty: want.clone(),
                ..e
            });
        }
        match e.kind {
            ExprKind::List(items) => {
                let mut out = Vec::new();
                for i in items {
                    out.push(self.try_convert(i, t)?);
                }
                Ok(Expr {
                    kind: ExprKind::List(out),
                    ty: want.clone(),
                    span,
                })
            }
            ExprKind::Concat(parts) => {
                let mut out = Vec::new();
                for p in parts {
                    out.push(self.try_convert(p, want)?);
                }
                Ok(Expr {
                    kind: ExprKind::Concat(out),
                    ty: want.clone(),
                    span,
                })
            }
            _ => {
                let slot = self.temp("element");
                let element = Expr {
                    kind: ExprKind::Local(slot),
                    ty: (*have).clone(),
                    span,
                };
                match self.try_convert(element, t) {
                    Ok(body) => Ok(Expr {
                        kind: ExprKind::Map(slot, Box::new(e), Box::new(body)),
                        ty: want.clone(),
                        span,
                    }),
                    Err(_) => Err(e),
                }
            }
        }
    }

    /// Whether a value of one type is a value of the other as it stands.
    pub(super) fn representation_kept(&self, have: &LType, want: &LType) -> bool {
        match (have, want) {
            _ if have == want => true,
            (LType::Unknown | LType::Never, _) => true,
            (LType::Option(h), LType::Option(w)) => self.representation_kept(h, w),
            (_, LType::Option(w)) => self.representation_kept(have, w),
            (LType::List(h), LType::List(w)) => self.representation_kept(h, w),
            (LType::Tuple(h), LType::Tuple(w)) => {
                h.len() == w.len()
                    && h.iter()
                        .zip(w.iter())
                        .all(|(h, w)| self.representation_kept(h, w))
            }
            (LType::Op(h), LType::Op(w)) => h.within(self.reg, w),
            (LType::Int | LType::Float, LType::Number) => true,
            (LType::Symbol(h), LType::Symbol(w)) => h.within(self.reg, w) || *h == OpSet::Any,
            _ => false,
        }
    }

    /// Whether every operation of the set has exactly one result.
    pub(super) fn one_result(&self, set: &OpSet) -> bool {
        let one = |d: &crate::lang::defs::OpDef| {
            d.results.len() == 1 && d.results.iter().all(|r| r.arity == crate::lang::defs::Arity::One)
        };
        match set {
            OpSet::Any => false,
            OpSet::One(o) => one(&self.reg.ops[*o]),
            OpSet::Interface(i) => one(&self.reg.interfaces[*i]),
            OpSet::Union(ops) => ops.iter().all(|o| one(&self.reg.ops[*o])),
        }
    }

    /// Whether values of a type can be kept as attributes.
    pub(super) fn is_data(&self, t: &LType) -> bool {
        match t {
            LType::Int
            | LType::Bool
            | LType::Str
            | LType::Float
            | LType::Affine
            | LType::Attr
            | LType::Type
            | LType::Enum(_)
            | LType::Struct(_)
            | LType::Symbol(_) => true,
            LType::List(t) | LType::Option(t) => self.is_data(t),
            LType::Tuple(ts) => ts.iter().all(|t| self.is_data(t)),
            _ => false,
        }
    }

    /// The one type of several alternatives.
    pub(super) fn join(&mut self, a: &LType, b: &LType) -> Option<LType> {
        if a == b {
            return Some(a.clone());
        }
        match (a, b) {
            (LType::Never, t) | (t, LType::Never) => Some(t.clone()),
            (LType::Unknown, t) | (t, LType::Unknown) => Some(LType::option(t.clone())),
            (LType::Option(x), y) | (y, LType::Option(x)) => {
                let x = (**x).clone();
                self.join(&x, y.unwrapped()).map(LType::option)
            }
            (LType::Int | LType::Value, LType::Affine) | (LType::Affine, LType::Int | LType::Value) => {
                Some(LType::Affine)
            }
            (LType::List(x), LType::List(y)) => {
                let (x, y) = ((**x).clone(), (**y).clone());
                match (&x, &y) {
                    (LType::Unknown, t) | (t, LType::Unknown) => Some(LType::list(t.clone())),
                    _ => self.join(&x, &y).map(LType::list),
                }
            }
            (LType::Tuple(t), LType::Struct(s)) | (LType::Struct(s), LType::Tuple(t)) => {
                (self.reg.structs[*s].fields.len() == t.len()).then_some(LType::Struct(*s))
            }
            (LType::Op(x), LType::Op(y)) => {
                if x.within(self.reg, y) {
                    Some(b.clone())
                } else if y.within(self.reg, x) {
                    Some(a.clone())
                } else {
                    let mut all = x.members(self.reg);
                    all.extend(y.members(self.reg));
                    if all.is_empty() || *x == OpSet::Any || *y == OpSet::Any {
                        return Some(LType::any_op());
                    }
                    all.sort();
                    all.dedup();
                    Some(LType::Op(OpSet::Union(all.into())))
                }
            }
            (LType::Op(set), LType::Value) | (LType::Value, LType::Op(set)) if self.one_result(set) => {
                Some(LType::Value)
            }
            (LType::Symbol(_), LType::Symbol(_)) => Some(LType::Symbol(OpSet::Any)),
            (LType::Number, LType::Int | LType::Float) | (LType::Int | LType::Float, LType::Number) => {
                Some(LType::Number)
            }
            (LType::Int, LType::Float) | (LType::Float, LType::Int) if self.computes.is_some() => {
                Some(LType::Number)
            }
            (LType::Attr, LType::Int | LType::Bool) => Some(b.clone()),
            (LType::Int | LType::Bool, LType::Attr) => Some(a.clone()),
            _ => None,
        }
    }

    /// `none` of a type.
    pub(super) fn none(span: crate::support::source::Span) -> Expr {
        Expr {
            kind: ExprKind::Const(Const::None),
            ty: LType::Unknown,
            span,
        }
    }
}
