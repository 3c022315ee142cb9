//! From the tree to the operations of `layout`: what is a block, a list, a statement, and where each may be broken.

use super::layout::{Op, Place};
use super::rules::{clause_words, is_block, is_clause, level, starts};
use super::spacing;
use super::tokens::{Tokens, is_token};
use crate::lang::parse::{P, Rule};

/// What stands between the last token and the next.
#[derive(Clone, Copy)]
enum Sep {
    /// A blank or nothing, as the two tokens have it.
    Auto,
    /// A place where the line may end.
    Line {
        all: bool,
        space: bool,
        place: Place,
        /// Whether a line that ends here in the source ends here.
        keep: bool,
    },
    /// The end of a line.
    Hard(Place),
}

/// What is around the next token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    Statement,
    /// What follows the word of a clause, aligned.
    Clause,
    /// A list in brackets, on lines of its own if it does not fit.
    List {
        /// Whether it was on lines of its own in the source.
        keep: bool,
        /// Whether each element has a line of its own.
        all: bool,
    },
    /// Brackets that are not broken themselves.
    Close,
    /// Arguments of a type, which are never broken.
    Type,
}

/// The state of the walk.
pub(super) struct Walk<'a, 't> {
    tokens: &'a Tokens<'t>,
    /// The number of the next token.
    next: usize,
    /// How many tokens have what stands before them.
    put: usize,
    ops: Vec<Op<'t>>,
    sep: Sep,
    /// Whether empty lines before and after comments that come next are kept.
    blanks: (bool, bool),
    /// Whether the next token stands close to the last.
    close: bool,
    around: Vec<Around>,
    /// Columns of the longest word of a clause in this block.
    words: usize,
}

/// The operations of a file.
pub(super) fn file<'t>(tokens: &Tokens<'t>, tree: P<'t>) -> Vec<Op<'t>> {
    let mut w = Walk {
        tokens,
        next: 0,
        put: 0,
        ops: Vec::new(),
        sep: Sep::Auto,
        blanks: (false, true),
        close: false,
        around: vec![Around::Statement],
        words: 0,
    };
    let rule = tree.as_rule();
    w.sep = Sep::Hard(Place::List);
    for item in tree.into_inner() {
        if item.as_rule() != Rule::EOI {
            w.node(item, rule);
            w.hard(Place::List, (true, true));
        }
    }
    w.blanks.1 = false;
    w.comments_at_end();
    w.ops
}

impl<'t> Walk<'_, 't> {
    fn hard(&mut self, place: Place, blanks: (bool, bool)) {
        self.sep = Sep::Hard(place);
        self.blanks = blanks;
    }

    /// A place where a line may end if what follows does not fit.
    fn line(&mut self) {
        let place = match self.around.last() {
            Some(Around::Clause) => Place::List,
            _ => Place::Cont,
        };
        self.may_end(false, true, place, false);
    }

    fn may_end(&mut self, all: bool, space: bool, place: Place, keep: bool) {
        self.blanks = (keep, keep);
        self.sep = Sep::Line {
            all,
            space,
            place,
            keep,
        };
    }

    /// After a comma.
    fn next_element(&mut self) {
        match self.around.last() {
            Some(&Around::List { keep, all }) => self.may_end(all, true, Place::List, keep),
            Some(Around::Type) => {}
            _ => self.line(),
        }
    }

    /// Puts what stands before the next token, once.
    fn before(&mut self) {
        let Some(t) = self.tokens.all.get(self.next) else {
            return;
        };
        if self.put > self.next {
            return;
        }
        self.put = self.next + 1;
        let mut sep = std::mem::replace(&mut self.sep, Sep::Auto);
        let blanks = std::mem::take(&mut self.blanks);
        let Some(gap) = self.tokens.gaps.get(self.next) else {
            return;
        };
        if let Sep::Line {
            keep: true, place, ..
        } = sep
            && gap.newline
        {
            sep = Sep::Hard(place);
        }
        if t.rule == Some(Rule::doc) || !gap.comments.is_empty() {
            sep = match sep {
                Sep::Auto => Sep::Hard(Place::Cont),
                Sep::Line { place, .. } => Sep::Hard(place),
                Sep::Hard(place) => Sep::Hard(place),
            };
        }
        let close = std::mem::take(&mut self.close);
        let previous = self.next.checked_sub(1).and_then(|n| self.tokens.all.get(n));
        match sep {
            Sep::Auto => {
                let Some(previous) = previous else { return };
                let close = close || spacing::close_before(t) || spacing::close_after(previous);
                if !close || spacing::merge(previous, t) {
                    self.ops.push(Op::Space);
                }
            }
            Sep::Line {
                all, space, place, ..
            } => self.ops.push(Op::Line { all, space, place }),
            Sep::Hard(place) => {
                let first = self.comments(place, blanks.0);
                let blank = gap.blank && blanks.1 && (!first || blanks.0);
                self.ops.push(Op::Hard { blank, place });
            }
        }
    }

    /// Puts the comments before the next token; whether there are none.
    fn comments(&mut self, place: Place, blank: bool) -> bool {
        // Before a closing bracket they belong to what is inside.
        let place = if place == Place::Closer {
            Place::List
        } else {
            place
        };
        let comments = self.tokens.gaps.get(self.next).map(|g| &*g.comments);
        let mut first = true;
        for c in comments.unwrap_or_default() {
            if c.trailing {
                self.ops.push(Op::Trailing(c.text));
            } else {
                let blank = c.blank && (blank || !first);
                self.ops.push(Op::Hard { blank, place });
                self.ops.push(Op::Text(c.text));
            }
            first = false;
        }
        first
    }

    fn comments_at_end(&mut self) {
        if self.next == self.tokens.all.len() {
            let blank = self.blanks.0;
            self.comments(Place::List, blank);
        }
    }

    /// Puts the next token.
    fn token(&mut self) {
        self.before();
        let Some(t) = self.tokens.all.get(self.next) else {
            return;
        };
        self.ops.push(Op::Text(t.text));
        self.next += 1;
        self.close = false;
        if t.rule == Some(Rule::doc) {
            self.hard(Place::List, (true, true));
        }
    }

    /// Puts the tokens up to a byte.
    fn until(&mut self, byte: usize) {
        while self.tokens.all.get(self.next).is_some_and(|t| t.end <= byte) {
            self.token();
        }
    }

    fn open_group(&mut self) {
        self.before();
        self.ops.push(Op::Open);
    }

    /// Within another statement or list.
    fn inside(&mut self, around: Around, f: impl FnOnce(&mut Self)) {
        self.around.push(around);
        f(self);
        self.around.pop();
    }

    fn node(&mut self, p: P<'t>, parent: Rule) {
        let (rule, end) = (p.as_rule(), p.end());
        self.close |= spacing::node_close_before(rule, parent);
        if is_token(&p) {
            self.until(end);
            return;
        }
        let kids: Vec<P<'t>> = p.clone().into_inner().collect();
        let has = |r: Rule| kids.iter().any(|k| k.as_rule() == r);
        match rule {
            Rule::if_e | Rule::if_stmt => {
                self.open_group();
                for k in &kids {
                    match k.as_rule() {
                        // All branches are broken or none.
                        Rule::block | Rule::expr_block => self.block(k, false),
                        _ => self.node(k.clone(), rule),
                    }
                }
                self.ops.push(Op::Close);
            }
            _ if is_block(rule) && has(Rule::lbrace) => self.block(&p, true),
            _ if is_clause(rule) => self.clause(&kids, rule),
            Rule::expr | Rule::range_e => self.expr(&kids, rule),
            Rule::case_arm | Rule::rest_pat => self.grouped(&kids, rule, parent),
            Rule::ctor | Rule::clone_e if has(Rule::created) => self.grouped(&kids, rule, parent),
            _ => self.children(&kids, rule, parent),
        }
        self.until(end);
    }

    fn grouped(&mut self, kids: &[P<'t>], rule: Rule, parent: Rule) {
        self.open_group();
        self.children(kids, rule, parent);
        self.ops.push(Op::Close);
    }

    /// The children of a node that is nothing special.
    fn children(&mut self, kids: &[P<'t>], rule: Rule, parent: Rule) {
        let alternatives = kids.iter().any(|k| k.as_rule() == Rule::bar);
        for (n, k) in kids.iter().enumerate() {
            let next = kids.get(n + 1);
            match (k.as_rule(), rule) {
                (Rule::lpar | Rule::lbrack | Rule::lbrace, _) => {
                    self.close |= spacing::node_close_before(k.as_rule(), rule);
                    self.open(kids.get(n..).unwrap_or(&[]), rule);
                }
                (Rule::rpar | Rule::rbrack | Rule::rbrace, _) => {
                    self.shut(k.as_rule());
                }
                (Rule::comma, _) => {
                    self.token();
                    // The place of a note stays with its text.
                    if rule != Rule::note_at {
                        self.next_element();
                    }
                }
                (Rule::rangle, _) => {
                    self.token();
                    self.around.pop();
                }
                (Rule::type_open | Rule::variadic_open | Rule::symbol_open, _) => {
                    self.node(k.clone(), rule);
                    self.around.push(Around::Type);
                }
                // After an alternative its operands belong to all of it, not to the last.
                (Rule::operands_pat, Rule::node_pat | Rule::is_node) => {
                    self.close |= !alternatives;
                    self.node(k.clone(), rule);
                }
                (Rule::attrs_pat, Rule::node_pat) if parent == Rule::match_stmt => {
                    self.line();
                    self.node(k.clone(), rule);
                }
                (Rule::k_else, Rule::where_stmt | Rule::legality | Rule::verify)
                | (Rule::note, Rule::diag)
                | (Rule::created, _)
                | (Rule::set_op, _) => {
                    self.line();
                    self.node(k.clone(), rule);
                }
                (Rule::k_for | Rule::k_if, Rule::comp_for) => {
                    self.next_element();
                    self.node(k.clone(), rule);
                }
                (Rule::implies, Rule::case_arm) | (Rule::eq, Rule::fn_decl) => {
                    self.node(k.clone(), rule);
                    self.line();
                }
                (Rule::eq, Rule::let_stmt) => {
                    self.node(k.clone(), rule);
                    if !next.is_some_and(|k| self.ends_in_brackets(k)) {
                        self.line();
                    }
                }
                (Rule::dots, Rule::rest_pat | Rule::attr) => {
                    self.node(k.clone(), rule);
                    self.close = next.is_some();
                }
                (
                    Rule::asm_group | Rule::asm_lit | Rule::asm_call | Rule::asm_word | Rule::asm_var,
                    Rule::assembly,
                ) => {
                    if n > 0 {
                        self.line();
                    }
                    self.node(k.clone(), rule);
                }
                _ => self.node(k.clone(), rule),
            }
        }
    }

    /// An opening bracket; `rest` goes on to the closing one and further.
    fn open(&mut self, rest: &[P<'t>], rule: Rule) {
        let is_close = |k: &&P<'t>| matches!(k.as_rule(), Rule::rpar | Rule::rbrack | Rule::rbrace);
        let inside: Vec<&P<'t>> = rest.iter().skip(1).take_while(|k| !is_close(k)).collect();
        let brace = rest.first().is_some_and(|k| k.as_rule() == Rule::lbrace);
        let first = rest.first().map_or(self.next, |k| self.tokens.at(k.start())) + 1;
        let comments = self
            .tokens
            .gaps
            .get(first)
            .is_some_and(|g| !g.comments.is_empty());
        let alone = match *inside.as_slice() {
            [] => !comments,
            [one] => !brace && !comments && self.ends_in_brackets(one),
            _ => false,
        };
        if alone {
            self.token();
            self.around.push(Around::Close);
            return;
        }
        let keep = brace && self.tokens.newline(first);
        self.open_group();
        self.token();
        self.ops.push(Op::Indent);
        self.around.push(Around::List {
            keep,
            all: rule == Rule::case_e && !keep,
        });
        if keep {
            self.hard(Place::List, (false, true));
        } else {
            self.may_end(true, brace, Place::List, false);
        }
    }

    /// A closing bracket.
    fn shut(&mut self, bracket: Rule) {
        match self.around.pop() {
            Some(Around::List { keep, .. }) => {
                if keep {
                    self.hard(Place::Closer, (true, false));
                } else {
                    self.may_end(true, bracket == Rule::rbrace, Place::Closer, false);
                }
                self.before();
                self.ops.push(Op::Dedent);
                self.token();
                self.ops.push(Op::Close);
            }
            _ => self.token(),
        }
    }

    /// Whether a node is one operand that ends with a bracket, which can be broken in its stead.
    fn ends_in_brackets(&self, p: &P<'t>) -> bool {
        let mut p = p.clone();
        loop {
            let mut kids = p
                .clone()
                .into_inner()
                .filter(|k| !matches!(k.as_rule(), Rule::arg_key | Rule::pat_key));
            let one = match p.as_rule() {
                Rule::arg
                | Rule::expr
                | Rule::slot
                | Rule::dpat
                | Rule::elem_pat
                | Rule::operand_pat
                | Rule::fields => kids.next(),
                Rule::comp_for => return false,
                _ => break,
            };
            match (one, kids.next()) {
                (Some(one), None) => p = one,
                _ => return false,
            }
        }
        self.tokens.before(p.end()).is_some_and(|t| {
            matches!(t.rule, Some(Rule::rpar | Rule::rbrack | Rule::rbrace)) && t.start > p.start()
        })
    }

    /// Operands and operators: a line may end before the operators that bind least.
    fn expr(&mut self, kids: &[P<'t>], rule: Rule) {
        if kids.len() < 2 {
            return self.children(kids, rule, rule);
        }
        let loosest = kids.iter().filter_map(|k| level(k.as_rule())).min();
        let mut parts: Vec<&[P<'t>]> = Vec::new();
        let mut from = 0;
        for (n, k) in kids.iter().enumerate() {
            if n > from && level(k.as_rule()) == loosest {
                parts.extend(kids.get(from..n));
                from = n;
            }
        }
        parts.extend(kids.get(from..));
        self.open_group();
        for part in parts {
            let operand = match part.split_first() {
                Some((op, operand)) if level(op.as_rule()).is_some() => {
                    // A range or a test is too short to be worth a line.
                    if !matches!(op.as_rule(), Rule::dots | Rule::k_is) {
                        self.line();
                    }
                    self.node(op.clone(), rule);
                    operand
                }
                _ => part,
            };
            self.expr(operand, rule);
        }
        self.ops.push(Op::Close);
    }

    /// Statements in braces, and what stands before the braces.
    fn block(&mut self, p: &P<'t>, own_group: bool) {
        let rule = p.as_rule();
        let kids: Vec<P<'t>> = p.clone().into_inner().collect();
        let begin = kids
            .iter()
            .position(|k| k.as_rule() == Rule::lbrace)
            .unwrap_or(kids.len());
        let (head, rest) = kids.split_at(begin);
        self.inside(Around::Statement, |w| w.children(head, rule, rule));
        let Some((_, inside)) = rest.split_first() else {
            return;
        };
        let (inside, after) = match inside.iter().rposition(|k| k.as_rule() == Rule::rbrace) {
            Some(n) => inside.split_at(n),
            None => (inside, &[][..]),
        };
        let starts = starts(inside);
        let begins_line = |k: &P<'t>| self.tokens.newline(self.tokens.at(k.start()));
        let broken = starts.iter().copied().chain(after.first()).any(begins_line);
        if own_group {
            self.open_group();
        }
        self.token();
        let commented = self
            .tokens
            .gaps
            .get(self.next)
            .is_some_and(|g| !g.comments.is_empty());
        if inside.is_empty() && !commented {
            self.token();
        } else {
            let words = std::mem::replace(&mut self.words, clause_words(inside));
            self.ops.push(Op::Indent);
            let between = |w: &mut Self, place, blanks| {
                if broken {
                    w.sep = Sep::Hard(place);
                } else {
                    w.may_end(true, true, place, false);
                }
                w.blanks = blanks;
            };
            let mut begun = 0;
            self.around.push(Around::Statement);
            for k in inside {
                if starts.get(begun).is_some_and(|s| s.start() == k.start()) {
                    between(self, Place::List, (begun > 0, true));
                    begun += 1;
                }
                self.children(std::slice::from_ref(k), rule, rule);
            }
            self.around.pop();
            between(self, Place::Closer, (begun > 0, false));
            self.before();
            self.ops.push(Op::Dedent);
            self.token();
            self.words = words;
        }
        if own_group {
            self.ops.push(Op::Close);
        }
    }

    /// A clause of a dialect: its word, and the rest in a column of its own.
    fn clause(&mut self, kids: &[P<'t>], rule: Rule) {
        let docs = kids.iter().take_while(|k| k.as_rule() == Rule::doc).count();
        let (docs, kids) = kids.split_at(docs);
        for k in docs {
            self.node(k.clone(), rule);
        }
        let Some((word, rest)) = kids.split_first() else {
            return;
        };
        self.node(word.clone(), rule);
        self.ops
            .push(Op::Pad(self.words.saturating_sub(word.as_str().len())));
        self.before();
        self.ops.push(Op::Align);
        let (rest, semi) = rest.split_at(rest.len().saturating_sub(1));
        self.inside(Around::Clause, |w| w.children(rest, rule, rule));
        self.inside(Around::Statement, |w| w.children(semi, rule, rule));
        self.ops.push(Op::Dedent);
    }
}
