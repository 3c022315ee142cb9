//! Types of results that `infer` clauses say. They see the operation by itself, with operands of the right types and
//! nothing around it, so that a pattern, the reader of a text and the verifier come to the same type.

use super::names::Tables;
use super::{Machine, Scratch, Val, Why, World, plain_world};
use crate::ir::{AttrId, Body, Context, StrId, TypeId, ValueId};
use crate::lang::defs::{Arity, OpDef, Registry};
use crate::lang::groups::{RESULT_SEGMENTS, segments};
use crate::lang::hir::{self, Expr, ExprKind, FieldRef};
use crate::lang::visit::{self, Visit};

/// The types of all results in order. `known` has those of the groups that are not inferred, and is completed.
/// Otherwise the group whose type cannot be computed, and why.
pub fn infer_types(
    ctx: &Context,
    reg: &Registry,
    def: &OpDef,
    operands: &[TypeId],
    props: AttrId,
    known: &mut [Option<Vec<TypeId>>],
) -> Result<(), (usize, String)> {
    let mut body = Body::new();
    let (none, loc) = (ctx.known.empty_dict, ctx.unknown_loc());
    let root = body.make_op(ctx.known.module, loc, none, none, &[], &[], &[], 1);
    body.set_root(root);
    let Some(region) = body.region(root, 0) else {
        return Ok(());
    };
    let block = body.make_block(region);
    let values: Vec<ValueId> = operands.iter().map(|t| body.make_arg(block, *t)).collect();
    let (mut s, mut t) = (Scratch::default(), Tables::default());
    for (group, clause) in &def.infer {
        if known.get(*group).is_some_and(Option::is_some) {
            continue;
        }
        // Results without a type yet are not read: that is checked when the clause is loaded.
        let unknown = |k: &Option<Vec<TypeId>>| k.clone().unwrap_or_else(|| vec![ctx.known.none]);
        let types: Vec<Vec<TypeId>> = known.iter().map(unknown).collect();
        let mut props = props;
        if def.needs_result_segments() {
            let sizes: Vec<usize> = types.iter().map(Vec::len).collect();
            let key = ctx.str(RESULT_SEGMENTS);
            let mut entries: Vec<(StrId, AttrId)> = ctx.entries(props).to_vec();
            entries.retain(|e| e.0 != key);
            entries.push((key, segments(ctx, &sizes)));
            props = ctx.dict(entries);
        }
        let types: Vec<TypeId> = types.into_iter().flatten().collect();
        let op = body.make_op(def.id, loc, props, none, &values, &types, &[], 0);
        body.insert(op, block, None);
        let world = World {
            explain: true,
            ..plain_world(ctx, reg, None)
        };
        s.said.clear();
        let found = Machine::new(world, &body, &mut t, &mut s).clause(clause, Val::Op(op));
        let ty = match found {
            Ok(Val::Type(t)) => t,
            Ok(_) => return Err((*group, Why::Shape.word().to_string())),
            Err(_) if !s.said.is_empty() => return Err((*group, std::mem::take(&mut s.said))),
            Err(f) => return Err((*group, f.why.word().to_string())),
        };
        if let Some(slot) = known.get_mut(*group) {
            *slot = Some(vec![ty]);
        }
    }
    Ok(())
}

/// The types of results by group, without those of the groups that `open` says. `None` where sizes of groups do not
/// follow from their number.
pub fn result_groups(
    def: &OpDef,
    types: &[TypeId],
    open: impl Fn(usize) -> bool,
) -> Option<Vec<Option<Vec<TypeId>>>> {
    let ones = def.results.iter().filter(|r| r.arity == Arity::One).count();
    let rest = types.len().checked_sub(ones)?;
    if def.results.len() > ones + 1 || (def.results.len() == ones && rest > 0) {
        return None;
    }
    let mut out = Vec::new();
    let mut items = types.iter().copied();
    for (g, r) in def.results.iter().enumerate() {
        let len = if r.arity == Arity::One { 1 } else { rest };
        let group: Vec<TypeId> = items.by_ref().take(len).collect();
        out.push((!open(g)).then_some(group));
    }
    Some(out)
}

/// What an `infer` clause reads of its operation besides operands and attributes: results, regions and successors, by
/// name.
pub fn reads_besides(c: &hir::Clause) -> Vec<(FieldRef, crate::support::source::Span)> {
    struct Reads(Vec<(FieldRef, crate::support::source::Span)>);
    impl Visit for Reads {
        fn expr(&mut self, e: &Expr) -> bool {
            if let ExprKind::Field(base, field) = &e.kind
                && base.kind == ExprKind::Local(0)
                && !matches!(
                    field,
                    FieldRef::Attr(_) | FieldRef::Operand(_) | FieldRef::Const(_)
                )
            {
                self.0.push((field.clone(), e.span));
            }
            true
        }
    }
    let mut reads = Reads(Vec::new());
    visit::expr(&c.expr, &mut reads);
    reads.0
}
