//! `--check-patterns`: loads what ships and the files that are named, reports all their faults, and runs their examples.

use super::run::{self, Reporter, Stop};
use super::{FINE, crash, format, load};
use crate::lang::parse_pat;
use crate::pass::RunConfig;
use crate::session::Session;
use crate::shipped;
use crate::support::diag::{Diagnostic, Place, Severity, Sink};
use crate::support::limits::Limits;
use crate::support::source::FileId;
use clap::ArgMatches;
use clap::parser::ValueSource;

/// Flags that mean something together with this one.
const TOGETHER: [&str; 11] = [
    "check-patterns",
    "inputs",
    "dialects",
    "patterns",
    "target",
    "target-file",
    "allow-cycles",
    "color",
    "show-diagnostic-kinds",
    "limit",
    "crash-dir",
];

/// Checks what a command line names. Gives the summary.
pub(super) fn run(
    m: &ArgMatches,
    limits: &Limits,
    crash: &crash::Record,
    r: &mut Reporter<'_>,
) -> Result<String, Stop> {
    let on_line = |id: &&clap::Id| m.value_source(id.as_str()) == Some(ValueSource::CommandLine);
    if let Some(id) = m
        .ids()
        .filter(on_line)
        .find(|id| !TOGETHER.contains(&id.as_str()))
    {
        return Err(r.usage(format!("--{id} cannot be used with --check-patterns")));
    }
    let values = |name: &str| -> Vec<String> { m.get_many(name).into_iter().flatten().cloned().collect() };
    let names = if values("inputs").is_empty() {
        Vec::new()
    } else {
        format::names(m).map_err(|e| r.usage(e))?
    };
    let target_files = values("target-file");
    let mut around = load::files(&values("dialects"), &["dialect"]).map_err(|e| r.usage(e))?;
    around.retain(|f| !target_files.contains(f));
    around.extend(target_files.iter().cloned());
    around.extend(load::files(&values("patterns"), &["pat"]).map_err(|e| r.usage(e))?);
    // What is named twice is loaded once.
    around.retain(|f| !names.contains(f));
    let mut files = Files::default();
    for (name, given) in around
        .iter()
        .map(|n| (n, false))
        .chain(names.iter().map(|n| (n, true)))
    {
        let text = load::read_file(name, limits.file_bytes).map_err(|e| r.unread(e))?;
        crash.input(name, &text);
        files.add(name, text, given);
    }

    let nesting = limits.nesting.max(Limits::default().nesting);
    let deep = Limits {
        nesting,
        ..limits.clone()
    };
    let mut sink = Sink::new();
    let (mut session, loaded) = Session::new(&files.dialects, deep, &mut sink);
    session.allow_cycles = m.get_flag("allow-cycles");
    let (ids, ours) = files.sources(&mut session, names.is_empty());
    if loaded.is_err() {
        // Without dialects no name means anything, but what is no sentence is known.
        for id in &ours {
            parse_pat(&session.map, *id, &session.limits, &mut sink);
        }
    }
    let engine = match loaded {
        Ok(()) => crate::rewrite::engine(&session, &ids, &mut sink).ok(),
        Err(_) => None,
    };
    session.limits.nesting = limits.nesting;
    r.all(&session.map, sink.items());
    let Some(engine) = engine else {
        return Err(Stop(r.status()));
    };
    let mut sink = Sink::new();
    let config = RunConfig {
        target: run::target(&mut session, m, &target_files, &mut sink),
        ..RunConfig::default()
    };
    if sink.errors() > 0 {
        r.all(&session.map, sink.items());
        return Err(Stop(super::USAGE));
    }
    for (name, old) in &files.stand_ins {
        let text = format!("'{name}' stands for the built-in {old}");
        sink.push(Diagnostic::new(Severity::Remark, Place::Unknown, text));
    }
    let counts = engine.check_examples(&session, &ours, &config, &mut sink);
    r.all(&session.map, sink.items());
    let files = if names.is_empty() { ours.len() } else { names.len() };
    let summary = format!(
        "{}, {}{}, {}",
        count(files, "file"),
        count(counts.patterns, "pattern"),
        if counts.rules > 0 {
            format!(", {}", count(counts.rules, "rule"))
        } else {
            String::new()
        },
        count(counts.examples, "example")
    );
    match r.status() {
        FINE => Ok(format!("{summary}: ok\n")),
        status => {
            let _ = writeln!(r.err, "{summary}: {} failed", counts.failed);
            Err(Stop(status))
        }
    }
}

fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// What is loaded beside the built-in files.
#[derive(Default)]
struct Files {
    dialects: Vec<(String, String)>,
    /// Pattern files, and whether their examples run.
    patterns: Vec<(String, String, bool)>,
    /// Files in the place of built-in ones, by the number of those.
    instead: Vec<(usize, String, String, bool)>,
    /// Of these, such as differ: their names and those of the built-in ones.
    stand_ins: Vec<(String, String)>,
}

/// Whether a file is a copy of a built-in one, or would be: its path ends with that one's.
fn same_file(name: &str, text: &str, (shown, own): &(&str, &str)) -> bool {
    let path = shown.split_once('/').map_or(*shown, |p| p.1);
    let ends = name
        .strip_suffix(path)
        .is_some_and(|before| before.is_empty() || before.ends_with('/'));
    ends || text == *own
}

impl Files {
    fn add(&mut self, name: &str, text: String, ours: bool) {
        if name.ends_with(".dialect") {
            // They replace what they redefine.
            if !shipped::DIALECTS.iter().any(|d| d.1 == text) {
                self.dialects.push((name.to_string(), text));
            }
            return;
        }
        let mut builtin = shipped::PATTERNS.iter().enumerate();
        match builtin.find(|(_, b)| same_file(name, &text, b)) {
            Some((n, b)) if !self.instead.iter().any(|i| i.0 == n) => {
                if text != b.1 {
                    self.stand_ins.push((name.to_string(), b.0.to_string()));
                }
                self.instead.push((n, name.to_string(), text, ours));
            }
            _ => self.patterns.push((name.to_string(), text, ours)),
        }
    }

    /// All pattern files in the order in which they are loaded, and those whose examples run.
    fn sources(&self, session: &mut Session, all: bool) -> (Vec<FileId>, Vec<FileId>) {
        let (mut ids, mut ours) = (Vec::new(), Vec::new());
        for (n, (name, text)) in shipped::PATTERNS.iter().enumerate() {
            let (id, own) = match self.instead.iter().find(|i| i.0 == n) {
                Some((_, name, text, own)) => (session.map.add(name.as_str(), text.as_str()), *own),
                None => (session.map.add(*name, *text), all),
            };
            ids.push(id);
            if own {
                ours.push(id);
            }
        }
        for (name, text, own) in &self.patterns {
            let id = session.map.add(name.as_str(), text.as_str());
            ids.push(id);
            if *own {
                ours.push(id);
            }
        }
        (ids, ours)
    }
}
