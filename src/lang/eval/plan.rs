//! What a rewrite is going to do: built while the IR is only read, checked, and carried out at once or not at all.

use super::affine::Atom;
use super::log::Subject;
use super::parts::broken;
use super::{Eval, LinId, Machine, Val, Why};
use crate::ir::{AttrData, AttrId, BlockId, Body, Context, OpId, RegionId, StrId, TypeId, ValueId};
use crate::lang::ast::{EffectKind, PointKind, Severity};
use crate::lang::defs::{OpDef, OpDefId};
use crate::lang::encode;
use crate::lang::groups::{OPERAND_SEGMENTS, operand_group, segments};
use crate::lang::hir::{self, AttrSet, CloneOp, Create, NewTypes};
use crate::lang::types::LType;
use crate::support::source::Span;
use smallvec::SmallVec;

/// A value that exists or will.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NewRef {
    /// It exists.
    Old(ValueId),
    /// A result of a planned operation.
    Result(u32, u32),
    /// An argument of a region of a planned operation.
    Arg(u32, u16, u16),
}

/// A region that exists or will.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegionRef {
    /// It exists.
    Old(RegionId),
    /// A region of a planned operation.
    New(u32, u16),
}

/// Where something is put.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum At {
    /// Nothing may be created.
    Nowhere,
    /// Before an operation.
    Before(OpId),
    /// After an operation.
    After(OpId),
    /// Before a planned operation.
    BeforeNew(u32),
    /// After a planned operation.
    AfterNew(u32),
    /// At the end of a region, before its terminator.
    End(RegionRef),
    /// At the end of a block, before its terminator.
    EndBlock(BlockId),
}

/// The steps that planning an operation counts as, since it takes so much more memory than others.
const CREATION: usize = 64;

/// An operation to be created.
#[derive(Clone, Debug)]
pub struct PlannedOp {
    /// Its name.
    pub name: StrId,
    /// Its definition.
    pub def: Option<OpDefId>,
    /// Operands by group.
    pub groups: Vec<Vec<NewRef>>,
    /// Inherent attributes.
    pub props: Vec<(StrId, AttrId)>,
    /// Other attributes.
    pub attrs: AttrId,
    /// Types of results.
    pub types: Vec<TypeId>,
    /// Its successors.
    pub successors: Vec<BlockId>,
    /// Argument types of the entry blocks of its regions.
    pub regions: Vec<Vec<TypeId>>,
    /// A copy of this operation, regions included.
    pub copy_of: Option<OpId>,
    /// Where it goes.
    pub at: At,
    /// Where it was written.
    pub span: Span,
}

impl PlannedOp {
    /// The symbol that it defines.
    pub fn symbol(&self, ctx: &Context) -> Option<StrId> {
        self.props
            .iter()
            .find(|p| p.0 == ctx.known.sym_name)
            .and_then(|p| ctx.string_value(p.1))
    }
}

/// A change in place.
#[derive(Clone, Debug)]
pub struct Update {
    /// Of this operation.
    pub op: OpId,
    /// Its operands by group, afterwards.
    pub groups: Vec<Vec<NewRef>>,
    /// Its inherent attributes, afterwards.
    pub props: Vec<(StrId, AttrId)>,
}

/// A message.
#[derive(Clone, Debug)]
pub struct Say {
    /// How bad.
    pub severity: Severity,
    /// At which operation.
    pub at: Option<OpId>,
    /// What.
    pub message: String,
    /// Notes with their operations.
    pub notes: Vec<(Option<OpId>, String)>,
}

/// One step, in order.
#[derive(Clone, Debug)]
pub enum Step {
    /// Create a planned operation.
    Create(u32),
    /// Change in place: index of the update.
    Update(u32),
    /// All uses of an operation's results become these; it goes.
    Replace(OpId, SmallVec<[NewRef; 2]>),
    /// Uses of a value become another.
    ReplaceValue(ValueId, NewRef),
    /// An operation goes.
    Erase(OpId),
    /// A block argument goes.
    EraseArg(ValueId),
    /// An operation moves.
    Move(OpId, At),
    /// The blocks of a region become those of another.
    MoveBlocks(RegionRef, RegionRef),
    /// The operations of a region of one block go there, its arguments replaced.
    Inline(RegionId, Vec<NewRef>, At),
    /// A symbol and what names it in its table.
    Rename(OpId, StrId),
    /// A message.
    Say(Say),
}

/// See the module's description.
#[derive(Default, Debug)]
pub struct Plan {
    /// Operations to be created.
    pub ops: Vec<PlannedOp>,
    /// Changes in place.
    pub updates: Vec<Update>,
    /// All steps.
    pub steps: Vec<Step>,
}

impl Plan {
    pub(super) fn clear(&mut self) {
        self.ops.clear();
        self.updates.clear();
        self.steps.clear();
    }
    /// A planned operation.
    pub fn op(&self, n: u32) -> Option<&PlannedOp> {
        self.ops.get(n as usize)
    }
    /// The type of a value of a planned operation.
    pub(super) fn type_of(&self, v: Val) -> Option<TypeId> {
        match v {
            Val::NewResult(o, n) => self.op(o)?.types.get(n as usize).copied(),
            Val::NewArg(o, r, n) => self.op(o)?.regions.get(r as usize)?.get(n as usize).copied(),
            _ => None,
        }
    }
    /// The operation around the place where a planned one goes, if that exists.
    pub fn parent_of(&self, n: u32, body: &Body) -> Option<OpId> {
        match self.op(n)?.at {
            At::Before(o) | At::After(o) => body.parent(o),
            At::End(RegionRef::Old(r)) => Some(body.region_owner(r)),
            At::EndBlock(b) => Some(body.region_owner(body.block_region(b))),
            At::End(RegionRef::New(o, _)) => self.parent_of(o, body),
            At::BeforeNew(o) | At::AfterNew(o) => self.parent_of(o, body),
            At::Nowhere => None,
        }
    }
}

impl<'a> Machine<'a> {
    pub(super) fn op_def(&self, d: Option<OpDefId>) -> Option<&'a OpDef> {
        let reg = self.reg;
        d.map(|d| &reg.ops[d])
    }

    // ---- places

    pub(super) fn region_ref(&mut self, v: Val, span: Span) -> Eval<RegionRef> {
        match v {
            Val::Region(r) => Ok(RegionRef::Old(r)),
            Val::NewRegion(o, r) => Ok(RegionRef::New(o, r)),
            _ => self.fail(span, Why::Shape),
        }
    }

    pub(super) fn place(&mut self, p: &hir::Point) -> Eval<At> {
        let v = self.expr(&p.of)?;
        let span = p.of.span;
        Ok(match (p.kind, v) {
            (PointKind::Before, Val::Op(o)) => At::Before(o),
            (PointKind::After, Val::Op(o)) => At::After(o),
            (PointKind::Before, Val::NewOp(n)) => At::BeforeNew(n),
            (PointKind::After, Val::NewOp(n)) => At::AfterNew(n),
            // The start is before what is first now, so that several creations keep their order.
            (PointKind::Start, Val::Region(r)) => {
                match self.body.entry(r).and_then(|b| self.body.first_op(b)) {
                    Some(o) => At::Before(o),
                    None => At::End(RegionRef::Old(r)),
                }
            }
            (PointKind::Start, Val::Block(b)) => match self.body.first_op(b) {
                Some(o) => At::Before(o),
                None => At::EndBlock(b),
            },
            (PointKind::End, Val::Block(b)) => At::EndBlock(b),
            (PointKind::End | PointKind::Start, v) => At::End(self.region_ref(v, span)?),
            _ => return self.fail(span, Why::Shape),
        })
    }

    // ---- creation

    /// A value for an operand group, as references.
    fn refs(&mut self, v: Val, span: Span) -> Eval<Vec<NewRef>> {
        match v {
            Val::None => Ok(Vec::new()),
            Val::List(l) => {
                let mut out = Vec::new();
                for n in 0..l.len as usize {
                    let x = self.nth(l, n);
                    out.push(self.as_ref(x, span)?);
                }
                Ok(out)
            }
            v => Ok(vec![self.as_ref(v, span)?]),
        }
    }

    pub(super) fn create(&mut self, c: &Create, span: Span) -> Eval<Val> {
        if self.point == At::Nowhere {
            return self.fail(span, Why::Illegal);
        }
        self.steps(CREATION, span)?;
        let reg = self.reg;
        let def = &reg.ops[c.op];
        let mut groups = Vec::new();
        for e in &c.operands {
            let v = self.expr(e)?;
            groups.push(self.refs(v, e.span)?);
        }
        let mut op = PlannedOp {
            name: def.id,
            def: Some(c.op),
            groups,
            props: Vec::new(),
            attrs: self.ctx.known.empty_dict,
            types: Vec::new(),
            successors: Vec::new(),
            regions: vec![Vec::new(); def.regions.len()],
            copy_of: None,
            at: self.point,
            span,
        };
        let (mut props, mut groups) = (std::mem::take(&mut op.props), std::mem::take(&mut op.groups));
        self.set_attrs(def, &mut props, &mut groups, &c.attrs, None, span)?;
        op.props = props;
        op.groups = groups;
        op.types = match &c.types {
            NewTypes::Inferred => self.inferred(def, &op, span)?,
            NewTypes::Given(types) => {
                let mut out = Vec::new();
                for t in types {
                    out.push(self.type_expr(t, span)?);
                }
                out
            }
            NewTypes::List(e) => self.types_in(e, span)?,
        };
        if c.types != NewTypes::Inferred {
            self.given_types(def, &op, span)?;
        }
        for e in &c.successors {
            match self.expr(e)? {
                Val::Block(b) => op.successors.push(b),
                Val::List(l) => {
                    for n in 0..l.len as usize {
                        match self.nth(l, n) {
                            Val::Block(b) => op.successors.push(b),
                            _ => return self.fail(span, Why::Shape),
                        }
                    }
                }
                _ => return self.fail(span, Why::Shape),
            }
        }
        self.typed_attributes(def, &mut op, span)?;
        for r in &c.regions {
            let types = self.argument_types(r, span)?;
            if let Some(slot) = op.regions.get_mut(r.index as usize) {
                *slot = types;
            }
        }
        let n = self.s.plan.ops.len() as u32;
        self.s.plan.ops.push(op);
        self.s.plan.steps.push(Step::Create(n));
        self.log_parts(Subject::New(n), Some(def), None, &c.attrs);
        for r in &c.regions {
            self.name_arguments(n, r);
            let outer = std::mem::replace(&mut self.point, At::End(RegionRef::New(n, r.index)));
            let done = self.run(&r.body);
            self.point = outer;
            done?;
        }
        Ok(Val::NewOp(n))
    }

    pub(super) fn clone_op(&mut self, c: &CloneOp, span: Span) -> Eval<Val> {
        self.steps(CREATION, span)?;
        let Val::Op(old) = self.expr(&c.op)? else {
            return self.fail(span, Why::Shape);
        };
        let body = self.body;
        let name = body.name(old);
        let def_id = self.reg.op(name);
        let (mut groups, mut props) = self.parts_of(old, span)?;
        if let Some(def) = self.op_def(def_id) {
            self.set_groups(def, &mut groups, &c.operands)?;
            self.set_attrs(def, &mut props, &mut groups, &c.attrs, Some(old), span)?;
        }
        let op = PlannedOp {
            name,
            def: def_id,
            groups,
            props,
            attrs: body.attrs(old),
            types: body.results(old).map(|v| body.value_type(v)).collect(),
            successors: body.successors(old).collect(),
            regions: Vec::new(),
            copy_of: Some(old),
            at: self.point,
            span,
        };
        let n = self.s.plan.ops.len() as u32;
        self.s.plan.ops.push(op);
        self.s.plan.steps.push(Step::Create(n));
        let def = self.op_def(def_id);
        self.log_parts(Subject::New(n), def, None, &c.attrs);
        Ok(Val::NewOp(n))
    }

    /// Operand groups and inherent attributes of an operation as they are.
    #[allow(clippy::type_complexity)] // groups and attributes
    fn parts_of(&mut self, op: OpId, span: Span) -> Eval<(Vec<Vec<NewRef>>, Vec<(StrId, AttrId)>)> {
        let body = self.body;
        let props = self.ctx.entries(body.props(op)).to_vec();
        let Some(def) = self.op_def(self.reg.op(body.name(op))) else {
            return Ok((vec![body.operands(op).map(NewRef::Old).collect()], props));
        };
        let mut groups = Vec::new();
        for g in 0..def.operands.len() {
            let Some(range) = operand_group(self.ctx, def, body, op, g) else {
                return self.fail(span, Why::Broken);
            };
            groups.push(
                range
                    .filter_map(|n| body.operand(op, n))
                    .map(NewRef::Old)
                    .collect(),
            );
        }
        Ok((groups, props))
    }

    fn set_groups(
        &mut self,
        def: &OpDef,
        groups: &mut [Vec<NewRef>],
        operands: &[(StrId, hir::Expr)],
    ) -> Eval<()> {
        for (name, e) in operands {
            let v = self.expr(e)?;
            let refs = self.refs(v, e.span)?;
            if let Some(slot) = def.operand(*name).and_then(|g| groups.get_mut(g)) {
                *slot = refs;
            }
        }
        Ok(())
    }

    /// Sets attributes; those over an operand group set the group too. `old` has the affine attributes that stay.
    fn set_attrs(
        &mut self,
        def: &OpDef,
        props: &mut Vec<(StrId, AttrId)>,
        groups: &mut [Vec<NewRef>],
        sets: &[AttrSet],
        old: Option<OpId>,
        span: Span,
    ) -> Eval<()> {
        // Affine attributes by index, as linear forms.
        let mut affine: Vec<(usize, Option<LinId>)> = Vec::new();
        for s in sets {
            match s {
                AttrSet::Spread(e) => {
                    let Val::Op(from) = self.expr(e)? else {
                        return self.fail(e.span, Why::Shape);
                    };
                    for (k, v) in self.ctx.entries(self.body.props(from)) {
                        if def.attr(*k).is_some_and(|a| a.1.over.is_none()) {
                            props.retain(|p| p.0 != *k);
                            props.push((*k, *v));
                        }
                    }
                }
                AttrSet::One { name, ty, value } => {
                    let v = self.expr(value)?;
                    let known = def.attr(*name);
                    if let Some((n, a)) = known
                        && a.over.is_some()
                    {
                        let lin = match v {
                            Val::None => None,
                            v => match self.affine(v, value.span)? {
                                Val::Affine(id) => Some(id),
                                _ => return self.fail(value.span, Why::Shape),
                            },
                        };
                        affine.retain(|x| x.0 != n);
                        affine.push((n, lin));
                        continue;
                    }
                    let a = self.encode(v, value.span)?;
                    props.retain(|p| p.0 != *name);
                    if let Some(a) = a {
                        if let Err(_text) = encode::check(self.reg, self.ctx, a, ty) {
                            return self.fail(value.span, Why::Illegal);
                        }
                        if let Some(r) = known.and_then(|k| k.1.range.as_ref())
                            && encode::out_of_range(self.ctx, a, r).is_some()
                        {
                            return self.fail(value.span, Why::Range);
                        }
                        let mut wrong = Vec::new();
                        broken(self.ctx, self.reg, a, ty, None, &mut wrong);
                        if let Some(text) = wrong.first() {
                            return self
                                .illegal(value.span, |m| format!("attribute '{}'{text}", m.ctx.text(*name)));
                        }
                        props.push((*name, a));
                    }
                }
            }
        }
        self.tie(def, props, groups, &affine, old, span)?;
        encode::drop_defaults(def, props);
        Ok(())
    }

    /// Rebuilds the operand groups that affine attributes are over.
    fn tie(
        &mut self,
        def: &OpDef,
        props: &mut Vec<(StrId, AttrId)>,
        groups: &mut [Vec<NewRef>],
        changed: &[(usize, Option<LinId>)],
        old: Option<OpId>,
        span: Span,
    ) -> Eval<()> {
        for g in 0..def.operands.len() {
            let over: Vec<usize> = def
                .attributes
                .iter()
                .enumerate()
                .filter(|(_, a)| a.over == Some(g))
                .map(|(n, _)| n)
                .collect();
            let touched = changed.iter().any(|c| over.contains(&c.0));
            if over.is_empty() || !touched {
                continue;
            }
            let mut forms: Vec<(StrId, LinId)> = Vec::new();
            for n in &over {
                let Some(a) = def.attributes.get(*n) else { continue };
                let lin = match changed.iter().find(|c| c.0 == *n) {
                    Some(c) => c.1,
                    None => match (old, props.iter().any(|p| p.0 == a.name)) {
                        (Some(op), true) => match self.attr(op, a.name, &LType::Affine, span)? {
                            Val::Affine(id) => Some(id),
                            _ => None,
                        },
                        _ => None,
                    },
                };
                props.retain(|p| p.0 != a.name);
                forms.extend(lin.map(|l| (a.name, l)));
            }
            let mut atoms = super::affine::Atoms::new();
            for (_, l) in &forms {
                self.atoms(*l, &mut atoms);
            }
            // The order in which the attributes spell them, so that the operation prints and parses as it is.
            let dims = atoms.len() as u32;
            for (name, l) in forms {
                let e = self.expr_of_lin(l, &atoms);
                let a = match self.ctx.affine_constant(e) {
                    Some(n) => self.ctx.int(n),
                    None => self.ctx.attr(AttrData::AffineMap(crate::ir::affine::AffineMap {
                        dims,
                        syms: 0,
                        results: Box::new([e]),
                    })),
                };
                props.push((name, a));
            }
            if let Some(slot) = groups.get_mut(g) {
                *slot = atoms
                    .iter()
                    .filter_map(|a| match a {
                        Atom::Value(v) => Some(NewRef::Old(*v)),
                        Atom::NewResult(o, n) => Some(NewRef::Result(*o, *n)),
                        Atom::NewArg(o, r, n) => Some(NewRef::Arg(*o, *r, *n)),
                        Atom::Div(..) | Atom::Opaque(_) => None,
                    })
                    .collect();
            }
        }
        Ok(())
    }

    pub(super) fn update(
        &mut self,
        target: Val,
        operands: &[(StrId, hir::Expr)],
        attrs: &[AttrSet],
        span: Span,
    ) -> Eval<()> {
        match target {
            Val::NewOp(n) => {
                let Some(planned) = self.s.plan.ops.get(n as usize) else {
                    return self.fail(span, Why::Broken);
                };
                let (mut groups, mut props) = (planned.groups.clone(), planned.props.clone());
                let (d, copy) = (planned.def, planned.copy_of);
                if let Some(def) = self.op_def(d) {
                    self.set_groups(def, &mut groups, operands)?;
                    self.set_attrs(def, &mut props, &mut groups, attrs, copy, span)?;
                }
                let later = |r: &NewRef| match r {
                    NewRef::Result(o, _) | NewRef::Arg(o, ..) => *o >= n,
                    NewRef::Old(_) => false,
                };
                if groups.iter().flatten().any(later) {
                    return self.illegal(span, |_| {
                        "an operation uses what is created after it; create its operands first".to_string()
                    });
                }
                if let Some(planned) = self.s.plan.ops.get_mut(n as usize) {
                    planned.groups = groups;
                    planned.props = props;
                }
                self.infer_again(n, span)
            }
            Val::Op(op) => {
                let known = self.s.plan.updates.iter().position(|u| u.op == op);
                let (mut groups, mut props) = match known.and_then(|k| self.s.plan.updates.get(k)) {
                    Some(u) => (u.groups.clone(), u.props.clone()),
                    None => self.parts_of(op, span)?,
                };
                if let Some(def) = self.op_def(self.reg.op(self.body.name(op))) {
                    self.set_groups(def, &mut groups, operands)?;
                    self.set_attrs(def, &mut props, &mut groups, attrs, Some(op), span)?;
                }
                let update = Update { op, groups, props };
                match known {
                    Some(k) => {
                        if let Some(slot) = self.s.plan.updates.get_mut(k) {
                            *slot = update;
                        }
                    }
                    None => {
                        let n = self.s.plan.updates.len() as u32;
                        self.s.plan.updates.push(update);
                        self.s.plan.steps.push(Step::Update(n));
                    }
                }
                Ok(())
            }
            _ => self.fail(span, Why::Shape),
        }
    }

    // ---- types

    // ---- checks
}

/// Inherent attributes with the sizes of groups where they are needed.
pub fn final_props(
    ctx: &Context,
    def: Option<&OpDef>,
    groups: &[Vec<NewRef>],
    mut props: Vec<(StrId, AttrId)>,
) -> AttrId {
    if def.is_some_and(OpDef::needs_operand_segments) {
        let key = ctx.str(OPERAND_SEGMENTS);
        let sizes: Vec<usize> = groups.iter().map(Vec::len).collect();
        props.retain(|p| p.0 != key);
        props.push((key, segments(ctx, &sizes)));
    }
    ctx.dict(props)
}

/// Effects that are no reads: an operation with one is not dead when unused.
pub fn has_side_effect(def: &OpDef) -> bool {
    !def.flags.pure_op
        && (!def.effects_known || def.effects.iter().any(|e| matches!(e.kind, EffectKind::Write)))
}
