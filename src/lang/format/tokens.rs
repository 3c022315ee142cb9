//! The tokens of a parsed file, and what lies between them: comments and line breaks, which the tree does not hold.
//!
//! The grammar says where tokens are; only what it takes without a rule of its own (`<` after a type's name) is cut here.

use crate::lang::parse::{P, Rule};

/// A token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    /// Its rule; none where the grammar takes it as bare text.
    pub rule: Option<Rule>,
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// Its text, without blanks at the end.
    pub text: &'t str,
}

/// A comment that is no doc comment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comment<'t> {
    /// Its text, without blanks at the end.
    pub text: &'t str,
    /// Whether it stands behind a token in that token's line.
    pub trailing: bool,
    /// Whether an empty line stands before it.
    pub blank: bool,
}

/// What stands before a token.
#[derive(Clone, Debug, Default)]
pub(super) struct Gap<'t> {
    /// The comments in it.
    pub comments: Vec<Comment<'t>>,
    /// Whether a line ends in it.
    pub newline: bool,
    /// Whether an empty line stands right before the token.
    pub blank: bool,
}

/// A file as tokens.
#[derive(Default)]
pub(super) struct Tokens<'t> {
    /// In the order of the text.
    pub all: Vec<Token<'t>>,
    /// What stands before each, and after the last.
    pub gaps: Vec<Gap<'t>>,
    /// Whether the first line break outside of tokens is that of DOS.
    pub crlf: bool,
}

impl<'t> Tokens<'t> {
    /// The tokens of a tree.
    pub fn new(text: &'t str, tree: &P<'t>) -> Self {
        let mut cut = Cut {
            text,
            at: 0,
            lines: 0,
            gap: Gap::default(),
            crlf: None,
            tokens: Tokens::default(),
        };
        cut.node(tree.clone());
        cut.between(text.len());
        cut.end_gap();
        cut.tokens.crlf = cut.crlf == Some(true);
        cut.tokens
    }

    /// Everything that formatting must not change, in its order.
    pub fn meaning(&self) -> impl Iterator<Item = &'t str> {
        self.gaps.iter().enumerate().flat_map(|(n, gap)| {
            let comments = gap.comments.iter().map(|c| c.text);
            comments.chain(self.all.get(n).map(|t| t.text))
        })
    }

    /// The number of the first token that begins at or after a byte.
    pub fn at(&self, byte: usize) -> usize {
        self.all.partition_point(|t| t.start < byte)
    }

    /// The last token that ends at or before a byte.
    pub fn before(&self, byte: usize) -> Option<&Token<'t>> {
        let n = self.all.partition_point(|t| t.end <= byte);
        n.checked_sub(1).and_then(|n| self.all.get(n))
    }

    /// What stands before the token of this number.
    pub fn newline(&self, n: usize) -> bool {
        self.gaps.get(n).is_some_and(|g| g.newline)
    }
}

/// Whether a node is a token, whatever the grammar finds in it.
pub(super) fn is_token(p: &P<'_>) -> bool {
    match p.as_rule() {
        Rule::string | Rule::field | Rule::asm_var => true,
        Rule::variadic_open | Rule::symbol_open | Rule::EOI => false,
        _ => p.clone().into_inner().next().is_none(),
    }
}

struct Cut<'t> {
    text: &'t str,
    at: usize,
    /// Line breaks since the last token or comment.
    lines: usize,
    gap: Gap<'t>,
    crlf: Option<bool>,
    tokens: Tokens<'t>,
}

impl<'t> Cut<'t> {
    fn node(&mut self, p: P<'t>) {
        if is_token(&p) {
            self.between(p.start());
            self.token(Some(p.as_rule()), p.start(), p.end());
        } else {
            for k in p.into_inner() {
                self.node(k);
            }
        }
    }

    fn end_gap(&mut self) {
        self.gap.blank = self.lines > 1;
        self.lines = 0;
        self.tokens.gaps.push(std::mem::take(&mut self.gap));
    }

    fn token(&mut self, rule: Option<Rule>, start: usize, end: usize) {
        self.end_gap();
        let text = self.text.get(start..end).unwrap_or("");
        let text = if rule == Some(Rule::doc) {
            text.trim_end_matches([' ', '\t'])
        } else {
            text
        };
        self.tokens.all.push(Token {
            rule,
            start,
            end,
            text,
        });
        self.at = end;
    }

    /// Cuts what the tree has no node for.
    fn between(&mut self, to: usize) {
        while self.at < to {
            let rest = self.text.get(self.at..to).unwrap_or("");
            let Some(c) = rest.chars().next() else { break };
            if let Some(len) = line_break(rest) {
                self.crlf.get_or_insert(len == 2);
                self.lines += 1;
                self.gap.newline = true;
                self.at += len;
            } else if rest.starts_with("//") {
                let len = rest.find(['\n', '\r']).unwrap_or(rest.len());
                let text = rest.get(..len).unwrap_or(rest);
                self.gap.comments.push(Comment {
                    text: text.trim_end_matches([' ', '\t']),
                    trailing: self.lines == 0 && self.gap.comments.is_empty() && !self.tokens.all.is_empty(),
                    blank: self.lines > 1,
                });
                self.lines = 0;
                self.at += len;
            } else if c == ' ' || c == '\t' {
                self.at += 1;
            } else {
                let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
                let len = match rest.find(|c| !word(c)) {
                    Some(0) => c.len_utf8(),
                    Some(n) => n,
                    None => rest.len(),
                };
                self.token(None, self.at, self.at + len);
            }
        }
    }
}

/// The length of the line break that a text begins with.
fn line_break(text: &str) -> Option<usize> {
    if text.starts_with("\r\n") {
        Some(2)
    } else if text.starts_with(['\n', '\r']) {
        Some(1)
    } else {
        None
    }
}
