//! What can be said of patterns before any IR is read: which can set each other off without end, which overlap, which
//! can never apply.

mod dead;
mod effects;
mod order;
mod reach;
mod reads;
mod termination;

use super::{PatternId, Program, Stage};
use crate::ir::Context;
use crate::lang::defs::Registry;
use crate::lang::hir::{Action, Pattern};
use crate::support::diag::Sink;
use crate::support::source::SourceMap;

pub use termination::Cycles;

/// What every analysis reads.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) ctx: &'a Context,
    pub(super) reg: &'a Registry,
    pub(super) map: &'a SourceMap,
    pub(super) program: &'a Program,
}

impl<'a> View<'a> {
    fn pattern(&self, id: PatternId) -> &'a Pattern {
        &self.program.patterns[id]
    }

    /// A piece of source as one line, to compare and to show.
    fn text(&self, span: crate::support::source::Span) -> String {
        let text = self.map.text(span.file);
        let piece = text
            .get(span.start as usize..span.end as usize)
            .unwrap_or_default();
        piece.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// Whether a pattern looks at more than an operation, its operands' definitions and what is next to those: then a change
/// far away may let it match, and only another look at all operations tells.
pub fn looks_far(ctx: &Context, reg: &Registry, map: &SourceMap, program: &Program, p: &Pattern) -> bool {
    let v = View {
        ctx,
        reg,
        map,
        program,
    };
    let r = reads::reads(v, p);
    r.places || r.uses || r.names || r.deep || r.nodes.iter().any(|n| n.1)
}

/// `a, b and c`.
fn listed(names: &[String]) -> String {
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

fn rewrites(p: &Pattern) -> bool {
    matches!(p.action, Action::Rewrite(_))
}

/// Checks all passes. With `allow_cycles` patterns that may go round for ever are warned of only.
pub(super) fn check(v: View<'_>, allow_cycles: bool, sink: &mut Sink) {
    let benefits = order::benefits(v, sink);
    order::never_enabled(v, sink);
    dead::patterns(v, sink);
    for pass in &v.program.passes {
        for stage in &pass.stages {
            order::stage(v, stage, &benefits, sink);
            termination::stage(v, stage, allow_cycles, sink);
        }
        reach::pass(v, pass, sink);
    }
}

/// Checks a greedy stage that no file declares for coming to an end.
pub fn fixpoint(
    (ctx, reg, map): (&Context, &Registry, &SourceMap),
    program: &Program,
    stage: &Stage,
    allow_cycles: bool,
    sink: &mut Sink,
) {
    let v = View {
        ctx,
        reg,
        map,
        program,
    };
    termination::stage(v, stage, allow_cycles, sink);
}

/// The cycles of a stage, for the driver, which checks the measures as it goes.
pub fn cycles(ctx: &Context, reg: &Registry, map: &SourceMap, program: &Program, stage: &Stage) -> Cycles {
    let v = View {
        ctx,
        reg,
        map,
        program,
    };
    // Without a measure there is nothing to check, and most stages have none.
    let any = stage.patterns.iter().any(|p| v.pattern(*p).decreases.is_some());
    if any {
        termination::cycles(v, stage)
    } else {
        Cycles::default()
    }
}
