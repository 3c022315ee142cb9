//! Expressions.

use super::explain::conjuncts;
use super::log::What;
use super::{Eval, Fail, Machine, Val, Why};
use crate::lang::ast::{BinaryOp, CompareOp};
use crate::lang::hir::{Comp, Cond, CondKind, Expr, ExprBlock, ExprKind as K, FnBody};
use crate::lang::types::LType;
use crate::support::source::Span;

impl Machine<'_> {
    /// The value of an expression.
    pub(super) fn expr(&mut self, e: &Expr) -> Eval<Val> {
        self.step(e.span)?;
        let span = e.span;
        match &e.kind {
            K::Const(c) => Ok(self.constant(c)),
            K::Local(s) => Ok(self.reg(*s)),
            K::Field(base, field) => {
                let b = self.expr(base)?;
                self.field(b, field, &e.ty, span)
            }
            K::Index(list, index) => {
                let l = self.expr(list)?;
                let i = self.int(index)?;
                match self.list_len(l) {
                    Some(n) if i >= 0 && i < n => Ok(self.element(l, i)),
                    _ => self.fail(span, Why::Range),
                }
            }
            K::Slice(list, from, to) => {
                let l = self.expr(list)?;
                let (a, b) = (self.int(from)?, self.int(to)?);
                let l = self.as_list(l, span)?;
                if a < 0 || b < a || b > i64::from(l.len) {
                    return self.fail(span, Why::Range);
                }
                Ok(Val::List(self.sub(l, a as usize, b as usize)))
            }
            K::Neg(x) => {
                let n = match self.expr(x)? {
                    Val::Float(x) => return Ok(Val::Float(-x)),
                    Val::Int(n) => n,
                    _ => return self.fail(x.span, Why::Shape),
                };
                n.checked_neg().map(Val::Int).ok_or(Fail {
                    span,
                    why: Why::Overflow,
                })
            }
            K::Not(x) => Ok(Val::Bool(!self.truth(x)?)),
            K::Arith(op, a, b) => match (self.expr(a)?, self.expr(b)?) {
                (Val::Int(a), Val::Int(b)) => arith(*op, a, b, span).map(Val::Int),
                (a, b) => match (real(a), real(b)) {
                    (Some(a), Some(b)) => Ok(Val::Float(float_arith(*op, a, b))),
                    _ => self.fail(span, Why::Shape),
                },
            },
            K::AffineArith(op, a, b) => {
                let (a, b) = (self.expr(a)?, self.expr(b)?);
                self.affine_arith(*op, a, b, span)
            }
            K::And(items) => {
                for i in items {
                    if !self.truth(i)? {
                        return Ok(Val::Bool(false));
                    }
                }
                Ok(Val::Bool(true))
            }
            K::Or(items) => {
                for i in items {
                    if self.truth(i)? {
                        return Ok(Val::Bool(true));
                    }
                }
                Ok(Val::Bool(false))
            }
            K::Compare(op, a, b) => {
                let (a, b) = (self.expr(a)?, self.expr(b)?);
                match op {
                    CompareOp::Eq => Ok(Val::Bool(self.equal(a, b))),
                    CompareOp::Ne => Ok(Val::Bool(!self.equal(a, b))),
                    _ => match (a, b) {
                        (Val::Int(a), Val::Int(b)) => Ok(Val::Bool(match op {
                            CompareOp::Lt => a < b,
                            CompareOp::Le => a <= b,
                            CompareOp::Gt => a > b,
                            _ => a >= b,
                        })),
                        (a, b) => match (real(a), real(b)) {
                            (Some(a), Some(b)) => Ok(Val::Bool(match op {
                                CompareOp::Lt => a < b,
                                CompareOp::Le => a <= b,
                                CompareOp::Gt => a > b,
                                _ => a >= b,
                            })),
                            _ => self.fail(span, Why::Shape),
                        },
                    },
                }
            }
            K::In(item, list) => {
                let (i, l) = (self.expr(item)?, self.expr(list)?);
                if let (Val::Int(n), Val::Range(a, b)) = (i, l) {
                    return Ok(Val::Bool(a <= n && n < b));
                }
                let n = self.list_len(l).unwrap_or(0);
                for k in 0..n {
                    self.step(span)?;
                    let e = self.element(l, k);
                    if self.equal(i, e) {
                        return Ok(Val::Bool(true));
                    }
                }
                Ok(Val::Bool(false))
            }
            K::Is(value, pattern) => {
                let v = self.expr(value)?;
                Ok(Val::Bool(self.fits(pattern, v)?))
            }
            K::Range(a, b) => Ok(Val::Range(self.int(a)?, self.int(b)?)),
            K::Concat(parts) => self.concat(parts, span),
            K::Coalesce(items) => {
                let mut last = Val::None;
                for i in items {
                    last = self.expr(i)?;
                    if last != Val::None {
                        break;
                    }
                }
                Ok(last)
            }
            K::List(items) => self.list(items).map(Val::List),
            K::Tuple(items) => self.list(items).map(Val::Tuple),
            K::Comp(c) => {
                let mark = self.s.aside.len();
                let done = self.comp(c, 0, span);
                self.gathered(mark, done)
            }
            K::If(arms, otherwise) => {
                for (c, b) in arms {
                    if self.truth(c)? {
                        self.take(c.span);
                        return self.block(b);
                    }
                }
                self.take(otherwise.value.span);
                self.block(otherwise)
            }
            K::Case(value, arms) => {
                let v = self.expr(value)?;
                for a in arms {
                    let fits = self.fits(&a.pattern, v)?;
                    if fits {
                        let good = match &a.guard {
                            Some(g) => self.truth(g)?,
                            None => true,
                        };
                        if good {
                            self.take(a.body.span);
                            return self.expr(&a.body);
                        }
                    }
                }
                self.fail(span, Why::Shape)
            }
            K::Fail(t) => {
                if self.w.explain {
                    self.s.said = self.render(t)?;
                }
                self.fail(span, Why::Said)
            }
            K::Text(t) => {
                let text = self.render(t)?;
                Ok(Val::Str(self.ctx.str(&text)))
            }
            K::Builtin(b, args) => self.builtin(*b, args, e),
            K::Call(f, args) => self.call(*f, args, span),
            K::Struct(s, fields) => {
                let reg = self.reg;
                let l = self.list(fields)?;
                // Defaults of fields that were left out.
                for (n, f) in reg.structs[*s].fields.iter().enumerate() {
                    if let (Val::None, Some(d)) = (self.nth(l, n), f.default) {
                        let v = self.decode(d, &f.ty, span)?;
                        if let Some(slot) = self.s.vals.get_mut(l.start as usize + n) {
                            *slot = v;
                        }
                    }
                }
                Ok(Val::Struct(*s, l))
            }
            K::Create(c) => self.create(c, span),
            K::Clone(c) => self.clone_op(c, span),
            K::At(point, value) => {
                let at = self.place(point)?;
                let outer = std::mem::replace(&mut self.point, at);
                let v = self.expr(value);
                self.point = outer;
                v
            }
            K::TypeLit(t) => self.type_expr(t, span).map(Val::Type),
            K::Target(n) => {
                let target = self.w.target;
                let Some(t) = target else {
                    return self.fail(span, Why::Absent);
                };
                match self.reg.target_value(t, *n) {
                    Some(a) => self.decode(a, &e.ty, span),
                    None => self.fail(span, Why::Absent),
                }
            }
            K::PassOption(n) => match self.w.options.get(*n as usize).copied().flatten() {
                Some(a) => self.decode(a, &e.ty, span),
                None => self.fail(span, Why::Absent),
            },
            K::Unwrap(x) => match self.expr(x)? {
                Val::None => self.fail(span, Why::Absent),
                v => Ok(v),
            },
            K::ToAffine(x) => {
                let v = self.expr(x)?;
                self.affine(v, span)
            }
            K::ToValue(x) => match self.expr(x)? {
                Val::Op(o) => match self.body.result(o, 0) {
                    Some(v) => Ok(Val::Value(v)),
                    None => self.fail(span, Why::Broken),
                },
                Val::NewOp(n) => Ok(Val::NewResult(n, 0)),
                v @ (Val::Value(_) | Val::NewResult(..) | Val::NewArg(..)) => Ok(v),
                _ => self.fail(span, Why::Shape),
            },
            K::ToStruct(s, x) => match self.expr(x)? {
                Val::Tuple(l) | Val::Struct(_, l) => Ok(Val::Struct(*s, l)),
                _ => self.fail(span, Why::Shape),
            },
            K::Map(slot, list, body) => {
                let l = self.expr(list)?;
                let n = self.list_len(l).unwrap_or(0);
                let mark = self.s.aside.len();
                let done = (0..n).try_for_each(|k| {
                    let v = self.element(l, k);
                    self.set(*slot, v);
                    let v = self.expr(body)?;
                    self.s.aside.push(v);
                    Ok(())
                });
                self.gathered(mark, done)
            }
        }
    }

    /// Whether a value fits a pattern.
    fn fits(&mut self, p: &crate::lang::hir::Pat, v: Val) -> Eval<bool> {
        match self.test(p, v) {
            Ok(()) => Ok(true),
            Err(Fail { why: Why::Fuel, span }) => self.fail(span, Why::Fuel),
            Err(_) => Ok(false),
        }
    }

    /// Whether a pattern inside an expression fits. What such a test looks at is not what the rule matches, so it does
    /// not count for locations; `any(x is .. for x in walk(f))` would make every operation a part of them.
    fn test(&mut self, p: &crate::lang::hir::Pat, v: Val) -> Eval<()> {
        let matched = self.s.matched.len();
        let out = self.quietly(|m| m.pat(p, v, &mut |_| Ok(())));
        self.s.matched.truncate(matched);
        out
    }

    pub(super) fn truth(&mut self, e: &Expr) -> Eval<bool> {
        match self.expr(e)? {
            Val::Bool(b) => Ok(b),
            _ => self.fail(e.span, Why::Shape),
        }
    }

    /// Values side by side in the arena. They are gathered aside, since each may put parts of its own there.
    pub(super) fn list(&mut self, items: &[Expr]) -> Eval<super::ListRef> {
        let mark = self.s.aside.len();
        let done = items.iter().try_for_each(|i| {
            let v = self.expr(i)?;
            self.s.aside.push(v);
            Ok(())
        });
        match self.gathered(mark, done)? {
            Val::List(l) => Ok(l),
            _ => Ok(super::ListRef { start: 0, len: 0 }),
        }
    }

    /// What was gathered since `mark`, as a list; nothing of it stays when gathering failed.
    pub(super) fn gathered(&mut self, mark: usize, done: Eval<()>) -> Eval<Val> {
        if let Err(f) = done {
            self.s.aside.truncate(mark);
            return Err(f);
        }
        let start = self.mark();
        self.s.vals.extend(self.s.aside.drain(mark..));
        Ok(Val::List(self.list_from(start)))
    }

    fn concat(&mut self, parts: &[Expr], span: Span) -> Eval<Val> {
        let mut lists: smallvec::SmallVec<[super::ListRef; 4]> = smallvec::SmallVec::new();
        for p in parts {
            let v = self.expr(p)?;
            lists.push(self.as_list(v, span)?);
        }
        let start = self.mark();
        for l in lists {
            self.steps(l.len as usize, span)?;
            for n in 0..l.len as usize {
                let v = self.nth(l, n);
                self.push(v);
            }
        }
        Ok(Val::List(self.list_from(start)))
    }

    fn comp(&mut self, c: &Comp, n: usize, span: Span) -> Eval<()> {
        let Some(clause) = c.clauses.get(n) else {
            let v = self.expr(&c.body)?;
            self.room(1, span)?;
            self.s.aside.push(v);
            return Ok(());
        };
        let l = self.expr(&clause.list)?;
        let len = self.list_len(l).unwrap_or(0);
        for k in 0..len {
            self.step(span)?;
            let v = self.element(l, k);
            self.test(&clause.pattern, v)?;
            let good = match &clause.condition {
                Some(e) => self.truth(e)?,
                None => true,
            };
            if good {
                self.comp(c, n + 1, span)?;
            }
        }
        Ok(())
    }

    fn block(&mut self, b: &ExprBlock) -> Eval<Val> {
        let mut result = Val::None;
        let value = &b.value;
        let slot = &mut result;
        self.quietly(|m| {
            m.solve(&b.prefix, &mut |m| {
                *slot = m.expr(value)?;
                Ok(())
            })
        })?;
        Ok(result)
    }

    /// Conditions in order, then `k`; where a condition has choices, each is tried until everything after it holds.
    pub(super) fn solve(&mut self, conds: &[Cond], k: &mut dyn FnMut(&mut Self) -> Eval<()>) -> Eval<()> {
        let Some((first, rest)) = conds.split_first() else {
            return k(self);
        };
        self.step(first.span)?;
        self.at_condition(first.span, None);
        match &first.kind {
            CondKind::Where(e, _) if self.explaining.is_some() => {
                for part in conjuncts(e) {
                    self.at_condition(part.span, None);
                    if !self.truth(part)? {
                        return self.refuse(&first.kind, part);
                    }
                    self.passed();
                }
                self.solve(rest, k)
            }
            CondKind::Where(e, reason) => {
                if self.truth(e)? {
                    return self.solve(rest, k);
                }
                if let (Some(t), true) = (reason, self.w.explain) {
                    self.s.said = self.render(t)?;
                    return self.fail(e.span, Why::Said);
                }
                self.fail(e.span, Why::False)
            }
            CondKind::Let(p, e) => {
                let v = self.expr(e)?;
                self.pat(p, v, &mut |m| {
                    m.passed();
                    m.solve(rest, k)
                })
            }
            CondKind::Of(p, e) => {
                let v = self.expr(e)?;
                self.pat(p, v, &mut |m| {
                    m.passed();
                    m.solve(rest, k)
                })
            }
            CondKind::In(p, e) => {
                let l = self.expr(e)?;
                let n = self.list_len(l).unwrap_or(0);
                let mut last = Fail {
                    span: p.span,
                    why: Why::Shape,
                };
                let choice = self.choice();
                for i in 0..n {
                    let v = self.element(l, i);
                    let matched = self.s.matched.len();
                    self.at_condition(first.span, None);
                    match self.pat(p, v, &mut |m| {
                        m.passed();
                        m.solve(rest, k)
                    }) {
                        Ok(()) => return Ok(()),
                        Err(f) if f.why == Why::Fuel => return Err(f),
                        Err(f) => {
                            last = f;
                            self.next_attempt(choice, f);
                        }
                    }
                    self.s.matched.truncate(matched);
                }
                Err(last)
            }
        }
    }

    /// A part of a `where` is false.
    fn refuse(&mut self, c: &CondKind, part: &Expr) -> Eval<()> {
        if let (CondKind::Where(_, Some(t)), true) = (c, self.w.explain) {
            self.s.said = self.render(t)?;
            return self.fail(part.span, Why::Said);
        }
        self.fail(part.span, Why::False)
    }

    fn call(&mut self, f: crate::lang::defs::FnId, args: &[Expr], span: Span) -> Eval<Val> {
        let fns = self.w.fns;
        let def = &fns.list[f];
        let mark = self.s.aside.len();
        let done = args.iter().try_for_each(|a| {
            let v = self.expr(a)?;
            self.s.aside.push(v);
            Ok(())
        });
        if let Err(f) = done {
            self.s.aside.truncate(mark);
            return Err(f);
        }
        let outer = self.base;
        let top = self.s.regs.len();
        self.s.regs.resize(top + def.frame as usize, Val::None);
        self.base = top;
        for n in 0..args.len() {
            let v = self.s.aside.get(mark + n).copied().unwrap_or(Val::None);
            self.set(n as u16, v);
        }
        self.s.aside.truncate(mark);
        let out = match &def.body {
            FnBody::Pure(b) => self.block(b),
            FnBody::Rewrite(stmts) => {
                self.log(What::Enter(f));
                let out = self.quietly(|m| m.run(stmts)).map(|v| v.unwrap_or(Val::None));
                self.log(What::Leave);
                out
            }
            FnBody::Missing => self.fail(span, Why::Broken),
        };
        self.s.regs.truncate(top);
        self.base = outer;
        match (out, &def.result) {
            (Ok(Val::None), t) if !matches!(t, LType::Option(_) | LType::Nothing | LType::Unknown) => {
                self.fail(span, Why::Absent)
            }
            (out, _) => out,
        }
    }
}

/// A number as a float.
pub(super) fn real(v: Val) -> Option<f64> {
    match v {
        Val::Int(n) => Some(n as f64),
        Val::Float(x) => Some(x),
        _ => None,
    }
}

fn float_arith(op: BinaryOp, a: f64, b: f64) -> f64 {
    match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::Div => a / b,
        BinaryOp::Rem => a.rem_euclid(b),
    }
}

fn arith(op: BinaryOp, a: i64, b: i64, span: Span) -> Eval<i64> {
    let over = Fail {
        span,
        why: Why::Overflow,
    };
    match op {
        BinaryOp::Add => a.checked_add(b).ok_or(over),
        BinaryOp::Sub => a.checked_sub(b).ok_or(over),
        BinaryOp::Mul => a.checked_mul(b).ok_or(over),
        BinaryOp::Div | BinaryOp::Rem if b <= 0 => Err(Fail {
            span,
            why: Why::Divisor,
        }),
        BinaryOp::Div => Ok(a.div_euclid(b)),
        BinaryOp::Rem => Ok(a.rem_euclid(b)),
    }
}
