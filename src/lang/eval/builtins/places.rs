//! Built-ins on places: what is around, before, after and inside an operation.

use super::{B, Call, Eval, Machine, Val, Why};
use crate::ir::dominance::Dominance;
use crate::ir::{BlockId, OpId};

impl Machine<'_> {
    pub(super) fn place_function(&mut self, call: &Call<'_>) -> Eval<Val> {
        let [a, c, _] = call.v;
        let span = call.span;
        let range = call.range();
        let body = self.body;
        match (call.b, a) {
            (B::Parent, Val::Op(o)) => Ok(body.parent(o).map_or(Val::None, Val::Op)),
            (B::Ancestors, Val::Op(o)) => Ok(self.make_list(body.ancestors(o).skip(1).map(Val::Op))),
            (B::Prev | B::Next, Val::Op(o)) => {
                let step = |o| {
                    if call.b == B::Prev {
                        body.prev(o)
                    } else {
                        body.next(o)
                    }
                };
                let mut at = step(o);
                while let Some(o) = at {
                    self.step(span)?;
                    if !self.reg.flags(body.name(o)).pure_op {
                        break;
                    }
                    at = step(o);
                }
                Ok(at.map_or(Val::None, Val::Op))
            }
            (B::Ops, Val::Region(_) | Val::Block(_)) => {
                let (mut block, one) = match a {
                    Val::Region(r) => (body.entry(r), false),
                    Val::Block(b) => (Some(b), true),
                    _ => (None, true),
                };
                let start = self.mark();
                while let Some(b) = block {
                    let mut at = body.first_op(b);
                    while let Some(o) = at {
                        self.step(span)?;
                        self.push(Val::Op(o));
                        at = body.next(o);
                    }
                    block = if one { None } else { body.next_block(b) };
                }
                Ok(Val::List(self.list_from(start)))
            }
            (B::Walk, Val::Op(root)) => {
                let start = self.mark();
                let mut at = Some(root);
                while let Some(o) = at {
                    self.step(span)?;
                    self.push(Val::Op(o));
                    at = body.next_in_walk(root, o);
                }
                Ok(Val::List(self.list_from(start)))
            }
            (B::Args, Val::Region(_) | Val::Block(_)) => {
                let block = match a {
                    Val::Region(r) => body.entry(r),
                    Val::Block(b) => Some(b),
                    _ => None,
                };
                let args = block.map_or(&[][..], |b| body.args(b));
                Ok(self.make_list(args.iter().map(|v| Val::Value(*v))))
            }
            (B::Terminator, Val::Region(r)) => {
                let last = body.entry(r).and_then(|b| body.last_op(b));
                match last {
                    Some(o) if self.reg.flags(body.name(o)).terminator => Ok(Val::Op(o)),
                    _ => self.fail(span, Why::Absent),
                }
            }
            (B::IsEmpty, Val::Region(r)) => {
                let any = body.blocks(r).any(|b| body.first_op(b).is_some());
                Ok(Val::Bool(!any))
            }
            (B::Successors, Val::Op(o)) => Ok(self.make_list(body.successors(o).map(Val::Block))),
            (B::Precedes, Val::Op(x)) => match c {
                Val::Op(y) => Ok(Val::Bool(body.precedes(x, y))),
                _ => Err(range),
            },
            (B::ProperlyDominates, Val::Op(x)) => match c {
                Val::Op(y) => self.properly_dominates(x, y, call).map(Val::Bool),
                _ => Err(range),
            },
            _ => Err(range),
        }
    }

    /// Whether what `x` defines can be used by `y`: `x` is another operation, before `y` or what is around it.
    fn properly_dominates(&mut self, x: OpId, y: OpId, call: &Call<'_>) -> Eval<bool> {
        let body = self.body;
        let Some(block) = body.block_of(x) else {
            return Ok(false);
        };
        let region = body.block_region(block);
        // The ancestor of `y` that stands in the region of `x`.
        let mut at = y;
        let place: BlockId = loop {
            let Some(b) = body.block_of(at) else {
                return Ok(false);
            };
            if body.block_region(b) == region {
                break b;
            }
            match body.parent(at) {
                Some(p) => at = p,
                None => return Ok(false),
            }
        };
        if place == block {
            return Ok(at != x && body.is_before_in_block(x, at));
        }
        if body.entry(region) == Some(block) {
            return Ok(true);
        }
        // A tree of dominators costs a look at every block.
        for _ in body.blocks(region) {
            self.step(call.span)?;
        }
        Ok(Dominance::default().dominates(body, block, place))
    }
}
