//! Statements of rewrites.

use super::{Checked, Checker};
use crate::lang::ast::{self, StmtKind as A};
use crate::lang::hir::{CondKind, Diag, ExprKind, Stmt, StmtKind};
use crate::lang::types::LType;
use crate::support::diag::Reported;
use crate::support::kinds::Kind;

impl Checker<'_> {
    /// Statements in order; what they bind stays bound to the end of the enclosing scope.
    pub(super) fn stmts(&mut self, list: &[ast::Stmt]) -> Checked<Vec<Stmt>> {
        let mut out = Vec::new();
        let mut failed: Option<Reported> = None;
        let gone = self.gone.len();
        for s in list {
            match self.stmt(s) {
                Ok(kind) => out.push(Stmt { kind, span: s.span }),
                Err(e) => {
                    match &s.kind {
                        A::Let(l) => self.lose_pat(&l.pattern),
                        A::Match(m) => self.lose_part(&ast::MatchPart::Match(m.clone())),
                        _ => {}
                    }
                    failed = Some(e);
                }
            }
        }
        self.gone.truncate(gone);
        match failed {
            Some(e) => {
                self.vars.iter_mut().for_each(|v| v.used = true);
                Err(e)
            }
            None => Ok(out),
        }
    }

    fn cond_stmt(&mut self, p: ast::MatchPart) -> Checked<CondKind> {
        let (mut conds, facts) = self.conds(std::slice::from_ref(&p))?;
        // What a condition establishes holds for the rest of the rewrite.
        for (slot, ty) in facts {
            if let Some(v) = self.vars.iter_mut().rev().find(|v| v.slot == slot) {
                v.ty = ty;
            }
        }
        match conds.pop() {
            Some(c) => Ok(c.kind),
            None => Err(Reported),
        }
    }

    /// An operation that an earlier statement of the same way through the rewrite took away is not changed any more.
    fn still_there(&mut self, x: &crate::lang::hir::Expr, goes: bool) -> Checked<()> {
        let (ExprKind::Local(slot), LType::Op(_)) = (&x.kind, x.ty.unwrapped()) else {
            return Ok(());
        };
        if self.gone.contains(slot) {
            let name = self.names.get(*slot as usize).map_or("", |n| &**n);
            let text = format!("'{name}' is erased or replaced by an earlier statement");
            return Err(self.fault(Kind::UsedAfter, x.span, text));
        }
        if goes {
            self.gone.push(*slot);
        }
        Ok(())
    }

    fn op_expr(&mut self, e: &ast::Expr, what: &str) -> Checked<crate::lang::hir::Expr> {
        let x = self.expr(e, None)?;
        self.still_there(&x, false)?;
        let ty = x.ty.unwrapped().clone();
        if !matches!(ty, LType::Op(_)) {
            let text = format!("{what} an operation, but this is {}", self.show(&ty));
            return Err(self.fault(Kind::Types, e.span, text));
        }
        self.convert(x, &ty)
    }

    fn stmt(&mut self, s: &ast::Stmt) -> Checked<StmtKind> {
        Ok(match &s.kind {
            A::Let(l) => StmtKind::Cond(self.cond_stmt(ast::MatchPart::Let(l.clone()))?),
            A::Match(m) => StmtKind::Cond(self.cond_stmt(ast::MatchPart::Match(m.clone()))?),
            A::Where(w) => StmtKind::Cond(self.cond_stmt(ast::MatchPart::Where(w.clone()))?),
            A::Expr(e) => StmtKind::Expr(self.expr(e, None)?),
            A::Replace { old, new } => {
                let o = self.expr(old, None)?;
                let replaceable = matches!(o.ty.unwrapped(), LType::Op(_) | LType::Value);
                if !replaceable {
                    let text = format!(
                        "an operation or a value is replaced, but this is {}",
                        self.show(&o.ty)
                    );
                    return Err(self.fault(Kind::Types, old.span, text));
                }
                let n = self.expr(new, None)?;
                let good = match n.ty.unwrapped() {
                    LType::Op(_) | LType::Value => true,
                    LType::List(t) => matches!(**t, LType::Value | LType::Op(_) | LType::Unknown),
                    _ => false,
                };
                if !good {
                    let text = format!(
                        "the replacement is an operation, a value or a list, but this is {}",
                        self.show(&n.ty)
                    );
                    return Err(self.fault(Kind::Types, new.span, text));
                }
                self.still_there(&o, true)?;
                StmtKind::Replace(o, n)
            }
            A::Erase(items) => {
                let mut out = Vec::new();
                for i in items {
                    let x = self.expr(i, None)?;
                    if !matches!(x.ty.unwrapped(), LType::Op(_) | LType::Value) {
                        let text = format!(
                            "an operation or a block argument is erased, but this is {}",
                            self.show(&x.ty)
                        );
                        return Err(self.fault(Kind::Types, i.span, text));
                    }
                    self.still_there(&x, true)?;
                    out.push(x);
                }
                StmtKind::Erase(out)
            }
            A::Update { place, args, attrs } => {
                let op = self.op_expr(place, "'update' changes")?;
                let LType::Op(set) = op.ty.clone() else {
                    return Err(Reported);
                };
                let operands = self.operand_sets(&set, args.as_ref())?;
                let attrs = self.attr_sets(&set, attrs.as_deref().unwrap_or(&[]))?;
                StmtKind::Update { op, operands, attrs }
            }
            A::Move { what, point } => {
                let op = self.op_expr(what, "'move' moves")?;
                StmtKind::Move(op, self.point(point)?)
            }
            A::MoveInto { what, into } => {
                let mut sides = Vec::new();
                for e in [what, into] {
                    let x = self.expr(e, None)?;
                    if x.ty != LType::Region {
                        let hint = match x.ty.unwrapped() {
                            LType::Op(_) if sides.is_empty() => "; write 'move x end of r' for an operation",
                            _ => "",
                        };
                        let text = format!(
                            "'move .. into' moves a region into a region, but this is {}{hint}",
                            self.show(&x.ty)
                        );
                        return Err(self.fault(Kind::Types, e.span, text));
                    }
                    sides.push(x);
                }
                match (sides.pop(), sides.pop()) {
                    (Some(into), Some(what)) => StmtKind::MoveInto(what, into),
                    _ => return Err(Reported),
                }
            }
            A::Inline { what, args, point } => {
                let x = self.expr(what, None)?;
                if x.ty != LType::Region {
                    let text = format!("'inline' takes a region, but this is {}", self.show(&x.ty));
                    return Err(self.fault(Kind::Types, what.span, text));
                }
                let mut values = Vec::new();
                if let Some(a) = args {
                    let ast::ArgsKind::List(items) = &a.kind else {
                        return Err(self.fault(
                            Kind::Arguments,
                            a.span,
                            "the values of the region's arguments are listed",
                        ));
                    };
                    for i in items {
                        let v = self.expr(&i.value, None)?;
                        // A list stands for its values.
                        let want = match v.ty.unwrapped() {
                            LType::List(_) => LType::list(LType::Value),
                            _ => LType::Value,
                        };
                        values.push(self.convert(v, &want)?);
                    }
                }
                StmtKind::Inline(x, values, self.point(point)?)
            }
            A::Rename { what, to } => {
                let op = self.op_expr(what, "'rename' renames")?;
                let to = self.expr(to, Some(&LType::Str))?;
                StmtKind::Rename(op, self.convert(to, &LType::Str)?)
            }
            A::For { pattern, list, body } => {
                let l = self.expr(list, None)?;
                let ty = match l.ty.unwrapped() {
                    LType::List(t) => (**t).clone(),
                    other => {
                        let text = format!("'for' goes over a list, but this is {}", self.show(other));
                        return Err(self.fault(Kind::Types, list.span, text));
                    }
                };
                let list_ty = LType::list(ty.clone());
                let l = self.convert(l, &list_ty)?;
                let mark = self.vars.len();
                let p = self.element_pat(pattern, &ty);
                let body = p.and_then(|p| self.stmts(&body.stmts).map(|b| (p, b)));
                self.close(mark);
                let (p, body) = body?;
                StmtKind::For(p, l, body)
            }
            A::If { arms, otherwise } => {
                let mut out = Vec::new();
                for (c, b) in arms {
                    let arm = self.scope(|s| {
                        let c = s.holding(c)?;
                        let facts = s.facts(&c);
                        let body = s.narrowed(&facts, |s| s.scope(|s| s.stmts(&b.stmts)))?;
                        Ok((c, body))
                    });
                    out.push(arm?);
                }
                let last = match otherwise {
                    Some(b) => self.scope(|s| s.stmts(&b.stmts))?,
                    None => Vec::new(),
                };
                StmtKind::If(out, last)
            }
            A::At { point, body } => {
                let p = self.point(point)?;
                let body = self.scope(|s| s.stmts(&body.stmts))?;
                StmtKind::At(p, body)
            }
            A::Diagnostic(d) => StmtKind::Diagnostic(self.diagnostic(d)?),
            A::Return(e) => {
                let Some(ty) = self.returns.clone() else {
                    return Err(self.fault(
                        Kind::Return,
                        s.span,
                        "'return' stands in rewrite functions with a result",
                    ));
                };
                let x = self.expr(e, Some(&ty))?;
                StmtKind::Return(self.convert(x, &ty)?)
            }
        })
    }

    pub(super) fn diagnostic(&mut self, d: &ast::DiagnosticStmt) -> Checked<Diag> {
        let at = self.place_of(&d.at)?;
        let message = self.text(&d.message)?;
        let mut notes = Vec::new();
        for (e, t) in &d.notes {
            let e = match e {
                Some(e) => Some(self.place_of(e)?),
                None => None,
            };
            notes.push((e, self.text(t)?));
        }
        Ok(Diag {
            severity: d.severity,
            at,
            message,
            notes,
        })
    }

    /// An operation, or a value that stands for the one which defines it.
    fn place_of(&mut self, e: &ast::Expr) -> Checked<crate::lang::hir::Expr> {
        let x = self.expr(e, None)?;
        if !matches!(x.ty.unwrapped(), LType::Op(_) | LType::Value) {
            let text = format!(
                "a diagnostic is at an operation or value, but this is {}",
                self.show(&x.ty)
            );
            return Err(self.fault(Kind::Types, e.span, text));
        }
        Ok(x)
    }
}
