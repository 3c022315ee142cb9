//! What is noted of rewrites while an anchor is worked on: one buffer an anchor, joined in the order of the anchors, so
//! that what is told does not depend on threads. Without anything to note there is no buffer.

use super::driver::{Compiled, Setting};
use crate::lang::defs::Map;
use crate::pass::instrument::{Observe, PatternCounts, PatternLine, Point, Refused, Tell};
use crate::pattern::PatternId;
use crate::support::source::Span;
use rustc_hash::FxHashMap;

/// The notes on one anchor.
#[derive(Default)]
pub(super) struct Notes {
    /// The stage that runs, by its declaration.
    stage: Option<Span>,
    counts: Map<(Option<Span>, PatternId), PatternCounts>,
    refused: Vec<Refused>,
    /// How often what stands there was taken.
    taken: Map<Span, u64>,
}

impl Notes {
    /// A buffer, if there is anything to note.
    pub(super) fn new(o: &Observe) -> Option<Box<Notes>> {
        (o.statistics || o.coverage || !o.refusals.is_empty()).then(Box::default)
    }

    /// A stage begins.
    pub(super) fn stage(&mut self, c: &Compiled<'_>) {
        self.stage = Some(c.stage.span);
    }

    fn of(&mut self, p: PatternId) -> &mut PatternCounts {
        self.counts.entry((self.stage, p)).or_default()
    }

    /// A pattern was tried.
    pub(super) fn tried(&mut self, p: PatternId, matched: bool) {
        let c = self.of(p);
        c.attempts += 1;
        c.matches += u64::from(matched);
    }

    /// It was applied, and there are so many operations more and so many erased.
    pub(super) fn applied(&mut self, p: PatternId, before: usize, after: usize, erased: usize) {
        let c = self.of(p);
        c.applications += 1;
        c.created += (after + erased).saturating_sub(before) as u64;
        c.erased += erased as u64;
    }

    /// A pattern did not match, or did, where that is checked.
    pub(super) fn refused(&mut self, r: Refused) {
        // A fixpoint asks often.
        if !self.refused.contains(&r) {
            self.refused.push(r);
        }
    }

    /// The anchor is done, and this was taken in it.
    pub(super) fn taken(&mut self, counts: FxHashMap<Span, u64>) {
        let mut counts: Vec<(Span, u64)> = counts.into_iter().collect();
        counts.sort_by_key(|(s, _)| (s.file, s.start, s.end));
        for (span, n) in counts {
            *self.taken.entry(span).or_default() += n;
        }
    }

    /// Joins the notes on another anchor of the same pass.
    pub(super) fn join(&mut self, other: Notes) {
        for (k, c) in other.counts {
            self.counts.entry(k).or_default().add(c);
        }
        self.refused.extend(other.refused);
        for (span, n) in other.taken {
            *self.taken.entry(span).or_default() += n;
        }
    }

    /// Tells all of it, stages in order, patterns in the order of the text.
    pub(super) fn tell(
        self,
        s: &Setting<'_>,
        points: &Map<Span, Point>,
        stages: &[Compiled<'_>],
        tell: &mut dyn Tell,
    ) {
        let program = s.program;
        if !points.is_empty() {
            let applied = self
                .counts
                .iter()
                .map(|((_, p), c)| (program.patterns[*p].name_span, c.applications));
            for (span, n) in applied.chain(self.taken.iter().map(|(s, n)| (*s, *n))) {
                if let Some(p) = points.get(&span) {
                    tell.taken(p, n);
                }
            }
        }
        self.refused.into_iter().for_each(|r| tell.refused(r));
        for c in stages {
            for p in &c.stage.patterns {
                if let Some(counts) = self.counts.get(&(Some(c.stage.span), *p)) {
                    let line = PatternLine {
                        pass: s.pass.to_string(),
                        stage: c.stage.name.to_string(),
                        pattern: program.patterns[*p].name.to_string(),
                    };
                    tell.pattern(line, *counts);
                }
            }
        }
    }
}

/// A test aid: provokes an internal error at the application that was asked for, or at the start of a pass (0).
#[allow(clippy::panic)] // the one place where a fault is what is asked for
pub(super) fn fault(s: &Setting<'_>, applied: u64) {
    if let Some((pass, n)) = &s.observe.fault
        && *pass == s.pass
        && *n == applied
    {
        std::panic::panic_any(format!("the fault that was asked for in {pass}"));
    }
}
