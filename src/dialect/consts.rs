//! Constants in dialect files: defaults, facts, values of targets.

use super::load::Loader;
use crate::ir::AttrId;
use crate::lang::ast::{Expr, ExprKind};
use crate::lang::types::LType;
use crate::support::diag::Reported;
use crate::support::kinds::Kind;
use crate::support::nearest;

/// The type that a constant has by itself.
pub(super) fn guess(e: &Expr) -> Option<LType> {
    match &e.kind {
        ExprKind::Int(_) | ExprKind::Neg(_) => Some(LType::Int),
        ExprKind::Str(_) => Some(LType::Str),
        ExprKind::Bool(_) => Some(LType::Bool),
        ExprKind::List(items) => Some(LType::list(guess(items.first()?)?)),
        _ => None,
    }
}

impl Loader<'_> {
    /// The attribute that a constant expression of a type is.
    pub(super) fn constant(&mut self, e: &Expr, ty: &LType) -> Result<AttrId, Reported> {
        let ctx = self.ctx;
        match (&e.kind, ty) {
            (_, LType::Option(t)) => self.constant(e, t),
            (ExprKind::Int(n), LType::Int | LType::Affine) => Ok(ctx.int(*n)),
            (ExprKind::Neg(inner), LType::Int | LType::Affine) => match inner.kind {
                ExprKind::Int(n) => match n.checked_neg() {
                    Some(n) => Ok(ctx.int(n)),
                    None => Err(self.fault(Kind::Literal, e.span, "integer does not fit 64 bits")),
                },
                _ => Err(self.fault(Kind::Constant, e.span, "expected a constant")),
            },
            (ExprKind::Bool(b), LType::Bool) => Ok(ctx.bool_attr(*b)),
            (ExprKind::Str(s), LType::Str) => match s.plain() {
                Some(text) => Ok(ctx.string(text)),
                None => Err(self.fault(Kind::Literal, e.span, "a constant string has no {..} in it")),
            },
            (ExprKind::Float(text), LType::Float) => match text.parse::<f64>() {
                Ok(v) => Ok(ctx.attr(crate::ir::AttrData::Float {
                    bits: u128::from(v.to_bits()),
                    ty: ctx.known.f64,
                })),
                Err(_) => Err(self.fault(Kind::Literal, e.span, "not a float")),
            },
            (ExprKind::Case(name), LType::Enum(id)) => {
                let case = ctx.find_str(&name.text).and_then(|c| self.reg.case(*id, c));
                match case.and_then(|c| self.reg.case_attr(ctx, *id, c)) {
                    Some(a) => Ok(a),
                    None => {
                        let def = &self.reg.enums[*id];
                        let names: Vec<&str> = def.cases.iter().map(|c| ctx.text(c.0)).collect();
                        let hint = nearest::hint(&name.text, names.iter().copied());
                        let text = format!(
                            "'.{}' is no case of {} ({}){hint}",
                            name.text,
                            def.name,
                            names.join(", ")
                        );
                        Err(self.fault(Kind::UnknownCase, e.span, text))
                    }
                }
            }
            (ExprKind::List(items), LType::List(t)) => {
                let mut out = Vec::new();
                for i in items {
                    out.push(self.constant(i, t)?);
                }
                Ok(ctx.array(out))
            }
            (ExprKind::Tuple(items), LType::Tuple(ts)) if items.len() == ts.len() => {
                let mut out = Vec::new();
                for (i, t) in items.iter().zip(ts.iter()) {
                    out.push(self.constant(i, t)?);
                }
                Ok(ctx.array(out))
            }
            _ => {
                let text = format!("expected a constant of type {}", ty.show(&self.reg));
                Err(self.fault(Kind::Constant, e.span, text))
            }
        }
    }
}
