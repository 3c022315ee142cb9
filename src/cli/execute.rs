//! `--verify-by-execution`: programs are run before and after each pass, and must leave the same bytes.

use crate::ir::Body;
use crate::lang::defs::TargetDef;
use crate::pass::RunConfig;
use crate::pass::instrument::{Instrument, Moment, Tell};
use crate::sim::Start;
use crate::sim::compare::{Comparison, Runs, compare, run_all, writer};
use crate::support::diag::{Diagnostic, Place, Sink};

/// What is known of one input.
pub(super) struct Execute {
    config: RunConfig,
    start: Start,
    /// The program before the pass, and what its kernels came to.
    before: Option<(Body, Runs)>,
    target: Option<TargetDef>,
    compared: u64,
    passes: u64,
    /// What went wrong.
    found: Vec<Diagnostic>,
}

impl Execute {
    pub(super) fn new(config: &RunConfig) -> Self {
        Execute {
            config: config.clone(),
            start: Start {
                filled: true,
                ..Start::default()
            },
            before: None,
            target: None,
            compared: 0,
            passes: 0,
            found: Vec::new(),
        }
    }
    /// All that went wrong; `whole` if every pass has run.
    pub(super) fn finish(mut self, whole: bool, sink: &mut Sink) {
        let none = self.found.is_empty();
        for d in self.found.drain(..) {
            sink.push(d);
        }
        if whole && none && self.passes > 0 && self.compared == 0 {
            sink.error(Place::Unknown, "--verify-by-execution: nothing was compared");
        }
    }
    fn run(&mut self, at: Moment<'_>) -> Runs {
        if self.target.is_none() {
            let mut ignored = Sink::new();
            self.target = crate::rewrite::target_of(at.session, at.body, &self.config, &mut ignored).ok();
        }
        run_all(at.session, at.body, self.target.as_ref(), &self.start)
    }

    fn differs(
        &mut self,
        at: Moment<'_>,
        kernel: &str,
        c: &Comparison,
        before: (&Body, &Runs),
        after: &Runs,
    ) {
        let s = at.session;
        let Some(first) = &c.first else { return };
        let pass = &at.step.pass;
        let text = format!(
            "pass '{pass}' changed what kernel '{kernel}' does: {first} ({} of {} bytes differ)",
            c.different, c.bytes
        );
        let who = |body: &Body, runs: &Runs| {
            let op = runs.iter().find(|r| r.0 == kernel)?.1;
            let w = writer(s, body, op, self.target.as_ref(), &self.start, first)?;
            Some((s.ctx.place(body.loc(w)), s.ctx.text(body.name(w)).to_string()))
        };
        let old = who(before.0, before.1);
        let new = who(at.body, after);
        let place = old
            .as_ref()
            .or(new.as_ref())
            .map_or(Place::Unknown, |w| w.0.clone());
        let mut d = Diagnostic::error(place, text);
        for (when, w) in [("before", old), ("after", new)] {
            d = match w {
                Some((place, name)) => {
                    d.note(place, format!("{when} the pass it was written by this '{name}'"))
                }
                None => d.note(Place::Unknown, format!("{when} the pass nothing wrote it")),
            };
        }
        self.found.push(d);
    }
}

impl Instrument for Execute {
    fn before(&mut self, at: Moment<'_>, _tell: &mut dyn Tell) {
        if self.before.is_none() {
            let runs = self.run(at);
            self.before = Some((at.body.clone(), runs));
        }
    }

    fn after(&mut self, at: Moment<'_>, ok: bool, tell: &mut dyn Tell) {
        let Some((body, before)) = self.before.take() else {
            return;
        };
        if !ok {
            return;
        }
        self.passes = self.passes.saturating_add(1);
        let pass = &at.step.pass;
        let after = self.run(at);
        for (kernel, _, was) in &before {
            let is = after.iter().find(|a| a.0 == *kernel);
            let mut line = format!("verify-by-execution: {pass}: kernel '{kernel}': ");
            match (was, is.map(|i| &i.2)) {
                (Err(why), _) => line.push_str(&format!("not compared: {}", why.message)),
                (Ok(_), None) => line.push_str("not compared: the pass removed it"),
                (Ok(_), Some(Err(why))) => {
                    line.push_str("the program after the pass cannot be executed");
                    let text = format!(
                        "after pass '{pass}' kernel '{kernel}' cannot be executed: {}",
                        why.message
                    );
                    let mut d = Diagnostic::error(why.place.clone(), text);
                    d.notes.clone_from(&why.notes);
                    d.limit = why.limit;
                    self.found.push(d);
                }
                (Ok(was), Some(Ok(is))) => {
                    let c = compare(was, is);
                    self.compared = self.compared.saturating_add(c.bytes);
                    line.push_str(&format!(
                        "{} transfers before, {} after, {} bytes compared, {} changed",
                        was.stats.transfers, is.stats.transfers, c.bytes, c.changed
                    ));
                    if c.unmatched > 0 {
                        line.push_str(&format!(", {} memories without a counterpart", c.unmatched));
                    }
                    if let Some(name) = &c.resized {
                        let text =
                            format!("pass '{pass}' changed the size of memory '{name}' of kernel '{kernel}'");
                        self.found.push(Diagnostic::error(Place::Unknown, text));
                    }
                    if c.different > 0 {
                        line.push_str(&format!(", {} differ", c.different));
                        self.differs(at, kernel, &c, (&body, &before), &after);
                    }
                }
            }
            line.push('\n');
            tell.text(&line);
        }
        self.before = Some((at.body.clone(), after));
    }
}
