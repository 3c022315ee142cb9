//! Operations in their own format: interprets the program that also prints them.

use super::super::affine::{Group, with_dims};
use super::super::format;
use super::super::lexer::{self, Tok};
use super::ops::{EntryArg, Operand, Parts};
use super::{Parsed, Parser};
use crate::ir::{AttrData, AttrId, BlockId, Context, Loc, RegionId, StrId, TypeId};
use crate::lang::defs::{Arity, FormatStep, OpDef, OpDefId, Registry, TypeRule};
use crate::lang::encode;
use crate::lang::eval::infer::infer_types;
use crate::lang::types::LType;
use crate::support::source::Span;

mod functions;

/// What has been read of an operation.
struct Read<'a> {
    operands: Vec<Vec<Operand<'a>>>,
    affine: Vec<Group<'a>>,
    operand_types: Vec<Option<Vec<TypeId>>>,
    result_types: Vec<Option<Vec<TypeId>>>,
    /// Operands and types in one list, when the format does not tell the groups apart.
    flat: Option<Vec<Operand<'a>>>,
    flat_types: Option<Vec<TypeId>>,
    flat_results: Option<Vec<TypeId>>,
    attrs: Vec<Option<AttrId>>,
    extra: Vec<(StrId, AttrId)>,
    regions: Vec<Option<RegionId>>,
    successors: Vec<BlockId>,
}

impl<'a> Parser<'a> {
    /// What follows the name of an operation that has a definition.
    pub(super) fn formatted(
        &mut self,
        op: OpDefId,
        name: StrId,
        span: Span,
        results: usize,
    ) -> Parsed<Parts<'a>> {
        let reg = self.reg;
        let def = &reg.ops[op];
        let mut read = Read {
            operands: def.operands.iter().map(|_| Vec::new()).collect(),
            affine: def.operands.iter().map(|_| Group::default()).collect(),
            operand_types: vec![None; def.operands.len()],
            result_types: vec![None; def.results.len()],
            flat: None,
            flat_types: None,
            flat_results: None,
            attrs: vec![None; def.attributes.len()],
            extra: Vec::new(),
            regions: vec![None; def.regions.len()],
            successors: Vec::new(),
        };
        if let Some(steps) = &def.assembly {
            self.steps(def, steps, &mut read)?;
        }
        self.complete(def, name, span, results, read)
    }

    fn steps(&mut self, def: &'a OpDef, steps: &'a [FormatStep], read: &mut Read<'a>) -> Parsed<()> {
        for step in steps {
            self.step(def, step, read)?;
        }
        Ok(())
    }

    fn step(&mut self, def: &'a OpDef, step: &'a FormatStep, read: &mut Read<'a>) -> Parsed<()> {
        match step {
            FormatStep::Literal(text) => self.literal(text)?,
            FormatStep::Operand(g) => {
                let Some(o) = def.operands.get(*g) else {
                    return Ok(());
                };
                let mut group = Vec::new();
                if o.arity == Arity::One || self.at(Tok::Percent) {
                    group.push(self.operand()?);
                    while o.arity == Arity::Variadic && self.eat(Tok::Comma) {
                        group.push(self.operand()?);
                    }
                }
                set(&mut read.operands, *g, group);
            }
            FormatStep::Operands => {
                let mut all = Vec::new();
                if self.at(Tok::Percent) {
                    loop {
                        all.push(self.operand()?);
                        if !self.eat(Tok::Comma) {
                            break;
                        }
                    }
                }
                read.flat = Some(all);
            }
            FormatStep::Attr(n) => {
                // A colon behind it belongs to the format.
                let int = def.attributes.get(*n).is_some_and(|a| a.ty == LType::Int);
                let a = if int && (self.at(Tok::Int) || self.at(Tok::Minus)) {
                    let value = self.int64("an integer")?;
                    self.ctx.int(value)
                } else {
                    self.attribute(def, *n, read)?
                };
                set(&mut read.attrs, *n, Some(a));
            }
            FormatStep::SymbolName(n) => {
                let name = self.symbol_name()?;
                set(&mut read.attrs, *n, Some(self.ctx.string_of(name)));
            }
            FormatStep::Region(n) => {
                let r = self.declared_region(def, *n)?;
                set(&mut read.regions, *n, Some(r));
            }
            FormatStep::Regions => {
                for n in 0..def.regions.len() {
                    if n > 0 {
                        self.expect(Tok::Comma, "',' and another region")?;
                    }
                    let r = self.declared_region(def, n)?;
                    set(&mut read.regions, n, Some(r));
                }
            }
            FormatStep::Successor(n) => {
                let variadic = def.successors.get(*n).is_some_and(|s| s.1);
                if !variadic || self.at(Tok::Caret) {
                    read.successors.push(self.block_ref()?);
                    while variadic && self.eat(Tok::Comma) {
                        read.successors.push(self.block_ref()?);
                    }
                }
            }
            FormatStep::OperandType(g) => {
                let arity = def.operands.get(*g).map_or(Arity::One, |o| o.arity);
                let count = read.operands.get(*g).map_or(0, Vec::len);
                let types = self.types(arity, count)?;
                set(&mut read.operand_types, *g, Some(types));
            }
            FormatStep::ResultType(g) => {
                let arity = def.results.get(*g).map_or(Arity::One, |o| o.arity);
                let types = self.types(arity, usize::from(self.at_type()))?;
                set(&mut read.result_types, *g, Some(types));
            }
            FormatStep::FunctionalType => {
                read.flat_types = Some(self.paren_types()?);
                self.expect(Tok::Arrow, "'->' in function type")?;
                read.flat_results = Some(self.result_types()?);
            }
            FormatStep::Function { name, ty, body } => self.function(def, (*name, *ty, *body), read)?,
            FormatStep::AttrDict { keyword } => {
                let there = if *keyword {
                    self.eat_word("attributes")
                } else {
                    self.at(Tok::LBrace)
                };
                if there {
                    self.expect(Tok::LBrace, "'{'")?;
                    self.attr_dict(def, read)?;
                }
            }
            FormatStep::Group { body, otherwise, .. } => {
                if self.starts(def, body) {
                    self.steps(def, body, read)?;
                } else {
                    self.steps(def, otherwise, read)?;
                }
            }
        }
        Ok(())
    }

    fn types(&mut self, arity: Arity, count: usize) -> Parsed<Vec<TypeId>> {
        let mut types = Vec::new();
        if arity == Arity::One || count > 0 {
            types.push(self.ty()?);
            while arity == Arity::Variadic && self.eat(Tok::Comma) {
                types.push(self.ty()?);
            }
        }
        Ok(types)
    }

    /// Reads the tokens of a literal.
    pub(super) fn literal(&mut self, text: &str) -> Parsed<()> {
        let mut at = 0;
        loop {
            let t = lexer::next(text.as_bytes(), at);
            if t.tok == Tok::Eof {
                return Ok(());
            }
            let want = text.get(t.start..t.end).unwrap_or("");
            if self.word() != want || self.at(Tok::Str) {
                return Err(self.expected(&format!("'{want}'")));
            }
            self.bump();
            at = t.end;
        }
    }

    /// Whether the current token begins this group.
    fn starts(&self, def: &OpDef, steps: &[FormatStep]) -> bool {
        match steps.first() {
            Some(FormatStep::Literal(text)) => {
                let t = lexer::next(text.as_bytes(), 0);
                Some(self.word()) == text.get(t.start..t.end) && !self.at(Tok::Str)
            }
            Some(FormatStep::Operand(_) | FormatStep::Operands) => self.at(Tok::Percent),
            Some(FormatStep::SymbolName(_)) => self.at(Tok::At),
            Some(FormatStep::Successor(_)) => self.at(Tok::Caret),
            Some(FormatStep::Region(_) | FormatStep::Regions) => self.at(Tok::LBrace) || self.at(Tok::LParen),
            Some(FormatStep::OperandType(_) | FormatStep::ResultType(_)) => self.at_type(),
            Some(FormatStep::Attr(n)) => match def.attributes.get(*n).map(|a| &a.ty) {
                Some(LType::Enum(e)) => {
                    self.at(Tok::Bare)
                        && self
                            .ctx
                            .find_str(self.word())
                            .is_some_and(|c| self.reg.case(*e, c).is_some())
                }
                Some(LType::Int) => self.at(Tok::Int) || self.at(Tok::Minus),
                Some(LType::Str) => self.at(Tok::Str),
                Some(LType::List(_)) => self.at(Tok::LBracket),
                Some(LType::Symbol(_)) => self.at(Tok::At),
                _ => false,
            },
            Some(FormatStep::Group { body, .. }) => self.starts(def, body),
            _ => false,
        }
    }

    /// The value of attribute `n` in the spelling of its type.
    fn attribute(&mut self, def: &'a OpDef, n: usize, read: &mut Read<'a>) -> Parsed<AttrId> {
        let Some(a) = def.attributes.get(n) else {
            return Err(self.expected("an attribute"));
        };
        if let (LType::Symbol(_), Tok::At) = (&a.ty, self.tok.tok) {
            return self.attr(None);
        }
        let group = a.over.and_then(|g| read.affine.get_mut(g));
        let ty = a.ty.clone();
        self.typed_value(&ty, group)
    }

    fn attr_dict(&mut self, def: &'a OpDef, read: &mut Read<'a>) -> Parsed<()> {
        self.comma_list(Tok::RBrace, "'}'", |p| {
            let span = p.span();
            let key = p.key()?;
            let again = match def.attr(key) {
                Some((n, a)) => {
                    let v = if p.eat(Tok::Equal) {
                        p.attribute(def, n, read)?
                    } else if a.ty == LType::Bool {
                        p.ctx.known.yes
                    } else {
                        return Err(p.expected("'=' and a value"));
                    };
                    read.attrs
                        .get_mut(n)
                        .is_some_and(|slot| slot.replace(v).is_some())
                }
                None => {
                    let v = if p.eat(Tok::Equal) {
                        p.attr(None)?
                    } else {
                        p.ctx.known.unit
                    };
                    let again = read.extra.iter().any(|e| e.0 == key);
                    read.extra.push((key, v));
                    again
                }
            };
            if again {
                let text = format!("duplicate key '{}' in dictionary attribute", p.ctx.text(key));
                return Err(p.error(span, text));
            }
            Ok(())
        })
    }

    /// `( (%a (: type)?),* )? { .. }`, with the declared terminator added where it is left out.
    fn declared_region(&mut self, def: &'a OpDef, n: usize) -> Parsed<RegionId> {
        let Some(region) = def.regions.get(n) else {
            return Err(self.expected("a region"));
        };
        let mut args: Vec<EntryArg<'a>> = Vec::new();
        if region.args.is_some() && self.eat(Tok::LParen) {
            let declared = region.args.as_deref().unwrap_or(&[]);
            self.comma_list(Tok::RParen, "')'", |p| {
                let name = p.operand()?;
                let ty = if p.eat(Tok::Colon) {
                    p.ty()?
                } else {
                    match declared.get(args.len()).or(declared.last()).map(|d| &d.rule) {
                        Some(TypeRule::Exact(t)) => *t,
                        _ => return Err(p.expected("':' and a type")),
                    }
                };
                args.push(EntryArg { name, ty });
                Ok(())
            })?;
        }
        let r = self.region(def.id, args)?;
        self.implied_terminator(def, n, r);
        Ok(r)
    }

    fn implied_terminator(&mut self, def: &OpDef, n: usize, r: RegionId) {
        let Some(Some(end)) = def.regions.get(n).and_then(|r| r.ends) else {
            return;
        };
        let end = &self.reg.ops[end];
        if !elidable(end) {
            return;
        }
        let block = match self.body.last_block(r) {
            Some(b) => b,
            None => self.body.make_block(r),
        };
        let missing = self
            .body
            .last_op(block)
            .is_none_or(|last| !self.reg.flags(self.body.name(last)).terminator);
        if missing {
            let (none, loc) = (self.ctx.known.empty_dict, Loc::source(self.span()));
            let op = self
                .body
                .make_op_around(end.id, loc, none, none, &[], &[], &[], &[]);
            self.body.insert(op, block, None);
        }
    }

    /// Puts together what was read: groups from flat lists, affine groups, types from the definition.
    fn complete(
        &mut self,
        def: &'a OpDef,
        name: StrId,
        span: Span,
        results: usize,
        mut read: Read<'a>,
    ) -> Parsed<Parts<'a>> {
        for (g, group) in read.affine.iter_mut().enumerate() {
            if group.values.is_empty() {
                continue;
            }
            let dims = group.values.len() as u32;
            for (a, slot) in def.attributes.iter().zip(read.attrs.iter_mut()) {
                if let (true, Some(v)) = (a.over == Some(g), *slot) {
                    *slot = Some(with_dims(self.ctx, v, dims));
                }
            }
            set(&mut read.operands, g, std::mem::take(&mut group.values));
        }
        let reg = self.reg;
        let mut sizes: Vec<usize> = read.operands.iter().map(Vec::len).collect();
        if let Some(all) = read.flat.take() {
            self.distribute(def, span, all, &mut read, &mut sizes)?;
        }
        let mut types: Vec<TypeId> = Vec::new();
        match read.flat_types.take() {
            Some(all) => {
                let total: usize = sizes.iter().sum();
                if all.len() != total {
                    let text = format!("expected {total} operand types but had {}", all.len());
                    return Err(self.error(span, text));
                }
                types = all;
            }
            None => {
                for (g, o) in def.operands.iter().enumerate() {
                    let group = read.operands.get(g).cloned().unwrap_or_default();
                    let given = read.operand_types.get(g).cloned().flatten();
                    for (k, operand) in group.iter().enumerate() {
                        let ty = match (&given, &o.rule) {
                            (Some(t), _) if t.len() == group.len() => t.get(k).copied(),
                            (Some(t), _) => {
                                let text =
                                    format!("expected {} operand types but had {}", group.len(), t.len());
                                return Err(self.error(span, text));
                            }
                            (None, TypeRule::Exact(t)) => Some(*t),
                            (None, TypeRule::Same(other)) => def
                                .operand(*other)
                                .and_then(|i| {
                                    let before: usize = sizes.iter().take(i).sum();
                                    types.get(before).copied()
                                })
                                .or_else(|| self.known_type(*operand)),
                            (None, _) => self.known_type(*operand),
                        };
                        match ty {
                            Some(t) => types.push(t),
                            None => {
                                return Err(self.untyped(operand.name, operand.span));
                            }
                        }
                    }
                }
            }
        }
        let mut result_types = self.results(def, span, results, &mut read, &sizes, &types)?;
        let mut props: Vec<(StrId, AttrId)> = Vec::new();
        let mut attrs = Vec::new();
        for (a, v) in def.attributes.iter().zip(&read.attrs) {
            props.extend(v.map(|v| (a.name, v)));
        }
        for (k, v) in read.extra {
            if format::is_segment(self.ctx.text(k)) {
                props.push((k, v))
            } else {
                attrs.push((k, v))
            }
        }
        if def.needs_operand_segments() {
            let key = self.ctx.str(format::OPERAND_SEGMENTS);
            props.retain(|p| p.0 != key);
            props.push((key, format::segments(self.ctx, &sizes)));
        }
        encode::drop_defaults(def, &mut props);
        for (a, v) in def.attributes.iter().zip(&read.attrs) {
            if v.is_none() && !a.optional && a.default.is_none() {
                let text = format!("'{}' op requires attribute '{}'", def.name, self.ctx.text(a.name));
                return Err(self.error(span, text));
            }
        }
        if let Err((g, why)) = infer_results(self.ctx, reg, def, &types, &props, &mut result_types) {
            let result = def.results.get(g).map_or("", |r| self.ctx.text(r.name));
            let text = format!(
                "the type of result '{result}' of '{}' cannot be inferred: {why}",
                def.name
            );
            return Err(self.error(span, text));
        }
        let result_types = result_types.into_iter().flatten().flatten().collect();
        let mut regions = Vec::new();
        // A region that its format leaves out stays empty: the body of a declaration, the `else` of an `if`.
        for r in read.regions {
            regions.push(r.unwrap_or_else(|| self.body.make_loose_region()));
        }
        Ok(Parts {
            name,
            span,
            props: self.ctx.dict(props),
            attrs: self.ctx.dict(attrs),
            operands: read.operands.into_iter().flatten().collect(),
            operand_types: types,
            result_types,
            successors: read.successors,
            regions,
        })
    }

    /// Splits one list of operands into groups.
    fn distribute(
        &mut self,
        def: &OpDef,
        span: Span,
        all: Vec<Operand<'a>>,
        read: &mut Read<'a>,
        sizes: &mut [usize],
    ) -> Parsed<()> {
        let tied = |g: usize| def.attributes.iter().any(|a| a.over == Some(g));
        let key = self.ctx.find_str(format::OPERAND_SEGMENTS);
        let given = read.extra.iter().find(|e| Some(e.0) == key).map(|e| e.1);
        let segments: Option<Vec<usize>> = given.and_then(|a| match self.ctx.attr_data(a) {
            AttrData::DenseArray { values, .. } if values.len() == def.operands.len() => {
                values.iter().map(|&v| usize::try_from(v).ok()).collect()
            }
            _ => None,
        });
        let open: Vec<usize> = (0..def.operands.len())
            .filter(|&g| !tied(g) && def.operands.get(g).is_some_and(|o| o.arity != Arity::One))
            .collect();
        let ones = (0..def.operands.len())
            .filter(|&g| !tied(g) && def.operands.get(g).is_some_and(|o| o.arity == Arity::One))
            .count();
        let mut rest = all.len().checked_sub(ones);
        // Of several groups without a fixed size the first takes all, unless sizes are given.
        let mut items = all.iter().copied();
        for (g, o) in def.operands.iter().enumerate() {
            if tied(g) {
                continue;
            }
            let len = match (&segments, o.arity) {
                (Some(s), _) => s.get(g).copied().unwrap_or(0),
                (None, Arity::One) => 1,
                (None, Arity::Optional) if open.len() == 1 => rest.take().unwrap_or(0),
                (None, Arity::Optional) => {
                    let n = rest.unwrap_or(0).min(1);
                    rest = rest.map(|r| r - n);
                    n
                }
                (None, Arity::Variadic) => rest.take().unwrap_or(0),
            };
            let group: Vec<Operand<'a>> = items.by_ref().take(len).collect();
            let fits = group.len() == len && (o.arity != Arity::Optional || len <= 1);
            if !fits {
                let text = format!(
                    "'{}' op expected {} operands, but found {}",
                    def.name,
                    operand_count(def),
                    all.len()
                );
                return Err(self.error(span, text));
            }
            set(sizes, g, len);
            set(&mut read.operands, g, group);
        }
        if items.next().is_some() {
            let text = format!(
                "'{}' op expected {} operands, but found {}",
                def.name,
                operand_count(def),
                all.len()
            );
            return Err(self.error(span, text));
        }
        Ok(())
    }

    fn results(
        &mut self,
        def: &OpDef,
        span: Span,
        named: usize,
        read: &mut Read<'a>,
        sizes: &[usize],
        types: &[TypeId],
    ) -> Parsed<Vec<Option<Vec<TypeId>>>> {
        if let Some(all) = read.flat_results.take() {
            return Ok(vec![Some(all)]);
        }
        let mut out: Vec<Option<Vec<TypeId>>> = Vec::new();
        let mut count = 0;
        for (g, r) in def.results.iter().enumerate() {
            if let Some(Some(t)) = read.result_types.get(g) {
                count += t.len();
                out.push(Some(t.clone()));
                continue;
            }
            if def.infer.iter().any(|i| i.0 == g) {
                count += 1;
                out.push(None);
                continue;
            }
            let from_operand = |o: StrId| {
                def.operand(o).and_then(|i| {
                    let before: usize = sizes.iter().take(i).sum();
                    types.get(before).copied()
                })
            };
            let typed = def
                .attributes
                .iter()
                .zip(&read.attrs)
                .find(|(a, _)| a.typed == Some(r.name))
                .and_then(|(_, v)| v.and_then(|v| self.ctx.attr_type(v)));
            let same_all = def
                .traits
                .contains(&crate::lang::defs::TraitDef::SameOperandsAndResultType);
            let ty = match &r.rule {
                TypeRule::Exact(t) => Some(*t),
                TypeRule::Same(o) => from_operand(*o),
                _ if same_all => types.first().copied(),
                _ => typed,
            };
            match (ty, r.arity) {
                (Some(t), Arity::One) => {
                    count += 1;
                    out.push(Some(vec![t]));
                }
                (Some(t), _) => {
                    let more = named.saturating_sub(count);
                    count += more;
                    out.push(Some(vec![t; more]));
                }
                (None, Arity::Variadic | Arity::Optional) if named == 0 => out.push(Some(Vec::new())),
                _ => {
                    let text = format!(
                        "the type of result '{}' of '{}' does not follow from what is written; use the generic form",
                        self.ctx.text(r.name),
                        def.name
                    );
                    return Err(self.error(span, text));
                }
            }
        }
        Ok(out)
    }
}

/// Completes the types of results by `infer` clauses.
pub(crate) fn infer_results(
    ctx: &Context,
    reg: &Registry,
    def: &OpDef,
    operands: &[TypeId],
    props: &[(StrId, AttrId)],
    known: &mut [Option<Vec<TypeId>>],
) -> Result<(), (usize, String)> {
    if known.iter().all(Option::is_some) {
        return Ok(());
    }
    infer_types(ctx, reg, def, operands, ctx.dict(props.to_vec()), known)
}

fn operand_count(def: &OpDef) -> String {
    let ones = def.operands.iter().filter(|o| o.arity == Arity::One).count();
    if ones == def.operands.len() {
        ones.to_string()
    } else {
        format!("{ones} or more")
    }
}

/// Whether a terminator can be left out: nothing about it could differ.
pub(crate) fn elidable(end: &OpDef) -> bool {
    end.results.is_empty()
        && end.successors.is_empty()
        && end.operands.iter().all(|o| o.arity != Arity::One)
        && end.attributes.iter().all(|a| a.optional || a.default.is_some())
}

fn set<T>(items: &mut [T], n: usize, value: T) {
    if let Some(slot) = items.get_mut(n) {
        *slot = value;
    }
}
