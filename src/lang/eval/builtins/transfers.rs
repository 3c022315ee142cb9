//! Built-ins on two accesses: what they move together, its normal form, and how to issue it.

use super::sides::{Memory, Side};
use super::{B, Call, Eval, Machine, Val, Why};
use crate::ap::place::place;
use crate::ap::ragged::refine_all;
use crate::ap::transfer::extent;
use crate::ap::{Joint, NoForm, Offset, Order, Steps, Transfer, normalize, refine};
use crate::lang::ast::BinaryOp;
use crate::lang::eval::forms::Descriptor;
use crate::lang::types::LType;

impl Machine<'_> {
    pub(super) fn transfer_function(&mut self, call: &Call<'_>) -> Eval<Val> {
        let [a, c, _] = call.v;
        match call.b {
            B::OrderFree | B::Accumulates => {
                let order = self.w.order.ok_or(call.range())?;
                Ok(Val::Bool(match call.b {
                    B::OrderFree => order == Order::Free,
                    _ => order == Order::Accumulates,
                }))
            }
            B::EngineFactors => self.engine_factors(call),
            B::Refine => self.refined(call),
            _ => {
                let (src, dst) = (self.side(a, call)?, self.side(c, call)?);
                self.formed(&src, &dst, call)
            }
        }
    }

    fn engine_factors(&mut self, call: &Call<'_>) -> Eval<Val> {
        let Val::Int(n) = call.v[0] else {
            return Err(call.range());
        };
        let engines = self.target_int("engines").ok_or(call.range())?;
        let mark = self.s.aside.len();
        for f in 2..=engines.min(n.saturating_sub(1)) {
            if n.checked_rem(f) == Some(0) {
                self.s.aside.push(Val::Int(f));
            }
        }
        self.gathered(mark, Ok(()))
    }

    /// An integer parameter of the target.
    fn target_int(&self, name: &str) -> Option<i64> {
        let value = self.reg.parameter(self.ctx, self.w.target?, name)?;
        self.ctx.int_value(value)
    }

    fn refined(&mut self, call: &Call<'_>) -> Eval<Val> {
        let [a, c, _] = call.v;
        let (src, dst) = (self.side(a, call)?, self.side(c, call)?);
        let (s, d) = (
            src.steps().ok_or(call.overflow())?,
            dst.steps().ok_or(call.overflow())?,
        );
        let joint = refine(&s, &d).map_err(|e| call.fail(why(e)))?;
        let mark = self.s.aside.len();
        for j in joint {
            let (Some(s), Some(d)) = (src.flat(j.src), dst.flat(j.dst)) else {
                return self.gathered(mark, Err(call.overflow()));
            };
            let t = self.make_tuple([Val::Int(s), Val::Int(d), Val::Int(j.num)]);
            self.s.aside.push(t);
        }
        self.gathered(mark, Ok(()))
    }

    /// The transfers that two sides are: one as a rule.
    fn transfers(&mut self, src: &Side, dst: &Side, call: &Call<'_>) -> Eval<Vec<Transfer>> {
        let (s, d) = (
            src.steps().ok_or(call.overflow())?,
            dst.steps().ok_or(call.overflow())?,
        );
        let aliased = self.overlap(src, dst, &s, &d);
        let whole = Transfer::new(
            src.base,
            dst.base,
            src.size,
            d.iter()
                .map(|d| Joint {
                    src: 0,
                    dst: d.stride,
                    num: d.num,
                })
                .collect(),
            aliased,
            false,
        );
        let pieces = refine_all(&s, &d, whole.order != Order::Free).map_err(|e| call.fail(why(e)))?;
        let widest = if src.dtype == dst.dtype {
            src.widest().min(dst.widest())
        } else {
            src.size
        };
        let mut out = Vec::with_capacity(pieces.len());
        for p in pieces {
            let (Some(src), Some(dst)) = (src.base.plus(p.src), dst.base.plus(p.dst)) else {
                return Err(call.overflow());
            };
            out.push(Transfer {
                src,
                dst,
                dims: p.dims,
                widest: widest.max(whole.size),
                ..whole.clone()
            });
        }
        Ok(out)
    }

    /// Whether the sides may touch the same elements: they may be on one memory, and are not known to be apart there.
    fn overlap(&self, src: &Side, dst: &Side, s: &Steps, d: &Steps) -> bool {
        if let (Some(a), Some(b)) = (src.root, dst.root)
            && self.apart(a, b)
        {
            return false;
        }
        let known = |side: &Side| side.base.unknown == 0 && side.memory != Memory::Unknown;
        if src.access_base != dst.access_base || !known(src) || !known(dst) {
            return true;
        }
        let range = |side: &Side, steps: &Steps| {
            let (low, high) = extent(steps.iter().copied())?;
            let (low, high) = (side.flat(low)?, side.flat(high)?);
            let first = side.base.at.checked_add(low)?.checked_mul(side.size)?;
            let end = side
                .base
                .at
                .checked_add(high)?
                .checked_add(1)?
                .checked_mul(side.size)?;
            Some((first, end))
        };
        match (range(src, s), range(dst, d)) {
            (Some((a, b)), Some((x, y))) => a < y && x < b,
            _ => true,
        }
    }

    fn formed(&mut self, src: &Side, dst: &Side, call: &Call<'_>) -> Eval<Val> {
        let transfers = self.transfers(src, dst, call)?;
        let w = self.w;
        let rules = match call.v[2] {
            Val::Str(s) => Some(self.ctx.text(s)),
            _ => None,
        };
        let mut all: Vec<Descriptor> = Vec::new();
        for t in &transfers {
            if let Some(f) = w.forms {
                let at = self.ctx.place(self.body.loc(self.root));
                f.asked(&w, at, t, (src.row.is_some(), dst.row.is_some()));
            }
            match call.b {
                B::BestForm => {
                    let chip = (src.row.is_some(), dst.row.is_some());
                    let Some(f) = w.forms else {
                        return Err(call.range());
                    };
                    all.extend(f.best(&w, t, chip, rules).map_err(|why| call.fail(why))?);
                }
                _ => {
                    let normal = match w.forms {
                        Some(f) => f.normal(&w, t, rules),
                        None => normalize(t),
                    };
                    all.extend(normal.map(|t| Descriptor {
                        src: t.src,
                        dst: t.dst,
                        size: t.size,
                        dims: t.dims,
                    }));
                }
            }
        }
        if call.b == B::Normalize {
            let [one] = all.as_slice() else {
                let why = if all.is_empty() { Why::Absent } else { Why::Ragged };
                return Err(call.fail(why));
            };
            let free = transfers.first().is_some_and(|t| t.order == Order::Free);
            return self.both_forms(src, dst, one, free, call);
        }
        let free = transfers.iter().all(|t| t.order == Order::Free);
        let mark = self.s.aside.len();
        for d in &all {
            match self
                .step(call.span)
                .and_then(|()| self.both_forms(src, dst, d, free, call))
            {
                Ok(v) => self.s.aside.push(v),
                Err(e) => return self.gathered(mark, Err(e)),
            }
        }
        self.gathered(mark, Ok(()))
    }

    /// A descriptor as the two accesses that it is.
    fn both_forms(
        &mut self,
        src: &Side,
        dst: &Side,
        d: &Descriptor,
        free: bool,
        call: &Call<'_>,
    ) -> Eval<Val> {
        // The sides have elements of other sizes where they are converted on the way; then those sizes stay.
        let k = d
            .size
            .checked_div(src.size)
            .filter(|k| *k > 0)
            .ok_or(call.range())?;
        let mut dims = d.dims.clone();
        // An access walks its partition first. Where the order is free, that dimension comes first.
        if free {
            let across = |side: &Side, stride: i64| {
                place(stride, side.size.saturating_mul(k), side.row.is_some()).part != 0
            };
            if let Some(n) = dims.iter().position(|j| across(src, j.src) || across(dst, j.dst)) {
                let first = dims.remove(n);
                dims.insert(0, first);
            }
        }
        let s = self.form(src, d.src, k, dims.iter().map(|j| (j.src, j.num)), call)?;
        let t = self.form(dst, d.dst, k, dims.iter().map(|j| (j.dst, j.num)), call)?;
        Ok(self.make_tuple([s, t]))
    }

    /// One side of a descriptor as a `dma.Form`, with elements of `k` times the size.
    fn form(
        &mut self,
        side: &Side,
        at: Offset,
        k: i64,
        dims: impl Iterator<Item = (i64, i64)>,
        call: &Call<'_>,
    ) -> Eval<Val> {
        let range = call.range();
        let size = side.size.checked_mul(k).ok_or(range)?;
        let row = side.row.map(|r| r / k);
        let (pair_id, form_id) = (self.struct_id("dma.Pair"), self.struct_id("dma.Form"));
        let (Some(pair_id), Some(form_id)) = (pair_id, form_id) else {
            return Err(range);
        };
        let mark = self.s.aside.len();
        let mut partition = Val::None;
        for (n, (stride, num)) in dims.enumerate() {
            let a = place(stride, size, side.row.is_some());
            let flat = a
                .part
                .checked_mul(row.unwrap_or(0))
                .and_then(|p| p.checked_add(a.elem))
                .ok_or(call.overflow())?;
            let pair = match self.make_list([Val::Int(flat), Val::Int(num)]) {
                Val::List(l) => Val::Struct(pair_id, l),
                v => v,
            };
            if a.part != 0 {
                if n != 0 || a.elem != 0 {
                    self.s.aside.truncate(mark);
                    return Err(range);
                }
                partition = pair;
            } else {
                self.s.aside.push(pair);
            }
        }
        if self.s.aside.len() == mark {
            // One element, or one a partition.
            let one = match self.make_list([Val::Int(1), Val::Int(1)]) {
                Val::List(l) => Val::Struct(pair_id, l),
                v => v,
            };
            self.s.aside.push(one);
        }
        let pairs = self.gathered(mark, Ok(()))?;
        let offset = self.shifted(side, at, size, k, call)?;
        let dtype = match k {
            1 => side.dtype,
            _ => self.unsigned(side.dtype, size).ok_or(range)?,
        };
        Ok(match self.make_list([partition, pairs, offset, dtype]) {
            Val::List(l) => Val::Struct(form_id, l),
            v => v,
        })
    }

    /// The offset of a form, in elements of `size` bytes: that of the access, moved by as much as the form's is.
    fn shifted(&mut self, side: &Side, at: Offset, size: i64, k: i64, call: &Call<'_>) -> Eval<Val> {
        let over = call.overflow();
        let bytes = at.at.checked_mul(size).ok_or(over)?;
        let before = side.base.at.checked_mul(side.size).ok_or(over)?;
        let by = place(bytes.checked_sub(before).ok_or(over)?, 1, side.row.is_some());
        let row = side.row.unwrap_or(0);
        let flat = by
            .part
            .checked_mul(row)
            .and_then(|p| p.checked_add(by.elem.div_euclid(side.size)))
            .ok_or(over)?;
        let delta = self.lin_const(flat);
        let sum = self.affine_arith(BinaryOp::Add, side.offset, delta, call.span)?;
        if k == 1 {
            return Ok(sum);
        }
        let by = self.lin_const(k);
        self.affine_arith(BinaryOp::Div, sum, by, call.span)
    }

    fn struct_id(&self, name: &str) -> Option<crate::lang::defs::StructId> {
        match self.reg.entity(name)? {
            crate::lang::defs::Entity::Struct(s) => Some(s),
            _ => None,
        }
    }

    /// The case of a dtype's enum for plain bytes of a size.
    fn unsigned(&self, dtype: Val, size: i64) -> Option<Val> {
        let Val::Enum(id, _) = dtype else { return None };
        let name = self.ctx.find_str(&format!("uint{}", size.checked_mul(8)?))?;
        let n = self.reg.case(id, name)?;
        Some(Val::Enum(id, n as u16))
    }
}

/// The type of what `normalize` gives.
pub(in crate::lang) fn form_type(reg: &crate::lang::defs::Registry) -> Option<LType> {
    match reg.entity("dma.Form")? {
        crate::lang::defs::Entity::Struct(s) => Some(LType::Struct(s)),
        _ => None,
    }
}

fn why(e: NoForm) -> Why {
    match e {
        NoForm::Ragged => Why::Ragged,
        NoForm::Counts(..) | NoForm::Negative => Why::Range,
        NoForm::Overflow => Why::Overflow,
        NoForm::Pieces => Why::Fuel,
    }
}

/// What an operation moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moved {
    /// The transfers: one, several where the boundaries of the two sides do not nest.
    pub transfers: Vec<Transfer>,
    /// Whether source and destination are on chip.
    pub chip: (bool, bool),
}

impl Machine<'_> {
    /// What an operation with a source and a destination that are accesses moves; none for others. Else why that cannot
    /// be said.
    pub fn moved(&mut self, op: crate::ir::OpId) -> Option<Result<Moved, &'static str>> {
        let (src, dst) = (self.ctx.find_str("src")?, self.ctx.find_str("dst")?);
        let def = self.reg.op(self.body.name(op)).map(|d| &self.reg.ops[d])?;
        let span = def.span;
        let mut both = [Val::None; 2];
        for (v, name) in both.iter_mut().zip([src, dst]) {
            *v = match def.attr(name).map(|a| a.1.ty.clone()) {
                Some(ty) => self.attr(op, name, &ty, span).ok()?,
                None => {
                    def.operand(name)?;
                    self.operand(op, name, span).ok()?
                }
            };
            self.pairs(*v, span).ok()?;
        }
        let call = Call {
            b: B::RefineAll,
            v: [both[0], both[1], Val::None],
            more: smallvec::SmallVec::new(),
            count: 2,
            ty: &LType::Nothing,
            span,
        };
        let mut moved = || -> Eval<Moved> {
            let (s, d) = (self.side(call.v[0], &call)?, self.side(call.v[1], &call)?);
            let chip = (s.row.is_some(), d.row.is_some());
            let transfers = self.transfers(&s, &d, &call)?;
            Ok(Moved { transfers, chip })
        };
        Some(moved().map_err(|f| match f.why {
            Why::Range => {
                "the sides do not move the same, or a stride across partitions is no multiple of one"
            }
            other => other.word(),
        }))
    }
}
