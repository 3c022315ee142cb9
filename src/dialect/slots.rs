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

/// What a data slot says.
pub(super) struct DataSlot {
    pub(super) ty: LType,
    pub(super) optional: bool,
    pub(super) range: Option<(i64, i64)>,
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
            SlotKind::Name(t) => self.data_name(d, t)?,
            SlotKind::List(inner) => {
                let inner = self.data_slot(d, inner)?;
                out.range = inner.range;
                LType::list(if inner.optional {
                    LType::option(inner.ty)
                } else {
                    inner.ty
                })
            }
            SlotKind::Tuple(items) => {
                let mut types = Vec::new();
                for i in items {
                    types.push(self.data_slot(d, i)?.ty);
                }
                LType::tuple(types)
            }
            SlotKind::Symbol(name) => LType::Symbol(self.op_set(name)?),
            SlotKind::IntIn(range) => {
                out.range = Some(self.range(range)?);
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

    fn data_name(&mut self, d: &ast::Dialect, t: &ast::IrType) -> Result<LType, Reported> {
        Ok(match &*t.name.text {
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
                        let result = self.data_slot(d, &slot).map(|s| s.ty);
                        self.constraints.insert(key, slot);
                        return result;
                    }
                    let own = format!("{}.", d.name.text);
                    let named = self.reg.entities.keys().map(|k| &**k);
                    let short = named.clone().filter_map(|n| n.strip_prefix(&*own));
                    let known = BUILTIN.into_iter().chain(named).chain(short);
                    let hint = nearest::hint(name, known);
                    let text = format!("unknown type of data '{name}'{hint}");
                    return Err(self.fault(Kind::UnknownType, t.span, text));
                }
            },
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
        self.constraints.shift_remove_entry(key)
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
        if arity == Arity::One && slot.alternatives.iter().any(|a| a.optional) {
            arity = Arity::Optional;
        }
        if let Some(e) = &f.default {
            self.fault(Kind::Default, e.span, "a value has no default");
        }
        let rule = self.value_rule(d, slot)?;
        Ok(ValueDef {
            name: self.str(&f.name),
            rule,
            arity,
            span: f.name.span,
        })
    }

    fn value_rule(&mut self, d: &ast::Dialect, slot: &ast::Slot) -> Result<TypeRule, Reported> {
        let mut rules = Vec::new();
        for alt in &slot.alternatives {
            rules.push(match &alt.kind {
                SlotKind::Type(t) | SlotKind::Name(t) => self.type_rule(d, t)?,
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
            (1, Some(one)) => Ok(one),
            (_, Some(last)) => {
                rules.push(last);
                Ok(TypeRule::AnyOf(rules))
            }
            (_, None) => Ok(TypeRule::Any),
        }
    }

    fn type_rule(&mut self, d: &ast::Dialect, t: &ast::IrType) -> Result<TypeRule, Reported> {
        let name = &*t.name.text;
        if let Some(rule) = crate::lang::check::builtin_rule(self.ctx, name) {
            return Ok(rule);
        }
        let own = || self.reg.type_def(&format!("{}.{name}", d.name.text));
        match self.reg.type_def(name).or_else(own) {
            Some(id) => {
                let def = &self.reg.types[id];
                if def.params.is_empty() {
                    let data = crate::ir::TypeData::Dialect {
                        name: def.name,
                        params: Box::new([]),
                    };
                    return Ok(TypeRule::Exact(self.ctx.ty(data)));
                }
                Ok(TypeRule::Dialect(def.name))
            }
            None => {
                let full = format!("{}.{name}", d.name.text);
                if let Some((key, slot)) = self.take_constraint(name, &full) {
                    let result = self.value_rule(d, &slot);
                    self.constraints.insert(key, slot);
                    return result;
                }
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
