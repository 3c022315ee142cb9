//! The flags that watch a run, and what they ask for.

use super::args::{flag, list, value};
use super::coverage;
use crate::lang::defs::{Map, Registry};
use crate::pass::Engine;
use crate::pass::dump::{Dump, Which};
use crate::pass::instrument::{Observe, PatternCounts, PatternLine, Point, Refused, Tell};
use crate::support::nearest::hint;
use clap::{ArgMatches, Command};
use std::fmt::Write as _;
use std::io::Write;

/// Heading of these flags in `--help`.
const DEBUG: &str = "Watching a run (docs/debugging.md)";

/// Adds the flags.
pub(super) fn flags(command: Command) -> Command {
    let all = [
        value(
            "trace-patterns",
            "HOW",
            "Tell which patterns were applied, and where; 'steps': and what each did",
        )
        .num_args(0..=1)
        .require_equals(true)
        .default_missing_value("lines")
        .value_parser(["lines", "steps"])
        .hide_possible_values(true),
        value(
            "trace-format",
            "FORMAT",
            "How to tell it: text, or json, an object a line [default: text]",
        )
        .value_parser(["text", "json"])
        .hide_possible_values(true),
        list(
            "explain",
            "OP,..",
            "Tell why patterns did not match what each pass leaves, or these operations of it",
        )
        .num_args(0..=1)
        .require_equals(true)
        .default_missing_value(""),
        list("print-ir-before", "PASS,..", "Print the IR before these passes"),
        list("print-ir-after", "PASS,..", "Print the IR after these passes"),
        flag(
            "ap-explain",
            "Say of each transfer whose form a pass asks for which rules fired and what its forms cost",
        ),
        flag(
            "print-access-patterns",
            "Print what each access and transfer is, its runs, ring entries and efficiency, instead of the IR",
        ),
        flag("print-ir-before-all", "Print the IR before every pass"),
        flag("print-ir-after-all", "Print the IR after every pass"),
        flag(
            "print-ir-after-change",
            "Print the IR after a pass only if it changed; alone, for every pass",
        ),
        value(
            "pattern-coverage",
            "FILE",
            "Add how often patterns and their alternatives were taken to the counts in FILE",
        ),
        value(
            "pattern-coverage-report",
            "PATH",
            "List what was never taken, by a file of counts or a folder of them, and stop",
        ),
        value(
            "shuffle-worklist",
            "SEED",
            "Let greedy stages take operations in an order that follows from SEED",
        )
        .value_parser(clap::value_parser!(u64)),
        // A test aid, described in docs/debugging.md.
        value("inject-fault", "PASS:N", "Provoke an internal error").hide(true),
        flag(
            "timing",
            "Report how long loading, parsing, passes, verifying and printing took",
        ),
        flag(
            "pattern-statistics",
            "Report how often each pattern was tried, matched and applied",
        ),
        flag(
            "pass-statistics",
            "Report how many operations each pass found and left",
        ),
    ];
    command.args(all.map(|a| a.help_heading(DEBUG)))
}

/// Where what a run tells goes.
pub(super) struct Told<'e> {
    /// The error stream.
    pub(super) err: &'e mut dyn Write,
    /// What is told when the run has ended.
    pub(super) seen: &'e mut Seen,
}

impl Tell for Told<'_> {
    fn text(&mut self, text: &str) {
        let _ = self.err.write_all(text.as_bytes());
    }
    fn pattern(&mut self, line: PatternLine, counts: PatternCounts) {
        self.seen.patterns.entry(line).or_default().add(counts);
    }
    fn taken(&mut self, point: &Point, count: u64) {
        if let Some(n) = self.seen.taken.get_mut(point) {
            *n += count;
        }
    }
    fn refused(&mut self, refused: Refused) {
        self.seen.refused.push(refused);
    }
}

/// What a run has shown so far.
#[derive(Default)]
pub(super) struct Seen {
    patterns: Map<PatternLine, PatternCounts>,
    /// How often what can be taken was.
    pub(super) taken: coverage::Counts,
    /// What patterns did at operations where that is checked.
    pub(super) refused: Vec<Refused>,
}

impl Seen {
    /// What became of the patterns, by pass and stage.
    pub(super) fn table(&self) -> String {
        let mut out = String::from("Pattern statistics:\n");
        let heads = ["attempts", "matches", "applied", "failed", "created", "erased"];
        let _ = writeln!(out, "  {}  pattern", heads.map(|h| format!("{h:>8}")).join("  "));
        let mut stage = None;
        for (l, c) in &self.patterns {
            let here = Some((&l.pass, &l.stage));
            if stage != here {
                stage = here;
                let _ = writeln!(out, " pass {}, stage {}", l.pass, l.stage);
            }
            let cells = [
                c.attempts,
                c.matches,
                c.applications,
                c.failed(),
                c.created,
                c.erased,
            ];
            let _ = writeln!(
                out,
                "  {}  {}",
                cells.map(|n| format!("{n:8}")).join("  "),
                l.pattern
            );
        }
        out
    }
}

/// The pass and number of `--inject-fault`.
fn fault(engine: &dyn Engine, text: &str) -> Result<(String, u64), String> {
    let parts = text.split_once(':').and_then(|(p, n)| Some((p, n.parse().ok()?)));
    let (pass, n) = parts.ok_or(format!("--inject-fault: expected PASS:N, but found '{text}'"))?;
    known(engine, "inject-fault", pass)?;
    Ok((pass.to_string(), n))
}

/// What is to be noted of rewrites.
pub(super) fn observe(engine: &dyn Engine, reg: &Registry, m: &ArgMatches) -> Result<Observe, String> {
    let explain = m.contains_id("explain").then(|| names(m, "explain"));
    for n in explain.iter().flatten() {
        if !reg.ops.iter().any(|o| *o.name == **n) && !m.get_flag("allow-unregistered-dialect") {
            let known = hint(n, reg.ops.iter().map(|o| &*o.name));
            return Err(format!("--explain: unknown operation '{n}'{known}"));
        }
    }
    let is = |flag: &str, value: &str| m.get_one::<String>(flag).is_some_and(|v| v == value);
    let fault = match m.get_one::<String>("inject-fault") {
        Some(text) => Some(fault(engine, text)?),
        None => None,
    };
    Ok(Observe {
        fault,
        statistics: m.get_flag("pattern-statistics"),
        coverage: m.contains_id("pattern-coverage"),
        shuffle: m.get_one::<u64>("shuffle-worklist").copied(),
        steps: is("trace-patterns", "steps"),
        json: is("trace-format", "json"),
        explain,
        accesses: m.get_flag("ap-explain"),
        origins: m.contains_id("verify-by-execution"),
        refusals: Vec::new(),
    })
}

/// The values of a flag, split at commas.
fn names(m: &ArgMatches, flag: &str) -> Vec<String> {
    let given = m.get_many::<String>(flag).into_iter().flatten();
    let split = given.flat_map(|v| v.split(','));
    split
        .map(|n| n.trim().to_string())
        .filter(|n| !n.is_empty())
        .collect()
}

/// Whether there is such a pass.
fn known(engine: &dyn Engine, flag: &str, pass: &str) -> Result<(), String> {
    if engine.passes().iter().any(|p| p.name == pass) {
        return Ok(());
    }
    let known = hint(pass, engine.passes().iter().map(|p| p.name.as_str()));
    Err(format!("--{flag}: unknown pass '{pass}'{known}"))
}

/// Which passes a flag of names and a flag for all mean.
fn which(engine: &dyn Engine, m: &ArgMatches, flag: &str) -> Result<Which, String> {
    let named = names(m, flag);
    for n in &named {
        known(engine, flag, n)?;
    }
    Ok(if m.get_flag(&format!("{flag}-all")) {
        Which::All
    } else if m.contains_id(flag) {
        Which::Named(named)
    } else {
        Which::None
    })
}

/// What watches a run.
pub(super) struct Watch {
    /// Prints the IR.
    pub(super) dump: Dump,
}

/// What the command line asks for.
pub(super) fn watch(engine: &dyn Engine, m: &ArgMatches) -> Result<Watch, String> {
    Ok(Watch {
        dump: dump(engine, m)?,
    })
}

/// The printing that the command line asks for.
fn dump(engine: &dyn Engine, m: &ArgMatches) -> Result<Dump, String> {
    let (before, mut after) = (
        which(engine, m, "print-ir-before")?,
        which(engine, m, "print-ir-after")?,
    );
    let on_change = m.get_flag("print-ir-after-change");
    if on_change && after == Which::None {
        after = Which::All;
    }
    Ok(Dump {
        before,
        after,
        on_change,
        generic: m.get_flag("print-op-generic"),
        locations: m.get_flag("print-debuginfo"),
        ..Dump::default()
    })
}
