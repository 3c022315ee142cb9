//! Expressions.

use super::{Checked, Checker, Facts};
use crate::lang::ast::{self, BinaryOp, CompareOp, ExprKind as A};
use crate::lang::hir::{self, Const, Expr, ExprKind, Piece, Slot, Text};
use crate::lang::types::LType;
use crate::support::kinds::Kind;
use crate::support::nearest;
use crate::support::source::Span;

impl Checker<'_> {
    /// An expression; `want` helps where a spelling has no type by itself (`.case`, `[]`, `none`). What an `is` in it
    /// binds is not known outside, since the `is` may not hold.
    pub(super) fn expr(&mut self, e: &ast::Expr, want: Option<&LType>) -> Checked<Expr> {
        self.scope(|c| c.open_expr(e, want))
    }

    /// A condition that holds in what follows: what an `is` among its conjuncts binds is known there.
    pub(super) fn holding(&mut self, e: &ast::Expr) -> Checked<Expr> {
        let x = match &e.kind {
            A::And(_) | A::Is { .. } => self.open_expr(e, Some(&LType::Bool)),
            _ => self.expr(e, Some(&LType::Bool)),
        }?;
        self.convert(x, &LType::Bool)
    }

    fn open_expr(&mut self, e: &ast::Expr, want: Option<&LType>) -> Checked<Expr> {
        let span = e.span;
        let make = |kind, ty| Ok(Expr { kind, ty, span });
        match &e.kind {
            A::Int(n) => make(ExprKind::Const(Const::Int(*n)), LType::Int),
            A::Float(text) => match text.parse::<f64>() {
                Ok(v) => make(ExprKind::Const(Const::Float(v)), LType::Float),
                Err(_) => Err(self.fault(Kind::Literal, span, "not a float")),
            },
            A::Bool(b) => make(ExprKind::Const(Const::Bool(*b)), LType::Bool),
            A::None => Ok(Self::none(span)),
            A::Str(s) => match s.plain() {
                Some(text) => make(ExprKind::Const(Const::Str(self.ctx.str(text))), LType::Str),
                None => {
                    let text = self.text(s)?;
                    make(ExprKind::Text(text), LType::Str)
                }
            },
            A::Case(name) => match want.map(LType::unwrapped) {
                Some(LType::Enum(id)) => self.case(*id, name, span),
                Some(other) => {
                    let text = format!(
                        "expected {}, but '.{}' is a case of an enum",
                        self.show(other),
                        name.text
                    );
                    Err(self.fault(Kind::Types, span, text))
                }
                None => {
                    let text = format!(
                        "it is not known of which enum '.{}' is a case; write its name in front",
                        name.text
                    );
                    Err(self.fault(Kind::Unclear, span, text))
                }
            },
            A::Name(name) => {
                if let (Some(LType::Enum(id)), None) = (want.map(LType::unwrapped), self.var(&name.text))
                    && self.this.is_none()
                    && self.is_lost(&name.text).is_none()
                    && self.reg.enums[*id]
                        .cases
                        .iter()
                        .any(|c| self.ctx.text(c.0) == &*name.text)
                {
                    let text = format!("'{0}' is not bound; a case is written '.{0}'", name.text);
                    return Err(self.fault(Kind::Unbound, name.span, text));
                }
                self.name(name)
            }
            A::Call { name, args } => self.call(name, args, want, span),
            A::Ctor(c) => self.ctor(c, want, span),
            A::Field { base, name } => self.field(base, name, span),
            A::Index { base, index } => self.index(base, index, span),
            A::Neg(inner) => {
                let x = self.expr(inner, want)?;
                match x.ty {
                    LType::Affine => {
                        let zero = Expr {
                            kind: ExprKind::Const(Const::Int(0)),
                            ty: LType::Int,
                            span,
                        };
                        let zero = self.convert(zero, &LType::Affine)?;
                        make(
                            ExprKind::AffineArith(BinaryOp::Sub, Box::new(zero), Box::new(x)),
                            LType::Affine,
                        )
                    }
                    LType::Float | LType::Number => {
                        let ty = x.ty.clone();
                        make(ExprKind::Neg(Box::new(x)), ty)
                    }
                    _ => {
                        let x = self.convert(x, &LType::Int)?;
                        make(ExprKind::Neg(Box::new(x)), LType::Int)
                    }
                }
            }
            A::Not(inner) => {
                let x = self.boolean(inner)?;
                make(ExprKind::Not(Box::new(x)), LType::Bool)
            }
            A::Binary { op, lhs, rhs, .. } => self.binary(*op, lhs, rhs, span),
            A::And(items) => {
                let (out, _) = self.conjunction(items)?;
                make(ExprKind::And(out), LType::Bool)
            }
            A::Or(items) => {
                let mut out = Vec::new();
                for i in items {
                    out.push(self.boolean(i)?);
                }
                make(ExprKind::Or(out), LType::Bool)
            }
            A::Compare { op, lhs, rhs, .. } => self.compare(*op, lhs, rhs, span),
            A::In { item, list } => {
                let list = self.expr(list, None)?;
                let LType::List(t) = list.ty.clone() else {
                    let text = format!("'in' looks into a list, but this is {}", self.show(&list.ty));
                    return Err(self.fault(Kind::Types, list.span, text));
                };
                let item = self.expr(item, Some(&t))?;
                // Any two operations can be compared, if one can be both.
                let ops = matches!((&item.ty, &*t), (LType::Op(_), LType::Op(_)));
                let item = if ops && self.join(&item.ty, &t).is_some() {
                    item
                } else {
                    self.convert(item, &t)?
                };
                make(ExprKind::In(Box::new(item), Box::new(list)), LType::Bool)
            }
            A::Is { value, pattern } => {
                let value = self.expr(value, None)?;
                if matches!(pattern.kind, ast::PatKind::Wild) && pattern.as_name.is_none() {
                    let text = "'is' needs a pattern that tests something; '_' fits everything";
                    return Err(self.fault(Kind::TestsNothing, pattern.span, text));
                }
                if let ast::PatKind::Bind { name, .. } = &pattern.kind
                    && self.var(&name.text).is_none()
                {
                    let text = format!(
                        "'is' needs a pattern that tests something; '{}' only binds",
                        name.text
                    );
                    return Err(self.fault(Kind::TestsNothing, pattern.span, text));
                }
                let ty = value.ty.clone();
                let p = self.pat(pattern, &ty)?;
                make(ExprKind::Is(Box::new(value), Box::new(p)), LType::Bool)
            }
            A::Range { start, end } => {
                let a = self.int(start)?;
                let b = self.int(end)?;
                make(ExprKind::Range(Box::new(a), Box::new(b)), LType::list(LType::Int))
            }
            A::Concat(items) => self.concat(items, want, span),
            A::Coalesce(items) => self.coalesce(items, want, span),
            A::List(items) => {
                let inner = match want.map(LType::unwrapped) {
                    Some(LType::List(t)) => Some((**t).clone()),
                    _ => None,
                };
                let (items, ty) = self.same_type(items, inner.as_ref(), span, "this list")?;
                make(ExprKind::List(items), LType::list(ty))
            }
            A::Comprehension(c) => {
                let inner = match want.map(LType::unwrapped) {
                    Some(LType::List(t)) => Some((**t).clone()),
                    _ => None,
                };
                let (c, ty) = self.comprehension(c, inner.as_ref())?;
                make(ExprKind::Comp(Box::new(c)), LType::list(ty))
            }
            A::Tuple(items) => {
                let wants: Vec<Option<LType>> = match want.map(LType::unwrapped) {
                    Some(LType::Tuple(ts)) => ts.iter().cloned().map(Some).collect(),
                    Some(LType::Struct(s)) => self.reg.structs[*s]
                        .fields
                        .iter()
                        .map(|f| Some(f.ty.clone()))
                        .collect(),
                    _ => Vec::new(),
                };
                let mut out = Vec::new();
                for (n, i) in items.iter().enumerate() {
                    out.push(self.expr(i, wants.get(n).and_then(Option::as_ref))?);
                }
                let ty = LType::tuple(out.iter().map(|e| e.ty.clone()).collect());
                make(ExprKind::Tuple(out), ty)
            }
            A::If { arms, otherwise } => self.if_expr(arms, otherwise, want, span),
            A::CaseOf { value, arms } => self.case_expr(value, arms, want, span),
            A::Fail(s) => {
                let text = self.text(s)?;
                make(ExprKind::Fail(text), LType::Never)
            }
            A::Clone(c) => self.clone_op(c, span),
            A::At { point, value } => {
                self.effect(span, "setting an insertion point")?;
                let p = self.point(point)?;
                let v = self.expr(value, want)?;
                let ty = v.ty.clone();
                make(ExprKind::At(Box::new(p), Box::new(v)), ty)
            }
            A::Type(t) => {
                let t = self.type_expr(t)?;
                make(ExprKind::TypeLit(Box::new(t)), LType::Type)
            }
            A::Ir(_) => Err(self.fault(Kind::Form, span, "IR text stands in examples only")),
        }
    }

    pub(super) fn boolean(&mut self, e: &ast::Expr) -> Checked<Expr> {
        let x = self.expr(e, Some(&LType::Bool))?;
        self.convert(x, &LType::Bool)
    }
    pub(super) fn int(&mut self, e: &ast::Expr) -> Checked<Expr> {
        let x = self.expr(e, Some(&LType::Int))?;
        self.convert(x, &LType::Int)
    }

    /// Text with expressions in it.
    pub(super) fn text(&mut self, s: &ast::StrLit) -> Checked<Text> {
        let mut pieces = Vec::new();
        for p in &s.pieces {
            pieces.push(match p {
                ast::StrPiece::Text(t) => Piece::Lit(t.clone()),
                ast::StrPiece::Expr(e) => Piece::Expr(self.expr(e, None)?),
            });
        }
        Ok(Text { pieces })
    }

    pub(super) fn name(&mut self, name: &ast::Name) -> Checked<Expr> {
        if let Some(n) = self.var(&name.text)
            && let Some(v) = self.vars.get_mut(n)
        {
            v.used = true;
            if self.in_rule && v.ty == LType::Never {
                let text = format!("'{}' stands for dimensions and is no number", name.text);
                return Err(self.fault(Kind::Types, name.span, text));
            }
            return Ok(Expr {
                kind: ExprKind::Local(v.slot),
                ty: v.ty.clone(),
                span: name.span,
            });
        }
        if let Some(this) = self.this.clone() {
            let base = Expr {
                kind: ExprKind::Local(0),
                ty: this.clone(),
                span: name.span,
            };
            let (field, ty) = self.field_of(&this, name)?;
            return Ok(Expr {
                kind: ExprKind::Field(Box::new(base), field),
                ty,
                span: name.span,
            });
        }
        if self.place == "a verifier" {
            return self.target_parameter(name, name.span);
        }
        if let Some(reported) = self.is_lost(&name.text) {
            return Err(reported);
        }
        if let Some((_, why)) = self.hidden.iter().find(|h| *h.0 == *name.text) {
            let text = format!("'{}' cannot be read here: {why}", name.text);
            return Err(self.fault(Kind::Unbound, name.span, text));
        }
        let known: Vec<&str> = self.vars.iter().map(|v| &*v.name).collect();
        let hint = match &*name.text {
            "null" | "nil" | "None" => "; what is absent is 'none'".to_string(),
            text if self.reg.dialects.contains_key(text) => {
                "; it is a dialect: an operation is created by 'dialect.name(operands)'".to_string()
            }
            text => nearest::hint(text, known),
        };
        Err(self.fault(
            Kind::Unbound,
            name.span,
            format!("'{}' is not bound{hint}", name.text),
        ))
    }

    fn index(&mut self, base: &ast::Expr, index: &ast::Expr, span: Span) -> Checked<Expr> {
        let b = self.expr(base, None)?;
        let ty = b.ty.unwrapped().clone();
        let LType::List(t) = &ty else {
            let text = format!("only lists have elements, but this is {}", self.show(&b.ty));
            return Err(self.fault(Kind::Types, base.span, text));
        };
        let b = self.convert(b, &ty)?;
        if let A::Range { start, end } = &index.kind {
            let lo = self.int(start)?;
            let hi = self.int(end)?;
            return Ok(Expr {
                kind: ExprKind::Slice(Box::new(b), Box::new(lo), Box::new(hi)),
                ty: ty.clone(),
                span,
            });
        }
        let i = self.int(index)?;
        Ok(Expr {
            kind: ExprKind::Index(Box::new(b), Box::new(i)),
            ty: (**t).clone(),
            span,
        })
    }

    fn binary(&mut self, op: BinaryOp, lhs: &ast::Expr, rhs: &ast::Expr, span: Span) -> Checked<Expr> {
        let a = self.expr(lhs, None)?;
        let b = self.expr(rhs, None)?;
        let affine = |t: &LType| matches!(t.unwrapped(), LType::Affine | LType::Value);
        if affine(&a.ty) || affine(&b.ty) {
            let a = self.convert(a, &LType::Affine)?;
            let b = self.convert(b, &LType::Affine)?;
            return Ok(Expr {
                kind: ExprKind::AffineArith(op, Box::new(a), Box::new(b)),
                ty: LType::Affine,
                span,
            });
        }
        // A float on one side makes it a float; an element of memory is what it turns out to be.
        let ty = match (a.ty.unwrapped(), b.ty.unwrapped()) {
            (LType::Float, _) | (_, LType::Float) => LType::Float,
            (LType::Number, _) | (_, LType::Number) => LType::Number,
            _ => LType::Int,
        };
        let each = if ty == LType::Float { &LType::Number } else { &ty };
        let a = self.convert(a, each)?;
        let b = self.convert(b, each)?;
        Ok(Expr {
            kind: ExprKind::Arith(op, Box::new(a), Box::new(b)),
            ty,
            span,
        })
    }

    /// Conjuncts in order; what one establishes holds for those after it. Also gives what all establish.
    pub(super) fn conjunction(&mut self, items: &[ast::Expr]) -> Checked<(Vec<Expr>, Facts)> {
        let mut out = Vec::new();
        let mut facts: Vec<(Slot, LType)> = Vec::new();
        for i in items {
            let known = facts.clone();
            let e = self.narrowed(&known, |c| c.holding(i))?;
            facts.extend(self.facts(&e));
            out.push(e);
        }
        Ok((out, facts))
    }

    /// What a true condition says of the types of variables.
    pub(super) fn facts(&self, e: &Expr) -> Vec<(Slot, LType)> {
        match &e.kind {
            ExprKind::And(items) => items.iter().flat_map(|i| self.facts(i)).collect(),
            ExprKind::Is(value, pattern) => match (&value.kind, self.pattern_type(pattern)) {
                (ExprKind::Local(slot), Some(ty)) => vec![(*slot, ty)],
                _ => Vec::new(),
            },
            ExprKind::Compare(CompareOp::Ne, a, b) => match (&a.kind, &b.kind) {
                (ExprKind::Local(slot), ExprKind::Const(Const::None)) => {
                    vec![(*slot, a.ty.unwrapped().clone())]
                }
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    fn compare(&mut self, op: CompareOp, lhs: &ast::Expr, rhs: &ast::Expr, span: Span) -> Checked<Expr> {
        // A case takes its enum from the other side.
        let late = |e: &ast::Expr| {
            matches!(e.kind, A::Case(_) | A::None)
                || matches!(&e.kind, A::List(l) if l.is_empty())
                || matches!(&e.kind, A::Call { name, .. } if &*name.text == "enum_case")
        };
        let (a, b) = if late(lhs) {
            let b = self.expr(rhs, None)?;
            let want = b.ty.clone();
            (self.expr(lhs, Some(&want))?, b)
        } else {
            let a = self.expr(lhs, None)?;
            let want = a.ty.clone();
            (a, self.expr(rhs, Some(&want))?)
        };
        if matches!(op, CompareOp::Eq | CompareOp::Ne) {
            let Some(ty) = self.join(&a.ty, &b.ty) else {
                let text = format!("{} and {} are never equal", self.show(&a.ty), self.show(&b.ty));
                return Err(self.fault(Kind::NeverEqual, span, text));
            };
            let a = self.convert(a, &ty)?;
            let b = self.convert(b, &ty)?;
            return Ok(Expr {
                kind: ExprKind::Compare(op, Box::new(a), Box::new(b)),
                ty: LType::Bool,
                span,
            });
        }
        let floats = |t: &LType| matches!(t.unwrapped(), LType::Float | LType::Number);
        let ty = if floats(&a.ty) || floats(&b.ty) {
            LType::Number
        } else {
            LType::Int
        };
        let a = self.convert(a, &ty)?;
        let b = self.convert(b, &ty)?;
        Ok(Expr {
            kind: ExprKind::Compare(op, Box::new(a), Box::new(b)),
            ty: LType::Bool,
            span,
        })
    }

    /// Expressions that must have one type, converted to it.
    fn same_type(
        &mut self,
        items: &[ast::Expr],
        want: Option<&LType>,
        span: Span,
        what: &str,
    ) -> Checked<(Vec<Expr>, LType)> {
        let mut out: Vec<Expr> = Vec::new();
        let mut ty: Option<LType> = None;
        for i in items {
            let hint = want.cloned().or_else(|| ty.clone());
            let e = self.expr(i, hint.as_ref())?;
            ty = match ty {
                None => Some(e.ty.clone()),
                Some(t) => match self.join(&t, &e.ty) {
                    Some(t) => Some(t),
                    None => {
                        let text = format!("{what} holds {} and {}", self.show(&t), self.show(&e.ty));
                        return Err(self.fault(Kind::Types, i.span, text));
                    }
                },
            };
            out.push(e);
        }
        let ty = match (want, ty) {
            (Some(w), Some(t)) if self.join(&t, w).is_some() || matches!(w, LType::Struct(_)) => w.clone(),
            (_, Some(t)) => t,
            (Some(w), None) => w.clone(),
            (None, None) => LType::Unknown,
        };
        let _ = span;
        let mut converted = Vec::new();
        for e in out {
            converted.push(self.convert(e, &ty)?);
        }
        Ok((converted, ty))
    }

    fn concat(&mut self, items: &[ast::Expr], want: Option<&LType>, span: Span) -> Checked<Expr> {
        let mut parts: Vec<Expr> = Vec::new();
        let mut ty: Option<LType> = None;
        for i in items {
            let hint = want.cloned().or_else(|| ty.clone());
            let e = self.expr(i, hint.as_ref())?;
            if e.ty == LType::Str {
                let text = "'++' joins lists; put values into a string with \"{..}\"";
                return Err(self.fault(Kind::Types, i.span, text));
            }
            if !matches!(e.ty.unwrapped(), LType::List(_)) {
                let text = format!("'++' joins lists, but this is {}", self.show(&e.ty));
                return Err(self.fault(Kind::Types, i.span, text));
            }
            ty = match ty {
                None => Some(e.ty.unwrapped().clone()),
                Some(t) => match self.join_lists(&t, e.ty.unwrapped()) {
                    Some(t) => Some(t),
                    None => {
                        let text = format!("'++' joins {} and {}", self.show(&t), self.show(&e.ty));
                        return Err(self.fault(Kind::Types, i.span, text));
                    }
                },
            };
            parts.push(e);
        }
        let ty = match want.map(LType::unwrapped) {
            Some(w @ LType::List(_)) => w.clone(),
            _ => ty.unwrap_or(LType::list(LType::Unknown)),
        };
        let mut out = Vec::new();
        for p in parts {
            out.push(self.convert(p, &ty)?);
        }
        Ok(Expr {
            kind: ExprKind::Concat(out),
            ty,
            span,
        })
    }

    pub(super) fn join_lists(&mut self, a: &LType, b: &LType) -> Option<LType> {
        match (a, b) {
            (LType::List(x), LType::List(y)) => match (&**x, &**y) {
                (LType::Unknown, _) => Some(b.clone()),
                (_, LType::Unknown) => Some(a.clone()),
                (LType::Tuple(_), LType::Struct(_)) => Some(b.clone()),
                (LType::Struct(_), LType::Tuple(_)) => Some(a.clone()),
                (x, y) => {
                    let (x, y) = (x.clone(), y.clone());
                    self.join(&x, &y).map(LType::list)
                }
            },
            _ => None,
        }
    }

    fn coalesce(&mut self, items: &[ast::Expr], want: Option<&LType>, span: Span) -> Checked<Expr> {
        let mut out: Vec<Expr> = Vec::new();
        for (n, i) in items.iter().enumerate() {
            let hint = want
                .cloned()
                .or_else(|| out.first().map(|e: &Expr| e.ty.unwrapped().clone()));
            let e = self.expr(i, hint.as_ref())?;
            if n + 1 < items.len() && !matches!(e.ty, LType::Option(_) | LType::Unknown) {
                let text = format!("the left side of '??' is never none: it is {}", self.show(&e.ty));
                return Err(self.fault(Kind::NeverNone, i.span, text));
            }
            out.push(e);
        }
        let optional = out
            .last()
            .is_some_and(|e| e.ty.is_option() || e.ty == LType::Unknown);
        let mut ty = LType::Unknown;
        for e in &out {
            let t = e.ty.unwrapped().clone();
            ty = if ty == LType::Unknown {
                t
            } else if t == LType::Unknown {
                ty
            } else {
                match self.join(&ty, &t) {
                    Some(t) => t.unwrapped().clone(),
                    None => {
                        let text = format!("'??' chooses between {} and {}", self.show(&ty), self.show(&t));
                        return Err(self.fault(Kind::Types, span, text));
                    }
                }
            };
        }
        let mut converted = Vec::new();
        let last = out.len().saturating_sub(1);
        for (n, e) in out.into_iter().enumerate() {
            let t = if n < last || optional {
                LType::option(ty.clone())
            } else {
                ty.clone()
            };
            converted.push(self.convert(e, &t)?);
        }
        let ty = if optional { LType::option(ty) } else { ty };
        Ok(Expr {
            kind: ExprKind::Coalesce(converted),
            ty,
            span,
        })
    }

    /// A comprehension and the type of its elements.
    pub(super) fn comprehension(
        &mut self,
        c: &ast::Comprehension,
        want: Option<&LType>,
    ) -> Checked<(hir::Comp, LType)> {
        let mark = self.vars.len();
        let out = self.clauses(c, 0, want);
        self.close(mark);
        let (mut clauses, body) = out?;
        clauses.reverse();
        let ty = body.ty.clone();
        Ok((hir::Comp { body, clauses }, ty))
    }

    fn clauses(
        &mut self,
        c: &ast::Comprehension,
        n: usize,
        want: Option<&LType>,
    ) -> Checked<(Vec<hir::CompClause>, Expr)> {
        let Some(clause) = c.clauses.get(n) else {
            let e = self.expr(&c.body, want)?;
            let e = match want {
                Some(w) if !matches!(w, LType::Unknown) => match self.try_convert(e, w) {
                    Ok(e) | Err(e) => e,
                },
                _ => e,
            };
            return Ok((Vec::new(), e));
        };
        let list = self.expr(&clause.list, None)?;
        let ty = match list.ty.unwrapped() {
            LType::List(t) => (**t).clone(),
            other => {
                let text = format!("'for' goes over a list, but this is {}", self.show(other));
                return Err(self.fault(Kind::Types, clause.list.span, text));
            }
        };
        let list_ty = LType::list(ty.clone());
        let list = self.convert(list, &list_ty)?;
        let pattern = self.element_pat(&clause.pattern, &ty)?;
        let condition = match &clause.condition {
            Some(e) => Some(self.holding(e)?),
            None => None,
        };
        let facts = condition.as_ref().map(|e| self.facts(e)).unwrap_or_default();
        let (mut rest, body) = self.narrowed(&facts, |s| s.clauses(c, n + 1, want))?;
        rest.push(hir::CompClause {
            pattern,
            list,
            condition,
        });
        Ok((rest, body))
    }
}
