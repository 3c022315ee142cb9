//! Executes a kernel: its operations in order, by the mechanisms that their definitions name. An operation without
//! semantics ends the run with an error; nothing is skipped.
//!
//! Cores run the same program in step. What differs between them, memories and values, is a `Core`; the one whose
//! operation is executed is at hand, the others are kept aside.

use super::bank::Banks;
use super::decode;
use super::memory::{Image, Key, Memories, Start, parameter};
use super::races::Races;
use crate::ir::body::Def;
use crate::ir::symbols::{Symbols, symbol_name};
use crate::ir::{AttrId, BlockId, Body, Context, OpId, RegionId, ValueId};
use crate::lang::defs::{OpDef, Registry, TargetDef};
use crate::lang::groups::{operand_group, result_group};
use crate::lang::semantics::{Field, Mechanism, Semantics};
use crate::session::Session;
use crate::support::diag::{Diagnostic, Place};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// How programs are run.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// What says how large physical memories are.
    pub target: Option<&'a TargetDef>,
    /// What memories hold at first.
    pub start: &'a Start,
    /// Note each transfer.
    pub trace: bool,
    /// Find what writes this byte of this memory of this core: row and byte in it.
    pub watch: Option<(usize, &'a Key, u64, u64)>,
    /// Find transfers of different queues that touch the same bytes.
    pub races: bool,
    /// So many cores; else as many as the replica groups of collective transfers name.
    pub cores: Option<usize>,
}

/// What a run came to, in numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Transfers.
    pub transfers: u64,
    /// Stretches that were contiguous on both sides.
    pub runs: u64,
    /// Ring entries that these take, cut at what one descriptor moves.
    pub entries: u64,
    /// Bytes moved.
    pub bytes: u64,
    /// Firings of triggers.
    pub firings: u64,
}

/// A transfer that has happened.
#[derive(Clone, Debug)]
pub struct Traced {
    /// The operation that moved.
    pub op: OpId,
    /// What it moved.
    pub text: String,
}

/// A run that has ended.
#[derive(Clone, Debug)]
pub struct Ran {
    /// The kernel's name.
    pub kernel: String,
    /// What its memories hold: arguments by number, then the others in the order of declaration.
    pub images: Vec<Image>,
    /// Numbers.
    pub stats: Stats,
    /// Each transfer, where that was asked for.
    pub trace: Vec<Traced>,
    /// The bytes of stretches, ascending, and how many there were of each length.
    pub lengths: Vec<(u64, u64)>,
    /// The last operation that wrote the watched byte, and how many transfers there had been before it.
    pub writer: Option<(OpId, u64)>,
    /// What the program printed.
    pub prints: Vec<String>,
    /// Errors about transfers that race, where they were looked for.
    pub races: Vec<Diagnostic>,
}

/// What a value is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Val {
    /// An index or a constant.
    Int(i64),
    /// A float.
    Float(f64),
    /// A tensor or memory: its number.
    Memory(usize),
}

/// What one core has.
#[derive(Default)]
pub(super) struct Core {
    pub(super) memories: Memories,
    pub(super) values: FxHashMap<ValueId, Val>,
    /// The banks' memories that a program declares, for what names addresses only.
    pub(super) declared: FxHashMap<usize, Vec<usize>>,
    /// Where locations are, in bytes of the memories that they refer to.
    pub(super) locations: FxHashMap<OpId, i64>,
    /// A predicate has taken it out of what is running.
    pub(super) idle: bool,
}

pub(super) struct Machine<'a> {
    pub(super) session: &'a Session,
    pub(super) ctx: &'a Context,
    pub(super) reg: &'a Registry,
    pub(super) body: &'a Body,
    pub(super) options: Options<'a>,
    pub(super) banks: Banks,
    /// The core at hand.
    pub(super) core: Core,
    /// Its number.
    pub(super) now: usize,
    /// The others by number; the one at hand is not among them.
    pub(super) aside: Vec<Core>,
    /// How often each trigger has fired, and of how many times.
    pub(super) cursors: FxHashMap<OpId, (usize, usize)>,
    pub(super) tables: FxHashMap<OpId, Symbols>,
    steps: u64,
    pub(super) stats: Stats,
    pub(super) trace: Vec<Traced>,
    /// How many stretches there were of so many bytes.
    pub(super) lengths: BTreeMap<u64, u64>,
    pub(super) prints: Vec<String>,
    pub(super) writer: Option<(OpId, u64)>,
    pub(super) buffer: Vec<u8>,
    pub(super) races: Option<Races>,
    /// The queue whose block is running.
    pub(super) queue: Option<AttrId>,
    pub(super) kernel: OpId,
}

pub(super) type Done<T = ()> = Result<T, Diagnostic>;

/// The kernels of a program, in order: what has the mechanism and a body.
pub fn kernels(session: &Session, body: &Body) -> Vec<OpId> {
    let mut out = Vec::new();
    let mut stack = vec![body.root()];
    while let Some(op) = stack.pop() {
        let def = session.reg.op(body.name(op)).map(|d| &session.reg.ops[d]);
        if def
            .and_then(|d| d.semantics.as_ref())
            .is_some_and(|s| s.mechanism == Mechanism::Kernel)
        {
            if body.regions(op).any(|r| body.entry(r).is_some()) {
                out.push(op);
            }
            continue;
        }
        let inner: Vec<OpId> = body
            .regions(op)
            .flat_map(|r| body.blocks(r))
            .flat_map(|b| body.ops(b))
            .collect();
        stack.extend(inner.into_iter().rev());
    }
    out
}

/// Runs a kernel.
///
/// # Errors
///
/// An operation has no semantics, or does what it may not; or a limit was reached.
pub fn run(session: &Session, body: &Body, kernel: OpId, options: Options<'_>) -> Result<Ran, Diagnostic> {
    let ctx = &session.ctx;
    let mut m = Machine {
        session,
        ctx,
        reg: &session.reg,
        body,
        options,
        banks: Banks::new(session.limits.sim_bytes),
        core: Core::default(),
        now: 0,
        aside: Vec::new(),
        cursors: FxHashMap::default(),
        tables: FxHashMap::default(),
        steps: 0,
        stats: Stats::default(),
        trace: Vec::new(),
        lengths: BTreeMap::new(),
        prints: Vec::new(),
        writer: None,
        buffer: Vec::new(),
        races: options.races.then(Races::default),
        queue: None,
        kernel,
    };
    let cores = m.count_cores()?;
    m.aside.resize_with(cores, Core::default);
    let name = symbol_name(ctx, body, kernel).map_or("", |n| ctx.text(n));
    for n in 0..cores {
        m.switch(n);
        m.prepare(name)?;
    }
    let region = body.region(kernel, 0);
    if let Some(entry) = region.and_then(|r| body.entry(r)) {
        m.block(entry)?;
    }
    m.all_fired()?;
    let mut images = Vec::new();
    for n in 0..cores {
        m.switch(n);
        let all = &m.core.memories;
        for (memory, start) in all.list.iter().zip(&all.starts) {
            images.push(all.image((cores > 1).then_some(n), &m.banks, memory, start.as_deref()));
        }
    }
    images.sort_by_key(|i| match &i.memory.key {
        Key::Argument(n) => (i.core, 0, *n),
        Key::Allocated(..) => (i.core, 1, 0),
    });
    let races = m.race_errors();
    Ok(Ran {
        kernel: name.to_string(),
        images,
        stats: m.stats,
        trace: m.trace,
        lengths: m.lengths.into_iter().collect(),
        writer: m.writer,
        races,
        prints: m.prints,
    })
}

impl<'a> Machine<'a> {
    pub(super) fn place(&self, op: OpId) -> Place {
        self.ctx.place(self.body.loc(op))
    }
    pub(super) fn fail(&self, op: OpId, text: impl Into<String>) -> Diagnostic {
        Diagnostic::error(self.place(op), text)
    }
    pub(super) fn op_name(&self, op: OpId) -> &'a str {
        self.ctx.text(self.body.name(op))
    }
    pub(super) fn def(&self, op: OpId) -> Option<&'a OpDef> {
        self.reg.op(self.body.name(op)).map(|d| &self.reg.ops[d])
    }
    /// The mechanism of an operation.
    pub(super) fn semantics(&self, op: OpId) -> Option<(&'a OpDef, &'a Semantics)> {
        let def = self.def(op)?;
        Some((def, def.semantics.as_ref()?))
    }
    /// Takes another core at hand.
    pub(super) fn switch(&mut self, to: usize) {
        if self.aside.get(to).is_none() || to == self.now && self.aside.len() == 1 {
            return;
        }
        if let Some(slot) = self.aside.get_mut(self.now) {
            std::mem::swap(slot, &mut self.core);
        }
        if let Some(slot) = self.aside.get_mut(to) {
            std::mem::swap(slot, &mut self.core);
        }
        self.now = to;
    }
    /// The core of a number.
    pub(super) fn core_at(&self, n: usize) -> Option<&Core> {
        if n == self.now {
            Some(&self.core)
        } else {
            self.aside.get(n)
        }
    }
    /// How many there are.
    pub(super) fn cores(&self) -> usize {
        self.aside.len()
    }
    /// Does something for each core that is not idle.
    fn each_core(&mut self, mut f: impl FnMut(&mut Self) -> Done) -> Done {
        for n in 0..self.cores() {
            self.switch(n);
            if !self.core.idle {
                f(self)?;
            }
        }
        Ok(())
    }
    /// The bank of a physical space of the core at hand.
    pub(super) fn space(&mut self, name: &str) -> usize {
        let facts = (self.ctx, self.reg);
        let target = self.options.target;
        self.core.memories.space(&mut self.banks, facts, target, name)
    }
    /// Counts work.
    pub(super) fn step(&mut self, op: OpId, n: u64) -> Done {
        self.steps = self.steps.saturating_add(n);
        let most = self.session.limits.sim_steps;
        if self.steps > most {
            let text =
                format!("this program takes more than the limit of {most} steps (--limit sim-steps=N)");
            return Err(self.fail(op, text).into_limit());
        }
        Ok(())
    }

    pub(super) fn steps_left(&self) -> u64 {
        self.session.limits.sim_steps.saturating_sub(self.steps)
    }

    /// The operand that a field names; none for an absent one.
    pub(super) fn operand(&self, op: OpId, def: &OpDef, field: Option<Field>) -> Option<ValueId> {
        self.operands(op, def, field).first().copied()
    }
    /// The operands that a field names.
    pub(super) fn operands(&self, op: OpId, def: &OpDef, field: Option<Field>) -> Vec<ValueId> {
        let range = match field {
            Some(Field::Operand(g)) => operand_group(self.ctx, def, self.body, op, g),
            _ => None,
        };
        let all = range.unwrap_or(0..0);
        all.filter_map(|n| self.body.operand(op, n)).collect()
    }
    pub(super) fn result(&self, op: OpId, def: &OpDef, field: Option<Field>) -> Option<ValueId> {
        let Some(Field::Result(g)) = field else {
            return None;
        };
        let range = result_group(self.ctx, def, self.body, op, g)?;
        self.body.result(op, range.start).filter(|_| !range.is_empty())
    }
    pub(super) fn int(&self, v: ValueId) -> Option<i64> {
        match self.core.values.get(&v) {
            Some(Val::Int(n)) => Some(*n),
            _ => None,
        }
    }
    pub(super) fn memory_of(&self, v: ValueId) -> Option<usize> {
        match self.core.values.get(&v) {
            Some(Val::Memory(n)) => Some(*n),
            _ => None,
        }
    }

    fn block(&mut self, b: BlockId) -> Done {
        let mut at = self.body.first_op(b);
        while let Some(op) = at {
            self.op(op)?;
            at = self.body.next(op);
        }
        Ok(())
    }
    pub(super) fn region(&mut self, r: Option<RegionId>) -> Done {
        match r.and_then(|r| self.body.entry(r)) {
            Some(b) => self.block(b),
            None => Ok(()),
        }
    }
    pub(super) fn region_of(&self, op: OpId, field: Option<Field>) -> Option<RegionId> {
        match field {
            Some(Field::Region(n)) => self.body.region(op, n),
            _ => None,
        }
    }

    fn op(&mut self, op: OpId) -> Done {
        self.step(op, 1)?;
        let Some((def, s)) = self.semantics(op) else {
            return self.each_core(|m| m.compute(op));
        };
        match s.mechanism {
            m if m.moves() => self.transfer(op, def, s),
            Mechanism::LocalGather => self.each_core(|m| m.local_gather(op, def, s)),
            Mechanism::Loop => self.repeat(op, def, s),
            Mechanism::Fire => self.fire(op, def, s),
            Mechanism::Patch => self.each_core(|m| m.patch(op, def, s)),
            Mechanism::Read => self.each_core(|m| m.read_register(op, def, s)),
            Mechanism::Print => self.each_core(|m| m.print(op, def, s)),
            Mechanism::Same => self.each_core(|m| {
                let from = m
                    .operand(op, def, s.arg("source"))
                    .and_then(|v| m.core.values.get(&v))
                    .copied();
                if let (Some(from), Some(to)) = (from, m.result(op, def, s.arg("result"))) {
                    m.core.values.insert(to, from);
                }
                Ok(())
            }),
            Mechanism::Block | Mechanism::Kernel => {
                let text = format!("'{}' stands where nothing runs it", self.op_name(op));
                Err(self.fail(op, text))
            }
            // What accesses and predicates say is read where they are used; memories are there before the first operation.
            _ => Ok(()),
        }
    }

    /// What bodies say; constants.
    fn compute(&mut self, op: OpId) -> Done {
        let (ctx, body) = (self.ctx, self.body);
        let flags = self.reg.flags(body.name(op));
        if flags.constant_like {
            let value = ctx.find_str("value").and_then(|n| body.attr(ctx, op, n));
            let value = value.and_then(|v| super::body::constant(ctx, v));
            if let (Some(x), Some(r)) = (value, body.result(op, 0)) {
                self.core.values.insert(r, x);
            }
            return Ok(());
        }
        match self.def(op).and_then(|d| Some((d, d.computes.as_ref()?))) {
            Some((def, c)) => self.computed(op, def, c),
            None => {
                let text = format!("'{}' has no semantics: it cannot be executed", self.op_name(op));
                Err(self.fail(op, text))
            }
        }
    }

    fn repeat(&mut self, op: OpId, def: &OpDef, s: &Semantics) -> Done {
        let (ctx, body) = (self.ctx, self.body);
        let int = |name: &str| decode::int(ctx, def, s, body, op, name);
        let (Some(lower), Some(upper), Some(step)) = (int("lower"), int("upper"), int("step")) else {
            return Err(self.fail(op, "this loop has no bounds that can be read"));
        };
        if step <= 0 {
            return Err(self.fail(op, format!("this loop has the step {step}")));
        }
        let region = self.region_of(op, s.arg("body"));
        let index = region
            .and_then(|r| body.entry(r))
            .and_then(|b| body.args(b).first().copied());
        let mut i = lower;
        while i < upper {
            self.step(op, 1)?;
            if let Some(v) = index {
                self.each_core(|m| {
                    m.core.values.insert(v, Val::Int(i));
                    Ok(())
                })?;
            }
            self.region(region)?;
            let Some(next) = i.checked_add(step) else { break };
            i = next;
        }
        Ok(())
    }

    /// The bytes that one ring entry moves at most, of elements of a size; 0 is no limit.
    pub(super) fn granule(&self, size: u64) -> u64 {
        let param = |name: &str| {
            let n = parameter(self.ctx, self.reg, self.options.target, name);
            n.and_then(|n| u64::try_from(n).ok()).filter(|n| *n > 0)
        };
        let elements = param("max_dma_desc_elements").map(|n| n.saturating_mul(size));
        elements.or(param("max_dma_desc_bytes")).unwrap_or(u64::MAX)
    }

    /// The operation whose result a value is.
    pub(super) fn defined_by(&self, v: ValueId) -> Option<OpId> {
        match self.body.def(v) {
            Def::Result(op, _) => Some(op),
            _ => None,
        }
    }
}

/// A place as `file:line:column`.
pub fn place_text(session: &Session, place: &Place) -> String {
    match place {
        Place::Span(s) => {
            let (file, line, column) = session.map.position(*s);
            format!("{file}:{line}:{column}")
        }
        Place::Position { file, line, column } => format!("{file}:{line}:{column}"),
        Place::Unknown => "?".to_string(),
    }
}
