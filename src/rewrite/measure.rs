//! Measures of patterns that can set each other off: each application must leave less to do.
//!
//! The measure of a pattern is taken at its root before an application, and afterwards at every operation that it
//! created or updated and that a pattern of the same cycle could match. It never rises, and never below zero, so a
//! cycle ends.

use super::driver::Setting;
use super::transact::Refused;
use crate::ir::{Body, OpId};
use crate::lang::eval::names::Tables;
use crate::lang::eval::plan::{Plan, Step};
use crate::lang::eval::{Machine, Scratch};
use crate::lang::hir::{OpTest, Pattern};
use crate::lang::types::OpSet;
use crate::pattern::PatternId;
use crate::support::diag::Place;
use smallvec::SmallVec;

/// An integer, or a tuple of them, compared in order.
type Value = SmallVec<[i64; 4]>;

/// The measure of an application about to happen.
pub(super) struct Measures<'a> {
    cycle: &'a [PatternId],
    pattern: &'a Pattern,
    /// `None` where the expression fails at the root.
    before: Option<Value>,
}

fn value(s: &Setting<'_>, p: &Pattern, body: &Body, op: OpId) -> Option<Value> {
    let e = p.decreases.as_ref()?;
    let (mut tables, mut scratch) = (Tables::default(), Scratch::default());
    Machine::new(s.world(false), body, &mut tables, &mut scratch)
        .measure(p, e, op)
        .ok()
}

fn show(v: &Option<Value>) -> String {
    match v.as_deref() {
        None => "unknown".to_string(),
        Some([one]) => one.to_string(),
        Some(many) => {
            let items: Vec<String> = many.iter().map(i64::to_string).collect();
            format!("({})", items.join(", "))
        }
    }
}

impl<'a> Measures<'a> {
    /// The measure of a pattern at the operation it is about to be applied at; none where it is on no cycle.
    pub(super) fn before(
        s: &Setting<'_>,
        cycle: &'a [PatternId],
        pattern: &'a Pattern,
        body: &Body,
        op: OpId,
    ) -> Option<Self> {
        if cycle.is_empty() || pattern.decreases.is_none() {
            return None;
        }
        Some(Measures {
            cycle,
            pattern,
            before: value(s, pattern, body, op),
        })
    }

    /// Checks what the application left.
    pub(super) fn after(
        &self,
        s: &Setting<'_>,
        body: &Body,
        plan: &Plan,
        made: &[OpId],
    ) -> Result<(), Refused> {
        let updated = plan.steps.iter().filter_map(|step| match step {
            Step::Update(n) => plan.updates.get(*n as usize).map(|u| u.op),
            _ => None,
        });
        for op in made.iter().copied().chain(updated).filter(|o| body.is_live(*o)) {
            let name = body.name(op);
            let takes = |p: &Pattern| match &p.root.test {
                OpTest::Set(OpSet::Any) => true,
                OpTest::Set(set) => s.reg.op(name).is_some_and(|d| set.contains(s.reg, d)),
                OpTest::Prefix(p) => s.ctx.text(name).starts_with(&**p),
            };
            let next = self
                .cycle
                .iter()
                .map(|id| &s.program.patterns[*id])
                .find(|p| takes(p));
            let Some(next) = next else { continue };
            let now = value(s, next, body, op);
            let less = match (&now, &self.before) {
                (Some(now), Some(before)) => now < before && now.iter().all(|n| *n >= 0),
                _ => false,
            };
            if !less {
                let text = format!(
                    "does not decrease its measure: {} before, {} afterwards, for '{}', which '{}' can match",
                    show(&self.before),
                    show(&now),
                    s.ctx.text(name),
                    next.name
                );
                let at = self
                    .pattern
                    .decreases
                    .as_ref()
                    .map_or(Place::Unknown, |e| Place::Span(e.span));
                return Err(Refused {
                    why: text,
                    notes: vec![(at, "the measure".to_string())],
                    fatal: true,
                    limit: false,
                    idle: false,
                });
            }
        }
        Ok(())
    }
}
