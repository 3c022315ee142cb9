//! `semantics name(args) { attributes }`: which mechanism an operation has, checked against its fields.

use super::load::Loader;
use crate::lang::ast::{self, ArgsKind, ClauseKind, EffectKind, ExprKind};
use crate::lang::bodies::undeclared;
use crate::lang::defs::{Arity, OpDef, OpDefId};
use crate::lang::semantics::{Field, MECHANISMS, Mechanism, Semantics, Takes, spec};
use crate::lang::types::LType;
use crate::support::kinds::Kind;
use crate::support::nearest;
use crate::support::source::Span;

impl Loader<'_> {
    /// The mechanism that an operation names.
    pub(super) fn mechanism(&mut self, op: OpDefId, decl: &ast::OpDecl) {
        let mut seen = false;
        for c in &decl.clauses {
            let ClauseKind::Semantics(s) = &c.kind else {
                continue;
            };
            if std::mem::replace(&mut seen, true) {
                self.fault(Kind::Duplicate, c.span, "an operation has one 'semantics'");
                continue;
            }
            if let ast::Semantics::Mechanism { name, args, names } = s {
                self.reg.ops[op].semantics = self.named(op, name, args, names);
            }
        }
    }

    fn named(
        &mut self,
        op: OpDefId,
        name: &ast::Name,
        args: &ast::Args,
        names: &[(ast::Name, ast::Name)],
    ) -> Option<Semantics> {
        let Some(spec) = spec(&name.text) else {
            let hint = nearest::hint(&name.text, MECHANISMS.iter().map(|m| m.name));
            self.fault(
                Kind::Mechanism,
                name.span,
                format!("there is no mechanism '{}'{hint}", name.text),
            );
            return None;
        };
        let fields = self.mechanism_args(op, spec.name, spec.params, args)?;
        let mut reads: Vec<(&'static str, usize)> = Vec::new();
        let mut ok = true;
        let known = || spec.reads.iter().chain(spec.may_read);
        for (own, of) in names {
            let Some(own) = known().find(|k| **k == &*own.text) else {
                let hint = nearest::hint(&own.text, known().copied());
                let text = format!("'{}' takes no attribute '{}'{hint}", spec.name, own.text);
                self.fault(Kind::Mechanism, own.span, text);
                ok = false;
                continue;
            };
            let id = self.str(of);
            let Some((at, _)) = self.reg.ops[op].attr(id) else {
                let text = format!("'{}' has no attribute '{}'", self.reg.ops[op].name, of.text);
                self.fault(Kind::Mechanism, of.span, text);
                ok = false;
                continue;
            };
            if reads.iter().any(|r| r.0 == *own) {
                self.fault(Kind::Duplicate, of.span, format!("'{own}' is given twice"));
            } else {
                reads.push((own, at));
            }
        }
        for r in spec.reads {
            if !reads.iter().any(|(n, _)| n == r) && ok {
                let text = format!("'{}' reads '{r}': name it in braces", spec.name);
                self.fault(Kind::Mechanism, name.span, text);
                ok = false;
            }
        }
        let effects = self.mechanism_effects(op, spec.mechanism, &fields, args.span);
        (ok && effects).then_some(Semantics {
            mechanism: spec.mechanism,
            args: fields,
            reads,
        })
    }

    /// The fields that stand for the parameters: in order, then by name.
    fn mechanism_args(
        &mut self,
        op: OpDefId,
        mechanism: &str,
        params: &'static [(&'static str, Takes, bool)],
        args: &ast::Args,
    ) -> Option<Vec<(&'static str, Field)>> {
        let ArgsKind::List(items) = &args.kind else {
            self.fault(
                Kind::Mechanism,
                args.span,
                "a mechanism takes names of fields, not a comprehension",
            );
            return None;
        };
        let shown = || params.iter().map(|p| p.0).collect::<Vec<_>>().join(", ");
        if items.len() > params.len() {
            let text = format!("'{mechanism}' takes ({}), not {} arguments", shown(), items.len());
            self.fault(Kind::Mechanism, args.span, text);
            return None;
        }
        let mut out: Vec<(&'static str, Field)> = Vec::new();
        for (n, item) in items.iter().enumerate() {
            let param = match &item.name {
                Some(name) => params.iter().find(|p| p.0 == &*name.text),
                None => params.get(n),
            };
            let Some((param, takes, optional)) = param else {
                let name = item.name.as_ref().map_or("", |n| &*n.text);
                let hint = nearest::hint(name, params.iter().map(|p| p.0));
                let text = format!("'{mechanism}' takes ({}), no '{name}'{hint}", shown());
                self.fault(Kind::Mechanism, item.value.span, text);
                return None;
            };
            if out.iter().any(|o| o.0 == *param) {
                let text = format!("argument '{param}' of '{mechanism}' is given twice");
                self.fault(Kind::Duplicate, item.value.span, text);
                return None;
            }
            let ExprKind::Name(name) = &item.value.kind else {
                let text = format!("argument '{param}' of '{mechanism}' is the name of a field");
                self.fault(Kind::Mechanism, item.value.span, text);
                return None;
            };
            let id = self.str(name);
            let def = &self.reg.ops[op];
            match field(def, id).filter(|f| fits(def, *f, *takes, *optional)) {
                Some(f) => out.push((param, f)),
                None => {
                    let all = def.operands.iter().map(|o| o.name);
                    let all = all.chain(def.results.iter().map(|o| o.name));
                    let all = all.chain(def.regions.iter().map(|o| o.name));
                    let all: Vec<&str> = all.map(|n| self.ctx.text(n)).collect();
                    let text = if field(def, id).is_some() {
                        format!(
                            "'{}' is not {}, which '{mechanism}' takes for '{param}'",
                            name.text,
                            takes.word()
                        )
                    } else {
                        let hint = nearest::hint(&name.text, all);
                        let takes = takes.word();
                        format!(
                            "'{}' has no field '{}'{hint}; '{mechanism}' takes {takes} for '{param}'",
                            def.name, name.text
                        )
                    };
                    self.fault(Kind::Mechanism, item.value.span, text);
                    return None;
                }
            }
        }
        if params.iter().any(|p| !p.2 && !out.iter().any(|o| o.0 == p.0)) {
            let text = format!("'{mechanism}' takes ({}), not {} arguments", shown(), items.len());
            self.fault(Kind::Mechanism, args.span, text);
            return None;
        }
        Some(out)
    }

    /// What a mechanism does to operands must be among the declared effects, which rewrites rely on.
    fn mechanism_effects(
        &mut self,
        op: OpDefId,
        m: Mechanism,
        fields: &[(&'static str, Field)],
        at: Span,
    ) -> bool {
        let wanted = |param: &str| match (m, param) {
            (_, "src" | "others" | "ptr" | "index") if m != Mechanism::MemoryAccess => Some(EffectKind::Read),
            (_, "dst") => Some(EffectKind::Write),
            (_, "tensor" | "memory") if m != Mechanism::Allocate => Some(EffectKind::View),
            _ => None,
        };
        let mut ok = true;
        for (param, f) in fields {
            let (Field::Operand(n), Some(kind)) = (f, wanted(param)) else {
                continue;
            };
            let def = &self.reg.ops[op];
            if def
                .effects
                .iter()
                .any(|e| e.kind == kind && e.operand == Some(*n))
            {
                continue;
            }
            let name = def.operands.get(*n).map_or("", |o| self.ctx.text(o.name));
            let text = undeclared(kind, name);
            self.fault(Kind::Mechanism, at, text);
            ok = false;
        }
        ok
    }
}

fn field(def: &OpDef, name: crate::ir::StrId) -> Option<Field> {
    let operand = def.operand(name).map(Field::Operand);
    operand
        .or_else(|| def.result(name).map(Field::Result))
        .or_else(|| def.region(name).map(Field::Region))
        .or_else(|| def.attr(name).map(|(n, _)| Field::Attribute(n)))
}

fn fits(def: &OpDef, f: Field, takes: Takes, optional: bool) -> bool {
    let one = |arity: Option<Arity>| match arity {
        Some(Arity::One) => true,
        Some(Arity::Optional) => optional,
        // A cast of one value is one of a group of any number.
        Some(Arity::Variadic) => takes == Takes::Result || takes == Takes::Operand,
        None => false,
    };
    let attribute = |n: usize| def.attributes.get(n).map(|a| a.ty.unwrapped());
    match (f, takes) {
        (Field::Operand(n), Takes::Operand | Takes::Side) => one(def.operands.get(n).map(|o| o.arity)),
        (Field::Operand(_), Takes::Operands | Takes::Sides) => true,
        (Field::Result(n), Takes::Result) => one(def.results.get(n).map(|o| o.arity)),
        (Field::Region(_), Takes::Region) | (Field::Attribute(_), Takes::Attribute) => true,
        (Field::Attribute(n), Takes::Side) => matches!(attribute(n), Some(LType::Struct(_))),
        (Field::Attribute(n), Takes::Sides) => match attribute(n) {
            Some(LType::List(of)) => matches!(of.unwrapped(), LType::Struct(_)),
            _ => false,
        },
        _ => false,
    }
}
