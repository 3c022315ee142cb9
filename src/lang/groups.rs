//! Which operands and results belong to the groups of a definition.

use super::defs::{Arity, OpDef};
use crate::ir::{AttrData, AttrId, Body, Context, OpId, StrId};
use std::ops::Range;

/// The attribute that holds the sizes of operand groups, and the one of result groups.
pub const OPERAND_SEGMENTS: &str = "operandSegmentSizes";
/// See [`OPERAND_SEGMENTS`].
pub const RESULT_SEGMENTS: &str = "resultSegmentSizes";

/// Whether a name is one of the two attributes of segment sizes.
pub fn is_segment(name: &str) -> bool {
    name == OPERAND_SEGMENTS || name == RESULT_SEGMENTS
}

/// The attribute of segment sizes.
pub fn segments(ctx: &Context, sizes: &[usize]) -> AttrId {
    let values: Vec<i64> = sizes.iter().map(|&n| n as i64).collect();
    ctx.attr(AttrData::DenseArray {
        element: ctx.known.i32,
        values: values.into(),
    })
}

/// Which operands belong to a group; `None` when the operation does not fit its definition.
pub fn operand_group(
    ctx: &Context,
    def: &OpDef,
    body: &Body,
    op: OpId,
    group: usize,
) -> Option<Range<usize>> {
    let arities = || def.operands.iter().map(|o| o.arity);
    range(ctx, arities, body.operand_count(op), group, || {
        segment_sizes(ctx, body, op, ctx.find_str(OPERAND_SEGMENTS)?)
    })
}

/// The operand group that goes to successor `n` of an operation: where there are as many groups of any number as
/// successors, each goes to its own, as in branches.
pub fn passed_group(def: &OpDef, n: usize) -> Option<usize> {
    let variadic = || {
        def.operands
            .iter()
            .enumerate()
            .filter(|(_, o)| o.arity == Arity::Variadic)
    };
    let fixed = def.successors.iter().all(|s| !s.1);
    (fixed && variadic().count() == def.successors.len())
        .then(|| variadic().nth(n).map(|(g, _)| g))
        .flatten()
}

/// Which results belong to a group.
pub fn result_group(ctx: &Context, def: &OpDef, body: &Body, op: OpId, group: usize) -> Option<Range<usize>> {
    let arities = || def.results.iter().map(|o| o.arity);
    range(ctx, arities, body.result_count(op), group, || {
        segment_sizes(ctx, body, op, ctx.find_str(RESULT_SEGMENTS)?)
    })
}

fn segment_sizes<'c>(ctx: &'c Context, body: &Body, op: OpId, name: StrId) -> Option<&'c [i64]> {
    match ctx.attr_data(ctx.entry(body.props(op), name)?) {
        AttrData::DenseArray { values, .. } => Some(values),
        _ => None,
    }
}

fn range<'c, I: Iterator<Item = Arity>>(
    _ctx: &'c Context,
    arities: impl Fn() -> I,
    total: usize,
    group: usize,
    segments: impl Fn() -> Option<&'c [i64]>,
) -> Option<Range<usize>> {
    let count = arities().count();
    let open = arities().filter(|a| *a != Arity::One).count();
    if open > 1 {
        let sizes = segments()?;
        if sizes.len() != count || sizes.iter().any(|s| *s < 0) || sizes.iter().sum::<i64>() != total as i64 {
            return None;
        }
        let start = sizes.iter().take(group).sum::<i64>() as usize;
        return Some(start..start + *sizes.get(group)? as usize);
    }
    let rest = total.checked_sub(count - open)?;
    if open == 0 && rest != 0 {
        return None;
    }
    let mut start = 0;
    for (n, a) in arities().enumerate() {
        let len = if a == Arity::One { 1 } else { rest };
        if a == Arity::Optional && len > 1 {
            return None;
        }
        if n == group {
            return Some(start..start + len);
        }
        start += len;
    }
    None
}
