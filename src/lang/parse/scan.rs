//! The pass over the text before the grammar: where items begin, and whether nesting is within the limit.

use crate::support::diag::{Diagnostic, Sink};
use crate::support::kinds::Kind;
use crate::support::limits::Limits;
use crate::support::source::{FileId, Span};
use std::ops::Range;

/// Which of the two languages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flavor {
    /// `.pat`
    Pat,
    /// `.dialect`
    Dialect,
}

impl Flavor {
    /// Whether a word begins a top-level item.
    fn item(self, word: &str) -> bool {
        match self {
            Flavor::Pat => matches!(
                word,
                "use"
                    | "import"
                    | "fn"
                    | "rewrite"
                    | "pattern"
                    | "set"
                    | "rules"
                    | "pass"
                    | "pipeline"
                    | "extend"
                    | "override"
                    | "disable"
            ),
            Flavor::Dialect => matches!(word, "dialect" | "target"),
        }
    }
    /// Whether a word begins a member of a set or dialect.
    fn member(self, word: &str) -> bool {
        match self {
            Flavor::Pat => word == "pattern",
            Flavor::Dialect => matches!(
                word,
                "enum" | "struct" | "type" | "attr" | "constraint" | "interface" | "datatype" | "op" | "fn"
            ),
        }
    }
}

/// What a token is, as far as this pass cares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokKind {
    /// A word or a number.
    Word,
    /// `( [ {`
    Open,
    /// `) ] }`
    Close,
    /// `;`
    Semi,
    /// A doc comment.
    Doc,
    /// A string or IR text.
    Str,
    /// A string that is not closed, or nesting over the limit; reported already, so its item is passed over.
    Bad,
    /// Anything else, one character.
    Other,
}

/// A token outside of strings.
#[derive(Clone, Copy, Debug)]
pub struct Tok {
    /// What it is.
    pub kind: TokKind,
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// Brackets around it; an opening and its closing one have the depth of what is around both.
    depth: usize,
    /// The column in bytes from 0 if it is the first of its line.
    first: Option<usize>,
}

/// A stretch of tokens that holds one item.
#[derive(Clone, Debug)]
pub struct Chunk {
    /// Its tokens.
    pub toks: Range<usize>,
    /// For a set or dialect with a sound head: the token of its opening brace.
    pub brace: Option<usize>,
}

/// A scanned file.
pub struct Scan<'t> {
    text: &'t str,
    flavor: Flavor,
    /// All tokens.
    pub toks: Vec<Tok>,
    /// No less than the deepest nesting within the limit.
    pub deepest: usize,
}

/// What the scanner is inside of.
enum Within {
    Bracket(u8),
    /// The braces of an interpolation; the start of its string, and its first-of-line column.
    Interp(usize, Option<usize>),
}

struct Scanner<'t, 's> {
    text: &'t str,
    file: FileId,
    limit: usize,
    sink: &'s mut Sink,
    toks: Vec<Tok>,
    stack: Vec<Within>,
    interps: usize,
    /// In an assembly format, where braces in strings are only braces.
    assembly: bool,
    too_deep: bool,
    deepest: usize,
    /// See `head_word`: since a semicolon, and the most there were.
    heads: usize,
    most_heads: usize,
}

impl<'t> Scan<'t> {
    /// Scans a text.
    pub fn new(text: &'t str, file: FileId, flavor: Flavor, limits: &Limits, sink: &mut Sink) -> Scan<'t> {
        let mut s = Scanner {
            text,
            file,
            limit: limits.nesting as usize,
            sink,
            toks: Vec::new(),
            stack: Vec::new(),
            interps: 0,
            assembly: false,
            too_deep: false,
            deepest: 0,
            heads: 0,
            most_heads: 0,
        };
        let sound = s.run();
        let mut scan = Scan {
            text,
            flavor,
            deepest: s.deepest + s.most_heads.min(s.limit),
            toks: s.toks,
        };
        if !sound {
            scan.resynchronize();
        }
        scan
    }

    /// The text of a token.
    pub fn word(&self, tok: &Tok) -> &'t str {
        self.text.get(tok.start..tok.end).unwrap_or("")
    }

    fn is_word(&self, n: usize, word: &str) -> bool {
        self.toks
            .get(n)
            .is_some_and(|t| t.kind == TokKind::Word && self.word(t) == word)
    }

    /// Where brackets do not match, depths say nothing. Then an item begins at any item's word in the first column, and
    /// a member at any member's word in the column of its first sibling.
    fn resynchronize(&mut self) {
        let mut depth = 0usize;
        let mut member_column = None;
        let mut seen_member = false;
        for n in 0..self.toks.len() {
            let Some(&t) = self.toks.get(n) else { break };
            let word = self.word(&t);
            if t.kind == TokKind::Word && t.first == Some(0) && self.flavor.item(word) {
                depth = 0;
                seen_member = false;
                member_column = None;
            } else if t.kind == TokKind::Word && t.first.is_some() && self.flavor.member(word) {
                if !seen_member && depth == 1 {
                    seen_member = true;
                    member_column = t.first;
                } else if seen_member && t.first == member_column {
                    depth = 1;
                }
            }
            if t.kind == TokKind::Close {
                depth = depth.saturating_sub(1);
            }
            if let Some(t) = self.toks.get_mut(n) {
                t.depth = depth;
            }
            if t.kind == TokKind::Open {
                depth += 1;
            }
        }
    }

    /// The items of the file.
    pub fn chunks(&self) -> Vec<Chunk> {
        let mut chunks = self.split(0..self.toks.len(), 0, |w| self.flavor.item(w));
        for c in &mut chunks {
            c.brace = self.head(&c.toks);
        }
        chunks
    }

    /// The members of a set or dialect, and the token of its closing brace.
    pub fn members(&self, chunk: &Chunk, brace: usize) -> (Vec<Chunk>, Option<usize>) {
        let inside = self.toks.get(brace + 1..chunk.toks.end).unwrap_or(&[]);
        let close = inside
            .iter()
            .position(|t| t.kind == TokKind::Close && t.depth == 0)
            .map(|n| n + brace + 1);
        let end = close.unwrap_or(chunk.toks.end);
        (self.split(brace + 1..end, 1, |w| self.flavor.member(w)), close)
    }

    /// The opening brace of a `set NAME {`, `extend set NAME {` or `dialect NAME {`.
    fn head(&self, toks: &Range<usize>) -> Option<usize> {
        let mut n = toks.start;
        while self.toks.get(n).is_some_and(|t| t.kind == TokKind::Doc) {
            n += 1;
        }
        let at = match self.flavor {
            Flavor::Pat if self.is_word(n, "set") => n,
            Flavor::Pat if self.is_word(n, "extend") && self.is_word(n + 1, "set") => n + 1,
            Flavor::Dialect if self.is_word(n, "dialect") => n,
            _ => return None,
        };
        let named = self.toks.get(at + 1).is_some_and(|t| t.kind == TokKind::Word);
        let brace = self
            .toks
            .get(at + 2)
            .is_some_and(|t| t.kind == TokKind::Open && self.word(t) == "{");
        (named && brace && at + 2 < toks.end).then_some(at + 2)
    }

    /// Cuts tokens where a word that `starts` an item stands at `depth` after the end of something, or in the first
    /// column. Where the end of the item before is missing, [`Scan::resume`] finds the next one.
    fn split(&self, range: Range<usize>, depth: usize, starts: impl Fn(&str) -> bool) -> Vec<Chunk> {
        let mut chunks: Vec<Chunk> = Vec::new();
        let mut begin = range.start;
        for n in range.clone() {
            let Some(t) = self.toks.get(n) else { break };
            if t.kind != TokKind::Word || t.depth != depth || !starts(self.word(t)) {
                continue;
            }
            let mut from = n;
            while from > range.start && self.toks.get(from - 1).is_some_and(|t| t.kind == TokKind::Doc) {
                from -= 1;
            }
            let Some(before) = from
                .checked_sub(1)
                .filter(|_| from > range.start)
                .and_then(|n| self.toks.get(n))
            else {
                continue;
            };
            let ended =
                before.kind == TokKind::Semi || (before.kind == TokKind::Close && self.word(before) == "}");
            // In the first column nothing but an item begins with such a word.
            if ended || (depth == 0 && t.first == Some(0)) {
                chunks.push(Chunk {
                    toks: begin..from,
                    brace: None,
                });
                begin = from;
            }
        }
        if begin < range.end {
            chunks.push(Chunk {
                toks: begin..range.end,
                brace: None,
            });
        }
        chunks
    }

    /// Where to go on in a chunk that failed at byte `at`: at the next word that begins an item or member in its line.
    pub fn resume(&self, chunk: &Chunk, at: usize, depth: usize) -> Option<Chunk> {
        let starts = |w: &str| {
            if depth == 0 {
                self.flavor.item(w)
            } else {
                self.flavor.member(w)
            }
        };
        let from = chunk.toks.start + 1;
        let n = (from..chunk.toks.end).find(|&n| {
            self.toks.get(n).is_some_and(|t| {
                t.kind == TokKind::Word
                    && t.depth == depth
                    && t.first.is_some()
                    && t.start >= at
                    && starts(self.word(t))
            })
        })?;
        let mut chunk = Chunk {
            toks: n..chunk.toks.end,
            brace: None,
        };
        if depth == 0 {
            chunk.brace = self.head(&chunk.toks);
        }
        Some(chunk)
    }

    /// Whether a stretch holds something that was reported already.
    pub fn bad(&self, toks: &Range<usize>) -> bool {
        self.toks
            .get(toks.clone())
            .is_some_and(|t| t.iter().any(|t| t.kind == TokKind::Bad))
    }

    /// The bytes of a stretch of tokens.
    pub fn bytes(&self, toks: &Range<usize>) -> Range<usize> {
        let start = self.toks.get(toks.start).map_or(self.text.len(), |t| t.start);
        let end = toks
            .end
            .checked_sub(1)
            .and_then(|n| self.toks.get(n))
            .map_or(start, |t| t.end);
        start..end.max(start)
    }

    /// The first token that begins at or after a byte.
    pub fn token_at(&self, byte: usize) -> Option<&Tok> {
        self.toks.get(self.toks.partition_point(|t| t.start < byte))
    }

    /// Whether a byte lies within a token, as only bytes of strings and of interpolations do.
    pub fn inside(&self, byte: usize) -> bool {
        let n = self.toks.partition_point(|t| t.start <= byte);
        n.checked_sub(1)
            .and_then(|n| self.toks.get(n))
            .is_some_and(|t| t.start < byte && byte < t.end)
    }

    /// The last token that ends at or before a byte.
    pub fn token_before(&self, byte: usize) -> Option<&Tok> {
        let n = self.toks.partition_point(|t| t.end <= byte);
        n.checked_sub(1).and_then(|n| self.toks.get(n))
    }
}

impl Scanner<'_, '_> {
    /// Whether all brackets match.
    fn run(&mut self) -> bool {
        let bytes = self.text.as_bytes();
        let at = |n: usize| bytes.get(n).copied().unwrap_or(0);
        let word_byte = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
        let mut sound = true;
        let mut n = 0;
        let mut first = Some(0);
        let mut line = 0;
        while n < bytes.len() {
            let b = at(n);
            match b {
                b'\n' | b'\r' => {
                    n += 1;
                    line = n;
                    first = Some(0);
                    continue;
                }
                b' ' | b'\t' => {
                    n += 1;
                    continue;
                }
                _ => {}
            }
            let column = first.take().map(|_| n - line);
            match b {
                b'/' if at(n + 1) == b'/' => {
                    let start = n;
                    while n < bytes.len() && !matches!(at(n), b'\n' | b'\r') {
                        n += 1;
                    }
                    if at(start + 2) == b'/' && at(start + 3) != b'/' {
                        self.token(TokKind::Doc, start, n, column);
                    }
                }
                b'"' if self.text.get(n..n + 3) == Some("\"\"\"") => {
                    let end = self
                        .text
                        .get(n + 3..)
                        .and_then(|t| t.find("\"\"\""))
                        .map(|e| n + 3 + e + 3);
                    if end.is_none() {
                        self.unclosed(n, n + 3, column, "this IR text is not closed by '\"\"\"'");
                    }
                    let end = end.unwrap_or(bytes.len());
                    self.token(TokKind::Str, n, end, column);
                    n = end;
                }
                b'"' => n = self.string(n + 1, n, column),
                b'(' | b'[' | b'{' => {
                    self.token(TokKind::Open, n, n + 1, column);
                    self.push(Within::Bracket(b), n);
                    n += 1;
                }
                b')' | b']' | b'}' => {
                    let open = match b {
                        b')' => b'(',
                        b']' => b'[',
                        _ => b'{',
                    };
                    match self.stack.last() {
                        Some(Within::Interp(start, column)) if b == b'}' => {
                            let (start, column) = (*start, *column);
                            self.pop();
                            n = self.string(n + 1, start, column);
                            continue;
                        }
                        Some(Within::Bracket(o)) if *o == open => self.pop(),
                        Some(_) => {
                            sound = false;
                            // One of the brackets is missing or too much. If the right one is further out, those
                            // within are taken to be missing.
                            let known = self.stack.iter().rposition(|w| match w {
                                Within::Bracket(o) => *o == open,
                                Within::Interp(..) => true,
                            });
                            if let Some((k, true)) =
                                known.map(|k| (k, matches!(self.stack.get(k), Some(Within::Bracket(_)))))
                            {
                                while self.stack.len() > k {
                                    self.pop();
                                }
                            }
                        }
                        None => sound = false,
                    }
                    self.token(TokKind::Close, n, n + 1, column);
                    n += 1;
                }
                b if word_byte(b) => {
                    let start = n;
                    while word_byte(at(n)) {
                        n += 1;
                    }
                    self.token(TokKind::Word, start, n, column);
                    match self.text.get(start..n) {
                        Some("assembly") => {
                            let next = self
                                .text
                                .get(n..)
                                .map(str::trim_start)
                                .and_then(|t| t.chars().next());
                            self.assembly =
                                next.is_some_and(|c| matches!(c, '"' | '$' | '(') || c.is_alphabetic());
                        }
                        Some("case" | "if" | "at" | "types") => self.head_word(),
                        _ => {}
                    }
                }
                b';' => {
                    self.token(TokKind::Semi, n, n + 1, column);
                    self.heads = 0;
                    self.assembly = false;
                    n += 1;
                }
                _ => {
                    let len = self
                        .text
                        .get(n..)
                        .and_then(|t| t.chars().next())
                        .map_or(1, char::len_utf8);
                    self.token(TokKind::Other, n, n + len, column);
                    if b == b'<' {
                        self.head_word();
                    }
                    n += len;
                }
            }
        }
        sound && self.stack.is_empty()
    }

    /// Goes on in a string from `n`; gives where to go on after it or in its interpolation.
    fn string(&mut self, mut n: usize, start: usize, column: Option<usize>) -> usize {
        let bytes = self.text.as_bytes();
        loop {
            match bytes.get(n).copied() {
                None | Some(b'\n' | b'\r') => {
                    self.unclosed(start, n, column, "this string is not closed in its line");
                    return n;
                }
                Some(b'\\') if !self.assembly && !matches!(bytes.get(n + 1), Some(b'\n' | b'\r')) => n += 2,
                Some(b'"') => {
                    self.token(TokKind::Str, start, n + 1, column);
                    return n + 1;
                }
                Some(b'{') if self.assembly => n += 1,
                Some(b'{') if bytes.get(n + 1) == Some(&b'{') => n += 2,
                Some(b'{') => {
                    self.push(Within::Interp(start, column), n);
                    return n + 1;
                }
                Some(_) => n += 1,
            }
        }
    }

    fn unclosed(&mut self, start: usize, end: usize, column: Option<usize>, message: &str) {
        self.sink
            .fault(Kind::Unclosed, Span::new(self.file, start, end), message);
        self.interps = 0;
        while matches!(self.stack.last(), Some(Within::Interp(..))) {
            self.pop();
        }
        self.token(TokKind::Bad, start, end, column);
    }

    fn token(&mut self, kind: TokKind, start: usize, end: usize, first: Option<usize>) {
        if self.interps == 0 {
            self.toks.push(Tok {
                kind,
                start,
                end,
                depth: self.stack.len(),
                first,
            });
        }
    }

    fn push(&mut self, what: Within, at: usize) {
        self.interps += usize::from(matches!(what, Within::Interp(..)));
        self.stack.push(what);
        self.check(at);
    }

    fn pop(&mut self) {
        if let Some(what) = self.stack.pop() {
            self.interps = self
                .interps
                .saturating_sub(usize::from(matches!(what, Within::Interp(..))));
        }
        self.too_deep &= self.stack.len() > self.limit;
    }

    /// What may nest without a bracket of its own: `case case x { } { }`. It is bounded where trees are built, which
    /// needs stack up to that bound; this need not be exact.
    fn head_word(&mut self) {
        self.heads += 1;
        self.most_heads = self.most_heads.max(self.heads);
    }

    fn check(&mut self, at: usize) {
        self.deepest = self.deepest.max(self.stack.len().min(self.limit));
        if self.stack.len() > self.limit && !self.too_deep {
            self.too_deep = true;
            let message = format!("nesting deeper than {} (limit 'nesting')", self.limit);
            let span = Span::new(self.file, at, at + 1);
            self.sink
                .push(Diagnostic::error(span, message).kind(Kind::Nesting).into_limit());
            self.toks.push(Tok {
                kind: TokKind::Bad,
                start: at,
                end: at + 1,
                depth: usize::MAX,
                first: None,
            });
        }
    }
}
