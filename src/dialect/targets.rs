//! Targets: families with typed parameters, and their values.

use super::load::Loader;
use crate::ir::{AttrId, Context};
use crate::lang::ast;
use crate::lang::defs::*;
use crate::lang::encode;
use crate::lang::types::LType;
use crate::support::kinds::Kind;
use crate::support::nearest;

impl Loader<'_> {
    pub(super) fn family(&mut self, f: &ast::TargetFamily) {
        // Parameters may name enums and structs of any dialect, with the dialect in front.
        let nowhere = ast::Dialect {
            doc: None,
            name: f.name.clone(),
            members: Vec::new(),
            span: f.span,
        };
        let mut params = Vec::new();
        for p in &f.params {
            params.extend(self.field(&nowhere, p, "a parameter of a target"));
        }
        self.two_fields(&f.name.text, &params);
        let mut places = Vec::new();
        for (n, p) in params.iter().enumerate() {
            let known = self.reg.target_params.iter().position(|k| *k == p.name);
            let at = known.unwrap_or_else(|| {
                self.reg.target_params.push(p.name);
                self.reg.target_params.len() - 1
            });
            if places.len() <= at {
                places.resize(at + 1, None);
            }
            if let Some(slot) = places.get_mut(at) {
                *slot = Some(n as u16);
            }
        }
        let def = FamilyDef {
            name: f.name.text.clone(),
            params,
            places,
            verify: Vec::new(),
            span: f.span,
        };
        self.reg.families.push(def);
    }

    pub(super) fn target(&mut self, t: &ast::Target) {
        let family = self
            .reg
            .families
            .enumerate()
            .find(|(_, f)| *f.name == *t.family.text)
            .map(|(id, _)| id);
        let Some(family) = family else {
            let hint = nearest::hint(&t.family.text, self.reg.families.iter().map(|f| &*f.name));
            self.fault(
                Kind::UnknownTarget,
                t.family.span,
                format!("unknown target family '{}'{hint}", t.family.text),
            );
            return;
        };
        type Param = (crate::ir::StrId, LType, Option<Bounds>, Option<AttrId>);
        let params: Vec<Param> = self.reg.families[family]
            .params
            .iter()
            .map(|p| (p.name, p.ty.clone(), p.range.clone(), p.default))
            .collect();
        let mut values: Vec<Option<AttrId>> = params.iter().map(|p| p.3).collect();
        let mut given = vec![false; params.len()];
        for (name, e) in &t.values {
            let id = self.str(name);
            let Some(n) = params.iter().position(|p| p.0 == id) else {
                let hint = nearest::hint(&name.text, params.iter().map(|p| self.ctx.text(p.0)));
                let text = format!(
                    "target family '{}' has no parameter '{}'{hint}",
                    t.family.text, name.text
                );
                self.fault(Kind::UnknownParameter, name.span, text);
                continue;
            };
            let Some((_, ty, range, _)) = params.get(n) else {
                continue;
            };
            if given.get_mut(n).is_some_and(|g| std::mem::replace(g, true)) {
                self.fault(
                    Kind::Duplicate,
                    name.span,
                    format!("'{}' is given twice", name.text),
                );
            }
            if let Ok(a) = self.constant(e, ty) {
                if let Some((bad, (low, high))) =
                    range.as_ref().and_then(|r| encode::out_of_range(self.ctx, a, r))
                {
                    let text = format!("{bad} is outside of {low} .. {high}, which ends before {high}");
                    self.fault(Kind::Range, e.span, text);
                }
                if let Some(slot) = values.get_mut(n) {
                    *slot = Some(a);
                }
            }
        }
        let mut full = Vec::new();
        for ((v, (name, ..)), given) in values.iter().zip(&params).zip(&given) {
            match v {
                Some(a) => full.push(*a),
                // Its value is at fault, which has been said.
                None if *given => return,
                None => {
                    let text = format!("target '{}' needs '{}'", t.name.text, self.ctx.text(*name));
                    self.fault(Kind::Missing, t.name.span, text);
                    return;
                }
            }
        }
        let named = params
            .iter()
            .zip(&full)
            .find(|(p, _)| self.ctx.text(p.0) == "name")
            .and_then(|(_, a)| self.ctx.string_value(*a))
            .map(|s| self.ctx.text(s).into());
        let name: Box<str> = named.unwrap_or_else(|| t.name.text.clone());
        if let Some(other) = self.reg.targets.iter().find(|o| o.name == name) {
            let text = format!("target '{}' has the name '{name}', too", other.ident);
            self.fault(Kind::Duplicate, t.name.span, text);
        }
        self.reg.targets.push(TargetDef {
            name,
            ident: t.name.text.clone(),
            family,
            values: full,
            doc: t.doc.clone(),
            span: t.name.span,
        });
    }

    pub(super) fn family_checks(&mut self, f: &ast::TargetFamily) {
        let id = self
            .reg
            .families
            .enumerate()
            .find(|(_, d)| *d.name == *f.name.text)
            .map(|(id, _)| id);
        let Some(id) = id else { return };
        let mut clauses = Vec::new();
        for v in &f.verify {
            clauses.extend(crate::lang::check::family_clause(
                self.ctx, &self.reg, id, v, self.sink,
            ));
        }
        self.reg.families[id].verify = clauses;
        for t in self.reg.targets.iter().filter(|t| t.family == id) {
            for text in failed_checks(self.ctx, &self.reg, t) {
                self.sink
                    .fault(Kind::TargetCheck, t.span, format!("target '{}': {text}", t.name));
            }
        }
    }
}

/// What a target's values break of its family's checks.
fn failed_checks(ctx: &Context, reg: &Registry, t: &TargetDef) -> Vec<String> {
    let mut out = Vec::new();
    for c in &reg.families[t.family].verify {
        if let Err(text) = crate::lang::eval::check_target(ctx, reg, t, c) {
            out.push(text);
        }
    }
    out
}

/// A target with some parameters set from text, `key=value` each, as the command line gives them.
pub fn override_target(
    ctx: &Context,
    reg: &Registry,
    base: &TargetDef,
    settings: &[(String, String)],
) -> Result<TargetDef, String> {
    let family = &reg.families[base.family];
    let mut t = base.clone();
    for (key, value) in settings {
        let Some((n, p)) = family
            .params
            .iter()
            .enumerate()
            .find(|(_, p)| ctx.text(p.name) == key)
        else {
            let hint = nearest::hint(key, family.params.iter().map(|p| ctx.text(p.name)));
            return Err(format!(
                "target family '{}' has no parameter '{key}'{hint}",
                family.name
            ));
        };
        let parsed = parse_setting(ctx, reg, &p.ty, value.trim());
        let Some(a) = parsed else {
            return Err(format!(
                "'{value}' is no {} for parameter '{key}'",
                p.ty.show(reg)
            ));
        };
        if let Some((bad, r)) = p.range.as_ref().and_then(|r| encode::out_of_range(ctx, a, r)) {
            return Err(format!("{key}={bad} is outside of {} .. {}", r.0, r.1));
        }
        if let Some(slot) = t.values.get_mut(n) {
            *slot = a;
        }
    }
    match failed_checks(ctx, reg, &t).into_iter().next() {
        Some(text) => Err(format!("target '{}': {text}", t.name)),
        None => Ok(t),
    }
}

/// A value of a type from the text that a command line gives: `3`, `true`, `.pool`, `[.pool .pe]`.
pub fn parse_setting(ctx: &Context, reg: &Registry, ty: &LType, text: &str) -> Option<AttrId> {
    match ty {
        LType::Int => text.parse::<i64>().ok().map(|n| ctx.int(n)),
        LType::Bool => text.parse::<bool>().ok().map(|b| ctx.bool_attr(b)),
        LType::Str => Some(ctx.string(text)),
        LType::Enum(e) => {
            let case = ctx.find_str(text.trim_start_matches('.'))?;
            reg.case_attr(ctx, *e, reg.case(*e, case)?)
        }
        LType::List(t) => {
            let inner = text
                .strip_prefix('[')
                .and_then(|t| t.strip_suffix(']'))
                .unwrap_or(text);
            let items: Option<Vec<AttrId>> = inner
                .split([',', ' '])
                .map(str::trim)
                .filter(|s| !s.is_empty())
                .map(|s| parse_setting(ctx, reg, t, s))
                .collect();
            items.map(|i| ctx.array(i))
        }
        _ => None,
    }
}
