//! Built-ins on values: who uses them, what defines them, who reads and writes what they name.

use super::{B, Call, Eval, Machine, Val, Why};
use crate::ir::{OpId, ValueId};
use crate::lang::ast::EffectKind;
use crate::lang::groups::operand_group;

impl Machine<'_> {
    pub(super) fn use_function(&mut self, call: &Call<'_>) -> Eval<Val> {
        let [a, c, _] = call.v;
        let range = call.range();
        match (call.b, a) {
            (B::Users, Val::Value(v)) => {
                let mut ops = std::mem::take(&mut self.s.ops);
                ops.clear();
                ops.extend(self.body.uses(v).map(|u| self.body.use_owner(u).0));
                self.ordered(ops, call)
            }
            (B::OneUse, Val::Value(v)) => Ok(Val::Bool(self.body.has_one_use(v))),
            (B::Unused, Val::Value(v)) => Ok(Val::Bool(self.body.is_unused(v))),
            (B::Definition, Val::Value(v)) => Ok(self.body.def_op(v).map_or(Val::None, Val::Op)),
            (B::Definitions, Val::Value(_) | Val::Op(_)) => {
                let mut at = match a {
                    Val::Value(v) => self.body.def_op(v),
                    Val::Op(o) => self.body.operand(o, 0).and_then(|v| self.body.def_op(v)),
                    _ => None,
                };
                let mark = self.s.aside.len();
                let mut seen = rustc_hash::FxHashSet::default();
                while let Some(o) = at {
                    if let Err(f) = self.step(call.span) {
                        return self.gathered(mark, Err(f));
                    }
                    // A graph region can go round: each operation counts once. Long chains are rare enough for a set.
                    let again = match self.s.aside.get(mark..) {
                        Some(chain) if chain.len() < 16 => chain.contains(&Val::Op(o)),
                        _ => !seen.insert(o),
                    };
                    if again {
                        break;
                    }
                    self.s.aside.push(Val::Op(o));
                    at = self.body.operand(o, 0).and_then(|v| self.body.def_op(v));
                }
                self.gathered(mark, Ok(()))
            }
            (B::ConstantOf, Val::Value(v)) => {
                let n = self.body.def_op(v).and_then(|o| self.constant_of(o));
                n.map(Val::Int).ok_or(call.fail(Why::NotConstant))
            }
            // What is being created has no constant that could be read back.
            (B::ConstantOf, _) => Err(call.fail(Why::NotConstant)),
            (B::Writers, Val::Value(v)) => self.affecting(v, EffectKind::Write, call),
            (B::Readers, Val::Value(v)) => self.affecting(v, EffectKind::Read, call),
            (B::Equivalent, Val::Op(x)) => match c {
                Val::Op(y) => Ok(Val::Bool(self.equivalent(x, y))),
                _ => Err(range),
            },
            _ => Err(range),
        }
    }

    /// The integer of an operation that gives a constant.
    fn constant_of(&self, op: OpId) -> Option<i64> {
        let def = &self.reg.ops[self.reg.op(self.body.name(op))?];
        if !def.flags.constant_like {
            return None;
        }
        let field = def.attributes.iter().find(|a| a.typed.is_some())?;
        self.integer_of(self.ctx.entry(self.body.props(op), field.name)?)
    }

    /// Operations as a list, in program order and each once. The vector goes back to the scratch.
    fn ordered(&mut self, mut ops: Vec<OpId>, call: &Call<'_>) -> Eval<Val> {
        self.program_order(&mut ops);
        let list = self.gather(ops.len() as i64, call.span, |_, k| {
            Ok(ops.get(k as usize).map_or(Val::None, |o| Val::Op(*o)))
        });
        self.s.ops = ops;
        list
    }

    /// Operations with an effect on a value, through operations that view it.
    fn affecting(&mut self, v: ValueId, kind: EffectKind, call: &Call<'_>) -> Eval<Val> {
        let (mut ops, mut work) = (
            std::mem::take(&mut self.s.ops),
            std::mem::take(&mut self.s.values),
        );
        ops.clear();
        work.clear();
        work.push(v);
        let mut done = Ok(());
        'all: while let Some(v) = work.pop() {
            for u in self.body.uses(v) {
                done = self.step(call.span);
                if done.is_err() {
                    break 'all;
                }
                let (op, n) = self.body.use_owner(u);
                let Some(d) = self.reg.op(self.body.name(op)) else {
                    continue;
                };
                let def = &self.reg.ops[d];
                for e in &def.effects {
                    let Some(g) = e.operand else { continue };
                    let here = operand_group(self.ctx, def, self.body, op, g)
                        .is_some_and(|r| r.contains(&(n as usize)));
                    if !here {
                        continue;
                    }
                    if e.kind == EffectKind::View {
                        work.extend(self.body.results(op));
                    } else if e.kind == kind {
                        ops.push(op);
                    }
                }
            }
        }
        self.s.values = work;
        done?;
        self.ordered(ops, call)
    }
}
