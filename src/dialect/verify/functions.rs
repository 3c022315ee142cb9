//! Functions against their types, and calls against functions.

use super::Check;
use super::attrs::find;
use super::values::Groups;
use crate::ir::verify::Tables;
use crate::ir::{AttrData, BlockId, OpId, TypeData, TypeId};
use crate::lang::defs::{Arity, TraitDef};

impl<'a> Check<'a> {
    /// The type of an operation with the trait `Function`.
    fn function_type(&self, op: OpId) -> Option<(&'a [TypeId], &'a [TypeId])> {
        let key = self.ctx.find_str("function_type")?;
        match self.ctx.attr_data(self.body.attr(self.ctx, op, key)?) {
            AttrData::Type(t) => match self.ctx.type_data(*t) {
                TypeData::Function { inputs, results } => Some((inputs, results)),
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn function(&mut self) {
        let (ctx, body, op) = (self.ctx, self.body, self.op);
        let there = ctx.find_str("function_type").and_then(|k| body.attr(ctx, op, k));
        let Some((inputs, results)) = self.function_type(op) else {
            if let Some(a) = there.filter(|a| matches!(ctx.attr_data(*a), AttrData::Type(_))) {
                let shown = ctx.show_attr(a);
                self.error(format!(
                    "attribute 'function_type' must be a function type, but is {shown}"
                ));
            }
            return;
        };
        for (attr, what, count) in [
            ("arg_attrs", "argument", inputs.len()),
            ("res_attrs", "result", results.len()),
        ] {
            let items = ctx
                .find_str(attr)
                .and_then(|k| body.attr(ctx, op, k))
                .and_then(|a| ctx.items(a));
            let Some(items) = items else { continue };
            if items.len() != count {
                let n = items.len();
                self.error(format!(
                    "attribute '{attr}' has {n} entries, but the function has {count} {what}s"
                ));
            }
            if items
                .iter()
                .any(|a| !matches!(ctx.attr_data(*a), AttrData::Dict(_)))
            {
                self.error(format!("attribute '{attr}' must be a list of dictionaries"));
            }
        }
        let Some(region) = self
            .def
            .regions
            .iter()
            .position(|_| true)
            .and_then(|n| body.region(op, n))
        else {
            return;
        };
        let Some(entry) = body.entry(region) else { return };
        self.arguments(entry, inputs);
        let blocks: Vec<BlockId> = body.blocks(region).collect();
        for b in blocks {
            if let Some(last) = body.last_op(b).filter(|l| self.returns(*l)) {
                self.returned(last, results);
            }
        }
    }

    fn arguments(&mut self, entry: BlockId, inputs: &[TypeId]) {
        let args = self.body.args(entry);
        if args.len() != inputs.len() {
            let (want, have) = (inputs.len(), args.len());
            self.error(format!(
                "entry block must have {want} arguments to match function signature, but has {have}"
            ));
            return;
        }
        for (n, (&v, &want)) in args.iter().zip(inputs).enumerate() {
            let have = self.body.value_type(v);
            if have != want {
                let (have, want) = (self.ctx.show_type(have), self.ctx.show_type(want));
                self.error(format!(
                    "type of entry block argument #{n} ({have}) must match the type in function signature ({want})"
                ));
            }
        }
    }

    /// Whether a terminator hands its operands to the caller: the one that the function's region must end with, or one
    /// that may stand in such functions only.
    fn returns(&self, last: OpId) -> bool {
        let Some(kind) = self.reg.op(self.body.name(last)) else {
            return false;
        };
        let own = self.reg.op(self.body.name(self.op));
        let declared = self.def.regions.iter().any(|r| r.ends == Some(Some(kind)));
        let def = &self.reg.ops[kind];
        let tied =
            |t: &TraitDef| matches!(t, TraitDef::ParentOneOf(p) if own.is_some_and(|o| p.contains(&o)));
        declared || (def.flags.terminator && def.successors.is_empty() && def.traits.iter().any(tied))
    }

    fn returned(&mut self, last: OpId, results: &[TypeId]) {
        let values: Vec<TypeId> = self
            .body
            .operands(last)
            .map(|v| self.body.value_type(v))
            .collect();
        let name =
            crate::ir::symbols::symbol_name(self.ctx, self.body, self.op).map_or("", |n| self.ctx.text(n));
        if values.len() != results.len() {
            let (have, want) = (values.len(), results.len());
            let text = format!("has {have} operands, but enclosing function (@{name}) returns {want}");
            let d = self.diagnostic(last, text);
            self.sink.push(d);
            return;
        }
        for (n, (&have, &want)) in values.iter().zip(results).enumerate() {
            if have != want {
                let (have, want) = (self.ctx.show_type(have), self.ctx.show_type(want));
                let text = format!(
                    "type of return operand {n} ({have}) doesn't match function result type ({want}) in function @{name}"
                );
                let d = self.diagnostic(last, text);
                self.sink.push(d);
            }
        }
    }

    /// An operation whose attribute `callee` names a function has that function's operands and results.
    pub(super) fn call(&mut self, groups: &Groups, tables: &mut Tables<'_>) {
        let (ctx, body, op) = (self.ctx, self.body, self.op);
        let key = ctx.find_str("callee").filter(|k| self.def.attr(*k).is_some());
        let Some(AttrData::Symbol { root, nested }) = key
            .and_then(|k| ctx.entry(body.props(op), k))
            .map(|a| ctx.attr_data(a))
        else {
            return;
        };
        if tables.is_local() {
            return;
        }
        let callee = find(tables, op, (*root, nested));
        let function = callee.filter(|c| self.def_of(*c).is_some_and(|d| d.flags.function));
        let Some((inputs, results)) = function.and_then(|c| self.function_type(c)) else {
            return;
        };
        let open = self.def.operands.iter().position(|o| o.arity == Arity::Variadic);
        let range = open
            .and_then(|g| groups.operands.as_ref()?.get(g).cloned())
            .unwrap_or(0..0);
        let given: Vec<TypeId> = range
            .filter_map(|n| body.operand(op, n))
            .map(|v| body.value_type(v))
            .collect();
        let taken: Vec<TypeId> = body.results(op).map(|v| body.value_type(v)).collect();
        for (what, have, want) in [("operand", given, inputs), ("result", taken, results)] {
            if have.len() != want.len() {
                let (have, want) = (have.len(), want.len());
                self.error(format!("has {have} {what}s, but the callee has {want}"));
                continue;
            }
            for (n, (&have, &want)) in have.iter().zip(want).enumerate() {
                if have != want {
                    let (have, want) = (ctx.show_type(have), ctx.show_type(want));
                    self.error(format!(
                        "{what} type mismatch: callee has {want}, but {what} #{n} has {have}"
                    ));
                }
            }
        }
    }
}
