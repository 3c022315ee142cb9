//! One run of the tool.

use super::{
    DIAGNOSED, Done, FINE, LIMIT, USAGE, args, check, colored, coverage, crash, debug, execute, expect,
    format, limits, list, load, output, reproduce, stop,
};
use crate::dialect::override_target;
use crate::pass::instrument::Instrument;
use crate::pass::timing::{Sizes, Times};
use crate::pass::{Engine, RunConfig, Step, TraceMode, pipeline, run_watched, until};
use crate::session::Session;
use crate::support::diag::{Diagnostic, Place, Severity, Sink, render};
use crate::support::limits::Limits;
use crate::support::nearest::hint;
use crate::support::source::{FileId, SourceMap, Span};
use crate::text::print::{PrintOptions, print};
use clap::ArgMatches;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Where the pieces of an input meet, in the input and in the output.
const SPLIT: &str = "// -----";

/// Flags of runs that read no input.
const WITHOUT_PASSES: [&str; 9] = [
    "format-patterns",
    "list-diagnostics",
    "check-patterns",
    "list-passes",
    "print-pattern-sources",
    "list-targets",
    "show-dialects",
    "pattern-coverage-report",
    "ap",
];

/// A run that ended early, with its status; what there was to say has been said.
pub(super) struct Stop(pub(super) u8);

/// Prints diagnostics up to the limit, and counts on.
pub(super) struct Reporter<'e> {
    pub(super) err: &'e mut dyn Write,
    pub(super) color: bool,
    pub(super) kinds: bool,
    pub(super) most: usize,
    printed: usize,
    more: usize,
    limit: bool,
    errors: usize,
}

impl<'e> Reporter<'e> {
    pub(super) fn new(err: &'e mut dyn Write) -> Self {
        Reporter {
            err,
            color: false,
            kinds: false,
            most: Limits::default().diagnostics,
            printed: 0,
            more: 0,
            limit: false,
            errors: 0,
        }
    }
    /// Says how many were not printed.
    pub(super) fn rest(&mut self) {
        if self.more > 0 {
            let more = self.more;
            let _ = writeln!(self.err, "and {more} more (--limit diagnostics=N shows more)");
        }
    }
    pub(super) fn all(&mut self, map: &SourceMap, found: &[Diagnostic]) {
        for d in found {
            self.limit |= d.limit;
            self.errors += usize::from(d.severity == Severity::Error);
            if self.printed < self.most {
                self.printed += 1;
                let text = match d.kind.filter(|_| self.kinds) {
                    Some(k) => {
                        let message = format!("{} [{}]", d.message, k.id());
                        render(map, &Diagnostic { message, ..d.clone() }, self.color)
                    }
                    None => render(map, d, self.color),
                };
                let _ = self.err.write_all(text.as_bytes());
            } else {
                self.more += 1;
            }
        }
    }
    /// A fault of the command line itself.
    pub(super) fn usage(&mut self, message: impl std::fmt::Display) -> Stop {
        let _ = writeln!(self.err, "error: {message}");
        Stop(USAGE)
    }
    /// A fault of what is around the run.
    pub(super) fn failed(&mut self, message: impl std::fmt::Display) -> Stop {
        let _ = writeln!(self.err, "error: {message}");
        Stop(DIAGNOSED)
    }
    /// The status of a run whose input is at fault.
    pub(super) fn status(&self) -> u8 {
        match (self.limit, self.errors) {
            (true, _) => LIMIT,
            (false, 0) => FINE,
            (false, _) => DIAGNOSED,
        }
    }
    pub(super) fn unread(&mut self, fault: load::Unread) -> Stop {
        match fault {
            load::Unread::Missing(text) => {
                let _ = writeln!(self.err, "error: {text}");
                Stop(DIAGNOSED)
            }
            load::Unread::Bad(map, d) => {
                self.all(&map, std::slice::from_ref(&d));
                Stop(self.status())
            }
        }
    }
}

/// Runs a command line.
pub(super) fn command(raw: Vec<OsString>, crash: &crash::Record, err: &mut dyn Write) -> Done {
    let mut reporter = Reporter::new(err);
    let done = attempt(raw, crash, &mut reporter);
    reporter.rest();
    match done {
        Ok(text) => Done { status: FINE, text },
        Err(Stop(status)) => Done {
            status,
            text: String::new(),
        },
    }
}

fn attempt(raw: Vec<OsString>, crash: &crash::Record, r: &mut Reporter<'_>) -> Result<String, Stop> {
    let mut given = Vec::new();
    for a in raw {
        match a.into_string() {
            Ok(text) => given.push(text),
            Err(a) => return Err(r.usage(format!("argument '{}' is not valid UTF-8", a.to_string_lossy()))),
        }
    }
    let fixed = args::fixed();
    let stored = reproducer(&mut given, r)?;
    let early = |name: &str| args::early(&fixed, &given, name);
    crash.command(&given, early("crash-dir").last().map(PathBuf::from));
    r.color = colored(early("color").last().map_or("auto", String::as_str));
    let mut limits = Limits::default();
    for text in early("limit") {
        limits::set(&mut limits, &text).map_err(|e| r.usage(format!("--limit: {e}")))?;
    }
    r.most = limits.diagnostics;
    r.kinds = !early("show-diagnostic-kinds").is_empty();

    // What asks for the passes may change nothing, whatever else is there.
    let only_asks = !early("print-pass-pipeline").is_empty();
    if only_asks && WITHOUT_PASSES.iter().any(|f| !early(f).is_empty()) {
        return Ok(String::new());
    }
    if !early("format-patterns").is_empty() {
        let words = std::iter::once("rookery-opt".to_string()).chain(args::two_dashes(&fixed, &given));
        let m = parsed(fixed.clone(), words, r)?;
        return m.map_or_else(Ok, |m| format::run(&m, &limits, crash, r));
    }
    if !early("list-diagnostics").is_empty() {
        return Ok(list::diagnostics());
    }
    if !early("check-patterns").is_empty() {
        let words = std::iter::once("rookery-opt".to_string()).chain(args::two_dashes(&fixed, &given));
        let m = parsed(fixed.clone(), words, r)?;
        return m.map_or_else(Ok, |m| check::run(&m, &limits, crash, r));
    }

    let mut times = Times::default();
    // Loading comes first, since patterns bring flags of their own.
    let target_files = early("target-file");
    let mut dialect_files = load::files(&early("dialects"), &["dialect"]).map_err(|e| r.usage(e))?;
    dialect_files.retain(|f| !target_files.contains(f));
    dialect_files.extend(target_files.iter().cloned());
    let mut pattern_files = load::files(&early("patterns"), &["pat"]).map_err(|e| r.usage(e))?;
    load::applied(&early(args::APPLY), &stored.patterns, &mut pattern_files);
    let mut texts = |names: Vec<String>| -> Result<Vec<(String, String)>, Stop> {
        let mut out = Vec::new();
        for name in names {
            let text = load::read_file(&name, limits.file_bytes).map_err(|e| r.unread(e))?;
            crash.input(&name, &text);
            out.push((name, text));
        }
        Ok(out)
    };
    let (mut dialects, mut patterns) = (stored.dialects, stored.patterns);
    dialects.extend(texts(dialect_files)?);
    patterns.extend(texts(pattern_files)?);
    loop {
        let more = load::imported(&patterns);
        if more.is_empty() {
            break;
        }
        patterns.extend(texts(more)?);
    }
    let mut sink = Sink::new();
    let allow_cycles = !early("allow-cycles").is_empty();
    let wanted = args::want_passes(&fixed, &given).then_some(&*patterns);
    let (mut session, engine) = load::load(&dialects, wanted, &limits, allow_cycles, &mut sink);
    times.end("load");
    let broken = sink.errors() > 0;
    r.all(&session.map, sink.items());

    // With broken files the flags cannot be known; but help does not need them.
    let full = args::full(&*engine);
    if broken
        && !given
            .iter()
            .any(|a| ["--help", "-h", "-help", "--version", "-version"].contains(&a.as_str()))
    {
        return Err(Stop(r.status()));
    }
    let words = std::iter::once("rookery-opt".to_string()).chain(args::two_dashes(&full, &given));
    let m = match parsed(full, words, r)? {
        Ok(m) => m,
        Err(help) => return Ok(help),
    };
    if let Some(text) = listing(&session, &*engine, &m).map_err(|e| r.usage(e))? {
        return Ok(text);
    }
    if let Some(path) = m.get_one::<String>("pattern-coverage-report") {
        return coverage::report(Path::new(path)).map_err(|e| r.failed(e));
    }
    let mut sink = Sink::new();
    let steps = steps(&mut session, &*engine, &m, &mut sink);
    let target = target(&mut session, &m, &target_files, &mut sink);
    if sink.errors() > 0 {
        r.all(&session.map, sink.items());
        return Err(Stop(USAGE));
    }
    let stop = stop::wanted(&*engine, &steps, &m).map_err(|e| r.usage(e))?;
    if only_asks {
        return Ok(match until(&steps, stop.as_ref()) {
            [] => String::new(),
            steps => format!("{}\n", pipeline::text(steps)),
        });
    }
    let watch = debug::watch(&*engine, &m).map_err(|e| r.usage(e))?;
    let default_threads = std::thread::available_parallelism().map_or(1, usize::from);
    let config = RunConfig {
        threads: m
            .get_one::<u64>("threads")
            .map_or(default_threads, |&n| n as usize),
        target,
        trace: if m.contains_id("trace-patterns") {
            TraceMode::Patterns
        } else {
            TraceMode::Off
        },
        observe: debug::observe(&*engine, &session.reg, &m).map_err(|e| r.usage(e))?,
        verify_each: m.get_one::<bool>("verify-each").copied().unwrap_or(true),
        stop,
    };
    if crash.wanted() {
        crash.setting(crash::Setting {
            threads: config.threads,
            verify_each: config.verify_each,
            flags: kept(&m, &config),
            dialects,
            patterns,
        });
    }
    if let Some(texts) = m.get_many::<String>("ap") {
        let texts: Vec<String> = texts.cloned().collect();
        let elements = m.get_one::<u32>("ap-elements").map_or(0, |n| *n as usize);
        return transfers(&mut session, &*engine, (&texts, elements), &config, r);
    }
    let inputs = inputs(&mut session, &m, crash, r)?;
    let mut run = Run {
        session: &session,
        engine: &*engine,
        steps: &steps,
        config,
        watch: &watch,
        crash: crash.clone(),
        seen: debug::Seen::default(),
        times: m.get_flag("timing").then_some(times),
        sizes: m.get_flag("pass-statistics").then(Sizes::default),
        m: &m,
    };
    if run.config.observe.coverage {
        run.seen.taken = engine.points(&session).into_iter().map(|p| (p, 0)).collect();
    }
    let done = run.inputs(&inputs, r);
    if let Some(path) = m.get_one::<String>("pattern-coverage") {
        coverage::add(Path::new(path), std::mem::take(&mut run.seen.taken)).map_err(|e| r.failed(e))?;
    }
    let _ = r.err.write_all(run.report().as_bytes());
    let text = done?;
    match m.get_one::<String>("output").filter(|o| *o != "-") {
        None => Ok(text),
        Some(path) => match output::write(Path::new(path), &text) {
            Ok(()) => Ok(String::new()),
            Err(e) => {
                let _ = writeln!(r.err, "error: cannot write '{path}': {}", load::plain(&e));
                Err(Stop(DIAGNOSED))
            }
        },
    }
}

/// What transfers are that the command line spells out.
fn transfers(
    session: &mut Session,
    engine: &dyn Engine,
    (texts, elements): (&[String], usize),
    config: &RunConfig,
    r: &mut Reporter<'_>,
) -> Result<String, Stop> {
    let mut out: Vec<String> = Vec::new();
    let mut status = FINE;
    for text in texts {
        let file = session.map.add("--ap", text.as_str());
        let mut sink = Sink::new();
        match engine.transfer(session, file, elements, config, &mut sink) {
            Ok(text) => out.push(text),
            // A text that is not understood is a fault of the command line.
            Err(_) => {
                let here = |d: &Diagnostic| matches!(d.place, Place::Span(s) if s.file == file);
                let usage = sink.items().iter().any(here);
                status = status.max(if usage { USAGE } else { DIAGNOSED });
            }
        }
        r.all(&session.map, sink.items());
    }
    match status {
        FINE => Ok(out.join("\n")),
        status => Err(Stop(status)),
    }
}

/// The command line, or the help that it asks for.
pub(super) fn parsed(
    mut command: clap::Command,
    words: impl Iterator<Item = String>,
    r: &mut Reporter<'_>,
) -> Result<Result<ArgMatches, String>, Stop> {
    match command.try_get_matches_from_mut(words) {
        Ok(m) => Ok(Ok(m)),
        Err(e) if !e.use_stderr() => Ok(Err(e.render().to_string())),
        Err(e) => {
            let _ = write!(r.err, "{}", e.render());
            Err(Stop(USAGE))
        }
    }
}

/// With `--run-reproducer`, what the file says; its arguments come before those that are given.
fn reproducer(given: &mut Vec<String>, r: &mut Reporter<'_>) -> Result<reproduce::Reproducer, Stop> {
    let fixed = args::fixed();
    let words = args::two_dashes(&fixed, given);
    if !words
        .iter()
        .take_while(|w| *w != "--")
        .any(|w| w == "--run-reproducer")
    {
        return Ok(reproduce::Reproducer::default());
    }
    let words = std::iter::once("rookery-opt".to_string()).chain(words);
    let m = match fixed.try_get_matches_from(words) {
        Ok(m) => m,
        Err(e) => {
            let _ = write!(r.err, "{}", e.render());
            return Err(Stop(USAGE));
        }
    };
    let inputs: Vec<&String> = m.get_many::<String>("inputs").into_iter().flatten().collect();
    let [name] = inputs.as_slice() else {
        return Err(r.usage("--run-reproducer needs one file"));
    };
    let text = load::read_file(name, Limits::default().file_bytes).map_err(|e| r.unread(e))?;
    let stored = reproduce::read(&text).map_err(|e| r.failed(format!("'{name}' is no reproducer: {e}")))?;
    for w in &stored.warnings {
        let _ = writeln!(r.err, "warning: '{name}': {w}");
    }
    given.splice(0..0, stored.args.iter().cloned());
    Ok(stored)
}

/// The flags that change what passes do, for a reproducer.
fn kept(m: &ArgMatches, config: &RunConfig) -> Vec<String> {
    let mut out = Vec::new();
    if let Some((name, settings)) = &config.target {
        let settings: Vec<String> = settings.iter().map(|(k, v)| format!("{k}={v}")).collect();
        let braced = if settings.is_empty() {
            String::new()
        } else {
            format!("{{{}}}", settings.join(","))
        };
        out.push(format!("--target={name}{braced}"));
    }
    for flag in ["limit", "inject-fault"] {
        let values = m.get_many::<String>(flag).into_iter().flatten();
        out.extend(values.map(|v| format!("--{flag}={v}")));
    }
    if let Some(seed) = config.observe.shuffle {
        out.push(format!("--shuffle-worklist={seed}"));
    }
    out.extend(config.stop.as_ref().map(stop::flag));
    if m.get_flag("allow-unregistered-dialect") {
        out.push("--allow-unregistered-dialect".to_string());
    }
    out
}

/// What a listing flag asks for.
fn listing(session: &Session, engine: &dyn Engine, m: &ArgMatches) -> Result<Option<String>, String> {
    let mut out = None;
    if m.get_flag("list-passes") {
        out.get_or_insert_with(String::new)
            .push_str(&list::passes(engine));
    }
    if m.get_flag("print-pattern-sources") {
        out.get_or_insert_with(String::new)
            .push_str(&engine.sources(session));
    }
    if m.get_flag("list-targets") {
        out.get_or_insert_with(String::new)
            .push_str(&list::targets(session));
    }
    if let Some(name) = m.get_one::<String>("show-dialects") {
        out.get_or_insert_with(String::new)
            .push_str(&list::dialects(session, name)?);
    }
    Ok(out)
}

/// The passes to run, in the order of the command line.
fn steps(session: &mut Session, engine: &dyn Engine, m: &ArgMatches, sink: &mut Sink) -> Vec<Step> {
    let mut out = Vec::new();
    for (name, text) in args::pass_flags(engine, m) {
        let file = session.map.add(format!("--{name}"), text.as_str());
        let nesting = session.limits.nesting;
        let reader = pipeline::Reader {
            engine,
            reg: &session.reg,
            map: &session.map,
            nesting,
        };
        let read = match name.as_str() {
            "pass-pipeline" => reader.pipeline(file, sink),
            args::APPLY => Ok(vec![load::sets_step(&text)]),
            name => reader.flag(name, file, sink),
        };
        let read = read.unwrap_or_default();
        let at = Span::new(file, 0, text.len());
        for step in &read {
            if let Err(why) = engine.resolve(session, step) {
                sink.error(at, why);
            }
        }
        out.extend(read);
    }
    out
}

/// The target that is asked for, with its overridden parameters, all checked.
pub(super) fn target(
    session: &mut Session,
    m: &ArgMatches,
    files: &[String],
    sink: &mut Sink,
) -> Option<(String, Vec<(String, String)>)> {
    let Some(text) = m.get_one::<String>("target") else {
        // A file of just one target leaves no doubt.
        let ours = |s: Span| files.iter().any(|f| **f == *session.map.file(s.file).name);
        let mut declared = session.reg.targets.iter().filter(|t| ours(t.span));
        return match (declared.next(), declared.next()) {
            (Some(t), None) => Some((t.name.to_string(), Vec::new())),
            _ => None,
        };
    };
    let file = session.map.add("--target", text.as_str());
    let (name, at, given) = pipeline::target(text, file, session.limits.nesting, sink).ok()?;
    let Some(id) = session.reg.target(&name) else {
        let known = hint(&name, session.reg.targets.iter().map(|t| &*t.name));
        sink.error(
            at,
            format!("unknown target '{name}'{known} (--list-targets lists them)"),
        );
        return None;
    };
    let mut settings = Vec::new();
    for s in given {
        let Some(value) = s.value else {
            sink.error(s.span, format!("parameter '{}' needs a value", s.key));
            continue;
        };
        // One by one, so that a fault is shown at its own place.
        let one = (s.key.replace('-', "_"), value);
        settings.push(one);
        if let Err(text) = override_target(&session.ctx, &session.reg, &session.reg.targets[id], &settings) {
            sink.error(s.key_span.to(s.span), text);
            settings.pop();
        }
    }
    Some((name, settings))
}

/// The inputs, cut into pieces where asked.
fn inputs(
    session: &mut Session,
    m: &ArgMatches,
    crash: &crash::Record,
    r: &mut Reporter<'_>,
) -> Result<Vec<FileId>, Stop> {
    let named: Vec<String> = m
        .get_many::<String>("inputs")
        .into_iter()
        .flatten()
        .cloned()
        .collect();
    let named = if named.is_empty() {
        vec!["-".to_string()]
    } else {
        named
    };
    if named.iter().filter(|n| *n == "-").count() > 1 {
        return Err(r.usage("the standard input can be read only once"));
    }
    let limit = session.limits.file_bytes;
    let mut out = Vec::new();
    for name in named {
        let (shown, text) = match name.as_str() {
            "-" => (
                "<stdin>".to_string(),
                load::read("<stdin>", std::io::stdin().lock(), limit),
            ),
            _ => (name.clone(), load::read_file(&name, limit)),
        };
        let text = text.map_err(|e| r.unread(e))?;
        crash.input(&shown, &text);
        if !m.get_flag("split-input-file") {
            out.push(session.map.add(shown, text));
            continue;
        }
        let (mut piece, mut base) = (String::new(), 0);
        for (n, line) in text.split_inclusive('\n').enumerate() {
            if line
                .trim_end()
                .strip_prefix(SPLIT)
                .is_some_and(|rest| rest.bytes().all(|b| b == b'-'))
            {
                out.push(
                    session
                        .map
                        .add_piece(shown.as_str(), std::mem::take(&mut piece), base),
                );
                base = n as u32 + 1;
            } else {
                piece.push_str(line);
            }
        }
        out.push(session.map.add_piece(shown, piece, base));
    }
    Ok(out)
}

/// What every input goes through.
struct Run<'a> {
    session: &'a Session,
    engine: &'a dyn Engine,
    steps: &'a [Step],
    config: RunConfig,
    watch: &'a debug::Watch,
    crash: crash::Record,
    seen: debug::Seen,
    times: Option<Times>,
    sizes: Option<Sizes>,
    m: &'a ArgMatches,
}

impl Run<'_> {
    /// The output of all inputs; none if one failed, but the faults of all.
    fn inputs(&mut self, files: &[FileId], r: &mut Reporter<'_>) -> Result<String, Stop> {
        let verify = self.m.get_flag("verify-diagnostics");
        let mut out = String::new();
        let mut written = 0;
        for &file in files {
            let mut sink = Sink::new();
            if verify {
                self.config.observe.refusals = expect::refusals(&self.session.map, file);
            }
            let text = self.one(file, &mut sink, r);
            if verify {
                let found = sink.take();
                let refused = std::mem::take(&mut self.seen.refused);
                expect::check(&self.session.map, file, found, &refused, &mut sink);
            }
            r.all(&self.session.map, sink.items());
            let Some(text) = text else {
                if !verify && sink.errors() == 0 {
                    // An engine that fails without a word must not look like success.
                    r.errors += 1;
                }
                continue;
            };
            if written > 0 {
                out.push_str(SPLIT);
                out.push('\n');
            }
            written += 1;
            out.push_str(&text);
        }
        match r.status() {
            FINE => Ok(out),
            status => Err(Stop(status)),
        }
    }

    fn one(&mut self, file: FileId, sink: &mut Sink, r: &mut Reporter<'_>) -> Option<String> {
        let s = self.session;
        let flag = |name: &str| self.m.get_flag(name);
        if let Some(t) = &mut self.times {
            t.begin();
        }
        let body = s.read(file, flag("allow-unregistered-dialect"), sink);
        if let Some(t) = &mut self.times {
            t.end("parse");
            t.begin();
        }
        let mut body = body.filter(|b| s.verify(b, sink))?;
        if let Some(t) = &mut self.times {
            t.verified();
        }
        let mut dump = self.watch.dump.clone();
        let mut execute = execute::Execute::wanted(self.m, &self.config);
        let mut instruments: Vec<&mut dyn Instrument> = Vec::new();
        instruments.extend(execute.as_mut().map(|e| e as &mut dyn Instrument));
        if self.crash.wanted() {
            instruments.push(&mut self.crash);
        }
        if dump.wanted() {
            instruments.push(&mut dump);
        }
        instruments.extend(self.sizes.as_mut().map(|s| s as &mut dyn Instrument));
        instruments.extend(self.times.as_mut().map(|t| t as &mut dyn Instrument));
        let mut err = std::io::BufWriter::new(&mut *r.err);
        let ran = run_watched(
            self.engine,
            s,
            &mut body,
            self.steps,
            &self.config,
            &mut instruments,
            sink,
            &mut debug::Told {
                err: &mut err,
                seen: &mut self.seen,
            },
        );
        let _ = err.flush();
        drop(err);
        self.crash.done();
        if let Some(e) = execute {
            let before = sink.errors();
            e.finish(ran.is_ok(), sink);
            sink.since(before).ok()?;
        }
        ran.ok()?;
        if flag("print-access-patterns") {
            let mut sink = Sink::new();
            let text = self.engine.accesses(s, &body, &self.config, &mut sink);
            r.all(&s.map, sink.items());
            return (sink.errors() == 0).then_some(text);
        }
        let locations = flag("print-debuginfo").then_some(&s.map);
        let options = PrintOptions {
            generic: flag("print-op-generic"),
            locations,
        };
        if let Some(t) = &mut self.times {
            t.begin();
        }
        let text = print(&s.ctx, &s.reg, &body, body.root(), options);
        if let Some(t) = &mut self.times {
            t.end("print");
        }
        Some(text)
    }

    /// The reports that come when everything is done.
    fn report(&self) -> String {
        let mut out = String::new();
        if self.m.get_flag("pattern-statistics") {
            out.push_str(&self.seen.table());
        }
        out.extend(self.sizes.as_ref().map(Sizes::report));
        out.extend(self.times.as_ref().map(|t| t.report(self.config.threads)));
        out
    }
}
