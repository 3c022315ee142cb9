//! Watching a run: what is told before and after each pass, and where passes put what they tell beside diagnostics.
//!
//! An [`Instrument`] sees the IR between passes; a [`Tell`] takes what a pass has to say. A run without instruments
//! visits an empty list.

use super::Step;
use crate::ir::Body;
use crate::session::Session;

/// Takes what a run tells beside diagnostics, in the order of the input, whatever the number of threads.
pub trait Tell {
    /// Text for the user, whole lines.
    fn text(&mut self, text: &str);
    /// What became of a pattern in a stage of a pass.
    fn pattern(&mut self, _line: PatternLine, _counts: PatternCounts) {}
    /// How often something was taken, where [`Observe::coverage`] asks.
    fn taken(&mut self, _point: &Point, _count: u64) {}
    /// That a pattern did not match, or did, where [`Observe::refusals`] asks.
    fn refused(&mut self, _refused: Refused) {}
}

impl Tell for Vec<u8> {
    fn text(&mut self, text: &str) {
        self.extend_from_slice(text.as_bytes());
    }
}

/// What is noted of rewrites, beside the trace.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Observe {
    /// Count what becomes of each pattern.
    pub statistics: bool,
    /// Count what is taken in patterns.
    pub coverage: bool,
    /// Take the operations of a greedy stage in the order that this seed gives.
    pub shuffle: Option<u64>,
    /// A test aid: this pass is at fault at that many applications in one anchor, or, for 0, at its start.
    pub fault: Option<(String, u64)>,
    /// Trace what each application does, step by step.
    pub steps: bool,
    /// JSON, an object a line, instead of text.
    pub json: bool,
    /// Explain what a pass leaves: operations of these names, or, without names, all that it has patterns for.
    pub explain: Option<Vec<String>>,
    /// Say of each transfer that is looked at which rules fired and what its forms cost.
    pub accesses: bool,
    /// Keep which patterns made each operation, and which erased one (`ir::origin`).
    pub origins: bool,
    /// Lines of files: whether patterns match operations there is noted.
    pub refusals: Vec<(String, u32)>,
}

/// What became of a pattern at an operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The file of the operation.
    pub file: String,
    /// Its line.
    pub line: u32,
    /// The pattern.
    pub pattern: String,
    /// `pattern: why it did not match   [values]`; none if it was applied.
    pub text: Option<String>,
}

/// Something in a pattern file that is taken or not: a pattern, an alternative, an arm, a branch.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Point {
    /// The pattern or function that it is in.
    pub owner: String,
    /// Where it stands, `file:line:column`.
    pub place: String,
    /// `pattern`, `alternative`, `arm` or `branch`.
    pub kind: String,
}

/// A pattern in a stage of a pass.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PatternLine {
    /// The pass.
    pub pass: String,
    /// The stage.
    pub stage: String,
    /// The pattern.
    pub pattern: String,
}

/// What became of a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PatternCounts {
    /// How often it was tried.
    pub attempts: u64,
    /// How often its match part held.
    pub matches: u64,
    /// How often it was applied.
    pub applications: u64,
    /// Operations that it created, those in regions included.
    pub created: u64,
    /// Operations that it erased, likewise.
    pub erased: u64,
}

impl PatternCounts {
    /// Adds others.
    pub fn add(&mut self, other: PatternCounts) {
        self.attempts += other.attempts;
        self.matches += other.matches;
        self.applications += other.applications;
        self.created += other.created;
        self.erased += other.erased;
    }
    /// How often it matched and was not applied, since its rewrite was refused or changes nothing.
    pub fn failed(&self) -> u64 {
        self.matches.saturating_sub(self.applications)
    }
}

/// A moment of a run.
#[derive(Clone, Copy)]
pub struct Moment<'a> {
    /// What is loaded.
    pub session: &'a Session,
    /// The IR as it is.
    pub body: &'a Body,
    /// The pass at hand.
    pub step: &'a Step,
    /// It and those that follow.
    pub rest: &'a [Step],
}

/// Told of every pass.
pub trait Instrument {
    /// A pass is about to run.
    fn before(&mut self, _at: Moment<'_>, _tell: &mut dyn Tell) {}
    /// It has run, and has not been verified yet.
    fn ran(&mut self, _at: Moment<'_>, _tell: &mut dyn Tell) {}
    /// It is done; `ok` unless it failed or left invalid IR, which may be broken in any way that a body can be.
    fn after(&mut self, _at: Moment<'_>, _ok: bool, _tell: &mut dyn Tell) {}
}
