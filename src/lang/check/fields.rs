//! What may stand after a dot: fields that dialect files declare, parameters of the target, options of the pass.

use super::{Checked, Checker};
use crate::ir::StrId;
use crate::lang::ast;
use crate::lang::defs::{Arity, Families, FamilyDef, OpDef};
use crate::lang::hir::{Const, Expr, ExprKind, FieldRef};
use crate::lang::types::{LType, OpSet};
use crate::support::kinds::Kind;
use crate::support::nearest;
use crate::support::source::Span;

/// The type of values in a group.
pub(super) fn group_type(arity: Arity) -> LType {
    match arity {
        Arity::One => LType::Value,
        Arity::Optional => LType::option(LType::Value),
        Arity::Variadic => LType::list(LType::Value),
    }
}

impl<'a> Checker<'a> {
    /// The definitions that a set of operations has in common fields of.
    pub(super) fn defs_of(&self, set: &OpSet) -> Vec<&'a OpDef> {
        match set {
            OpSet::Any => Vec::new(),
            OpSet::One(o) => vec![&self.reg.ops[*o]],
            OpSet::Interface(i) => vec![&self.reg.interfaces[*i]],
            OpSet::Union(ops) => ops.iter().map(|o| &self.reg.ops[*o]).collect(),
        }
    }

    /// A field of an operation's definition.
    fn def_field(def: &OpDef, name: StrId) -> Option<(FieldRef, LType)> {
        if let Some((_, a)) = def.attr(name) {
            let absent = a.optional && a.default.is_none();
            let ty = if absent {
                LType::option(a.ty.clone())
            } else {
                a.ty.clone()
            };
            return Some((FieldRef::Attr(name), ty));
        }
        if let Some(g) = def.operand(name) {
            return Some((
                FieldRef::Operand(name),
                def.operands.get(g).map(|o| group_type(o.arity))?,
            ));
        }
        if let Some(g) = def.result(name) {
            return Some((
                FieldRef::Result(name),
                def.results.get(g).map(|o| group_type(o.arity))?,
            ));
        }
        if def.region(name).is_some() {
            return Some((FieldRef::Region(name), LType::Region));
        }
        if let Some(s) = def.successors.iter().find(|s| s.0 == name) {
            let ty = if s.1 {
                LType::list(LType::Block)
            } else {
                LType::Block
            };
            return Some((FieldRef::Successor(name), ty));
        }
        let c = def.consts.iter().find(|c| c.0 == name)?;
        Some((FieldRef::Const(name), c.1.clone()))
    }

    /// The type of an attribute, as the slot that a creation fills: without `?` and default.
    pub(super) fn attr_slot(&mut self, set: &OpSet, name: &ast::Name) -> Checked<(StrId, LType, bool)> {
        let id = self.ctx.str(&name.text);
        let defs = self.defs_of(set);
        let mut found: Option<(LType, bool)> = None;
        for d in &defs {
            match d.attr(id) {
                Some((_, a)) => {
                    let this = (a.ty.clone(), a.optional);
                    if found.as_ref().is_some_and(|f| f.0 != this.0) {
                        let text = format!("'{}' has different types in {}", name.text, set.show(self.reg));
                        return Err(self.fault(Kind::Unclear, name.span, text));
                    }
                    found = Some(this);
                }
                None => return Err(self.no_attribute(d, name)),
            }
        }
        match found {
            Some((ty, optional)) => Ok((id, ty, optional)),
            None => {
                let text = format!(
                    "any operation may stand here, so it has no attribute '{}'",
                    name.text
                );
                Err(self.fault(Kind::Unclear, name.span, text))
            }
        }
    }

    fn no_attribute(&mut self, d: &OpDef, name: &ast::Name) -> crate::support::diag::Reported {
        let known: Vec<&str> = d.attributes.iter().map(|a| self.ctx.text(a.name)).collect();
        let id = self.ctx.str(&name.text);
        let hint = if d.operand(id).is_some() {
            format!("; operands stand in parentheses: '({} = ..)'", name.text)
        } else {
            nearest::hint(&name.text, known)
        };
        self.fault(
            Kind::UnknownAttribute,
            name.span,
            format!("{} has no attribute '{}'{hint}", d.name, name.text),
        )
    }

    /// A field of a value of some type.
    pub(super) fn field_of(&mut self, ty: &LType, name: &ast::Name) -> Checked<(FieldRef, LType)> {
        let id = self.ctx.str(&name.text);
        match ty {
            LType::Op(set) => {
                let defs = self.defs_of(set);
                let mut found: Option<(FieldRef, LType)> = None;
                for d in &defs {
                    match Self::def_field(d, id) {
                        Some(f) if found.as_ref().is_none_or(|o| *o == f) => found = Some(f),
                        Some(_) => {
                            let text = format!("'{}' differs among {}", name.text, set.show(self.reg));
                            return Err(self.fault(Kind::Unclear, name.span, text));
                        }
                        None => {
                            let known: Vec<&str> = d
                                .attributes
                                .iter()
                                .map(|a| a.name)
                                .chain(d.operands.iter().map(|o| o.name))
                                .chain(d.results.iter().map(|o| o.name))
                                .chain(d.regions.iter().map(|o| o.name))
                                .chain(d.successors.iter().map(|s| s.0))
                                .map(|n| self.ctx.text(n))
                                .collect();
                            let hint = nearest::hint(&name.text, known);
                            let text = format!("{} has no field '{}'{hint}", d.name, name.text);
                            return Err(self.fault(Kind::UnknownField, name.span, text));
                        }
                    }
                }
                found.ok_or_else(|| {
                    let text = format!(
                        "'{}' is no field of every operation; match which one it is",
                        name.text
                    );
                    self.fault(Kind::Unclear, name.span, text)
                })
            }
            LType::Struct(s) => {
                let def = &self.reg.structs[*s];
                match def.fields.iter().position(|f| f.name == id) {
                    Some(n) => {
                        let ty = def.fields.get(n).map_or(LType::Attr, |f| f.ty.clone());
                        Ok((FieldRef::Struct(n as u16), ty))
                    }
                    None => {
                        let known: Vec<&str> = def.fields.iter().map(|f| self.ctx.text(f.name)).collect();
                        let hint = nearest::hint(&name.text, known);
                        let text = format!("{} has no field '{}'{hint}", def.name, name.text);
                        Err(self.fault(Kind::UnknownField, name.span, text))
                    }
                }
            }
            LType::Enum(e) => {
                let def = &self.reg.enums[*e];
                match def.facts.iter().position(|f| *f.0 == *name.text) {
                    Some(n) => {
                        let fact = def.facts.get(n);
                        let all = fact.is_some_and(|f| f.2.iter().all(Option::is_some));
                        let ty = fact.map_or(LType::Attr, |f| f.1.clone());
                        Ok((FieldRef::Fact(n as u16), if all { ty } else { LType::option(ty) }))
                    }
                    None => {
                        let hint = nearest::hint(&name.text, def.facts.iter().map(|f| &*f.0));
                        let text = format!("cases of {} have no fact '{}'{hint}", def.name, name.text);
                        Err(self.fault(Kind::UnknownField, name.span, text))
                    }
                }
            }
            // Of an access: what defines it is known when the body runs.
            LType::Value if self.computes.is_some() => Ok((FieldRef::Attr(id), LType::Attr)),
            _ => {
                let text = format!("{} has no field '{}'", self.show(ty), name.text);
                Err(self.fault(Kind::UnknownField, name.span, text))
            }
        }
    }

    /// `base.name`.
    pub(super) fn field(&mut self, base: &ast::Expr, name: &ast::Name, span: Span) -> Checked<Expr> {
        if let ast::ExprKind::Name(n) = &base.kind
            && self.var(&n.text).is_none()
        {
            match &*n.text {
                "target" => return self.target_parameter(name, span),
                "options" => return self.option(name, span),
                _ => {
                    if let Some(e) = self.qualified_case(&n.text, name, span) {
                        return e;
                    }
                }
            }
        }
        if let ast::ExprKind::Field { base: d, name: e } = &base.kind
            && let ast::ExprKind::Name(d) = &d.kind
            && self.var(&d.text).is_none()
            && let Some(e) = self.qualified_case(&format!("{}.{}", d.text, e.text), name, span)
        {
            return e;
        }
        let base = self.expr(base, None)?;
        let base = match &base.ty {
            LType::Option(t) => {
                let t = (**t).clone();
                let at = base.span;
                Expr {
                    kind: ExprKind::Unwrap(Box::new(base)),
                    ty: t,
                    span: at,
                }
            }
            _ => base,
        };
        let (field, ty) = self.field_of(&base.ty, name)?;
        Ok(Expr {
            kind: ExprKind::Field(Box::new(base), field),
            ty,
            span,
        })
    }

    /// `bir.Qos.p0`.
    fn qualified_case(&mut self, of: &str, name: &ast::Name, span: Span) -> Option<Checked<Expr>> {
        match self.reg.entity(of) {
            Some(crate::lang::defs::Entity::Enum(e)) => Some(self.case(e, name, span)),
            _ => None,
        }
    }

    pub(super) fn case(
        &mut self,
        e: crate::lang::defs::EnumId,
        name: &ast::Name,
        span: Span,
    ) -> Checked<Expr> {
        let found = self.ctx.find_str(&name.text).and_then(|c| self.reg.case(e, c));
        match found {
            Some(n) => Ok(Expr {
                kind: ExprKind::Const(Const::Enum(e, n as u16)),
                ty: LType::Enum(e),
                span,
            }),
            None => {
                let def = &self.reg.enums[e];
                let names: Vec<&str> = def.cases.iter().map(|c| self.ctx.text(c.0)).collect();
                let hint = nearest::hint(&name.text, names.iter().copied());
                let text = format!(
                    "'.{}' is no case of {} ({}){hint}",
                    name.text,
                    def.name,
                    names.join(", ")
                );
                Err(self.fault(Kind::UnknownCase, span, text))
            }
        }
    }

    pub(super) fn target_parameter(&mut self, name: &ast::Name, span: Span) -> Checked<Expr> {
        let reg = self.reg;
        let families: Vec<&FamilyDef> = match self.env.families {
            Families::None => {
                return Err(self.fault(
                    Kind::TargetRead,
                    span,
                    "what depends on the target is checked by patterns, not here",
                ));
            }
            Families::One(f) => vec![&reg.families[f]],
            Families::All => reg.families.iter().collect(),
        };
        let id = self.ctx.find_str(&name.text);
        let mut found: Option<(&FamilyDef, &LType)> = None;
        for f in &families {
            let Some(p) = f.params.iter().find(|p| Some(p.name) == id) else {
                continue;
            };
            match found {
                Some((first, ty)) if *ty != p.ty => {
                    let text = format!(
                        "'target.{}' is {} in family '{}' and {} in family '{}'; rename one of the parameters",
                        name.text,
                        ty.show(reg),
                        first.name,
                        p.ty.show(reg),
                        f.name
                    );
                    return Err(self.fault(Kind::Unclear, name.span, text));
                }
                Some(_) => {}
                None => found = Some((f, &p.ty)),
            }
        }
        let place = id.and_then(|id| reg.target_params.iter().position(|p| *p == id));
        match (found, place) {
            (Some((_, ty)), Some(n)) => Ok(Expr {
                kind: ExprKind::Target(n as u16),
                ty: ty.clone(),
                span,
            }),
            _ => {
                let known = families
                    .iter()
                    .flat_map(|f| &f.params)
                    .map(|p| self.ctx.text(p.name));
                let hint = nearest::hint(&name.text, known);
                let text = match families.as_slice() {
                    [one] => format!(
                        "target family '{}' has no parameter '{}'{hint}",
                        one.name, name.text
                    ),
                    _ => format!("no target family has a parameter '{}'{hint}", name.text),
                };
                Err(self.fault(Kind::UnknownParameter, name.span, text))
            }
        }
    }

    fn option(&mut self, name: &ast::Name, span: Span) -> Checked<Expr> {
        match self.env.options.get_index_of(&name.text) {
            Some(n) => {
                let ty = self.env.options.get_index(n).map_or(LType::Attr, |o| o.1.clone());
                Ok(Expr {
                    kind: ExprKind::PassOption(n as u16),
                    ty,
                    span,
                })
            }
            None => {
                let hint = nearest::hint(&name.text, self.env.options.keys().map(|k| &**k));
                Err(self.fault(
                    Kind::UnknownOption,
                    name.span,
                    format!("no pass has an option '{}'{hint}", name.text),
                ))
            }
        }
    }
}
