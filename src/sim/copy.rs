//! Transfers: what the attributes of an operation say about one, and what happens on which core.

use super::element::{Index, Job};
use super::predicate::Mask;
use super::run::{Done, Machine, Traced};
use super::side::{ByIndex, Side};
use super::transfer::{Move, Moved, Stopped, transfer};
use super::walk::Reach;
use super::{decode, number};
use crate::ir::{AttrId, OpId, ValueId};
use crate::lang::defs::OpDef;
use crate::lang::semantics::{Mechanism, Semantics};
use std::fmt::Write as _;

/// What is done with the elements of the sources.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Combine {
    /// The source takes the place of what is there.
    Replace,
    /// The sum of the sources, each times its constant, does; with `true`, what is there is one of them.
    Add(bool, Vec<f32>),
}

/// What an operation says of its transfer, on all cores alike.
#[derive(Clone, Debug)]
pub(super) struct Spec {
    /// What is out of bounds is left out.
    pub(super) skip: bool,
    pub(super) combine: Combine,
    /// The elements that each index counts.
    pub(super) coefficients: Option<Vec<i64>>,
    /// An index that comes again is an error.
    pub(super) unique: bool,
    /// Dimensions of the source in the order in which they are walked.
    pub(super) axes: Option<Vec<usize>>,
    /// The first and the last dimension of the source are exchanged.
    pub(super) swap: bool,
    /// The source is moved until the destination is full; so many times, if that is said.
    pub(super) repeat: Option<Option<i64>>,
    /// What nothing has written may be read.
    pub(super) uninit: bool,
    /// Replica groups.
    groups: Vec<Vec<i64>>,
}

impl Spec {
    /// Elements are moved as they are.
    pub(super) fn plain() -> Spec {
        Spec {
            skip: false,
            combine: Combine::Replace,
            coefficients: None,
            unique: false,
            axes: None,
            swap: false,
            repeat: None,
            uninit: false,
            groups: Vec::new(),
        }
    }
}

impl Machine<'_> {
    fn spec(&self, op: OpId, def: &OpDef, s: &Semantics) -> Done<Spec> {
        let (ctx, body) = (self.ctx, self.body);
        let read = |name: &str| decode::read(ctx, def, s, body, op, name);
        let case = |name: &str| read(name).and_then(|a| decode::case(ctx, a)).map(|c| ctx.text(c));
        let flag = |name: &str| decode::flag(ctx, def, s, body, op, name);
        let unknown = |what: &str, case: &str| {
            let text = format!(
                "'{}' with {what} '{case}' has no semantics: it cannot be executed",
                self.op_name(op)
            );
            Err(self.fail(op, text))
        };
        let skip = match case("oob") {
            None | Some("error") => false,
            Some("skip") => true,
            Some(other) => return unknown("oob", other),
        };
        let constants = match read("constants") {
            Some(list) => decode::floats(ctx, list)
                .ok_or_else(|| self.fail(op, "the constants of this transfer cannot be read"))?,
            None => Vec::new(),
        };
        let combine = match case("combine") {
            None | Some("bypass") if constants.is_empty() => Combine::Replace,
            None | Some("bypass") => Combine::Add(false, constants),
            Some("add") => {
                let accumulate =
                    s.mechanism != Mechanism::Sum && (read("accumulate").is_none() || flag("accumulate"));
                Combine::Add(accumulate, constants)
            }
            Some(other) => return unknown("combine", other),
        };
        let mode = match case("mode") {
            Some(m @ ("copy" | "transpose" | "cce" | "replicate")) => m,
            Some(other) => return unknown("mode", other),
            None => "copy",
        };
        let axes = match read("transpose_op") {
            None => None,
            Some(t) => match decode::fact_ints(ctx, self.reg, t, "axes") {
                Some(axes) => {
                    let axes: Option<Vec<usize>> = axes.iter().map(|a| usize::try_from(*a).ok()).collect();
                    let axes = axes.filter(|a| {
                        let mut sorted = a.clone();
                        sorted.sort_unstable();
                        sorted.iter().copied().eq(0..a.len())
                    });
                    Some(axes.ok_or_else(|| self.fail(op, "these axes are no order of dimensions"))?)
                }
                None if case("transpose_op") == Some("none") => None,
                None => return unknown("transpose_op", case("transpose_op").unwrap_or("?")),
            },
        };
        let list = |name: &str| read(name).and_then(|a| decode::ints_of(ctx, a));
        let groups = read("replica_groups").and_then(|a| ctx.items(a)).unwrap_or(&[]);
        let groups: Option<Vec<Vec<i64>>> = groups.iter().map(|g| decode::ints_of(ctx, *g)).collect();
        let replicate = s.mechanism == Mechanism::Replicate || mode == "replicate";
        Ok(Spec {
            skip,
            combine,
            coefficients: list("coefficients").filter(|c| !c.is_empty()),
            unique: flag("unique_indices"),
            swap: s.mechanism == Mechanism::Transpose && axes.is_none(),
            axes,
            repeat: replicate.then(|| decode::int(ctx, def, s, body, op, "copies")),
            uninit: flag("can_read_uninit"),
            groups: groups.ok_or_else(|| self.fail(op, "these replica groups cannot be read"))?,
        })
    }

    /// Runs a transfer on all cores that are not idle. Where one of its sides is on another core, all cores read before
    /// any writes.
    pub(super) fn transfer(&mut self, op: OpId, def: &OpDef, s: &Semantics) -> Done {
        let spec = self.spec(op, def, s)?;
        let mut jobs = Vec::new();
        let mut collective = false;
        for n in 0..self.cores() {
            self.switch(n);
            if self.core.idle {
                continue;
            }
            let (job, away) = self.job(op, def, s, &spec)?;
            let Some(job) = job else { continue };
            self.touched(op, def, s, &job)?;
            collective |= away;
            if away {
                jobs.push((n, job));
            } else {
                self.one(op, &spec, job)?;
            }
        }
        if !collective {
            return Ok(());
        }
        let mut taken = Vec::new();
        for (n, job) in jobs {
            self.switch(n);
            let bytes = self.take(op, &spec, &job)?;
            taken.push((n, job, bytes));
        }
        for (n, job, bytes) in taken {
            self.switch(n);
            let moved = self.put(op, &spec, &job, bytes)?;
            self.account(op, moved, &job);
        }
        Ok(())
    }

    /// What the core at hand has to move, and whether another core takes part; nothing where no predicate holds or the core
    /// is in no group.
    fn job(&mut self, op: OpId, def: &OpDef, s: &Semantics, spec: &Spec) -> Done<(Option<Job>, bool)> {
        let conditions = self.conditions(op, def, s.arg("mask"))?;
        if conditions.iter().any(|c| c.dims.is_empty() && c.bound < 0) {
            return Ok((None, false));
        }
        let mut srcs = self.sides(op, def, s.arg("src"))?;
        srcs.extend(self.sides(op, def, s.arg("others"))?);
        let mut dst = self.side(op, def, s.arg("dst"))?;
        let mut away = false;
        for side in srcs.iter_mut().chain(std::iter::once(&mut dst)) {
            let Some(channel) = side.channel else { continue };
            away = true;
            match self.member(op, spec, channel)? {
                Some(core) => *side = self.on_core(side.clone(), core),
                None => return Ok((None, true)),
            }
        }
        let index = self.index(op, def, s, spec, (&srcs, &dst))?;
        // A mask is over the side that has no index.
        let nums = match (&index, srcs.first()) {
            (Some(i), _) if !i.on_dst => &dst.nums,
            (_, Some(s)) => &s.nums,
            _ => &dst.nums,
        };
        let conditions: Vec<_> = conditions.into_iter().filter(|c| !c.dims.is_empty()).collect();
        let mask = match conditions.is_empty() {
            true => None,
            false => {
                let mask = Mask::new(conditions, nums.clone());
                Some(mask.ok_or_else(|| self.fail(op, "this mask has numbers beyond 64 bits"))?)
            }
        };
        let job = Job {
            srcs,
            dst,
            mask,
            index,
        };
        Ok((Some(job), away))
    }

    /// The core at a position of the replica group that the core at hand is in; none if it is in none.
    fn member(&self, op: OpId, spec: &Spec, channel: i64) -> Done<Option<usize>> {
        if spec.groups.is_empty() {
            return Err(self.fail(op, "a collective access needs replica groups"));
        }
        let mut seen = vec![false; self.cores()];
        for core in spec.groups.iter().flatten() {
            let slot = usize::try_from(*core).ok().and_then(|n| seen.get_mut(n));
            match slot {
                Some(s) if !*s => *s = true,
                Some(_) => return Err(self.fail(op, format!("core {core} is in two replica groups"))),
                None => {
                    let text = format!("there is no core {core}: {} run", self.cores());
                    return Err(self.fail(op, text));
                }
            }
        }
        let now = i64::try_from(self.now).unwrap_or(-1);
        let Some(group) = spec.groups.iter().find(|g| g.contains(&now)) else {
            return Ok(None);
        };
        let at = usize::try_from(channel).ok().and_then(|n| group.get(n));
        match at.and_then(|c| usize::try_from(*c).ok()) {
            Some(c) => Ok(Some(c)),
            None => {
                let text = format!("channel {channel} of a replica group of {} cores", group.len());
                Err(self.fail(op, text))
            }
        }
    }

    /// The indices of a transfer, from its own operands or from one of its accesses.
    fn index(
        &mut self,
        op: OpId,
        def: &OpDef,
        s: &Semantics,
        spec: &Spec,
        (srcs, dst): (&[Side], &Side),
    ) -> Done<Option<Index>> {
        let own: Vec<ValueId> = self.operands(op, def, s.arg("index"));
        let (by, on_dst) = if !own.is_empty() {
            let by = ByIndex {
                accesses: own,
                ..ByIndex::default()
            };
            (by, s.mechanism == Mechanism::Scatter)
        } else {
            let src = srcs.iter().find(|s| !s.by.accesses.is_empty());
            match (src, dst.by.accesses.is_empty()) {
                (None, true) => return Ok(None),
                (Some(_), false) => {
                    return Err(self.fail(op, "source and destination are both by index"));
                }
                (Some(src), true) => (src.by.clone(), false),
                (None, false) => (dst.by.clone(), true),
            }
        };
        let coefficients = spec
            .coefficients
            .clone()
            .unwrap_or_else(|| vec![1; by.accesses.len()]);
        if coefficients.len() != by.accesses.len() {
            let text = format!(
                "{} index accesses but {} indirect dims",
                by.accesses.len(),
                coefficients.len()
            );
            return Err(self.fail(op, text));
        }
        let mut lists = Vec::new();
        for v in &by.accesses {
            let side = self.access_of(op, *v)?;
            lists.push(self.integers(op, &side)?);
        }
        self.offsets(op, spec, &by, &coefficients, &lists)
            .map(|offsets| Some(Index { on_dst, offsets }))
    }

    /// Moves a job in which no other core takes part.
    fn one(&mut self, op: OpId, spec: &Spec, job: Job) -> Done {
        let plain = spec.combine == Combine::Replace
            && !spec.skip
            && spec.axes.is_none()
            && !spec.swap
            && spec.repeat.is_none()
            && job.mask.is_none()
            && job.index.is_none();
        let moved = match (&job.srcs[..], plain) {
            ([src], true) if src.dtype == job.dst.dtype || self.same_bytes(src.dtype, job.dst.dtype) => {
                self.whole(op, spec, src, &job.dst)?
            }
            _ => self.elements(op, spec, &job)?,
        };
        self.account(op, moved, &job);
        Ok(())
    }

    fn same_bytes(&self, a: AttrId, b: AttrId) -> bool {
        let of = |d| number::Format::of(self.ctx, self.reg, d).ok();
        matches!((of(a), of(b)), (Some(a), Some(b)) if a.same(&b))
    }

    /// Both sides in bounds, as what each reaches.
    pub(super) fn reaches(&self, op: OpId, side: &Side) -> Done<Option<Reach>> {
        side.reach.clone().map_err(|bad| {
            self.fail(side.at, bad.text(&side.name))
                .note(self.place(op), "moved here")
        })
    }

    /// Moves stretches as they are.
    fn whole(&mut self, op: OpId, spec: &Spec, src: &Side, dst: &Side) -> Done<Moved> {
        let (from, to) = (self.reaches(op, src)?, self.reaches(op, dst)?);
        self.counts(op, src.count, dst.count)?;
        self.step(op, u64::try_from(src.count).unwrap_or(0))?;
        let size = u64::try_from(src.size).unwrap_or(1);
        let overlap = src.bank == dst.bank && matches!((from, to), (Some(a), Some(b)) if a.meets(&b));
        let granule = self.granule(size);
        let watch = self.watched();
        let mut buffer = std::mem::take(&mut self.buffer);
        let moved = transfer(
            &mut self.banks,
            src.walk(),
            dst.walk(),
            Move {
                banks: (src.bank, dst.bank),
                size,
                slowly: overlap,
                may_be_unknown: spec.uninit,
                granule,
                watch,
                buffer: &mut buffer,
            },
        );
        self.buffer = buffer;
        moved.map_err(|stopped| match stopped {
            Stopped::Unknown(row, byte) => self.unwritten(op, src.bank, row, byte),
            Stopped::Limit(d) => d,
        })
    }

    pub(super) fn counts(&self, op: OpId, src: i64, dst: i64) -> Done {
        if src == dst {
            return Ok(());
        }
        let text = format!("source moves {src} elements and destination {dst}");
        Err(self.fail(op, text))
    }
    pub(super) fn unwritten(
        &self,
        op: OpId,
        bank: usize,
        row: i64,
        byte: i64,
    ) -> crate::support::diag::Diagnostic {
        let text = format!(
            "'{}' reads {}, which nothing wrote",
            self.op_name(op),
            self.byte(bank, row, byte)
        );
        self.fail(op, text)
    }
    /// Bank, row and byte of what is watched.
    pub(super) fn watched(&self) -> Option<(usize, i64, i64)> {
        let (core, key, row, byte) = self.options.watch?;
        let of = self.core_at(core)?;
        let m = of.memories.list.iter().find(|m| m.key == *key)?;
        let byte = m.base.saturating_add(byte);
        Some((m.bank, i64::try_from(row).ok()?, i64::try_from(byte).ok()?))
    }

    pub(super) fn account(&mut self, op: OpId, moved: Moved, job: &Job) {
        if moved.seen {
            self.writer = Some((op, self.stats.transfers));
        }
        let total = &mut self.stats;
        total.transfers = total.transfers.saturating_add(1);
        total.bytes = total.bytes.saturating_add(moved.bytes);
        total.runs = total.runs.saturating_add(moved.runs);
        total.entries = total.entries.saturating_add(moved.entries);
        for (bytes, count) in &moved.lengths {
            let so_far = self.lengths.entry(*bytes).or_default();
            *so_far = so_far.saturating_add(*count);
        }
        if self.options.trace {
            let mut text = format!("{}: {} bytes", self.op_name(op), moved.bytes);
            let _ = write!(text, " in {} runs, {} entries: ", moved.runs, moved.entries);
            let names: Vec<&str> = job.srcs.iter().map(|s| s.name.as_str()).collect();
            let _ = write!(text, "{} -> {}", names.join(" + "), job.dst.name);
            if self.cores() > 1 {
                let _ = write!(text, " on core {}", self.now);
            }
            self.trace.push(Traced { op, text });
        }
    }
}
