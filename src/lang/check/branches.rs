//! Expressions that choose: `if`, `case`, and blocks with a value.

use super::{Checked, Checker};
use crate::lang::ast;
use crate::lang::hir::{self, Const, Expr, ExprKind};
use crate::lang::types::LType;
use crate::support::kinds::Kind;
use crate::support::source::Span;

impl Checker<'_> {
    pub(super) fn if_expr(
        &mut self,
        arms: &[(ast::Expr, ast::ExprBlock)],
        otherwise: &ast::ExprBlock,
        want: Option<&LType>,
        span: Span,
    ) -> Checked<Expr> {
        let mut out: Vec<(Expr, hir::ExprBlock)> = Vec::new();
        for (condition, block) in arms {
            let arm = self.scope(|s| {
                let c = s.holding(condition)?;
                let facts = s.facts(&c);
                let b = s.narrowed(&facts, |s| s.expr_block(block, want))?;
                Ok((c, b))
            });
            out.push(arm?);
        }
        let mut last = self.expr_block(otherwise, want)?;
        // Where every branch is what is wanted, no common type need be found.
        if let Some(w) = want {
            let mut values = Vec::new();
            for v in out.iter().map(|o| &o.1.value).chain([&last.value]) {
                match self.try_convert(v.clone(), w) {
                    Ok(v) => values.push(v),
                    Err(_) => break,
                }
            }
            if values.len() == out.len() + 1 {
                let mut values = values.into_iter();
                for (o, v) in out.iter_mut().zip(values.by_ref()) {
                    o.1.value = v;
                }
                last.value = values.next().unwrap_or(last.value);
                return Ok(Expr {
                    kind: ExprKind::If(out, Box::new(last)),
                    ty: w.clone(),
                    span,
                });
            }
        }
        let mut ty = last.value.ty.clone();
        for (_, b) in &out {
            ty = match self.join(&ty, &b.value.ty) {
                Some(t) => t,
                None => match (want, self.join_lists(ty.unwrapped(), b.value.ty.unwrapped())) {
                    (_, Some(t)) => t,
                    (Some(w), None) => w.clone(),
                    _ => {
                        let text = format!(
                            "the branches are {} and {}",
                            self.show(&b.value.ty),
                            self.show(&ty)
                        );
                        return Err(self.fault(Kind::Types, span, text));
                    }
                },
            };
        }
        for (_, b) in &mut out {
            b.value = self.convert(b.value.clone(), &ty)?;
        }
        last.value = self.convert(last.value, &ty)?;
        Ok(Expr {
            kind: ExprKind::If(out, Box::new(last)),
            ty,
            span,
        })
    }

    pub(super) fn case_expr(
        &mut self,
        value: &ast::Expr,
        arms: &[ast::CaseArm],
        want: Option<&LType>,
        span: Span,
    ) -> Checked<Expr> {
        let v = self.expr(value, None)?;
        let vt = v.ty.clone();
        let mut out: Vec<hir::CaseArm> = Vec::new();
        let mut ty: Option<LType> = None;
        for arm in arms {
            let mark = self.vars.len();
            let checked = self.case_arm(arm, &v, &vt, want);
            self.close(mark);
            let a = checked?;
            ty = match ty {
                None => Some(a.body.ty.clone()),
                Some(t) => match self.join(&t, &a.body.ty) {
                    Some(t) => Some(t),
                    None => {
                        let text = format!("the arms are {} and {}", self.show(&t), self.show(&a.body.ty));
                        return Err(self.fault(Kind::Types, arm.span, text));
                    }
                },
            };
            out.push(a);
        }
        self.exhaustive(&vt, &out, span)?;
        let ty = ty.unwrap_or(LType::Never);
        for a in &mut out {
            a.body = self.convert(a.body.clone(), &ty)?;
        }
        Ok(Expr {
            kind: ExprKind::Case(Box::new(v), out),
            ty,
            span,
        })
    }

    pub(super) fn case_arm(
        &mut self,
        arm: &ast::CaseArm,
        v: &Expr,
        vt: &LType,
        want: Option<&LType>,
    ) -> Checked<hir::CaseArm> {
        let pattern = self.pat(&arm.pattern, vt)?;
        let mut facts = Vec::new();
        if let (ExprKind::Local(slot), Some(t)) = (&v.kind, self.pattern_type(&pattern)) {
            facts.push((*slot, t));
        }
        self.narrowed(&facts, |s| {
            let guard = match &arm.guard {
                Some(g) => Some(s.holding(g)?),
                None => None,
            };
            let body = s.expr(&arm.body, want)?;
            Ok(hir::CaseArm { pattern, guard, body })
        })
    }

    /// A `case` over an enum or an option names all cases, one over numbers or strings has an arm for all others; over
    /// lists, types and operations an arm without a match fails.
    pub(super) fn exhaustive(&mut self, ty: &LType, arms: &[hir::CaseArm], span: Span) -> Checked<()> {
        use crate::lang::hir::PatKind;
        let sure: Vec<&hir::Pat> = arms
            .iter()
            .filter(|a| a.guard.is_none())
            .map(|a| &a.pattern)
            .collect();
        let all = |k: &PatKind| matches!(k, PatKind::Wild | PatKind::Bind(_));
        if sure.iter().any(|p| all(&p.kind) && p.ty.is_none()) {
            return Ok(());
        }
        match ty {
            LType::Enum(e) => {
                let mut seen = vec![false; self.reg.enums[*e].cases.len()];
                let mut stack: Vec<&hir::Pat> = sure;
                while let Some(p) = stack.pop() {
                    match &p.kind {
                        PatKind::Const(Const::Enum(_, n)) => {
                            if let Some(s) = seen.get_mut(*n as usize) {
                                *s = true;
                            }
                        }
                        PatKind::Alt(items) => stack.extend(items),
                        _ => {}
                    }
                }
                let missing: Vec<&str> = self.reg.enums[*e]
                    .cases
                    .iter()
                    .zip(&seen)
                    .filter(|(_, s)| !**s)
                    .map(|(c, _)| self.ctx.text(c.0))
                    .collect();
                if !missing.is_empty() {
                    let text = format!("this case says nothing of .{}", missing.join(", ."));
                    return Err(self.fault(Kind::NotExhaustive, span, text));
                }
            }
            LType::Option(_) => {
                let none = sure.iter().any(|p| matches!(p.kind, PatKind::None));
                let some = sure.iter().any(|p| match &p.kind {
                    PatKind::Present(inner) => all(&inner.kind),
                    _ => false,
                });
                if !none || !some {
                    let what = if none { "a present value" } else { "none" };
                    return Err(self.fault(
                        Kind::NotExhaustive,
                        span,
                        format!("this case says nothing of {what}"),
                    ));
                }
            }
            LType::Bool => {
                let has = |b: bool| {
                    sure.iter()
                        .any(|p| matches!(p.kind, PatKind::Const(Const::Bool(x)) if x == b))
                };
                if let Some(b) = [true, false].into_iter().find(|b| !has(*b)) {
                    let text = format!("this case says nothing of {b}");
                    return Err(self.fault(Kind::NotExhaustive, span, text));
                }
            }
            LType::Int | LType::Str | LType::Float => {
                let what = match ty {
                    LType::Int => "integers",
                    LType::Str => "strings",
                    _ => "floats",
                };
                let text = format!("this case says nothing of other {what}; end it with '_ => ..'");
                return Err(self.fault(Kind::NotExhaustive, span, text));
            }
            _ => {}
        }
        Ok(())
    }

    /// `prefix value`, in a scope of its own.
    pub(super) fn expr_block(&mut self, b: &ast::ExprBlock, want: Option<&LType>) -> Checked<hir::ExprBlock> {
        self.scope(|c| {
            let (prefix, facts) = c.conds(&b.prefix)?;
            let value = c.narrowed(&facts, |s| s.expr(&b.value, want))?;
            Ok(hir::ExprBlock { prefix, value })
        })
    }
}
