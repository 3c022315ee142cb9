//! Attributes.

use super::super::lexer::Tok;
use super::{Parsed, Parser};
use crate::ir::types::{DYNAMIC, Signedness};
use crate::ir::{AttrData, AttrId, StrId, TypeData, TypeId};
use crate::support::float;
use num_bigint::BigInt;

impl<'a> Parser<'a> {
    /// Any attribute; `ty` is the type that is known from outside.
    pub(crate) fn attr(&mut self, ty: Option<TypeId>) -> Parsed<AttrId> {
        match self.tok.tok {
            Tok::Int | Tok::Float | Tok::Minus => self.number_attr(ty),
            Tok::Str => {
                let value = self.string()?;
                let ty = if self.eat(Tok::Colon) {
                    Some(self.ty()?)
                } else {
                    ty
                };
                let ty = ty.filter(|&t| t != self.ctx.known.none);
                Ok(self.ctx.attr(AttrData::String { value, ty }))
            }
            Tok::LBracket => self.nested(|p| {
                p.bump();
                let mut items = Vec::new();
                p.comma_list(Tok::RBracket, "']'", |p| {
                    items.push(p.attr(None)?);
                    Ok(())
                })?;
                Ok(p.ctx.array(items))
            }),
            Tok::LBrace => self.nested(|p| {
                p.bump();
                let items = p.dict_entries(Tok::RBrace)?;
                Ok(p.ctx.dict(items))
            }),
            Tok::At => {
                let root = self.symbol_name()?;
                let mut nested = Vec::new();
                while self.eat(Tok::ColonColon) {
                    nested.push(self.symbol_name()?);
                }
                Ok(self.ctx.attr(AttrData::Symbol {
                    root,
                    nested: nested.into(),
                }))
            }
            Tok::Hash => self.dialect_attr(),
            Tok::Bare => match self.word() {
                "true" => {
                    self.bump();
                    Ok(self.ctx.known.yes)
                }
                "false" => {
                    self.bump();
                    Ok(self.ctx.known.no)
                }
                "unit" => {
                    self.bump();
                    Ok(self.ctx.known.unit)
                }
                "dense" => self.nested(|p| p.dense(ty)),
                "array" => self.dense_array(),
                "affine_map" => {
                    self.bump();
                    self.expect(Tok::Less, "'<' in affine map")?;
                    let map = self.affine_map()?;
                    self.expect(Tok::Greater, "'>' in affine map")?;
                    Ok(self.ctx.attr(AttrData::AffineMap(map)))
                }
                "affine_set" => {
                    self.bump();
                    self.expect(Tok::Less, "'<' in integer set")?;
                    let set = self.integer_set()?;
                    self.expect(Tok::Greater, "'>' in integer set")?;
                    Ok(self.ctx.attr(set))
                }
                "strided" => self.strided(),
                "loc" => {
                    let loc = self.location()?;
                    Ok(self.ctx.attr(AttrData::Location(loc)))
                }
                "distinct" => self.distinct(),
                "dense_resource" | "sparse" => self.raw_elements(ty),
                _ if self.at_type() => self.type_attr(),
                _ => Err(self.expected("attribute value")),
            },
            Tok::Bang | Tok::LParen => self.type_attr(),
            _ => Err(self.expected("attribute value")),
        }
    }

    fn type_attr(&mut self) -> Parsed<AttrId> {
        let ty = self.ty()?;
        Ok(self.ctx.attr(AttrData::Type(ty)))
    }

    /// Entries up to `close`, which is eaten: `name = value` or `name`.
    pub(crate) fn dict_entries(&mut self, close: Tok) -> Parsed<Vec<(StrId, AttrId)>> {
        let mut items: Vec<(StrId, AttrId)> = Vec::new();
        self.comma_list(close, if close == Tok::Greater { "'>'" } else { "'}'" }, |p| {
            let span = p.span();
            let key = p.key()?;
            if p.ctx.text(key).is_empty() {
                return Err(p.error(span, "expected valid attribute name"));
            }
            let value = if p.eat(Tok::Equal) {
                p.attr(None)?
            } else {
                p.ctx.known.unit
            };
            if items.iter().any(|e| e.0 == key) {
                let name = p.ctx.text(key);
                p.error(span, format!("duplicate key '{name}' in dictionary attribute"));
            }
            items.push((key, value));
            Ok(())
        })?;
        Ok(items)
    }

    fn number_attr(&mut self, ty: Option<TypeId>) -> Parsed<AttrId> {
        let start = self.tok.start;
        let negative = self.eat(Tok::Minus);
        if !matches!(self.tok.tok, Tok::Int | Tok::Float) {
            return Err(self.expected("constant integer or floating point value"));
        }
        let (word, is_float) = (self.word(), self.at(Tok::Float));
        self.bump();
        let literal = self.span_from(start);
        let given = if self.eat(Tok::Colon) {
            Some(self.ty()?)
        } else {
            ty
        };
        let ty = match given {
            Some(t) => t,
            None if is_float => self.ctx.known.f64,
            None => {
                // A bare integer is an i64, and what does not fit one is refused rather than wrapped.
                self.ctx.known.i64
            }
        };
        self.number(word, negative, is_float, ty, literal)
    }

    fn number(
        &mut self,
        word: &str,
        negative: bool,
        is_float: bool,
        ty: TypeId,
        at: crate::support::source::Span,
    ) -> Parsed<AttrId> {
        match self.ctx.type_data(ty) {
            TypeData::Float(kind) => {
                let Some(format) = float::Format::of(kind.name()) else {
                    return Err(self.error(at, "unsupported float type"));
                };
                if !is_float {
                    let Some(hex) = word.strip_prefix("0x") else {
                        let text = "unexpected decimal integer literal for a floating point value";
                        let hint = "add a trailing dot to make the literal a float";
                        return Err(self.push(
                            crate::support::diag::Diagnostic::error(at, text)
                                .note(crate::support::diag::Place::Unknown, hint),
                        ));
                    };
                    if negative {
                        return Err(
                            self.error(at, "hexadecimal float literal should not have a leading minus")
                        );
                    }
                    return match u128::from_str_radix(hex, 16) {
                        Ok(bits) if kind.bits() >= 128 || bits >> kind.bits() == 0 => {
                            Ok(self.ctx.attr(AttrData::Float { bits, ty }))
                        }
                        _ => Err(self.error(at, "hexadecimal float constant out of range for type")),
                    };
                }
                let text = format!("{}{word}", if negative { "-" } else { "" });
                match float::parse(format, &text) {
                    Some(bits) => Ok(self.ctx.attr(AttrData::Float { bits, ty })),
                    None => Err(self.error(at, "floating point value too large for attribute")),
                }
            }
            TypeData::Integer { .. } | TypeData::Index if is_float => {
                Err(self.error(at, "floating point value not valid for specified type"))
            }
            TypeData::Integer { .. } | TypeData::Index => match self.integer(word, negative, ty) {
                Some(a) => Ok(a),
                None => Err(self.error(at, "integer constant out of range for attribute")),
            },
            _ if is_float => Err(self.error(at, "floating point value not valid for specified type")),
            _ => Err(self.error(at, "integer literal not valid for specified type")),
        }
    }

    /// An integer literal in the range of a type: `-2^(w-1) ..= 2^w - 1` for signless ones.
    fn integer(&mut self, word: &str, negative: bool, ty: TypeId) -> Option<AttrId> {
        let (width, sign) = match self.ctx.type_data(ty) {
            TypeData::Integer { width, sign } => (*width, *sign),
            _ => (64, Signedness::Signless),
        };
        let magnitude = match word.strip_prefix("0x") {
            Some(hex) => BigInt::parse_bytes(hex.as_bytes(), 16)?,
            None => BigInt::parse_bytes(word.as_bytes(), 10)?,
        };
        let zero = BigInt::from(0);
        if width == 0 {
            return (magnitude == zero).then(|| self.ctx.attr(AttrData::Integer { value: 0, ty }));
        }
        if negative && magnitude == zero {
            // As MLIR: there is no negative zero among integers.
            return None;
        }
        let half = BigInt::from(1) << (width - 1);
        let full = BigInt::from(1) << width;
        let index = matches!(self.ctx.type_data(ty), TypeData::Index);
        let limit = match sign {
            Signedness::Signed => half.clone(),
            Signedness::Unsigned => full.clone(),
            // A bare or `i64` literal that needs the sign bit would print as another number.
            Signedness::Signless if index || ty == self.ctx.known.i64 => {
                if word.starts_with("0x") {
                    full.clone()
                } else {
                    half.clone()
                }
            }
            Signedness::Signless => full.clone(),
        };
        let mut value = if negative { -magnitude } else { magnitude };
        if value >= limit || value < -half.clone() || (sign == Signedness::Unsigned && value < zero) {
            return None;
        }
        if value >= half {
            value -= full;
        }
        Some(if width <= 64 {
            let value = i64::try_from(&value).ok()?;
            self.ctx.attr(AttrData::Integer { value, ty })
        } else {
            self.ctx.attr(AttrData::BigInteger { value, ty })
        })
    }

    fn strided(&mut self) -> Parsed<AttrId> {
        self.bump();
        self.expect(Tok::Less, "'<' in strided layout")?;
        self.expect(Tok::LBracket, "'[' in strided layout")?;
        let mut strides = Vec::new();
        self.comma_list(Tok::RBracket, "']'", |p| {
            strides.push(p.size()?);
            Ok(())
        })?;
        let mut offset = 0;
        if self.eat(Tok::Comma) {
            if !self.eat_word("offset") {
                return Err(self.expected("'offset'"));
            }
            self.expect(Tok::Colon, "':' after 'offset'")?;
            offset = self.size()?;
        }
        self.expect(Tok::Greater, "'>' in strided layout")?;
        Ok(self.ctx.attr(AttrData::Strided {
            strides: strides.into(),
            offset,
        }))
    }

    fn size(&mut self) -> Parsed<i64> {
        if self.eat(Tok::Question) {
            Ok(DYNAMIC)
        } else {
            self.int64("a 64-bit signed integer or '?'")
        }
    }

    fn distinct(&mut self) -> Parsed<AttrId> {
        self.bump();
        self.expect(Tok::LBracket, "'[' in distinct attribute")?;
        let id = self.int64("a distinct id")?;
        self.expect(Tok::RBracket, "']' in distinct attribute")?;
        self.expect(Tok::Less, "'<' in distinct attribute")?;
        let inner = if self.at(Tok::Greater) {
            self.ctx.known.unit
        } else {
            self.nested(|p| p.attr(None))?
        };
        self.expect(Tok::Greater, "'>' in distinct attribute")?;
        Ok(self.ctx.attr(AttrData::Distinct {
            id: id.unsigned_abs(),
            inner,
        }))
    }

    fn dense_array(&mut self) -> Parsed<AttrId> {
        self.bump();
        self.expect(Tok::Less, "'<' in dense array")?;
        let start = self.tok.start;
        let element = self.ty()?;
        let width = self.ctx.bit_width(element);
        let allowed = matches!(
            self.ctx.type_data(element),
            TypeData::Integer {
                width: 1 | 8 | 16 | 32 | 64,
                sign: Signedness::Signless
            } | TypeData::Float(_)
        );
        if !allowed || width.is_none_or(|w| w > 64) {
            let span = self.span_from(start);
            return Err(self.error(
                span,
                "element type of a dense array must be i1, i8, i16, i32, i64 or a float",
            ));
        }
        let mut values = Vec::new();
        if self.eat(Tok::Colon) {
            loop {
                let v = self.element(element)?;
                values.push(v as i64);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        self.expect(Tok::Greater, "'>' in dense array")?;
        Ok(self.ctx.attr(AttrData::DenseArray {
            element,
            values: values.into(),
        }))
    }

    /// One element of a dense attribute: sign-extended integer or bits of a float.
    fn element(&mut self, ty: TypeId) -> Parsed<i128> {
        let start = self.tok.start;
        if self.at_word("true") || self.at_word("false") {
            if ty != self.ctx.known.i1 {
                let span = self.span();
                return Err(self.error(span, "expected integer elements, but parsed a boolean"));
            }
            let yes = self.word() == "true";
            self.bump();
            return Ok(if yes { -1 } else { 0 });
        }
        let negative = self.eat(Tok::Minus);
        if !matches!(self.tok.tok, Tok::Int | Tok::Float) {
            return Err(self.expected("an element"));
        }
        let (word, is_float) = (self.word(), self.at(Tok::Float));
        self.bump();
        let span = self.span_from(start);
        let a = self.number(word, negative, is_float, ty, span)?;
        Ok(match self.ctx.attr_data(a) {
            AttrData::Integer { value, .. } => i128::from(*value),
            AttrData::Float { bits, .. } => *bits as i128,
            AttrData::BigInteger { value, .. } => match i128::try_from(value) {
                Ok(v) => v,
                Err(_) => return Err(self.error(span, "elements wider than 128 bits are not supported")),
            },
            _ => 0,
        })
    }

    /// `dense<..> : shaped-type`. The type comes last, so the elements are read twice: once for their end.
    fn dense(&mut self, known: Option<TypeId>) -> Parsed<AttrId> {
        let start = self.tok.start;
        self.bump();
        if !self.at(Tok::Less) {
            return Err(self.expected("'<' after 'dense'"));
        }
        let open = self.tok.start;
        let end = self.raw_body(open)?;
        self.reset(end);
        self.prev_end = end;
        let ty_start = self.tok.start;
        let ty = match known {
            Some(t) => t,
            None => {
                self.expect(Tok::Colon, "':' and a shaped type")?;
                self.ty()?
            }
        };
        let after = self.tok.start;
        let after_prev = self.prev_end;
        let Some(shape) = self.ctx.shape(ty).map(<[i64]>::to_vec) else {
            let span = self.span_of(ty_start, after);
            return Err(self.error(span, "elements literal must be a shaped type of known rank"));
        };
        if shape.contains(&DYNAMIC) || matches!(self.ctx.type_data(ty), TypeData::MemRef { .. }) {
            let span = self.span_of(ty_start, after);
            return Err(self.error(span, "elements literal type must have static shape"));
        }
        self.reset(open);
        self.bump();
        let element = self.ctx.element_type(ty);
        let (scalar, per) = match self.ctx.type_data(element) {
            TypeData::Complex(t) => (*t, 2usize),
            TypeData::Integer { .. } | TypeData::Float(_) | TypeData::Index => (element, 1),
            _ => {
                // Elements of other types are strings, which are kept as they stand.
                while self.tok.start < end {
                    let list = matches!(
                        self.tok.tok,
                        Tok::Str | Tok::LBracket | Tok::RBracket | Tok::Comma | Tok::Greater
                    );
                    if !list {
                        let text = format!(
                            "expected a string as an element of type {}",
                            self.ctx.show_type(element)
                        );
                        let span = self.span();
                        self.reset(after);
                        return Err(self.error(span, text));
                    }
                    self.bump();
                }
                let text = self.ctx.str(self.slice(start, end));
                self.reset(after);
                self.prev_end = after_prev;
                return Ok(self.ctx.attr(AttrData::Elements { text, ty }));
            }
        };
        if self.at(Tok::Str) {
            let text = self.ctx.str(self.slice(start, end));
            self.reset(after);
            self.prev_end = after_prev;
            return Ok(self.ctx.attr(AttrData::Elements { text, ty }));
        }
        let mut values: Vec<i128> = Vec::new();
        let total = shape
            .iter()
            .try_fold(1usize, |n, &d| n.checked_mul(d as usize))
            .unwrap_or(usize::MAX);
        if !self.at(Tok::Greater) {
            let bare = !self.at(Tok::LBracket);
            let mut found: Vec<usize> = Vec::new();
            self.tensor_literal(scalar, per, 0, &mut found, &mut values)?;
            if !bare && found.iter().map(|&n| n as i64).ne(shape.iter().copied()) {
                let span = self.span_of(open, end);
                let text =
                    format!("inferred shape of elements literal ({found:?}) does not match type ({shape:?})");
                return Err(self.error(span, text));
            }
        } else if total != 0 {
            let span = self.span_of(open, end);
            let text = format!(
                "parsed zero elements, but type ({}) expected at least 1",
                self.ctx.show_type(ty)
            );
            return Err(self.error(span, text));
        }
        self.expect(Tok::Greater, "'>' after the elements")?;
        // All elements equal is the same attribute as a splat.
        let first: Vec<i128> = values.iter().take(per).copied().collect();
        if values.len() > per && values.chunks(per).all(|c| c == first.as_slice()) {
            values.truncate(per);
        }
        self.reset(after);
        self.prev_end = after_prev;
        Ok(self.ctx.attr(AttrData::Dense {
            ty,
            values: values.into(),
        }))
    }

    fn tensor_literal(
        &mut self,
        scalar: TypeId,
        per: usize,
        level: usize,
        shape: &mut Vec<usize>,
        values: &mut Vec<i128>,
    ) -> Parsed<()> {
        if !self.at(Tok::LBracket) {
            if per == 2 {
                self.expect(Tok::LParen, "'(' in a complex element")?;
                values.push(self.element(scalar)?);
                self.expect(Tok::Comma, "',' in a complex element")?;
                values.push(self.element(scalar)?);
                return self.expect(Tok::RParen, "')' in a complex element");
            }
            values.push(self.element(scalar)?);
            return Ok(());
        }
        self.nested(|p| {
            p.bump();
            let mut count = 0usize;
            let first = shape.len() == level;
            if first {
                shape.push(0);
            }
            p.comma_list(Tok::RBracket, "']'", |p| {
                p.tensor_literal(scalar, per, level + 1, shape, values)?;
                count += 1;
                Ok(())
            })?;
            if first {
                if let Some(s) = shape.get_mut(level) {
                    *s = count;
                }
            } else if shape.get(level) != Some(&count) {
                let span = p.span_from(p.prev_end.saturating_sub(1));
                return Err(p.error(
                    span,
                    "tensor literal is invalid; ranks are not consistent between elements",
                ));
            }
            Ok(())
        })
    }

    /// `dense_resource<..>` and `sparse<..>`, kept as they stand.
    fn raw_elements(&mut self, known: Option<TypeId>) -> Parsed<AttrId> {
        let start = self.tok.start;
        if self.bytes.get(self.tok.end) != Some(&b'<') {
            self.bump();
            return Err(self.expected("'<'"));
        }
        let end = self.raw_body(self.tok.end)?;
        self.prev_end = end;
        self.reset(end);
        let text = self.ctx.str(self.slice(start, end));
        let ty = match known {
            Some(t) => t,
            None => {
                self.expect(Tok::Colon, "':' and a shaped type")?;
                self.ty()?
            }
        };
        Ok(self.ctx.attr(AttrData::Elements { text, ty }))
    }

    /// `#alias`, `#dialect.enum<case>`, `#dialect<..>`
    fn dialect_attr(&mut self) -> Parsed<AttrId> {
        let name = self.suffix();
        let start = self.tok.start;
        if !name.contains('.') {
            if let Some(&a) = self.attr_aliases.get(name) {
                self.bump();
                return Ok(a);
            }
            if self.bytes.get(self.tok.end) != Some(&b'<') {
                let span = self.span();
                return Err(self.error(span, format!("undefined symbol alias id '{name}'")));
            }
        }
        if let Some(e) = self.ctx.find_str(name).and_then(|n| self.reg.enum_of_mnemonic(n)) {
            self.bump();
            self.expect(Tok::Less, "'<' and a case")?;
            let a = self.enum_case(e)?;
            self.expect(Tok::Greater, "'>'")?;
            return Ok(a);
        }
        let dialect = name.split('.').next().unwrap_or(name);
        let opaque = || {
            self.ctx
                .find_str(name)
                .is_some_and(|n| self.reg.opaque_attrs.contains(&n))
        };
        if self.reg.dialects.contains_key(dialect) && !opaque() {
            let known = self.reg.enums.iter().map(|e| self.ctx.text(e.mnemonic));
            let hint = crate::support::nearest::hint(name, known);
            let span = self.span();
            return Err(self.error(
                span,
                format!("dialect '{dialect}' has no attribute '{name}'{hint}"),
            ));
        }
        let end = self.raw_body(self.tok.end)?;
        let id = self
            .ctx
            .str(&super::types::pretty_symbol(self.slice(start + 1, end)));
        self.prev_end = end;
        self.reset(end);
        Ok(self.ctx.attr(AttrData::Opaque(id)))
    }
}
