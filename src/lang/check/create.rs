//! Creating operations and building structs.

use super::fields::group_type;
use super::{Checked, Checker};
use crate::ir::StrId;
use crate::lang::ast::{self, AttrArg, Created};
use crate::lang::defs::{Arity, Entity, OpDefId, StructId, TraitDef, TypeRule};
use crate::lang::hir::{
    ArgTypes, AttrSet, CloneOp, Create, Expr, ExprKind, NewRegion, NewTypes, Point, TypeExpr,
};
use crate::lang::types::{LType, OpSet};
use crate::support::kinds::Kind;
use crate::support::nearest;
use crate::support::source::Span;

impl Checker<'_> {
    /// Refuses what changes the IR where nothing may.
    pub(super) fn effect(&mut self, at: Span, what: &str) -> Checked<()> {
        if self.rewriting {
            return Ok(());
        }
        let place = self.place;
        Err(self.fault(
            Kind::EffectInMatch,
            at,
            format!("{what} in {place}: only rewrites have effects"),
        ))
    }

    pub(super) fn ctor(&mut self, c: &ast::Ctor, want: Option<&LType>, span: Span) -> Checked<Expr> {
        let _ = want;
        match self.reg.entity(&c.name.text) {
            Some(Entity::Struct(s)) => self.new_struct(c, s, span),
            Some(Entity::Op(op)) => {
                self.effect(span, "creating an operation")?;
                self.new_op(c, op, span)
            }
            Some(Entity::Interface(_)) => Err(self.fault(
                Kind::InterfaceCreated,
                c.name.span,
                format!("an interface cannot be created: {}", c.name.text),
            )),
            Some(Entity::Enum(_)) => Err(self.fault(
                Kind::InterfaceCreated,
                c.name.span,
                format!("'{}' is an enum; its cases are written '.case'", c.name.text),
            )),
            None => {
                // `pairs.len()`
                if let Some((value, function)) = c.name.text.split_once('.')
                    && self.var(value).is_some()
                {
                    let text =
                        format!("'{value}' has no functions of its own; a call is '{function}({value})'");
                    return Err(self.fault(Kind::Form, c.name.span, text));
                }
                if self.reg.type_def(&c.name.text).is_some() {
                    let text = format!("'{}' is a type, no operation", c.name.text);
                    return Err(self.fault(Kind::InterfaceCreated, c.name.span, text));
                }
                let known = self
                    .reg
                    .entities
                    .iter()
                    .filter(|(_, e)| matches!(e, Entity::Op(_) | Entity::Struct(_)));
                let hint = nearest::hint(&c.name.text, known.map(|(k, _)| &**k));
                Err(self.fault(
                    Kind::UnknownOperation,
                    c.name.span,
                    format!("unknown operation '{}'{hint}", c.name.text),
                ))
            }
        }
    }

    fn list_args<'t>(&mut self, args: &'t ast::Args) -> Checked<&'t [ast::Arg]> {
        match &args.kind {
            ast::ArgsKind::List(items) => Ok(items),
            ast::ArgsKind::Comprehension(c) => Err(self.fault(
                Kind::Form,
                c.span,
                "a comprehension gives a list; put it in brackets",
            )),
        }
    }

    fn new_struct(&mut self, c: &ast::Ctor, s: StructId, span: Span) -> Checked<Expr> {
        let fields: Vec<(StrId, LType, bool)> = self.reg.structs[s]
            .fields
            .iter()
            .map(|f| (f.name, f.ty.clone(), f.default.is_some() || f.ty.is_option()))
            .collect();
        let name = self.reg.structs[s].name.clone();
        let mut values: Vec<Option<Expr>> = vec![None; fields.len()];
        for (k, a) in self.list_args(&c.args)?.iter().enumerate() {
            let at = match &a.name {
                Some(n) => fields.iter().position(|f| self.ctx.text(f.0) == &*n.text),
                None => Some(k),
            };
            let Some((n, f)) = at.and_then(|n| fields.get(n).map(|f| (n, f))) else {
                return Err(match &a.name {
                    Some(n) => self.no_field(&name, n, &fields.iter().map(|f| f.0).collect::<Vec<_>>()),
                    None => {
                        let names: Vec<&str> = fields.iter().map(|f| self.ctx.text(f.0)).collect();
                        let text = format!("{name} has {} fields ({})", names.len(), names.join(", "));
                        self.fault(Kind::Arity, a.value.span, text)
                    }
                });
            };
            let e = self.expr(&a.value, Some(&f.1))?;
            let e = self.convert(e, &f.1)?;
            if let Some(slot) = values.get_mut(n) {
                *slot = Some(e);
            }
        }
        for a in c.attrs.iter().flatten() {
            let AttrArg::One { name: n, value, span } = a else {
                return Err(self.fault(Kind::Form, span, "a struct takes its fields one by one"));
            };
            let Some((k, f)) = fields
                .iter()
                .enumerate()
                .find(|(_, f)| self.ctx.text(f.0) == &*n.text)
            else {
                let hint = nearest::hint(&n.text, fields.iter().map(|f| self.ctx.text(f.0)));
                return Err(self.fault(
                    Kind::UnknownField,
                    *span,
                    format!("{name} has no field '{}'{hint}", n.text),
                ));
            };
            let e = match value {
                Some(v) => self.expr(v, Some(&f.1))?,
                None => self.name(n)?,
            };
            let e = self.convert(e, &f.1)?;
            if let Some(slot) = values.get_mut(k) {
                *slot = Some(e);
            }
        }
        let mut out = Vec::new();
        for (v, f) in values.into_iter().zip(&fields) {
            out.push(match v {
                Some(v) => v,
                None if f.2 => Self::none(span),
                None => {
                    let text = format!("{name} needs '{}', which has no default", self.ctx.text(f.0));
                    return Err(self.fault(Kind::Missing, span, text));
                }
            });
        }
        Ok(Expr {
            kind: ExprKind::Struct(s, out),
            ty: LType::Struct(s),
            span,
        })
    }

    fn new_op(&mut self, c: &ast::Ctor, op: OpDefId, span: Span) -> Checked<Expr> {
        let def = &self.reg.ops[op];
        let set = OpSet::One(op);
        let mut operands: Vec<Option<Expr>> = vec![None; def.operands.len()];
        let mut successors: Vec<Option<Expr>> = vec![None; def.successors.len()];
        let mut faulty = None;
        let args = self.list_args(&c.args)?;
        let positional = args.iter().filter(|a| a.name.is_none()).count();
        if positional > def.operands.len() {
            return Err(self.arity(span, def, args.len()));
        }
        for (k, a) in args.iter().enumerate() {
            let block = a.name.as_ref().and_then(|n| {
                let id = self.ctx.find_str(&n.text)?;
                def.successors.iter().position(|s| s.0 == id)
            });
            if let Some(n) = block {
                let variadic = def.successors.get(n).is_some_and(|s| s.1);
                let want = if variadic {
                    LType::list(LType::Block)
                } else {
                    LType::Block
                };
                let e = self.expr(&a.value, Some(&want))?;
                let e = self.convert(e, &want)?;
                if let Some(slot) = successors.get_mut(n) {
                    *slot = Some(e);
                }
                continue;
            }
            let g = match &a.name {
                Some(n) => self.operand_group(def, n)?,
                None => k,
            };
            let Some(d) = def.operands.get(g) else { continue };
            let e = self.operand_value(&a.value, d.arity)?;
            // A faulty operand does not hide faults of the attributes.
            if let Err(r) = self.operand_fits(def, g, &a.value, &e) {
                faulty = Some(r);
            }
            if let Some(slot) = operands.get_mut(g)
                && slot.replace(e).is_some()
            {
                let text = format!("operand '{}' is given twice", self.ctx.text(d.name));
                return Err(self.fault(Kind::Duplicate, a.value.span, text));
            }
        }
        let tied = |g: usize| def.attributes.iter().any(|a| a.over == Some(g));
        let mut groups = Vec::new();
        for (g, (e, d)) in operands.into_iter().zip(&def.operands).enumerate() {
            groups.push(match (e, d.arity) {
                (Some(_), _) if tied(g) => {
                    let text = format!(
                        "operand group '{}' follows from the affine attributes over it",
                        self.ctx.text(d.name)
                    );
                    return Err(self.fault(Kind::Over, span, text));
                }
                (Some(e), _) => e,
                (None, Arity::Optional) => Self::none(span),
                (None, Arity::Variadic) => Expr {
                    kind: ExprKind::List(Vec::new()),
                    ty: LType::list(LType::Value),
                    span,
                },
                (None, Arity::One) => return Err(self.arity(span, def, args.len())),
            });
        }
        let attrs = self.attr_sets(&set, c.attrs.as_deref().unwrap_or(&[]))?;
        let spread = attrs.iter().any(|a| matches!(a, AttrSet::Spread(_)));
        for a in &def.attributes {
            let given = attrs
                .iter()
                .any(|s| matches!(s, AttrSet::One { name, .. } if *name == a.name));
            if !given && !spread && !a.optional && a.default.is_none() {
                let text = format!(
                    "{} needs '{}', which has no default",
                    def.name,
                    self.ctx.text(a.name)
                );
                return Err(self.fault(Kind::Missing, span, text));
            }
        }
        if let Some(r) = faulty {
            return Err(r);
        }
        let mut blocks = Vec::new();
        for (e, (name, variadic)) in successors.into_iter().zip(&def.successors) {
            blocks.push(match e {
                Some(e) => e,
                None if *variadic => Expr {
                    kind: ExprKind::List(Vec::new()),
                    ty: LType::list(LType::Block),
                    span,
                },
                None => {
                    let name = self.ctx.text(*name);
                    let text = format!(
                        "{} needs the successor '{name}': write '{name} = block'",
                        def.name
                    );
                    return Err(self.fault(Kind::Missing, span, text));
                }
            });
        }
        let mut types = NewTypes::Inferred;
        let mut regions: Vec<NewRegion> = Vec::new();
        for item in &c.created {
            match item {
                Created::Types { types: list, .. } => {
                    let mut out = Vec::new();
                    for t in list {
                        out.push(self.type_expr(t)?);
                    }
                    types = NewTypes::Given(out);
                }
                Created::TypesOf { list, .. } => {
                    let want = LType::list(LType::Type);
                    let e = self.expr(list, Some(&want))?;
                    let e = match &e.ty {
                        LType::Type => Expr {
                            ty: want.clone(),
                            span: e.span,
                            kind: ExprKind::List(vec![e]),
                        },
                        _ => self.convert(e, &want)?,
                    };
                    types = NewTypes::List(Box::new(e));
                }
                Created::Region {
                    name,
                    params,
                    block,
                    span,
                } => {
                    let id = self.ctx.str(&name.text);
                    let Some(n) = def.region(id) else {
                        let known: Vec<&str> = def.regions.iter().map(|r| self.ctx.text(r.name)).collect();
                        let mut hint = nearest::hint(&name.text, known.iter().copied());
                        if hint.is_empty() && !known.is_empty() {
                            hint = format!(" ({})", known.join(", "));
                        }
                        let text = format!("{} has no region '{}'{hint}", def.name, name.text);
                        return Err(self.fault(Kind::UnknownOperand, name.span, text));
                    };
                    let declared = def.regions.get(n).and_then(|r| r.args.as_ref());
                    let types = self.argument_types(params, declared.map_or(&[], |a| a))?;
                    let mark = self.vars.len();
                    let mut args = Vec::new();
                    for (p, t) in params.iter().zip(types) {
                        let ty = match &t {
                            ArgTypes::One(_) => LType::Value,
                            ArgTypes::Many(_) => LType::list(LType::Value),
                        };
                        let slot = self.bind(&p.name, ty);
                        if let ArgTypes::One(t) = &t
                            && let TypeExpr::Known(t) = **t
                        {
                            self.rules.insert(slot, TypeRule::Exact(t));
                        }
                        args.push((slot, t));
                    }
                    let body = self.stmts(&block.stmts);
                    self.close(mark);
                    let _ = span;
                    regions.push(NewRegion {
                        index: n as u16,
                        args,
                        body: body?,
                    });
                }
            }
        }
        if types == NewTypes::Inferred {
            self.inferable(op, span)?;
        }
        let create = Create {
            op,
            operands: groups,
            attrs,
            successors: blocks,
            types,
            regions,
        };
        Ok(Expr {
            kind: ExprKind::Create(Box::new(create)),
            ty: LType::Op(set),
            span,
        })
    }

    /// Whether the types of results follow from the dialect.
    fn inferable(&mut self, op: OpDefId, span: Span) -> Checked<()> {
        let def = &self.reg.ops[op];
        for (g, r) in def.results.iter().enumerate() {
            let typed = def.attributes.iter().any(|a| a.typed == Some(r.name));
            let same = def.traits.contains(&TraitDef::SameOperandsAndResultType) && !def.operands.is_empty();
            let known = matches!(r.rule, TypeRule::Exact(_) | TypeRule::Same(_))
                || typed
                || same
                || def.infer.iter().any(|i| i.0 == g);
            if !known || r.arity == Arity::Variadic {
                let text = format!(
                    "the type of result '{}' of {} does not follow; write '-> type'",
                    self.ctx.text(r.name),
                    def.name
                );
                return Err(self.fault(Kind::ResultType, span, text));
            }
        }
        Ok(())
    }

    fn operand_group(&mut self, def: &crate::lang::defs::OpDef, n: &ast::Name) -> Checked<usize> {
        let found = self.ctx.find_str(&n.text).and_then(|id| def.operand(id));
        match found {
            Some(g) => Ok(g),
            None => {
                let known = def.operands.iter().map(|o| o.name);
                let known: Vec<StrId> = known.chain(def.successors.iter().map(|s| s.0)).collect();
                Err(self.no_operand(&def.name, n, &known))
            }
        }
    }

    /// A value for an operand group.
    fn operand_value(&mut self, e: &ast::Expr, arity: Arity) -> Checked<Expr> {
        let want = group_type(arity);
        let x = self.expr(e, Some(&want))?;
        if arity == Arity::Variadic && matches!(x.ty.unwrapped(), LType::Op(_) | LType::Value) {
            let v = self.convert(x, &LType::Value)?;
            let span = v.span;
            return Ok(Expr {
                kind: ExprKind::List(vec![v]),
                ty: want,
                span,
            });
        }
        self.convert(x, &want)
    }

    pub(super) fn attr_sets(&mut self, set: &OpSet, list: &[AttrArg]) -> Checked<Vec<AttrSet>> {
        let mut out = Vec::new();
        let mut failed = None;
        for (k, a) in list.iter().enumerate() {
            if let AttrArg::One { name, .. } = a
                && list
                    .iter()
                    .take(k)
                    .any(|b| matches!(b, AttrArg::One { name: n, .. } if n.text == name.text))
            {
                let text = format!("attribute '{}' is given twice", name.text);
                failed = Some(self.fault(Kind::Duplicate, name.span, text));
                continue;
            }
            match self.attr_set(set, a) {
                Ok(a) => out.push(a),
                Err(e) => failed = Some(e),
            }
        }
        match failed {
            Some(e) => Err(e),
            None => Ok(out),
        }
    }

    fn attr_set(&mut self, set: &OpSet, a: &AttrArg) -> Checked<AttrSet> {
        match a {
            AttrArg::Spread { value, .. } => {
                let e = self.expr(value, None)?;
                if !matches!(e.ty, LType::Op(_)) {
                    let text = format!(
                        "'..' takes the attributes of an operation, but this is {}",
                        self.show(&e.ty)
                    );
                    return Err(self.fault(Kind::Types, value.span, text));
                }
                Ok(AttrSet::Spread(e))
            }
            AttrArg::One { name, value, .. } => {
                if *set == OpSet::Any {
                    let id = self.ctx.str(&name.text);
                    let e = match value {
                        Some(v) => self.expr(v, Some(&LType::Attr))?,
                        None => self.name(name)?,
                    };
                    let e = self.convert(e, &LType::option(LType::Attr))?;
                    return Ok(AttrSet::One {
                        name: id,
                        ty: LType::Attr,
                        value: e,
                    });
                }
                let (id, ty, optional) = self.attr_slot(set, name)?;
                let e = match value {
                    Some(v) => self.expr(v, Some(&ty))?,
                    None => self.name(name)?,
                };
                let want = if optional {
                    LType::option(ty.clone())
                } else {
                    ty.clone()
                };
                let e = match self.try_convert(e, &want) {
                    Ok(e) => e,
                    Err(e) => {
                        let text = format!(
                            "{} is {}, but this is {}",
                            name.text,
                            self.show(&ty),
                            self.show(&e.ty)
                        );
                        return Err(self.fault(Kind::Types, e.span, text));
                    }
                };
                Ok(AttrSet::One {
                    name: id,
                    ty,
                    value: e,
                })
            }
        }
    }

    pub(super) fn operand_sets(
        &mut self,
        set: &OpSet,
        args: Option<&ast::Args>,
    ) -> Checked<Vec<(StrId, Expr)>> {
        let Some(args) = args else { return Ok(Vec::new()) };
        let mut out = Vec::new();
        for a in self.list_args(args)? {
            let Some(name) = &a.name else {
                return Err(self.fault(Kind::Form, a.value.span, "operands that change are given by name"));
            };
            let defs = self.defs_of(set);
            let Some(def) = defs.first() else {
                return Err(self.fault(
                    Kind::Unclear,
                    name.span,
                    "any operation may stand here, so its operands have no names",
                ));
            };
            let g = self.operand_group(def, name)?;
            let Some(d) = def.operands.get(g) else { continue };
            let e = self.operand_value(&a.value, d.arity)?;
            self.operand_fits(def, g, &a.value, &e)?;
            out.push((d.name, e));
        }
        Ok(out)
    }

    pub(super) fn clone_op(&mut self, c: &ast::CloneExpr, span: Span) -> Checked<Expr> {
        self.effect(span, "copying an operation")?;
        let op = self.expr(&c.place, None)?;
        let ty = op.ty.unwrapped().clone();
        let LType::Op(set) = &ty else {
            let text = format!("only operations are copied, but this is {}", self.show(&ty));
            return Err(self.fault(Kind::Types, c.place.span, text));
        };
        let op = self.convert(op, &ty)?;
        let operands = self.operand_sets(set, c.args.as_ref())?;
        let attrs = self.attr_sets(set, c.attrs.as_deref().unwrap_or(&[]))?;
        if let Some(first) = c.created.first() {
            let at = match first {
                Created::Types { span, .. }
                | Created::TypesOf { span, .. }
                | Created::Region { span, .. } => *span,
            };
            return Err(self.fault(Kind::Form, at, "a copy keeps its types and regions"));
        }
        // Names that must be unique are given anew.
        for d in self.defs_of(set) {
            for t in &d.traits {
                if let TraitDef::UniqueName(field) = t {
                    let given = attrs
                        .iter()
                        .any(|a| matches!(a, AttrSet::One { name, .. } if name == field));
                    if !given {
                        let text = format!("a copy of {} needs a new '{}'", d.name, self.ctx.text(*field));
                        return Err(self.fault(Kind::Missing, span, text));
                    }
                }
            }
        }
        Ok(Expr {
            kind: ExprKind::Clone(Box::new(CloneOp { op, operands, attrs })),
            ty,
            span,
        })
    }

    pub(super) fn point(&mut self, p: &ast::Point) -> Checked<Point> {
        let of = self.expr(&p.of, None)?;
        let ty = of.ty.unwrapped().clone();
        let good = match p.kind {
            ast::PointKind::Before | ast::PointKind::After => matches!(ty, LType::Op(_)),
            ast::PointKind::Start | ast::PointKind::End => matches!(ty, LType::Region | LType::Block),
        };
        if !good {
            let what = match p.kind {
                ast::PointKind::Before | ast::PointKind::After => "an operation",
                _ => "a region or block",
            };
            let text = format!("this point is at {what}, but this is {}", self.show(&ty));
            return Err(self.fault(Kind::Types, p.of.span, text));
        }
        let of = self.convert(of, &ty)?;
        Ok(Point { kind: p.kind, of })
    }
}
