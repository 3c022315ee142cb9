//! One side of a transfer: what it is on, and how it is walked. Each level has its own walker.

use super::decode;
use super::memory::Memory;
use super::run::{Done, Machine};
use super::walk::{Access, Bad, Reach, Run};
use super::{digits, index, nest};
use crate::ir::{AttrId, OpId, ValueId};
use crate::lang::defs::OpDef;
use crate::lang::groups::operand_group;
use crate::lang::semantics::{Field, Mechanism, Semantics};
use crate::lang::types::LType;

/// How a side is walked.
#[derive(Clone)]
enum How {
    Index(Access),
    Nest(Access),
    Digits(digits::Side),
}

/// What an access by index is told by its operation's access.
#[derive(Clone, Default)]
pub(super) struct ByIndex {
    /// Accesses that hold the indices.
    pub(super) accesses: Vec<ValueId>,
    /// The first index that is out of bounds whatever it leads to.
    pub(super) max: Option<i64>,
    /// The dimension that indices are of, for messages.
    pub(super) dim: i64,
}

/// What a side is on, on whatever core.
#[derive(Clone)]
pub(super) enum On {
    /// A memory, by its number.
    Memory(usize),
    /// A physical space.
    Space(String),
}

/// One side of a transfer.
#[derive(Clone)]
pub(super) struct Side {
    how: How,
    pub(super) on: On,
    pub(super) bank: usize,
    /// Where the memory begins in its bank.
    pub(super) base: u64,
    pub(super) dtype: AttrId,
    /// Bytes of an element.
    pub(super) size: i64,
    /// Elements, without indices.
    pub(super) count: i64,
    /// The same by dimension, the partition first.
    pub(super) nums: Vec<i64>,
    /// Whether the first of them is the partition.
    pub(super) partition: bool,
    /// What it reaches, or why that is not all there.
    pub(super) reach: Result<Option<Reach>, Bad>,
    /// As messages call what it is on.
    pub(super) name: String,
    /// The operation that messages about its bounds are at.
    pub(super) at: OpId,
    /// Indices, where its operation names none.
    pub(super) by: ByIndex,
    /// Rows and bytes of each of what it may touch.
    pub(super) limits: (i64, i64),
    /// A position in the replica group: whose memory it is.
    pub(super) channel: Option<i64>,
}

fn product(dims: impl Iterator<Item = i64> + Clone) -> Option<i64> {
    if dims.clone().any(|n| n <= 0) {
        return Some(0);
    }
    dims.clone().try_fold(1i64, i64::checked_mul)
}
fn signed(n: u64) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

impl Side {
    /// The elements in order, as stretches of its bank; in bounds if `reach` is.
    pub(super) fn walk(&self) -> Box<dyn Iterator<Item = Run> + '_> {
        let base = signed(self.base);
        let shift = move |r: Run| Run {
            byte: r.byte.saturating_add(base),
            ..r
        };
        match &self.how {
            How::Index(a) => Box::new(index::Walk::new(a).map(shift)),
            How::Nest(a) => Box::new(nest::Walk::new(a).map(shift)),
            How::Digits(s) => Box::new(s.walk()),
        }
    }
    /// The same side so many elements further on.
    pub(super) fn shifted(&self, by: i64) -> Option<Side> {
        let mut s = self.clone();
        match &mut s.how {
            How::Index(a) | How::Nest(a) => a.offset = a.offset.checked_add(by)?,
            How::Digits(d) => d.byte = d.byte.checked_add(by.checked_mul(d.size)?)?,
        }
        s.reach = match &s.how {
            How::Index(a) => index::reach(a),
            How::Nest(a) => nest::reach(a),
            How::Digits(_) => return Some(s),
        };
        Some(s)
    }
    /// The elements of what it is on.
    pub(super) fn elements(&self) -> i64 {
        let bytes = self.limits.0.saturating_mul(self.limits.1);
        bytes.checked_div(self.size).unwrap_or(0)
    }
    /// The number of an element of what it is on, counted through all rows.
    pub(super) fn element(&self, row: i64, byte: i64) -> i64 {
        let byte = byte.saturating_sub(signed(self.base));
        let bytes = row.saturating_mul(self.limits.1).saturating_add(byte);
        bytes.checked_div(self.size).unwrap_or(0)
    }
    /// Whether an element there is one of what it is on.
    pub(super) fn holds(&self, row: i64, byte: i64) -> bool {
        let at = byte.saturating_sub(signed(self.base));
        row >= 0 && row < self.limits.0 && at >= 0 && at.saturating_add(self.size) <= self.limits.1
    }
}

impl Machine<'_> {
    /// The side that an argument of a mechanism names.
    pub(super) fn side(&mut self, op: OpId, def: &OpDef, field: Option<Field>) -> Done<Side> {
        match self.sides(op, def, field)?.into_iter().next() {
            Some(s) => Ok(s),
            None => Err(self.fail(op, "this side is missing")),
        }
    }

    /// All sides that an argument names, in order.
    pub(super) fn sides(&mut self, op: OpId, def: &OpDef, field: Option<Field>) -> Done<Vec<Side>> {
        if let Some(Field::Attribute(n)) = field {
            let Some(attr) = def.attributes.get(n) else {
                return Ok(Vec::new());
            };
            let value = crate::lang::encode::attr_or_default(self.ctx, self.body.props(op), attr);
            let Some(value) = value else { return Ok(Vec::new()) };
            let which = self.ctx.text(attr.name);
            return match attr.ty.unwrapped() {
                LType::List(of) => {
                    let items = self.ctx.items(value).unwrap_or(&[]);
                    items.iter().map(|i| self.digits(op, which, *i, of)).collect()
                }
                ty => Ok(vec![self.digits(op, which, value, ty)?]),
            };
        }
        let mut out = Vec::new();
        for v in self.operands(op, def, field) {
            out.push(self.access_of(op, v)?);
        }
        Ok(out)
    }

    /// The side that a value is.
    pub(super) fn access_of(&self, op: OpId, v: ValueId) -> Done<Side> {
        let by = self.defined_by(v);
        let access = by.and_then(|a| {
            let (def, s) = self.semantics(a)?;
            match s.mechanism {
                Mechanism::TensorAccess => Some((a, def, s, true)),
                Mechanism::MemoryAccess => Some((a, def, s, false)),
                _ => None,
            }
        });
        match (access, by) {
            (Some((a, def, s, tensor)), _) => self.access(a, (def, s), tensor),
            (None, Some(a)) => {
                let text = format!("'{}' gives no access that can be executed", self.op_name(a));
                Err(self.fail(op, text))
            }
            (None, None) => Err(self.fail(op, "this side is no access that can be executed")),
        }
    }

    /// A side that an access operation gives.
    fn access(&self, access: OpId, (def, s): (&OpDef, &Semantics), tensor: bool) -> Done<Side> {
        let (ctx, body) = (self.ctx, self.body);
        let channel = self.affine_or(access, def, s, "channel")?;
        let memory = self
            .operand(access, def, s.arg(if tensor { "tensor" } else { "memory" }))
            .and_then(|v| self.memory_of(v));
        let memory = memory.and_then(|m| Some((m, self.core.memories.list.get(m)?)));
        let Some((number, memory)) = memory else {
            return Err(self.fail(access, "this access is to no memory that can be executed"));
        };
        let read = |name: &str| decode::read(ctx, def, s, body, access, name);
        let dtype = read("dtype")
            .and_then(|d| Some((d, decode::fact(ctx, self.reg, d, "bytes").filter(|n| *n > 0)?)));
        let pairs = read("pairs").and_then(|a| decode::pairs(ctx, a));
        let partition = read("partition")
            .map(|a| decode::pair(ctx, a).ok_or(()))
            .transpose();
        let (Some((dtype, size)), Some(pairs), Ok(partition)) = (dtype, pairs, partition) else {
            return Err(self.fail(access, "this access has attributes that cannot be read"));
        };
        let mut a = Access {
            partition,
            pairs,
            offset: self.affine(access, def, s, "offset")?,
            size,
            rows: signed(memory.rows),
            row: signed(memory.row),
        };
        if let Some(extent) = self.affine_or(access, def, s, "extent")? {
            let dim = decode::int(ctx, def, s, body, access, "extent_dim").unwrap_or(0);
            self.extend(access, &mut a, extent, dim)?;
        }
        let nums: Vec<i64> = a.partition.iter().chain(&a.pairs).map(|p| p.1).collect();
        let count = product(nums.iter().copied());
        let count = count.ok_or_else(|| self.fail(access, "this access has too many elements"))?;
        let reach = if tensor { index::reach(&a) } else { nest::reach(&a) };
        let base = signed(memory.base);
        let reach = reach.map(|r| {
            r.map(|r| Reach {
                rows: r.rows,
                bytes: (r.bytes.0.saturating_add(base), r.bytes.1.saturating_add(base)),
            })
        });
        let by = match s.arg("index") {
            Some(Field::Operand(g)) => {
                let range = operand_group(ctx, def, body, access, g).unwrap_or(0..0);
                let int = |name: &str| decode::int(ctx, def, s, body, access, name);
                ByIndex {
                    accesses: range.filter_map(|n| body.operand(access, n)).collect(),
                    max: int("max_index"),
                    dim: int("indirect_dim").unwrap_or(0),
                }
            }
            _ => ByIndex::default(),
        };
        Ok(Side {
            nums,
            partition: a.partition.is_some(),
            limits: (a.rows, a.row),
            how: if tensor { How::Index(a) } else { How::Nest(a) },
            on: On::Memory(number),
            bank: memory.bank,
            base: memory.base,
            dtype,
            size,
            count,
            reach,
            name: memory.name.clone(),
            at: access,
            by,
            channel,
        })
    }

    /// Gives a dimension the number of elements that it has at run time.
    fn extend(&self, access: OpId, a: &mut Access, extent: i64, dim: i64) -> Done {
        let dims = a.partition.iter_mut().chain(a.pairs.iter_mut());
        let slot = usize::try_from(dim).ok().and_then(|n| dims.into_iter().nth(n));
        let Some(slot) = slot else {
            return Err(self.fail(access, format!("this access has no dimension {dim}")));
        };
        if extent < 0 || extent > slot.1 {
            let text = format!(
                "dimension {dim} has {extent} elements, but its bound says 0 to {}",
                slot.1
            );
            return Err(self.fail(access, text));
        }
        slot.1 = extent;
        Ok(())
    }

    /// A side that is a struct: an address and digits.
    fn digits(&mut self, op: OpId, which: &str, side: AttrId, ty: &LType) -> Done<Side> {
        let (ctx, reg) = (self.ctx, self.reg);
        let field = |name: &str| decode::field(ctx, reg, ty, side, name);
        let address = field("address").zip(decode::field_type(ctx, reg, ty, "address"));
        let at = |name: &str| address.and_then(|(a, t)| decode::field(ctx, reg, t, a, name));
        let int = |name: &str| at(name).and_then(|a| ctx.int_value(a));
        let dtype =
            field("dtype").and_then(|d| Some((d, decode::fact(ctx, reg, d, "bytes").filter(|n| *n > 0)?)));
        let space = field("space").and_then(|a| decode::case(ctx, a));
        let pairs = field("pairs").and_then(|a| decode::pairs(ctx, a));
        let partition = field("partition")
            .map(|a| decode::pair(ctx, a).ok_or(()))
            .transpose();
        let (Some((dtype, size)), Some(space), Some(pairs), Ok(partition), Some(byte)) =
            (dtype, space, pairs, partition, int("byte"))
        else {
            return Err(self.fail(op, "this side has fields that cannot be read"));
        };
        let mut s = digits::Side {
            byte,
            row: int("partition").unwrap_or(0),
            partition,
            pairs,
            size,
        };
        let space = ctx.text(space);
        let placed = match at("reference") {
            Some(reference) => Some(self.location(op, reference, &mut s, space)?),
            None => None,
        };
        let nums: Vec<i64> = s.partition.iter().chain(&s.pairs).map(|p| p.1).collect();
        let count = s
            .count()
            .ok_or_else(|| self.fail(op, "this side has too many elements"))?;
        let (bank, base, limits, name) = match placed {
            Some(m) => (m.bank, m.base, (signed(m.rows), signed(m.row)), m.name),
            None => {
                let bank = self.space(space);
                let size = self.banks.get(bank);
                let limits = size.map_or((0, 0), |b| (signed(b.rows), signed(b.row)));
                let text = match s.row {
                    0 if limits.0 == 1 => format!("{space} byte {byte}"),
                    p => format!("{space} partition {p} byte {byte}"),
                };
                (bank, 0, limits, text)
            }
        };
        let low = signed(base);
        let reach = s
            .reach(limits.0, low.saturating_add(limits.1))
            .and_then(|r| match r {
                Some(r) if r.bytes.0 < low => {
                    let bad = if limits.0 == 1 { Bad::Flat } else { Bad::Bytes };
                    Err(bad(
                        r.bytes.0.saturating_sub(low),
                        r.bytes.1.saturating_sub(low),
                        limits.1,
                    ))
                }
                r => Ok(r),
            });
        if let Ok(Some(reach)) = reach {
            self.inside(op, bank, &s, reach)?;
        }
        let reach = match reach {
            Err(bad) => {
                let told = if at("reference").is_some() {
                    name.as_str()
                } else {
                    space
                };
                return Err(self
                    .fail(op, bad.text(told))
                    .note(self.place(op), format!("its side '{which}'")));
            }
            ok => ok,
        };
        Ok(Side {
            nums,
            partition: s.partition.is_some(),
            how: How::Digits(s),
            on: On::Space(space.to_string()),
            bank,
            base,
            dtype,
            size,
            count,
            reach,
            name,
            at: op,
            by: ByIndex::default(),
            limits,
            channel: int("channel"),
        })
    }

    /// The same side on another core.
    pub(super) fn on_core(&mut self, mut side: Side, core: usize) -> Side {
        let now = self.now;
        match &side.on {
            On::Memory(n) => {
                let there = self.core_at(core).and_then(|c| c.memories.list.get(*n));
                side.bank = there.map_or(usize::MAX, |m| m.bank);
            }
            On::Space(name) => {
                self.switch(core);
                side.bank = self.space(name);
                self.switch(now);
            }
        }
        side
    }

    /// Moves a side to where its location is now. Gives the memory that the location refers to.
    fn location(&mut self, op: OpId, reference: AttrId, s: &mut digits::Side, space: &str) -> Done<Memory> {
        let shown = self.ctx.show_attr(reference);
        let Some(location) = self.symbol(reference) else {
            return Err(self.fail(op, format!("there is no location {shown}")));
        };
        let memory = self.refers(op, location)?;
        let Some(offset) = self.core.locations.get(&location).copied() else {
            let text = format!("location {shown} is used before anything says where it is");
            return Err(self.fail(op, text).note(self.place(location), "declared here"));
        };
        let Some(memory) = self.core.memories.list.get(memory).cloned() else {
            return Err(self.fail(op, "a location refers to no memory"));
        };
        if memory.space != space {
            let text = format!(
                "location {shown} is in {}, but this side in {space}",
                memory.space
            );
            return Err(self.fail(op, text));
        }
        let start = signed(memory.base).checked_add(offset);
        match start.and_then(|b| b.checked_add(s.byte)) {
            Some(b) => s.byte = b,
            None => return Err(self.fail(op, "this address is beyond 64 bits")),
        }
        Ok(memory)
    }

    /// Where a program declares memories, descriptors keep to them.
    fn inside(&self, op: OpId, bank: usize, s: &digits::Side, reach: Reach) -> Done {
        if self.core.memories.list.is_empty() {
            return Ok(());
        }
        let memories = || {
            let numbers = self.core.declared.get(&bank).map_or(&[][..], Vec::as_slice);
            numbers.iter().filter_map(|n| self.core.memories.list.get(*n))
        };
        let whole = memories().any(|m| {
            reach.rows.1 <= signed(m.rows)
                && reach.bytes.0 >= signed(m.base)
                && reach.bytes.1 <= signed(m.base.saturating_add(m.row))
        });
        if whole {
            return Ok(());
        }
        for r in s.walk() {
            // A stretch may go over from one memory to the next; its elements may not be torn.
            let mut at = r.byte;
            let end = r.byte.saturating_add(signed(r.elements).saturating_mul(s.size));
            while at < end {
                let here = memories().find(|m| {
                    r.row < signed(m.rows)
                        && at >= signed(m.base)
                        && at.saturating_add(s.size) <= signed(m.base.saturating_add(m.row))
                });
                match here {
                    Some(m) => {
                        let rest = signed(m.base.saturating_add(m.row)).saturating_sub(at) / s.size.max(1);
                        at = at.saturating_add(rest.saturating_mul(s.size));
                    }
                    None => {
                        let text = format!("{} is in no memory of this kernel", self.byte(bank, r.row, at));
                        return Err(self.fail(op, text));
                    }
                }
            }
        }
        Ok(())
    }

    /// A byte of a bank, as a person looks for it: in the memory that is there.
    pub(super) fn byte(&self, bank: usize, row: i64, byte: i64) -> String {
        let numbers = self.core.declared.get(&bank).map_or(&[][..], Vec::as_slice);
        let inside = numbers
            .iter()
            .filter_map(|n| self.core.memories.list.get(*n))
            .find(|m| {
                row < signed(m.rows) && byte >= signed(m.base) && byte < signed(m.base.saturating_add(m.row))
            });
        let (name, at, rows) = match (inside, self.banks.get(bank)) {
            (Some(m), _) => (m.name.as_str(), byte.saturating_sub(signed(m.base)), m.rows),
            (None, Some(b)) => (b.name.as_str(), byte, b.rows),
            (None, None) => ("?", byte, 1),
        };
        if rows > 1 {
            format!("byte {at} of partition {row} of '{name}'")
        } else {
            format!("byte {at} of '{name}'")
        }
    }
}
