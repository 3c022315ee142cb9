//! `dma.copy`: its two sides, checked as a whole before the first byte moves.

use super::digits;
use super::run::{Done, Machine, Traced};
use super::transfer::{Move, Stopped, transfer};
use super::walk::{Access, Reach, Run};
use super::{decode, index, nest};
use crate::ir::{AttrId, OpId};
use crate::lang::defs::OpDef;
use crate::lang::groups::operand_group;
use crate::lang::semantics::{Field, Mechanism, Semantics};
use std::fmt::Write as _;

/// How a side is walked.
enum How {
    Index(Access),
    Nest(Access),
    Digits(digits::Side),
}

/// One side of a transfer, in bounds.
struct Side {
    how: How,
    bank: usize,
    /// Where the memory begins in its bank.
    base: u64,
    dtype: AttrId,
    size: i64,
    count: i64,
    /// Bank rows and bytes; none where there are no elements.
    reach: Option<Reach>,
    /// As a trace calls it.
    name: String,
}

impl Side {
    fn walk(&self) -> Box<dyn Iterator<Item = Run> + '_> {
        let base = self.base;
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
}

fn product(dims: impl Iterator<Item = i64> + Clone) -> Option<i64> {
    if dims.clone().any(|n| n <= 0) {
        return Some(0);
    }
    dims.clone().try_fold(1i64, i64::checked_mul)
}

impl Machine<'_> {
    pub(super) fn copy(&mut self, op: OpId, def: &OpDef, s: &Semantics) -> Done {
        let src = self.side(op, def, s.args.first())?;
        let dst = self.side(op, def, s.args.get(1))?;
        if src.dtype != dst.dtype {
            let case = |a| decode::case(self.ctx, a).map_or("?", |c| self.ctx.text(c));
            let text = format!(
                "'{}' from {} to {} has no semantics yet: casts cannot be executed",
                self.op_name(op),
                case(src.dtype),
                case(dst.dtype)
            );
            return Err(self.fail(op, text));
        }
        if src.count != dst.count {
            let text = format!(
                "source moves {} elements and destination {}",
                src.count, dst.count
            );
            return Err(self.fail(op, text));
        }
        self.step(op, u64::try_from(src.count).unwrap_or(0))?;
        let size = u64::try_from(src.size).unwrap_or(1);
        let overlap =
            src.bank == dst.bank && matches!((src.reach, dst.reach), (Some(a), Some(b)) if a.meets(&b));
        let watch = self.options.watch.and_then(|(key, row, byte)| {
            let m = self.memories.list.iter().find(|m| m.key == *key)?;
            Some((m.bank, row, m.base.saturating_add(byte)))
        });
        let granule = self.granule(size);
        let mut buffer = std::mem::take(&mut self.buffer);
        let moved = transfer(
            &mut self.memories.banks,
            src.walk(),
            dst.walk(),
            Move {
                banks: (src.bank, dst.bank),
                size,
                slowly: overlap,
                may_be_unknown: decode::flag(self.ctx, def, s, self.body, op, "can_read_uninit"),
                granule,
                watch,
                buffer: &mut buffer,
            },
        );
        self.buffer = buffer;
        let moved = moved.map_err(|stopped| match stopped {
            Stopped::Unknown(row, byte) => {
                let text = format!(
                    "'{}' reads {}, which nothing wrote",
                    self.op_name(op),
                    self.byte(src.bank, row, byte)
                );
                self.fail(op, text)
            }
            Stopped::Limit(d) => d,
        })?;
        if moved.seen {
            self.writer = Some(op);
        }
        let total = &mut self.stats;
        total.transfers = total.transfers.saturating_add(1);
        total.bytes = total.bytes.saturating_add(moved.bytes);
        total.runs = total.runs.saturating_add(moved.runs);
        total.entries = total.entries.saturating_add(moved.entries);
        if self.options.trace {
            let mut text = format!("{}: {} bytes", self.op_name(op), moved.bytes);
            let _ = write!(
                text,
                " in {} runs, {} entries: {} -> {}",
                moved.runs, moved.entries, src.name, dst.name
            );
            self.trace.push(Traced { op, text });
        }
        Ok(())
    }

    /// A byte of a bank, as a person looks for it: in the memory that is there.
    fn byte(&self, bank: usize, row: u64, byte: u64) -> String {
        let numbers = self.declared.get(&bank).map_or(&[][..], Vec::as_slice);
        let inside = numbers
            .iter()
            .filter_map(|n| self.memories.list.get(*n))
            .find(|m| row < m.rows && byte >= m.base && byte < m.base.saturating_add(m.row));
        let (name, at, rows) = match (inside, self.memories.banks.get(bank)) {
            (Some(m), _) => (m.name.as_str(), byte.saturating_sub(m.base), m.rows),
            (None, Some(b)) => (b.name.as_str(), byte, b.rows),
            (None, None) => ("?", byte, 1),
        };
        if rows > 1 {
            format!("byte {at} of partition {row} of '{name}'")
        } else {
            format!("byte {at} of '{name}'")
        }
    }

    fn side(&mut self, op: OpId, def: &OpDef, field: Option<&Field>) -> Done<Side> {
        match field {
            Some(Field::Attribute(n)) => self.digits(op, def, *n),
            _ => {
                let access = self.operand(op, def, field).and_then(|v| self.defined_by(v));
                match access {
                    Some(a) => self.access(op, a),
                    None => Err(self.fail(op, "this side is no access that can be executed")),
                }
            }
        }
    }

    /// A side that an access operation gives.
    fn access(&self, op: OpId, access: OpId) -> Done<Side> {
        let (ctx, body) = (self.ctx, self.body);
        let tensor = match self.semantics(access)? {
            Some((def, s)) => match s.mechanism {
                Mechanism::TensorAccess => Some((def, s, true)),
                Mechanism::MemoryAccess => Some((def, s, false)),
                _ => None,
            },
            None => None,
        };
        let Some((def, s, tensor)) = tensor else {
            let text = format!("'{}' gives no access that can be executed", self.op_name(access));
            return Err(self.fail(op, text));
        };
        if let Some(Field::Operand(g)) = s.args.get(1)
            && operand_group(ctx, def, body, access, *g).is_some_and(|r| !r.is_empty())
        {
            let text = format!(
                "'{}' by index has no semantics: it cannot be executed",
                self.op_name(access)
            );
            return Err(self.fail(access, text));
        }
        let memory = self
            .operand(access, def, s.args.first())
            .and_then(|v| self.memory_of(v));
        let Some(memory) = memory.and_then(|m| self.memories.list.get(m)) else {
            let text = "this access is to no memory that can be executed".to_string();
            return Err(self.fail(access, text));
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
        let signed = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
        let a = Access {
            partition,
            pairs,
            offset: self.offset(access, def, s)?,
            size,
            rows: signed(memory.rows),
            row: signed(memory.row),
        };
        let dims = a.partition.iter().chain(&a.pairs).map(|p| p.1);
        let count = product(dims).ok_or_else(|| self.fail(access, "this access has too many elements"))?;
        let reach = if tensor { index::reach(&a) } else { nest::reach(&a) };
        let reach = reach.map_err(|bad| {
            self.fail(access, bad.text(&memory.name))
                .note(self.place(op), "moved here")
        })?;
        let base = signed(memory.base);
        let reach = reach.map(|r| Reach {
            rows: r.rows,
            bytes: (r.bytes.0.saturating_add(base), r.bytes.1.saturating_add(base)),
        });
        Ok(Side {
            how: if tensor { How::Index(a) } else { How::Nest(a) },
            bank: memory.bank,
            base: memory.base,
            dtype,
            size,
            count,
            reach,
            name: memory.name.clone(),
        })
    }

    /// The offset of an access, with the values of the indices as they are.
    fn offset(&self, access: OpId, def: &OpDef, s: &Semantics) -> Done<i64> {
        let (ctx, body) = (self.ctx, self.body);
        let given = decode::read(ctx, def, s, body, access, "offset");
        match given.and_then(|a| decode::offset(ctx, a)) {
            Some(decode::Offset::Known(n)) => Ok(n),
            Some(decode::Offset::Map(map)) => {
                let over = s
                    .reads
                    .iter()
                    .find(|r| r.0 == "offset")
                    .and_then(|r| def.attributes.get(r.1));
                let range = over
                    .and_then(|a| a.over)
                    .and_then(|g| operand_group(ctx, def, body, access, g));
                let mut indices = Vec::new();
                for n in range.unwrap_or(0..0) {
                    let Some(v) = body.operand(access, n).and_then(|v| self.int(v)) else {
                        return Err(self.fail(access, "this offset needs a value that is not known"));
                    };
                    indices.push(v);
                }
                let value = map
                    .results
                    .first()
                    .and_then(|e| ctx.affine_eval(*e, &indices, &[]));
                value.ok_or_else(|| self.fail(access, "this offset has no value that 64 bits hold"))
            }
            None => Err(self.fail(access, "this access has no offset that can be read")),
        }
    }

    /// A side that is a struct: an address and digits.
    fn digits(&mut self, op: OpId, def: &OpDef, attribute: usize) -> Done<Side> {
        let (ctx, reg) = (self.ctx, self.reg);
        let attr = def.attributes.get(attribute);
        let value = attr.and_then(|a| Some((ctx.entry(self.body.props(op), a.name)?, &a.ty)));
        let Some((side, ty)) = value else {
            return Err(self.fail(op, "this side is missing"));
        };
        let field = |name: &str| decode::field(ctx, reg, ty, side, name);
        let address = field("address").zip(decode::field_type(ctx, reg, ty, "address"));
        let at = |name: &str| address.and_then(|(a, t)| decode::field(ctx, reg, t, a, name));
        if at("reference").is_some() {
            let text = "an address that the run time patches has no semantics: it cannot be executed";
            return Err(self.fail(op, text));
        }
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
        let s = digits::Side {
            byte,
            row: int("partition").unwrap_or(0),
            partition,
            pairs,
            size,
        };
        let name = ctx.text(space);
        let bank = self.memories.space(ctx, reg, self.options.target, name);
        let signed = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
        let (rows, row) = self
            .memories
            .banks
            .get(bank)
            .map_or((0, 0), |b| (signed(b.rows), signed(b.row)));
        let count = s
            .count()
            .ok_or_else(|| self.fail(op, "this side has too many elements"))?;
        let reach = s.reach(rows, row).map_err(|bad| {
            let which = attr.map_or("", |a| ctx.text(a.name));
            self.fail(op, bad.text(name))
                .note(self.place(op), format!("its side '{which}'"))
        })?;
        self.inside(op, bank, &s, reach)?;
        let text = match s.row {
            0 if rows == 1 => format!("{name} byte {byte}"),
            p => format!("{name} partition {p} byte {byte}"),
        };
        Ok(Side {
            how: How::Digits(s),
            bank,
            base: 0,
            dtype,
            size,
            count,
            reach,
            name: text,
        })
    }

    /// Where a program declares memories, descriptors keep to them.
    fn inside(&self, op: OpId, bank: usize, s: &digits::Side, reach: Option<Reach>) -> Done {
        let (Some(reach), false) = (reach, self.memories.list.is_empty()) else {
            return Ok(());
        };
        let memories = || {
            let numbers = self.declared.get(&bank).map_or(&[][..], Vec::as_slice);
            numbers.iter().filter_map(|n| self.memories.list.get(*n))
        };
        let signed = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
        let whole = memories().any(|m| {
            reach.rows.1 <= signed(m.rows)
                && reach.bytes.0 >= signed(m.base)
                && reach.bytes.1 <= signed(m.base.saturating_add(m.row))
        });
        if whole {
            return Ok(());
        }
        let size = u64::try_from(s.size).unwrap_or(1);
        for r in s.walk() {
            // A stretch may go over from one memory to the next; its elements may not be torn.
            let mut at = r.byte;
            let end = r.byte.saturating_add(r.elements.saturating_mul(size));
            while at < end {
                let here = memories().find(|m| {
                    r.row < m.rows && at >= m.base && at.saturating_add(size) <= m.base.saturating_add(m.row)
                });
                match here {
                    Some(m) => {
                        let rest = m.base.saturating_add(m.row).saturating_sub(at) / size.max(1);
                        at = at.saturating_add(rest.saturating_mul(size));
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
}
