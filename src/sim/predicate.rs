//! Predicates: which elements of a transfer are moved, and whether a trigger fires.

use super::decode;
use super::run::{Done, Machine};
use crate::ir::OpId;
use crate::lang::defs::OpDef;
use crate::lang::groups::operand_group;
use crate::lang::semantics::{Field, Mechanism, Semantics};

/// Holds where `bound` and the position in each dimension times its number come to 0 or more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Condition {
    /// A number for each dimension, outermost first; those left out are 0. Empty if all are.
    pub(super) dims: Vec<i64>,
    /// What the indices come to.
    pub(super) bound: i64,
}

/// All conditions of a transfer, over the dimensions of one of its sides.
pub(super) struct Mask {
    conditions: Vec<Condition>,
    nums: Vec<i64>,
}

impl Mask {
    /// Of conditions over dimensions of so many positions. Numbers that are too large are an error.
    pub(super) fn new(conditions: Vec<Condition>, nums: Vec<i64>) -> Option<Mask> {
        for c in &conditions {
            // The extremes, so that no sum overflows later.
            for up in [false, true] {
                let parts = c.dims.iter().zip(&nums);
                let far = parts.filter(|(d, _)| (**d > 0) == up);
                far.map(|(d, n)| d.checked_mul(n.saturating_sub(1).max(0)))
                    .try_fold(c.bound, |a, b| a.checked_add(b?))?;
            }
        }
        Some(Mask { conditions, nums })
    }
    /// Whether the element with this number is moved.
    pub(super) fn holds(&self, number: i64) -> bool {
        self.conditions.iter().all(|c| {
            let mut n = number;
            let mut sum = c.bound;
            for (at, num) in self.nums.iter().enumerate().rev() {
                let position = n.checked_rem(*num).unwrap_or(0);
                n = n.checked_div(*num).unwrap_or(0);
                let factor = c.dims.get(at).copied().unwrap_or(0);
                sum = sum.saturating_add(factor.saturating_mul(position));
            }
            sum >= 0
        })
    }
}

impl Machine<'_> {
    /// The predicates that an argument of a mechanism names, with their bounds as they are now.
    pub(super) fn conditions(&self, op: OpId, def: &OpDef, field: Option<Field>) -> Done<Vec<Condition>> {
        let mut out = Vec::new();
        for v in self.operands(op, def, field) {
            let by = self.defined_by(v);
            let known = by.and_then(|p| Some((p, self.semantics(p)?)));
            let Some((p, (def, s))) = known.filter(|(_, (_, s))| s.mechanism == Mechanism::Predicate) else {
                return Err(self.fail(op, "this predicate is none that can be executed"));
            };
            let dims = decode::ints(self.ctx, def, s, self.body, p, "dims").unwrap_or_default();
            out.push(Condition {
                dims: if dims.iter().all(|d| *d == 0) {
                    Vec::new()
                } else {
                    dims
                },
                bound: self.affine(p, def, s, "bound")?,
            });
        }
        Ok(out)
    }

    /// The value of an affine attribute that a mechanism reads, with the indices as they are now; 0 where it is absent.
    pub(super) fn affine(&self, op: OpId, def: &OpDef, s: &Semantics, name: &str) -> Done<i64> {
        self.affine_or(op, def, s, name).map(|n| n.unwrap_or(0))
    }

    /// The same; none where it is absent.
    pub(super) fn affine_or(&self, op: OpId, def: &OpDef, s: &Semantics, name: &str) -> Done<Option<i64>> {
        let (ctx, body) = (self.ctx, self.body);
        let Some(given) = decode::read(ctx, def, s, body, op, name) else {
            return Ok(None);
        };
        match decode::offset(ctx, given) {
            Some(decode::Offset::Known(n)) => Ok(Some(n)),
            Some(decode::Offset::Map(map)) => {
                let attr = s.reads.iter().find(|r| r.0 == name);
                let over = attr.and_then(|r| def.attributes.get(r.1)?.over);
                let range = over.and_then(|g| operand_group(ctx, def, body, op, g));
                let mut indices = Vec::new();
                for n in range.unwrap_or(0..0) {
                    let Some(v) = body.operand(op, n).and_then(|v| self.int(v)) else {
                        return Err(self.fail(op, format!("this {name} needs a value that is not known")));
                    };
                    indices.push(v);
                }
                let value = map
                    .results
                    .first()
                    .and_then(|e| ctx.affine_eval(*e, &indices, &[]));
                value
                    .map(Some)
                    .ok_or_else(|| self.fail(op, format!("this {name} has no value that 64 bits hold")))
            }
            None => Err(self.fail(op, format!("this {name} cannot be read"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mask_is_a_box_or_a_half_space() {
        let mask = |dims: &[i64], bound| {
            let c = Condition {
                dims: dims.to_vec(),
                bound,
            };
            let m = Mask::new(vec![c], vec![2, 3]).unwrap();
            (0..6).map(|n| u8::from(m.holds(n))).collect::<Vec<u8>>()
        };
        assert_eq!(mask(&[-1], 0), [1, 1, 1, 0, 0, 0]);
        assert_eq!(mask(&[0, -1], 1), [1, 1, 0, 1, 1, 0]);
        assert_eq!(mask(&[1, 1], -2), [0, 0, 1, 0, 1, 1]);
        assert_eq!(mask(&[], -1), [0; 6]);
        let far = Condition {
            dims: vec![i64::MAX],
            bound: 1,
        };
        assert!(Mask::new(vec![far], vec![2]).is_none());
    }
}
