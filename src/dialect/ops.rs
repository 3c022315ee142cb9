//! Operations and interfaces: their clauses.

use super::load::Loader;
use crate::ir::StrId;
use crate::ir::verify::Flags;
use crate::lang::ast::{self, ClauseKind, ExprKind, MemberKind};
use crate::lang::defs::*;
use crate::lang::types::{LType, OpSet};
use crate::support::kinds::Kind;
use crate::support::nearest;
use crate::support::source::Span;

/// A definition with a name and nothing else.
pub(super) fn skeleton(name: Box<str>, id: StrId, doc: ast::Doc, span: Span) -> OpDef {
    OpDef {
        name,
        id,
        operands: Vec::new(),
        results: Vec::new(),
        attributes: Vec::new(),
        regions: Vec::new(),
        successors: Vec::new(),
        flags: Flags {
            registered: true,
            ..Flags::default()
        },
        traits: Vec::new(),
        interfaces: Vec::new(),
        consts: Vec::new(),
        infer: Vec::new(),
        effects: Vec::new(),
        effects_known: false,
        verify: Vec::new(),
        semantics: None,
        computes: None,
        assembly: None,
        doc,
        span,
    }
}

/// The values that a rule names with `same(..)`.
fn same_names(rule: &TypeRule, out: &mut Vec<StrId>) {
    match rule {
        TypeRule::Same(o) => out.push(*o),
        TypeRule::AnyOf(rules) => rules.iter().for_each(|r| same_names(r, out)),
        _ => {}
    }
}

/// Whether a value has, over `same(..)`, its own type.
fn circular(def: &OpDef, name: StrId) -> bool {
    let mut at = name;
    let all = def.operands.iter().chain(&def.results);
    for _ in 0..def.operands.len() + def.results.len() {
        match all.clone().find(|v| v.name == at).map(|v| &v.rule) {
            Some(TypeRule::Same(o)) if *o == name => return true,
            Some(TypeRule::Same(o)) => at = *o,
            _ => return false,
        }
    }
    false
}

impl Loader<'_> {
    /// Fills in the interfaces or the operations of a dialect.
    pub(super) fn operations(&mut self, d: &ast::Dialect, interfaces: bool) {
        for m in &d.members {
            let (decl, is_interface) = match &m.kind {
                MemberKind::Interface(o) => (o, true),
                MemberKind::Op(o) => (o, false),
                _ => continue,
            };
            if is_interface != interfaces {
                continue;
            }
            let full = Self::full(d, &decl.name);
            let mut def = skeleton(full.clone(), self.ctx.str(&full), m.doc.clone(), decl.name.span);
            let before = self.sink.errors();
            self.fill(d, decl, &mut def);
            self.trait_names(decl, &def);
            // What names a faulty field is not a second fault.
            let faulty = self.sink.errors() > before;
            if faulty {
                self.faulty.push(full.clone());
            }
            match self.reg.entity(&full) {
                Some(Entity::Interface(i)) => {
                    self.infer_effects(decl, &mut def);
                    self.interface_infers(i, decl);
                    self.reg.interfaces[i] = def;
                }
                Some(Entity::Op(o)) => {
                    self.infer_effects(decl, &mut def);
                    self.trait_facts(decl, &def);
                    if !faulty {
                        self.assembly(decl, &mut def);
                    }
                    self.reg.ops[o] = def;
                }
                _ => {}
            }
        }
    }

    fn fill(&mut self, d: &ast::Dialect, decl: &ast::OpDecl, def: &mut OpDef) {
        // Traits first: the fields of interfaces come before the operation's own.
        for c in &decl.clauses {
            if let ClauseKind::Traits(traits) = &c.kind {
                for t in traits {
                    self.trait_use(t, def);
                }
            }
        }
        for c in &decl.clauses {
            match &c.kind {
                ClauseKind::Operands(fields) => {
                    for f in fields {
                        if let Ok(v) = self.value_slot(d, f) {
                            def.operands.push(v);
                        }
                    }
                }
                ClauseKind::Results(fields) => {
                    for f in fields {
                        if let Ok(v) = self.value_slot(d, f) {
                            def.results.push(v);
                        }
                    }
                }
                ClauseKind::Successors(fields) => {
                    for f in fields {
                        self.only_slot(f, "a successor");
                        if let Some(e) = &f.default {
                            self.fault(Kind::Default, e.span, "a successor has no default");
                        }
                        let variadic = f
                            .slot
                            .alternatives
                            .iter()
                            .any(|a| matches!(a.kind, ast::SlotKind::Variadic(_)));
                        def.successors.push((self.str(&f.name), variadic));
                    }
                }
                _ => {}
            }
        }
        for c in &decl.clauses {
            match &c.kind {
                ClauseKind::Attributes(fields) => {
                    for f in fields {
                        self.attribute(d, f, def);
                    }
                }
                ClauseKind::Regions(regions) => {
                    for r in regions {
                        self.region(d, r, def);
                    }
                }
                ClauseKind::Const { name, value } => match super::consts::guess(value) {
                    Some(ty) => {
                        if let Ok(a) = self.constant(value, &ty) {
                            def.consts.push((self.str(name), ty, a));
                        }
                    }
                    None => {
                        self.fault(
                            Kind::Constant,
                            value.span,
                            "a const is an integer, a string, a boolean or a list of these",
                        );
                    }
                },
                _ => {}
            }
        }
        if !def.regions.is_empty() && def.regions.iter().all(|r| r.ends == Some(None)) {
            def.flags.no_terminator = true;
        }
        self.unique_names(def);
        self.same_targets(def);
    }

    fn unique_names(&mut self, def: &OpDef) {
        let mut seen: Vec<StrId> = Vec::new();
        let values = def.operands.iter().chain(&def.results).map(|v| (v.name, v.span));
        let attrs = def.attributes.iter().map(|a| (a.name, a.span));
        let regions = def.regions.iter().map(|r| (r.name, def.span));
        for (name, span) in values.chain(attrs).chain(regions).collect::<Vec<_>>() {
            if seen.contains(&name) {
                let text = format!("'{}' has two fields named '{}'", def.name, self.ctx.text(name));
                self.fault(Kind::Duplicate, span, text);
            }
            seen.push(name);
        }
    }

    /// What `same(x)` and `typed(x)` name is there, and no value has its type from itself.
    fn same_targets(&mut self, def: &OpDef) {
        let region_args = def.regions.iter().flat_map(|r| r.args.iter().flatten());
        for v in def.operands.iter().chain(&def.results).chain(region_args) {
            let mut named = Vec::new();
            same_names(&v.rule, &mut named);
            for o in named {
                if def.operand(o).is_none() && def.result(o).is_none() {
                    let known = def.operands.iter().chain(&def.results);
                    let known = known.filter(|k| k.name != v.name).map(|k| self.ctx.text(k.name));
                    let hint = nearest::hint(self.ctx.text(o), known);
                    let text = format!(
                        "'{}' has no operand or result '{}'{hint}",
                        def.name,
                        self.ctx.text(o)
                    );
                    self.fault(Kind::UnknownOperand, v.span, text);
                }
            }
            if circular(def, v.name) {
                let text = format!(
                    "the type of '{}' is that of itself; name a value whose type is known",
                    self.ctx.text(v.name)
                );
                self.fault(Kind::Slot, v.span, text);
            }
        }
    }

    pub(super) fn typed_targets(&mut self, def: &OpDef) {
        for a in &def.attributes {
            if let Some(r) = a.typed.filter(|r| def.result(*r).is_none()) {
                let (name, result) = (self.ctx.text(a.name), self.ctx.text(r));
                let hint = if def.operand(r).is_some() {
                    "; an attribute is typed by a result, not by an operand".to_string()
                } else {
                    nearest::hint(result, def.results.iter().map(|r| self.ctx.text(r.name)))
                };
                let text = format!(
                    "'{name}' is typed by '{result}', which is no result of '{}'{hint}",
                    def.name
                );
                self.fault(Kind::UnknownOperand, a.span, text);
            }
        }
    }

    fn attribute(&mut self, d: &ast::Dialect, f: &ast::Field, def: &mut OpDef) {
        if f.condition.is_some() {
            let plain = ast::Field {
                over: None,
                ..f.clone()
            };
            self.only_slot(&plain, "");
        }
        let Ok(slot) = self.data_slot(d, &f.slot) else {
            return;
        };
        let mut over = None;
        if let Some(group) = &f.over {
            let id = self.str(group);
            over = def.operand(id);
            if over.is_none() {
                let text = format!("'{}' has no operand group '{}'", def.name, group.text);
                self.fault(Kind::Over, group.span, text);
            }
            if slot.ty != LType::Affine {
                self.fault(Kind::Over, f.span, "only an affine attribute is over operands");
            }
        }
        let default = match &f.default {
            Some(e) => match self.constant(e, &slot.ty) {
                Ok(a) => Some(a),
                Err(_) => return,
            },
            None => None,
        };
        self.default_in_bounds(default, slot.range.as_ref(), f.span);
        def.attributes.push(AttrDef {
            name: self.str(&f.name),
            ty: slot.ty,
            optional: slot.optional,
            default,
            range: slot.range,
            over,
            typed: slot.typed,
            doc: f.doc.clone(),
            span: f.name.span,
        });
    }

    fn region(&mut self, d: &ast::Dialect, r: &ast::RegionDecl, def: &mut OpDef) {
        let args = r.args.as_ref().map(|fields| {
            fields
                .iter()
                .filter_map(|f| self.value_slot(d, f).ok())
                .collect::<Vec<_>>()
        });
        let ends = match &r.ends {
            None => None,
            Some(ast::RegionEnd::Nothing(_)) => Some(None),
            Some(ast::RegionEnd::Op(name)) => match self.reg.entity(&name.text) {
                Some(Entity::Op(o)) => Some(Some(o)),
                _ => {
                    let hint = nearest::hint(&name.text, self.reg.ops.iter().map(|o| &*o.name));
                    self.fault(
                        Kind::UnknownOperation,
                        name.span,
                        format!("unknown operation '{}'{hint}", name.text),
                    );
                    None
                }
            },
        };
        let mut of = Vec::new();
        for name in &r.of {
            match self.reg.entity(&name.text) {
                Some(Entity::Op(o)) => of.push(o),
                _ => {
                    let hint = nearest::hint(&name.text, self.reg.ops.iter().map(|o| &*o.name));
                    self.fault(
                        Kind::UnknownOperation,
                        name.span,
                        format!("unknown operation '{}'{hint}", name.text),
                    );
                }
            }
        }
        def.regions.push(RegionDef {
            name: self.str(&r.name),
            args,
            ends,
            of,
        });
    }

    fn infer_effects(&mut self, decl: &ast::OpDecl, def: &mut OpDef) {
        if self.faulty.contains(&def.name) {
            return;
        }
        for c in &decl.clauses {
            let ClauseKind::Effects(effects) = &c.kind else {
                continue;
            };
            def.effects_known = true;
            for e in effects {
                let name = match &e.on.kind {
                    ExprKind::Name(n) => Some(self.str(n)),
                    _ => None,
                };
                let Some(name) = name else {
                    let text = "an effect is on an operand or result: write its name";
                    self.fault(Kind::Form, e.on.span, text);
                    continue;
                };
                let operand = def.operand(name);
                if operand.is_none() && def.result(name).is_none() {
                    let values = def.operands.iter().chain(&def.results);
                    let hint = nearest::hint(self.ctx.text(name), values.map(|v| self.ctx.text(v.name)));
                    let text = format!(
                        "'{}' has no operand or result '{}'{hint}",
                        def.name,
                        self.ctx.text(name)
                    );
                    self.fault(Kind::UnknownOperand, e.on.span, text);
                    continue;
                }
                let effect = EffectDef {
                    kind: e.kind,
                    operand,
                };
                if !def.effects.contains(&effect) {
                    def.effects.push(effect);
                }
            }
        }
    }

    /// Checks of an operation, its own and those of its interfaces.
    pub(super) fn op_clauses(&mut self, op: OpDefId, decl: &ast::OpDecl) {
        let this = LType::Op(crate::lang::types::OpSet::One(op));
        let mut verify = Vec::new();
        for c in &decl.clauses {
            if let ClauseKind::Verify(v) = &c.kind {
                verify.extend(self.clause(&this, v));
            }
        }
        self.computation(op, decl);
        self.mechanism(op, decl);
        self.op_infer(op, decl);
        self.reg.ops[op].verify = verify;
    }

    /// The body of `semantics`.
    fn computation(&mut self, op: OpDefId, decl: &ast::OpDecl) {
        for c in &decl.clauses {
            if let ClauseKind::Semantics(ast::Semantics::Body(body)) = &c.kind {
                let computes = crate::lang::check::computation(self.ctx, &self.reg, op, body, self.sink);
                self.reg.ops[op].computes = computes;
            }
        }
    }

    /// Checks of an interface, for each operation that has it.
    pub(super) fn interface_clauses(&mut self, i: InterfaceId, decl: &ast::OpDecl) {
        let this = LType::Op(crate::lang::types::OpSet::Interface(i));
        let mut verify = Vec::new();
        for c in &decl.clauses {
            if let ClauseKind::Verify(v) = &c.kind {
                verify.extend(self.clause(&this, v));
            }
        }
        for c in &decl.clauses {
            let what = match &c.kind {
                ClauseKind::Assembly(_) => "format",
                ClauseKind::Semantics(_) => "semantics",
                _ => continue,
            };
            let text =
                format!("an interface has no {what}; write it in the operations that have the interface");
            self.fault(Kind::Form, c.span, text);
        }
        self.reg.interfaces[i].verify = verify;
        self.reg.interfaces[i].infer = self.infer_clauses(OpSet::Interface(i), decl);
    }
}
