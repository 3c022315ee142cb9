//! Conditions, and patterns as a whole.

use super::{Checked, Checker, Facts};
use crate::lang::ast::{self, MatchPart, MatchSource, PatternOption, PatternStmt};
use crate::lang::hir::{Action, Cond, CondKind, Pat, PatKind, Pattern, Slot};
use crate::lang::types::LType;
use crate::support::diag::Reported;
use crate::support::kinds::Kind;

/// `_` and nothing else.
fn anything(n: &ast::NodePat) -> bool {
    matches!(n.names.as_slice(), [o] if o.kind == ast::OpNameKind::Any)
        && n.operands.is_none()
        && n.attributes.is_none()
        && n.results.is_none()
        && n.commutes.is_none()
}

impl Checker<'_> {
    /// Conditions in order; also what they establish.
    pub(super) fn conds(&mut self, parts: &[MatchPart]) -> Checked<(Vec<Cond>, Facts)> {
        let mut out = Vec::new();
        let mut facts: Vec<(Slot, LType)> = Vec::new();
        let mut failed: Option<Reported> = None;
        for p in parts {
            let known = facts.clone();
            match self.narrowed(&known, |c| c.cond(p)) {
                Ok(kind) => {
                    if let CondKind::Where(e, _) = &kind {
                        facts.extend(self.facts(e));
                    }
                    if let CondKind::Of(p, e) = &kind
                        && let (crate::lang::hir::ExprKind::Local(s), Some(t)) =
                            (&e.kind, self.pattern_type(p))
                        && matches!(e.ty, LType::Op(_))
                    {
                        facts.push((*s, t));
                    }
                    out.push(Cond { kind, span: p.span() });
                }
                Err(e) => {
                    self.lose_part(p);
                    failed = Some(e);
                }
            }
        }
        match failed {
            Some(e) => Err(e),
            None => Ok((out, facts)),
        }
    }

    /// Runs `f` with one of the variables, or with none.
    fn over<T>(&mut self, only: Option<Slot>, why: &'static str, f: impl FnOnce(&mut Self) -> T) -> T {
        let mut all = std::mem::take(&mut self.vars);
        self.hidden = all.iter().map(|v| (v.name.clone(), why)).collect();
        if let Some(n) = all.iter().position(|v| Some(v.slot) == only) {
            let root = all.swap_remove(n);
            self.vars.push(root);
        }
        let out = f(self);
        self.hidden.clear();
        all.append(&mut self.vars);
        all.sort_by_key(|v| v.slot);
        self.vars = all;
        out
    }

    /// What decreases: an integer, or several compared in order.
    fn measure(&mut self, e: &ast::Expr) -> Checked<crate::lang::hir::Expr> {
        let x = self.expr(e, None)?;
        let good = match &x.ty {
            LType::Int => true,
            LType::Tuple(ts) => ts.iter().all(|t| *t == LType::Int),
            _ => false,
        };
        if good {
            return Ok(x);
        }
        let text = format!(
            "'decreases' takes an int, or a tuple of them, but this is {}",
            self.show(&x.ty)
        );
        Err(self.fault(Kind::Measure, e.span, text))
    }

    fn cond(&mut self, p: &MatchPart) -> Checked<CondKind> {
        match p {
            MatchPart::Where(w) => {
                let e = self.holding(&w.condition)?;
                let reason = match &w.reason {
                    Some(s) => Some(self.text(s)?),
                    None => None,
                };
                Ok(CondKind::Where(e, reason))
            }
            MatchPart::Let(l) => {
                let hint = match &l.pattern.kind {
                    ast::PatKind::Bind { name, .. } => self
                        .var(&name.text)
                        .and_then(|n| self.vars.get(n))
                        .map(|v| v.ty.clone()),
                    _ => None,
                };
                let e = self.expr(&l.value, hint.as_ref())?;
                let ty = e.ty.clone();
                // A plain name binds what stands there, an option too only with '?'.
                let (e, ty) = match (&l.pattern.kind, ty) {
                    (ast::PatKind::Bind { optional: false, .. }, LType::Option(t)) => {
                        let t = (*t).clone();
                        (self.convert(e, &t)?, t)
                    }
                    (_, ty) => (e, ty),
                };
                let p = self.pat(&l.pattern, &ty)?;
                Ok(CondKind::Let(p, e))
            }
            MatchPart::Match(m) => {
                let Some((source, e)) = &m.source else {
                    let text =
                        "a pattern has one root; say where this operation is looked for with 'of' or 'in'";
                    return Err(self.fault(Kind::TwoRoots, m.span, text));
                };
                let e = self.expr(e, None)?;
                let ty = match (source, e.ty.unwrapped()) {
                    (MatchSource::Of, t @ (LType::Op(_) | LType::Value)) => t.clone(),
                    (MatchSource::In, LType::List(t)) => (**t).clone(),
                    (MatchSource::Of, other) => {
                        let text = format!(
                            "'of' takes an operation or a value, but this is {}",
                            self.show(other)
                        );
                        return Err(self.fault(Kind::Types, e.span, text));
                    }
                    (MatchSource::In, other) => {
                        let text = format!("'in' takes a list, but this is {}", self.show(other));
                        return Err(self.fault(Kind::Types, e.span, text));
                    }
                };
                let want = match source {
                    MatchSource::Of => ty.clone(),
                    MatchSource::In => LType::list(ty.clone()),
                };
                let e = self.convert(e, &want)?;
                let mut p = match (&m.pattern, &ty) {
                    // `match b = _ in successors(op)`: the element, whatever it is.
                    (n, t) if anything(n) && !matches!(t, LType::Op(_)) => Pat {
                        kind: PatKind::Wild,
                        bind: None,
                        ty: None,
                        span: n.span,
                    },
                    _ => self.node_or_struct(&m.pattern, &ty, m.pattern.span)?,
                };
                if let Some(name) = &m.name {
                    if self.var(&name.text).is_some() {
                        return Err(self.fault(
                            Kind::BoundTwice,
                            name.span,
                            format!("'{}' is bound already", name.text),
                        ));
                    }
                    let ty = self.pattern_type(&p).unwrap_or(ty);
                    p.bind = Some(self.bind(name, ty));
                }
                Ok(match source {
                    MatchSource::Of => CondKind::Of(p, e),
                    MatchSource::In => CondKind::In(p, e),
                })
            }
        }
    }

    pub(super) fn pattern(&mut self, p: &ast::Pattern) -> Checked<Pattern> {
        let before = self.sink.errors();
        let roots: Vec<&ast::MatchStmt> = p
            .body
            .iter()
            .filter_map(|s| match s {
                PatternStmt::Match(MatchPart::Match(m)) if m.source.is_none() => Some(m),
                _ => None,
            })
            .collect();
        let Some(root) = roots.first() else {
            return Err(self.fault(
                Kind::NoRoot,
                p.name.span,
                format!(
                    "pattern '{}' has no root: a 'match' without 'of' or 'in'",
                    p.name.text
                ),
            ));
        };
        if let Some(second) = roots.get(1) {
            self.fault(
                Kind::TwoRoots,
                second.span,
                "a pattern has one root; say where this operation is looked for with 'of' or 'in'",
            );
            for other in roots.iter().skip(1) {
                self.lose_part(&MatchPart::Match((*other).clone()));
            }
        }
        let mut root_pat = self.node(&root.pattern).ok();
        if root_pat.is_none() {
            self.lose_part(&MatchPart::Match((*root).clone()));
        }
        let root_ty = root_pat
            .as_ref()
            .and_then(|n| {
                let p = Pat {
                    kind: PatKind::Node(Box::new(n.clone())),
                    bind: None,
                    ty: None,
                    span: n.span,
                };
                self.pattern_type(&p)
            })
            .unwrap_or(LType::any_op());
        let root_set = match &root_ty {
            LType::Op(set) => Some(set.clone()),
            _ => None,
        };
        if let Some(name) = &root.name
            && let Some(v) = self.vars.iter().find(|v| v.name == name.text)
        {
            let (span, text) = (v.span, format!("'{}' is bound already, to the root", name.text));
            self.fault(Kind::BoundTwice, span, text);
            root_pat = None;
        }
        let root_slot = match &root.name {
            Some(name) if root_pat.is_some() => self.bind(name, root_ty),
            _ => self.temp("root"),
        };
        let rest: Vec<MatchPart> = p
            .body
            .iter()
            .filter_map(|s| match s {
                PatternStmt::Match(MatchPart::Match(m)) if m.source.is_none() => None,
                PatternStmt::Match(part) => Some(part.clone()),
                _ => None,
            })
            .collect();
        let conds = self.conds(&rest);
        let (conds, facts) = conds.unwrap_or_default();
        let good_match = self.sink.errors() == before;
        let mut action = None;
        for s in &p.body {
            let made = match s {
                PatternStmt::Rewrite { block, .. } => {
                    self.rewriting = true;
                    let stmts = self.narrowed(&facts, |c| c.scope(|c| c.stmts(&block.stmts)));
                    self.rewriting = false;
                    if let (Ok(stmts), Some(set)) = (&stmts, &root_set) {
                        self.replaced_everywhere(root_slot, set, stmts);
                    }
                    stmts.ok().map(Action::Rewrite)
                }
                PatternStmt::Diagnostic(d) => self
                    .narrowed(&facts, |c| c.diagnostic(d))
                    .ok()
                    .map(Action::Diagnostic),
                _ => continue,
            };
            if action.is_some() {
                self.fault(
                    Kind::TwoActions,
                    p.name.span,
                    format!("pattern '{}' has two actions", p.name.text),
                );
            }
            action = made;
        }
        let mut benefit = None;
        let mut unordered = false;
        let mut decreases = None;
        for o in &p.options {
            match o {
                PatternOption::Benefit(e) => {
                    benefit = self
                        .over(None, "a benefit reads nothing but the target", |c| c.int(e))
                        .ok()
                }
                PatternOption::Unordered(_) => unordered = true,
                PatternOption::Decreases(e) => {
                    decreases = self
                        .over(Some(root_slot), "'decreases' reads the root only", |c| {
                            c.measure(e)
                        })
                        .ok()
                }
            }
        }
        if !good_match {
            // Names of a faulty match part are not reported as unused too.
            self.vars.iter_mut().for_each(|v| v.used = true);
        }
        if let Some(v) = self.vars.iter_mut().find(|v| v.slot == root_slot) {
            v.used = true;
        }
        self.close(0);
        if good_match && action.is_none() && self.sink.errors() == before {
            let text = format!(
                "pattern '{}' does nothing: it needs 'rewrite' or a diagnostic",
                p.name.text
            );
            return Err(self.fault(Kind::NoAction, p.name.span, text));
        }
        self.sink.since(before)?;
        let (Some(root), Some(action)) = (root_pat.take(), action) else {
            return Err(Reported);
        };
        Ok(Pattern {
            name: p.name.text.clone(),
            root,
            root_slot,
            conds,
            action,
            benefit,
            unordered,
            decreases,
            frame: self.next,
            slots: std::mem::take(&mut self.names),
            doc: p.doc.clone(),
            span: p.span,
            name_span: p.name.span,
        })
    }
}
