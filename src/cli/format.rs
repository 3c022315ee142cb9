//! `--format-patterns`: which files, where the result goes, and what `--check` says.

use super::run::{Reporter, Stop};
use super::{DIAGNOSED, FINE, INTERNAL, crash, load, output};
use crate::lang::format::{Language, Refused, format};
use crate::support::diag::Sink;
use crate::support::limits::Limits;
use crate::support::source::SourceMap;
use clap::ArgMatches;
use clap::parser::ValueSource;
use std::path::Path;

/// Flags that mean something together with this one.
const TOGETHER: [&str; 7] = [
    "format-patterns",
    "check",
    "inputs",
    "output",
    "color",
    "limit",
    "crash-dir",
];

/// Lines of each text that `--check` shows after the first that differs.
const SHOWN: usize = 8;

/// Formats what a command line names. Gives what goes to the standard output.
pub(super) fn run(
    m: &ArgMatches,
    limits: &Limits,
    crash: &crash::Record,
    r: &mut Reporter<'_>,
) -> Result<String, Stop> {
    let given = |id: &&clap::Id| m.value_source(id.as_str()) == Some(ValueSource::CommandLine);
    if let Some(id) = m.ids().filter(given).find(|id| !TOGETHER.contains(&id.as_str())) {
        return Err(r.usage(format!("--{id} cannot be used with --format-patterns")));
    }
    let check = m.get_flag("check");
    let to = m.get_one::<String>("output");
    if check && to.is_some() {
        return Err(r.usage("-o cannot be used with --check, which writes nothing"));
    }
    let names = names(m).map_err(|e| r.usage(e))?;
    if to.is_some() && names.len() > 1 {
        return Err(r.usage(format!("-o takes one file, but there are {}", names.len())));
    }
    let mut out = String::new();
    let mut status = FINE;
    for name in &names {
        let one = File {
            name,
            check,
            to: to.map(String::as_str),
        };
        match one.format(limits, crash, r) {
            Ok(text) => out.push_str(&text),
            Err(Stop(s)) => status = status.max(s),
        }
    }
    // A limit is reported as such even among other faults.
    match status.max(r.status()) {
        FINE => Ok(out),
        status => Err(Stop(status)),
    }
}

/// The files, those of folders included, each once.
pub(super) fn names(m: &ArgMatches) -> Result<Vec<String>, String> {
    let given: Vec<String> = m.get_many("inputs").into_iter().flatten().cloned().collect();
    if given.is_empty() {
        return Ok(vec!["-".to_string()]);
    }
    load::files(&given, &["pat", "dialect"])
}

/// A file to format.
struct File<'a> {
    name: &'a str,
    check: bool,
    to: Option<&'a str>,
}

impl File<'_> {
    /// Gives what goes to the standard output.
    fn format(&self, limits: &Limits, crash: &crash::Record, r: &mut Reporter<'_>) -> Result<String, Stop> {
        let (shown, text) = match self.name {
            "-" => (
                "<stdin>",
                load::read("<stdin>", std::io::stdin().lock(), limits.file_bytes),
            ),
            name => (name, load::read_file(name, limits.file_bytes)),
        };
        let text = text.map_err(|e| r.unread(e))?;
        crash.input(shown, &text);
        let mut map = SourceMap::new();
        let file = map.add(shown, text.as_str());
        let mut sink = Sink::new();
        let done = format(&map, file, language(self.name, &text), limits, &mut sink);
        r.all(&map, sink.items());
        let done = done.map_err(|why| {
            Stop(match why {
                Refused::Faulty => r.status(),
                Refused::Internal => INTERNAL,
            })
        })?;
        if self.check {
            return match difference(shown, &text, &done) {
                None => Ok(String::new()),
                Some(said) => {
                    let _ = r.err.write_all(said.as_bytes());
                    Err(Stop(DIAGNOSED))
                }
            };
        }
        let path = match self.to.unwrap_or(self.name) {
            "-" => return Ok(done),
            path => path,
        };
        if self.to.is_none() && done == text {
            return Ok(String::new());
        }
        output::write(Path::new(path), &done).map_err(|e| {
            let _ = writeln!(r.err, "error: cannot write '{path}': {}", load::plain(&e));
            Stop(DIAGNOSED)
        })?;
        Ok(String::new())
    }
}

/// The language of a file: by its name, else by the word that it begins with.
fn language(name: &str, text: &str) -> Language {
    let first = || {
        let mut lines = text.lines().map(str::trim_start);
        let line = lines
            .find(|l| !l.is_empty() && !l.starts_with("//"))
            .unwrap_or("");
        let word = line.split(|c: char| !c.is_ascii_alphabetic()).next();
        matches!(word, Some("dialect" | "target"))
    };
    let dialects = match Path::new(name).extension().and_then(|e| e.to_str()) {
        Some("dialect") => true,
        Some("pat") => false,
        _ => first(),
    };
    if dialects {
        Language::Dialects
    } else {
        Language::Patterns
    }
}

/// Where two texts differ first, with some lines of both.
fn difference(name: &str, old: &str, new: &str) -> Option<String> {
    if old == new {
        return None;
    }
    let (old, new): (Vec<&str>, Vec<&str>) = (
        old.split_inclusive('\n').collect(),
        new.split_inclusive('\n').collect(),
    );
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let (old, new) = (old.get(same..).unwrap_or(&[]), new.get(same..).unwrap_or(&[]));
    let pairs = old.iter().rev().zip(new.iter().rev());
    let end = pairs.take_while(|(a, b)| a == b).count();
    let mut said = format!("{name}:{}: would be formatted\n", same + 1);
    for (sign, lines) in [('-', old), ('+', new)] {
        let changed = lines.len() - end;
        for line in lines.iter().take(changed.min(SHOWN)) {
            said.push(sign);
            said.push_str(line.trim_end_matches(['\n', '\r']));
            said.push('\n');
        }
        if changed > SHOWN {
            said.push_str(&format!("{sign}... {} more lines\n", changed - SHOWN));
        }
    }
    Some(said)
}
