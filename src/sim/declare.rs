//! Before the first operation: the memories that a kernel has, and what they hold at first.

use super::decode;
use super::memory::{Key, Memory};
use super::run::{Done, Machine, Val, place_text};
use crate::ir::symbols::symbol_name;
use crate::ir::{OpId, ValueId};
use crate::lang::defs::OpDef;
use crate::lang::semantics::{Field, Mechanism, Semantics};
use crate::support::diag::{Diagnostic, Place};

/// More cores than this run no program.
const MOST_CORES: usize = 1024;

impl Machine<'_> {
    /// How many cores run: as many as asked for, else as many as replica groups name, where something is collective.
    pub(super) fn count_cores(&self) -> Done<usize> {
        let (ctx, body) = (self.ctx, self.body);
        let mut collective = false;
        let mut most = 0;
        for op in body.walk_iter(self.kernel).skip(1) {
            let Some((def, s)) = self.semantics(op) else {
                continue;
            };
            let read = |name: &str| decode::read(ctx, def, s, body, op, name);
            collective |= read("channel").is_some();
            for (_, field) in &s.args {
                let Field::Attribute(n) = field else { continue };
                let attr = def.attributes.get(*n);
                let side = attr.and_then(|a| Some((ctx.entry(body.props(op), a.name)?, &a.ty)));
                let address = side.and_then(|(a, ty)| {
                    let ty_of = decode::field_type(ctx, self.reg, ty, "address")?;
                    Some((decode::field(ctx, self.reg, ty, a, "address")?, ty_of))
                });
                collective |=
                    address.is_some_and(|(a, ty)| decode::field(ctx, self.reg, ty, a, "channel").is_some());
            }
            let groups = read("replica_groups").and_then(|a| ctx.items(a)).unwrap_or(&[]);
            for n in groups
                .iter()
                .flat_map(|g| decode::ints_of(ctx, *g).unwrap_or_default())
            {
                most = most.max(usize::try_from(n).unwrap_or(0));
            }
        }
        let cores = match self.options.cores {
            Some(n) => n.max(1),
            None if collective => most.saturating_add(1),
            None => 1,
        };
        if cores > MOST_CORES {
            let text = format!("{cores} cores, but at most {MOST_CORES} run a program");
            return Err(self.fail(self.kernel, text).into_limit());
        }
        Ok(cores)
    }

    /// What a memory holds at first: what a caller gives, else what its attribute says, else what is filled in.
    fn start(&self, kernel: &str, memory: &Memory, first: u64) -> Done<Option<Vec<u8>>> {
        let Ok(bytes) = usize::try_from(memory.rows.saturating_mul(memory.row)) else {
            return Ok(None);
        };
        let size = memory
            .shape
            .as_ref()
            .map_or(1, |s| usize::try_from(s.size).unwrap_or(1));
        let start = self.options.start;
        if let Some(given) = start.given(kernel, &memory.key) {
            return Ok(Some(given.to_vec()));
        }
        let own = self.given(memory)?;
        Ok(own.or_else(|| start.of(self.now, &memory.key, (size, first), bytes)))
    }

    fn declare(&mut self, memory: Memory, kernel: &str, first: u64, value: Option<ValueId>) -> Done {
        let number = self.core.memories.list.len();
        let size = memory.rows.checked_mul(memory.row);
        let most = self.session.limits.sim_bytes;
        if size.is_none_or(|s| s > most) {
            let text = format!(
                "memory '{}' of {} x {} bytes is over the limit of {most} bytes (--limit sim-bytes=N)",
                memory.name, memory.rows, memory.row
            );
            return Err(Diagnostic::error(memory.place, text).into_limit());
        }
        let start = self.start(kernel, &memory, first)?;
        if let Some(bytes) = &start {
            self.core.memories.set(&mut self.banks, &memory, bytes)?;
        }
        self.core.memories.starts.push(start);
        self.core.declared.entry(memory.bank).or_default().push(number);
        self.core.memories.list.push(memory);
        if let Some(v) = value {
            self.core.values.insert(v, Val::Memory(number));
        }
        Ok(())
    }

    /// Declares all memories.
    pub(super) fn prepare(&mut self, kernel: &str) -> Done {
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
            let Some((def, s)) = self.semantics(op) else {
                continue;
            };
            let value = self.result(
                op,
                def,
                s.arg(if s.mechanism == Mechanism::Memory {
                    "location"
                } else {
                    "tensor"
                }),
            );
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
                        .core
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
        Ok(())
    }

    /// Operations in the kernel that are memories.
    fn declarations(&self) -> Vec<OpId> {
        let declares = |op: &OpId| {
            let s = self.def(*op).and_then(|d| d.semantics.as_ref());
            matches!(
                s.map(|s| s.mechanism),
                Some(Mechanism::Memory | Mechanism::Allocate)
            )
        };
        self.body
            .walk_iter(self.kernel)
            .skip(1)
            .filter(declares)
            .collect()
    }

    /// What was allocated at an operation's place in the text, which lowerings keep.
    fn key(&self, op: OpId) -> Key {
        self.core
            .memories
            .key_at(&place_text(self.session, &self.place(op)))
    }

    fn tensor(&mut self, key: Key, name: String, place: Place, shape: decode::Shape) -> Memory {
        let positive = |n: i64| u64::try_from(n).unwrap_or(0);
        let bank = self
            .banks
            .add(name.clone(), positive(shape.rows), positive(shape.row));
        Memory {
            key,
            name,
            place,
            space: String::new(),
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
            None => (self.banks.add(name.clone(), rows, row), 0),
            Some(at) => {
                let space = ctx.text(space);
                let bank = self.space(space);
                let at = u64::try_from(at)
                    .map_err(|_| self.fail(op, format!("memory '{name}' is at the negative address {at}")))?;
                let size = self.banks.get(bank).map_or((0, 0), |b| (b.rows, b.row));
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
            space: ctx.text(space).to_string(),
            bank,
            base,
            rows,
            row,
            shape,
        })
    }
}
