//! What is noted of rewrites while an anchor is worked on: one buffer an anchor, joined in the order of the anchors, so
//! that what is told does not depend on threads. Without anything to note there is no buffer.

use super::driver::Compiled;
use crate::lang::defs::Map;
use crate::pass::instrument::{Observe, PatternCounts, PatternLine, Refused, Tell};
use crate::pattern::{PatternId, Program};
use crate::support::source::Span;

/// The notes on one anchor.
#[derive(Default)]
pub(super) struct Notes {
    /// The stage that runs, by its declaration.
    stage: Option<Span>,
    counts: Map<(Option<Span>, PatternId), PatternCounts>,
    refused: Vec<Refused>,
}

impl Notes {
    /// A buffer, if there is anything to note.
    pub(super) fn new(o: &Observe) -> Option<Box<Notes>> {
        (o.statistics || !o.refusals.is_empty()).then(Box::default)
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

    /// Joins the notes on another anchor of the same pass.
    pub(super) fn join(&mut self, other: Notes) {
        for (k, c) in other.counts {
            self.counts.entry(k).or_default().add(c);
        }
        self.refused.extend(other.refused);
    }

    /// Tells all of it, stages in order, patterns in the order of the text.
    pub(super) fn tell(self, pass: &str, program: &Program, stages: &[Compiled<'_>], tell: &mut dyn Tell) {
        self.refused.into_iter().for_each(|r| tell.refused(r));
        for c in stages {
            for p in &c.stage.patterns {
                if let Some(counts) = self.counts.get(&(Some(c.stage.span), *p)) {
                    let line = PatternLine {
                        pass: pass.to_string(),
                        stage: c.stage.name.to_string(),
                        pattern: program.patterns[*p].name.to_string(),
                    };
                    tell.pattern(line, *counts);
                }
            }
        }
    }
}
