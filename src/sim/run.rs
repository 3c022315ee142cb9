//! Executes a kernel: its operations in order, by the mechanisms that their definitions name. An operation without
//! semantics ends the run with an error; nothing is skipped.

use super::decode;
use super::memory::{Image, Key, Memories, Memory, Start, parameter};
use crate::ir::body::Def;
use crate::ir::symbols::{Symbols, symbol_name, symbols_of};
use crate::ir::{AttrData, BlockId, Body, Context, OpId, RegionId, ValueId};
use crate::lang::defs::{OpDef, Registry, TargetDef};
use crate::lang::groups::{operand_group, result_group};
use crate::lang::semantics::{Field, Mechanism, Semantics};
use crate::session::Session;
use crate::support::diag::{Diagnostic, Place};
use rustc_hash::FxHashMap;

/// How programs are run.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// What says how large physical memories are.
    pub target: Option<&'a TargetDef>,
    /// What memories hold at first.
    pub start: &'a Start,
    /// Note each transfer.
    pub trace: bool,
    /// Find what writes this byte of this memory: row and byte in it.
    pub watch: Option<(&'a Key, u64, u64)>,
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
    /// The last operation that wrote the watched byte.
    pub writer: Option<OpId>,
}

/// What a value is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Val {
    /// An index or a constant.
    Int(i64),
    /// A tensor or memory: its number.
    Memory(usize),
}

pub(super) struct Machine<'a> {
    pub(super) session: &'a Session,
    pub(super) ctx: &'a Context,
    pub(super) reg: &'a Registry,
    pub(super) body: &'a Body,
    pub(super) options: Options<'a>,
    pub(super) memories: Memories,
    pub(super) values: FxHashMap<ValueId, Val>,
    /// The banks' memories that a program declares, for what names addresses only.
    pub(super) declared: FxHashMap<usize, Vec<usize>>,
    /// How often each trigger has fired, and of how many times.
    cursors: FxHashMap<OpId, (usize, usize)>,
    tables: FxHashMap<OpId, Symbols>,
    steps: u64,
    pub(super) stats: Stats,
    pub(super) trace: Vec<Traced>,
    pub(super) writer: Option<OpId>,
    pub(super) buffer: Vec<u8>,
    kernel: OpId,
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
        memories: Memories::new(session.limits.sim_bytes),
        values: FxHashMap::default(),
        declared: FxHashMap::default(),
        cursors: FxHashMap::default(),
        tables: FxHashMap::default(),
        steps: 0,
        stats: Stats::default(),
        trace: Vec::new(),
        writer: None,
        buffer: Vec::new(),
        kernel,
    };
    let name = symbol_name(ctx, body, kernel).map_or("", |n| ctx.text(n));
    let starts = m.prepare(name)?;
    let region = body.region(kernel, 0);
    if let Some(entry) = region.and_then(|r| body.entry(r)) {
        m.block(entry)?;
    }
    m.all_fired()?;
    let mut images = Vec::new();
    let firsts: FxHashMap<Key, u64> = starts.into_iter().collect();
    for memory in &m.memories.list {
        let start = m.start(name, memory, firsts.get(&memory.key).copied().unwrap_or(0));
        images.push(m.memories.image(memory, start));
    }
    images.sort_by_key(|i| match &i.memory.key {
        Key::Argument(n) => (0, *n),
        Key::Allocated(..) => (1, 0),
    });
    Ok(Ran {
        kernel: name.to_string(),
        images,
        stats: m.stats,
        trace: m.trace,
        writer: m.writer,
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
    /// The mechanism of an operation whose attributes it can do with.
    pub(super) fn semantics(&self, op: OpId) -> Done<Option<(&'a OpDef, &'a Semantics)>> {
        let Some(def) = self.def(op) else { return Ok(None) };
        let Some(s) = &def.semantics else { return Ok(None) };
        if let Some(what) = decode::beyond(self.ctx, def, s, self.body, op) {
            let text = format!(
                "'{}' with {what} has no semantics: it cannot be executed",
                self.op_name(op)
            );
            return Err(self.fail(op, text));
        }
        Ok(Some((def, s)))
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

    /// The operand that a field names; none for an absent one.
    pub(super) fn operand(&self, op: OpId, def: &OpDef, field: Option<&Field>) -> Option<ValueId> {
        let Some(Field::Operand(g)) = field else {
            return None;
        };
        let range = operand_group(self.ctx, def, self.body, op, *g)?;
        self.body.operand(op, range.start).filter(|_| !range.is_empty())
    }
    fn result(&self, op: OpId, def: &OpDef, field: Option<&Field>) -> Option<ValueId> {
        let Some(Field::Result(g)) = field else {
            return None;
        };
        let range = result_group(self.ctx, def, self.body, op, *g)?;
        self.body.result(op, range.start).filter(|_| !range.is_empty())
    }
    pub(super) fn int(&self, v: ValueId) -> Option<i64> {
        match self.values.get(&v) {
            Some(Val::Int(n)) => Some(*n),
            _ => None,
        }
    }
    pub(super) fn memory_of(&self, v: ValueId) -> Option<usize> {
        match self.values.get(&v) {
            Some(Val::Memory(n)) => Some(*n),
            _ => None,
        }
    }

    // ---- Before the first operation ----------------------------------------------------------------------------

    fn start(&self, kernel: &str, memory: &Memory, first: u64) -> Option<Vec<u8>> {
        let bytes = usize::try_from(memory.rows.saturating_mul(memory.row)).ok()?;
        let size = memory
            .shape
            .as_ref()
            .map_or(1, |s| usize::try_from(s.size).unwrap_or(1));
        self.options.start.of(kernel, &memory.key, size, first, bytes)
    }

    fn declare(&mut self, memory: Memory, kernel: &str, first: u64, value: Option<ValueId>) -> Done {
        let number = self.memories.list.len();
        let size = memory.rows.checked_mul(memory.row);
        let most = self.session.limits.sim_bytes;
        if size.is_none_or(|s| s > most) {
            let text = format!(
                "memory '{}' of {} x {} bytes is over the limit of {most} bytes (--limit sim-bytes=N)",
                memory.name, memory.rows, memory.row
            );
            return Err(Diagnostic::error(memory.place, text).into_limit());
        }
        if let Some(bytes) = self.start(kernel, &memory, first) {
            self.memories.set(&memory, &bytes)?;
        }
        self.declared.entry(memory.bank).or_default().push(number);
        self.memories.list.push(memory);
        if let Some(v) = value {
            self.values.insert(v, Val::Memory(number));
        }
        Ok(())
    }

    /// Declares all memories. Gives the number of each argument's first element among those of all arguments.
    fn prepare(&mut self, kernel: &str) -> Done<Vec<(Key, u64)>> {
        let entry = self.body.region(self.kernel, 0).and_then(|r| self.body.entry(r));
        let args: Vec<ValueId> = entry.map_or_else(Vec::new, |b| self.body.args(b).to_vec());
        let mut firsts = Vec::new();
        let mut shapes = Vec::new();
        let mut next = 0u64;
        for (n, a) in args.iter().enumerate() {
            let ty = self.body.value_type(*a);
            let shape = decode::shape(self.ctx, ty);
            firsts.push((Key::Argument(n), next));
            if let Ok(s) = &shape {
                let bytes = s.rows.saturating_mul(s.row);
                next =
                    next.saturating_add(u64::try_from(bytes.checked_div(s.size).unwrap_or(0)).unwrap_or(0));
            }
            shapes.push(shape);
        }
        let mut held = vec![false; args.len()];
        for op in self.declarations() {
            let Some((def, s)) = self.semantics(op)? else {
                continue;
            };
            let value = self.result(op, def, s.args.first());
            match s.mechanism {
                // What the run time patches is no memory of this program; an access to it is an error.
                Mechanism::Memory if decode::read(self.ctx, def, s, self.body, op, "reference").is_some() => {
                }
                Mechanism::Memory => {
                    let memory = self.declared_memory(op, def, s, &shapes)?;
                    if let Key::Argument(n) = memory.key {
                        match held.get_mut(n) {
                            Some(h) if !*h => *h = true,
                            Some(_) => {
                                return Err(self.fail(op, format!("argument {n} has two memories")));
                            }
                            None => {
                                let text = format!("there is no argument {n}: the kernel has {}", args.len());
                                return Err(self.fail(op, text));
                            }
                        }
                    }
                    let first = firsts.iter().find(|f| f.0 == memory.key).map_or(0, |f| f.1);
                    self.declare(memory, kernel, first, value)?;
                }
                Mechanism::Allocate => {
                    let Some(v) = value else { continue };
                    let shape = decode::shape(self.ctx, self.body.value_type(v))
                        .map_err(|why| self.fail(op, format!("this tensor {why}: it cannot be executed")))?;
                    let key = self.key(op);
                    let count = self
                        .memories
                        .list
                        .iter()
                        .filter(|m| matches!(m.key, Key::Allocated(..)))
                        .count();
                    let memory = self.tensor(key, format!("mem{count}"), self.place(op), shape);
                    self.declare(memory, kernel, 0, value)?;
                }
                _ => {}
            }
        }
        for (n, (a, shape)) in args.iter().zip(shapes).enumerate() {
            let Ok(shape) = shape else { continue };
            if held.get(n).copied().unwrap_or(false) {
                continue;
            }
            let memory = self.tensor(
                Key::Argument(n),
                format!("arg{n}"),
                self.place(self.kernel),
                shape,
            );
            let first = firsts.get(n).map_or(0, |f| f.1);
            self.declare(memory, kernel, first, Some(*a))?;
        }
        Ok(firsts)
    }

    /// Operations in the kernel that are memories.
    fn declarations(&self) -> Vec<OpId> {
        let mut out = Vec::new();
        let mut stack: Vec<OpId> = self.inner(self.kernel);
        while let Some(op) = stack.pop() {
            let mechanism = self
                .def(op)
                .and_then(|d| d.semantics.as_ref())
                .map(|s| s.mechanism);
            if matches!(mechanism, Some(Mechanism::Memory | Mechanism::Allocate)) {
                out.push(op);
            }
            stack.extend(self.inner(op));
        }
        out
    }
    /// The operations in the regions of one, last first.
    fn inner(&self, op: OpId) -> Vec<OpId> {
        let body = self.body;
        let mut all: Vec<OpId> = body
            .regions(op)
            .flat_map(|r| body.blocks(r))
            .flat_map(|b| body.ops(b))
            .collect();
        all.reverse();
        all
    }

    /// What was allocated at an operation's place in the text, which lowerings keep.
    fn key(&self, op: OpId) -> Key {
        self.memories.key_at(&place_text(self.session, &self.place(op)))
    }

    fn tensor(&mut self, key: Key, name: String, place: Place, shape: decode::Shape) -> Memory {
        let positive = |n: i64| u64::try_from(n).unwrap_or(0);
        let bank = self
            .memories
            .banks
            .add(name.clone(), positive(shape.rows), positive(shape.row));
        Memory {
            key,
            name,
            place,
            bank,
            base: 0,
            rows: positive(shape.rows),
            row: positive(shape.row),
            shape: Some(shape),
        }
    }

    fn declared_memory(
        &mut self,
        op: OpId,
        def: &OpDef,
        s: &Semantics,
        shapes: &[Result<decode::Shape, &'static str>],
    ) -> Done<Memory> {
        let (ctx, body) = (self.ctx, self.body);
        let int = |name: &str| decode::int(ctx, def, s, body, op, name);
        let space = decode::read(ctx, def, s, body, op, "space").and_then(|a| decode::case(ctx, a));
        let (Some(space), Some(row)) = (space, int("bytes").and_then(|n| u64::try_from(n).ok())) else {
            return Err(self.fail(op, "this memory has no space or no size that can be read"));
        };
        let name = symbol_name(ctx, body, op).map_or_else(String::new, |n| ctx.text(n).to_string());
        let flat = ctx.text(space) == decode::FLAT;
        let rows = int("partitions").filter(|_| !flat);
        let rows = rows.map_or(Some(1), |n| u64::try_from(n).ok());
        let rows = rows.ok_or_else(|| self.fail(op, format!("memory '{name}' has no partitions")))?;
        let (bank, base) = match int("address") {
            None => (self.memories.banks.add(name.clone(), rows, row), 0),
            Some(at) => {
                let space = ctx.text(space);
                let bank = self.memories.space(ctx, self.reg, self.options.target, space);
                let at = u64::try_from(at)
                    .map_err(|_| self.fail(op, format!("memory '{name}' is at the negative address {at}")))?;
                let size = self.memories.banks.get(bank).map_or((0, 0), |b| (b.rows, b.row));
                let end = at.saturating_add(row);
                if end > size.1 {
                    let text = format!("memory '{name}' ends at byte {end}, but {space} has {}", size.1);
                    return Err(self.fail(op, text));
                }
                if rows > size.0 {
                    let text = format!(
                        "memory '{name}' has {rows} partitions, but {space} has {}",
                        size.0
                    );
                    return Err(self.fail(op, text));
                }
                (bank, at)
            }
        };
        let argument = int("argument").map(|n| usize::try_from(n).unwrap_or(usize::MAX));
        let shape = argument
            .and_then(|n| shapes.get(n))
            .and_then(|s| s.as_ref().ok())
            .cloned();
        Ok(Memory {
            key: argument.map_or_else(|| self.key(op), Key::Argument),
            name,
            place: self.place(op),
            bank,
            base,
            rows,
            row,
            shape,
        })
    }

    // ---- Operations --------------------------------------------------------------------------------------------

    fn block(&mut self, b: BlockId) -> Done {
        let mut at = self.body.first_op(b);
        while let Some(op) = at {
            self.op(op)?;
            at = self.body.next(op);
        }
        Ok(())
    }
    fn region(&mut self, r: Option<RegionId>) -> Done {
        match r.and_then(|r| self.body.entry(r)) {
            Some(b) => self.block(b),
            None => Ok(()),
        }
    }
    fn region_of(&self, op: OpId, field: Option<&Field>) -> Option<RegionId> {
        match field {
            Some(Field::Region(n)) => self.body.region(op, *n),
            _ => None,
        }
    }

    fn op(&mut self, op: OpId) -> Done {
        self.step(op, 1)?;
        let Some((def, s)) = self.semantics(op)? else {
            return self.compute(op);
        };
        match s.mechanism {
            Mechanism::Copy => self.copy(op, def, s),
            Mechanism::Loop => self.repeat(op, def, s),
            Mechanism::Fire => self.fire(op, s),
            Mechanism::Same => {
                let from = self
                    .operand(op, def, s.args.first())
                    .and_then(|v| self.values.get(&v))
                    .copied();
                if let (Some(from), Some(to)) = (from, self.result(op, def, s.args.get(1))) {
                    self.values.insert(to, from);
                }
                Ok(())
            }
            // What accesses say is read where they are used; memories are there before the first operation.
            Mechanism::TensorAccess | Mechanism::MemoryAccess | Mechanism::Memory | Mechanism::Allocate => {
                Ok(())
            }
            Mechanism::Nothing => Ok(()),
            Mechanism::Block | Mechanism::Kernel => {
                let text = format!("'{}' stands where nothing runs it", self.op_name(op));
                Err(self.fail(op, text))
            }
        }
    }

    /// Pure operations on integers, by their bodies; constants.
    fn compute(&mut self, op: OpId) -> Done {
        let (ctx, body) = (self.ctx, self.body);
        let flags = self.reg.flags(body.name(op));
        if flags.constant_like {
            let value = ctx.find_str("value").and_then(|n| body.attr(ctx, op, n));
            if let (Some(n), Some(r)) = (value.and_then(|v| ctx.int_value(v)), body.result(op, 0)) {
                self.values.insert(r, Val::Int(n));
            }
            return Ok(());
        }
        if self.def(op).is_none_or(|d| d.fold.is_none()) {
            let text = format!("'{}' has no semantics: it cannot be executed", self.op_name(op));
            return Err(self.fail(op, text));
        }
        let operands: Option<Vec<i64>> = body.operands(op).map(|v| self.int(v)).collect();
        let value = operands.and_then(|o| crate::lang::eval::fold(ctx, self.reg, body, op, &o));
        match (value, body.result(op, 0)) {
            (Some(n), Some(r)) => {
                self.values.insert(r, Val::Int(n));
                Ok(())
            }
            _ => Err(self.fail(op, format!("'{}' has no value here", self.op_name(op)))),
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
        let region = self.region_of(op, s.args.first());
        let index = region
            .and_then(|r| body.entry(r))
            .and_then(|b| body.args(b).first().copied());
        let mut i = lower;
        while i < upper {
            self.step(op, 1)?;
            if let Some(v) = index {
                self.values.insert(v, Val::Int(i));
            }
            self.region(region)?;
            let Some(next) = i.checked_add(step) else { break };
            i = next;
        }
        Ok(())
    }

    /// Runs the next block of a trigger's list.
    fn fire(&mut self, op: OpId, s: &Semantics) -> Done {
        let (ctx, body) = (self.ctx, self.body);
        let def = self.def(op);
        let attr = match s.args.first() {
            Some(Field::Attribute(n)) => def.and_then(|d| d.attributes.get(*n)),
            _ => None,
        };
        let list = attr
            .and_then(|a| ctx.entry(body.props(op), a.name))
            .and_then(|a| ctx.items(a))
            .unwrap_or(&[]);
        let (fired, _) = self.cursors.get(&op).copied().unwrap_or((0, 0));
        let Some(name) = list.get(fired) else {
            let text = format!(
                "this trigger is reached again, but has fired all of its {} blocks",
                list.len()
            );
            return Err(self.fail(op, text));
        };
        self.cursors.insert(op, (fired + 1, list.len()));
        self.stats.firings = self.stats.firings.saturating_add(1);
        let found = match ctx.attr_data(*name) {
            AttrData::Symbol { root, nested } => {
                let mut at = self.lookup(self.kernel, *root);
                for n in nested {
                    at = at.and_then(|t| self.lookup(t, *n));
                }
                at
            }
            _ => None,
        };
        let Some(block) = found else {
            return Err(self.fail(op, format!("there is no block {}", ctx.show_attr(*name))));
        };
        match self.semantics(block)? {
            Some((_, b)) if b.mechanism == Mechanism::Block => {
                let region = self.region_of(block, b.args.first());
                self.region(region)
            }
            _ => Err(self.fail(op, format!("{} is no block", ctx.show_attr(*name)))),
        }
    }

    fn lookup(&mut self, table: OpId, name: crate::ir::StrId) -> Option<OpId> {
        let (ctx, body) = (self.ctx, self.body);
        let symbols = self
            .tables
            .entry(table)
            .or_insert_with(|| symbols_of(ctx, body, table));
        symbols.get(&name).copied()
    }

    /// A trigger that has fired some of its blocks only has left out what the program says.
    fn all_fired(&self) -> Done {
        let mut left: Vec<(&OpId, &(usize, usize))> = Vec::new();
        left.extend(self.cursors.iter().filter(|(_, (fired, of))| fired < of));
        left.sort_by_key(|(op, _)| crate::support::ids::Id::index(**op));
        match left.first() {
            Some((op, (fired, of))) => Err(self.fail(
                **op,
                format!("this trigger lists {of} blocks, but fired {fired} of them"),
            )),
            None => Ok(()),
        }
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
