//! Matching patterns, in continuation style: `k` is everything that must hold afterwards, so that a choice point tries
//! its next alternative when something later fails.

use super::{Eval, Fail, Machine, Val, Why};
use crate::ir::{AttrData, OpId, TypeData, TypeId};
use crate::lang::defs::TypeRule;
use crate::lang::groups::operand_group;
use crate::lang::hir::{NodePat, OpTest, Pat, PatKind, Search, TypePart, TypePat};
use crate::lang::types::LType;

type Then<'k, 'a> = &'k mut dyn FnMut(&mut Machine<'a>) -> Eval<()>;

impl<'a> Machine<'a> {
    /// Matches a value, then `k`.
    pub(super) fn pat(&mut self, p: &Pat, v: Val, k: Then<'_, 'a>) -> Eval<()> {
        self.step(p.span)?;
        if let Some(t) = &p.ty {
            let ty = match v {
                Val::Value(v) => self.body.value_type(v),
                _ => return self.fail(p.span, Why::Shape),
            };
            if !fits(self.ctx, &t.rule, ty) {
                return self.fail(p.span, Why::Shape);
            }
            if t.parts.is_empty() {
                return self.bound(p, v, k);
            }
            // In text order, since the parts may be compared with what the pattern before them binds.
            return self.bound(p, v, &mut |m| m.type_parts(&t.parts, ty, p, k));
        }
        self.bound(p, v, k)
    }

    fn bound(&mut self, p: &Pat, v: Val, k: Then<'_, 'a>) -> Eval<()> {
        if let Some(slot) = p.bind {
            let named = match (&p.kind, v) {
                (PatKind::Node(_) | PatKind::Alt(_) | PatKind::Present(_), Val::Value(x)) => {
                    match self.body.def_op(x) {
                        Some(o) if self.is_node(p) => Val::Op(o),
                        _ => v,
                    }
                }
                _ => v,
            };
            self.set(slot, named);
        }
        self.kind(p, v, k)
    }

    fn is_node(&self, p: &Pat) -> bool {
        match &p.kind {
            PatKind::Node(_) => true,
            PatKind::Present(i) => self.is_node(i),
            PatKind::Alt(items) => items.iter().all(|i| self.is_node(i)),
            _ => false,
        }
    }

    fn kind(&mut self, p: &Pat, v: Val, k: Then<'_, 'a>) -> Eval<()> {
        let no = Fail {
            span: p.span,
            why: Why::Shape,
        };
        match &p.kind {
            PatKind::Wild => k(self),
            PatKind::None => {
                if v == Val::None {
                    k(self)
                } else {
                    Err(no)
                }
            }
            PatKind::Const(c) => {
                let c = self.constant(c);
                if self.equal(v, c) { k(self) } else { Err(no) }
            }
            PatKind::Bind(slot) => {
                self.set(*slot, v);
                k(self)
            }
            PatKind::Same(slot) => {
                let bound = self.reg(*slot);
                if self.equal(v, bound) { k(self) } else { Err(no) }
            }
            PatKind::Present(inner) => {
                if v == Val::None {
                    self.fail(p.span, Why::Absent)
                } else {
                    self.pat(inner, v, k)
                }
            }
            PatKind::List(pre, rest, post) => self.list_pat(p, (pre, rest, post), v, k),
            PatKind::Search(s) => self.search(p, s, v, k),
            PatKind::Tuple(items) => {
                let l = self.as_list(v, p.span)?;
                if l.len as usize != items.len() {
                    return Err(no);
                }
                self.all(items, l, 0, k)
            }
            PatKind::Struct(_, fields) => {
                let l = self.as_list(v, p.span)?;
                self.fields(fields, l, k)
            }
            PatKind::Node(n) => {
                let op = match v {
                    Val::Op(o) => Some(o),
                    Val::Value(v) => self.body.def_op(v),
                    _ => None,
                };
                match op {
                    Some(op) => self.node(n, op, k),
                    None => Err(no),
                }
            }
            PatKind::Type(t) => {
                let ty = match v {
                    Val::Type(t) => t,
                    Val::Attr(a) => match self.ctx.attr_data(a) {
                        AttrData::Type(t) => *t,
                        _ => return Err(no),
                    },
                    _ => return Err(no),
                };
                self.type_pat(t, ty, p, k)
            }
            PatKind::Alt(items) => {
                let mut last = no;
                let choice = self.choice();
                for i in items {
                    let matched = self.s.matched.len();
                    match self.pat(i, v, k) {
                        Ok(()) => {
                            self.take(i.span);
                            return Ok(());
                        }
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

    /// Patterns against elements from `from` on.
    fn all(&mut self, items: &[Pat], l: super::ListRef, from: usize, k: Then<'_, 'a>) -> Eval<()> {
        match items.split_first() {
            None => k(self),
            Some((first, rest)) => {
                let v = self.nth(l, from);
                self.pat(first, v, &mut |m| m.all(rest, l, from + 1, k))
            }
        }
    }

    fn fields(&mut self, fields: &[(u16, Pat)], l: super::ListRef, k: Then<'_, 'a>) -> Eval<()> {
        match fields.split_first() {
            None => k(self),
            Some(((n, p), rest)) => {
                let v = self.nth(l, *n as usize);
                self.pat(p, v, &mut |m| m.fields(rest, l, k))
            }
        }
    }

    #[allow(clippy::type_complexity)] // the three parts of a list pattern
    fn list_pat(
        &mut self,
        p: &Pat,
        (pre, rest, post): (&[Pat], &Option<Option<u16>>, &[Pat]),
        v: Val,
        k: Then<'_, 'a>,
    ) -> Eval<()> {
        let l = self.as_list(v, p.span)?;
        let n = l.len as usize;
        let fits = if rest.is_some() {
            n >= pre.len() + post.len()
        } else {
            n == pre.len()
        };
        if !fits {
            return self.fail(p.span, Why::Shape);
        }
        if let Some(Some(slot)) = rest {
            let middle = self.sub(l, pre.len(), n - post.len());
            self.set(*slot, Val::List(middle));
        }
        self.all(pre, l, 0, &mut |m| m.all(post, l, n - post.len(), k))
    }

    /// The first place of the middle part with which the rest holds.
    fn search(&mut self, p: &Pat, s: &Search, v: Val, k: Then<'_, 'a>) -> Eval<()> {
        let l = self.as_list(v, p.span)?;
        let n = l.len as usize;
        let fixed = s.pre.len() + s.mid.len() + s.post.len();
        let Some(free) = n.checked_sub(fixed) else {
            return self.fail(p.span, Why::Shape);
        };
        let mut last = Fail {
            span: p.span,
            why: Why::Shape,
        };
        let choice = self.choice();
        for at in s.pre.len()..=s.pre.len() + free {
            self.step(p.span)?;
            let (first, second) = (
                self.sub(l, s.pre.len(), at),
                self.sub(l, at + s.mid.len(), n - s.post.len()),
            );
            if let Some(slot) = s.first {
                self.set(slot, Val::List(first));
            }
            if let Some(slot) = s.second {
                self.set(slot, Val::List(second));
            }
            let matched = self.s.matched.len();
            let done = self.all(&s.pre, l, 0, &mut |m| {
                m.all(&s.mid, l, at, &mut |m| m.all(&s.post, l, n - s.post.len(), k))
            });
            match done {
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

    /// Whether an operation is one of those that a pattern takes.
    pub(super) fn tested(&self, t: &OpTest, op: OpId) -> bool {
        let name = self.body.name(op);
        match t {
            OpTest::Set(crate::lang::types::OpSet::Any) => true,
            OpTest::Set(set) => self.reg.op(name).is_some_and(|d| set.contains(self.reg, d)),
            OpTest::Prefix(p) => self.ctx.text(name).starts_with(&**p),
        }
    }

    /// Matches an operation, then `k`.
    pub(super) fn node(&mut self, n: &NodePat, op: OpId, k: Then<'_, 'a>) -> Eval<()> {
        self.step(n.span)?;
        if !self.tested(&n.test, op) {
            return self.fail(n.span, Why::Shape);
        }
        let at = self.s.matched.len();
        self.s.matched.push(op);
        let done = self.parts(n, op, k);
        if done.is_err() {
            self.s.matched.truncate(at);
        } else if self.s.taken.is_some() {
            let of = n.names.iter().find(|t| self.tested(&t.0, op));
            if let Some((_, span)) = of {
                self.take(*span);
            }
        }
        done
    }

    fn parts(&mut self, n: &NodePat, op: OpId, k: Then<'_, 'a>) -> Eval<()> {
        if n.results.len() > self.body.result_count(op) {
            return self.fail(n.span, Why::Shape);
        }
        if let Some((items, open)) = &n.positional {
            let count = self.body.operand_count(op);
            if items.len() > count || (!open && items.len() != count) {
                return self.fail(n.span, Why::Shape);
            }
        }
        // Attributes first: they are cheap and most often decide.
        self.attr_tests(n, op, 0, false, &mut |m| m.operand_tests(n, op, k))
    }

    fn attr_tests(&mut self, n: &NodePat, op: OpId, from: usize, late: bool, k: Then<'_, 'a>) -> Eval<()> {
        match n.attrs.get(from) {
            None => k(self),
            Some(t) if t.late != late => self.attr_tests(n, op, from + 1, late, k),
            Some(t) => {
                let v = self.attr(op, t.name, &t.ty, t.pattern.span)?;
                self.at_condition(t.pattern.span, Some((t.name, v)));
                self.pat(&t.pattern, v, &mut |m| {
                    m.passed();
                    m.attr_tests(n, op, from + 1, late, k)
                })
            }
        }
    }

    fn operand_tests(&mut self, n: &NodePat, op: OpId, k: Then<'_, 'a>) -> Eval<()> {
        let choice = self.choice();
        let mut after = |m: &mut Self| m.attr_tests(n, op, 0, true, &mut |m| m.result_tests(n, op, 0, k));
        if n.closed && !self.no_more_operands(n, op) {
            return self.fail(n.span, Why::Shape);
        }
        let plain = self.operands(n, op, 0, false, &mut after);
        match plain {
            Err(f) if n.commutes && f.why != Why::Fuel => {
                self.next_attempt(choice, f);
                self.operands(n, op, 0, true, &mut after)
            }
            done => done,
        }
    }

    /// Whether the groups that a list of operands does not name are empty.
    fn no_more_operands(&self, n: &NodePat, op: OpId) -> bool {
        let Some(def) = self.reg.op(self.body.name(op)).map(|d| &self.reg.ops[d]) else {
            return false;
        };
        let mut rest = def.operands.iter().enumerate();
        rest.all(|(g, d)| {
            n.operands.iter().any(|o| o.0 == d.name)
                || operand_group(self.ctx, def, self.body, op, g).is_some_and(|r| r.is_empty())
        })
    }

    fn operands(&mut self, n: &NodePat, op: OpId, from: usize, swap: bool, k: Then<'_, 'a>) -> Eval<()> {
        if let Some((items, _)) = &n.positional {
            let Some(p) = items.get(from) else { return k(self) };
            let at = if swap && from < 2 { 1 - from } else { from };
            return match self.body.operand(op, at) {
                Some(v) => {
                    self.at_condition(p.span, None);
                    self.pat(p, Val::Value(v), &mut |m| {
                        m.passed();
                        m.operands(n, op, from + 1, swap, k)
                    })
                }
                None => self.fail(p.span, Why::Shape),
            };
        }
        let Some((name, p)) = n.operands.get(from) else {
            return k(self);
        };
        let mut name = *name;
        if swap {
            let reg = self.reg;
            let def = reg.op(self.body.name(op)).map(|d| &reg.ops[d]);
            let other = def.and_then(|d| {
                let g = d.operand(name)?;
                if g < 2 {
                    d.operands.get(1 - g).map(|o| o.name)
                } else {
                    Some(name)
                }
            });
            name = other.unwrap_or(name);
        }
        let v = self.operand(op, name, p.span)?;
        self.at_condition(p.span, Some((name, v)));
        self.pat(p, v, &mut |m| {
            m.passed();
            m.operands(n, op, from + 1, swap, k)
        })
    }

    fn result_tests(&mut self, n: &NodePat, op: OpId, from: usize, k: Then<'_, 'a>) -> Eval<()> {
        if let Some((name, p)) = n.result_groups.get(from) {
            let field = crate::lang::hir::FieldRef::Result(*name);
            let v = self.field(Val::Op(op), &field, &LType::Value, p.span)?;
            return self.pat(p, v, &mut |m| m.result_tests(n, op, from + 1, k));
        }
        if from == 0
            && let Some(t) = &n.result_type
        {
            let ty = match (self.body.result_count(op), self.body.result(op, 0)) {
                (1, Some(v)) => self.body.value_type(v),
                _ => return self.fail(n.span, Why::Shape),
            };
            let p = Pat {
                kind: PatKind::Wild,
                bind: None,
                ty: None,
                span: n.span,
            };
            return self.type_pat(t, ty, &p, k);
        }
        match (n.results.get(from), self.body.result(op, from)) {
            (Some(p), Some(v)) => self.pat(p, Val::Value(v), &mut |m| m.result_tests(n, op, from + 1, k)),
            _ => k(self),
        }
    }

    fn type_pat(&mut self, t: &TypePat, ty: TypeId, p: &Pat, k: Then<'_, 'a>) -> Eval<()> {
        if !fits(self.ctx, &t.rule, ty) {
            return self.fail(p.span, Why::Shape);
        }
        self.type_parts(&t.parts, ty, p, k)
    }

    fn type_parts(&mut self, parts: &[(TypePart, Pat)], ty: TypeId, p: &Pat, k: Then<'_, 'a>) -> Eval<()> {
        let Some(((part, inner), rest)) = parts.split_first() else {
            return k(self);
        };
        let ctx = self.ctx;
        let v = match (part, ctx.type_data(ty)) {
            (TypePart::Shape, _) => match ctx.shape(ty) {
                Some(s) if s.iter().all(|d| *d >= 0) => self.make_list(s.iter().map(|d| Val::Int(*d))),
                _ => return self.fail(p.span, Why::Shape),
            },
            (TypePart::Element, _) => Val::Type(ctx.element_type(ty)),
            (TypePart::Strides, TypeData::MemRef { .. }) => {
                let strides = self.strides_of(ty, p.span)?;
                self.make_list(strides.into_iter().map(Val::Int))
            }
            (TypePart::Offset, TypeData::MemRef { layout, .. }) => match layout.map(|l| ctx.attr_data(l)) {
                None => Val::Int(0),
                Some(AttrData::Strided { offset, .. }) if *offset != crate::ir::types::DYNAMIC => {
                    Val::Int(*offset)
                }
                Some(_) => return self.fail(p.span, Why::NotConstant),
            },
            (TypePart::Layout, TypeData::MemRef { layout, .. }) => layout.map_or(Val::None, Val::Attr),
            (TypePart::Space, TypeData::MemRef { space, .. }) => space.map_or(Val::None, Val::Attr),
            (TypePart::Width, _) => match ctx.bit_width(ty) {
                Some(w) => Val::Int(i64::from(w)),
                None => return self.fail(p.span, Why::Shape),
            },
            (TypePart::Param(n), TypeData::Dialect { name, params }) => {
                let fields = self
                    .reg
                    .type_def(ctx.text(*name))
                    .map(|d| self.reg.type_params(d));
                let field: Option<LType> = fields.and_then(|f| f.get(*n as usize)).map(|f| f.ty.clone());
                match (params.get(*n as usize), field) {
                    (Some(a), Some(t)) => self.decode(*a, &t, p.span)?,
                    _ => return self.fail(p.span, Why::Shape),
                }
            }
            _ => return self.fail(p.span, Why::Shape),
        };
        self.pat(inner, v, &mut |m| m.type_parts(rest, ty, p, k))
    }
}

/// Whether a type satisfies a rule; `Same` is checked where the other value is known.
pub fn fits(ctx: &crate::ir::Context, rule: &TypeRule, ty: TypeId) -> bool {
    match rule {
        TypeRule::Any | TypeRule::Same(_) => true,
        TypeRule::Exact(t) => *t == ty,
        TypeRule::Dialect(d) => matches!(ctx.type_data(ty), TypeData::Dialect { name, .. } if name == d),
        TypeRule::AnyOf(rules) => rules.iter().any(|r| fits(ctx, r, ty)),
        TypeRule::Class(class) => match (*class, ctx.type_data(ty)) {
            ("memref", TypeData::MemRef { .. } | TypeData::UnrankedMemRef { .. }) => true,
            ("tensor", TypeData::Tensor { .. } | TypeData::UnrankedTensor(_)) => true,
            ("vector", TypeData::Vector { .. }) => true,
            ("shaped", t) => matches!(
                t,
                TypeData::MemRef { .. }
                    | TypeData::UnrankedMemRef { .. }
                    | TypeData::Tensor { .. }
                    | TypeData::UnrankedTensor(_)
                    | TypeData::Vector { .. }
            ),
            ("integer", TypeData::Integer { .. }) => true,
            ("signless", TypeData::Integer { sign, .. }) => *sign == crate::ir::types::Signedness::Signless,
            ("signless", TypeData::Index) => true,
            ("float", TypeData::Float(_)) => true,
            _ => false,
        },
    }
}
