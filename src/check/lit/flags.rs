//! `--param opt-flags=FLAGS`: flags for the runs of `rookery-opt` in tests that run passes. Runs that fail on purpose or
//! check diagnostics are left alone, and so are those without a pass; all are counted, so that a run of a test suite
//! says what it has looked at. Whether a command line runs passes is not guessed: the tool is asked.

use super::Config;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The tool that has passes.
pub(super) const TOOL: &str = "rookery-opt";
/// The parameter whose words go to runs that run passes.
const PARAM: &str = "opt-flags";
/// The parameter whose words go to every run.
const ALL: &str = "all-opt-flags";
/// A flag that is given in its quiet form, since tests check what is printed, with a file for what was compared.
const EXECUTE: &str = "--verify-by-execution";

/// What the runs of `rookery-opt` were given beside their own flags.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Account {
    /// The flags, if there are any to give.
    flags: Option<String>,
    /// Tests, `RUN:` lines and runs that got them.
    given: [u64; 3],
    /// Runs that did not, by why.
    alone: BTreeMap<&'static str, u64>,
    /// With `--verify-by-execution`: tests and runs in which bytes were compared, and how many.
    compared: Option<[u64; 3]>,
    /// Runs in which nothing was, by why.
    nothing: BTreeMap<String, u64>,
}

impl Account {
    /// Adds that of other tests.
    pub fn add(&mut self, other: &Account) {
        let sum = |a: &mut [u64; 3], b: &[u64; 3]| {
            a.iter_mut().zip(b).for_each(|(a, b)| *a = a.saturating_add(*b));
        };
        if self.flags.is_none() {
            self.flags.clone_from(&other.flags);
        }
        sum(&mut self.given, &other.given);
        for (why, n) in &other.alone {
            *self.alone.entry(why).or_default() += n;
        }
        if let Some(c) = &other.compared {
            sum(self.compared.get_or_insert_default(), c);
        }
        for (why, n) in &other.nothing {
            *self.nothing.entry(why.clone()).or_default() += n;
        }
    }

    /// Lines for people; none without flags to give.
    pub(super) fn report(&self) -> String {
        let Some(flags) = &self.flags else {
            return String::new();
        };
        let [tests, lines, runs] = self.given;
        let mut out = format!(
            "\nFlags '{flags}': given to {runs} runs of {TOOL}, in {lines} RUN: lines of {tests} tests\n"
        );
        for (why, n) in &self.alone {
            let _ = writeln!(out, "  Left alone, {why}: {n}");
        }
        if let Some([tests, runs, bytes]) = self.compared {
            let _ = writeln!(
                out,
                "  Compared by execution: {runs} runs of {tests} tests, {bytes} bytes"
            );
            let none: u64 = self.nothing.values().sum();
            let _ = writeln!(out, "  Nothing to compare: {none}");
            for (why, n) in &self.nothing {
                let _ = writeln!(out, "    {n}: {why}");
            }
        }
        out
    }
}

/// The flags of one test's runs.
pub(super) struct Flags {
    words: Vec<String>,
    always: Vec<String>,
    execute: bool,
    directory: PathBuf,
    account: Account,
    /// Files of what was compared.
    records: Vec<PathBuf>,
    /// The present line has had them.
    had: bool,
}

impl Flags {
    pub(super) fn new(config: &Config, directory: &Path) -> Flags {
        let of = |name: &str| -> Vec<String> {
            let texts = config.params.iter().filter(|p| p.0 == name);
            texts
                .flat_map(|p| p.1.split_whitespace())
                .map(str::to_string)
                .collect()
        };
        let words = of(PARAM);
        Flags {
            execute: words.iter().any(|w| w == EXECUTE),
            account: Account {
                flags: (!words.is_empty()).then(|| words.join(" ")),
                ..Account::default()
            },
            words,
            always: of(ALL),
            directory: directory.join(".lit"),
            records: Vec::new(),
            had: false,
        }
    }

    /// A `RUN:` line begins.
    pub(super) fn line(&mut self) {
        self.had = false;
    }

    /// What a run with these arguments is given; `ask` runs the same tool, and `fails` says that the test wants a failure.
    pub(super) fn of(&mut self, ask: Command, args: &[String], fails: bool) -> Vec<String> {
        let mut out = self.always.clone();
        if self.words.is_empty() {
            return out;
        }
        let diagnostics = |a: &String| a.trim_start_matches('-') == "verify-diagnostics";
        let options = || args.iter().take_while(|a| *a != "--");
        let why = if fails {
            Some("under 'not'")
        } else if options().any(diagnostics) {
            Some("with --verify-diagnostics")
        } else {
            without_passes(ask, args)
        };
        if let Some(why) = why {
            *self.account.alone.entry(why).or_default() += 1;
            return out;
        }
        let [tests, lines, runs] = &mut self.account.given;
        *tests = 1;
        *lines += u64::from(!self.had);
        *runs += 1;
        self.had = true;
        for w in &self.words {
            if w != EXECUTE {
                out.push(w.clone());
                continue;
            }
            let record = self.directory.join(format!("executed.{}", self.records.len()));
            out.push(format!("{EXECUTE}=quiet"));
            out.push(format!("--execution-record={}", record.display()));
            self.records.push(record);
        }
        out
    }

    /// All of it, when the test is done.
    pub(super) fn account(mut self) -> Account {
        if self.execute {
            let [tests, runs, bytes] = self.account.compared.get_or_insert_default();
            for record in &self.records {
                match read(&std::fs::read_to_string(record).unwrap_or_default()) {
                    Ok(n) => {
                        *tests = 1;
                        *runs += 1;
                        *bytes = bytes.saturating_add(n);
                    }
                    Err(why) => *self.account.nothing.entry(why).or_default() += 1,
                }
            }
        }
        self.account
    }
}

/// The bytes that a record says were compared, or why there were none.
fn read(text: &str) -> Result<u64, String> {
    let mut bytes = 0u64;
    let mut why = None;
    for line in text.lines() {
        let mut fields = line.split('\t').skip(2);
        match (fields.next().and_then(|n| n.parse::<u64>().ok()), fields.next()) {
            (Some(n), _) => bytes = bytes.saturating_add(n),
            (None, Some(text)) => {
                why.get_or_insert_with(|| text.to_string());
            }
            (None, None) => {}
        }
    }
    match (bytes, why) {
        (0, Some(why)) => Err(why),
        (0, None) if text.is_empty() => Err("no kernel".to_string()),
        (0, None) => Err("no memory that both programs have".to_string()),
        (n, _) => Ok(n),
    }
}

/// Why a command line runs no pass, if so.
fn without_passes(mut ask: Command, args: &[String]) -> Option<&'static str> {
    let said = ask
        .arg("--print-pass-pipeline")
        .args(args)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output();
    match said {
        Ok(o) if !o.status.success() => Some("whose command line is refused"),
        Ok(o) if o.stdout.starts_with(b"builtin.module(") => None,
        Ok(_) => Some("without a pass"),
        Err(_) => Some("that cannot be started"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_say_what_was_compared_or_why_not() {
        assert_eq!(read("a\tf\t40\nb\tf\t2\nb\tg\t-\tno\n"), Ok(42));
        assert_eq!(read("a\tf\t-\twhy\na\tg\t-\tother\n"), Err("why".into()));
        assert_eq!(read(""), Err("no kernel".into()));
        assert_eq!(read("a\tf\t0\n"), Err("no memory that both programs have".into()));
    }
}
