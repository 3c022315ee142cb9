//! What all builders of trees share: a cursor over pairs, places, the depth limit.

use super::errors;
use super::grammar::Rule;
use super::scan::{Chunk, Scan, TokKind};
pub use super::tree::P;
use super::tree::{self, Children};
use crate::lang::ast::{Doc, Name};
use crate::support::diag::{Diagnostic, Reported, Sink};
use crate::support::kinds::Kind;
use crate::support::limits::Limits;
use crate::support::source::{FileId, Span};
use std::ops::Range;

/// Why a tree was not built.
pub enum Stop {
    /// The reason has been reported.
    Reported,
    /// The grammar allowed what the builder does not know: a fault of this program.
    Mismatch(Span),
}

impl From<Reported> for Stop {
    fn from(_: Reported) -> Self {
        Stop::Reported
    }
}

/// A tree, or why not.
pub type Built<T> = Result<T, Stop>;

/// Builds trees of one file.
pub struct Builder<'t, 's> {
    /// The whole file.
    pub text: &'t str,
    /// Its id.
    pub file: FileId,
    /// Where errors go.
    pub sink: &'s mut Sink,
    limit: usize,
    depth: usize,
    /// Where the text that is being parsed begins in the file.
    base: usize,
}

/// Pairs without punctuation.
type Meaning<'t> = std::iter::Filter<Children<'t>, fn(&P<'t>) -> bool>;

/// The children of a pair that are more than punctuation.
pub struct Kids<'t> {
    pairs: std::iter::Peekable<Meaning<'t>>,
    /// The parent's place.
    pub span: Span,
}

impl<'t> Kids<'t> {
    /// The rule of the next child.
    pub fn peek(&mut self) -> Option<Rule> {
        self.pairs.peek().map(P::as_rule)
    }
    /// The next child, if it is of this rule.
    pub fn take(&mut self, rule: Rule) -> Option<P<'t>> {
        self.pairs.next_if(|p| p.as_rule() == rule)
    }
    /// The next child, which is of this rule.
    pub fn need(&mut self, rule: Rule) -> Built<P<'t>> {
        self.take(rule).ok_or(Stop::Mismatch(self.span))
    }
    /// The next child, which there is.
    pub fn any(&mut self) -> Built<P<'t>> {
        self.pairs.next().ok_or(Stop::Mismatch(self.span))
    }
    /// The next child, if there is one.
    pub fn next(&mut self) -> Option<P<'t>> {
        self.pairs.next()
    }
}

/// Whether a pair says nothing that the tree needs.
fn matters(p: &P<'_>) -> bool {
    use Rule::*;
    !matches!(
        p.as_rule(),
        semi | comma
            | lpar
            | rpar
            | lbrack
            | rbrack
            | lbrace
            | rbrace
            | rangle
            | colon
            | bar
            | eq
            | arrow
            | EOI
            | k_use
            | k_import
            | k_override
            | k_disable
            | k_fn
            | k_rewrite
            | k_pattern
            | k_match
            | k_where
            | k_let
            | k_else
            | k_example
            | k_no_match
            | k_on
            | k_as
            | k_replace
            | k_with
            | k_erase
            | k_update
            | k_move
            | k_into
            | k_inline
            | k_rename
            | k_to
            | k_for
            | k_if
            | k_at
            | k_return
            | k_note
            | k_case
            | k_fail
            | k_clone
            | k_types
            | k_rules
            | k_over
            | k_set
            | k_pass
            | k_option
            | k_requires
            | k_ensures
            | k_no
            | k_stage
            | k_pipeline
            | k_dialect
            | k_enum
            | k_constraint
            | k_interface
            | k_datatype
            | k_op
            | k_operands
            | k_results
            | k_attributes
            | k_regions
            | k_successors
            | k_traits
            | k_const
            | k_infer
            | k_effects
            | k_semantics
            | k_assembly
            | k_ends
            | k_int
            | k_target
            | k_family
            | variadic_open
            | symbol_open
    )
}

impl<'t, 's> Builder<'t, 's> {
    /// A builder for a file.
    pub fn new(text: &'t str, file: FileId, limits: &Limits, sink: &'s mut Sink) -> Self {
        Builder {
            text,
            file,
            sink,
            limit: limits.nesting as usize,
            depth: 0,
            base: 0,
        }
    }

    /// A place in the text that is being parsed.
    pub fn span(&self, p: &P<'_>) -> Span {
        Span::new(self.file, self.base + p.start(), self.base + p.end())
    }

    /// The children of a pair.
    pub fn kids(&self, p: P<'t>) -> Kids<'t> {
        let span = self.span(&p);
        Kids {
            pairs: p.into_inner().filter(matters as fn(&P<'t>) -> bool).peekable(),
            span,
        }
    }

    /// A name.
    pub fn name(&self, p: &P<'_>) -> Name {
        Name {
            text: p.as_str().into(),
            span: self.span(p),
        }
    }

    /// The name in a rule that consists of it: `match_name`, `as_name`, `pat_key`.
    pub fn inner_name(&self, p: P<'t>) -> Built<Name> {
        Ok(self.name(&self.kids(p).any()?))
    }

    /// The doc comment that stands next, and the place from there on without it.
    pub fn doc(&self, k: &mut Kids<'t>) -> Doc {
        let mut lines: Vec<&str> = Vec::new();
        while let Some(p) = k.take(Rule::doc) {
            let line = p.as_str().trim_start_matches('/');
            lines.push(line.strip_prefix(' ').unwrap_or(line).trim_end());
        }
        if let Some(p) = k.pairs.peek() {
            k.span.start = self.span(p).start;
        }
        (!lines.is_empty()).then(|| lines.join("\n").into())
    }

    /// Runs `f` so many levels deeper.
    pub fn deeper<T>(&mut self, levels: usize, at: Span, f: impl FnOnce(&mut Self) -> Built<T>) -> Built<T> {
        if self.depth + levels > self.limit {
            return Err(self.too_deep(at).into());
        }
        self.depth += levels;
        let result = f(self);
        self.depth -= levels;
        result
    }

    /// Reports nesting over the limit.
    pub fn too_deep(&mut self, at: Span) -> Reported {
        let message = format!("nesting deeper than {} (limit 'nesting')", self.limit);
        self.sink
            .push(Diagnostic::error(at, message).kind(Kind::Nesting).into_limit())
    }

    /// Parses what a chunk begins with as `rule`, builds it with `f`, and reports what is wrong or left over. If the
    /// chunk seems to hold more than one item, goes on with the next.
    pub fn unit<T>(
        &mut self,
        scan: &Scan<'t>,
        chunk: &Chunk,
        rule: Rule,
        depth: usize,
        f: impl FnOnce(&mut Self, P<'t>) -> Built<T>,
    ) -> (Option<T>, Option<Chunk>) {
        if scan.bad(&chunk.toks) {
            return (None, None);
        }
        let bytes = scan.bytes(&chunk.toks);
        self.base = bytes.start;
        let text = self.text.get(bytes.clone()).unwrap_or("");
        match tree::parse(rule, text) {
            Err(e) => {
                let at = errors::report(self, scan, &e, bytes.start);
                (None, scan.resume(chunk, at, depth))
            }
            Ok(pair) => {
                let end = bytes.start + pair.end();
                let built = f(self, pair);
                self.depth = 0;
                let built = self.finish(built);
                let rest = scan.token_at(end).filter(|t| t.start < bytes.end).copied();
                let Some(rest) = rest else { return (built, None) };
                errors::left_over(self, scan, &rest, rule);
                (built, scan.resume(chunk, rest.start, depth))
            }
        }
    }

    /// Parses the head of a set or dialect: its doc comment, whether it says `extend`, its name, where it begins.
    pub fn head(
        &mut self,
        scan: &Scan<'t>,
        rule: Rule,
        toks: Range<usize>,
    ) -> Option<(Doc, bool, Name, Span)> {
        let bytes = scan.bytes(&toks);
        self.base = bytes.start;
        match tree::parse(rule, self.text.get(bytes.clone()).unwrap_or("")) {
            Err(e) => {
                errors::report(self, scan, &e, bytes.start);
                None
            }
            Ok(p) => {
                let mut k = self.kids(p);
                let doc = self.doc(&mut k);
                let extend = k.take(Rule::k_extend).is_some();
                let name = k.take(Rule::ident).map(|p| self.name(&p))?;
                // The word before the name is not in the tree.
                let first = toks
                    .clone()
                    .find_map(|n| scan.toks.get(n).filter(|t| t.kind != TokKind::Doc));
                let start = first.map_or(bytes.start, |t| t.start);
                Some((doc, extend, name, Span::new(self.file, start, bytes.end)))
            }
        }
    }

    /// Reports a fault of this program.
    pub fn finish<T>(&mut self, built: Built<T>) -> Option<T> {
        match built {
            Ok(t) => Some(t),
            Err(Stop::Reported) => None,
            Err(Stop::Mismatch(span)) => {
                self.sink.error(
                    span,
                    "internal error: the grammar allows what the reader does not know",
                );
                None
            }
        }
    }
}
