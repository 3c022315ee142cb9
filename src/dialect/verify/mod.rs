//! Operations against their definitions. Each check reports what it finds and the others go on, unless they would
//! stand on what is broken; nothing here assumes that another operation has been verified.

mod attrs;
mod functions;
mod regions;
mod values;

use crate::ir::verify::{Flags, Ops, Tables};
use crate::ir::{Body, Context, OpId, StrId, TypeId};
use crate::lang::defs::{OpDef, Registry, TraitDef};
use crate::lang::eval::check_op;
use crate::lang::eval::infer::infer_types;
use crate::lang::groups::result_group;
use crate::support::diag::{Diagnostic, Place, Sink};

/// The loaded dialects as the verifier sees them.
pub struct Dialects<'a> {
    /// Interners.
    pub ctx: &'a Context,
    /// Definitions.
    pub reg: &'a Registry,
}

impl Ops for Dialects<'_> {
    fn flags(&self, name: StrId) -> Flags {
        self.reg.flags(name)
    }

    fn verify(&self, body: &Body, op: OpId, tables: &mut Tables<'_>, sink: &mut Sink) {
        let Some(def) = self.reg.op(body.name(op)).map(|d| &self.reg.ops[d]) else {
            return;
        };
        let before = sink.errors();
        let mut check = Check {
            ctx: self.ctx,
            reg: self.reg,
            body,
            op,
            def,
            sink,
        };
        let groups = check.values();
        check.attributes(&groups, tables);
        // A level is lowered pattern by pattern: what stands in a region may be of the old level for a while.
        if !tables.is_local() {
            check.regions(&groups);
        }
        check.successors(&groups);
        check.traits(tables);
        if def.flags.function {
            check.function();
        }
        check.call(&groups, tables);
        if check.sink.errors() == before {
            check.inferred();
        }
        if sink.errors() == before {
            self.clauses(body, op, def, sink);
        }
    }
}

impl Dialects<'_> {
    /// The checks that the dialect file itself spells, of the operation and of its interfaces.
    fn clauses(&self, body: &Body, op: OpId, def: &OpDef, sink: &mut Sink) {
        let inherited = def
            .interfaces
            .iter()
            .flat_map(|i| &self.reg.interfaces[*i].verify);
        for clause in def.verify.iter().chain(inherited) {
            let holds = check_op(self.ctx, self.reg, body, op, clause);
            if let Err(text) = holds {
                sink.error(self.ctx.place(body.loc(op)), format!("'{}' op {text}", def.name));
            }
        }
    }
}

/// One operation under verification.
struct Check<'a> {
    ctx: &'a Context,
    reg: &'a Registry,
    body: &'a Body,
    op: OpId,
    def: &'a OpDef,
    sink: &'a mut Sink,
}

impl<'a> Check<'a> {
    fn place(&self, op: OpId) -> Place {
        self.ctx.place(self.body.loc(op))
    }

    /// An error of this operation.
    fn error(&mut self, text: impl std::fmt::Display) {
        let d = self.diagnostic(self.op, text);
        self.sink.push(d);
    }

    fn diagnostic(&self, op: OpId, text: impl std::fmt::Display) -> Diagnostic {
        let name = self.ctx.text(self.body.name(op));
        Diagnostic::error(self.place(op), format!("'{name}' op {text}"))
    }

    /// The definition of another operation.
    fn def_of(&self, op: OpId) -> Option<&'a OpDef> {
        self.reg.op(self.body.name(op)).map(|d| &self.reg.ops[d])
    }

    fn traits(&mut self, tables: &mut Tables<'_>) {
        let def = self.def;
        for t in &def.traits {
            match t {
                TraitDef::SameOperandsAndResultType => self.same_types(),
                TraitDef::UniqueName(attr) => self.unique_name(*attr, tables),
                TraitDef::ParentOneOf(_) if tables.is_local() => {}
                TraitDef::ParentOneOf(parents) => {
                    let parent = self
                        .body
                        .parent(self.op)
                        .and_then(|p| self.reg.op(self.body.name(p)));
                    if parent.is_none_or(|p| !parents.contains(&p)) {
                        let names: Vec<String> = parents
                            .iter()
                            .map(|p| format!("'{}'", self.reg.ops[*p].name))
                            .collect();
                        self.error(format!("expects parent op {}", names.join(" or ")));
                    }
                }
                TraitDef::SingleBlock => {
                    for (n, r) in self.body.regions(self.op).enumerate() {
                        if self.body.blocks(r).nth(1).is_some() {
                            self.error(format!("expects region #{n} to have 0 or 1 blocks"));
                        }
                    }
                }
            }
        }
        if def.flags.symbol && !tables.is_local() {
            self.symbol();
        }
    }

    fn same_types(&mut self) {
        let (body, op) = (self.body, self.op);
        let mut types = body
            .operands(op)
            .chain(body.results(op))
            .map(|v| body.value_type(v));
        if let Some(first) = types.next()
            && types.any(|t| t != first)
        {
            self.error("requires the same type for all operands and results");
        }
    }

    /// Results have the types that `infer` clauses say.
    fn inferred(&mut self) {
        let (ctx, body, op, def) = (self.ctx, self.body, self.op, self.def);
        if def.infer.is_empty() {
            return;
        }
        let group = |g: usize| -> Option<Vec<TypeId>> {
            let range = result_group(ctx, def, body, op, g)?;
            let values = range.filter_map(|n| body.result(op, n));
            Some(values.map(|v| body.value_type(v)).collect())
        };
        let open = |g: usize| def.infer.iter().any(|i| i.0 == g);
        let mut known: Vec<Option<Vec<TypeId>>> = (0..def.results.len())
            .map(|g| if open(g) { None } else { group(g) })
            .collect();
        let operands: Vec<TypeId> = body.operands(op).map(|v| body.value_type(v)).collect();
        let done = infer_types(ctx, self.reg, def, &operands, body.props(op), &mut known);
        let name = |g: usize| def.results.get(g).map_or("", |r| ctx.text(r.name));
        if let Err((g, why)) = done {
            let text = format!("type of result '{}' cannot be inferred: {why}", name(g));
            self.error(text);
            return;
        }
        for (g, want) in known.into_iter().enumerate().filter(|(g, _)| open(*g)) {
            if let (Some(want), Some(have)) = (want, group(g))
                && let Some((want, have)) = want.iter().zip(&have).find(|(a, b)| a != b)
            {
                let (want, have) = (ctx.show_type(*want), ctx.show_type(*have));
                self.error(format!(
                    "result '{}' has type {have}, but the type inferred for it is {want}",
                    name(g)
                ));
            }
        }
    }

    /// Within the nearest symbol table a name of this kind stands once.
    fn unique_name(&mut self, attr: StrId, tables: &mut Tables<'_>) {
        let Some(value) = self.ctx.entry(self.body.props(self.op), attr) else {
            return;
        };
        if tables.is_local() {
            return;
        }
        let first = tables.first_with(self.op, attr, value);
        if first != self.op {
            let text = format!(
                "has the same '{}' {} as another op",
                self.ctx.text(attr),
                self.ctx.show_attr(value)
            );
            let d = self
                .diagnostic(self.op, text)
                .note(self.place(first), "the other op is here");
            self.sink.push(d);
        }
    }

    fn symbol(&mut self) {
        let (ctx, body) = (self.ctx, self.body);
        let name = body.attr(ctx, self.op, ctx.known.sym_name);
        // Where the attribute is declared, its absence and its type are reported with the other attributes'.
        if name.is_none() && self.def.attr(ctx.known.sym_name).is_none() {
            self.error("requires attribute 'sym_name'");
        }
        let visibility = ctx
            .find_str("sym_visibility")
            .and_then(|v| body.attr(ctx, self.op, v));
        if let Some(v) = visibility {
            let known = ctx
                .string_value(v)
                .is_some_and(|v| matches!(ctx.text(v), "public" | "private" | "nested"));
            if !known {
                let shown = ctx.show_attr(v);
                self.error(format!(
                    "visibility must be \"public\", \"private\" or \"nested\", but is {shown}"
                ));
            }
        }
        let parent = body.parent(self.op).map(|p| self.reg.flags(body.name(p)));
        if name.is_some() && parent.is_some_and(|p| p.registered && !p.symbol_table) {
            self.error("is a symbol, so the op around it must be a symbol table");
        }
    }
}
