//! Statements of rewrites: they add to the plan.

use super::plan::{NewRef, RegionRef, Say, Step};
use super::{Eval, Machine, Val, Why};
use crate::ir::OpId;
use crate::lang::hir::{CondKind, Diag, Stmt, StmtKind};
use crate::support::source::Span;
use smallvec::SmallVec;

impl Machine<'_> {
    /// Runs statements in order; gives what `return` returns.
    pub(super) fn run(&mut self, stmts: &[Stmt]) -> Eval<Option<Val>> {
        for s in stmts {
            if let Some(v) = self.stmt(s)? {
                return Ok(Some(v));
            }
        }
        Ok(None)
    }

    fn stmt(&mut self, s: &Stmt) -> Eval<Option<Val>> {
        self.step(s.span)?;
        let span = s.span;
        self.at_condition(span, None);
        match &s.kind {
            StmtKind::Cond(c) => self.cond_stmt(c, span)?,
            StmtKind::Expr(e) => {
                self.expr(e)?;
            }
            StmtKind::Replace(old, new) => {
                let (o, n) = (self.expr(old)?, self.expr(new)?);
                self.replace(o, n, span)?;
            }
            StmtKind::Erase(items) => {
                for i in items {
                    match self.expr(i)? {
                        Val::Op(o) => self.s.plan.steps.push(Step::Erase(o)),
                        Val::Value(v) => match self.body.def(v) {
                            crate::ir::body::Def::Arg(..) => self.s.plan.steps.push(Step::EraseArg(v)),
                            crate::ir::body::Def::Result(o, _) => self.s.plan.steps.push(Step::Erase(o)),
                            _ => return self.fail(i.span, Why::Broken),
                        },
                        v => return self.not_there_yet(v, i.span),
                    }
                }
            }
            StmtKind::Update { op, operands, attrs } => {
                let target = self.expr(op)?;
                self.update(target, operands, attrs, span)?;
                self.log_update(target, operands, attrs);
            }
            StmtKind::Move(op, point) => {
                let o = match self.expr(op)? {
                    Val::Op(o) => o,
                    v => return self.not_there_yet(v, span),
                };
                let at = self.place(point)?;
                self.s.plan.steps.push(Step::Move(o, at));
            }
            StmtKind::MoveInto(what, into) => {
                let (a, b) = (self.expr(what)?, self.expr(into)?);
                let (a, b) = (self.region_ref(a, span)?, self.region_ref(b, span)?);
                if let RegionRef::Old(r) = b
                    && self.body.entry(r).is_some()
                {
                    return self.fail(span, Why::Illegal);
                }
                self.s.plan.steps.push(Step::MoveBlocks(a, b));
            }
            StmtKind::Inline(what, args, point) => {
                let r = match self.expr(what)? {
                    Val::Region(r) => r,
                    v => return self.not_there_yet(v, span),
                };
                let mut values = Vec::new();
                for a in args {
                    match self.expr(a)? {
                        Val::List(l) => {
                            for n in 0..l.len as usize {
                                let v = self.nth(l, n);
                                values.push(self.as_ref(v, a.span)?);
                            }
                        }
                        v => values.push(self.as_ref(v, a.span)?),
                    }
                }
                let one = self.body.entry(r).filter(|b| self.body.next_block(*b).is_none());
                let fits = one.is_some_and(|b| self.body.args(b).len() == values.len());
                if !fits {
                    return self.fail(span, Why::Illegal);
                }
                let at = self.place(point)?;
                self.s.plan.steps.push(Step::Inline(r, values, at));
            }
            StmtKind::Rename(op, to) => {
                let (o, n) = (self.expr(op)?, self.expr(to)?);
                match (o, n) {
                    (Val::Op(o), Val::Str(n)) => self.s.plan.steps.push(Step::Rename(o, n)),
                    (v, _) => return self.not_there_yet(v, span),
                }
            }
            StmtKind::For(pattern, list, body) => {
                let l = self.expr(list)?;
                let n = self.list_len(l).unwrap_or(0);
                let mark = self.mark();
                for k in 0..n {
                    self.step(span)?;
                    let v = self.element(l, k);
                    self.pat(pattern, v, &mut |_| Ok(()))?;
                    if let Some(v) = self.run(body)? {
                        return Ok(Some(v));
                    }
                    // Memory holds numbers: of what an iteration makes nothing is left, and there may be many of them.
                    if self.memory.is_some() {
                        self.s.vals.truncate(mark);
                    }
                }
            }
            StmtKind::If(arms, otherwise) => {
                for (c, body) in arms {
                    if self.truth(c)? {
                        self.take(c.span);
                        return self.run(body);
                    }
                }
                if let Some(first) = otherwise.first() {
                    self.take(first.span);
                }
                return self.run(otherwise);
            }
            StmtKind::At(point, body) => {
                let at = self.place(point)?;
                let outer = std::mem::replace(&mut self.point, at);
                let done = self.run(body);
                self.point = outer;
                return done;
            }
            StmtKind::Diagnostic(d) => self.diagnostic(d)?,
            StmtKind::Return(e) => return self.expr(e).map(Some),
        }
        Ok(None)
    }

    /// A condition among statements: of several choices the first that fits counts.
    fn cond_stmt(&mut self, c: &CondKind, span: Span) -> Eval<()> {
        match c {
            CondKind::Where(e, reason) => {
                if self.truth(e)? {
                    return Ok(());
                }
                if let (Some(t), true) = (reason, self.w.explain) {
                    self.s.said = self.render(t)?;
                    return self.fail(e.span, Why::Said);
                }
                self.fail(e.span, Why::False)
            }
            CondKind::Let(p, e) | CondKind::Of(p, e) => {
                let v = self.expr(e)?;
                self.pat(p, v, &mut |_| Ok(()))
            }
            CondKind::In(p, e) => {
                let l = self.expr(e)?;
                for k in 0..self.list_len(l).unwrap_or(0) {
                    let v = self.element(l, k);
                    match self.pat(p, v, &mut |_| Ok(())) {
                        Ok(()) => return Ok(()),
                        Err(f) if f.why == Why::Fuel => return Err(f),
                        Err(_) => {}
                    }
                }
                self.fail(span, Why::Shape)
            }
        }
    }

    fn replace(&mut self, old: Val, new: Val, span: Span) -> Eval<()> {
        match old {
            Val::Op(op) => {
                let with: SmallVec<[NewRef; 2]> = match new {
                    Val::List(l) => {
                        let mut out = SmallVec::new();
                        for n in 0..l.len as usize {
                            let v = self.nth(l, n);
                            out.push(self.as_ref(v, span)?);
                        }
                        out
                    }
                    // An operation stands for all its results, be there none.
                    Val::Op(o) => self.body.results(o).map(NewRef::Old).collect(),
                    Val::NewOp(n) => {
                        let count = self.s.plan.op(n).map_or(0, |o| o.types.len());
                        (0..count as u32).map(|k| NewRef::Result(n, k)).collect()
                    }
                    v => smallvec::smallvec![self.as_ref(v, span)?],
                };
                // Without results there is nothing to hand over.
                let with = if self.body.result_count(op) == 0 {
                    SmallVec::new()
                } else {
                    with
                };
                self.s.plan.steps.push(Step::Replace(op, with));
                Ok(())
            }
            Val::Value(v) => {
                let with = self.as_ref(new, span)?;
                self.s.plan.steps.push(Step::ReplaceValue(v, with));
                Ok(())
            }
            v => self.not_there_yet(v, span).map(|_| ()),
        }
    }

    /// What this rewrite creates is not in the IR that it reads and changes.
    fn not_there_yet(&mut self, v: Val, span: Span) -> Eval<Option<Val>> {
        let what = match v {
            Val::NewOp(_) | Val::NewResult(..) => "an operation",
            Val::NewRegion(..) => "a region of an operation",
            Val::NewArg(..) => "an argument of an operation",
            _ => return self.fail(span, Why::Shape),
        };
        self.illegal(span, |_| format!("this is {what} that the same rewrite creates"))
    }

    fn place_of(&mut self, v: Val) -> Option<OpId> {
        match v {
            Val::Op(o) => Some(o),
            Val::Value(v) => self.defining(v),
            _ => Some(self.root),
        }
    }

    /// Adds a message to the plan.
    pub(super) fn diagnostic(&mut self, d: &Diag) -> Eval<()> {
        let at = self.expr(&d.at)?;
        let at = self.place_of(at);
        let message = self.render(&d.message)?;
        let mut notes = Vec::new();
        for (e, t) in &d.notes {
            let place = match e {
                Some(e) => {
                    let v = self.expr(e)?;
                    self.place_of(v)
                }
                None => None,
            };
            notes.push((place, self.render(t)?));
        }
        self.s.plan.steps.push(Step::Say(Say {
            severity: d.severity,
            at,
            message,
            notes,
        }));
        Ok(())
    }
}
