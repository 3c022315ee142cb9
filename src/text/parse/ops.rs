//! Operations, blocks and regions.

use super::super::format::BARE_RETURN;
use super::super::lexer::Tok;
use super::names::Entry;
use super::{Parsed, Parser};
use crate::ir::{AttrId, BlockId, Loc, RegionId, StrId, TypeId, ValueId};
use crate::support::diag::Diagnostic;
use crate::support::nearest;
use crate::support::source::Span;

/// A value as it is named, before its type is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand<'a> {
    pub(crate) name: &'a str,
    pub(crate) number: u32,
    pub(crate) span: Span,
}

/// An argument of an entry block as it is declared.
pub(crate) struct EntryArg<'a> {
    pub(crate) name: Operand<'a>,
    pub(crate) ty: TypeId,
}

/// The parts of an operation that have been read.
pub(crate) struct Parts<'a> {
    pub(crate) name: StrId,
    pub(crate) span: Span,
    pub(crate) props: AttrId,
    pub(crate) attrs: AttrId,
    pub(crate) operands: Vec<Operand<'a>>,
    pub(crate) operand_types: Vec<TypeId>,
    pub(crate) result_types: Vec<TypeId>,
    pub(crate) successors: Vec<BlockId>,
    pub(crate) regions: Vec<RegionId>,
}

/// Names that an operation line defines: name, how many results, place.
type ResultNames<'a> = Vec<(&'a str, u32, Span)>;

impl<'a> Parser<'a> {
    /// `(operation | alias-definition)*`, wrapped in a module unless it is one module.
    pub(super) fn top_level(&mut self) {
        let region = self.body.make_loose_region();
        let block = self.body.make_block(region);
        self.names.regions.push(Vec::new());
        self.names.blocks.push(Default::default());
        while !self.at(Tok::Eof) && !self.stop {
            let start = self.tok.start;
            let done = match self.tok.tok {
                Tok::Hash if self.peek().tok == Tok::Equal => self.attr_alias(),
                Tok::Bang if self.peek().tok == Tok::Equal => self.type_alias(),
                Tok::MetaOpen => self.metadata(),
                _ => self.operation(block),
            };
            if done.is_err() {
                self.recover(start);
                if self.at(Tok::RBrace) {
                    self.bump();
                }
            }
        }
        self.finish_isolated();
        let (ctx, none) = (self.ctx, self.ctx.known.empty_dict);
        let first = self.body.first_op(block);
        let root = match (first, first.and_then(|op| self.body.next(op))) {
            (Some(only), None) if self.body.name(only) == ctx.known.module => {
                self.body.detach_op(only);
                only
            }
            _ => {
                let loc = Loc::source(self.span_of(0, 0));
                let m = ctx.known.module;
                self.body
                    .make_op_around(m, loc, none, none, &[], &[], &[], &[region])
            }
        };
        self.body.set_root(root);
    }

    pub(super) fn attr_alias(&mut self) -> Parsed<()> {
        let (name, span) = (self.suffix(), self.span());
        if name.contains('.') {
            return Err(self.error(
                span,
                "attribute names with a '.' are reserved for dialect-defined names",
            ));
        }
        if self.attr_aliases.contains_key(name) {
            return Err(self.error(span, format!("redefinition of attribute alias id '{name}'")));
        }
        self.bump();
        self.bump();
        let a = self.attr(None)?;
        self.attr_aliases.insert(name, a);
        Ok(())
    }

    pub(super) fn type_alias(&mut self) -> Parsed<()> {
        let (name, span) = (self.suffix(), self.span());
        if name.contains('.') {
            return Err(self.error(
                span,
                "type names with a '.' are reserved for dialect-defined names",
            ));
        }
        if self.type_aliases.contains_key(name) {
            return Err(self.error(span, format!("redefinition of type alias id '{name}'")));
        }
        self.bump();
        self.bump();
        let t = self.ty()?;
        self.type_aliases.insert(name, t);
        Ok(())
    }

    /// `{-# ... #-}`: resources of tools; they are skipped.
    fn metadata(&mut self) -> Parsed<()> {
        while !self.at(Tok::MetaClose) {
            if self.at(Tok::Eof) {
                return Err(self.expected("'#-}'"));
            }
            self.bump();
        }
        self.bump();
        Ok(())
    }

    /// `(%r:2, %s =)? (generic | custom) loc?`
    pub(super) fn operation(&mut self, block: BlockId) -> Parsed<()> {
        let start = self.tok.start;
        let mut results: ResultNames<'a> = Vec::new();
        if self.at(Tok::Percent) {
            loop {
                if !self.at(Tok::Percent) {
                    return Err(self.expected("SSA value name"));
                }
                let (name, span) = (self.suffix(), self.span());
                self.bump();
                let mut count = 1;
                if self.eat(Tok::Colon) {
                    let at = self.span();
                    count = self.int64("integer number of results")?;
                    if count < 1 || count > self.limits.op_fields as i64 {
                        return Err(self.error(at, "expected named operation to have at least 1 result"));
                    }
                }
                results.push((name, count as u32, span));
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
            self.expect(Tok::Equal, "'=' after SSA name")?;
        }
        let done = match self.tok.tok {
            Tok::Str => self.generic(),
            Tok::Bare => self.custom(&results),
            _ => Err(self.expected("operation name in quotes")),
        };
        let parts = match done {
            Ok(parts) => parts,
            Err(e) => {
                for (name, ..) in results {
                    self.poison(name);
                }
                return Err(e);
            }
        };
        self.finish_op(block, start, parts, results)
    }

    fn poison(&mut self, name: &'a str) {
        let e = self.names.values.entry(name).or_default();
        e.poisoned = true;
        e.pending.clear();
        if let Some(names) = self.names.regions.last_mut() {
            names.push(name);
        }
    }

    fn finish_op(
        &mut self,
        block: BlockId,
        start: usize,
        parts: Parts<'a>,
        results: ResultNames<'a>,
    ) -> Parsed<()> {
        let loc = if self.at_word("loc") {
            self.location()?
        } else {
            Loc::source(self.span_of(start, start))
        };
        if parts.operands.len() > self.limits.op_fields || parts.result_types.len() > self.limits.op_fields {
            let text = format!(
                "more than {} operands or results (limit 'op_fields')",
                self.limits.op_fields
            );
            return Err(self.push(Diagnostic::error(parts.span, text).into_limit()));
        }
        let mut operands = Vec::with_capacity(parts.operands.len());
        for (o, &ty) in parts.operands.iter().zip(&parts.operand_types) {
            operands.push(self.value(*o, Some(ty))?);
        }
        if !results.is_empty() {
            let named: u32 = results.iter().map(|r| r.1).sum();
            let have = parts.result_types.len() as u32;
            if have == 0 {
                let span = results.first().map_or(parts.span, |r| r.2);
                return Err(self.error(span, "cannot name an operation with no results"));
            }
            if named != have {
                let span = results.first().map_or(parts.span, |r| r.2);
                let text = format!("operation defines {have} results but was provided {named} to bind");
                for (name, ..) in results {
                    self.poison(name);
                }
                return Err(self.error(span, text));
            }
        }
        let op = self.body.make_op_around(
            parts.name,
            loc,
            parts.props,
            parts.attrs,
            &operands,
            &parts.result_types,
            &parts.successors,
            &parts.regions,
        );
        self.body.insert(op, block, None);
        let mut at = 0;
        for (name, count, span) in results {
            if let Some(first) = self.body.result(op, at as usize) {
                self.define(name, first, count, span)?;
            }
            at += count;
        }
        Ok(())
    }

    /// `"name" ( operands ) [successors]? <{props}>? (regions)? {attrs}? : type -> type`
    fn generic(&mut self) -> Parsed<Parts<'a>> {
        let span = self.span();
        let name = self.string()?;
        let text = self.ctx.text(name);
        if text.is_empty() {
            return Err(self.error(span, "empty operation name is invalid"));
        }
        if text.contains('\0') {
            return Err(self.error(span, "null character not allowed in operation name"));
        }
        let def = self.known(name, span)?;
        self.expect(Tok::LParen, "'(' to start operand list")?;
        let mut operands = Vec::new();
        self.operand_list(&mut operands, Tok::RParen)?;
        let mut successors = Vec::new();
        if self.eat(Tok::LBracket) {
            if self.at(Tok::RBracket) {
                return Err(self.expected("block name"));
            }
            self.comma_list(Tok::RBracket, "']'", |p| {
                successors.push(p.block_ref()?);
                Ok(())
            })?;
        }
        let mut props = Vec::new();
        if self.eat(Tok::Less) {
            self.expect(Tok::LBrace, "'{' in properties")?;
            props = self.dict_entries(Tok::RBrace)?;
            self.expect(Tok::Greater, "'>' to close properties")?;
        }
        let mut regions = Vec::new();
        if self.eat(Tok::LParen) {
            loop {
                if regions.len() >= self.limits.regions {
                    let text = format!("more than {} regions (limit 'regions')", self.limits.regions);
                    return Err(self.push(Diagnostic::error(self.span(), text).into_limit()));
                }
                regions.push(self.region(name, Vec::new())?);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
            self.expect(Tok::RParen, "')' to end region list")?;
        }
        let mut attrs = Vec::new();
        if self.eat(Tok::LBrace) {
            attrs = self.dict_entries(Tok::RBrace)?;
        }
        self.expect(Tok::Colon, "':' followed by operation type")?;
        let at = self.tok.start;
        if !self.at(Tok::LParen) {
            return Err(self.expected("function type"));
        }
        let operand_types = self.paren_types()?;
        self.expect(Tok::Arrow, "'->' in function type")?;
        let result_types = self.result_types()?;
        if operand_types.len() != operands.len() {
            let (have, want) = (operands.len(), operand_types.len());
            let at = self.span_of(at, self.prev_end);
            return Err(self.error(at, format!("expected {have} operand types but had {want}")));
        }
        if let Some(def) = def {
            // Inherent attributes may also stand among the others, as in IR written before properties.
            let def = &self.reg.ops[def];
            let mut rest = Vec::new();
            for (k, v) in attrs {
                let inherent = def.attr(k).is_some() || crate::text::format::is_segment(self.ctx.text(k));
                if inherent && !props.iter().any(|p| p.0 == k) {
                    props.push((k, v));
                } else {
                    rest.push((k, v));
                }
            }
            attrs = rest;
            crate::lang::encode::drop_defaults(def, &mut props);
        }
        Ok(Parts {
            name,
            span,
            props: self.ctx.dict(props),
            attrs: self.ctx.dict(attrs),
            operands,
            operand_types,
            result_types,
            successors,
            regions,
        })
    }

    /// The definition of an operation's name; an unknown one is an error unless that is allowed.
    fn known(&mut self, name: StrId, span: Span) -> Parsed<Option<crate::lang::defs::OpDefId>> {
        if let Some(def) = self.reg.op(name) {
            return Ok(Some(def));
        }
        let text = self.ctx.text(name);
        let dialect = text.split_once('.').map(|p| p.0);
        match dialect {
            Some(d) if self.reg.dialects.contains_key(d) && !self.allow_unregistered => {
                let hint = nearest::hint(text, self.reg.ops.iter().map(|o| &*o.name));
                Err(self.error(span, format!("unknown operation '{text}'{hint}")))
            }
            _ if self.allow_unregistered => Ok(None),
            Some(d) => {
                let text = format!(
                    "operation '{text}' is unregistered: no dialect '{d}' is loaded (--allow-unregistered-dialect accepts it)"
                );
                Err(self.error(span, text))
            }
            None => {
                let text =
                    format!("operation '{text}' is unregistered (--allow-unregistered-dialect accepts it)");
                Err(self.error(span, text))
            }
        }
    }

    fn custom(&mut self, results: &ResultNames<'a>) -> Parsed<Parts<'a>> {
        let (mut word, span) = (self.word(), self.span());
        if self.in_function && word == BARE_RETURN.2 {
            word = BARE_RETURN.1;
        }
        let name = match self.op_names.get(word) {
            Some(&n) => n,
            None => {
                let full = match word {
                    "module" => "builtin.module",
                    "func" => "func.func",
                    w => w,
                };
                let n = self.ctx.str(full);
                self.op_names.insert(word, n);
                n
            }
        };
        let Some(def) = self.reg.op(name) else {
            let hint = nearest::hint(word, self.reg.ops.iter().map(|o| &*o.name));
            let text = if hint.is_empty() {
                format!("custom op '{word}' is unknown")
            } else {
                format!("unknown operation '{word}'{hint}")
            };
            return Err(self.error(span, text));
        };
        self.bump();
        let count = results.iter().map(|r| r.1 as usize).sum();
        self.formatted(def, name, span, count)
    }

    // ---- values

    /// `%x`, `%x#1`
    pub(crate) fn operand(&mut self) -> Parsed<Operand<'a>> {
        if !self.at(Tok::Percent) {
            return Err(self.expected("SSA operand"));
        }
        let (name, start) = (self.suffix(), self.tok.start);
        self.bump();
        let mut number = 0;
        if self.at(Tok::Hash) && self.tok.start == self.prev_end {
            let digits = self.suffix();
            match digits.parse::<u32>() {
                Ok(n) => number = n,
                Err(_) => return Err(self.expected("a result number after '#'")),
            }
            self.bump();
        }
        Ok(Operand {
            name,
            number,
            span: self.span_from(start),
        })
    }

    pub(crate) fn operand_list(&mut self, out: &mut Vec<Operand<'a>>, close: Tok) -> Parsed<()> {
        self.comma_list(close, "')'", |p| {
            out.push(p.operand()?);
            Ok(())
        })
    }

    /// The value that a name stands for. Without a type only a defined value will do.
    pub(crate) fn value(&mut self, o: Operand<'a>, ty: Option<TypeId>) -> Parsed<ValueId> {
        let entry = self.names.values.entry(o.name).or_default();
        if let Some((first, count, defined)) = entry.defined {
            if o.number >= count {
                return Err(self.error(o.span, "reference to invalid result number"));
            }
            let v = ValueId::from_index_of(first, o.number);
            let have = self.body.value_type(v);
            if let Some(ty) = ty
                && ty != have
            {
                let text = format!(
                    "use of value '%{}' expects different type than prior uses: '{}' vs '{}'",
                    o.name,
                    self.ctx.show_type(ty),
                    self.ctx.show_type(have)
                );
                return Err(self.push(Diagnostic::error(o.span, text).note(defined, "prior use here")));
            }
            return Ok(v);
        }
        if entry.poisoned {
            let ty = ty.unwrap_or(self.ctx.known.none);
            return Ok(self.body.make_pending(ty));
        }
        if let Some(&(_, v, first)) = entry.pending.iter().find(|p| p.0 == o.number) {
            let have = self.body.value_type(v);
            if ty.is_some_and(|t| t != have) {
                let text = format!(
                    "use of value '%{}' expects different type than prior uses: '{}' vs '{}'",
                    o.name,
                    ty.map(|t| self.ctx.show_type(t)).unwrap_or_default(),
                    self.ctx.show_type(have)
                );
                return Err(self.push(Diagnostic::error(o.span, text).note(first, "prior use here")));
            }
            return Ok(v);
        }
        let Some(ty) = ty else {
            if self.in_snippet {
                return Err(self.untyped(o.name, o.span));
            }
            let text = format!(
                "use of value '%{}' before its definition needs a type that is written",
                o.name
            );
            return Err(self.error(o.span, text));
        };
        let v = self.body.make_pending(ty);
        entry.pending.push((o.number, v, o.span));
        if let Some(names) = self.names.regions.first_mut() {
            names.push(o.name);
        }
        Ok(v)
    }

    /// The type of a value that is defined already, or was used with a type.
    pub(crate) fn known_type(&mut self, o: Operand<'a>) -> Option<TypeId> {
        let entry = self.names.values.get(o.name)?;
        if let Some((first, count, _)) = entry.defined {
            return (o.number < count).then(|| self.body.value_type(ValueId::from_index_of(first, o.number)));
        }
        if entry.poisoned {
            return Some(self.ctx.known.none);
        }
        entry
            .pending
            .iter()
            .find(|p| p.0 == o.number)
            .map(|p| self.body.value_type(p.1))
    }

    pub(super) fn define(&mut self, name: &'a str, first: ValueId, count: u32, span: Span) -> Parsed<()> {
        let entry: &mut Entry = self.names.values.entry(name).or_default();
        if let Some((_, _, prior)) = entry.defined {
            let text = format!("redefinition of SSA value '%{name}'");
            return Err(self.push(Diagnostic::error(span, text).note(prior, "previously defined here")));
        }
        entry.defined = Some((first, count, span));
        let pending = std::mem::take(&mut entry.pending);
        for (number, placeholder, used) in pending {
            if number >= count {
                self.error(used, "reference to invalid result number");
                continue;
            }
            let v = ValueId::from_index_of(first, number);
            let (have, want) = (self.body.value_type(v), self.body.value_type(placeholder));
            if have != want {
                let text = format!(
                    "definition of SSA value '%{name}#{number}' has type '{}'",
                    self.ctx.show_type(have)
                );
                let note = format!("previously used here with type '{}'", self.ctx.show_type(want));
                self.push(Diagnostic::error(span, text).note(used, note));
            }
            self.body.replace_uses(placeholder, v);
        }
        if let Some(names) = self.names.regions.last_mut() {
            names.push(name);
        }
        Ok(())
    }

    /// Reports the names of this isolated operation that were used and never defined.
    pub(super) fn finish_isolated(&mut self) {
        let mut missing: Vec<(&str, Span)> = Vec::new();
        // Sorted by place below, so the order of the map does not matter.
        #[allow(clippy::iter_over_hash_type)]
        for (name, e) in &self.names.values {
            if e.defined.is_none() && !e.poisoned {
                missing.extend(e.pending.iter().map(|p| (*name, p.2)));
            }
        }
        missing.sort_by_key(|m| m.1.start);
        for (name, span) in missing {
            self.error(span, format!("use of undeclared SSA value name '%{name}'"));
        }
    }
}

impl ValueId {
    /// The n-th value after the first of a group of results.
    pub(crate) fn from_index_of(first: ValueId, n: u32) -> ValueId {
        use crate::support::ids::Id;
        ValueId::from_index(first.index() + n as usize)
    }
}
