//! Expressions. The grammar gives operands and operators in a flat list; precedence is decided here.

use super::build::{Builder, Built, Kids, P, Stop};
use super::grammar::Rule;
use crate::lang::ast::*;
use crate::support::kinds::Kind;
use crate::support::source::Span;

/// How loosely an operator binds, from the loosest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Coalesce,
    Or,
    And,
    Compare,
    Range,
    Concat,
    Add,
    Mul,
}

fn level(rule: Rule) -> Option<Level> {
    Some(match rule {
        Rule::coalesce_op => Level::Coalesce,
        Rule::k_or => Level::Or,
        Rule::k_and => Level::And,
        Rule::cmp_op | Rule::k_is | Rule::k_in => Level::Compare,
        Rule::dots => Level::Range,
        Rule::concat_op => Level::Concat,
        Rule::add_op => Level::Add,
        Rule::mul_op => Level::Mul,
        _ => return None,
    })
}

/// An operand (`unary` or `is_pat`) with the operator before it; the first has none.
struct Term<'t> {
    op: Option<(Level, P<'t>)>,
    operand: P<'t>,
}

/// A stretch of terms; the operator of the first is of no account.
type Terms<'a, 't> = &'a [Term<'t>];

impl<'t> Builder<'t, '_> {
    /// `expr` or `range_e`
    pub fn expr(&mut self, p: P<'t>) -> Built<Expr> {
        let mut k = self.kids(p);
        let mut terms = Vec::new();
        while let Some(p) = k.next() {
            match level(p.as_rule()) {
                Some(level) => terms.push(Term {
                    op: Some((level, p)),
                    operand: k.any()?,
                }),
                None => terms.push(Term { op: None, operand: p }),
            }
        }
        self.terms(&terms)
    }

    fn terms(&mut self, terms: Terms<'_, 't>) -> Built<Expr> {
        let (Some(first), Some(last)) = (terms.first(), terms.last()) else {
            return Err(Stop::Mismatch(Span::new(self.file, 0, 0)));
        };
        let span = self.span(&first.operand).to(self.span(&last.operand));
        let loosest = terms
            .iter()
            .skip(1)
            .filter_map(|t| t.op.as_ref().map(|(l, _)| *l))
            .min();
        if loosest.is_none_or(|l| l >= Level::Compare) {
            // `not` stands before a whole comparison.
            let nots = self.nots(&first.operand);
            return self.deeper(nots.len(), span, |b| {
                let mut e = b.compared(terms, loosest, span)?;
                for at in nots.into_iter().rev() {
                    e = Expr {
                        span: at.to(e.span),
                        kind: ExprKind::Not(Box::new(e)),
                    };
                }
                Ok(e)
            });
        }
        let Some(loosest) = loosest else {
            return Err(Stop::Mismatch(span));
        };
        self.list_of(terms, loosest, span)
    }

    fn nots(&self, operand: &P<'t>) -> Vec<Span> {
        if operand.as_rule() != Rule::unary {
            return Vec::new();
        }
        let nots = operand
            .clone()
            .into_inner()
            .take_while(|p| p.as_rule() == Rule::k_not);
        nots.map(|p| self.span(&p)).collect()
    }

    /// `a ?? b`, `a or b`, `a and b`, `a ++ b`: lists, however long.
    fn list_of(&mut self, terms: Terms<'_, 't>, at: Level, span: Span) -> Built<Expr> {
        let list = self.deeper(1, span, |b| {
            let mut list = Vec::new();
            for part in parts(terms, at) {
                list.push(if at == Level::Concat {
                    b.arithmetic(part)?
                } else {
                    b.terms(part)?
                });
            }
            Ok(list)
        })?;
        let kind = match at {
            Level::Coalesce => ExprKind::Coalesce(list),
            Level::Or => ExprKind::Or(list),
            Level::And => ExprKind::And(list),
            _ => ExprKind::Concat(list),
        };
        Ok(Expr { kind, span })
    }

    /// Terms without `and`, `or`, `??`, the `not`s before them taken off.
    fn compared(&mut self, terms: Terms<'_, 't>, loosest: Option<Level>, span: Span) -> Built<Expr> {
        if loosest != Some(Level::Compare) {
            let e = self.arithmetic(terms)?;
            return Ok(e);
        }
        let mut sides = parts(terms, Level::Compare).into_iter();
        let (Some(left), Some(right)) = (sides.next(), sides.next()) else {
            return Err(Stop::Mismatch(span));
        };
        if let Some((_, op)) = sides.next().and_then(|p| p.first()).and_then(|t| t.op.as_ref()) {
            let at = self.span(op);
            return Err(self
                .sink
                .fault(Kind::Syntax, at, "comparisons do not chain; join them with 'and'")
                .into());
        }
        let Some((_, op)) = right.first().and_then(|t| t.op.as_ref()) else {
            return Err(Stop::Mismatch(span));
        };
        let op_span = self.span(op);
        self.deeper(1, span, |b| {
            let lhs = Box::new(b.arithmetic(left)?);
            // The place of a comparison begins where its left side does, not at a `not` before it.
            let span = lhs.span.to(span);
            let kind = match op.as_rule() {
                Rule::k_is => {
                    if let Some((_, op)) = right.get(1).and_then(|t| t.op.as_ref()) {
                        let at = b.span(op);
                        return Err(b
                            .sink
                            .fault(
                                Kind::Syntax,
                                at,
                                "what follows 'is' is a pattern and takes no operator",
                            )
                            .into());
                    }
                    let Some(right) = right.first() else {
                        return Err(Stop::Mismatch(span));
                    };
                    ExprKind::Is {
                        value: lhs,
                        pattern: Box::new(b.pat(right.operand.clone())?),
                    }
                }
                Rule::k_in => ExprKind::In {
                    item: lhs,
                    list: Box::new(b.arithmetic(right)?),
                },
                _ => {
                    let op = match op.as_str() {
                        "==" => CompareOp::Eq,
                        "!=" => CompareOp::Ne,
                        "<" => CompareOp::Lt,
                        "<=" => CompareOp::Le,
                        ">" => CompareOp::Gt,
                        _ => CompareOp::Ge,
                    };
                    ExprKind::Compare {
                        op,
                        op_span,
                        lhs,
                        rhs: Box::new(b.arithmetic(right)?),
                    }
                }
            };
            Ok(Expr { kind, span })
        })
    }

    /// Terms joined by `..`, `++`, `+ -`, `* / %`, or a single one. `not` is allowed before the first only, and has been
    /// dealt with there.
    fn arithmetic(&mut self, terms: Terms<'_, 't>) -> Built<Expr> {
        let (Some(first), Some(last)) = (terms.first(), terms.last()) else {
            return Err(Stop::Mismatch(Span::new(self.file, 0, 0)));
        };
        let Some(loosest) = terms
            .iter()
            .skip(1)
            .filter_map(|t| t.op.as_ref().map(|(l, _)| *l))
            .min()
        else {
            let stray = first.op.is_some() && first.op.as_ref().is_some_and(|(l, _)| *l >= Level::Compare);
            if let Some(&at) = self.nots(&first.operand).first().filter(|_| stray) {
                let message = "'not' stands before a whole comparison; put it in parentheses here";
                return Err(self.sink.fault(Kind::Syntax, at, message).into());
            }
            return self.operand(first.operand.clone());
        };
        let span = self.span(&first.operand).to(self.span(&last.operand));
        let cut = parts(terms, loosest);
        match loosest {
            Level::Concat => self.list_of(terms, loosest, span),
            Level::Range => {
                let [left, right] = cut.as_slice() else {
                    return Err(self.sink.fault(Kind::Syntax, span, "'..' does not chain").into());
                };
                self.deeper(1, span, |b| {
                    let start = Box::new(b.arithmetic(left)?);
                    let end = Box::new(b.arithmetic(right)?);
                    Ok(Expr {
                        span: start.span.to(span),
                        kind: ExprKind::Range { start, end },
                    })
                })
            }
            _ => {
                let mut parts = cut.into_iter().enumerate();
                let count = parts.len();
                let Some((_, first)) = parts.next() else {
                    return Err(Stop::Mismatch(span));
                };
                // Left-deep: the first operand lies deepest.
                let mut lhs = self.deeper(count - 1, span, |b| b.arithmetic(first))?;
                for (n, part) in parts {
                    let Some((_, op)) = part.first().and_then(|t| t.op.as_ref()) else {
                        return Err(Stop::Mismatch(span));
                    };
                    let op_span = self.span(op);
                    let op = match op.as_str() {
                        "+" => BinaryOp::Add,
                        "-" => BinaryOp::Sub,
                        "*" => BinaryOp::Mul,
                        "/" => BinaryOp::Div,
                        _ => BinaryOp::Rem,
                    };
                    let rhs = Box::new(self.deeper(count - n, span, |b| b.arithmetic(part))?);
                    let span = lhs.span.to(rhs.span);
                    lhs = Expr {
                        kind: ExprKind::Binary {
                            op,
                            op_span,
                            lhs: Box::new(lhs),
                            rhs,
                        },
                        span,
                    };
                }
                Ok(lhs)
            }
        }
    }

    /// `not* neg* primary (field | index)*`, the `not`s dealt with.
    fn operand(&mut self, p: P<'t>) -> Built<Expr> {
        let mut k = self.kids(p);
        let span = k.span;
        while k.take(Rule::k_not).is_some() {}
        let mut negs = Vec::new();
        while let Some(p) = k.take(Rule::neg) {
            negs.push(self.span(&p));
        }
        let primary = k.any()?;
        let mut postfix = Vec::new();
        while let Some(p) = k.next() {
            postfix.push(p);
        }
        self.deeper(negs.len(), span, |b| {
            let primary = b.deeper(postfix.len(), span, |b| b.primary(primary))?;
            let mut e = b.postfix(primary, postfix)?;
            for at in negs.into_iter().rev() {
                e = Expr {
                    span: at.to(e.span),
                    kind: ExprKind::Neg(Box::new(e)),
                };
            }
            Ok(e)
        })
    }

    /// Fields and indices of `base`; the first lies deepest.
    fn postfix(&mut self, mut base: Expr, postfix: Vec<P<'t>>) -> Built<Expr> {
        let count = postfix.len();
        for (n, p) in postfix.into_iter().enumerate() {
            let span = base.span.to(self.span(&p));
            let rule = p.as_rule();
            let mut k = self.kids(p);
            let kind = if rule == Rule::field {
                ExprKind::Field {
                    base: Box::new(base),
                    name: self.name(&k.need(Rule::name)?),
                }
            } else {
                let index = self.deeper(count - n, span, |b| b.next_expr(&mut k))?;
                ExprKind::Index {
                    base: Box::new(base),
                    index: Box::new(index),
                }
            };
            base = Expr { kind, span };
        }
        Ok(base)
    }

    /// `ident (field | index)*`
    pub fn place(&mut self, p: P<'t>) -> Built<Expr> {
        let mut k = self.kids(p);
        let name = self.name(&k.need(Rule::ident)?);
        let mut postfix = Vec::new();
        while let Some(p) = k.next() {
            postfix.push(p);
        }
        let base = Expr {
            span: name.span,
            kind: ExprKind::Name(name),
        };
        self.deeper(postfix.len(), k.span, |b| b.postfix(base, postfix))
    }

    fn primary(&mut self, p: P<'t>) -> Built<Expr> {
        let span = self.span(&p);
        if p.as_rule() == Rule::tuple_e && self.only_parentheses(&p) {
            // They are no level of the tree, and brackets have been counted before.
            let inner = self.kids(p).need(Rule::expr)?;
            return Ok(Expr {
                span,
                ..self.expr(inner)?
            });
        }
        self.deeper(1, span, |b| b.counted(p, span))
    }

    fn counted(&mut self, p: P<'t>, span: Span) -> Built<Expr> {
        let rule = p.as_rule();
        let kind = match rule {
            Rule::int => ExprKind::Int(self.int(&p)),
            Rule::float => ExprKind::Float(p.as_str().into()),
            Rule::string => ExprKind::Str(self.string(p)?),
            Rule::boolean => ExprKind::Bool(p.as_str() == "true"),
            Rule::k_none => ExprKind::None,
            Rule::enum_case => ExprKind::Case(self.case_name(&p)),
            Rule::ident => ExprKind::Name(self.name(&p)),
            Rule::ir_text => ExprKind::Ir(self.ir_text(&p)),
            Rule::type_lit => ExprKind::Type(self.type_lit(p)?),
            Rule::list_e => {
                let mut k = self.kids(p);
                let mut list = self.exprs(&mut k)?;
                match (k.peek(), list.pop()) {
                    (Some(Rule::comp_for), Some(body)) => {
                        ExprKind::Comprehension(Box::new(self.comprehension(body, &mut k)?))
                    }
                    (_, last) => {
                        list.extend(last);
                        ExprKind::List(list)
                    }
                }
            }
            Rule::tuple_e => {
                let mut k = self.kids(p);
                ExprKind::Tuple(self.exprs(&mut k)?)
            }
            Rule::if_e => {
                let mut k = self.kids(p);
                let mut arms = Vec::new();
                while let Some(p) = k.take(Rule::expr) {
                    let condition = self.expr(p)?;
                    let body = k.need(Rule::expr_block)?;
                    arms.push((condition, self.expr_block(body)?));
                }
                let otherwise = k.need(Rule::expr_block)?;
                ExprKind::If {
                    arms,
                    otherwise: self.expr_block(otherwise)?,
                }
            }
            Rule::case_e => {
                let mut k = self.kids(p);
                let value = Box::new(self.next_expr(&mut k)?);
                let mut arms = Vec::new();
                while let Some(p) = k.take(Rule::case_arm) {
                    arms.push(self.case_arm(p)?);
                }
                ExprKind::CaseOf { value, arms }
            }
            Rule::fail_e => {
                let p = self.kids(p).need(Rule::string)?;
                ExprKind::Fail(self.string(p)?)
            }
            Rule::clone_e => {
                let mut k = self.kids(p);
                let place = k.need(Rule::place)?;
                let place = self.place(place)?;
                let (args, attrs) = self.args_and_attrs(&mut k)?;
                ExprKind::Clone(Box::new(CloneExpr {
                    place,
                    args,
                    attrs,
                    created: self.created(&mut k)?,
                }))
            }
            Rule::at_e => {
                let mut k = self.kids(p);
                let point = k.need(Rule::point)?;
                let point = Box::new(self.point(point)?);
                ExprKind::At {
                    point,
                    value: Box::new(self.next_expr(&mut k)?),
                }
            }
            Rule::ctor => {
                let mut k = self.kids(p);
                let name = self.name(&k.need(Rule::op_name)?);
                let args = k.need(Rule::args)?;
                let args = self.args(args)?;
                let (_, attrs) = self.args_and_attrs(&mut k)?;
                ExprKind::Ctor(Box::new(Ctor {
                    name,
                    args,
                    attrs,
                    created: self.created(&mut k)?,
                }))
            }
            Rule::call => {
                let mut k = self.kids(p);
                let name = self.name(&k.need(Rule::ident)?);
                let args = k.need(Rule::args)?;
                ExprKind::Call {
                    name,
                    args: self.args(args)?,
                }
            }
            _ => return Err(Stop::Mismatch(span)),
        };
        Ok(Expr { kind, span })
    }

    fn case_arm(&mut self, p: P<'t>) -> Built<CaseArm> {
        let mut k = self.kids(p);
        let pattern = k.need(Rule::slot)?;
        let pattern = self.pat(pattern)?;
        let guard = k.take(Rule::expr).map(|p| self.expr(p)).transpose()?;
        k.need(Rule::implies)?;
        Ok(CaseArm {
            pattern,
            guard,
            body: self.next_expr(&mut k)?,
            span: k.span,
        })
    }

    /// `"{" (match | let | where)* expr "}"`
    pub fn expr_block(&mut self, p: P<'t>) -> Built<ExprBlock> {
        let mut k = self.kids(p);
        let mut prefix = Vec::new();
        while let Some(Rule::match_stmt | Rule::let_stmt | Rule::where_stmt) = k.peek() {
            let p = k.any()?;
            prefix.push(self.match_part(p)?);
        }
        Ok(ExprBlock {
            prefix,
            value: Box::new(self.next_expr(&mut k)?),
            span: k.span,
        })
    }

    fn comprehension(&mut self, body: Expr, k: &mut Kids<'t>) -> Built<Comprehension> {
        let mut clauses = Vec::new();
        let mut span = body.span;
        while let Some(p) = k.take(Rule::comp_for) {
            let mut k = self.kids(p);
            let pattern = k.need(Rule::dpat)?;
            let pattern = self.pat(pattern)?;
            k.need(Rule::k_in)?;
            let list = k.need(Rule::range_e)?;
            let list = self.expr(list)?;
            let condition = k.take(Rule::expr).map(|p| self.expr(p)).transpose()?;
            span = span.to(k.span);
            clauses.push(CompClause {
                pattern,
                list,
                condition,
                span: k.span,
            });
        }
        Ok(Comprehension { body, clauses, span })
    }

    /// `"(" (comp | ((name "=")? expr),*) ")"`
    pub fn args(&mut self, p: P<'t>) -> Built<Args> {
        let mut k = self.kids(p);
        let span = k.span;
        let mut list = Vec::new();
        while let Some(p) = k.take(Rule::arg) {
            let mut k = self.kids(p);
            let name = self.key(&mut k, Rule::arg_key)?;
            list.push(Arg {
                name,
                value: self.next_expr(&mut k)?,
            });
        }
        if k.peek() != Some(Rule::comp_for) {
            return Ok(Args {
                kind: ArgsKind::List(list),
                span,
            });
        }
        let Some(Arg { name, value }) = list.pop() else {
            return Err(Stop::Mismatch(span));
        };
        if let Some(name) = name {
            let message =
                "a comprehension is the only argument and has no name; write [... for ...] to name a list";
            self.sink.fault(Kind::Syntax, name.span, message);
        }
        Ok(Args {
            kind: ArgsKind::Comprehension(Box::new(self.comprehension(value, &mut k)?)),
            span,
        })
    }

    /// `args? attrs?`
    pub fn args_and_attrs(&mut self, k: &mut Kids<'t>) -> Built<(Option<Args>, Option<Vec<AttrArg>>)> {
        let args = k.take(Rule::args).map(|p| self.args(p)).transpose()?;
        let attrs = k.take(Rule::attrs).map(|p| self.attrs(p)).transpose()?;
        Ok((args, attrs))
    }

    fn attrs(&mut self, p: P<'t>) -> Built<Vec<AttrArg>> {
        let mut k = self.kids(p);
        let mut list = Vec::new();
        while let Some(p) = k.take(Rule::attr) {
            let mut k = self.kids(p);
            let span = k.span;
            list.push(if k.take(Rule::dots).is_some() {
                AttrArg::Spread {
                    value: self.next_expr(&mut k)?,
                    span,
                }
            } else {
                let name = self.name(&k.need(Rule::name)?);
                AttrArg::One {
                    name,
                    value: k.take(Rule::expr).map(|p| self.expr(p)).transpose()?,
                    span,
                }
            });
        }
        Ok(list)
    }

    fn created(&mut self, k: &mut Kids<'t>) -> Built<Vec<Created>> {
        let mut list = Vec::new();
        while let Some(p) = k.take(Rule::created) {
            let mut k = self.kids(p);
            let span = k.span;
            let p = k.any()?;
            list.push(match p.as_rule() {
                Rule::types_of => {
                    let mut k = self.kids(p);
                    Created::TypesOf {
                        list: self.next_expr(&mut k)?,
                        span,
                    }
                }
                Rule::types_list => {
                    let mut k = self.kids(p);
                    let mut types = Vec::new();
                    while let Some(p) = k.take(Rule::itype) {
                        types.push(self.itype(p)?);
                    }
                    Created::Types { types, span }
                }
                Rule::itype => Created::Types {
                    types: vec![self.itype(p)?],
                    span,
                },
                _ => {
                    let mut k = self.kids(p);
                    let name = self.name(&k.need(Rule::name)?);
                    let params = match k.take(Rule::region_args) {
                        Some(p) => self.region_args(p)?,
                        None => Vec::new(),
                    };
                    let block = k.need(Rule::block)?;
                    Created::Region {
                        name,
                        params,
                        block: self.block_of_expr(block)?,
                        span,
                    }
                }
            });
        }
        Ok(list)
    }
}

/// The stretches between the operators of a level.
fn parts<'a, 't>(terms: Terms<'a, 't>, at: Level) -> Vec<Terms<'a, 't>> {
    let mut parts = Vec::new();
    let mut from = 0;
    for (n, t) in terms.iter().enumerate().skip(1) {
        if t.op.as_ref().is_some_and(|(l, _)| *l == at) {
            parts.extend(terms.get(from..n));
            from = n;
        }
    }
    parts.extend(terms.get(from..));
    parts
}
