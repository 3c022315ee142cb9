//! Symbol tables: names of the operations directly in a region of an operation.

use super::body::{Body, OpId};
use super::context::{Context, StrId};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// The symbols of one symbol table, in program order.
pub type Symbols = IndexMap<StrId, OpId, FxBuildHasher>;

/// The name that an operation defines, if it has a string `sym_name`.
pub fn symbol_name(ctx: &Context, body: &Body, op: OpId) -> Option<StrId> {
    body.attr(ctx, op, ctx.known.sym_name)
        .and_then(|a| ctx.string_value(a))
}

/// The symbols directly inside `table`; of equal names the first.
pub fn symbols_of(ctx: &Context, body: &Body, table: OpId) -> Symbols {
    let mut out = Symbols::default();
    for r in body.regions(table) {
        for b in body.blocks(r) {
            for op in body.ops(b) {
                if let Some(name) = symbol_name(ctx, body, op) {
                    out.entry(name).or_insert(op);
                }
            }
        }
    }
    out
}
