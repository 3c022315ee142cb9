//! From text to trees.
//!
//! `scan` cuts a file into items (and the members of sets and dialects) before the grammar sees it, so that a mistake
//! costs one item and not the file, and so that nesting is bounded before anything recurses. `errors` words what the
//! grammar expected. The other modules build trees: `items`, `stmts`, `patterns`, `exprs`, `dialects`.

mod build;
mod dialects;
mod errors;
mod exprs;
mod items;
mod literals;
#[cfg(test)]
mod nesting_tests;
mod patterns;
mod scan;
mod stmts;
#[cfg(test)]
mod tests;
mod tree;

use super::ast::{DialectFile, PatFile};
use super::format::Language;
use crate::support::diag::Sink;
use crate::support::limits::Limits;
use crate::support::source::{FileId, SourceMap, Span};
use build::Builder;
pub(super) use grammar::Rule;
use scan::{Flavor, Scan};
pub(super) use tree::P;

/// The generated parser; private, since its rules are not documented one by one.
mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "lang/rookery.pest"]
    pub struct Grammar;
}

/// Parses a pattern file. Errors go to `sink`; what could be parsed is returned.
pub fn parse_pat(map: &SourceMap, file: FileId, limits: &Limits, sink: &mut Sink) -> PatFile {
    let text = map.text(file);
    let scan = Scan::new(&text, file, Flavor::Pat, limits, sink);
    let items = with_stack(scan.deepest, || {
        Builder::new(&text, file, limits, sink).pat_items(&scan)
    });
    PatFile {
        items,
        span: Span::new(file, 0, text.len()),
    }
}

/// Parses a dialect file. Errors go to `sink`; what could be parsed is returned.
pub fn parse_dialect(map: &SourceMap, file: FileId, limits: &Limits, sink: &mut Sink) -> DialectFile {
    let text = map.text(file);
    let scan = Scan::new(&text, file, Flavor::Dialect, limits, sink);
    let items = with_stack(scan.deepest, || {
        Builder::new(&text, file, limits, sink).dialect_items(&scan)
    });
    DialectFile {
        items,
        span: Span::new(file, 0, text.len()),
    }
}

/// Gives `f` the tree of a whole file, on a stack that is large enough for it. Nothing if the text has an error.
pub(super) fn whole<T: Send>(
    text: &str,
    language: Language,
    limits: &Limits,
    f: impl FnOnce(P<'_>) -> T + Send,
) -> Option<T> {
    let (flavor, rule) = match language {
        Language::Patterns => (Flavor::Pat, Rule::pat_file),
        Language::Dialects => (Flavor::Dialect, Rule::dialect_file),
    };
    let mut sink = Sink::new();
    let mut map = SourceMap::new();
    let scan = Scan::new(text, map.add("", ""), flavor, limits, &mut sink);
    if sink.errors() > 0 {
        return None;
    }
    with_stack(scan.deepest, || tree::parse(rule, text).ok().map(f))
}

/// Levels that fit any stack.
const SHALLOW: usize = 24;

/// Bytes of stack for a level: the generated parser takes some twenty frames for each.
const LEVEL: usize = 128 << 10;

/// Runs `f` where the stack is large enough for so many levels of nesting: in place, as nearly always, or in a thread.
fn with_stack<T: Send>(levels: usize, f: impl FnOnce() -> T + Send) -> T {
    if levels <= SHALLOW {
        return f();
    }
    let mut f = Some(f);
    let mut result = None;
    std::thread::scope(|s| {
        let (f, result) = (&mut f, &mut result);
        let run = move || *result = f.take().map(|f| f());
        // Where no thread can be made, `f` is still there.
        if let Ok(thread) = std::thread::Builder::new()
            .stack_size(levels * LEVEL)
            .spawn_scoped(s, run)
            && let Err(panic) = thread.join()
        {
            std::panic::resume_unwind(panic);
        }
    });
    match (result, f) {
        (Some(result), _) => result,
        (None, Some(f)) => f(),
        (None, None) => lost(),
    }
}

#[cold]
#[allow(clippy::panic)] // a thread that ends without a panic has run its closure
fn lost() -> ! {
    panic!("internal error: the thread of the parser left no result")
}
