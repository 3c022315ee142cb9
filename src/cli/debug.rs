//! The flags that watch a run, and what they ask for.

use super::args::{flag, list};
use crate::pass::Engine;
use crate::pass::dump::{Dump, Which};
use crate::pass::instrument::Tell;
use crate::support::nearest::hint;
use clap::{ArgMatches, Command};
use std::io::Write;

/// Heading of these flags in `--help`.
const DEBUG: &str = "Watching a run (docs/debugging.md)";

/// Adds the flags.
pub(super) fn flags(command: Command) -> Command {
    let all = [
        flag("trace-patterns", "Tell which patterns were applied, and where"),
        list("print-ir-before", "PASS,..", "Print the IR before these passes"),
        list("print-ir-after", "PASS,..", "Print the IR after these passes"),
        flag("print-ir-before-all", "Print the IR before every pass"),
        flag("print-ir-after-all", "Print the IR after every pass"),
        flag(
            "print-ir-after-change",
            "Print the IR after a pass only if it changed; alone, for every pass",
        ),
    ];
    command.args(all.map(|a| a.help_heading(DEBUG)))
}

/// Where what a run tells goes.
pub(super) struct Told<'e> {
    /// The error stream.
    pub(super) err: &'e mut dyn Write,
}

impl Tell for Told<'_> {
    fn text(&mut self, text: &str) {
        let _ = self.err.write_all(text.as_bytes());
    }
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

/// Which passes a flag of names and a flag for all mean.
fn which(engine: &dyn Engine, m: &ArgMatches, flag: &str) -> Result<Which, String> {
    let named = names(m, flag);
    for n in &named {
        if !engine.passes().iter().any(|p| p.name == *n) {
            let known = hint(n, engine.passes().iter().map(|p| p.name.as_str()));
            return Err(format!("--{flag}: unknown pass '{n}'{known}"));
        }
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
