//! `--verify-by-execution`: programs are run before and after each pass, and must leave the same bytes.
//!
//! `--execution-record=FILE` adds a line a kernel and pass to FILE: `pass<TAB>kernel<TAB>bytes compared`, or
//! `pass<TAB>kernel<TAB>-<TAB>why` where nothing was. `rookery-lit` counts by it.

use super::load;
use crate::ir::origin::OriginId;
use crate::ir::{Body, Context, OpId};
use crate::lang::defs::TargetDef;
use crate::pass::RunConfig;
use crate::pass::instrument::{Instrument, Moment, Tell};
use crate::session::Session;
use crate::sim::Start;
use crate::sim::compare::{Comparison, Runs, blame, compare, run_all};
use crate::support::diag::{Diagnostic, Place, Sink};
use clap::ArgMatches;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

/// What is known of one input.
pub(super) struct Execute {
    config: RunConfig,
    start: Start,
    /// The program before the pass, and what its kernels came to.
    before: Option<(Body, Runs)>,
    target: Option<TargetDef>,
    compared: u64,
    passes: u64,
    /// Say what is wrong only.
    quiet: bool,
    /// The file that takes what was compared, and what it takes.
    record: Option<(PathBuf, String)>,
    /// What went wrong.
    found: Vec<Diagnostic>,
}

impl Execute {
    /// If the command line asks for it.
    pub(super) fn wanted(m: &ArgMatches, config: &RunConfig) -> Option<Self> {
        let how = m.get_one::<String>("verify-by-execution")?;
        let record = m.get_one::<String>("execution-record").map(PathBuf::from);
        Some(Execute {
            config: config.clone(),
            start: Start {
                filled: true,
                ..Start::default()
            },
            before: None,
            target: None,
            compared: 0,
            passes: 0,
            quiet: how == "quiet",
            record: record.map(|path| (path, String::new())),
            found: Vec::new(),
        })
    }
    fn note(&mut self, line: std::fmt::Arguments<'_>) {
        if let Some((_, text)) = &mut self.record {
            let _ = writeln!(text, "{line}");
        }
    }
    /// All that went wrong; `whole` if every pass has run.
    pub(super) fn finish(mut self, whole: bool, sink: &mut Sink) {
        let none = self.found.is_empty();
        for d in self.found.drain(..) {
            sink.push(d);
        }
        if let Some((path, text)) = &self.record {
            // One write, which appends: several runs may have one file.
            let file = std::fs::File::options().append(true).create(true).open(path);
            if let Err(e) = file.and_then(|mut f| f.write_all(text.as_bytes())) {
                let text = format!("cannot write '{}': {}", path.display(), load::plain(&e));
                sink.error(Place::Unknown, text);
            }
        }
        if whole && none && !self.quiet && self.passes > 0 && self.compared == 0 {
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
        let kernel_of = |runs: &Runs| runs.iter().find(|r| r.0 == kernel).map(|r| r.1);
        let (Some(was), Some(is)) = (kernel_of(before.1), kernel_of(after)) else {
            return;
        };
        let programs = [(before.0, was), (at.body, is)];
        let Some(found) = blame(s, programs, self.target.as_ref(), &self.start, c) else {
            return;
        };
        let ([old, new], first) = (found.writers, found.at);
        let pass = &at.step.pass;
        let text = format!(
            "pass '{pass}' changed what kernel '{kernel}' does: {first} ({} of {} bytes differ)",
            c.different, c.bytes
        );
        let place = |body: &Body, w: OpId| s.ctx.place(body.loc(w));
        let at_old = old.map(|w| place(before.0, w));
        let head = at_old.or_else(|| new.map(|w| place(at.body, w)));
        let mut d = Diagnostic::error(head.unwrap_or(Place::Unknown), text);
        for (when, body, w) in [("before", before.0, old), ("after", at.body, new)] {
            d = match w {
                Some(w) => {
                    let name = s.ctx.text(body.name(w));
                    let text = format!("{when} the pass it was written by this '{name}'");
                    made(&s.ctx, body.origin(w), d.note(place(body, w), text))
                }
                None => d.note(Place::Unknown, format!("{when} the pass nothing wrote it")),
            };
        }
        if let (Some(old), None) = (old, new) {
            d = gone(s, before.0, old, at, d);
        }
        self.found.push(d);
    }
}

/// The patterns that made an operation, latest first.
fn made(ctx: &Context, origin: OriginId, mut d: Diagnostic) -> Diagnostic {
    for (n, o) in ctx.origins(origin).enumerate() {
        let how = if n == 0 { "it came" } else { "and before that" };
        let (pattern, pass) = (ctx.text(o.pattern), ctx.text(o.pass));
        d = d.note(
            o.place,
            format!("{how} from pattern '{pattern}' of pass '{pass}'"),
        );
    }
    d
}

/// What became of an operation that wrote something and has no successor that does: the pattern that erased it, or that
/// made what is in its place.
fn gone(s: &Session, before: &Body, old: OpId, at: Moment<'_>, d: Diagnostic) -> Diagnostic {
    let ctx = &s.ctx;
    let (loc, body) = (before.loc(old), at.body);
    let erased = body.erased().iter().find(|e| e.0 == loc).map(|e| e.1);
    let here = |chain: OriginId| {
        ctx.origins(chain)
            .next()
            .filter(|o| ctx.text(o.pass) == at.step.pass)
    };
    if let Some(o) = erased.and_then(here) {
        let text = format!("pattern '{}' took that operation away", ctx.text(o.pattern));
        return d.note(o.place, text);
    }
    let place = ctx.place(loc);
    let mut there = body.walk_iter(body.root());
    let changed = there.find_map(|op| {
        let o = here(body.origin(op))?;
        (body.name(op) == before.name(old) && ctx.place(body.loc(op)) == place).then_some(o)
    });
    match changed {
        Some(o) => d.note(
            o.place,
            format!("pattern '{}' changed that operation", ctx.text(o.pattern)),
        ),
        None => d,
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
        let pass = &at.step.pass;
        let stop = self.config.stop.clone();
        let stopped = stop.as_ref().and_then(|s| s.stage_of(at.step));
        // Where nothing can be compared after part of a pass, that is no fault.
        self.passes = self.passes.saturating_add(u64::from(stopped.is_none()));
        let after = self.run(at);
        for (kernel, _, was) in &before {
            let is = after.iter().find(|a| a.0 == *kernel);
            let mut line = format!("verify-by-execution: {pass}: kernel '{kernel}': ");
            match (was, is.map(|i| &i.2)) {
                (Err(why), _) => {
                    line.push_str(&format!("not compared: {}", why.message));
                    self.note(format_args!("{pass}\t{kernel}\t-\t{}", why.message));
                }
                // What moves nothing may become anything.
                (Ok(was), _) if was.images.iter().all(|i| i.bytes.is_empty()) => {
                    line.push_str("not compared: it has no memory");
                    self.note(format_args!("{pass}\t{kernel}\t-\tit has no memory"));
                }
                (Ok(_), None) => {
                    line.push_str("not compared: the pass removed it");
                    self.note(format_args!("{pass}\t{kernel}\t-\tthe pass removed it"));
                }
                // Half of a pass's work need be no program.
                (Ok(_), Some(Err(why))) if stopped.is_some() => {
                    let text = format!(
                        "it cannot be executed after stage '{}': {}",
                        stopped.unwrap_or_default(),
                        why.message
                    );
                    line.push_str(&format!("not compared: {text}"));
                    self.note(format_args!("{pass}\t{kernel}\t-\t{text}"));
                }
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
                    self.note(format_args!("{pass}\t{kernel}\t{}", c.bytes));
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
                    if let Some((old, new)) = &c.printed {
                        let shown = |line: &str| match line {
                            "" => "nothing".to_string(),
                            line => format!("'{line}'"),
                        };
                        let text = format!(
                            "pass '{pass}' changed what kernel '{kernel}' prints: {} was {}",
                            shown(new),
                            shown(old)
                        );
                        self.found.push(Diagnostic::error(Place::Unknown, text));
                    }
                    if c.different > 0 {
                        line.push_str(&format!(", {} differ", c.different));
                        self.differs(at, kernel, &c, (&body, &before), &after);
                    }
                }
            }
            line.push('\n');
            if !self.quiet {
                tell.text(&line);
            }
        }
        self.before = Some((at.body.clone(), after));
    }
}
