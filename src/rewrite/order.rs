//! Operands of commutative operations: constants go right, where patterns look for them.

use super::driver::{Anchor, Setting};
use super::transact::{Changes, Ears};
use crate::ir::rewriter::Rewriter;
use crate::ir::{Body, OpId, ValueId};

/// Puts the constants among the operands of a `Commutative` operation behind the others, which keep their order. An
/// operation is put in order once in a stage, so that a pattern with another order of its own has the last word.
pub(super) fn constants_right(s: &Setting<'_>, body: &mut Body, op: OpId, a: &mut Anchor) -> Option<Changes> {
    if !s.reg.flags(body.name(op)).commutative {
        return None;
    }
    let operands: Vec<ValueId> = body.operands(op).collect();
    let first = body.value_type(*operands.first()?);
    if operands.iter().any(|v| body.value_type(*v) != first) {
        return None;
    }
    let constant = |v: &ValueId| {
        body.def_op(*v)
            .is_some_and(|o| s.reg.flags(body.name(o)).constant_like)
    };
    let (right, mut sorted): (Vec<ValueId>, Vec<ValueId>) = operands.iter().partition(|v| constant(v));
    sorted.extend(right);
    if sorted == operands || !a.ordered.insert(op) {
        return None;
    }
    let mut ears = Ears::new(s, &mut a.tables);
    Rewriter::new(body, &mut ears).set_operands(op, &sorted);
    Some(ears.changes)
}
