//! Bodies of `semantics`: what they load and store, through the walkers of the accesses.

use super::number::{Format, Number as Exact};
use super::run::{Done, Machine, Traced, Val};
use super::side::Side;
use super::walk::Run;
use crate::ir::{AttrData, AttrId, Context, OpId, TypeData};
use crate::lang::bodies::Computation;
use crate::lang::defs::OpDef;
use crate::lang::encode::attr_or_default;
use crate::lang::eval::bodies::{Memory, Number, Subject, run};
use crate::lang::semantics::Field;
use crate::support::diag::Diagnostic;
use crate::support::float;

/// An access whose elements are found by number.
struct Opened {
    field: Field,
    side: Side,
    format: Format,
    /// What is walked, with the number of the first element of each stretch.
    runs: Vec<(u64, Run)>,
    /// The stretch that was used last: the next element is most likely in it, or in the one after it.
    last: usize,
}

impl Opened {
    /// Row and byte of an element.
    fn place(&mut self, k: u64) -> Option<(i64, i64)> {
        let within = |at: usize| {
            let (first, r) = *self.runs.get(at)?;
            let n = k.checked_sub(first).filter(|n| *n < r.elements)?;
            let bytes = i64::try_from(n).ok()?.checked_mul(self.side.size)?;
            let byte = r.byte.checked_add(bytes)?;
            Some((at, (r.row, byte)))
        };
        let next = self.last.saturating_add(1);
        let found = within(self.last).or_else(|| within(next)).or_else(|| {
            let after = self.runs.partition_point(|r| r.0 <= k);
            within(after.checked_sub(1)?)
        });
        let (at, place) = found?;
        self.last = at;
        Some(place)
    }
}

/// Where an element is.
struct Place {
    bank: usize,
    row: i64,
    byte: i64,
    format: Format,
}

/// The memory of one operation.
struct Touched<'m, 'a> {
    machine: &'m mut Machine<'a>,
    op: OpId,
    def: &'a OpDef,
    /// The queue that it is on.
    queue: Option<AttrId>,
    open: Vec<Opened>,
    formats: Vec<(AttrId, Result<Format, String>)>,
    /// What ended it, where that has a place and notes of its own.
    stopped: Option<Diagnostic>,
    loads: u64,
    stores: u64,
    bytes: Vec<u8>,
}

impl Touched<'_, '_> {
    /// How an element type keeps its one number.
    fn format(&mut self, dtype: AttrId) -> Result<Format, String> {
        if let Some((_, f)) = self.formats.iter().find(|f| f.0 == dtype) {
            return f.clone();
        }
        let f = Format::of(self.machine.ctx, self.machine.reg, dtype).and_then(|f| match f.lanes() {
            1 => Ok(f),
            n => Err(format!(
                "elements of {} are {n} numbers, but a body takes one at a time",
                self.machine.ctx.show_attr(dtype)
            )),
        });
        self.formats.push((dtype, f.clone()));
        f
    }

    /// Text of the operation's own error, which is kept for later.
    fn stop(&mut self, d: Diagnostic) -> String {
        let text = d.message.clone();
        self.stopped = Some(d);
        text
    }

    /// Room for so many stretches.
    fn room(&self, stretches: usize) -> Done {
        let most = self.machine.session.limits.sim_bytes;
        let size = size_of::<(u64, Run)>();
        if u64::try_from(stretches.saturating_mul(size)).is_ok_and(|n| n <= most) {
            return Ok(());
        }
        let text =
            format!("the stretches of an access are over the limit of {most} bytes (--limit sim-bytes=N)");
        Err(self.machine.fail(self.op, text).into_limit())
    }

    fn open(&mut self, field: Field) -> Result<Opened, String> {
        let side = self.machine.whole_side(self.op, self.def, field);
        let side = side.map_err(|d| self.stop(d))?;
        let format = self.format(side.dtype)?;
        let (mut runs, mut first) = (Vec::new(), 0u64);
        for r in side.walk() {
            let counted = self.machine.step(self.op, 1);
            counted
                .and_then(|()| self.room(runs.len()))
                .map_err(|d| self.stop(d))?;
            runs.push((first, r));
            first = first.saturating_add(r.elements);
        }
        Ok(Opened {
            field,
            side,
            format,
            runs,
            last: 0,
        })
    }

    /// Notes, for races, what is touched on a queue.
    fn note(&mut self, p: &Place, writes: bool) -> Result<(), String> {
        let Some(queue) = self.queue else { return Ok(()) };
        let Some(mut races) = self.machine.races.take() else {
            return Ok(());
        };
        let number = races.begin(self.op, queue);
        let (most, size) = (self.machine.session.limits.sim_bytes, p.format.bytes() as u64);
        let done = races.touch(number, writes, (p.bank, p.row, p.byte), size, most);
        self.machine.races = Some(races);
        done.map_err(|d| self.stop(d))
    }

    fn place(&mut self, field: Field, k: i64) -> Result<Place, String> {
        if !self.open.iter().any(|o| o.field == field) {
            let opened = self.open(field)?;
            self.open.push(opened);
        }
        let open = self.open.iter_mut().find(|o| o.field == field);
        let found = open.and_then(|o| {
            let (row, byte) = o.place(u64::try_from(k).ok()?)?;
            Some(Place {
                bank: o.side.bank,
                row,
                byte,
                format: o.format,
            })
        });
        found.ok_or_else(|| {
            let name = match field {
                Field::Operand(n) => self.def.operands.get(n).map(|o| o.name),
                Field::Attribute(n) => self.def.attributes.get(n).map(|a| a.name),
                _ => None,
            };
            let count = self
                .open
                .iter()
                .find(|o| o.field == field)
                .map_or(0, |o| o.side.count);
            format!(
                "there is no element {k} of '{}', which has {count}",
                name.map_or("?", |n| self.machine.ctx.text(n))
            )
        })
    }
}

/// A number of the language as one of an element type, and back.
fn exact(n: Number) -> Exact {
    match n {
        Number::Int(n) => Exact::Int(i128::from(n)),
        Number::Float(x) => Exact::Float(x),
    }
}
fn number(n: Exact) -> Result<Number, String> {
    match n {
        Exact::Int(n) => i64::try_from(n)
            .map(Number::Int)
            .map_err(|_| format!("{n} does not fit 64 bits with a sign")),
        Exact::Float(x) => Ok(Number::Float(x)),
    }
}

impl Memory for Touched<'_, '_> {
    fn load(&mut self, side: Field, k: i64) -> Result<Number, String> {
        let p = self.place(side, k)?;
        self.loads = self.loads.saturating_add(1);
        self.note(&p, false)?;
        self.bytes.clear();
        self.bytes.resize(p.format.bytes(), 0);
        let banks = &self.machine.banks;
        if let Some(n) = banks.read_at(p.bank, p.row, p.byte, &mut self.bytes) {
            let byte = self.machine.byte(
                p.bank,
                p.row,
                p.byte.saturating_add(i64::try_from(n).unwrap_or(0)),
            );
            return Err(format!("it reads {byte}, which nothing wrote"));
        }
        let n = p.format.number(&self.bytes);
        number(n.ok_or("elements of this type are no numbers")?)
    }

    fn store(&mut self, side: Field, k: i64, value: Number) -> Result<(), String> {
        let p = self.place(side, k)?;
        self.stores = self.stores.saturating_add(1);
        self.note(&p, true)?;
        self.bytes.clear();
        p.format.element(exact(value), &mut self.bytes);
        let banks = &mut self.machine.banks;
        let written = banks.write_at(p.bank, p.row, p.byte, &self.bytes, true);
        written.map_err(|d| self.stop(d))?;
        let end = p
            .byte
            .saturating_add(i64::try_from(self.bytes.len()).unwrap_or(0));
        let watched = self.machine.watched();
        if watched.is_some_and(|(b, r, at)| (b, r) == (p.bank, p.row) && (p.byte..end).contains(&at)) {
            self.machine.writer = Some((self.op, self.machine.stats.transfers));
        }
        Ok(())
    }

    fn convert(&mut self, value: Number, dtype: AttrId) -> Result<Number, String> {
        let f = self.format(dtype)?;
        self.bytes.clear();
        f.element(exact(value), &mut self.bytes);
        let n = f.number(&self.bytes);
        number(n.ok_or("elements of this type are no numbers")?)
    }
}

/// The number of a constant.
pub(super) fn constant(ctx: &Context, a: AttrId) -> Option<Val> {
    if let AttrData::Float { bits, ty } = ctx.attr_data(a) {
        let TypeData::Float(kind) = ctx.type_data(*ty) else {
            return None;
        };
        let format = float::Format::of(kind.name()).filter(|f| f.mantissa <= 52)?;
        return Some(Val::Float(float::to_f64(format, *bits)));
    }
    ctx.int_value(a).map(Val::Int)
}

impl<'a> Machine<'a> {
    /// A side whose elements have numbers, all of them in bounds.
    fn whole_side(&mut self, op: OpId, def: &OpDef, field: Field) -> Done<Side> {
        let side = self.side(op, def, Some(field))?;
        let beyond = match (&side.by.accesses[..], side.channel) {
            ([], None) => None,
            ([], Some(_)) => Some("on another core"),
            _ => Some("by index"),
        };
        if let Some(what) = beyond {
            let text = format!("an access {what} has no elements that a body can load or store");
            return Err(self.fail(side.at, text).note(self.place(op), "touched here"));
        }
        self.reaches(op, &side)?;
        Ok(side)
    }

    /// Runs the body of an operation.
    pub(super) fn computed(&mut self, op: OpId, def: &'a OpDef, c: &Computation) -> Done {
        let subject = Subject {
            ctx: self.ctx,
            reg: self.reg,
            body: self.body,
            op,
            def,
            fuel: self.steps_left(),
        };
        let given: Vec<_> = self
            .body
            .operands(op)
            .map(|v| (v, self.core.values.get(&v).copied()))
            .collect();
        let own = self.ctx.find_str("queue").and_then(|n| def.attr(n));
        let own = own.and_then(|(_, a)| attr_or_default(self.ctx, self.body.props(op), a));
        let mut memory = Touched {
            queue: own.or(self.queue),
            machine: self,
            op,
            def,
            open: Vec::new(),
            formats: Vec::new(),
            stopped: None,
            loads: 0,
            stores: 0,
            bytes: Vec::new(),
        };
        let known = |v| match given.iter().find(|g| g.0 == v)?.1? {
            Val::Int(n) => Some(Number::Int(n)),
            Val::Float(x) => Some(Number::Float(x)),
            Val::Memory(_) => None,
        };
        let done = run(subject, c, known, Some(&mut memory));
        let (stopped, loads, stores) = (memory.stopped.take(), memory.loads, memory.stores);
        let note = |d: Diagnostic, span| d.note(span, "in its semantics");
        let (results, steps) = match (done, stopped) {
            (Ok(done), _) => done,
            (Err(r), Some(d)) => return Err(note(d, r.span)),
            (Err(r), None) if r.fuel => return self.step(op, u64::MAX).map_err(|d| note(d, r.span)),
            (Err(r), None) => {
                let text = format!("'{}' cannot be executed here: {}", self.op_name(op), r.text);
                return Err(note(self.fail(op, text), r.span));
            }
        };
        self.step(op, steps)?;
        for (n, x) in results.into_iter().enumerate() {
            let Some(r) = self.body.result(op, n) else {
                continue;
            };
            let x = match x {
                Number::Int(n) => Val::Int(n),
                Number::Float(x) => Val::Float(x),
            };
            self.core.values.insert(r, x);
        }
        if self.options.trace && loads.saturating_add(stores) > 0 {
            let text = format!("{}: {loads} elements loaded, {stores} stored", self.op_name(op));
            self.trace.push(Traced { op, text });
        }
        Ok(())
    }
}
