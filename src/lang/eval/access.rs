//! Reading operations: fields that dialects declare, and accesses.

use super::affine::Atom;
use super::plan::NewRef;
use super::{Eval, Machine, Val, Why};
use crate::ir::{BlockId, OpId, StrId, ValueId};
use crate::lang::defs::{Arity, OpDef};
use crate::lang::groups::{operand_group, result_group};
use crate::lang::hir::FieldRef;
use crate::lang::types::LType;
use crate::support::source::Span;

/// `(stride, num)` of each dimension, outermost first.
pub(super) type Pairs = smallvec::SmallVec<[(i64, i64); 8]>;

fn value_of(r: NewRef) -> Val {
    match r {
        NewRef::Old(v) => Val::Value(v),
        NewRef::Result(o, n) => Val::NewResult(o, n),
        NewRef::Arg(o, r, n) => Val::NewArg(o, r, n),
    }
}

fn atom_of(r: NewRef) -> Atom {
    match r {
        NewRef::Old(v) => Atom::Value(v),
        NewRef::Result(o, n) => Atom::NewResult(o, n),
        NewRef::Arg(o, r, n) => Atom::NewArg(o, r, n),
    }
}

impl<'a> Machine<'a> {
    fn def(&self, op: OpId) -> Option<&'a OpDef> {
        let reg = self.reg;
        reg.op(self.body.name(op)).map(|d| &reg.ops[d])
    }

    /// A field of an operation, struct or case.
    pub(super) fn field(&mut self, base: Val, field: &FieldRef, ty: &LType, span: Span) -> Eval<Val> {
        match (base, field) {
            (Val::Op(op), FieldRef::Attr(name)) => self.attr(op, *name, ty, span),
            (Val::Value(v), FieldRef::Attr(name)) => match self.body.def_op(v) {
                Some(op) => self.attr(op, *name, ty, span),
                None => self.fail(span, Why::Shape),
            },
            (Val::Op(op), FieldRef::Operand(name)) => self.operand(op, *name, span),
            (Val::Op(op), FieldRef::Result(name)) => {
                let def = self.def(op);
                let group = def.and_then(|d| d.result(*name).map(|g| (d, g)));
                let Some((def, g)) = group else {
                    return self.fail(span, Why::Broken);
                };
                let Some(range) = result_group(self.ctx, def, self.body, op, g) else {
                    return self.fail(span, Why::Broken);
                };
                let values: smallvec::SmallVec<[ValueId; 4]> =
                    range.filter_map(|n| self.body.result(op, n)).collect();
                self.group(def.results.get(g).map(|r| r.arity), &values, span)
            }
            (Val::Op(op), FieldRef::Region(name)) => {
                let n = self.def(op).and_then(|d| d.region(*name));
                match n.and_then(|n| self.body.region(op, n)) {
                    Some(r) => Ok(Val::Region(r)),
                    None => self.fail(span, Why::Broken),
                }
            }
            (Val::Op(op), FieldRef::Successor(name)) => {
                let Some(def) = self.def(op) else {
                    return self.fail(span, Why::Broken);
                };
                let Some(g) = def.successors.iter().position(|s| s.0 == *name) else {
                    return self.fail(span, Why::Broken);
                };
                let all: smallvec::SmallVec<[BlockId; 4]> = self.body.successors(op).collect();
                self.successor(def, g, &all, span)
            }
            (Val::Op(op), FieldRef::Const(name)) => {
                let c = self
                    .def(op)
                    .and_then(|d| d.consts.iter().find(|c| c.0 == *name))
                    .map(|c| (c.1.clone(), c.2));
                match c {
                    Some((ty, a)) => self.decode(a, &ty, span),
                    None => self.fail(span, Why::Broken),
                }
            }
            (Val::NewOp(n), FieldRef::Result(name)) => {
                let Some(d) = self.s.plan.op(n).and_then(|o| o.def) else {
                    return self.fail(span, Why::Broken);
                };
                let reg = self.reg;
                let def = &reg.ops[d];
                let total = self.s.plan.op(n).map_or(0, |o| o.types.len());
                let variadic = def.results.iter().filter(|r| r.arity != Arity::One).count();
                let Some(g) = def.result(*name) else {
                    return self.fail(span, Why::Shape);
                };
                // With one group of any number the others are where they are; with several, sizes are not known.
                let (before, behind) = (g, def.results.len() - 1 - g);
                match def.results.get(g).map(|r| r.arity) {
                    _ if variadic > 1 => self.fail(span, Why::Shape),
                    Some(Arity::One) => {
                        let open = def.results.iter().take(g).any(|r| r.arity != Arity::One);
                        let at = if open {
                            total.checked_sub(behind + 1)
                        } else {
                            Some(g)
                        };
                        match at {
                            Some(k) => Ok(Val::NewResult(n, k as u32)),
                            None => self.fail(span, Why::Shape),
                        }
                    }
                    Some(arity) => {
                        let count = total.saturating_sub(before + behind);
                        let mut values = (before..before + count).map(|k| Val::NewResult(n, k as u32));
                        match arity {
                            Arity::Optional => Ok(values.next().unwrap_or(Val::None)),
                            _ => {
                                let all: smallvec::SmallVec<[Val; 8]> = values.collect();
                                Ok(self.make_list(all))
                            }
                        }
                    }
                    None => self.fail(span, Why::Shape),
                }
            }
            (Val::NewOp(n), FieldRef::Attr(name)) => self.planned_attr(n, *name, ty, span),
            (Val::NewOp(n), FieldRef::Operand(name)) => {
                let group = self.planned_def(n).and_then(|d| d.operand(*name).map(|g| (d, g)));
                let Some((def, g)) = group else {
                    return self.fail(span, Why::Broken);
                };
                let refs = self.s.plan.op(n).and_then(|o| o.groups.get(g).cloned());
                let values: smallvec::SmallVec<[Val; 4]> =
                    refs.unwrap_or_default().into_iter().map(value_of).collect();
                match (def.operands.get(g).map(|o| o.arity), values.as_slice()) {
                    (Some(Arity::One | Arity::Optional), [one]) => Ok(*one),
                    (Some(Arity::Optional), []) => Ok(Val::None),
                    (Some(Arity::Variadic), _) => Ok(self.make_list(values)),
                    _ => self.fail(span, Why::Broken),
                }
            }
            (Val::NewOp(n), FieldRef::Successor(name)) => {
                let group = self
                    .planned_def(n)
                    .and_then(|d| d.successors.iter().position(|s| s.0 == *name).map(|g| (d, g)));
                let Some((def, g)) = group else {
                    return self.fail(span, Why::Broken);
                };
                let all = self
                    .s
                    .plan
                    .op(n)
                    .map(|o| o.successors.clone())
                    .unwrap_or_default();
                self.successor(def, g, &all, span)
            }
            (Val::NewOp(n), FieldRef::Const(name)) => {
                let c = self
                    .planned_def(n)
                    .and_then(|d| d.consts.iter().find(|c| c.0 == *name));
                match c {
                    Some(c) => self.decode(c.2, &c.1, span),
                    None => self.fail(span, Why::Broken),
                }
            }
            (Val::NewOp(n), FieldRef::Region(name)) => {
                let Some(d) = self.s.plan.op(n).and_then(|o| o.def) else {
                    return self.fail(span, Why::Broken);
                };
                match self.reg.ops[d].region(*name) {
                    Some(r) => Ok(Val::NewRegion(n, r as u16)),
                    None => self.fail(span, Why::Shape),
                }
            }
            (Val::Struct(_, l), FieldRef::Struct(n)) => Ok(self.nth(l, *n as usize)),
            (Val::Enum(e, n), FieldRef::Fact(k)) => {
                let reg = self.reg;
                let fact = reg.enums[e].facts.get(*k as usize);
                match fact.map(|f| (&f.1, f.2.get(n as usize).copied().flatten())) {
                    Some((ty, Some(a))) => self.decode(a, ty, span),
                    _ => Ok(Val::None),
                }
            }
            (Val::None, _) => self.fail(span, Why::Absent),
            _ => self.fail(span, Why::Shape),
        }
    }

    fn planned_def(&self, n: u32) -> Option<&'a OpDef> {
        self.op_def(self.s.plan.op(n)?.def)
    }

    /// An attribute of a planned operation as the plan has it now.
    fn planned_attr(&mut self, n: u32, name: StrId, ty: &LType, span: Span) -> Eval<Val> {
        let Some(op) = self.s.plan.op(n) else {
            return self.fail(span, Why::Broken);
        };
        let there = op.props.iter().find(|p| p.0 == name).map(|p| p.1);
        let Some((_, a)) = self.planned_def(n).and_then(|d| d.attr(name)) else {
            return Ok(there.map_or(Val::None, Val::Attr));
        };
        let Some(value) = there.or(a.default) else {
            return Ok(Val::None);
        };
        match a.over {
            Some(g) => {
                let refs = op.groups.get(g).cloned().unwrap_or_default();
                let group: smallvec::SmallVec<[Atom; 4]> = refs.into_iter().map(atom_of).collect();
                self.affine_of_attr(value, &group, span)
            }
            None => self.decode(value, ty, span),
        }
    }

    /// A successor group of an operation that has these successors.
    fn successor(&mut self, def: &OpDef, g: usize, all: &[BlockId], span: Span) -> Eval<Val> {
        let variadic = def.successors.get(g).is_some_and(|s| s.1);
        let before = def.successors.iter().take(g).filter(|s| !s.1).count();
        let behind = def.successors.iter().skip(g + 1).filter(|s| !s.1).count();
        if !variadic {
            // Fixed groups behind a variadic one count from the end.
            let open = def.successors.iter().take(g).any(|s| s.1);
            let at = if open {
                all.len().checked_sub(behind + 1)
            } else {
                Some(before)
            };
            return match at.and_then(|n| all.get(n)) {
                Some(b) => Ok(Val::Block(*b)),
                None => self.fail(span, Why::Broken),
            };
        }
        let n = all.len().saturating_sub(before + behind);
        Ok(self.make_list(all.iter().skip(before).take(n).copied().map(Val::Block)))
    }

    /// An attribute of an operation; its default where it is absent.
    pub(super) fn attr(&mut self, op: OpId, name: StrId, ty: &LType, span: Span) -> Eval<Val> {
        let def = self.def(op);
        let Some((_, a)) = def.and_then(|d| d.attr(name)) else {
            // Any operation: the attribute as it is.
            return Ok(match self.body.attr(self.ctx, op, name) {
                Some(a) => Val::Attr(a),
                None => Val::None,
            });
        };
        let Some(value) = crate::lang::encode::attr_or_default(self.ctx, self.body.props(op), a) else {
            return Ok(Val::None);
        };
        match (a.over, def) {
            (Some(g), Some(def)) => {
                let range = operand_group(self.ctx, def, self.body, op, g);
                let Some(range) = range else {
                    return self.fail(span, Why::Broken);
                };
                let group: smallvec::SmallVec<[Atom; 4]> = range
                    .filter_map(|n| self.body.operand(op, n))
                    .map(Atom::Value)
                    .collect();
                self.affine_of_attr(value, &group, span)
            }
            _ => self.decode(value, ty, span),
        }
    }

    /// The values of an operand group as its arity says.
    pub(super) fn operand(&mut self, op: OpId, name: StrId, span: Span) -> Eval<Val> {
        let def = self.def(op);
        let group = def.and_then(|d| d.operand(name).map(|g| (d, g)));
        let Some((def, g)) = group else {
            return self.fail(span, Why::Broken);
        };
        let Some(range) = operand_group(self.ctx, def, self.body, op, g) else {
            return self.fail(span, Why::Broken);
        };
        if range.len() == 1 && def.operands.get(g).is_some_and(|o| o.arity == Arity::One) {
            return match self.body.operand(op, range.start) {
                Some(v) => Ok(Val::Value(v)),
                None => self.fail(span, Why::Broken),
            };
        }
        let values: smallvec::SmallVec<[ValueId; 4]> =
            range.filter_map(|n| self.body.operand(op, n)).collect();
        self.group(def.operands.get(g).map(|o| o.arity), &values, span)
    }

    fn group(&mut self, arity: Option<Arity>, values: &[ValueId], span: Span) -> Eval<Val> {
        match (arity, values) {
            (Some(Arity::One), [one]) | (Some(Arity::Optional), [one]) => Ok(Val::Value(*one)),
            (Some(Arity::Optional), []) => Ok(Val::None),
            (Some(Arity::Variadic), all) => Ok(self.make_list(all.iter().map(|v| Val::Value(*v)))),
            _ => self.fail(span, Why::Broken),
        }
    }

    /// The pairs of an access, partition first where there is one: `(stride, num)` each, and whether the first is the
    /// partition's.
    pub(super) fn pairs(&mut self, v: Val, span: Span) -> Eval<(Pairs, bool)> {
        let (Some(partition), Some(pairs)) = (self.ctx.find_str("partition"), self.ctx.find_str("pairs"))
        else {
            return self.fail(span, Why::Broken);
        };
        let (part, list) = match v {
            Val::Struct(s, l) => {
                let reg = self.reg;
                let at = |name| reg.structs[s].fields.iter().position(|f| f.name == name);
                let part = at(partition).map_or(Val::None, |n| self.nth(l, n));
                (part, at(pairs).map_or(Val::None, |n| self.nth(l, n)))
            }
            Val::Op(_) | Val::Value(_) => {
                let op = match v {
                    Val::Op(o) => Some(o),
                    Val::Value(v) => self.body.def_op(v),
                    _ => None,
                };
                let Some(op) = op else {
                    return self.fail(span, Why::Shape);
                };
                let def = self.def(op);
                let ty = |name| def.and_then(|d| d.attr(name)).map(|a| a.1.ty.clone());
                let (Some(pt), Some(lt)) = (ty(partition), ty(pairs)) else {
                    return self.fail(span, Why::Shape);
                };
                (
                    self.attr(op, partition, &pt, span)?,
                    self.attr(op, pairs, &lt, span)?,
                )
            }
            _ => return self.fail(span, Why::Shape),
        };
        let mut out = smallvec::SmallVec::new();
        let pair = |m: &Self, v: Val| match (m.element(v, 0), m.element(v, 1)) {
            (Val::Int(s), Val::Int(n)) => Some((s, n)),
            _ => None,
        };
        let has_part = part != Val::None;
        if has_part {
            out.extend(pair(self, part));
        }
        for n in 0..self.list_len(list).unwrap_or(0) {
            match pair(self, self.element(list, n)) {
                Some(p) => out.push(p),
                None => return self.fail(span, Why::Broken),
            }
        }
        Ok((out, has_part))
    }
}
