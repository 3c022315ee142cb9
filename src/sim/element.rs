//! Transfers element by element: casts, sums, indices, masks, other orders, and what is out of bounds.

use super::copy::{Combine, Spec};
use super::decode;
use super::number::{Format, Number};
use super::predicate::Mask;
use super::run::{Done, Machine};
use super::side::{ByIndex, Side};
use super::transfer::{Moved, Stretch};
use super::walk::Bad;
use crate::ir::OpId;
use rustc_hash::FxHashSet;

/// What one core moves.
pub(super) struct Job {
    /// At least one.
    pub(super) srcs: Vec<Side>,
    pub(super) dst: Side,
    pub(super) mask: Option<Mask>,
    pub(super) index: Option<Index>,
}

/// Where the indices of a transfer lead.
pub(super) struct Index {
    /// They are of the destination, not of the source.
    pub(super) on_dst: bool,
    /// So many elements further on, each; none for an index that is skipped.
    pub(super) offsets: Vec<Option<Offset>>,
}

impl Index {
    /// How much further on each index leads that is not skipped.
    pub(super) fn leads(&self) -> impl Iterator<Item = i64> + '_ {
        self.offsets.iter().flatten().map(|o| o.by)
    }
}

/// Where an index leads.
#[derive(Clone, Copy)]
pub(super) struct Offset {
    /// So many elements further on.
    by: i64,
    /// The dimension that it is of, for messages.
    dim: i64,
}

/// Row and byte of an element; none where it is left out.
pub(super) type Place = Option<(i64, i64)>;

/// A job with all its places, ready to move.
struct Ready<'j> {
    job: &'j Job,
    from: Vec<Vec<Place>>,
    to: Vec<Place>,
    formats: Vec<Format>,
    format: Format,
    /// Nums and strides of the source's sequence numbers, in the order of the destination; none if it is the same.
    order: Option<Vec<(i64, i64)>>,
    /// Elements of the source.
    count: i64,
}

impl Ready<'_> {
    /// The element of the source that goes to element `k` of the destination.
    fn source(&self, k: i64) -> i64 {
        let mut n = k.checked_rem(self.count).unwrap_or(0);
        let Some(order) = &self.order else { return n };
        let mut out = 0i64;
        for (num, stride) in order.iter().rev() {
            out = out.saturating_add(stride.saturating_mul(n.checked_rem(*num).unwrap_or(0)));
            n = n.checked_div(*num).unwrap_or(0);
        }
        out
    }
    /// Whether element `k` of the destination is moved, from where, and to where.
    fn places(&self, k: i64, from: &mut Vec<(i64, i64)>) -> Place {
        let s = self.source(k);
        let over_dst = self.job.index.as_ref().is_some_and(|i| !i.on_dst);
        let holds = |m: &Mask| m.holds(if over_dst { k } else { s });
        if !self.job.mask.as_ref().is_none_or(holds) {
            return None;
        }
        let to = usize::try_from(k).ok().and_then(|k| *self.to.get(k)?)?;
        let s = usize::try_from(s).ok()?;
        from.clear();
        for list in &self.from {
            from.push((*list.get(s)?)?);
        }
        Some(to)
    }
}

/// What has been read of the sources of one element.
struct Taken {
    k: i64,
    bytes: Vec<u8>,
    known: Vec<bool>,
}

impl Machine<'_> {
    /// The element type of a side.
    pub(super) fn format(&self, op: OpId, side: &Side) -> Done<Format> {
        Format::of(self.ctx, self.reg, side.dtype).map_err(|why| self.fail(op, why))
    }

    /// The bytes of a side's elements in order; all have been written.
    pub(super) fn bytes_of(&mut self, op: OpId, side: &Side) -> Done<Vec<u8>> {
        self.reaches(op, side)?;
        self.step(op, u64::try_from(side.count).unwrap_or(0))?;
        self.room(op, side.count)?;
        let size = u64::try_from(side.size).unwrap_or(1);
        let mut out: Vec<u8> = Vec::new();
        for r in side.walk() {
            let at = out.len();
            let more = usize::try_from(r.elements.saturating_mul(size)).unwrap_or(0);
            out.resize(at.saturating_add(more), 0);
            let part = out.get_mut(at..).unwrap_or(&mut []);
            if let Some(n) = self.banks.read_at(side.bank, r.row, r.byte, part) {
                let byte = r.byte.saturating_add(i64::try_from(n).unwrap_or(0));
                return Err(self.unwritten(op, side.bank, r.row, byte));
            }
        }
        Ok(out)
    }

    /// The integers that a side holds. All bits set is -1 in every type.
    pub(super) fn integers(&mut self, op: OpId, side: &Side) -> Done<Vec<i64>> {
        let format = self.format(op, side)?;
        let bytes = self.bytes_of(op, side)?;
        let size = format.bytes().max(1);
        let mut out = Vec::new();
        for element in bytes.chunks_exact(size) {
            if element.iter().all(|b| *b == 0xff) {
                out.push(-1);
                continue;
            }
            match format.number(element) {
                Some(Number::Int(n)) => out.push(i64::try_from(n).unwrap_or(i64::MAX)),
                _ => return Err(self.fail(side.at, "indices and registers are integers")),
            }
        }
        Ok(out)
    }

    /// Where indices lead. Those of -1 are skipped, and with `oob = skip` those that are too large.
    pub(super) fn offsets(
        &self,
        op: OpId,
        spec: &Spec,
        by: &ByIndex,
        coefficients: &[i64],
        lists: &[Vec<i64>],
    ) -> Done<Vec<Option<Offset>>> {
        let count = lists.first().map_or(0, Vec::len);
        if lists.iter().any(|l| l.len() != count) {
            return Err(self.fail(op, "index accesses of different counts"));
        }
        let mut out = Vec::new();
        let mut seen = FxHashSet::default();
        'indices: for n in 0..count {
            let mut sum = Some(0i64);
            for (list, c) in lists.iter().zip(coefficients) {
                let i = list.get(n).copied().unwrap_or(0);
                let large = by.max.filter(|m| i >= *m);
                if i == -1 || (large.is_some() && spec.skip) {
                    out.push(None);
                    continue 'indices;
                }
                if let Some(max) = large {
                    let text = format!("index {i} out of bounds axis {} size {max}", by.dim);
                    return Err(self.fail(op, text));
                }
                sum = sum.and_then(|s| s.checked_add(c.checked_mul(i)?));
            }
            let Some(sum) = sum else {
                return Err(self.fail(op, "an index leads beyond 64 bits"));
            };
            if spec.unique && !seen.insert(sum) {
                let text = format!("index {sum} comes twice, but 'unique_indices' says that none does");
                return Err(self.fail(op, text));
            }
            out.push(Some(Offset { by: sum, dim: by.dim }));
        }
        Ok(out)
    }

    /// Room for the places of so many elements.
    fn room(&self, op: OpId, count: i64) -> Done {
        let most = self.session.limits.sim_bytes;
        let need = u64::try_from(count).unwrap_or(u64::MAX).saturating_mul(24);
        if need > most {
            let text = format!(
                "this transfer of {count} elements is over the limit of {most} bytes (--limit sim-bytes=N)"
            );
            return Err(self.fail(op, text).into_limit());
        }
        Ok(())
    }

    /// The places of a side's elements, those of each index one behind the other.
    pub(super) fn all_places(
        &self,
        op: OpId,
        spec: &Spec,
        side: &Side,
        index: Option<&Index>,
    ) -> Done<Vec<Place>> {
        let mut out = Vec::new();
        let Some(index) = index else {
            self.room(op, side.count)?;
            self.expand(op, spec, side, None, &mut out)?;
            return Ok(out);
        };
        let total = i64::try_from(index.offsets.len()).unwrap_or(i64::MAX);
        self.room(op, side.count.saturating_mul(total))?;
        let each = usize::try_from(side.count).unwrap_or(0);
        for o in &index.offsets {
            match o {
                None => out.extend(std::iter::repeat_n(None, each)),
                Some(o) => {
                    let there = side.shifted(o.by);
                    let there = there.ok_or_else(|| self.fail(op, "an index leads beyond 64 bits"))?;
                    self.expand(op, spec, &there, Some(*o), &mut out)?;
                }
            }
        }
        Ok(out)
    }

    fn expand(&self, op: OpId, spec: &Spec, side: &Side, by: Option<Offset>, out: &mut Vec<Place>) -> Done {
        // What is no access at all is an error in any case; one that leaves its memory is so for some elements.
        let leaves = |b: &Bad| {
            matches!(
                b,
                Bad::Elements(..) | Bad::Bytes(..) | Bad::Flat(..) | Bad::Rows(..)
            )
        };
        let outside = match &side.reach {
            Ok(_) => false,
            Err(b) => leaves(b),
        };
        if !outside || (!spec.skip && by.is_none()) {
            self.reaches(op, side)?;
        }
        for r in side.walk() {
            for n in 0..r.elements {
                let step = i64::try_from(n).unwrap_or(0).saturating_mul(side.size);
                let at = (r.row, r.byte.saturating_add(step));
                if !outside || side.holds(at.0, at.1) {
                    out.push(Some(at));
                    continue;
                }
                if let (Some(o), false) = (by, spec.skip) {
                    let text = format!(
                        "index {} out of bounds axis {} size {}",
                        side.element(at.0, at.1),
                        o.dim,
                        side.elements()
                    );
                    return Err(self
                        .fail(op, text)
                        .note(self.place(side.at), "an index into this"));
                }
                out.push(None);
            }
        }
        Ok(())
    }

    /// Finds all places of a job. Nothing has been moved when this fails.
    fn ready<'j>(&mut self, op: OpId, spec: &Spec, job: &'j Job) -> Done<Ready<'j>> {
        let index = |on_dst: bool| job.index.as_ref().filter(|i| i.on_dst == on_dst);
        let to = self.all_places(op, spec, &job.dst, index(true))?;
        let mut from = Vec::new();
        let mut formats = Vec::new();
        for s in &job.srcs {
            from.push(self.all_places(op, spec, s, index(false))?);
            formats.push(self.format(op, s)?);
        }
        let format = self.format(op, &job.dst)?;
        let length = |l: &[Place]| i64::try_from(l.len()).unwrap_or(i64::MAX);
        let count = from.first().map_or(0, |l| length(l));
        if let Some(other) = from.iter().find(|l| length(l) != count) {
            let text = format!(
                "the first source moves {count} elements and another {}",
                other.len()
            );
            return Err(self.fail(op, text));
        }
        let total = length(&to);
        match spec.repeat {
            None => self.counts(op, count, total)?,
            Some(copies) => {
                let times = total.checked_div(count).unwrap_or(0);
                let fits = count.saturating_mul(times) == total && copies.is_none_or(|c| c == times);
                if !fits {
                    let said = copies.map_or(String::new(), |c| format!(" and {c} copies"));
                    let text = format!("source moves {count} elements and destination {total}{said}");
                    return Err(self.fail(op, text));
                }
            }
        }
        if let Combine::Add(true, _) = spec.combine
            && !format.accumulates()
        {
            let case = decode::case(self.ctx, job.dst.dtype).map_or("?", |c| self.ctx.text(c));
            return Err(self.fail(op, format!("elements of type {case} are not added to memory")));
        }
        self.step(op, u64::try_from(total).unwrap_or(0))?;
        let order = self.order(op, spec, job, index(false).map(|i| i.offsets.len()))?;
        Ok(Ready {
            job,
            from,
            to,
            formats,
            format,
            order,
            count,
        })
    }

    /// The order in which a source's elements are walked, where it is not their own.
    fn order(
        &self,
        op: OpId,
        spec: &Spec,
        job: &Job,
        indices: Option<usize>,
    ) -> Done<Option<Vec<(i64, i64)>>> {
        let Some(src) = job.srcs.first() else {
            return Ok(None);
        };
        if spec.axes.is_none() && !spec.swap {
            return Ok(None);
        }
        let first = indices.map(|n| i64::try_from(n).unwrap_or(i64::MAX));
        let nums: Vec<i64> = first.into_iter().chain(src.nums.iter().copied()).collect();
        let mut stride = 1i64;
        let mut dims: Vec<(i64, i64)> = Vec::new();
        for n in nums.iter().rev() {
            dims.push((*n, stride));
            stride = stride.saturating_mul(*n);
        }
        dims.reverse();
        let Some(axes) = &spec.axes else {
            if let (Some(last), true) = (dims.len().checked_sub(1), spec.swap) {
                dims.swap(0, last);
            }
            return Ok(Some(dims));
        };
        if axes.len() != dims.len() {
            let text = format!(
                "this transposes {} dimensions, but its source has {}",
                axes.len(),
                dims.len()
            );
            return Err(self.fail(op, text));
        }
        Ok(Some(axes.iter().filter_map(|a| dims.get(*a).copied()).collect()))
    }

    /// Reads the sources of an element.
    fn fetch(&self, op: OpId, spec: &Spec, ready: &Ready<'_>, from: &[(i64, i64)], into: &mut Taken) -> Done {
        into.bytes.clear();
        into.known.clear();
        for ((side, format), at) in ready.job.srcs.iter().zip(&ready.formats).zip(from) {
            let start = into.bytes.len();
            into.bytes.resize(start.saturating_add(format.bytes()), 0);
            into.known.resize(into.bytes.len(), true);
            let part = into.bytes.get_mut(start..).unwrap_or(&mut []);
            let Some(n) = self.banks.read_at(side.bank, at.0, at.1, part) else {
                continue;
            };
            if !spec.uninit {
                let byte = at.1.saturating_add(i64::try_from(n).unwrap_or(0));
                return Err(self.unwritten(op, side.bank, at.0, byte));
            }
            for (n, k) in into.known.iter_mut().skip(start).enumerate() {
                let byte = at.1.saturating_add(i64::try_from(n).unwrap_or(0));
                *k = self.banks.known_at(side.bank, at.0, byte);
            }
        }
        Ok(())
    }

    /// Writes what an element comes to.
    fn store(&mut self, op: OpId, spec: &Spec, ready: &Ready<'_>, taken: &Taken, to: (i64, i64)) -> Done {
        let mut out = Vec::with_capacity(8);
        let (bank, format) = (ready.job.dst.bank, &ready.format);
        let mut known = taken.known.iter().all(|k| *k);
        let mut parts = Vec::new();
        let mut rest = &taken.bytes[..];
        for f in &ready.formats {
            let (part, more) = rest.split_at_checked(f.bytes()).unwrap_or((rest, &[]));
            parts.push((*f, part));
            rest = more;
        }
        let done = match (&spec.combine, &parts[..]) {
            (Combine::Replace, [(f, part)]) => f.convert(format, part, &mut out),
            (Combine::Replace, _) => Err("several sources are added up or not at all".to_string()),
            (Combine::Add(accumulate, constants), _) => {
                let mut old = vec![0; format.bytes()];
                if *accumulate && let Some(n) = self.banks.read_at(bank, to.0, to.1, &mut old) {
                    if !spec.uninit {
                        let byte = to.1.saturating_add(i64::try_from(n).unwrap_or(0));
                        return Err(self.unwritten(op, bank, to.0, byte));
                    }
                    known = false;
                }
                match &parts[..] {
                    [(f, part)] if *accumulate && constants.is_empty() && f.same(format) => {
                        format.add(&old, part, &mut out)
                    }
                    _ => {
                        let scale = |n: usize| constants.get(n).copied().unwrap_or(1.0);
                        let terms: Vec<_> = parts
                            .iter()
                            .enumerate()
                            .map(|(n, (f, part))| (scale(n), *f, *part))
                            .collect();
                        format.sum(accumulate.then_some(&old[..]), &terms, &mut out)
                    }
                }
            }
        };
        done.map_err(|why| self.fail(op, why))?;
        self.banks.write_at(bank, to.0, to.1, &out, true)?;
        if !known {
            // A byte that was only moved is unknown by itself, one that was computed with its whole element.
            let moved = matches!(spec.combine, Combine::Replace) && out.len() == taken.known.len();
            for (n, byte) in out.iter().enumerate() {
                if moved && taken.known.get(n) == Some(&true) {
                    continue;
                }
                let at = to.1.saturating_add(i64::try_from(n).unwrap_or(0));
                self.banks.write_at(bank, to.0, at, &[*byte], false)?;
            }
        }
        Ok(())
    }

    /// Moves a job, each element after the one before it.
    pub(super) fn elements(&mut self, op: OpId, spec: &Spec, job: &Job) -> Done<Moved> {
        let ready = self.ready(op, spec, job)?;
        let mut stretch = self.stretch(job);
        let mut taken = Taken {
            k: 0,
            bytes: Vec::new(),
            known: Vec::new(),
        };
        let mut from = Vec::new();
        for k in 0..i64::try_from(ready.to.len()).unwrap_or(i64::MAX) {
            let Some(to) = ready.places(k, &mut from) else {
                continue;
            };
            self.fetch(op, spec, &ready, &from, &mut taken)?;
            self.store(op, spec, &ready, &taken, to)?;
            stretch.element(from.first().copied(), to);
        }
        Ok(stretch.end())
    }

    pub(super) fn stretch(&self, job: &Job) -> Stretch {
        let sizes = (job.srcs.first().map_or(1, |s| s.size), job.dst.size);
        let granule = self.granule(u64::try_from(job.dst.size).unwrap_or(1));
        let watch = self.watched().filter(|w| w.0 == job.dst.bank);
        Stretch::new(sizes, granule, watch.map(|w| (w.1, w.2)))
    }

    /// Reads all that a job moves, in a transfer in which other cores take part.
    pub(super) fn take(&mut self, op: OpId, spec: &Spec, job: &Job) -> Done<Vec<Elements>> {
        let ready = self.ready(op, spec, job)?;
        let mut out = Vec::new();
        let mut from = Vec::new();
        for k in 0..i64::try_from(ready.to.len()).unwrap_or(i64::MAX) {
            if ready.places(k, &mut from).is_some() {
                let mut taken = Taken {
                    k,
                    bytes: Vec::new(),
                    known: Vec::new(),
                };
                self.fetch(op, spec, &ready, &from, &mut taken)?;
                out.push(Elements(taken));
            }
        }
        Ok(out)
    }

    /// Writes what has been read.
    pub(super) fn put(&mut self, op: OpId, spec: &Spec, job: &Job, all: Vec<Elements>) -> Done<Moved> {
        let ready = self.ready(op, spec, job)?;
        let mut stretch = self.stretch(job);
        let mut from = Vec::new();
        for Elements(taken) in all {
            if let Some(to) = ready.places(taken.k, &mut from) {
                self.store(op, spec, &ready, &taken, to)?;
                stretch.element(from.first().copied(), to);
            }
        }
        Ok(stretch.end())
    }
}

/// What has been read of one element.
pub(super) struct Elements(Taken);
