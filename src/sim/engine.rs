//! What engines do themselves: gathers inside of partitions, registers, prints.

use super::copy::Spec;
use super::decode;
use super::element::{Job, Place};
use super::run::{Done, Machine, Val};
use super::side::Side;
use crate::ir::OpId;
use crate::lang::defs::OpDef;
use crate::lang::semantics::Semantics;
use std::fmt::Write as _;

impl Machine<'_> {
    /// A gather inside each partition.
    pub(super) fn local_gather(&mut self, op: OpId, def: &OpDef, s: &Semantics) -> Done {
        let (ctx, body) = (self.ctx, self.body);
        let src = self.side(op, def, s.arg("src"))?;
        let dst = self.side(op, def, s.arg("dst"))?;
        let index = self.side(op, def, s.arg("index"))?;
        let indices = self.integers(op, &index)?;
        let int = |name: &str| decode::int(ctx, def, s, body, op, name);
        let free = decode::ints(ctx, def, s, body, op, "free").unwrap_or_default();
        let trips = int("trips").map(|t| free.iter().try_fold(t, |a, b| a.checked_mul(*b)));
        let valid = match (int("valid"), trips) {
            (Some(n), _) | (None, Some(Some(n))) => usize::try_from(n).unwrap_or(usize::MAX),
            (None, Some(None)) => usize::MAX,
            (None, None) => indices.len(),
        };
        if valid > indices.len() {
            let text = format!(
                "{valid} valid indices, but the index access has {}",
                indices.len()
            );
            return Err(self.fail(op, text));
        }
        let each = int("elements").unwrap_or(1);
        let parts = |side: &Side| match side.nums.first() {
            Some(n) if side.partition => (*n).max(1),
            _ => 1,
        };
        let rows = parts(&src);
        if rows != parts(&dst) {
            let text = format!("source has {rows} partitions and destination {}", parts(&dst));
            return Err(self.fail(op, text));
        }
        let (source, room) = (src.count / rows, dst.count / rows);
        let need = i64::try_from(valid).ok().and_then(|n| n.checked_mul(each));
        if each < 1 || need.is_none_or(|n| n > room) {
            let text = format!(
                "{valid} indices of {each} elements, but each partition of the destination has {room}"
            );
            return Err(self.fail(op, text));
        }
        // The sequence numbers of what is moved, in both sides.
        let mut pairs = Vec::new();
        for p in 0..rows {
            for (n, i) in (0i64..).zip(indices.iter().take(valid)) {
                if *i == -1 {
                    continue;
                }
                let first = i.checked_mul(each).filter(|f| *f >= 0);
                let end = first.and_then(|f| f.checked_add(each));
                let (Some(first), true) = (first, end.is_some_and(|e| e <= source)) else {
                    let text = format!("index {i} out of bounds axis 1 size {}", source / each);
                    return Err(self.fail(op, text));
                };
                for e in 0..each {
                    let from = p.saturating_mul(source).saturating_add(first).saturating_add(e);
                    let to = p
                        .saturating_mul(room)
                        .saturating_add(n.saturating_mul(each))
                        .saturating_add(e);
                    pairs.push((from, to));
                }
            }
        }
        let spec = Spec::plain();
        let from = self.all_places(op, &spec, &src, None)?;
        let to = self.all_places(op, &spec, &dst, None)?;
        let (a, b) = (self.format(op, &src)?, self.format(op, &dst)?);
        self.step(op, pairs.len() as u64)?;
        let job = Job {
            srcs: vec![src],
            dst,
            mask: None,
            index: None,
        };
        let mut stretch = self.stretch(&job);
        let (mut bytes, mut out) = (vec![0; a.bytes()], Vec::new());
        // All is read before anything is written: the engine has its own buffer.
        let mut values = Vec::new();
        for (s, d) in pairs {
            let at = |list: &[Place], n: i64| usize::try_from(n).ok().and_then(|n| *list.get(n)?);
            let (Some(s), Some(d)) = (at(&from, s), at(&to, d)) else {
                continue;
            };
            let bank = job.srcs.first().map_or(usize::MAX, |s| s.bank);
            if let Some(n) = self.banks.read_at(bank, s.0, s.1, &mut bytes) {
                let byte = s.1.saturating_add(i64::try_from(n).unwrap_or(0));
                return Err(self.unwritten(op, bank, s.0, byte));
            }
            a.convert(&b, &bytes, &mut out)
                .map_err(|why| self.fail(op, why))?;
            values.push((s, d));
        }
        for ((s, d), value) in values.iter().zip(out.chunks_exact(b.bytes().max(1))) {
            self.banks.write_at(job.dst.bank, d.0, d.1, value, true)?;
            stretch.element(Some(*s), *d);
        }
        let moved = stretch.end();
        self.account(op, moved, &job);
        Ok(())
    }

    /// Reads the integer of one element.
    pub(super) fn read_register(&mut self, op: OpId, def: &OpDef, s: &Semantics) -> Done {
        let ptr = self.side(op, def, s.arg("ptr"))?;
        if ptr.count != 1 {
            let text = format!("a register is read from one element, not from {}", ptr.count);
            return Err(self.fail(op, text));
        }
        let value = self.integers(op, &ptr)?.first().copied();
        if let (Some(n), Some(v)) = (value, self.result(op, def, s.arg("value"))) {
            self.core.values.insert(v, Val::Int(n));
        }
        Ok(())
    }

    /// Prints the bytes of an access.
    pub(super) fn print(&mut self, op: OpId, def: &OpDef, s: &Semantics) -> Done {
        let src = self.side(op, def, s.arg("src"))?;
        let bytes = self.bytes_of(op, &src)?;
        let prefix = decode::read(self.ctx, def, s, self.body, op, "prefix");
        let prefix = prefix
            .and_then(|a| self.ctx.string_value(a))
            .map_or("", |n| self.ctx.text(n));
        let mut line = String::new();
        if self.cores() > 1 {
            let _ = write!(line, "core {} ", self.now);
        }
        let _ = write!(line, "print \"{}\":", prefix.escape_debug());
        for element in bytes.chunks(usize::try_from(src.size).unwrap_or(1).max(1)) {
            line.push(' ');
            // As a number is written: its highest byte first.
            for b in element.iter().rev() {
                let _ = write!(line, "{b:02x}");
            }
        }
        self.prints.push(line);
        Ok(())
    }
}
