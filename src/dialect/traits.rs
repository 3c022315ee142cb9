//! Traits and interfaces that operations name.

use super::load::Loader;
use crate::lang::ast::{self, ClauseKind, ExprKind};
use crate::lang::defs::*;
use crate::support::kinds::Kind;
use crate::support::nearest;

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

/// Whether an effect is on what other operations see.
fn touches(kind: ast::EffectKind) -> bool {
    matches!(kind, ast::EffectKind::Read | ast::EffectKind::Write)
}

impl Loader<'_> {
    /// That what a trait names is there; its attributes are known only when all clauses have been read.
    pub(super) fn trait_names(&mut self, decl: &ast::OpDecl, def: &OpDef) {
        let traits = decl.clauses.iter().filter_map(|c| match &c.kind {
            ClauseKind::Traits(traits) => Some(traits),
            _ => None,
        });
        self.typed_targets(def);
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

    /// Traits that contradict what else an operation declares.
    pub(super) fn trait_facts(&mut self, decl: &ast::OpDecl, def: &OpDef) {
        let at = |name: &str| {
            decl.clauses
                .iter()
                .filter_map(|c| match &c.kind {
                    ClauseKind::Traits(traits) => Some(traits),
                    _ => None,
                })
                .flatten()
                .find(|t| &*t.name.text == name)
                .map_or(def.span, |t| t.span)
        };
        if def.flags.commutative {
            let many = def.operands.iter().any(|o| o.arity == Arity::Variadic);
            let over = def.attributes.iter().any(|a| a.over.is_some());
            if def.operands.len() < 2 && !many {
                let text = format!(
                    "'Commutative' is about two operands or more, but '{}' has {}",
                    def.name,
                    def.operands.len()
                );
                self.fault(Kind::Trait, at("Commutative"), text);
            } else if over {
                let text = "operands that an affine attribute is over do not commute";
                self.fault(Kind::Trait, at("Commutative"), text);
            }
        }
        if def.flags.pure_op
            && let Some(e) = def.effects.iter().find(|e| touches(e.kind))
        {
            let (kind, span) = decl
                .clauses
                .iter()
                .filter_map(|c| match &c.kind {
                    ClauseKind::Effects(effects) => effects.iter().find(|e| touches(e.kind)),
                    _ => None,
                })
                .map(|e| (e.kind, e.span))
                .next()
                .unwrap_or((e.kind, at("Pure")));
            let word = match kind {
                ast::EffectKind::Write => "writes",
                _ => "reads",
            };
            let text = format!(
                "'{}' is Pure, but {word}; a Pure operation may 'view' and 'allocate' only",
                def.name
            );
            self.fault(Kind::Trait, span, text);
        }
    }

    pub(super) fn trait_use(&mut self, t: &ast::TraitUse, def: &mut OpDef) {
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
            range: a.range.clone(),
            over: a.over.map(|g| g + base),
            typed: a.typed,
            doc: a.doc.clone(),
            span: a.span,
        }));
        def.effects.extend(from.effects.iter().map(|e| EffectDef {
            kind: e.kind,
            operand: e.operand.map(|g| g + base),
        }));
        def.regions.extend(from.regions.iter().map(|r| RegionDef {
            name: r.name,
            args: r.args.as_ref().map(|a| a.iter().map(copy).collect()),
            ends: r.ends,
            of: r.of.clone(),
        }));
        def.successors.extend(from.successors.iter().copied());
        def.consts.extend(from.consts.iter().cloned());
        def.effects_known |= from.effects_known;
        let f = from.flags;
        def.flags.terminator |= f.terminator;
        def.flags.symbol |= f.symbol;
        def.flags.symbol_table |= f.symbol_table;
        def.flags.isolated |= f.isolated;
        def.flags.pure_op |= f.pure_op;
        def.flags.commutative |= f.commutative;
        def.flags.constant_like |= f.constant_like;
        // Where regions are declared it follows from those that the operation has in the end.
        def.flags.no_terminator |= f.no_terminator && (f.graph_region || from.regions.is_empty());
        def.flags.graph_region |= f.graph_region;
        def.flags.function |= f.function;
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
}
