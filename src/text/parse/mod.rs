//! The parser of the textual IR.
//!
//! * It reports all errors it can find: after one it goes on at the next operation.
//! * Names of values that a faulty operation would have defined are remembered, so that their uses are not reported too.
//! * Recursion is bounded by the limit `nesting`, one counter for regions, attributes, types and expressions.
//! * What it returns is structurally sound; the verifier checks the rest.

mod attrs;
pub(crate) mod custom;
mod maps;
mod names;
pub(crate) mod ops;
mod regions;
pub mod snippet;
mod typed;
mod types;

use super::lexer::{self, Tok, Token};

use crate::ir::{AttrId, Body, Context, StrId, TypeId};
use crate::lang::defs::Registry;
use crate::support::bytes;
use crate::support::diag::{Diagnostic, Reported, Sink};
use crate::support::limits::Limits;
use crate::support::source::{FileId, SourceMap, Span};
use names::Names;
use rustc_hash::FxHashMap;

/// The result of a parsing step.
pub(crate) type Parsed<T> = Result<T, Reported>;

/// What a parse needs beside the text.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// Interners.
    pub ctx: &'a Context,
    /// Loaded dialects.
    pub reg: &'a Registry,
    /// Limits.
    pub limits: &'a Limits,
    /// Accept operations of dialects that are not loaded.
    pub allow_unregistered: bool,
}

/// Parses a whole text into a body whose root is a `builtin.module`. Errors go to `sink`; then there is no body.
pub fn parse(options: Options<'_>, map: &SourceMap, file: FileId, sink: &mut Sink) -> Option<Body> {
    let text = map.text(file);
    let before = sink.errors();
    let mut p = Parser::new(options, &text, file);
    p.top_level();
    let (body, mut diagnostics) = (p.body, p.sink);
    sink.append(&mut diagnostics);
    if sink.errors() > before { None } else { Some(body) }
}

pub(crate) struct Parser<'a> {
    pub(crate) ctx: &'a Context,
    pub(crate) reg: &'a Registry,
    limits: &'a Limits,
    allow_unregistered: bool,
    text: &'a str,
    bytes: &'a [u8],
    file: FileId,
    pub(crate) tok: Token,
    /// End of the token before the current one.
    prev_end: usize,
    pub(crate) body: Body,
    pub(crate) sink: Sink,
    depth: u32,
    /// Operators of the affine expressions being read.
    affine_ops: u32,
    names: Names<'a>,
    attr_aliases: FxHashMap<&'a str, AttrId>,
    type_aliases: FxHashMap<&'a str, TypeId>,
    /// Words seen most lately as operation names, to intern each once.
    op_names: FxHashMap<&'a str, StrId>,
    /// Directly inside a function, where `return` is a name of its own.
    in_function: bool,
    /// The text is that of an example.
    in_snippet: bool,
    stop: bool,
}

impl<'a> Parser<'a> {
    fn new(o: Options<'a>, text: &'a str, file: FileId) -> Self {
        let bytes = text.as_bytes();
        Parser {
            ctx: o.ctx,
            reg: o.reg,
            limits: o.limits,
            allow_unregistered: o.allow_unregistered,
            text,
            bytes,
            file,
            tok: lexer::next(bytes, 0),
            prev_end: 0,
            body: Body::new(),
            sink: Sink::new(),
            depth: 0,
            affine_ops: 0,
            names: Names::default(),
            attr_aliases: FxHashMap::default(),
            type_aliases: FxHashMap::default(),
            op_names: FxHashMap::default(),
            in_function: false,
            in_snippet: false,
            stop: false,
        }
    }

    // ---- tokens

    #[inline]
    pub(crate) fn at(&self, tok: Tok) -> bool {
        self.tok.tok == tok
    }
    #[inline]
    pub(crate) fn bump(&mut self) {
        self.prev_end = self.tok.end;
        self.tok = lexer::next(self.bytes, self.tok.end);
    }
    fn reset(&mut self, at: usize) {
        self.tok = lexer::next(self.bytes, at);
    }
    /// The token after the current one.
    pub(crate) fn peek(&self) -> Token {
        lexer::next(self.bytes, self.tok.end)
    }
    fn slice(&self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or("")
    }
    /// The current token's text.
    pub(crate) fn word(&self) -> &'a str {
        self.slice(self.tok.start, self.tok.end)
    }
    /// The current token's text after its prefix character.
    fn suffix(&self) -> &'a str {
        self.slice(self.tok.start + 1, self.tok.end)
    }
    pub(crate) fn eat(&mut self, tok: Tok) -> bool {
        let yes = self.at(tok);
        if yes {
            self.bump();
        }
        yes
    }
    pub(crate) fn at_word(&self, word: &str) -> bool {
        self.at(Tok::Bare) && self.word() == word
    }
    pub(crate) fn eat_word(&mut self, word: &str) -> bool {
        let yes = self.at_word(word);
        if yes {
            self.bump();
        }
        yes
    }
    pub(crate) fn expect(&mut self, tok: Tok, what: &str) -> Parsed<()> {
        if self.eat(tok) {
            Ok(())
        } else {
            Err(self.expected(what))
        }
    }
    pub(crate) fn span(&self) -> Span {
        Span::new(self.file, self.tok.start, self.tok.end)
    }
    fn span_of(&self, start: usize, end: usize) -> Span {
        Span::new(self.file, start, end)
    }
    /// From `start` to the end of the last token read.
    pub(crate) fn span_from(&self, start: usize) -> Span {
        self.span_of(start, self.prev_end.max(start))
    }

    // ---- diagnostics

    /// An error at the current token: what it is no token of, else that `what` was expected.
    #[cold]
    pub(crate) fn expected(&mut self, what: &str) -> Reported {
        if let Tok::Bad(why) = self.tok.tok {
            return self.error(self.span().at_start(), why);
        }
        // A missing token is reported where it should stand, right behind the token before it.
        let text = format!("expected {what}");
        self.error(self.span(), text)
    }
    #[cold]
    pub(crate) fn error(&mut self, at: Span, message: impl Into<String>) -> Reported {
        self.push(Diagnostic::error(at, message))
    }
    #[cold]
    fn push(&mut self, d: Diagnostic) -> Reported {
        // What follows an error that ends the parse is only its echo.
        if self.stop {
            return Reported;
        }
        self.stop = self.sink.errors() >= self.limits.diagnostics;
        self.sink.push(d)
    }

    /// Runs `f` one level deeper; too deep is an error that ends the parse.
    pub(crate) fn nested<T>(&mut self, f: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= self.limits.nesting {
            let text = format!("nesting deeper than {} (limit 'nesting')", self.limits.nesting);
            let reported = self.push(Diagnostic::error(self.span(), text).into_limit());
            self.stop = true;
            self.tok = Token {
                tok: Tok::Eof,
                start: self.tok.start,
                end: self.tok.start,
            };
            return Err(reported);
        }
        self.depth += 1;
        let result = f(self);
        self.depth -= 1;
        result
    }

    /// Before the first operator of a map, set or offset.
    pub(crate) fn start_affine(&mut self) {
        self.affine_ops = 0;
    }

    /// Counts an operator of an affine expression.
    pub(crate) fn affine_op(&mut self) -> Parsed<()> {
        self.affine_ops += 1;
        if self.affine_ops <= self.limits.affine_ops {
            return Ok(());
        }
        let text = format!(
            "an affine expression with more than {} operators (limit 'affine_ops')",
            self.limits.affine_ops
        );
        let reported = self.push(Diagnostic::error(self.span(), text).into_limit());
        self.stop = true;
        Err(reported)
    }

    /// Parses `item (, item)*` until `close`, which is eaten.
    pub(crate) fn comma_list(
        &mut self,
        close: Tok,
        what: &str,
        mut item: impl FnMut(&mut Self) -> Parsed<()>,
    ) -> Parsed<()> {
        if self.eat(close) {
            return Ok(());
        }
        loop {
            item(self)?;
            if self.eat(close) {
                return Ok(());
            }
            if !self.eat(Tok::Comma) {
                return Err(self.expected(&format!("',' or {what}")));
            }
        }
    }

    // ---- literals

    /// The value of the current string token.
    pub(crate) fn string(&mut self) -> Parsed<StrId> {
        if !self.at(Tok::Str) {
            return Err(self.expected("a string"));
        }
        let word = self.word();
        let id = self.unquoted(word);
        self.bump();
        Ok(id)
    }
    fn unquoted(&self, literal: &str) -> StrId {
        let inner = literal
            .strip_prefix('"')
            .and_then(|s| s.strip_suffix('"'))
            .unwrap_or(literal);
        if inner.contains('\\') || !bytes::is_plain(inner) {
            self.ctx.str(&bytes::to_text(&lexer::unescape(literal)))
        } else {
            self.ctx.str(inner)
        }
    }

    /// `-`? integer as `i64`, anywhere a plain number is expected.
    pub(crate) fn int64(&mut self, what: &str) -> Parsed<i64> {
        let start = self.tok.start;
        let negative = self.eat(Tok::Minus);
        if !self.at(Tok::Int) {
            return Err(self.expected(what));
        }
        let word = self.word();
        let magnitude = match word.strip_prefix("0x") {
            Some(hex) => i128::from_str_radix(hex, 16),
            None => word.parse::<i128>(),
        };
        let value = magnitude
            .ok()
            .and_then(|m| i64::try_from(if negative { -m } else { m }).ok());
        self.bump();
        match value {
            Some(v) => Ok(v),
            None => Err(self.error(self.span_from(start), "integer does not fit 64 bits")),
        }
    }

    /// A keyword-like name or a string: a key of a dictionary.
    pub(crate) fn key(&mut self) -> Parsed<StrId> {
        match self.tok.tok {
            Tok::Str => self.string(),
            Tok::Bare => {
                let id = self.ctx.str(self.word());
                self.bump();
                Ok(id)
            }
            _ => Err(self.expected("attribute name")),
        }
    }

    /// `@name`.
    pub(crate) fn symbol_name(&mut self) -> Parsed<StrId> {
        if !self.at(Tok::At) {
            return Err(self.expected("symbol name"));
        }
        let word = self.suffix();
        let id = if word.starts_with('"') {
            self.unquoted(word)
        } else {
            self.ctx.str(word)
        };
        self.bump();
        Ok(id)
    }
}
