//! `semantics name(args) { attributes }`: which mechanism an operation has, checked against its fields.

use super::load::Loader;
use crate::lang::ast::{self, ArgsKind, ClauseKind, EffectKind, ExprKind};
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
        names: &[ast::Name],
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
        let mut only_default = Vec::new();
        let mut ok = true;
        let known = || spec.reads.iter().chain(spec.may_read).chain(spec.only_default);
        for n in names {
            let Some(own) = known().find(|k| **k == &*n.text) else {
                let hint = nearest::hint(&n.text, known().copied());
                let text = format!("'{}' takes no attribute '{}'{hint}", spec.name, n.text);
                self.fault(Kind::Mechanism, n.span, text);
                ok = false;
                continue;
            };
            let id = self.str(n);
            let Some((at, _)) = self.reg.ops[op].attr(id) else {
                let text = format!("'{}' has no attribute '{}'", self.reg.ops[op].name, n.text);
                self.fault(Kind::Mechanism, n.span, text);
                ok = false;
                continue;
            };
            if spec.only_default.contains(own) {
                only_default.push(id);
            } else if reads.iter().any(|r| r.0 == *own) {
                self.fault(Kind::Duplicate, n.span, format!("'{}' is given twice", n.text));
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
            only_default,
        })
    }

    /// The fields that stand for the parameters.
    fn mechanism_args(
        &mut self,
        op: OpDefId,
        mechanism: &str,
        params: &[(&str, Takes, bool)],
        args: &ast::Args,
    ) -> Option<Vec<Field>> {
        let ArgsKind::List(items) = &args.kind else {
            self.fault(
                Kind::Mechanism,
                args.span,
                "a mechanism takes names of fields, not a comprehension",
            );
            return None;
        };
        let least = params.iter().filter(|p| !p.2).count();
        if items.len() < least || items.len() > params.len() {
            let shown: Vec<&str> = params.iter().map(|p| p.0).collect();
            let text = format!(
                "'{mechanism}' takes ({}), not {} arguments",
                shown.join(", "),
                items.len()
            );
            self.fault(Kind::Mechanism, args.span, text);
            return None;
        }
        let mut out = Vec::new();
        for (item, (param, takes, optional)) in items.iter().zip(params) {
            let name = match &item.value.kind {
                ExprKind::Name(n) if item.name.is_none() => n,
                _ => {
                    let text = format!("argument '{param}' of '{mechanism}' is the name of a field");
                    self.fault(Kind::Mechanism, item.value.span, text);
                    return None;
                }
            };
            let id = self.str(name);
            let def = &self.reg.ops[op];
            match field(def, id).filter(|f| fits(def, *f, *takes, *optional)) {
                Some(f) => out.push(f),
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
        Some(out)
    }

    /// What a mechanism does to operands must be among the declared effects, which rewrites rely on.
    fn mechanism_effects(&mut self, op: OpDefId, m: Mechanism, fields: &[Field], at: Span) -> bool {
        let wanted: &[EffectKind] = match m {
            Mechanism::Copy => &[EffectKind::Read, EffectKind::Write],
            Mechanism::TensorAccess | Mechanism::MemoryAccess => &[EffectKind::View],
            _ => &[],
        };
        let mut ok = true;
        for (f, kind) in fields.iter().zip(wanted) {
            let Field::Operand(n) = f else { continue };
            let def = &self.reg.ops[op];
            if def
                .effects
                .iter()
                .any(|e| e.kind == *kind && e.operand == Some(*n))
            {
                continue;
            }
            let name = def.operands.get(*n).map_or("", |o| self.ctx.text(o.name));
            let word = match kind {
                EffectKind::Read => "read",
                EffectKind::Write => "write",
                EffectKind::Allocate => "allocate",
                EffectKind::View => "view",
            };
            let text =
                format!("its semantics {word} '{name}', which its effects do not say: add '{word} {name}'");
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
    match (f, takes) {
        (Field::Operand(n), Takes::Operand | Takes::Side) => one(def.operands.get(n).map(|o| o.arity)),
        (Field::Result(n), Takes::Result) => one(def.results.get(n).map(|o| o.arity)),
        (Field::Region(_), Takes::Region) | (Field::Attribute(_), Takes::Attribute) => true,
        (Field::Attribute(n), Takes::Side) => {
            let ty = def.attributes.get(n).map(|a| a.ty.unwrapped());
            matches!(ty, Some(LType::Struct(_)))
        }
        _ => false,
    }
}
