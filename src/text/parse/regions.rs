//! Blocks and regions, and where the parser goes on after an error in one.

use super::super::format::BARE_RETURN;
use super::super::lexer::{self, Tok};
use super::names::Block;
use super::ops::EntryArg;
use super::{Parsed, Parser};
use crate::ir::{BlockId, RegionId, StrId};
use crate::support::diag::{Diagnostic, Reported};

impl<'a> Parser<'a> {
    /// `^bb`
    pub(crate) fn block_ref(&mut self) -> Parsed<BlockId> {
        if !self.at(Tok::Caret) {
            return Err(self.expected("block name"));
        }
        let (name, span) = (self.suffix(), self.span());
        self.bump();
        if let Some(b) = self.names.blocks.last().and_then(|m| m.get(name)) {
            return Ok(b.id);
        }
        let id = self.body.make_loose_block();
        if let Some(m) = self.names.blocks.last_mut() {
            m.insert(
                name,
                Block {
                    id,
                    defined: false,
                    span,
                },
            );
        }
        Ok(id)
    }

    /// `{ operations? (^block(args): operations)* }` as a region of an operation named `owner`, which does not exist yet.
    pub(crate) fn region(&mut self, owner: StrId, args: Vec<EntryArg<'a>>) -> Parsed<RegionId> {
        let isolated = self.reg.flags(owner).isolated;
        let around = std::mem::replace(&mut self.in_function, self.ctx.text(owner) == BARE_RETURN.0);
        let outer = isolated.then(|| std::mem::take(&mut self.names));
        self.names.regions.push(Vec::new());
        self.names.blocks.push(Default::default());
        let result = self.nested(|p| p.region_body(args));
        self.in_function = around;
        let blocks = self.names.blocks.pop().unwrap_or_default();
        let mut undefined: Vec<_> = blocks
            .iter()
            .filter(|(_, b)| !b.defined)
            .map(|(n, b)| (*n, b.span))
            .collect();
        undefined.sort_by_key(|u| u.1.start);
        for (name, span) in undefined {
            self.error(span, format!("reference to an undefined block '^{name}'"));
        }
        if isolated {
            self.finish_isolated();
        }
        let forget = self.names.regions.pop().unwrap_or_default();
        match outer {
            Some(outer) => self.names = outer,
            None => {
                for name in forget {
                    // Names still pending belong to the isolated operation around, and stay.
                    let keep = self
                        .names
                        .values
                        .get(name)
                        .is_some_and(|e| e.defined.is_none() && !e.poisoned);
                    if !keep {
                        self.names.values.remove(name);
                    }
                }
            }
        }
        result
    }

    fn region_body(&mut self, args: Vec<EntryArg<'a>>) -> Parsed<RegionId> {
        self.expect(Tok::LBrace, "'{' to begin a region")?;
        let region = self.body.make_loose_region();
        if self.at(Tok::RBrace) && args.is_empty() {
            self.bump();
            return Ok(region);
        }
        let mut failed: Option<Reported> = None;
        let mut block: Option<BlockId> = None;
        if !args.is_empty() || !self.at(Tok::Caret) {
            let b = self.body.make_block(region);
            for a in args {
                let v = self.body.make_arg(b, a.ty);
                self.define(a.name.name, v, 1, a.name.span)?;
            }
            block = Some(b);
        }
        while !self.at(Tok::RBrace) && !self.stop {
            if self.at(Tok::Eof) {
                return Err(self.expected("'}' to end the region"));
            }
            let start = self.tok.start;
            let done = if self.at(Tok::Caret) {
                match self.block_label(region) {
                    Ok(b) => {
                        block = Some(b);
                        Ok(())
                    }
                    Err(e) => Err(e),
                }
            } else {
                let b = match block {
                    Some(b) => b,
                    None => self.body.make_block(region),
                };
                block = Some(b);
                self.operation(b)
            };
            if let Err(e) = done {
                failed = Some(e);
                self.recover(start);
            }
        }
        if !self.eat(Tok::RBrace) && failed.is_none() {
            return Err(self.expected("'}' to end the region"));
        }
        Ok(region)
    }

    /// `^name (%a: type, ..)? :`
    pub(super) fn block_label(&mut self, region: RegionId) -> Parsed<BlockId> {
        let (name, span) = (self.suffix(), self.span());
        self.bump();
        let existing = self
            .names
            .blocks
            .last()
            .and_then(|m| m.get(name))
            .map(|b| (b.id, b.defined, b.span));
        let id = match existing {
            Some((_, true, prior)) => {
                let text = format!("redefinition of block '^{name}'");
                return Err(self.push(Diagnostic::error(span, text).note(prior, "previously defined here")));
            }
            Some((id, false, _)) => id,
            None => self.body.make_loose_block(),
        };
        self.body.append_block(region, id);
        if let Some(m) = self.names.blocks.last_mut() {
            m.insert(
                name,
                Block {
                    id,
                    defined: true,
                    span,
                },
            );
        }
        if self.eat(Tok::LParen) {
            self.comma_list(Tok::RParen, "')'", |p| {
                let o = p.operand()?;
                p.expect(Tok::Colon, "':' and a type")?;
                let ty = p.ty()?;
                if p.at_word("loc") {
                    p.location()?;
                }
                let v = p.body.make_arg(id, ty);
                p.define(o.name, v, 1, o.span)
            })?;
        }
        self.expect(Tok::Colon, "':' after the block's name")?;
        Ok(id)
    }

    /// After an error in what began at byte `start`: skips to where another operation or the end of the block may be.
    pub(super) fn recover(&mut self, start: usize) {
        // Braces that were open where it failed, so that the end of a dictionary is not taken for that of the block.
        let failed = self.tok.start;
        let mut open = 0u32;
        let mut t = lexer::next(self.bytes, start);
        while t.start < failed && t.tok != Tok::Eof {
            match t.tok {
                Tok::LBrace => open += 1,
                Tok::RBrace => open = open.saturating_sub(1),
                _ => {}
            }
            t = lexer::next(self.bytes, t.end);
        }
        if self.tok.start == start && !self.at(Tok::Eof) {
            open += u32::from(self.at(Tok::LBrace));
            self.bump();
        }
        let margin = self.column(start);
        while !self.at(Tok::Eof) {
            // A line that begins no deeper than the faulty operation's begins something new even if braces are missing.
            let outdented = self
                .column(self.tok.start)
                .is_some_and(|c| margin.is_some_and(|m| c <= m));
            if outdented || (open == 0 && self.column(self.tok.start).is_some()) {
                let starts = match self.tok.tok {
                    Tok::Percent => self.defines(),
                    Tok::Str => self.peek().tok == Tok::LParen,
                    Tok::Caret => true,
                    Tok::Bare => {
                        self.word().contains('.') || self.at_word("module") || self.at_word("return")
                    }
                    Tok::Hash | Tok::Bang => self.peek().tok == Tok::Equal,
                    _ => false,
                };
                if starts {
                    return;
                }
            }
            match self.tok.tok {
                Tok::RBrace if open == 0 => return,
                Tok::LBrace => open += 1,
                Tok::RBrace => open -= 1,
                _ => {}
            }
            self.bump();
        }
    }

    /// How far a token is indented, if it is the first of its line.
    fn column(&self, at: usize) -> Option<usize> {
        let before = self.bytes.get(..at).unwrap_or(&[]);
        let blank = before
            .iter()
            .rev()
            .take_while(|b| matches!(b, b' ' | b'\t'))
            .count();
        matches!(
            before.get(..before.len() - blank).and_then(|b| b.last()),
            None | Some(b'\n')
        )
        .then_some(blank)
    }

    /// Whether a value's name here begins an operation, not a line of arguments.
    fn defines(&self) -> bool {
        let second = self.peek();
        let third = lexer::next(self.bytes, second.end);
        match second.tok {
            Tok::Equal => true,
            Tok::Colon => third.tok == Tok::Int,
            Tok::Comma => third.tok == Tok::Percent,
            _ => false,
        }
    }
}
