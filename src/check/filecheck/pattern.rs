//! One directive's pattern: its parsing, and one search for it.

use super::args::Options;
use super::numeric::{self, Expression, Format};
use super::regex::{self, Fault, Groups, Node, Regex};
use super::variables::{Names, Variables};
use crate::support::diag::Diagnostic;
use crate::support::source::{FileId, Span};
use memchr::memmem::Finder;

/// A piece of the check file that knows where it stands.
#[derive(Clone, Copy)]
pub(super) struct Text<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) file: FileId,
    pub(super) at: usize,
}

impl<'a> Text<'a> {
    pub(super) fn span(self) -> Span {
        Span::new(self.file, self.at, self.at + self.bytes.len())
    }
    /// Messages point at one place, as LLVM's do.
    pub(super) fn start(self) -> Span {
        self.span().at_start()
    }
    pub(super) fn find(self, what: &[u8]) -> Option<usize> {
        memchr::memmem::find(self.bytes, what)
    }
    pub(super) fn take(self, n: usize) -> Text<'a> {
        Text {
            bytes: self.bytes.get(..n).unwrap_or(self.bytes),
            ..self
        }
    }
    pub(super) fn skip(self, n: usize) -> Text<'a> {
        let n = n.min(self.bytes.len());
        Text {
            bytes: self.bytes.get(n..).unwrap_or_default(),
            file: self.file,
            at: self.at + n,
        }
    }
    pub(super) fn trim_start(self) -> Text<'a> {
        self.skip(
            self.bytes
                .iter()
                .take_while(|&&b| b == b' ' || b == b'\t')
                .count(),
        )
    }
    pub(super) fn trim_end(self) -> Text<'a> {
        let blanks = self
            .bytes
            .iter()
            .rev()
            .take_while(|&&b| b == b' ' || b == b'\t')
            .count();
        self.take(self.bytes.len() - blanks)
    }
    pub(super) fn trim(self) -> Text<'a> {
        self.trim_start().trim_end()
    }
    pub(super) fn eat(&mut self, what: &[u8]) -> bool {
        let is = self.bytes.starts_with(what);
        if is {
            *self = self.skip(what.len());
        }
        is
    }
    pub(super) fn lossy(self) -> String {
        String::from_utf8_lossy(self.bytes).into_owned()
    }
}

/// What a directive asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Plain,
    Next,
    Same,
    Not,
    Dag,
    Label,
    Empty,
    /// A stand-in for the end of the text, which trailing `-NOT`s and `-DAG`s belong to.
    End,
}

/// A part of a pattern that is put together anew for each search.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    Fixed(Node),
    Variable(String, Span),
    Number(Box<Expression>),
    /// An expression whose text is also the value of a variable: the number of its group.
    Defining(u32, Box<Expression>),
    /// Matches nothing.
    Never,
}

enum Body {
    End,
    EmptyLine,
    Literal(Finder<'static>),
    LiteralFolded(Vec<u8>),
    Regex(Regex),
    Pieces(Vec<Piece>),
}

/// A parsed pattern.
pub(super) struct Pattern {
    pub(super) kind: Kind,
    pub(super) count: u32,
    /// As messages name the directive: `CHECK-NEXT` and the like.
    pub(super) name: String,
    /// Where the pattern begins.
    pub(super) place: Span,
    /// What the pattern looks like, to find near misses.
    pub(super) example: Vec<u8>,
    body: Body,
    texts: Vec<(String, u32)>,
    numbers: Vec<(String, u32, Format)>,
    folded: bool,
}

/// Why a search gave nothing.
pub(super) enum Miss {
    NotFound,
    /// The pattern cannot be used now, for each of these reasons.
    Unusable(Vec<(Span, String)>),
}

/// What is known about a directive before its pattern is parsed.
pub(super) struct Head<'a> {
    pub(super) kind: Kind,
    pub(super) count: u32,
    pub(super) literal: bool,
    pub(super) prefix: &'a str,
    pub(super) name: String,
    /// Of the directive; none on the command line.
    pub(super) line: Option<usize>,
}

impl Pattern {
    /// The pattern that stands for the end of the text.
    pub(super) fn end(place: Span, name: String) -> Pattern {
        Pattern::new(
            Head {
                kind: Kind::End,
                count: 1,
                literal: false,
                prefix: "",
                name,
                line: None,
            },
            place,
            Body::End,
        )
    }

    fn new(head: Head<'_>, place: Span, body: Body) -> Pattern {
        Pattern {
            kind: head.kind,
            count: head.count,
            name: head.name,
            place,
            example: Vec::new(),
            body,
            texts: Vec::new(),
            numbers: Vec::new(),
            folded: false,
        }
    }

    /// Whether it uses variables or defines one of text; a number may be defined by a label, as in LLVM.
    pub(super) fn has_variables(&self) -> bool {
        !self.texts.is_empty() || matches!(self.body, Body::Pieces(_))
    }

    /// The variables it uses, each with its value now, for the notes of a failure.
    pub(super) fn uses(&self, vars: &Variables) -> Vec<(String, String)> {
        let Body::Pieces(pieces) = &self.body else {
            return Vec::new();
        };
        let of = |piece: &Piece| match piece {
            Piece::Variable(name, _) => Some((
                name.clone(),
                String::from_utf8_lossy(vars.text(name)?).into_owned(),
            )),
            Piece::Number(e) | Piece::Defining(_, e) => Some((e.shown.clone(), e.value(vars).ok()?)),
            Piece::Fixed(_) | Piece::Never => None,
        };
        pieces.iter().filter_map(of).collect()
    }

    /// Parses the pattern of a directive.
    pub(super) fn parse(
        head: Head<'_>,
        text: Text<'_>,
        names: &mut Names,
        options: &Options,
    ) -> Result<Pattern, Diagnostic> {
        let exact = options.strict_whitespace && options.match_full_lines;
        let text = if exact { text } else { text.trim_end() };
        let place = text.start();
        if text.bytes.is_empty() && head.kind != Kind::Empty {
            return Err(Diagnostic::error(
                place,
                format!("found empty check string with prefix '{}:'", head.prefix),
            ));
        }
        if head.kind == Kind::Empty {
            if !text.bytes.is_empty() {
                let text = format!(
                    "found non-empty check string for empty check with prefix '{}:'",
                    head.prefix
                );
                return Err(Diagnostic::error(place, text));
            }
            return Ok(Pattern::new(head, place, Body::EmptyLine));
        }
        let full_lines = options.match_full_lines && head.kind != Kind::Not;
        let plain = text.find(b"{{").is_none() && text.find(b"[[").is_none();
        let literal = head.literal || (plain && !full_lines);
        let line = head.line;
        let mut pattern = Pattern::new(head, place, Body::End);
        pattern.folded = options.ignore_case;
        pattern.example = text.bytes.to_vec();
        if literal {
            pattern.body = if options.ignore_case {
                Body::LiteralFolded(text.bytes.to_vec())
            } else {
                Body::Literal(Finder::new(text.bytes).into_owned())
            };
            return Ok(pattern);
        }
        let mut builder = Builder {
            pieces: Vec::new(),
            groups: Groups::default(),
            options,
            names,
            line,
            pattern: &mut pattern,
        };
        let blanks = Node::Repeat(Box::new(Node::Byte(b' ')), 0, None);
        if full_lines {
            builder.fixed(Node::Assert(regex::Assert::LineStart));
            if !exact && !options.strict_whitespace {
                builder.fixed(blanks.clone());
            }
        }
        builder.pattern(text)?;
        if full_lines {
            if !exact && !options.strict_whitespace {
                builder.fixed(blanks);
            }
            builder.fixed(Node::Assert(regex::Assert::LineEnd));
        }
        let pieces = builder.pieces;
        pattern.body = if pieces.iter().all(|p| matches!(p, Piece::Fixed(_) | Piece::Never)) {
            let nodes = pieces.into_iter().map(|p| {
                if let Piece::Fixed(node) = p {
                    node
                } else {
                    Node::Never
                }
            });
            let node = Node::Cat(nodes.collect());
            Body::Regex(Regex::from_node(&node).map_err(|e| invalid(place, e))?)
        } else {
            Body::Pieces(pieces)
        };
        Ok(pattern)
    }

    /// Looks for the pattern; on success the variables it defines are set.
    pub(super) fn find(&self, text: &[u8], vars: &mut Variables) -> Result<regex::Range, Miss> {
        match &self.body {
            Body::End => Ok((text.len(), text.len())),
            Body::Literal(finder) => {
                let at = finder.find(text).ok_or(Miss::NotFound)?;
                Ok((at, at + finder.needle().len()))
            }
            Body::LiteralFolded(needle) => {
                let at = find_folded(text, needle).ok_or(Miss::NotFound)?;
                Ok((at, at + needle.len()))
            }
            Body::EmptyLine => {
                // The line break before the empty line belongs to the search but not to the match.
                let ends = |n: &usize| matches!(text.get(n + 1), None | Some(b'\n'));
                let at = memchr::memchr_iter(b'\n', text)
                    .find(ends)
                    .ok_or(Miss::NotFound)?;
                Ok((at + 1, at + 1))
            }
            Body::Regex(regex) => self.search(regex, text, vars),
            Body::Pieces(pieces) => {
                let (mut nodes, mut faults) = (Vec::new(), Vec::new());
                for piece in pieces {
                    match piece {
                        Piece::Fixed(node) => nodes.push(node.clone()),
                        Piece::Never => nodes.push(Node::Never),
                        Piece::Variable(name, span) => match vars.text(name) {
                            Some(value) => nodes.push(regex::literal(value, self.folded)),
                            None => faults.push((*span, format!("undefined variable: {name}"))),
                        },
                        Piece::Number(e) => match e.value(vars) {
                            Ok(value) => nodes.push(regex::literal(value.as_bytes(), self.folded)),
                            Err(more) => faults.extend(more),
                        },
                        Piece::Defining(group, e) => match e.value(vars) {
                            Ok(value) => {
                                let inner = regex::literal(value.as_bytes(), self.folded);
                                nodes.push(Node::Group(*group, Box::new(inner)));
                            }
                            Err(more) => faults.extend(more),
                        },
                    }
                }
                if !faults.is_empty() {
                    return Err(Miss::Unusable(faults));
                }
                // A pattern that comes to nothing at all matches nowhere, as an empty expression does not.
                if nodes
                    .iter()
                    .all(|n| matches!(n, Node::Cat(items) if items.is_empty()))
                {
                    return Err(Miss::NotFound);
                }
                let regex = Regex::from_node(&Node::Cat(nodes)).map_err(|e| self.unusable(e))?;
                self.search(&regex, text, vars)
            }
        }
    }

    fn unusable(&self, fault: Fault) -> Miss {
        Miss::Unusable(vec![(self.place, format!("invalid regex: {fault}"))])
    }

    fn search(&self, regex: &Regex, text: &[u8], vars: &mut Variables) -> Result<regex::Range, Miss> {
        if self.texts.is_empty() && self.numbers.is_empty() {
            return regex
                .find(text)
                .map_err(|e| self.unusable(e))?
                .ok_or(Miss::NotFound);
        }
        let groups = regex
            .captures(text)
            .map_err(|e| self.unusable(e))?
            .ok_or(Miss::NotFound)?;
        let of = |n: u32| {
            let range = groups.get(n as usize).copied().flatten();
            range.and_then(|(a, b)| text.get(a..b)).unwrap_or_default()
        };
        for (name, group) in &self.texts {
            vars.set_text(name, of(*group));
        }
        for (name, group, format) in &self.numbers {
            if let Some(value) = format.read(of(*group)) {
                vars.set_number(name, value);
            }
        }
        groups.first().copied().flatten().ok_or(Miss::NotFound)
    }
}

fn invalid(at: Span, fault: Fault) -> Diagnostic {
    Diagnostic::error(at, format!("invalid regex: {fault}"))
}

fn find_folded(text: &[u8], needle: &[u8]) -> Option<usize> {
    let &first = needle.first()?;
    let (low, high) = (first.to_ascii_lowercase(), first.to_ascii_uppercase());
    let same = |&at: &usize| {
        text.get(at..at + needle.len())
            .is_some_and(|t| t.eq_ignore_ascii_case(needle))
    };
    memchr::memchr2_iter(low, high, text).find(same)
}

/// Puts the pieces of a pattern together.
struct Builder<'p> {
    pieces: Vec<Piece>,
    groups: Groups,
    options: &'p Options,
    names: &'p mut Names,
    line: Option<usize>,
    pattern: &'p mut Pattern,
}

impl Builder<'_> {
    fn fixed(&mut self, node: Node) {
        self.pieces.push(Piece::Fixed(node));
    }

    /// A piece of an expression must stand on its own, but its groups count through the whole pattern.
    fn regex(&mut self, text: Text<'_>) -> Result<Node, Diagnostic> {
        let ignore_case = self.options.ignore_case;
        Regex::new(text.bytes, ignore_case).map_err(|e| invalid(text.start(), e))?;
        Ok(regex::parse(text.bytes, ignore_case, &mut self.groups).unwrap_or(Node::Never))
    }

    fn pattern(&mut self, mut text: Text<'_>) -> Result<(), Diagnostic> {
        while !text.bytes.is_empty() {
            if text.bytes.starts_with(b"{{") {
                let Some(end) = text.find(b"}}") else {
                    return Err(Diagnostic::error(
                        text.start(),
                        "found start of regex string with no end '}}'",
                    ));
                };
                // An alternative anywhere later on the line makes this a group: so LLVM counts, and so
                // back-references come out the same.
                let wrapped = text.bytes.contains(&b'|').then(|| self.groups.open());
                let mut node = self.regex(Text {
                    bytes: text.take(end).skip(2).bytes,
                    ..text.skip(2)
                })?;
                if let Some(number) = wrapped {
                    node = self.groups.close(number, node);
                }
                self.fixed(node);
                text = text.skip(end + 2);
            } else if text.bytes.starts_with(b"[[") && !text.bytes.starts_with(b"[[[") {
                let inner = text.skip(2);
                let Some(end) = block_end(inner)? else {
                    return Err(Diagnostic::error(
                        text.start(),
                        "Invalid substitution block, no ]] found",
                    ));
                };
                self.block(inner.take(end))?;
                text = inner.skip(end + 2);
            } else {
                let tail = text.skip(1);
                let next = [tail.find(b"{{"), tail.find(b"[[")].into_iter().flatten().min();
                let end = next.map_or(text.bytes.len(), |n| n + 1);
                self.fixed(regex::literal(text.take(end).bytes, self.options.ignore_case));
                text = text.skip(end);
            }
        }
        Ok(())
    }

    fn block(&mut self, mut text: Text<'_>) -> Result<(), Diagnostic> {
        if text.eat(b"#") {
            return self.number(text, false);
        }
        let colon = text.find(b":");
        let head = colon.map_or(text, |n| text.take(n));
        if let Some(blank) = head.bytes.iter().position(|&b| b == b' ' || b == b'\t') {
            return Err(Diagnostic::error(
                text.skip(blank).start(),
                "unexpected whitespace",
            ));
        }
        let (name, pseudo, mut rest) = numeric::variable(text)?;
        let key = name.lossy();
        if colon.is_none() {
            if pseudo {
                return self.number(text, true);
            }
            if !rest.bytes.is_empty() {
                return Err(Diagnostic::error(
                    name.start(),
                    "invalid name in string variable use",
                ));
            }
            let here = self
                .pattern
                .texts
                .iter()
                .rev()
                .find(|(n, _)| *n == key)
                .map(|&(_, group)| group);
            match here {
                None => self.pieces.push(Piece::Variable(key, name.start())),
                Some(group) if group > 9 => {
                    return Err(Diagnostic::error(
                        name.start(),
                        "Can't back-reference more than 9 variables",
                    ));
                }
                Some(group) => {
                    let piece = self.groups.backref(group).map_or(Piece::Never, Piece::Fixed);
                    self.pieces.push(piece);
                }
            }
            return Ok(());
        }
        if pseudo || !rest.eat(b":") {
            return Err(Diagnostic::error(
                name.start(),
                "invalid name in string variable definition",
            ));
        }
        if self.names.number.contains_key(&key) {
            let text = format!("numeric variable with name '{key}' already exists");
            return Err(Diagnostic::error(name.start(), text));
        }
        let group = self.groups.open();
        self.pattern.texts.retain(|(n, _)| *n != key);
        self.pattern.texts.push((key.clone(), group));
        self.names.text.insert(key);
        let inner = if rest.bytes.is_empty() {
            Node::Empty
        } else {
            self.regex(rest)?
        };
        let node = self.groups.close(group, inner);
        self.fixed(node);
        Ok(())
    }

    fn number(&mut self, text: Text<'_>, legacy: bool) -> Result<(), Diagnostic> {
        let block = numeric::block(text, legacy, self.line, self.names)?;
        let group = block.defines.map(|name| {
            let group = self.groups.open();
            self.pattern.numbers.retain(|(n, ..)| *n != name);
            self.pattern.numbers.push((name, group, block.format));
            group
        });
        match (block.expression, group) {
            (None, None) => {
                let wildcard = block.format.wildcard();
                let node = regex::parse(wildcard.as_bytes(), self.options.ignore_case, &mut self.groups);
                self.fixed(node.unwrap_or(Node::Never));
            }
            (None, Some(group)) => {
                let wildcard = block.format.wildcard();
                let inner = regex::parse(wildcard.as_bytes(), self.options.ignore_case, &mut self.groups);
                let node = self.groups.close(group, inner.unwrap_or(Node::Never));
                self.fixed(node);
            }
            (Some(expression), None) => self.pieces.push(Piece::Number(Box::new(expression))),
            (Some(expression), Some(group)) => {
                self.groups.close(group, Node::Never);
                self.pieces.push(Piece::Defining(group, Box::new(expression)));
            }
        }
        Ok(())
    }
}

/// Where the `]]` of a block stands: brackets of its expression nest, and a backslash hides one byte.
fn block_end(text: Text<'_>) -> Result<Option<usize>, Diagnostic> {
    let (mut at, mut depth) = (0, 0usize);
    while let Some(&b) = text.bytes.get(at) {
        match b {
            b'\\' => at += 1,
            b'[' => depth += 1,
            b']' if depth > 0 => depth -= 1,
            b']' if text.bytes.get(at + 1) == Some(&b']') => return Ok(Some(at)),
            b']' => {
                return Err(Diagnostic::error(
                    text.skip(at).start(),
                    "missing closing \"]\" for regex variable",
                ));
            }
            _ => {}
        }
        at += 1;
    }
    Ok(None)
}
