//! A FileCheck: does a text hold what the directives of a check file ask for?
//!
//! * [`Options`] says how; [`args::parse`] makes it from a command line.
//! * [`run`] checks one text and gives the exit status and what to print.
//! * Positions are those of the text after runs of blanks have become one blank and `\r\n` has become `\n`, as in
//!   LLVM's tool; `--strict-whitespace` leaves blanks alone.
//!
//! The order of work is `directives` (check file to patterns), `pattern` and `numeric` (one directive's pattern),
//! `matching` (patterns against the text), `report` (what a failure shows).

pub mod args;
mod directives;
mod matching;
mod numeric;
mod pattern;
pub mod regex;
mod report;
mod variables;

pub use args::{Options, command};

use crate::support::diag::Diagnostic;
use crate::support::source::SourceMap;
use std::borrow::Cow;

/// What a run gave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// 0, 1 when a check failed, 2 when the check file or the command line is wrong or the text is empty.
    pub status: u8,
    /// For the error stream.
    pub text: String,
}

impl Outcome {
    fn usage(text: impl std::fmt::Display) -> Outcome {
        Outcome {
            status: 2,
            text: format!("{text}\n"),
        }
    }
}

/// A named text.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// As messages show it.
    pub name: &'a str,
    /// The text; it need not be UTF-8.
    pub bytes: &'a [u8],
}

/// Checks `input` against the directives in `check`.
pub fn run(check: Source<'_>, input: Source<'_>, options: &Options) -> Outcome {
    if let Err(text) = options.validate() {
        return Outcome::usage(text);
    }
    if check.bytes.len().max(input.bytes.len()) >= u32::MAX as usize {
        return Outcome::usage("error: texts of 4 GiB and more are not supported");
    }
    let mut sources = SourceMap::new();
    let check_text = canonical(check.bytes, options.strict_whitespace);
    let check_file = sources.add(check.name, shown(&check_text));
    let plan = match directives::read(&mut sources, check_file, &check_text, options) {
        Ok(plan) => plan,
        Err(directives::Problem::At(d)) => {
            return Outcome {
                status: 2,
                text: report::render(&sources, std::slice::from_ref(&d)),
            };
        }
        Err(directives::Problem::Plain(text)) => return Outcome::usage(text),
    };
    if input.bytes.is_empty() && !options.allow_empty {
        return Outcome::usage(format_args!("FileCheck error: '{}' is empty.", input.name));
    }
    let input_text = canonical(input.bytes, options.strict_whitespace);
    let failures = matching::check(plan, &input_text, options);
    if failures.is_empty() && options.dump != args::Dump::Always {
        return Outcome {
            status: 0,
            text: String::new(),
        };
    }
    // The text enters the source map only now: a run without failures needs no second copy of it.
    let input_file = sources.add(input.name, shown(&input_text));
    let status = u8::from(!failures.is_empty());
    let items: Vec<Diagnostic> = failures.iter().map(|f| f.diagnostic(input_file)).collect();
    let mut text = report::render(&sources, &items);
    if options.dump != args::Dump::Never {
        let marks = failures.iter().map(matching::Failure::mark);
        text.push_str(&report::dump(check.name, input.name, &input_text, marks, options));
    }
    Outcome { status, text }
}

/// The text with one blank for each run of blanks (unless `strict`) and `\n` for `\r\n`.
fn canonical(text: &[u8], strict: bool) -> Cow<'_, [u8]> {
    let blank = |b: u8| b == b' ' || b == b'\t';
    let mut last = 0u8;
    let plain = memchr::memchr(b'\r', text).is_none()
        && (strict
            || text.iter().all(|&b| {
                let fine = b != b'\t' && !(b == b' ' && last == b' ');
                last = b;
                fine
            }));
    if plain {
        return Cow::Borrowed(text);
    }
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.iter().copied().peekable();
    while let Some(b) = rest.next() {
        if b == b'\r' && rest.peek() == Some(&b'\n') {
            continue;
        }
        if strict || !blank(b) {
            out.push(b);
            continue;
        }
        out.push(b' ');
        while rest.next_if(|&b| blank(b)).is_some() {}
    }
    Cow::Owned(out)
}

/// The text for messages: a `?` for each byte that is not UTF-8, so that positions stay.
fn shown(text: &[u8]) -> String {
    let mut out = String::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        out.push_str(chunk.valid());
        out.extend(chunk.invalid().iter().map(|_| '?'));
    }
    out
}
