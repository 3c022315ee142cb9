//! Types of what a plan creates, and the checks before it is carried out.

use super::infer::{infer_types, result_groups};
use super::plan::{NewRef, Plan, PlannedOp, Step};
use super::{Eval, Machine, Val, Why};
use crate::ir::{AttrData, OpId, StrId, TypeData, TypeId, ValueId};
use crate::lang::defs::{Arity, OpDef, OpDefId, TraitDef, TypeDefId, TypeRule};
use crate::lang::hir::{self, TypeExpr};
use crate::support::source::Span;
use rustc_hash::FxHashSet;

/// What a plan takes away.
struct Gone {
    ops: FxHashSet<OpId>,
    /// Values all uses of which become another.
    values: FxHashSet<ValueId>,
}

impl Gone {
    fn of(plan: &Plan) -> Gone {
        let mut gone = Gone {
            ops: FxHashSet::default(),
            values: FxHashSet::default(),
        };
        for s in &plan.steps {
            match s {
                Step::Erase(o) | Step::Replace(o, _) => {
                    gone.ops.insert(*o);
                }
                Step::ReplaceValue(v, _) => {
                    gone.values.insert(*v);
                }
                _ => {}
            }
        }
        gone
    }
}

impl Machine<'_> {
    pub(super) fn ref_type(&self, r: NewRef) -> Option<TypeId> {
        self.type_in(&self.s.plan, r)
    }

    /// The type of a value that exists, or will by a plan.
    fn type_in(&self, plan: &Plan, r: NewRef) -> Option<TypeId> {
        match r {
            NewRef::Old(v) => Some(self.body.value_type(v)),
            NewRef::Result(o, n) => plan.op(o)?.types.get(n as usize).copied(),
            NewRef::Arg(o, r, n) => plan.op(o)?.regions.get(r as usize)?.get(n as usize).copied(),
        }
    }

    pub(super) fn inferred(&mut self, def: &OpDef, op: &PlannedOp, span: Span) -> Eval<Vec<TypeId>> {
        let first = |m: &Self, name: StrId| {
            let g = def.operand(name)?;
            op.groups.get(g)?.first().and_then(|r| m.ref_type(*r))
        };
        let mut out = Vec::new();
        for (g, r) in def.results.iter().enumerate() {
            if def.infer.iter().any(|i| i.0 == g) {
                out.push(None);
                continue;
            }
            let typed = def
                .attributes
                .iter()
                .find(|a| a.typed == Some(r.name))
                .and_then(|a| op.props.iter().find(|p| p.0 == a.name))
                .and_then(|p| self.ctx.attr_type(p.1));
            let same = def.traits.contains(&TraitDef::SameOperandsAndResultType);
            let ty = match &r.rule {
                TypeRule::Exact(t) => Some(*t),
                TypeRule::Same(o) => first(self, *o),
                _ if same => op.groups.iter().flatten().next().and_then(|r| self.ref_type(*r)),
                _ => typed,
            };
            match (ty, r.arity) {
                (Some(t), Arity::One) => out.push(Some(vec![t])),
                _ => return self.fail(span, Why::Illegal),
            }
        }
        if !def.infer.is_empty() {
            self.infer(def, op, &mut out, span)?;
        }
        Ok(out.into_iter().flatten().flatten().collect())
    }

    /// Completes the types of results by the `infer` clauses of the operation.
    fn infer(
        &mut self,
        def: &OpDef,
        op: &PlannedOp,
        known: &mut [Option<Vec<TypeId>>],
        span: Span,
    ) -> Eval<()> {
        let (ctx, reg) = (self.ctx, self.reg);
        let operands: Option<Vec<TypeId>> = op.groups.iter().flatten().map(|r| self.ref_type(*r)).collect();
        let Some(operands) = operands else {
            return self.fail(span, Why::Illegal);
        };
        let props = super::plan::final_props(ctx, Some(def), &op.groups, op.props.clone());
        match infer_types(ctx, reg, def, &operands, props, known) {
            Ok(()) => Ok(()),
            Err((g, why)) => self.illegal(span, |m| {
                let result = def.results.get(g).map_or("", |r| m.ctx.text(r.name));
                format!(
                    "the type of result '{result}' of {} cannot be inferred: {why}",
                    def.name
                )
            }),
        }
    }

    /// The types of a planned operation that is changed, by its `infer` clauses.
    pub(super) fn infer_again(&mut self, n: u32, span: Span) -> Eval<()> {
        let Some(op) = self.s.plan.op(n) else {
            return Ok(());
        };
        let Some(def) = self.op_def(op.def).filter(|d| !d.infer.is_empty()) else {
            return Ok(());
        };
        let op = op.clone();
        let Some(mut known) = result_groups(def, &op.types, |g| def.infer.iter().any(|i| i.0 == g)) else {
            return Ok(());
        };
        self.infer(def, &op, &mut known, span)?;
        if let Some(slot) = self.s.plan.ops.get_mut(n as usize) {
            slot.types = known.into_iter().flatten().flatten().collect();
        }
        Ok(())
    }

    /// Refuses types of results that are not those which the operation's `infer` clauses say.
    pub(super) fn given_types(&mut self, def: &OpDef, op: &PlannedOp, span: Span) -> Eval<()> {
        if def.infer.is_empty() {
            return Ok(());
        }
        let Some(mut known) = result_groups(def, &op.types, |g| def.infer.iter().any(|i| i.0 == g)) else {
            return Ok(());
        };
        self.infer(def, op, &mut known, span)?;
        let want: Vec<TypeId> = known.into_iter().flatten().flatten().collect();
        match op.types.iter().zip(&want).find(|(a, b)| a != b) {
            Some((have, want)) => self.illegal(span, |m| {
                format!(
                    "a result of {} is created with type {}, but inferred is {}",
                    def.name,
                    m.ctx.show_type(*have),
                    m.ctx.show_type(*want)
                )
            }),
            None => Ok(()),
        }
    }

    pub(super) fn type_expr(&mut self, t: &TypeExpr, span: Span) -> Eval<TypeId> {
        match t {
            TypeExpr::Known(t) => Ok(*t),
            TypeExpr::Expr(e) => match self.expr(e)? {
                Val::Type(t) => Ok(t),
                _ => self.fail(span, Why::Shape),
            },
            TypeExpr::Dialect { ty, params } => self.dialect_type(*ty, params, span),
            TypeExpr::MemRef {
                shape,
                element,
                layout,
                space,
            } => {
                let v = self.expr(shape)?;
                let mut sizes = Vec::new();
                for n in 0..self.list_len(v).unwrap_or(0) {
                    match self.element(v, n) {
                        Val::Int(d) if d >= 0 => sizes.push(d),
                        _ => return self.fail(span, Why::Range),
                    }
                }
                let Val::Type(element) = self.expr(element)? else {
                    return self.fail(span, Why::Shape);
                };
                let part = |m: &mut Self, e: &Option<hir::Expr>| match e {
                    Some(e) => {
                        let v = m.expr(e)?;
                        m.encode(v, span)
                    }
                    None => Ok(None),
                };
                let (layout, space) = (part(self, layout)?, part(self, space)?);
                let data = crate::ir::TypeData::MemRef {
                    shape: sizes.into(),
                    element,
                    layout,
                    space,
                };
                Ok(self.ctx.ty(data))
            }
        }
    }

    /// A type of a dialect with these parameters, which must be such as could be read.
    fn dialect_type(&mut self, id: TypeDefId, params: &[hir::Expr], span: Span) -> Eval<TypeId> {
        let (ctx, reg) = (self.ctx, self.reg);
        let mut values = Vec::new();
        for (e, f) in params.iter().zip(reg.type_params(id)) {
            let v = self.expr(e)?;
            match self.encode(v, span)? {
                Some(a) if crate::lang::encode::check(reg, ctx, a, &f.ty).is_ok() => values.push(a),
                _ => return self.fail(span, Why::Shape),
            }
        }
        if let Some(text) = super::parts::broken_type(ctx, reg, id, &values) {
            return self.illegal(span, |_| text);
        }
        Ok(ctx.ty(TypeData::Dialect {
            name: reg.types[id].name,
            params: values.into(),
        }))
    }

    /// Refuses a plan that would leave IR which does not fit its definitions, and one that changes nothing.
    pub(super) fn check_plan(&mut self, span: Span) -> Eval<()> {
        let plan = std::mem::take(&mut self.s.plan);
        let done = self.checked(&plan, span);
        self.s.plan = plan;
        done
    }

    /// Gives integers of attributes that have the type of a result (`typed(result)`) that type.
    pub(super) fn typed_attributes(&mut self, def: &OpDef, op: &mut PlannedOp, span: Span) -> Eval<()> {
        let ctx = self.ctx;
        for a in &def.attributes {
            let Some(result) = a.typed.and_then(|t| def.result(t)) else {
                continue;
            };
            let Some(&ty) = op.types.get(result) else { continue };
            let Some(slot) = op.props.iter_mut().find(|p| p.0 == a.name) else {
                continue;
            };
            let AttrData::Integer { value, ty: have } = ctx.attr_data(slot.1) else {
                continue;
            };
            if *have == ty {
                continue;
            }
            let element = ctx.element_type(ty);
            let bits = match ctx.type_data(element) {
                TypeData::Integer { width, .. } => i64::from(*width),
                TypeData::Index => 64,
                _ => return self.fail(span, Why::Shape),
            };
            // As in IR text: a literal is signed or unsigned, and must fit either way.
            let fits = bits >= 64 || (*value >= -(1 << (bits - 1)) && *value < 1 << bits);
            if !fits {
                return self.fail(span, Why::Range);
            }
            let value = if bits >= 64 {
                *value
            } else {
                *value << (64 - bits) >> (64 - bits)
            };
            slot.1 = if element == ty {
                ctx.attr(AttrData::Integer { value, ty })
            } else {
                ctx.attr(AttrData::Dense {
                    ty,
                    values: Box::new([i128::from(value)]),
                })
            };
        }
        Ok(())
    }

    /// Refuses, and says why when explanations are wanted.
    pub(super) fn illegal<T>(&mut self, span: Span, why: impl FnOnce(&Self) -> String) -> Eval<T> {
        if self.w.explain {
            self.s.said = why(self);
        }
        self.fail(span, Why::Illegal)
    }

    fn name(&self, op: OpId) -> &str {
        self.ctx.text(self.body.name(op))
    }

    /// Whether a planned operation is what it is to replace: then nothing changes, and a fixpoint must not go on.
    fn rebuilt(&self, plan: &Plan, n: u32, old: OpId) -> bool {
        let Some(new) = plan.op(n) else { return false };
        let body = self.body;
        let operands = new.groups.iter().flatten().copied();
        new.name == body.name(old)
            && new.copy_of.is_none()
            && body.region_count(old) == 0
            && body.successor_count(old) == 0
            && operands.eq(body.operands(old).map(NewRef::Old))
            && super::plan::final_props(self.ctx, self.op_def(new.def), &new.groups, new.props.clone())
                == body.props(old)
            && new.attrs == body.attrs(old)
            && new
                .types
                .iter()
                .copied()
                .eq(body.results(old).map(|v| body.value_type(v)))
    }

    /// Whether a step puts back what was there.
    fn undone(&self, plan: &Plan, step: &Step) -> bool {
        let by = |n: u32, with: &[NewRef]| {
            !with.is_empty()
                && with
                    .iter()
                    .enumerate()
                    .all(|(k, w)| *w == NewRef::Result(n, k as u32))
        };
        let only_use = |n: u32| {
            let inside = |r: &NewRef| matches!(r, NewRef::Result(o, _) if *o == n);
            let used = plan
                .ops
                .iter()
                .flat_map(|o| o.groups.iter().flatten())
                .any(inside);
            !used
        };
        match step {
            Step::Create(n) => plan.steps.iter().any(|s| match s {
                Step::Replace(op, with) => by(*n, with) && self.rebuilt(plan, *n, *op) && only_use(*n),
                _ => false,
            }),
            Step::Replace(op, with) => match with.first() {
                Some(NewRef::Result(n, _)) => by(*n, with) && self.rebuilt(plan, *n, *op) && only_use(*n),
                _ => false,
            },
            _ => false,
        }
    }

    pub(super) fn checked(&mut self, plan: &Plan, span: Span) -> Eval<()> {
        let mut changes = false;
        let mut gone: Option<Gone> = None;
        for s in &plan.steps {
            match s {
                Step::Update(n) => {
                    let Some(u) = plan.updates.get(*n as usize) else {
                        continue;
                    };
                    let same_props = self.ctx.dict(u.props.clone()) == self.body.props(u.op);
                    let flat: Vec<NewRef> = u.groups.iter().flatten().copied().collect();
                    let same_operands = flat.len() == self.body.operand_count(u.op)
                        && flat
                            .iter()
                            .zip(self.body.operands(u.op))
                            .all(|(a, b)| *a == NewRef::Old(b));
                    changes |= !(same_props && same_operands);
                    self.check_groups(plan, self.reg.op(self.body.name(u.op)), &u.groups, span)?;
                }
                Step::Create(n) => {
                    changes = changes || !self.undone(plan, s);
                    let Some(o) = plan.op(*n) else { continue };
                    self.check_groups(plan, o.def, &o.groups, o.span)?;
                }
                Step::Replace(op, with) => {
                    changes = changes || !self.undone(plan, s);
                    let results: Vec<ValueId> = self.body.results(*op).collect();
                    let used = results.iter().any(|r| !self.body.is_unused(*r));
                    if with.len() != results.len() && (used || !with.is_empty()) && !results.is_empty() {
                        let (have, given) = (results.len(), with.len());
                        return self.illegal(span, |m| {
                            format!(
                                "'{}' has {have} results, and {given} values replace them",
                                m.name(*op)
                            )
                        });
                    }
                    // Its own result in its place: nothing to do, as where an operation of a graph uses itself.
                    if results.iter().any(|r| with.contains(&NewRef::Old(*r))) {
                        return self.fail(span, Why::False);
                    }
                    for (r, w) in results.iter().zip(with) {
                        self.same_type(plan, *r, *w, span)?;
                    }
                }
                Step::ReplaceValue(v, w) => {
                    changes = true;
                    self.same_type(plan, *v, *w, span)?;
                }
                Step::Erase(op) => {
                    changes = true;
                    for r in self.body.results(*op) {
                        for u in self.body.uses(r) {
                            let user = self.body.use_owner(u).0;
                            let all = gone.get_or_insert_with(|| Gone::of(plan));
                            let gone = all.values.contains(&r)
                                || self.body.ancestors(user).any(|o| all.ops.contains(&o));
                            if !gone && user != *op {
                                return self.illegal(span, |m| {
                                    format!("it erases '{}', which '{}' uses", m.name(*op), m.name(user))
                                });
                            }
                        }
                    }
                }
                _ => changes = true,
            }
        }
        if changes {
            Ok(())
        } else {
            self.fail(span, Why::False)
        }
    }

    fn same_type(&mut self, plan: &Plan, old: ValueId, new: NewRef, span: Span) -> Eval<()> {
        let (want, have) = (self.body.value_type(old), self.type_in(plan, new));
        if have == Some(want) {
            return Ok(());
        }
        self.illegal(span, |m| {
            let have = have.map_or("unknown".to_string(), |t| m.ctx.show_type(t));
            format!(
                "a value of type {} is replaced by one of type {have}",
                m.ctx.show_type(want)
            )
        })
    }

    pub(super) fn check_groups(
        &mut self,
        plan: &Plan,
        def: Option<OpDefId>,
        groups: &[Vec<NewRef>],
        span: Span,
    ) -> Eval<()> {
        let Some(def) = self.op_def(def) else {
            return Ok(());
        };
        for (d, g) in def.operands.iter().zip(groups) {
            let count = match d.arity {
                Arity::One => g.len() == 1,
                Arity::Optional => g.len() <= 1,
                Arity::Variadic => true,
            };
            let types = g.iter().all(|r| {
                self.type_in(plan, *r)
                    .is_some_and(|t| super::pats::fits(self.ctx, &d.rule, t))
            });
            if !count || !types {
                let (name, op) = (d.name, &def.name);
                return self.illegal(span, |m| {
                    let what = if count { "types" } else { "values" };
                    format!(
                        "operand '{}' of {op} does not take these {what}",
                        m.ctx.text(name)
                    )
                });
            }
        }
        Ok(())
    }
}
