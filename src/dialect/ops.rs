//! Operations and interfaces: their clauses.

use super::load::Loader;
use crate::ir::StrId;
use crate::ir::verify::Flags;
use crate::lang::ast::{self, ClauseKind, ExprKind, MemberKind};
use crate::lang::defs::*;
use crate::lang::types::LType;
use crate::support::kinds::Kind;
use crate::support::nearest;
use crate::support::source::Span;

const TRAITS: [&str; 14] = [
    "Pure",
    "Terminator",
    "Symbol",
    "SymbolTable",
    "IsolatedFromAbove",
    "Commutative",
    "ConstantLike",
    "SameOperandsAndResultType",
    "UniqueName",
    "ParentOneOf",
    "NoTerminator",
    "GraphRegion",
    "SingleBlock",
    "Function",
];

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
        fold: None,
        assembly: None,
        doc,
        span,
    }
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
                    self.reg.interfaces[i] = def;
                }
                Some(Entity::Op(o)) => {
                    self.infer_effects(decl, &mut def);
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

    fn same_targets(&mut self, def: &OpDef) {
        for v in def.operands.iter().chain(&def.results) {
            if let TypeRule::Same(o) = v.rule
                && def.operand(o).is_none()
                && def.result(o).is_none()
            {
                let text = format!("'{}' has no operand or result '{}'", def.name, self.ctx.text(o));
                self.fault(Kind::UnknownOperand, v.span, text);
            }
        }
    }

    fn attribute(&mut self, d: &ast::Dialect, f: &ast::Field, def: &mut OpDef) {
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
        if let (Some(a), Some(range)) = (default, slot.range)
            && let Some(n) = crate::lang::encode::out_of_range(self.ctx, a, range)
        {
            self.fault(
                Kind::Default,
                f.span,
                format!(
                    "the default {n} is outside of {0} .. {1}, which ends before {1}",
                    range.0, range.1
                ),
            );
        }
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

    /// That what a trait names is there; its attributes are known only when all clauses have been read.
    fn trait_names(&mut self, decl: &ast::OpDecl, def: &OpDef) {
        let traits = decl.clauses.iter().filter_map(|c| match &c.kind {
            ClauseKind::Traits(traits) => Some(traits),
            _ => None,
        });
        for a in &def.attributes {
            if let Some(r) = a.typed.filter(|r| def.result(*r).is_none()) {
                let (name, result) = (self.ctx.text(a.name), self.ctx.text(r));
                let text = format!(
                    "'{name}' is typed by '{result}', which is no result of '{}'",
                    def.name
                );
                self.fault(Kind::UnknownOperand, def.span, text);
            }
        }
        let traits: Vec<&ast::TraitUse> = traits.flatten().collect();
        for (n, t) in traits.iter().enumerate() {
            if traits
                .iter()
                .take(n)
                .any(|o| o.name.text == t.name.text && o.args == t.args)
            {
                let text = format!("'{}' is given twice", t.name.text);
                self.fault(Kind::Duplicate, t.span, text);
            }
            if &*t.name.text == "Symbol" && def.attr(self.ctx.known.sym_name).is_none() {
                let text = "a Symbol needs its name: 'attributes sym_name: string;'";
                self.fault(Kind::Trait, t.span, text);
            }
        }
        for t in traits.iter().filter(|t| &*t.name.text == "UniqueName") {
            let [
                ast::Expr {
                    kind: ExprKind::Name(n),
                    ..
                },
            ] = t.args.as_slice()
            else {
                continue;
            };
            let id = self.str(n);
            if def.attributes.iter().any(|a| a.name == id) {
                continue;
            }
            let hint = nearest::hint(&n.text, def.attributes.iter().map(|a| self.ctx.text(a.name)));
            let text = format!("'{}' has no attribute '{}'{hint}", def.name, n.text);
            self.fault(Kind::UnknownAttribute, n.span, text);
        }
    }

    fn trait_use(&mut self, t: &ast::TraitUse, def: &mut OpDef) {
        let takes = matches!(&*t.name.text, "UniqueName" | "ParentOneOf");
        if !takes && let Some(first) = t.args.first() {
            let text = format!("'{}' takes no arguments", t.name.text);
            self.fault(Kind::Trait, first.span, text);
        }
        match &*t.name.text {
            "Pure" => {
                def.flags.pure_op = true;
                def.effects_known = true;
            }
            "Terminator" => def.flags.terminator = true,
            "Symbol" => def.flags.symbol = true,
            "SymbolTable" => def.flags.symbol_table = true,
            "IsolatedFromAbove" => def.flags.isolated = true,
            "Commutative" => def.flags.commutative = true,
            "ConstantLike" => def.flags.constant_like = true,
            "NoTerminator" => def.flags.no_terminator = true,
            "GraphRegion" => {
                def.flags.graph_region = true;
                def.flags.no_terminator = true;
            }
            "SameOperandsAndResultType" => def.traits.push(TraitDef::SameOperandsAndResultType),
            "SingleBlock" => def.traits.push(TraitDef::SingleBlock),
            "Function" => def.flags.function = true,
            "UniqueName" => match t.args.as_slice() {
                [
                    ast::Expr {
                        kind: ExprKind::Name(n),
                        ..
                    },
                ] => {
                    let name = self.str(n);
                    def.traits.push(TraitDef::UniqueName(name));
                }
                _ => {
                    self.fault(Kind::Trait, t.span, "UniqueName takes the name of an attribute");
                }
            },
            "ParentOneOf" => {
                let mut ops = Vec::new();
                for a in &t.args {
                    let name = match &a.kind {
                        ExprKind::Str(s) => s.plain().map(str::to_string),
                        ExprKind::Field { base, name } => match &base.kind {
                            ExprKind::Name(d) => Some(format!("{}.{}", d.text, name.text)),
                            _ => None,
                        },
                        _ => None,
                    };
                    match name.as_deref().and_then(|n| self.reg.entity(n)) {
                        Some(Entity::Op(o)) => ops.push(o),
                        _ if name.is_some() => {
                            let text = name.unwrap_or_default();
                            let hint = nearest::hint(&text, self.reg.ops.iter().map(|o| &*o.name));
                            let text = format!("unknown operation '{text}'{hint}");
                            self.fault(Kind::UnknownOperation, a.span, text);
                        }
                        _ => {
                            self.fault(Kind::Trait, a.span, "ParentOneOf takes names of operations");
                        }
                    }
                }
                def.traits.push(TraitDef::ParentOneOf(ops));
            }
            name => match self.reg.entity(name) {
                Some(Entity::Interface(i)) => self.take_over(i, def),
                Some(Entity::Op(_)) => {
                    let text = format!("'{name}' is an operation; here stand traits and interfaces");
                    self.fault(Kind::UnknownTrait, t.name.span, text);
                }
                _ => {
                    let known = TRAITS.into_iter().chain(
                        self.reg
                            .entities
                            .iter()
                            .filter_map(|(n, e)| matches!(e, Entity::Interface(_)).then_some(&**n)),
                    );
                    let hint = nearest::hint(name, known);
                    self.fault(
                        Kind::UnknownTrait,
                        t.name.span,
                        format!("unknown trait or interface '{name}'{hint}"),
                    );
                }
            },
        }
    }

    /// Gives an operation the fields and facts of an interface.
    fn take_over(&mut self, i: InterfaceId, def: &mut OpDef) {
        if def.interfaces.contains(&i) {
            return;
        }
        def.interfaces.push(i);
        let from = &self.reg.interfaces[i];
        let copy = |v: &ValueDef| ValueDef {
            name: v.name,
            rule: v.rule.clone(),
            arity: v.arity,
            span: v.span,
        };
        let base = def.operands.len();
        def.operands.extend(from.operands.iter().map(copy));
        def.results.extend(from.results.iter().map(copy));
        def.attributes.extend(from.attributes.iter().map(|a| AttrDef {
            name: a.name,
            ty: a.ty.clone(),
            optional: a.optional,
            default: a.default,
            range: a.range,
            over: a.over.map(|g| g + base),
            typed: a.typed,
            doc: a.doc.clone(),
            span: a.span,
        }));
        def.effects.extend(from.effects.iter().map(|e| EffectDef {
            kind: e.kind,
            operand: e.operand.map(|g| g + base),
        }));
        def.effects_known |= from.effects_known;
        let f = from.flags;
        def.flags.terminator |= f.terminator;
        def.flags.symbol |= f.symbol;
        def.flags.symbol_table |= f.symbol_table;
        def.flags.isolated |= f.isolated;
        def.flags.pure_op |= f.pure_op;
        for t in &from.traits {
            if !def.traits.contains(t) {
                def.traits.push(t.clone());
            }
        }
        let inherited = from.interfaces.clone();
        for j in inherited {
            if !def.interfaces.contains(&j) {
                def.interfaces.push(j);
            }
        }
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
        let mut infer = Vec::new();
        for c in &decl.clauses {
            match &c.kind {
                ClauseKind::Verify(v) => verify.extend(self.clause(&this, v)),
                ClauseKind::Infer { name, value } => {
                    let id = self.str(name);
                    let Some(group) = self.reg.ops[op].result(id) else {
                        let text = format!("'{}' has no result '{}'", self.reg.ops[op].name, name.text);
                        self.fault(Kind::UnknownOperand, name.span, text);
                        continue;
                    };
                    let clause = crate::lang::check::clause(
                        self.ctx,
                        &self.reg,
                        &this,
                        value,
                        None,
                        Some(&LType::Type),
                        c.span,
                        self.sink,
                    );
                    infer.extend(clause.map(|k| (group, k)));
                }
                _ => {}
            }
        }
        self.fold(op, decl);
        self.reg.ops[op].infer = infer;
        self.reg.ops[op].verify = verify;
    }

    /// The body of `semantics`: what a pure operation computes from constants.
    fn fold(&mut self, op: OpDefId, decl: &ast::OpDecl) {
        for c in &decl.clauses {
            let ClauseKind::Semantics(ast::Semantics::Body(body)) = &c.kind else {
                continue;
            };
            if !self.reg.ops[op].flags.pure_op {
                let text = "only what a Pure operation computes is said by a body";
                self.fault(Kind::Semantics, c.span, text);
                continue;
            }
            let fold = crate::lang::check::fold(self.ctx, &self.reg, op, body, self.sink);
            self.reg.ops[op].fold = fold;
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
        self.reg.interfaces[i].verify = verify;
    }
}
