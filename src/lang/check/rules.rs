//! Rules of the e-graph: both sides are chains of constructors with fields, see [`crate::lang::terms`].

use super::{Checked, Checker, Env};
use crate::lang::ast::{self, RuleCondition};
use crate::lang::hir::{Cond, CondKind, Expr, ExprKind, Slot};
use crate::lang::terms::{Chain, Example, Field, Rule, TRANSFER, Tail};
use crate::lang::types::LType;
use crate::support::diag::Sink;
use crate::support::kinds::Kind;
use crate::support::nearest;
use crate::support::source::Span;

/// Dimensions that one side of a rule may name.
pub const LONGEST: usize = 16;

const CASES: [(&str, &str); 4] = [
    ("xfer", "xfer(src, dst, esz, dims)"),
    ("dim", "dim(s, d, n, rest)"),
    ("fdim", "fdim(s, d, n, rest)"),
    ("end", ".end"),
];

/// Checks a rule.
pub fn rule(env: Env<'_>, r: &ast::Rule, sink: &mut Sink) -> Option<Rule> {
    let mut c = Checker::new(env, sink);
    c.place = "a rule";
    c.in_rule = true;
    c.rule(r).ok()
}

/// One link of a chain as it is written: the constructor with its arguments, or what ends the chain.
enum Link<'a, T> {
    Node(&'a ast::Name, Vec<&'a T>),
    End,
    Other,
}

fn pat_link(p: &ast::Pat) -> Link<'_, ast::Pat> {
    match &p.kind {
        _ if p.as_name.is_some() || p.ty.is_some() => Link::Other,
        ast::PatKind::Term { name, args } => Link::Node(name, args.iter().collect()),
        ast::PatKind::Case(n) if &*n.text == "end" => Link::End,
        _ => Link::Other,
    }
}

fn expr_link(e: &ast::Expr) -> Link<'_, ast::Expr> {
    match &e.kind {
        ast::ExprKind::Call { name, args } => match &args.kind {
            ast::ArgsKind::List(items) if items.iter().all(|i| i.name.is_none()) => {
                Link::Node(name, items.iter().map(|i| &i.value).collect())
            }
            _ => Link::Other,
        },
        ast::ExprKind::Case(n) if &*n.text == "end" => Link::End,
        _ => Link::Other,
    }
}

type Last<'a, T> = Option<&'a T>;

impl Checker<'_> {
    fn rule(&mut self, r: &ast::Rule) -> Checked<Rule> {
        let before = self.sink.errors();
        let lhs = self.rule_pattern(&r.lhs);
        if lhs.is_err() {
            // What the pattern would have bound is not known.
            self.lose_pat(&r.lhs);
        }
        let mut conds = Vec::new();
        for k in &r.conditions {
            match self.rule_condition(k) {
                Ok(c) => conds.push(c),
                Err(_) => match k {
                    RuleCondition::For { pattern, .. } => self.lose_pat(pattern),
                    RuleCondition::Let(l) => self.lose_pat(&l.pattern),
                    RuleCondition::Where(_) => {}
                },
            }
        }
        let rhs = self.rule_term(&r.rhs);
        let frame = self.next;
        let slots = self.names.clone();
        self.close(0);
        self.vars.clear();
        let mut examples = Vec::new();
        for e in &r.examples {
            let term = self.rule_term(&e.term);
            let result = e.result.as_ref().map(|t| self.rule_term(t)).transpose();
            if let (Ok(term), Ok(result)) = (term, result) {
                examples.push(Example {
                    term,
                    result,
                    span: e.span,
                });
            }
        }
        if !r.examples.iter().any(|e| e.result.is_some()) {
            let text = format!(
                "rule '{}' needs an example that fires: 'example TERM => TERM;'",
                r.name.text
            );
            self.fault(Kind::Example, r.name.span, text);
        }
        let (lhs, rhs) = (lhs?, rhs?);
        if lhs.top.is_some() != rhs.top.is_some() {
            let text = "one side is a whole transfer and the other is dimensions only; either both are 'xfer(..)' or none";
            self.fault(Kind::Types, r.rhs.span, text);
        }
        self.growth(r, &lhs, &rhs, &conds);
        let back = match r.both_ways {
            true => Some(self.reversed(r, &lhs, &rhs)?),
            false => None,
        };
        self.sink.since(before)?;
        Ok(Rule {
            name: r.name.text.clone(),
            law: !r.choice,
            both_ways: r.both_ways,
            lhs,
            rhs,
            back,
            conds,
            frame,
            slots,
            examples,
            doc: r.doc.clone(),
            span: r.name.span,
        })
    }

    /// A law does not grow; a choice that does says when, or for what.
    fn growth(&mut self, r: &ast::Rule, lhs: &Chain<Field>, rhs: &Chain<Expr>, conds: &[Cond]) {
        let (from, to) = (lhs.dims.len(), rhs.dims.len());
        if !r.choice && r.both_ways && to < from {
            let text = format!(
                "a law may not grow a term, but from right to left this one makes {from} dimensions of {to}; write '=>'"
            );
            self.fault(Kind::Grows, r.rhs.span, text);
        } else if !r.choice && to > from {
            let text = format!(
                "a law may not grow a term, but this one makes {to} dimension{} of {from}; a 'choice' may",
                if to == 1 { "" } else { "s" }
            );
            self.fault(Kind::Grows, r.rhs.span, text);
        } else if r.choice && to > from && conds.is_empty() {
            let text = format!(
                "{to} dimensions of {from} without a condition: this fires on its own result for ever; say 'for' or 'where'"
            );
            self.fault(Kind::Grows, r.rhs.span, text);
        }
    }

    fn rule_condition(&mut self, k: &RuleCondition) -> Checked<Cond> {
        Ok(match k {
            RuleCondition::For { pattern, list, span } => {
                let e = self.expr(list, None)?;
                let LType::List(t) = e.ty.unwrapped().clone() else {
                    let text = format!("'for' takes a list, but this is {}", self.show(&e.ty));
                    return Err(self.fault(Kind::Types, e.span, text));
                };
                let e = self.convert(e, &LType::List(t.clone()))?;
                let p = self.pat(pattern, &t)?;
                Cond {
                    kind: CondKind::In(p, e),
                    span: *span,
                }
            }
            RuleCondition::Where(w) => self.rule_part(ast::MatchPart::Where(w.clone()))?,
            RuleCondition::Let(l) => self.rule_part(ast::MatchPart::Let(l.clone()))?,
        })
    }

    fn rule_part(&mut self, part: ast::MatchPart) -> Checked<Cond> {
        let span = part.span();
        let (mut conds, _) = self.conds(std::slice::from_ref(&part))?;
        match conds.pop() {
            Some(c) => Ok(c),
            None => Err(self.fault(Kind::Form, span, "no condition")),
        }
    }

    /// Takes a chain apart: the fields of its links with the types that they have, and what ends it.
    #[allow(clippy::type_complexity)] // the parts of a chain
    fn chain<'t, T, F: Clone>(
        &mut self,
        whole: &'t T,
        span: impl Fn(&T) -> Span,
        link: impl Fn(&'t T) -> Link<'t, T>,
        mut field: impl FnMut(&mut Self, &'t T, &LType) -> Checked<F>,
    ) -> Checked<(Option<[F; 3]>, Vec<(bool, [F; 3])>, Last<'t, T>)> {
        let (mut top, mut dims) = (None, Vec::new());
        let mut at = whole;
        let mut first = true;
        let mut failed = None;
        loop {
            let (name, args) = match link(at) {
                Link::End => {
                    break match failed {
                        Some(e) => Err(e),
                        None => Ok((top, dims, None)),
                    };
                }
                Link::Other => {
                    break match failed {
                        Some(e) => Err(e),
                        None => Ok((top, dims, Some(at))),
                    };
                }
                Link::Node(name, args) => (name, args),
            };
            let case = CASES.iter().find(|c| *c.0 == *name.text);
            let Some((_, form)) = case else {
                let hint = nearest::hint(&name.text, CASES.iter().map(|c| c.0));
                let text = format!("{TRANSFER} has no case '{}'{hint}", name.text);
                return Err(self.fault(Kind::UnknownCase, name.span, text));
            };
            let [a, b, c, rest] = args.as_slice() else {
                let text = format!("'{}' is written {form}; {} parts given", name.text, args.len());
                return Err(self.fault(Kind::Arity, span(at), text));
            };
            let is_top = &*name.text == "xfer";
            if is_top && !first {
                let text = "'xfer' is the outermost part of a term; it holds dimensions and is in none";
                return Err(self.fault(Kind::Types, name.span, text));
            }
            if dims.len() == LONGEST {
                let text = format!("a side of a rule has at most {LONGEST} dimensions");
                return Err(self.fault(Kind::Nesting, name.span, text));
            }
            let types = if is_top {
                [LType::Affine, LType::Affine, LType::Int]
            } else {
                [LType::Int, LType::Int, LType::Int]
            };
            let mut fields = Vec::new();
            for (x, t) in [a, b, c].into_iter().zip(&types) {
                match field(self, x, t) {
                    Ok(f) => fields.push(f),
                    Err(e) => failed = Some(e),
                }
            }
            if let Ok(fields) = <[F; 3]>::try_from(fields) {
                if is_top {
                    top = Some(fields);
                } else {
                    dims.push((&*name.text == "fdim", fields));
                }
            }
            first = false;
            at = rest;
        }
    }

    fn rule_pattern(&mut self, p: &ast::Pat) -> Checked<Chain<Field>> {
        let field = |c: &mut Self, p: &ast::Pat, t: &LType| -> Checked<Field> {
            match &p.kind {
                _ if p.as_name.is_some() || p.ty.is_some() => {}
                ast::PatKind::Wild => return Ok(Field::Any),
                ast::PatKind::Int(n) => return Ok(Field::Int(*n)),
                ast::PatKind::Bind {
                    name,
                    optional: false,
                } => {
                    if let Some(n) = c.var(&name.text) {
                        let Some(v) = c.vars.get_mut(n) else {
                            return Ok(Field::Any);
                        };
                        v.used = true;
                        let (slot, ty) = (v.slot, v.ty.clone());
                        if ty != *t {
                            let text = format!(
                                "'{}' is {} elsewhere and {} here",
                                name.text,
                                c.show(&ty),
                                c.show(t)
                            );
                            return Err(c.fault(Kind::Types, name.span, text));
                        }
                        return Ok(Field::Same(slot));
                    }
                    return Ok(Field::Bind(c.bind(name, t.clone())));
                }
                _ => {}
            }
            Err(c.fault(
                Kind::Form,
                p.span,
                "a field on the left side of a rule is a name, a number or '_'; compute in 'where'",
            ))
        };
        let (top, dims, last) = self.chain(p, |p| p.span, pat_link, field)?;
        let tail = match last.map(|l| (&l.kind, l)) {
            None => Tail::End,
            Some((ast::PatKind::Wild, l)) if l.as_name.is_none() => Tail::Any,
            Some((
                ast::PatKind::Bind {
                    name,
                    optional: false,
                },
                l,
            )) if l.as_name.is_none() => {
                if self.var(&name.text).is_some() {
                    let text = format!("'{}' is bound already", name.text);
                    return Err(self.fault(Kind::BoundTwice, name.span, text));
                }
                Tail::Var(self.bind(name, LType::Never))
            }
            Some((_, l)) => {
                let text = "dimensions are 'dim(s, d, n, rest)', 'fdim(..)', '.end', a name or '_'";
                return Err(self.fault(Kind::Form, l.span, text));
            }
        };
        if top.is_none() && dims.is_empty() {
            let text = "a rule that matches everything would fire everywhere; its left side is 'dim(..)', 'fdim(..)' or 'xfer(..)'";
            return Err(self.fault(Kind::Unclear, p.span, text));
        }
        Ok(Chain { top, dims, tail })
    }

    fn rule_term(&mut self, e: &ast::Expr) -> Checked<Chain<Expr>> {
        let field = |c: &mut Self, e: &ast::Expr, t: &LType| -> Checked<Expr> {
            let x = c.expr(e, Some(t))?;
            c.convert(x, t)
        };
        let (top, dims, last) = self.chain(e, |e| e.span, expr_link, field)?;
        let tail = match last.map(|l| (&l.kind, l)) {
            None => Tail::End,
            Some((ast::ExprKind::Name(name), _)) => {
                match self.var(&name.text).and_then(|n| self.vars.get_mut(n)) {
                    Some(v) if v.ty == LType::Never => {
                        v.used = true;
                        Tail::Var(v.slot)
                    }
                    Some(_) => {
                        let text = format!("'{}' is a number and no dimensions", name.text);
                        return Err(self.fault(Kind::Types, name.span, text));
                    }
                    None if self.lost.contains(&name.text) => Tail::Any,
                    None => {
                        let known = self.vars.iter().filter(|v| v.ty == LType::Never);
                        let hint = nearest::hint(&name.text, known.map(|v| &*v.name));
                        let text = format!("'{}' is not bound on the left side{hint}", name.text);
                        return Err(self.fault(Kind::Unbound, name.span, text));
                    }
                }
            }
            Some((_, l)) => {
                let text = "a term is 'xfer(..)', 'dim(s, d, n, rest)', 'fdim(..)', '.end' or a name that the left side binds";
                return Err(self.fault(Kind::Form, l.span, text));
            }
        };
        Ok(Chain { top, dims, tail })
    }

    /// The sides exchanged: nothing on the right may be computed, and what is on the left must come from there.
    #[allow(clippy::type_complexity)] // both sides of a rule
    fn reversed(
        &mut self,
        r: &ast::Rule,
        lhs: &Chain<Field>,
        rhs: &Chain<Expr>,
    ) -> Checked<(Chain<Field>, Chain<Expr>)> {
        let mut seen: Vec<Slot> = Vec::new();
        let mut fault = None;
        let mut flip = |e: &Expr| -> Field {
            let inner = match &e.kind {
                ExprKind::ToAffine(x) => x,
                _ => e,
            };
            match &inner.kind {
                ExprKind::Local(s) if seen.contains(s) => Field::Same(*s),
                ExprKind::Local(s) => {
                    seen.push(*s);
                    Field::Bind(*s)
                }
                ExprKind::Const(crate::lang::hir::Const::Int(n)) => Field::Int(*n),
                _ => {
                    fault = Some(e.span);
                    Field::Any
                }
            }
        };
        let three = |f: &mut dyn FnMut(&Expr) -> Field, [a, b, c]: &[Expr; 3]| [f(a), f(b), f(c)];
        let back = Chain {
            top: rhs.top.as_ref().map(|t| three(&mut flip, t)),
            dims: rhs.dims.iter().map(|(k, f)| (*k, three(&mut flip, f))).collect(),
            tail: rhs.tail,
        };
        if let Some(at) = fault {
            let text = "'<=>' also fires from right to left, so nothing on its right side may be computed; write '=>'";
            return Err(self.fault(Kind::Form, at, text));
        }
        if let Tail::Var(s) = back.tail {
            seen.push(s);
        }
        let mut missing = None;
        let mut term = |f: &Field, ty: LType| -> Expr {
            let kind = match f {
                Field::Bind(s) | Field::Same(s) if seen.contains(s) => ExprKind::Local(*s),
                Field::Int(n) => ExprKind::Const(crate::lang::hir::Const::Int(*n)),
                _ => {
                    missing = Some(());
                    ExprKind::Const(crate::lang::hir::Const::Int(0))
                }
            };
            Expr {
                kind,
                ty,
                span: r.lhs.span,
            }
        };
        let top = lhs.top.as_ref().map(|[a, b, c]| {
            [
                term(a, LType::Affine),
                term(b, LType::Affine),
                term(c, LType::Int),
            ]
        });
        let dims = lhs
            .dims
            .iter()
            .map(|(k, [a, b, c])| {
                (
                    *k,
                    [term(a, LType::Int), term(b, LType::Int), term(c, LType::Int)],
                )
            })
            .collect();
        let tail_lost = match lhs.tail {
            Tail::Var(s) => !seen.contains(&s),
            Tail::Any => true,
            Tail::End => false,
        };
        if missing.is_some() || tail_lost {
            let text = "'<=>' also fires from right to left, so the right side must name all that the left side does";
            return Err(self.fault(Kind::Unbound, r.rhs.span, text));
        }
        let front = Chain {
            top,
            dims,
            tail: lhs.tail,
        };
        Ok((back, front))
    }
}
