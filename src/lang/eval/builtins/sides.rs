//! One side of a transfer: an access as its fields and its memory say.

use super::{Call, Eval, Machine, Val, Why};
use crate::ap::place::{Addr, PARTITION_BYTES, Pair, place, steps};
use crate::ap::{Offset, Steps};
use crate::ir::body::Def;
use crate::ir::{AttrData, AttrId, OpId, TypeData, ValueId};
use crate::lang::ast::EffectKind;
use crate::lang::defs::OpDef;

/// What an access is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Memory {
    /// One stretch of bytes.
    Flat,
    /// Partitions of so many bytes.
    Chip(i64),
    /// It cannot be told.
    Unknown,
}

/// One side of a transfer.
pub(super) struct Side {
    pub(super) pairs: smallvec::SmallVec<[Pair; 8]>,
    /// Bytes of an element.
    pub(super) size: i64,
    pub(super) dtype: Val,
    pub(super) memory: Memory,
    /// Elements of a partition; none in flat memory.
    pub(super) row: Option<i64>,
    /// Where it begins, as an affine value.
    pub(super) offset: Val,
    /// The same as a number and what it is a multiple of beyond that.
    pub(super) base: Offset,
    /// What the access is on, and what that is a view of.
    pub(super) access_base: Option<ValueId>,
    pub(super) root: Option<ValueId>,
}

impl Side {
    /// As linear steps; none where they reach further than a memory does.
    pub(super) fn steps(&self) -> Option<Steps> {
        steps(&self.pairs, self.size, self.row.is_some())
    }
    /// A linear stride or distance in elements of the access.
    pub(super) fn flat(&self, linear: i64) -> Option<i64> {
        let a = place(linear, self.size, self.row.is_some());
        a.part.checked_mul(self.row.unwrap_or(0))?.checked_add(a.elem)
    }
    /// The largest element that the memory can be seen as having.
    pub(super) fn widest(&self) -> i64 {
        match self.memory {
            Memory::Flat => 8,
            Memory::Chip(bytes) => 1i64.checked_shl(bytes.trailing_zeros().min(3)).unwrap_or(1),
            Memory::Unknown => self.size,
        }
    }
}

impl Machine<'_> {
    /// The side that an access is: its pairs, the partition's first, as vectors.
    pub(super) fn side(&mut self, v: Val, call: &Call<'_>) -> Eval<Side> {
        let (list, partition) = self.pairs(v, call.span)?;
        let dtype = self.field_of(v, "dtype", call)?;
        let size = self.bytes_of(dtype).unwrap_or(1);
        let op = self.access_op(v);
        let access_base = op.and_then(|op| self.body.operand(op, 0));
        let mut memory = access_base
            .and_then(|b| self.memory_of(b))
            .unwrap_or(Memory::Unknown);
        // A stride across partitions that ends inside of one is for others to report; it merges with nothing.
        if let (Memory::Chip(bytes), true) = (memory, partition)
            && let Some((stride, _)) = list.first()
            && stride.checked_rem_euclid((bytes / size).max(1)) != Some(0)
        {
            memory = Memory::Unknown;
        }
        let row = match memory {
            Memory::Flat => None,
            Memory::Chip(bytes) => Some(bytes / size).filter(|r| *r > 0),
            // However long a partition is, its stride is no multiple of anything inside.
            Memory::Unknown => partition.then_some(1),
        };
        if row.is_some_and(|r| r >= PARTITION_BYTES / 2) {
            return Err(call.fail(Why::Range));
        }
        let mut pairs = smallvec::SmallVec::new();
        for (n, (stride, num)) in list.into_iter().enumerate() {
            let stride = match row {
                Some(row) if n == 0 && partition => Addr {
                    part: stride / row.max(1),
                    elem: 0,
                },
                _ => Addr {
                    part: 0,
                    elem: stride,
                },
            };
            pairs.push(Pair { stride, num });
        }
        let offset = match self.field_of(v, "offset", call)? {
            Val::None => Val::Int(0),
            v => v,
        };
        let offset = self.affine(offset, call.span)?;
        let base = self.base_of(offset, row);
        let root = access_base.map(|b| self.viewed(b));
        Ok(Side {
            pairs,
            size,
            dtype,
            memory,
            row,
            offset,
            base,
            access_base,
            root,
        })
    }

    /// What an access touches, as far as it is known: lowest, highest, and how many there are.
    pub(super) fn bounds(&mut self, call: &Call<'_>) -> Eval<Val> {
        let v = call.v[0];
        // An access that cannot be is for others to report.
        let found = match self.side(v, call) {
            Ok(side) => self.touched(&side),
            Err(_) => Default::default(),
        };
        let mark = self.s.aside.len();
        for (low, high, size) in found {
            let t = self.make_tuple([Val::Int(low), Val::Int(high), Val::Int(size)]);
            self.s.aside.push(t);
        }
        self.gathered(mark, Ok(()))
    }

    fn touched(&self, side: &Side) -> smallvec::SmallVec<[(i64, i64, i64); 2]> {
        let mut out = smallvec::SmallVec::new();
        let whole = || -> Option<(i64, i64, i64)> {
            let elements = self.elements(side.access_base?)?.checked_div(side.size)?;
            let Val::Affine(id) = side.offset else { return None };
            let l = self.lin(id);
            // Indices of loops are independent, so each end of the range is reached; a division may follow another term.
            if l.terms
                .iter()
                .any(|t| !matches!(t.0, super::super::affine::Atom::Value(_)))
            {
                return None;
            }
            let (first, last) = self.range(&l)?;
            let (mut low, mut high) = (first, last);
            for p in &side.pairs {
                let row = side.row.unwrap_or(0);
                let stride = p.stride.part.checked_mul(row)?.checked_add(p.stride.elem)?;
                // Nothing is touched.
                let far = stride.checked_mul(p.num.checked_sub(1).filter(|n| *n >= 0)?)?;
                if far < 0 {
                    low = low.checked_add(far)?;
                } else {
                    high = high.checked_add(far)?;
                }
            }
            Some((low, high, elements))
        };
        let Some((low, high, elements)) = whole() else {
            return out;
        };
        let (Some(row), Memory::Chip(_)) = (side.row, side.memory) else {
            out.push((low, high, elements));
            return out;
        };
        // On chip: partitions, and elements of one where it is known in which place they begin.
        let Val::Affine(id) = side.offset else { return out };
        let l = self.lin(id);
        let aligned = l.terms.iter().all(|t| t.1.checked_rem(row) == Some(0));
        let partitions = elements / row.max(1);
        let across = side
            .pairs
            .iter()
            .filter(|p| p.stride.part != 0)
            .map(|p| crate::ap::Step {
                stride: p.stride.part,
                num: p.num,
            });
        let starts = self
            .range(&l)
            .map(|(a, b)| (a.div_euclid(row), b.div_euclid(row)));
        match (aligned, starts, crate::ap::transfer::extent(across)) {
            (true, Some((first, last)), Some((a, b))) => {
                out.push((first.saturating_add(a), last.saturating_add(b), partitions));
            }
            _ => out.push((low.div_euclid(row), high.div_euclid(row), partitions)),
        }
        if aligned {
            let start = l.constant.rem_euclid(row);
            let free = side.pairs.iter().filter(|p| p.stride.part == 0);
            let steps = free.map(|p| crate::ap::Step {
                stride: p.stride.elem,
                num: p.num,
            });
            if let Some((a, b)) = crate::ap::transfer::extent(steps) {
                out.push((start.saturating_add(a), start.saturating_add(b), row));
            }
        }
        out
    }

    /// Bytes of what an access is on.
    fn elements(&self, base: ValueId) -> Option<i64> {
        if let TypeData::MemRef { shape, element, .. } = self.ctx.type_data(self.body.value_type(base)) {
            let bytes = i64::from(self.ctx.bit_width(*element)?.div_ceil(8));
            return shape
                .iter()
                .try_fold(bytes, |n, d| if *d < 0 { None } else { n.checked_mul(*d) });
        }
        let memory = self.body.def_op(base)?;
        let get = |name| {
            let a = self.body.attr(self.ctx, memory, self.ctx.find_str(name)?)?;
            self.ctx.int_value(a)
        };
        let bytes = get("bytes")?;
        match self.memory_of(base)? {
            Memory::Flat => Some(bytes),
            _ => bytes.checked_mul(get("partitions").unwrap_or(1)),
        }
    }

    /// What is known of an offset. On chip an element's place in its partition is what remains of it by the length of
    /// one, so no more is known than that length is a multiple of.
    fn base_of(&self, offset: Val, row: Option<i64>) -> Offset {
        let Val::Affine(id) = offset else {
            return Offset::default();
        };
        let l = self.lin(id);
        let unknown = l.terms.iter().fold(0u64, |g, t| gcd(g, t.1.unsigned_abs()));
        let unknown = match (unknown, row) {
            (0, _) | (_, None) => unknown,
            (u, Some(r)) => gcd(u, r.unsigned_abs()),
        };
        Offset {
            at: l.constant,
            // More than 2^62 would be a multiple of any element size.
            unknown: i64::try_from(unknown).unwrap_or(1 << 62),
        }
    }

    /// Bytes of an element of a dtype: its fact of that name.
    fn bytes_of(&self, dtype: Val) -> Option<i64> {
        let Val::Enum(id, n) = dtype else { return None };
        let fact = self.reg.enums[id].facts.iter().find(|f| &*f.0 == "bytes")?;
        let a = fact.2.get(n as usize).copied().flatten()?;
        self.ctx.int_value(a).filter(|b| *b > 0)
    }

    /// A field of an access by name; [`Val::None`] where it has none.
    fn field_of(&mut self, v: Val, name: &str, call: &Call<'_>) -> Eval<Val> {
        let Some(name) = self.ctx.find_str(name) else {
            return Ok(Val::None);
        };
        if let Val::Struct(s, l) = v {
            let at = self.reg.structs[s].fields.iter().position(|f| f.name == name);
            return Ok(at.map_or(Val::None, |n| self.nth(l, n)));
        }
        let Some(op) = self.access_op(v) else {
            return Ok(Val::None);
        };
        let def = self.reg.op(self.body.name(op)).map(|d| &self.reg.ops[d]);
        match def.and_then(|d| d.attr(name)).map(|a| a.1.ty.clone()) {
            Some(ty) => self.attr(op, name, &ty, call.span),
            None => Ok(Val::None),
        }
    }

    /// The operation that an access is.
    fn access_op(&self, v: Val) -> Option<OpId> {
        match v {
            Val::Op(o) => Some(o),
            Val::Value(v) => self.body.def_op(v),
            _ => None,
        }
    }

    /// What a value is, through views and casts of it.
    fn viewed(&self, v: ValueId) -> ValueId {
        let mut at = v;
        // Each step goes to an operand of the definition, so this ends where IR without a dominance check could not.
        for _ in 0..64 {
            let Some(op) = self.body.def_op(at) else { break };
            let def = self.reg.op(self.body.name(op)).map(|d| &self.reg.ops[d]);
            let view = def.is_some_and(|d| {
                let of =
                    |e: &crate::lang::defs::EffectDef| e.kind == EffectKind::View && e.operand == Some(0);
                d.effects.iter().any(of) || &*d.name == "builtin.unrealized_conversion_cast"
            });
            match self.body.operand(op, 0).filter(|_| view) {
                Some(b) => at = b,
                None => break,
            }
        }
        at
    }

    /// Whether two tensors or memories surely share nothing: each is allocated, or is an argument of a function, and they
    /// are not declared to be one piece of memory.
    pub(super) fn apart(&self, a: ValueId, b: ValueId) -> bool {
        a != b && self.owned(a) && self.owned(b) && !self.declared_together(a, b)
    }

    /// Whether a value is memory that no other such value reaches.
    fn owned(&self, v: ValueId) -> bool {
        let def_of = |op| self.reg.op(self.body.name(op)).map(|d| &self.reg.ops[d]);
        match self.body.def(v) {
            Def::Result(op, _) => {
                let allocates = |d: &OpDef| d.effects.iter().any(|e| e.kind == EffectKind::Allocate);
                def_of(op).is_some_and(allocates)
            }
            Def::Arg(block, _) => {
                let region = self.body.block_region(block);
                let function = def_of(self.body.region_owner(region)).is_some_and(|d| d.flags.function);
                function && self.body.entry(region) == Some(block)
            }
            Def::Pending => false,
        }
    }

    /// Whether two declarations of memory may be one: one refers to another, both hold one argument, or their places
    /// overlap.
    fn declared_together(&self, a: ValueId, b: ValueId) -> bool {
        let (Some(a), Some(b)) = (self.body.def_op(a), self.body.def_op(b)) else {
            return false;
        };
        let get = |op, name| self.body.attr(self.ctx, op, self.ctx.find_str(name)?);
        if get(a, "reference").is_some() || get(b, "reference").is_some() {
            return true;
        }
        let int = |op, name| get(op, name).and_then(|n| self.ctx.int_value(n));
        if int(a, "argument").is_some_and(|n| int(b, "argument") == Some(n)) {
            return true;
        }
        let place = |op| {
            let first = int(op, "address")?;
            Some((first, first.checked_add(int(op, "bytes")?)?))
        };
        match (place(a), place(b)) {
            (Some((from, to)), Some((x, y))) => get(a, "space") == get(b, "space") && from < y && x < to,
            _ => false,
        }
    }

    /// What a memory is, by a tensor's type or by the operation that declares it.
    fn memory_of(&self, base: ValueId) -> Option<Memory> {
        let flat = |a: AttrId| match self.ctx.attr_data(a) {
            AttrData::Enum { case, .. } => self.ctx.text(*case) == "hbm",
            _ => true,
        };
        if let TypeData::MemRef {
            shape,
            element,
            space,
            ..
        } = self.ctx.type_data(self.body.value_type(base))
        {
            if space.is_none_or(flat) {
                return Some(Memory::Flat);
            }
            let bytes = i64::from(self.ctx.bit_width(*element)?.div_ceil(8));
            let inner = shape
                .iter()
                .skip(1)
                .try_fold(bytes, |n, d| if *d < 0 { None } else { n.checked_mul(*d) });
            return inner.map(Memory::Chip);
        }
        let memory = self.body.def_op(base)?;
        let get = |name| self.body.attr(self.ctx, memory, self.ctx.find_str(name)?);
        if flat(get("space")?) {
            return Some(Memory::Flat);
        }
        self.ctx.int_value(get("bytes")?).map(Memory::Chip)
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
