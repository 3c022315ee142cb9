//! Passes: what a pass is to the rest of the program, how pipelines are written, and the order in which passes run.
//!
//! * Plain data ([`PassInfo`], [`PipelineInfo`]) says which passes there are; an [`Engine`] runs them.
//! * `pipeline` reads the text of `--pass-pipeline` and of a pass's own flag into [`Step`]s.
//! * [`run_steps`] runs steps in order, verifies after each and stops at the first that fails.
//! * `instrument` says how a run is watched; `dump` and `timing` are watchers.
//!
//! This module knows nothing of patterns: whoever has passes implements [`Engine`].

pub mod dump;
pub mod instrument;
pub mod pipeline;
pub mod timing;

use crate::dialect::verify::Dialects;
use crate::ir::Body;
use crate::session::Session;
use crate::support::diag::{Place, Reported, Severity, Sink};
use instrument::{Instrument, Moment, Observe, Point, Tell};

pub use crate::lang::defs::MODULE;

/// An option of a pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionInfo {
    /// Its name, in kebab-case.
    pub name: String,
    /// Its type, in the spelling of the pattern language; `int`, `bool` and choices `a|b` are checked before a run.
    pub ty: String,
    /// Its value when it is not given.
    pub default: String,
    /// What it does.
    pub doc: String,
}

/// A pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PassInfo {
    /// Its name, in kebab-case: `penguin-to-bir`.
    pub name: String,
    /// What it does; the first line is a summary.
    pub doc: String,
    /// The operation it runs on: `builtin.module`, `dma.kernel`.
    pub anchor: String,
    /// Its options.
    pub options: Vec<OptionInfo>,
    /// Its stages in the order in which they run, in kebab-case; those that a condition leaves out, too.
    pub stages: Vec<String>,
    /// Where it is declared, `file:line`.
    pub origin: String,
}

/// A named list of passes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PipelineInfo {
    /// Its name, in kebab-case.
    pub name: String,
    /// What it does; the first line is a summary.
    pub doc: String,
    /// Its members as a pipeline text spells them: `penguin-to-bir`, `lower-dma{partial=true}`, another pipeline.
    pub passes: Vec<String>,
}

/// One pass to run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The pass's name.
    pub pass: String,
    /// Options that were given, by the names of [`OptionInfo`].
    pub options: Vec<(String, String)>,
    /// The innermost operation that the pipeline text names around it; none when a flag named the pass.
    pub anchor: Option<String>,
}

/// Where a run ends early: the first time that this pass runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stop {
    /// The pass.
    pub pass: String,
    /// Its stage that runs last, by its name in [`PassInfo::stages`]; none: it runs to its end.
    pub stage: Option<String>,
}

impl Stop {
    /// The stage after which a step ends.
    pub fn stage_of(&self, step: &Step) -> Option<&str> {
        self.stage.as_deref().filter(|_| step.pass == self.pass)
    }
}

/// Those of the steps that run.
pub fn until<'s>(steps: &'s [Step], stop: Option<&Stop>) -> &'s [Step] {
    let end = stop.and_then(|s| steps.iter().position(|step| step.pass == s.pass));
    end.and_then(|n| steps.get(..=n)).unwrap_or(steps)
}

/// What is told about rewrites while they happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TraceMode {
    /// Nothing.
    #[default]
    Off,
    /// Every pattern that was tried and what became of it.
    Patterns,
}

/// What a run's passes share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunConfig {
    /// Threads to use, at least 1. The output does not depend on it.
    pub threads: usize,
    /// The target's name and the parameters that are overridden; none: the engine's default.
    pub target: Option<(String, Vec<(String, String)>)>,
    /// What is told about rewrites.
    pub trace: TraceMode,
    /// What is noted of them.
    pub observe: Observe,
    /// Verify after every pass and not only after the last.
    pub verify_each: bool,
    /// Where the run ends, if not after the last step.
    pub stop: Option<Stop>,
}

impl Default for RunConfig {
    fn default() -> Self {
        RunConfig {
            threads: 1,
            target: None,
            trace: TraceMode::Off,
            observe: Observe::default(),
            verify_each: true,
            stop: None,
        }
    }
}

/// Something that has passes.
pub trait Engine: Sync {
    /// Its passes, in the order in which listings show them.
    fn passes(&self) -> &[PassInfo];
    /// Its pipelines, likewise.
    fn pipelines(&self) -> &[PipelineInfo];
    /// What can be taken or not in its passes.
    fn points(&self, _session: &Session) -> Vec<Point> {
        Vec::new()
    }
    /// Where each pattern and function of each pass comes from, for people.
    fn sources(&self, _session: &Session) -> String {
        String::new()
    }
    /// What a transfer is that a file holds in the notation of `--ap`, for people, with the first so many of its elements.
    ///
    /// # Errors
    ///
    /// The text is not understood, or a rule is wrong; it has been reported.
    fn transfer(
        &self,
        _session: &Session,
        _file: crate::support::source::FileId,
        _elements: usize,
        _config: &RunConfig,
        sink: &mut Sink,
    ) -> Result<String, Reported> {
        Err(sink.error(Place::Unknown, "no pattern files are loaded"))
    }
    /// What the accesses and transfers of an input are, for people.
    fn accesses(&self, _session: &Session, _body: &Body, _config: &RunConfig, _sink: &mut Sink) -> String {
        String::new()
    }
    /// Whether what a step names is there, beyond the pass and its options; else what is wrong.
    fn resolve(&self, _session: &Session, _step: &Step) -> Result<(), String> {
        Ok(())
    }
    /// Runs one pass on every operation it is anchored on. What it has to tell goes to `tell`.
    #[allow(clippy::too_many_arguments)] // each is of another kind, and a struct of them would be built once
    fn run(
        &self,
        session: &Session,
        body: &mut Body,
        step: &Step,
        config: &RunConfig,
        sink: &mut Sink,
        tell: &mut dyn Tell,
    ) -> Result<(), Reported>;
}

/// An engine without passes.
pub struct EmptyEngine;

impl Engine for EmptyEngine {
    fn passes(&self) -> &[PassInfo] {
        &[]
    }
    fn pipelines(&self) -> &[PipelineInfo] {
        &[]
    }
    fn run(
        &self,
        _session: &Session,
        _body: &mut Body,
        step: &Step,
        _config: &RunConfig,
        sink: &mut Sink,
        _tell: &mut dyn Tell,
    ) -> Result<(), Reported> {
        Err(sink.error(Place::Unknown, format!("no pass '{}' is loaded", step.pass)))
    }
}

/// Runs steps in order. The first one that fails, or leaves the IR invalid, is the last one that runs, or that of
/// [`RunConfig::stop`].
pub fn run_steps(
    engine: &dyn Engine,
    session: &Session,
    body: &mut Body,
    steps: &[Step],
    config: &RunConfig,
    sink: &mut Sink,
    tell: &mut dyn Tell,
) -> Result<(), Reported> {
    run_watched(engine, session, body, steps, config, &mut [], sink, tell)
}

/// Like [`run_steps`], watched. After a pass the watchers hear of it in the opposite order.
#[allow(clippy::too_many_arguments)] // those of `run_steps`, and who watches
pub fn run_watched(
    engine: &dyn Engine,
    session: &Session,
    body: &mut Body,
    steps: &[Step],
    config: &RunConfig,
    watch: &mut [&mut dyn Instrument],
    sink: &mut Sink,
    tell: &mut dyn Tell,
) -> Result<(), Reported> {
    let steps = until(steps, config.stop.as_ref());
    for (n, step) in steps.iter().enumerate() {
        let rest = steps.get(n..).unwrap_or(&[]);
        macro_rules! tell_all {
            ($each:expr, $when:ident $(, $ok:expr)?) => {
                for w in $each {
                    let at = Moment { session, body, step, rest };
                    w.$when(at $(, $ok)?, tell);
                }
            };
        }
        tell_all!(watch.iter_mut(), before);
        let before = sink.errors();
        body.forget_erased();
        let mut done = engine.run(session, body, step, config, sink, tell);
        tell_all!(watch.iter_mut().rev(), ran);
        done = done.and_then(|()| sink.since(before));
        // Without --verify-each the last check still stands between a faulty pass and the output.
        if done.is_ok() && (config.verify_each || n + 1 == steps.len()) {
            done = verify_after(session, body, &step.pass, sink);
        }
        tell_all!(watch.iter_mut().rev(), after, done.is_ok());
        done?;
    }
    Ok(())
}

fn verify_after(session: &Session, body: &Body, pass: &str, sink: &mut Sink) -> Result<(), Reported> {
    let mut found = Sink::new();
    let ops = Dialects {
        ctx: &session.ctx,
        reg: &session.reg,
    };
    crate::ir::verify::verify(&session.ctx, &ops, body, body.root(), &mut found);
    let before = sink.errors();
    for d in found.take() {
        let first = d.severity == Severity::Error && sink.errors() == before;
        let text = format!("found after pass '{pass}', which left invalid IR");
        sink.push(if first { d.note(Place::Unknown, text) } else { d });
    }
    sink.since(before)
}

#[cfg(test)]
mod tests;
