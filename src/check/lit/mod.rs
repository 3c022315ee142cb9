//! A runner for test files that carry their own commands.
//!
//! * `discover` finds the files, `script` reads their `RUN:` and condition lines, `syntax` parses commands,
//!   `shell` executes them without `/bin/sh`, `builtins` holds the commands that need no program, `flags` what
//!   `rookery-opt` is given beside what tests say, `report` prints.
//! * [`execute`] runs one test, [`suite::run`] all of a command line.
//! * A construct that the shell does not know is an error that names it; nothing is passed on to another shell.

pub mod args;
mod builtins;
mod discover;
pub mod flags;
mod report;
mod script;
mod shell;
mod substitute;
pub mod suite;
mod syntax;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What became of a test.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// All commands succeeded.
    Pass,
    /// It failed as `XFAIL:` says.
    ExpectedFail,
    /// `REQUIRES:` or `UNSUPPORTED:` rule it out here.
    Unsupported,
    /// A command failed.
    Fail,
    /// It succeeded although `XFAIL:` says otherwise.
    UnexpectedPass,
    /// It cannot be run: it has no `RUN:` line, or cannot be read.
    Unresolved,
}

impl Verdict {
    /// The word in the listing.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Pass => "PASS",
            Verdict::ExpectedFail => "XFAIL",
            Verdict::Unsupported => "UNSUPPORTED",
            Verdict::Fail => "FAIL",
            Verdict::UnexpectedPass => "XPASS",
            Verdict::Unresolved => "UNRESOLVED",
        }
    }
    /// Whether the run as a whole fails.
    pub fn is_failure(self) -> bool {
        matches!(
            self,
            Verdict::Fail | Verdict::UnexpectedPass | Verdict::Unresolved
        )
    }
}

/// A test file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Test {
    /// As results name it.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
}

/// A test's result.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What became of it.
    pub verdict: Verdict,
    /// The commands, their exit codes and outputs, or the reason.
    pub details: String,
    /// How long it took.
    pub time: Duration,
    /// What its runs of `rookery-opt` were given beside their own flags.
    pub account: flags::Account,
}

/// What all tests of a run share.
#[derive(Clone, Debug)]
pub struct Config {
    /// Holds a directory for each test.
    pub output: PathBuf,
    /// Where the project's own tools are.
    pub tools: PathBuf,
    /// Longest time of one test.
    pub timeout: Duration,
    /// `--param` values, each a `%{name}`.
    pub params: Vec<(String, String)>,
    /// What `REQUIRES:` and its like can ask for.
    pub features: Vec<String>,
}

impl Config {
    /// The features that hold without being given: the operating system and the processor.
    pub fn host_features() -> Vec<String> {
        let (system, processor) = (std::env::consts::OS, std::env::consts::ARCH);
        vec![
            system.to_string(),
            format!("system-{system}"),
            processor.to_string(),
        ]
    }
}

/// Runs one test.
pub fn execute(test: &Test, config: &Config) -> Outcome {
    let start = Instant::now();
    let (verdict, details, account) = match prepare(test, config) {
        Ok((script, directory)) => attempt(test, config, &script, &directory, start),
        Err((verdict, why)) => (verdict, why, flags::Account::default()),
    };
    Outcome {
        verdict,
        details,
        account,
        time: start.elapsed(),
    }
}

fn prepare(test: &Test, config: &Config) -> Result<(script::Script, PathBuf), (Verdict, String)> {
    let unresolved = |text: String| (Verdict::Unresolved, text);
    let bytes =
        std::fs::read(&test.path).map_err(|e| unresolved(format!("{}: {e}\n", test.path.display())))?;
    let script = script::read(&bytes).map_err(|e| unresolved(format!("{}:{e}\n", test.name)))?;
    if let Some(why) = script
        .ruled_out(&config.features)
        .map_err(|e| unresolved(format!("{}:{e}\n", test.name)))?
    {
        return Err((Verdict::Unsupported, format!("{why}\n")));
    }
    if script.runs.is_empty() {
        return Err(unresolved("the test has no RUN: line\n".to_string()));
    }
    let directory = directory(test, &config.output);
    let fresh = || {
        if directory.exists() {
            std::fs::remove_dir_all(&directory)?;
        }
        std::fs::create_dir_all(&directory)
    };
    fresh().map_err(|e| unresolved(format!("cannot make {}: {e}\n", directory.display())))?;
    Ok((script, directory))
}

/// A test's own directory. The hash keeps apart tests of one name in different places.
fn directory(test: &Test, output: &Path) -> PathBuf {
    use std::hash::Hasher;
    let path = std::path::absolute(&test.path).unwrap_or_else(|_| test.path.clone());
    let mut hash = rustc_hash::FxHasher::default();
    hash.write(path.as_os_str().as_encoded_bytes());
    let name: String = test
        .name
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || "._-".contains(c) {
                c
            } else {
                '_'
            }
        })
        .collect();
    // File names end at 255 bytes; the end of the name tells more than its start.
    let from = name.len().saturating_sub(150);
    output.join(format!(
        "{}-{:08x}",
        name.get(from..).unwrap_or("test"),
        hash.finish() as u32
    ))
}

fn attempt(
    test: &Test,
    config: &Config,
    script: &script::Script,
    directory: &Path,
    start: Instant,
) -> (Verdict, String, flags::Account) {
    let (passed, details, account) = match commands(test, config, script, directory) {
        Ok(lines) => {
            let limit = shell::Guard {
                end: start + config.timeout,
                seconds: config.timeout.as_secs(),
            };
            shell::run(&lines, config, directory, limit)
        }
        Err(text) => (
            false,
            format!("{}:{text}\n", test.name),
            flags::Account::default(),
        ),
    };
    let expected = script.expects_failure(&config.features).unwrap_or(false);
    let verdict = match (passed, expected) {
        (true, false) => Verdict::Pass,
        (false, false) => Verdict::Fail,
        (true, true) => Verdict::UnexpectedPass,
        (false, true) => Verdict::ExpectedFail,
    };
    (verdict, details, account)
}

/// A `RUN:` line that can be executed.
struct Line {
    number: usize,
    shown: String,
    list: syntax::List,
}

fn commands(
    test: &Test,
    config: &Config,
    script: &script::Script,
    directory: &Path,
) -> Result<Vec<Line>, String> {
    let values = substitute::Values::new(&test.path, directory, config);
    let mut lines = Vec::new();
    for run in &script.runs {
        let at = |e: String| format!("{}: error: {e}\n  in RUN: {}", run.line, run.text);
        let marked = values.apply(&run.text, &run.defines).map_err(at)?;
        let list = syntax::parse(&marked).map_err(at)?;
        lines.push(Line {
            number: run.line,
            shown: substitute::shown(&marked),
            list,
        });
    }
    Ok(lines)
}
