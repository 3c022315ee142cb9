//! Operations with nothing around them, as an example in a pattern file holds them.
//!
//! * The text is a part of a file, so that faults are shown where they stand in it.
//! * A name that is used and not defined is an argument of the block; its type is that of its use, or is declared in a
//!   label before the first operation: `^bb0(%i: index):`.
//! * The results of the last operation are used by an operation that is not written, [`RESULTS`].

use super::super::lexer::Tok;
use super::{Options, Parsed, Parser};
use crate::ir::{BlockId, Body, Loc, OpId, TypeId, ValueId};
use crate::support::diag::{Diagnostic, Sink};
use crate::support::ids::Id as _;
use crate::support::source::{SourceMap, Span};

/// The name of the operation that uses the results of the last one.
pub const RESULTS: &str = "example.results";

/// A name that the text uses and does not define.
#[derive(Clone, Debug)]
pub struct Free {
    /// Without `%`.
    pub name: Box<str>,
    /// Its type.
    pub ty: TypeId,
    /// Its first use, or its declaration.
    pub span: Span,
}

/// What a text must agree with, if it is the second of two.
#[derive(Clone, Debug, Default)]
pub struct Before {
    /// The arguments, in order.
    pub free: Vec<Free>,
    /// What the results of the last operation are called, and their numbers in that name.
    pub results: Vec<Option<(Box<str>, u32)>>,
}

/// A text that has been read.
pub struct Snippet {
    /// The IR; its root is a module.
    pub body: Body,
    /// The operations that are written are directly in it; none if the text is one module.
    pub block: Option<BlockId>,
    /// What a second text must agree with.
    pub before: Before,
}

impl Snippet {
    /// The outermost operations, with the one that uses the results.
    pub fn tops(&self) -> Vec<OpId> {
        tops(&self.body, self.block)
    }
    /// The arguments.
    pub fn args(&self) -> &[ValueId] {
        self.block.map_or(&[], |b| self.body.args(b))
    }
}

/// The outermost operations that are written: those of `block`, or the module itself.
pub fn tops(body: &Body, block: Option<BlockId>) -> Vec<OpId> {
    match block {
        Some(b) => body.ops(b).collect(),
        None => vec![body.root()],
    }
}

/// Reads the bytes of `span`. With `before` it is what comes of that text: its names are known, and there are no others.
pub fn snippet(
    options: Options<'_>,
    map: &SourceMap,
    span: Span,
    before: Option<&Before>,
    sink: &mut Sink,
) -> Option<Snippet> {
    let text = map.text(span.file);
    let text = text.get(..span.end as usize).unwrap_or("");
    let errors = sink.errors();
    let mut p = Parser::new(options, text, span.file);
    p.reset(span.start as usize);
    p.prev_end = span.start as usize;
    p.in_function = true;
    p.in_snippet = true;
    let read = p.snippet(span, before);
    let (body, mut found) = (p.body, p.sink);
    sink.append(&mut found);
    let (block, before) = read.ok()?;
    (sink.errors() == errors).then_some(Snippet { body, block, before })
}

impl<'a> Parser<'a> {
    fn snippet(&mut self, span: Span, before: Option<&'a Before>) -> Parsed<(Option<BlockId>, Before)> {
        let region = self.body.make_loose_region();
        self.names.regions.push(Vec::new());
        self.names.blocks.push(Default::default());
        let mut out = Before::default();
        let block = match before {
            Some(b) => self.known_arguments(region, b)?,
            None if self.at(Tok::Caret) => {
                let block = self.block_label(region)?;
                out.free = self.declared(block);
                block
            }
            None => self.body.make_block(region),
        };
        while !self.at(Tok::Eof) && !self.stop {
            let start = self.tok.start;
            let done = match self.tok.tok {
                Tok::Hash if self.peek().tok == Tok::Equal => self.attr_alias(),
                Tok::Bang if self.peek().tok == Tok::Equal => self.type_alias(),
                Tok::Caret => {
                    let text = "an example has one block; write the operation around several";
                    let r = self.error(self.span(), text);
                    self.bump();
                    Err(r)
                }
                _ => self.operation(block),
            };
            if done.is_err() {
                self.recover(start);
                if self.at(Tok::RBrace) {
                    self.bump();
                }
            }
        }
        self.free(block, before, &mut out);
        self.used_results(block, span, before, &mut out);
        Ok((self.module(region, block, span), out))
    }

    /// The arguments that another text has.
    fn known_arguments(&mut self, region: crate::ir::RegionId, before: &'a Before) -> Parsed<BlockId> {
        if self.at(Tok::Caret) {
            let text =
                "what comes of an example has the arguments that the example has; they are declared once";
            return Err(self.error(self.span(), text));
        }
        let block = self.body.make_block(region);
        for f in &before.free {
            let v = self.body.make_arg(block, f.ty);
            self.define(&f.name, v, 1, f.span)?;
        }
        Ok(block)
    }

    /// The arguments of a block with a label.
    fn declared(&self, block: BlockId) -> Vec<Free> {
        let args = self.body.args(block).iter();
        args.filter_map(|&v| {
            let (name, _, span) = self.name_of(v)?;
            Some(Free {
                name: name.into(),
                ty: self.body.value_type(v),
                span,
            })
        })
        .collect()
    }

    /// The name that stands for a value, and which of its values.
    fn name_of(&self, v: ValueId) -> Option<(&'a str, u32, Span)> {
        // A value has one name, so the order of the map does not matter.
        self.names.values.iter().find_map(|(name, e)| {
            let (first, count, span) = e.defined?;
            let n = v.index().checked_sub(first.index())?;
            (n < count as usize).then_some((*name, n as u32, span))
        })
    }

    /// Makes arguments of the names that are used and not defined.
    fn free(&mut self, block: BlockId, before: Option<&Before>, out: &mut Before) {
        let mut missing: Vec<(&'a str, u32, ValueId, Span)> = Vec::new();
        // Sorted by place below, so the order of the map does not matter.
        #[allow(clippy::iter_over_hash_type)]
        for (name, e) in &self.names.values {
            if e.defined.is_none() && !e.poisoned {
                missing.extend(e.pending.iter().map(|p| (*name, p.0, p.1, p.2)));
            }
        }
        missing.sort_by_key(|m| m.3.start);
        for (name, number, v, span) in missing {
            if before.is_some() {
                let text = format!("'%{name}' is neither defined here nor an argument of the example");
                self.error(span, text);
                continue;
            }
            if number > 0 {
                self.error(span, format!("'%{name}' is an argument, and has no number"));
                continue;
            }
            let ty = self.body.value_type(v);
            let arg = self.body.make_arg(block, ty);
            self.body.replace_uses(v, arg);
            out.free.push(Free {
                name: name.into(),
                ty,
                span,
            });
        }
    }

    /// Adds the operation that uses the results of the last one.
    fn used_results(&mut self, block: BlockId, span: Span, before: Option<&Before>, out: &mut Before) {
        let last = self.body.last_op(block);
        let own: Vec<ValueId> = last.map_or(Vec::new(), |op| self.body.results(op).collect());
        let used: Vec<ValueId> = match before {
            None => {
                let named = |v: &ValueId| self.name_of(*v).map(|(name, n, _)| (name.into(), n));
                out.results = own.iter().map(named).collect();
                own
            }
            Some(b) => {
                let by_name: Option<Vec<ValueId>> =
                    b.results.iter().map(|r| self.named(r.as_ref()?)).collect();
                match by_name {
                    Some(all) => all,
                    None if own.len() == b.results.len() => own,
                    None => Vec::new(),
                }
            }
        };
        if used.is_empty() {
            return;
        }
        let (none, loc) = (
            self.ctx.known.empty_dict,
            Loc::source(Span {
                start: span.end,
                ..span
            }),
        );
        let name = self.ctx.str(RESULTS);
        let op = self
            .body
            .make_op_around(name, loc, none, none, &used, &[], &[], &[]);
        self.body.insert(op, block, None);
    }

    fn named(&self, (name, number): &(Box<str>, u32)) -> Option<ValueId> {
        let (first, count, _) = self.names.values.get(&**name)?.defined?;
        (*number < count).then(|| ValueId::from_index_of(first, *number))
    }

    /// Makes the module around, unless the text is one. Gives the block if there is one.
    fn module(&mut self, region: crate::ir::RegionId, block: BlockId, span: Span) -> Option<BlockId> {
        let (ctx, none) = (self.ctx, self.ctx.known.empty_dict);
        let first = self.body.first_op(block);
        match (first, first.and_then(|op| self.body.next(op))) {
            (Some(only), None) if self.body.name(only) == ctx.known.module => {
                self.body.detach_op(only);
                self.body.set_root(only);
                None
            }
            _ => {
                let loc = Loc::source(span.at_start());
                let m = ctx.known.module;
                let root = self
                    .body
                    .make_op_around(m, loc, none, none, &[], &[], &[], &[region]);
                self.body.set_root(root);
                Some(block)
            }
        }
    }

    /// The error of an operand whose type does not follow from the text.
    #[cold]
    pub(super) fn untyped(&mut self, name: &str, at: Span) -> crate::support::diag::Reported {
        let mut d = Diagnostic::error(at, format!("the type of '%{name}' is not known here"));
        if self.in_snippet {
            let text = format!("declare it before the first operation: '^bb0(%{name}: TYPE):'");
            d = d.note(crate::support::diag::Place::Unknown, text);
        }
        self.push(d)
    }
}
