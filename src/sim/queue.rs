//! Triggers, the blocks that they fire, and the locations that descriptors read when they are fired.

use super::decode;
use super::element::Job;
use super::races::{Race, Races};
use super::run::{Done, Machine};
use super::side::Side;
use crate::ir::symbols::{symbol_name, symbols_of};
use crate::ir::{AttrData, AttrId, OpId, StrId};
use crate::lang::defs::OpDef;
use crate::lang::semantics::{Field, Mechanism, Semantics};
use crate::support::diag::Diagnostic;

impl Machine<'_> {
    /// The attribute that an argument of a mechanism names.
    fn attribute(&self, op: OpId, def: &OpDef, field: Option<Field>) -> Option<AttrId> {
        match field {
            Some(Field::Attribute(n)) => self.ctx.entry(self.body.props(op), def.attributes.get(n)?.name),
            _ => None,
        }
    }

    /// Runs the next block of a trigger's list on the cores whose predicates hold. The list goes on either way, since a
    /// block belongs to an iteration.
    pub(super) fn fire(&mut self, op: OpId, def: &OpDef, s: &Semantics) -> Done {
        let ctx = self.ctx;
        let list = self
            .attribute(op, def, s.arg("blocks"))
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
        let Some(block) = self.symbol(*name) else {
            return Err(self.fail(op, format!("there is no block {}", ctx.show_attr(*name))));
        };
        let region = match self.semantics(block) {
            Some((_, b)) if b.mechanism == Mechanism::Block => self.region_of(block, b.arg("body")),
            _ => return Err(self.fail(op, format!("{} is no block", ctx.show_attr(*name)))),
        };
        let mut idle = Vec::new();
        let mut any = false;
        for n in 0..self.cores() {
            self.switch(n);
            idle.push(self.core.idle);
            if !self.core.idle {
                let holds = self.conditions(op, def, s.arg("predicates"))?;
                if holds.iter().any(|c| !c.dims.is_empty()) {
                    let text = "a predicate of a trigger has no dimensions: it fires a block or does not";
                    return Err(self.fail(op, text));
                }
                self.core.idle = !holds.iter().all(|c| c.bound >= 0);
                any |= !self.core.idle;
            }
        }
        if any {
            self.stats.firings = self.stats.firings.saturating_add(1);
            let around = self.queue;
            self.queue = decode::read(ctx, def, s, self.body, op, "queue");
            let done = self.region(region);
            self.queue = around;
            done?;
        }
        for (n, idle) in idle.into_iter().enumerate() {
            self.switch(n);
            self.core.idle = idle;
        }
        Ok(())
    }

    /// Says where a location is from now on.
    pub(super) fn patch(&mut self, op: OpId, def: &OpDef, s: &Semantics) -> Done {
        let Some(name) = self.attribute(op, def, s.arg("location")) else {
            return Err(self.fail(op, "this patches no location that can be read"));
        };
        let Some(location) = self.symbol(name) else {
            let text = format!("there is no location {}", self.ctx.show_attr(name));
            return Err(self.fail(op, text));
        };
        self.refers(op, location)?;
        let offset = self.affine(op, def, s, "offset")?;
        self.core.locations.insert(location, offset);
        Ok(())
    }

    /// The number of the memory that a location refers to.
    pub(super) fn refers(&mut self, op: OpId, location: OpId) -> Done<usize> {
        let (ctx, body) = (self.ctx, self.body);
        let reference = self
            .semantics(location)
            .filter(|(_, s)| s.mechanism == Mechanism::Memory)
            .and_then(|(d, s)| {
                let to = decode::read(ctx, d, s, body, location, "reference")?;
                Some((to, d, s))
            });
        let Some((to, def, s)) = reference else {
            let name = symbol_name(ctx, body, location).map_or("", |n| ctx.text(n));
            let text = format!("'{name}' is no location: it refers to no memory");
            return Err(self.fail(op, text));
        };
        let memory = self
            .symbol(to)
            .and_then(|m| self.result(m, def, s.arg("location")))
            .and_then(|v| self.memory_of(v));
        memory.ok_or_else(|| {
            let text = format!("there is no memory {}", ctx.show_attr(to));
            self.fail(op, text)
        })
    }

    /// The operation of a symbol, as the kernel sees it.
    pub(super) fn symbol(&mut self, name: AttrId) -> Option<OpId> {
        let AttrData::Symbol { root, nested } = self.ctx.attr_data(name) else {
            return None;
        };
        let mut at = self.lookup(self.kernel, *root)?;
        for n in nested {
            at = self.lookup(at, *n)?;
        }
        Some(at)
    }

    fn lookup(&mut self, table: OpId, name: StrId) -> Option<OpId> {
        let (ctx, body) = (self.ctx, self.body);
        let symbols = self
            .tables
            .entry(table)
            .or_insert_with(|| symbols_of(ctx, body, table));
        symbols.get(&name).copied()
    }

    /// Notes what a transfer has touched, for races: stretches of its sides.
    pub(super) fn touched(&mut self, op: OpId, def: &OpDef, s: &Semantics, job: &Job) -> Done {
        let Some(mut races) = self.races.take() else {
            return Ok(());
        };
        let own = decode::read(self.ctx, def, s, self.body, op, "queue");
        let done = match own.or(self.queue) {
            Some(queue) => self.touch_all(&mut races, op, queue, job),
            None => Ok(()),
        };
        self.races = Some(races);
        done
    }

    fn touch_all(&self, races: &mut Races, op: OpId, queue: AttrId, job: &Job) -> Done {
        let number = races.begin(op, queue);
        let most = self.session.limits.sim_bytes;
        let sides = job.srcs.iter().map(|s| (s, false));
        for (side, writes) in sides.chain([(&job.dst, true)]) {
            let size = u64::try_from(side.size).unwrap_or(1);
            let offsets = job.index.as_ref().filter(|i| i.on_dst == writes);
            // Where indices lead is as far as the whole of what is reached, one by one.
            let shifted: Vec<Side> = match offsets {
                None => vec![side.clone()],
                Some(i) => i.leads().filter_map(|by| side.shifted(by)).collect(),
            };
            for side in &shifted {
                for r in side.walk() {
                    let bytes = r.elements.saturating_mul(size);
                    races.touch(number, writes, (side.bank, r.row, r.byte), bytes, most)?;
                }
            }
        }
        Ok(())
    }

    /// Races as errors at the transfer that came later.
    pub(super) fn race_errors(&self) -> Vec<Diagnostic> {
        let verb = |wrote: bool| if wrote { "writes" } else { "reads" };
        let found = self.races.iter().flat_map(|r| &r.found);
        let error = |r: &Race| {
            let at = self.byte(r.at.0, r.at.1, r.at.2);
            let text = format!(
                "'{}' {} {at} on another queue than '{}', which {} it: nothing orders the two",
                self.op_name(r.second.0),
                verb(r.second.1),
                self.op_name(r.first.0),
                verb(r.first.1)
            );
            self.fail(r.second.0, text)
                .note(self.place(r.first.0), "the other one")
        };
        found.map(error).collect()
    }

    /// A trigger that has fired some of its blocks only has left out what the program says.
    pub(super) fn all_fired(&self) -> Done {
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
}
