//! The command line of the tool: options with one dash or two, values after `=` or as the next word.

use super::{Outcome, Source, run};
use std::io::Read;
use std::path::Path;

/// When a failure shows the text around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dump {
    /// Not at all.
    Never,
    /// When a check failed.
    Fail,
    /// Always.
    Always,
}

/// How to check.
#[derive(Clone, Debug)]
pub struct Options {
    /// The words that begin a directive; empty for `CHECK`.
    pub prefixes: Vec<String>,
    /// The words that make the rest of their line a comment; empty for `COM` and `RUN`.
    pub comment_prefixes: Vec<String>,
    /// A match must cover its line.
    pub match_full_lines: bool,
    /// Runs of blanks differ by their length.
    pub strict_whitespace: bool,
    /// Letters match whatever their case.
    pub ignore_case: bool,
    /// An empty text is no fault.
    pub allow_empty: bool,
    /// A `-LABEL` forgets the variables that do not begin with `$`.
    pub enable_var_scope: bool,
    /// A prefix without directives is no fault.
    pub allow_unused_prefixes: bool,
    /// Matches of a group of `-DAG`s may overlap.
    pub dag_overlap: bool,
    /// Patterns that must not occur between matches.
    pub implicit_not: Vec<String>,
    /// `-D` definitions as written after the `-D`.
    pub defines: Vec<String>,
    /// When to show the text.
    pub dump: Dump,
    /// Lines around a mark in a dump.
    pub dump_context: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            prefixes: Vec::new(),
            comment_prefixes: Vec::new(),
            match_full_lines: false,
            strict_whitespace: false,
            ignore_case: false,
            allow_empty: false,
            enable_var_scope: false,
            allow_unused_prefixes: false,
            dag_overlap: false,
            implicit_not: Vec::new(),
            defines: Vec::new(),
            dump: Dump::Fail,
            dump_context: 5,
        }
    }
}

impl Options {
    /// The prefixes in effect.
    pub(super) fn check_words(&self) -> Vec<&str> {
        if self.prefixes.is_empty() {
            vec!["CHECK"]
        } else {
            self.prefixes.iter().map(String::as_str).collect()
        }
    }

    /// The comment prefixes in effect.
    pub(super) fn comment_words(&self) -> Vec<&str> {
        if self.comment_prefixes.is_empty() {
            vec!["COM", "RUN"]
        } else {
            self.comment_prefixes.iter().map(String::as_str).collect()
        }
    }

    /// What is wrong with the prefixes and definitions, if anything.
    pub(super) fn validate(&self) -> Result<(), String> {
        let given = self.prefixes.iter().map(|p| ("check", p));
        let given: Vec<_> = given
            .chain(self.comment_prefixes.iter().map(|p| ("comment", p)))
            .collect();
        for (n, (kind, prefix)) in given.iter().enumerate() {
            if prefix.is_empty() {
                return Err(format!(
                    "error: supplied {kind} prefix must not be the empty string"
                ));
            }
            let start = |c: char| c.is_ascii_alphabetic() || c == '_';
            if !prefix.starts_with(start)
                || !prefix
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || "_-".contains(c))
            {
                return Err(format!(
                    "error: supplied {kind} prefix must start with a letter and contain only alphanumeric \
                     characters, hyphens, and underscores: '{prefix}'"
                ));
            }
            let defaults: &[&str] = match (self.prefixes.is_empty(), self.comment_prefixes.is_empty()) {
                (false, true) => &["COM", "RUN"],
                (true, false) => &["CHECK"],
                _ => &[],
            };
            if given.iter().take(n).any(|(_, other)| other == prefix) || defaults.contains(&prefix.as_str()) {
                return Err(format!(
                    "error: supplied {kind} prefix must be unique among check and comment prefixes: '{prefix}'"
                ));
            }
        }
        for define in &self.defines {
            let name = define.strip_prefix('#').unwrap_or(define);
            match name.split_once('=') {
                None => {
                    return Err(format!(
                        "Missing equal sign in command-line definition '-D{define}'"
                    ));
                }
                Some((name, _)) if name.trim().is_empty() => {
                    return Err(format!(
                        "Missing variable name in command-line definition '-D{define}'"
                    ));
                }
                Some(_) => {}
            }
        }
        Ok(())
    }
}

/// A command line.
#[derive(Debug)]
pub struct Invocation {
    /// The check file.
    pub check_file: String,
    /// The text to check; `-` is the standard input.
    pub input_file: String,
    /// How.
    pub options: Options,
}

/// What a command line asks for.
#[derive(Debug)]
pub enum Request {
    /// To check.
    Check(Box<Invocation>),
    /// To say something and stop.
    Say(String),
}

/// The text of `--help`.
pub const HELP: &str = "\
Usage: rookery-filecheck [options] <check-file>

Checks a text against the directives in <check-file>. Exit status: 0 fine, 1 a check failed, 2 wrong usage,
a wrong check file, or an empty text.

  --input-file=FILE            the text (default: standard input)
  --check-prefix=WORD          a directive's first word (default: CHECK; may be repeated)
  --check-prefixes=A,B         the same, several at once
  --comment-prefixes=A,B       words that make the rest of their line a comment (default: COM,RUN)
  --match-full-lines           a match must cover its line
  --strict-whitespace          do not treat runs of blanks as equal
  --ignore-case                ignore the case of letters
  --implicit-check-not=PATTERN must not occur between the matches
  --enable-var-scope           a -LABEL forgets variables without a '$'
  --allow-empty                accept an empty text
  --allow-unused-prefixes      accept prefixes without directives
  --allow-deprecated-dag-overlap
                               let -DAG matches overlap
  -D VAR=TEXT, -D #VAR=EXPR    define a variable
  --dump-input=never|fail|always
                               show the text around failures (default: fail)
  --dump-input-context=N       lines around each failure (default: 5)
  --version                    print the version
";

/// Reads a command line (without the program's name).
pub fn parse(args: &[String]) -> Result<Request, String> {
    let mut options = Options::default();
    let (mut check_file, mut input_file) = (None, "-".to_string());
    let mut words = args.iter();
    let mut plain = false;
    while let Some(word) = words.next() {
        let Some(option) = word.strip_prefix('-').filter(|o| !o.is_empty() && !plain) else {
            if check_file.replace(word.clone()).is_some() {
                return Err(format!("error: more than one check file: '{word}'"));
            }
            continue;
        };
        if option == "-" {
            plain = true;
            continue;
        }
        let option = option.strip_prefix('-').unwrap_or(option);
        let (name, value) = match option.split_once('=') {
            _ if option.starts_with('D') => ("D", option.get(1..).filter(|v| !v.is_empty())),
            Some((name, value)) => (name, Some(value)),
            None => (option, None),
        };
        let mut value = || match value {
            Some(v) => Ok(v.to_string()),
            None => words
                .next()
                .cloned()
                .ok_or_else(|| format!("error: option '{word}' needs a value")),
        };
        let list = |v: String| v.split(',').map(str::to_string).collect::<Vec<_>>();
        match name {
            "input-file" => input_file = value()?,
            "check-prefix" | "check-prefixes" => options.prefixes.extend(list(value()?)),
            "comment-prefixes" => options.comment_prefixes.extend(list(value()?)),
            "implicit-check-not" => options.implicit_not.push(value()?),
            "D" => options.defines.push(value()?),
            "dump-input" => match value()?.as_str() {
                "never" => options.dump = Dump::Never,
                "fail" => options.dump = Dump::Fail,
                "always" => options.dump = Dump::Always,
                "help" => {
                    return Ok(Request::Say(
                        "After a failure the text around it is shown. Under a marked line stands the directive \
                         and what became of it.\n  never   no such dump\n  fail    after a failure (the default)\n  \
                         always  always\n"
                            .to_string(),
                    ));
                }
                other => {
                    return Err(format!(
                        "error: '{other}' is no value of --dump-input (never, fail, always)"
                    ));
                }
            },
            "dump-input-context" => {
                let v = value()?;
                let text = format!("error: '{v}' is no count of lines for --dump-input-context");
                options.dump_context = v.parse().map_err(|_| text)?;
            }
            // Both only shape LLVM's dump and colors; a test that sets them runs here as well.
            "dump-input-filter" => {
                value()?;
            }
            "color" | "v" | "vv" => {}
            "match-full-lines" => options.match_full_lines = true,
            "strict-whitespace" => options.strict_whitespace = true,
            "ignore-case" => options.ignore_case = true,
            "allow-empty" => options.allow_empty = true,
            "enable-var-scope" => options.enable_var_scope = flag(value_of(option))?,
            "allow-unused-prefixes" => options.allow_unused_prefixes = flag(value_of(option))?,
            "allow-deprecated-dag-overlap" => options.dag_overlap = true,
            "help" | "h" => return Ok(Request::Say(HELP.to_string())),
            "version" => {
                return Ok(Request::Say(format!(
                    "rookery-filecheck {}\n",
                    env!("CARGO_PKG_VERSION")
                )));
            }
            other => {
                return Err(format!(
                    "error: unknown option '{word}'{}",
                    crate::support::nearest::hint(other, NAMES)
                ));
            }
        }
    }
    match check_file {
        None => Err("error: no check file given".to_string()),
        Some(check_file) => Ok(Request::Check(Box::new(Invocation {
            check_file,
            input_file,
            options,
        }))),
    }
}

fn value_of(option: &str) -> Option<&str> {
    option.split_once('=').map(|(_, v)| v)
}

fn flag(value: Option<&str>) -> Result<bool, String> {
    match value {
        None | Some("true" | "1") => Ok(true),
        Some("false" | "0") => Ok(false),
        Some(other) => Err(format!("error: '{other}' is neither 'true' nor 'false'")),
    }
}

const NAMES: [&str; 16] = [
    "input-file",
    "check-prefix",
    "check-prefixes",
    "comment-prefixes",
    "implicit-check-not",
    "dump-input",
    "dump-input-context",
    "match-full-lines",
    "strict-whitespace",
    "ignore-case",
    "allow-empty",
    "enable-var-scope",
    "allow-unused-prefixes",
    "allow-deprecated-dag-overlap",
    "help",
    "version",
];

/// Runs a command line: file names are relative to `directory`, and `stdin` stands for the standard input.
///
/// What `--help` prints goes to `say`, everything else is in the outcome.
pub fn command(args: &[String], directory: &Path, stdin: &mut dyn Read, say: &mut String) -> Outcome {
    let request = match parse(args) {
        Ok(Request::Check(request)) => request,
        Ok(Request::Say(text)) => {
            say.push_str(&text);
            return Outcome {
                status: 0,
                text: String::new(),
            };
        }
        Err(text) => return Outcome::usage(text),
    };
    let check = match std::fs::read(directory.join(&request.check_file)) {
        Ok(bytes) => bytes,
        Err(e) => {
            return Outcome::usage(format_args!(
                "Could not open check file '{}': {e}",
                request.check_file
            ));
        }
    };
    let (name, input) = if request.input_file == "-" {
        let mut bytes = Vec::new();
        ("<stdin>", stdin.read_to_end(&mut bytes).map(|_| bytes))
    } else {
        (
            request.input_file.as_str(),
            std::fs::read(directory.join(&request.input_file)),
        )
    };
    let input = match input {
        Ok(bytes) => bytes,
        Err(e) => return Outcome::usage(format_args!("Could not open input file '{name}': {e}")),
    };
    let check = Source {
        name: &request.check_file,
        bytes: &check,
    };
    run(check, Source { name, bytes: &input }, &request.options)
}
