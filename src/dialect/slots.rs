//! Slots: what fields may hold. Data slots (attributes, struct fields, target parameters) are types of the language,
//! value slots (operands, results, block arguments) are rules on IR types.

use super::load::Loader;
use crate::ir::StrId;
use crate::lang::ast::{self, ExprKind, SlotKind};
use crate::lang::check::BUILTIN_TYPES;
use crate::lang::defs::*;
use crate::lang::types::{LType, OpSet};
use crate::support::diag::Reported;
use crate::support::kinds::Kind;
use crate::support::nearest;
use crate::support::source::Span;

/// What a data slot says.
pub(super) struct DataSlot {
    pub(super) ty: LType,
    pub(super) optional: bool,
    pub(super) range: Option<Bounds>,
    pub(super) typed: Option<StrId>,
}

const BUILTIN: [&str; 7] = ["int", "bool", "string", "float", "affine", "attr", "type"];

impl Loader<'_> {
    /// A name of a dialect, with or without the dialect in front.
    fn entity_of(&self, d: &ast::Dialect, name: &str) -> Option<Entity> {
        self.reg
            .entity(name)
            .or_else(|| self.reg.entity(&format!("{}.{name}", d.name.text)))
    }

    pub(super) fn data_slot(&mut self, d: &ast::Dialect, slot: &ast::Slot) -> Result<DataSlot, Reported> {
        let [alt] = slot.alternatives.as_slice() else {
            return Err(self.fault(
                Kind::Slot,
                slot.span,
                "a field that holds data has one type, not alternatives",
            ));
        };
        let mut out = DataSlot {
            ty: LType::Attr,
            optional: alt.optional,
            range: None,
            typed: None,
        };
        out.ty = match &alt.kind {
            SlotKind::Type(t) if &*t.name.text == "any" => LType::Attr,
            SlotKind::Type(t) => {
                let text = format!(
                    "'!{}' is a type of values; a field that holds a type is 'type'",
                    t.name.text
                );
                return Err(self.fault(Kind::Slot, alt.span, text));
            }
            SlotKind::Name(t) => {
                let named = self.data_name(d, t)?;
                out.optional |= named.optional;
                out.range = named.range;
                out.typed = named.typed;
                named.ty
            }
            SlotKind::List(inner) => {
                let inner = self.part(d, inner, "the elements of a list")?;
                out.range = inner.range.map(|b| Bounds::List(Box::new(b)));
                LType::list(if inner.optional {
                    LType::option(inner.ty)
                } else {
                    inner.ty
                })
            }
            SlotKind::Tuple(items) => {
                let mut types = Vec::new();
                let mut bounds = Vec::new();
                for i in items {
                    let part = self.part(d, i, "a part of a tuple")?;
                    if part.optional {
                        let text = "the parts of a tuple are all there; '?' is for the field as a whole";
                        return Err(self.fault(Kind::Slot, i.span, text));
                    }
                    types.push(part.ty);
                    bounds.push(part.range);
                }
                if bounds.iter().any(Option::is_some) {
                    out.range = Some(Bounds::Tuple(bounds));
                }
                LType::tuple(types)
            }
            SlotKind::Symbol(name) => LType::Symbol(self.op_set(name)?),
            SlotKind::IntIn(range) => {
                let (low, high) = self.range(range)?;
                if low >= high {
                    let text = format!("no integer is in {low} .. {high}, whose end is excluded");
                    return Err(self.fault(Kind::Range, range.span, text));
                }
                out.range = Some(Bounds::Int(low, high));
                LType::Int
            }
            SlotKind::Apply { name, arg } if &*name.text == "typed" => {
                match &arg.kind {
                    ExprKind::Name(n) => out.typed = Some(self.str(n)),
                    _ => return Err(self.fault(Kind::Slot, arg.span, "expected the name of a result")),
                }
                LType::Attr
            }
            SlotKind::Apply { name, .. } => {
                let text = format!("unknown constraint '{}' on data", name.text);
                return Err(self.fault(Kind::UnknownConstraint, name.span, text));
            }
            SlotKind::Variadic(_) => {
                return Err(self.fault(Kind::Slot, alt.span, "data is not variadic; write a list, '[T]'"));
            }
        };
        Ok(out)
    }

    /// A slot inside of another.
    fn part(&mut self, d: &ast::Dialect, slot: &ast::Slot, what: &str) -> Result<DataSlot, Reported> {
        let part = self.data_slot(d, slot)?;
        if part.typed.is_some() {
            let text = format!("'typed(..)' is said of a whole attribute, not of {what}");
            return Err(self.fault(Kind::Slot, slot.span, text));
        }
        Ok(part)
    }

    fn data_name(&mut self, d: &ast::Dialect, t: &ast::IrType) -> Result<DataSlot, Reported> {
        let ty = match &*t.name.text {
            "int" => LType::Int,
            "bool" => LType::Bool,
            "string" => LType::Str,
            "float" => LType::Float,
            "affine" => LType::Affine,
            "attr" => LType::Attr,
            "type" => LType::Type,
            name => match self.entity_of(d, name) {
                Some(Entity::Enum(e)) => LType::Enum(e),
                Some(Entity::Struct(s)) => LType::Struct(s),
                _ => {
                    let full = format!("{}.{name}", d.name.text);
                    if let Some((key, slot)) = self.take_constraint(name, &full) {
                        let outer = std::mem::take(self.sink);
                        let result = self.data_slot(d, &slot);
                        let mut said = std::mem::take(self.sink);
                        let other = result.is_err() && self.value_rule(d, &slot).is_ok();
                        *self.sink = outer;
                        self.constraints.insert(key, slot);
                        if other {
                            let text = format!(
                                "constraint '{name}' is about the types of values, and this is a field that holds data"
                            );
                            return Err(self.fault(Kind::Slot, t.span, text));
                        }
                        self.sink.append(&mut said);
                        return result;
                    }
                    self.own_constraint(name, &full, t.span)?;
                    let own = format!("{}.", d.name.text);
                    let known = self.reg.entities.keys().map(|k| &**k);
                    let short = known.clone().filter_map(|n| n.strip_prefix(&*own));
                    let named = self.constraints.keys().map(|k| &**k);
                    let own_named = named.clone().filter_map(|n| n.strip_prefix(&*own));
                    let known = BUILTIN.into_iter().chain(known).chain(short);
                    let of_values = crate::lang::check::builtin_rule(self.ctx, name).is_some()
                        || self.reg.type_def(name).is_some();
                    let near = nearest::hint(name, known.chain(named).chain(own_named));
                    let hint = match of_values {
                        true => "; this is a type of values, and a field that holds a type is 'type'",
                        false => &near,
                    };
                    let text = format!("unknown type of data '{name}'{hint}");
                    return Err(self.fault(Kind::UnknownType, t.span, text));
                }
            },
        };
        Ok(DataSlot {
            ty,
            optional: false,
            range: None,
            typed: None,
        })
    }

    pub(super) fn op_set(&mut self, name: &ast::Name) -> Result<OpSet, Reported> {
        match self.reg.op_set(&name.text) {
            Some(s) => Ok(s),
            None => {
                let hint = nearest::hint(&name.text, self.reg.entities.keys().map(|k| &**k));
                let text = format!("unknown operation or interface '{}'{hint}", name.text);
                Err(self.fault(Kind::UnknownOperation, name.span, text))
            }
        }
    }

    /// A named constraint, taken away while it is looked into, so that one which names itself is unknown there.
    fn take_constraint(&mut self, name: &str, full: &str) -> Option<(Box<str>, ast::Slot)> {
        let key = if self.constraints.contains_key(name) {
            name
        } else {
            full
        };
        let found = self.constraints.shift_remove_entry(key)?;
        self.used_constraints.push(found.0.clone());
        Some(found)
    }

    /// Whether a constraint is being looked into, and so names itself.
    fn own_constraint(&mut self, name: &str, full: &str, at: Span) -> Result<(), Reported> {
        // It is among those that were used, and taken away.
        let open = |key: &str| {
            self.used_constraints.iter().any(|u| **u == *key) && !self.constraints.contains_key(key)
        };
        if open(name) || open(full) {
            let text = format!("constraint '{name}' is defined by itself");
            return Err(self.fault(Kind::UnknownConstraint, at, text));
        }
        Ok(())
    }

    /// A constraint that nothing uses has been looked into by nothing.
    pub(super) fn unused_constraints(&mut self, d: &ast::Dialect) {
        for m in &d.members {
            let ast::MemberKind::Constraint { name, slot } = &m.kind else {
                continue;
            };
            let full = Self::full(d, name);
            if self.used_constraints.contains(&full) {
                continue;
            }
            let Some(own) = self.take_constraint(&full, &full) else {
                continue;
            };
            let outer = std::mem::take(self.sink);
            let data = self.data_slot(d, slot).is_ok();
            let said = std::mem::take(self.sink);
            let values = self.value_rule(d, slot).is_ok();
            let mut other = std::mem::replace(self.sink, outer);
            if !data && !values {
                let is_values = slot.alternatives.len() > 1
                    || slot.alternatives.iter().any(|a| match &a.kind {
                        SlotKind::Type(_) => true,
                        SlotKind::Apply { name, .. } => &*name.text == "same",
                        _ => false,
                    });
                let mut said = said;
                self.sink.append(if is_values { &mut other } else { &mut said });
            }
            self.constraints.insert(own.0, own.1);
        }
    }

    fn range(&mut self, e: &ast::Expr) -> Result<(i64, i64), Reported> {
        if let ExprKind::Range { start, end } = &e.kind {
            if let (ExprKind::Int(a), ExprKind::Int(b)) = (&start.kind, &end.kind) {
                return Ok((*a, *b));
            }
            if let (ExprKind::Neg(a), ExprKind::Int(b)) = (&start.kind, &end.kind)
                && let ExprKind::Int(a) = a.kind
            {
                return Ok((-a, *b));
            }
            if let (ExprKind::Neg(a), ExprKind::Neg(b)) = (&start.kind, &end.kind)
                && let (ExprKind::Int(a), ExprKind::Int(b)) = (&a.kind, &b.kind)
            {
                return Ok((-a, -b));
            }
        }
        Err(self.fault(
            Kind::Slot,
            e.span,
            "expected a range of two integers, 'low .. high'",
        ))
    }

    pub(super) fn value_slot(&mut self, d: &ast::Dialect, f: &ast::Field) -> Result<ValueDef, Reported> {
        let mut arity = Arity::One;
        let mut slot = &f.slot;
        if let [alt] = slot.alternatives.as_slice()
            && let SlotKind::Variadic(inner) = &alt.kind
        {
            arity = Arity::Variadic;
            slot = inner;
        }
        self.only_slot(f, "a value");
        if let Some(e) = &f.default {
            self.fault(Kind::Default, e.span, "a value has no default");
        }
        let (rule, optional) = self.value_rule(d, slot)?;
        match arity {
            Arity::Variadic if optional => {
                let text = "a group of any number of values may be empty as it is; '?' is for one value";
                self.fault(Kind::Slot, slot.span, text);
            }
            _ if optional => arity = Arity::Optional,
            _ => {}
        }
        Ok(ValueDef {
            name: self.str(&f.name),
            rule,
            arity,
            span: f.name.span,
        })
    }

    /// Which types, and whether the value may be absent.
    fn value_rule(&mut self, d: &ast::Dialect, slot: &ast::Slot) -> Result<(TypeRule, bool), Reported> {
        let mut rules = Vec::new();
        let mut optional = false;
        for alt in &slot.alternatives {
            optional |= alt.optional;
            rules.push(match &alt.kind {
                SlotKind::Type(t) | SlotKind::Name(t) => {
                    let (rule, absent) = self.type_rule(d, t)?;
                    optional |= absent;
                    rule
                }
                SlotKind::Apply { name, arg } if &*name.text == "same" => match &arg.kind {
                    ExprKind::Name(n) => TypeRule::Same(self.str(n)),
                    _ => {
                        return Err(self.fault(
                            Kind::Slot,
                            arg.span,
                            "expected the name of an operand or result",
                        ));
                    }
                },
                _ => return Err(self.fault(Kind::Slot, alt.span, "expected a rule on the type of a value")),
            });
        }
        match (rules.len(), rules.pop()) {
            (1, Some(one)) => Ok((one, optional)),
            (_, Some(last)) => {
                rules.push(last);
                Ok((TypeRule::AnyOf(rules), optional))
            }
            (_, None) => Ok((TypeRule::Any, optional)),
        }
    }

    fn type_rule(&mut self, d: &ast::Dialect, t: &ast::IrType) -> Result<(TypeRule, bool), Reported> {
        let name = &*t.name.text;
        if let Some(rule) = crate::lang::check::builtin_rule(self.ctx, name) {
            return Ok((rule, false));
        }
        let own = || self.reg.type_def(&format!("{}.{name}", d.name.text));
        match self.reg.type_def(name).or_else(own) {
            Some(id) => {
                let def = &self.reg.types[id];
                if self.reg.type_params(id).is_empty() {
                    let data = crate::ir::TypeData::Dialect {
                        name: def.name,
                        params: Box::new([]),
                    };
                    return Ok((TypeRule::Exact(self.ctx.ty(data)), false));
                }
                Ok((TypeRule::Dialect(def.name), false))
            }
            None => {
                let full = format!("{}.{name}", d.name.text);
                if let Some((key, slot)) = self.take_constraint(name, &full) {
                    let outer = std::mem::take(self.sink);
                    let result = self.value_rule(d, &slot);
                    let mut said = std::mem::take(self.sink);
                    let other = result.is_err() && self.data_slot(d, &slot).is_ok();
                    *self.sink = outer;
                    self.constraints.insert(key, slot);
                    if other {
                        let text = format!("constraint '{name}' is about data, and this is a value");
                        return Err(self.fault(Kind::Slot, t.span, text));
                    }
                    self.sink.append(&mut said);
                    return result;
                }
                self.own_constraint(name, &full, t.span)?;
                let own = format!("{}.", d.name.text);
                let types = self.reg.types.iter().map(|t| self.ctx.text(t.name));
                let named = types.chain(self.constraints.keys().map(|k| &**k));
                let short = named.clone().filter_map(|n| n.strip_prefix(&*own));
                let hint = match name {
                    "string" | "int" | "bool" | "attr" | "affine" => {
                        "; this is a type of data, which stands in 'attributes'".to_string()
                    }
                    _ => nearest::hint(name, BUILTIN_TYPES.into_iter().chain(named).chain(short)),
                };
                let text = format!("unknown type '{name}'{hint}");
                Err(self.fault(Kind::UnknownType, t.span, text))
            }
        }
    }
}
