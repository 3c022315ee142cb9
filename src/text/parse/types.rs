//! Types.

use super::super::lexer::{self, Tok};
use super::{Parsed, Parser};
use crate::ir::types::{DYNAMIC, FloatKind, Signedness, TypePiece};
use crate::ir::{AttrData, AttrId, TypeData, TypeId};
use crate::lang::defs::FieldDef;
use crate::lang::eval::parts::broken_type;
use std::borrow::Cow;

/// Widest integer type, as in MLIR.
const MAX_WIDTH: u32 = (1 << 24) - 1;

impl<'a> Parser<'a> {
    /// `type ::= function-type | non-function-type`
    pub(crate) fn ty(&mut self) -> Parsed<TypeId> {
        if self.at(Tok::LParen) {
            self.function_type()
        } else {
            self.non_function_type()
        }
    }

    fn function_type(&mut self) -> Parsed<TypeId> {
        self.nested(|p| {
            let inputs = p.paren_types()?;
            p.expect(Tok::Arrow, "'->' in function type")?;
            let results = p.result_types()?;
            Ok(p.ctx.ty(TypeData::Function {
                inputs: inputs.into(),
                results: results.into(),
            }))
        })
    }

    /// `( type,* )`
    pub(crate) fn paren_types(&mut self) -> Parsed<Vec<TypeId>> {
        self.expect(Tok::LParen, "'('")?;
        let mut types = Vec::new();
        self.comma_list(Tok::RParen, "')'", |p| {
            types.push(p.ty()?);
            Ok(())
        })?;
        Ok(types)
    }

    /// `( type,* ) | non-function-type`
    pub(crate) fn result_types(&mut self) -> Parsed<Vec<TypeId>> {
        if self.at(Tok::LParen) {
            self.paren_types()
        } else {
            Ok(vec![self.non_function_type()?])
        }
    }

    /// Whether the current token can begin a type.
    pub(crate) fn at_type(&self) -> bool {
        match self.tok.tok {
            Tok::Bang | Tok::LParen => true,
            Tok::Bare => builtin_word(self.word()),
            _ => false,
        }
    }

    pub(crate) fn non_function_type(&mut self) -> Parsed<TypeId> {
        match self.tok.tok {
            Tok::Bang => self.dialect_type(),
            Tok::Bare => {
                let word = self.word();
                match word {
                    "memref" => self.nested(|p| p.memref()),
                    "tensor" => self.nested(|p| p.tensor()),
                    "vector" => self.nested(|p| p.vector()),
                    "complex" => self.nested(|p| p.complex()),
                    "tuple" => self.nested(|p| p.tuple()),
                    _ => self.simple_type(word),
                }
            }
            _ => Err(self.expected("non-function type")),
        }
    }

    fn simple_type(&mut self, word: &str) -> Parsed<TypeId> {
        let known = self.ctx.known;
        let ty = match word {
            "index" => Some(known.index),
            "i1" => Some(known.i1),
            "i32" => Some(known.i32),
            "i64" => Some(known.i64),
            "none" => Some(known.none),
            _ => None,
        };
        let ty = match ty {
            Some(t) => t,
            None => {
                if let Some((kind, ..)) = FloatKind::ALL.iter().find(|f| f.1 == word) {
                    self.ctx.ty(TypeData::Float(*kind))
                } else if let Some((sign, digits)) = integer_word(word) {
                    match digits.parse::<u32>() {
                        Ok(width) if width <= MAX_WIDTH => self.ctx.ty(TypeData::Integer { width, sign }),
                        _ => {
                            let text = format!("integer bitwidth is limited to {MAX_WIDTH} bits");
                            return Err(self.error(self.span(), text));
                        }
                    }
                } else {
                    return Err(self.expected("non-function type"));
                }
            }
        };
        self.bump();
        Ok(ty)
    }

    /// Sizes up to the element type, which must come next: `4x?x`. Returns them; with `scalable`, `[4]` is allowed.
    fn dimensions(&mut self, scalable: Option<&mut Vec<bool>>, dynamic: bool) -> Parsed<Vec<i64>> {
        let mut dims = Vec::new();
        let mut flags = Vec::new();
        let mut at = lexer::skip_space(self.bytes, self.tok.start);
        loop {
            let begin = at;
            let bracket = scalable.is_some() && self.bytes.get(at) == Some(&b'[');
            if bracket {
                at = lexer::skip_space(self.bytes, at + 1);
            }
            let size = match self.bytes.get(at) {
                Some(b'?') if dynamic && !bracket => {
                    at += 1;
                    DYNAMIC
                }
                Some(b) if b.is_ascii_digit() => {
                    let start = at;
                    while self.bytes.get(at).is_some_and(u8::is_ascii_digit) {
                        at += 1;
                    }
                    match self.slice(start, at).parse::<i64>() {
                        Ok(n) => n,
                        Err(_) => {
                            let span = self.span_of(start, at);
                            return Err(self.error(span, "invalid dimension"));
                        }
                    }
                }
                _ if bracket => {
                    self.reset(at);
                    return Err(self.expected("a size"));
                }
                _ => break,
            };
            at = lexer::skip_space(self.bytes, at);
            if bracket {
                if self.bytes.get(at) != Some(&b']') {
                    self.reset(at);
                    return Err(self.expected("']'"));
                }
                at = lexer::skip_space(self.bytes, at + 1);
            }
            if self.bytes.get(at) != Some(&b'x') {
                self.reset(if self.bytes.get(begin) == Some(&b'[') {
                    begin
                } else {
                    at
                });
                return Err(self.expected("'x' in dimension list"));
            }
            at = lexer::skip_space(self.bytes, at + 1);
            dims.push(size);
            flags.push(bracket);
        }
        self.reset(at);
        if let Some(out) = scalable {
            *out = flags;
        }
        let product = dims
            .iter()
            .filter(|&&d| d != DYNAMIC)
            .try_fold(1i64, |n, &d| n.checked_mul(d));
        if product.is_none() && !dims.contains(&0) {
            return Err(self.error(
                self.span(),
                "the number of elements of this shape does not fit 64 bits",
            ));
        }
        Ok(dims)
    }

    fn unranked(&mut self) -> Parsed<bool> {
        if !self.at(Tok::Star) {
            return Ok(false);
        }
        let at = self.tok.end;
        if self.bytes.get(at) != Some(&b'x') {
            self.bump();
            return Err(self.expected("'x' in dimension list"));
        }
        self.reset(at + 1);
        Ok(true)
    }

    fn memref(&mut self) -> Parsed<TypeId> {
        self.bump();
        self.expect(Tok::Less, "'<' in memref type")?;
        let unranked = self.unranked()?;
        let shape = if unranked {
            Vec::new()
        } else {
            self.dimensions(None, true)?
        };
        let start = self.tok.start;
        let element = self.ty()?;
        if !self.memref_element(element) {
            let span = self.span_from(start);
            return Err(self.error(span, "invalid memref element type"));
        }
        let (mut layout, mut space) = (None, None);
        while self.eat(Tok::Comma) {
            let start = self.tok.start;
            let a = self.attr(None)?;
            match self.ctx.attr_data(a) {
                AttrData::AffineMap(_) | AttrData::Strided { .. } if unranked => {
                    let span = self.span_from(start);
                    return Err(self.error(span, "cannot have affine map for unranked memref type"));
                }
                AttrData::AffineMap(_) | AttrData::Strided { .. } if layout.is_none() && space.is_none() => {
                    layout = Some(a);
                }
                _ if space.is_none() => space = Some(a),
                _ => {
                    let span = self.span_from(start);
                    return Err(self.error(span, "multiple memory spaces specified in memref type"));
                }
            }
        }
        self.expect(Tok::Greater, "'>' in memref type")?;
        if space.and_then(|a| self.ctx.int_value(a)) == Some(0) {
            space = None;
        }
        if unranked {
            return Ok(self.ctx.ty(TypeData::UnrankedMemRef { element, space }));
        }
        let layout = self.checked_layout(layout, &shape, start)?;
        Ok(self.ctx.ty(TypeData::MemRef {
            shape: shape.into(),
            element,
            layout,
            space,
        }))
    }

    /// A layout must fit the rank; the identity map is no layout.
    fn checked_layout(
        &mut self,
        layout: Option<AttrId>,
        shape: &[i64],
        start: usize,
    ) -> Parsed<Option<AttrId>> {
        let Some(a) = layout else { return Ok(None) };
        let fits = match self.ctx.attr_data(a) {
            AttrData::Strided { strides, .. } => strides.len() == shape.len(),
            AttrData::AffineMap(m) => {
                let identity = m.syms == 0
                    && m.results.len() == m.dims as usize
                    && m.results.iter().enumerate().all(|(n, &e)| {
                        self.ctx.affine_data(e) == crate::ir::affine::AffineExpr::Dim(n as u32)
                    });
                if identity && m.dims as usize == shape.len() {
                    return Ok(None);
                }
                m.dims as usize == shape.len()
            }
            _ => true,
        };
        if fits {
            Ok(Some(a))
        } else {
            let span = self.span_from(start);
            Err(self.error(span, "memref layout mismatch between rank and layout"))
        }
    }

    fn memref_element(&self, t: TypeId) -> bool {
        !matches!(
            self.ctx.type_data(t),
            TypeData::Function { .. }
                | TypeData::Tuple(_)
                | TypeData::None
                | TypeData::Tensor { .. }
                | TypeData::UnrankedTensor(_)
        )
    }

    fn tensor(&mut self) -> Parsed<TypeId> {
        self.bump();
        self.expect(Tok::Less, "'<' in tensor type")?;
        let unranked = self.unranked()?;
        let shape = if unranked {
            Vec::new()
        } else {
            self.dimensions(None, true)?
        };
        let start = self.tok.start;
        let element = self.ty()?;
        let bad = matches!(
            self.ctx.type_data(element),
            TypeData::Function { .. }
                | TypeData::Tuple(_)
                | TypeData::None
                | TypeData::Tensor { .. }
                | TypeData::UnrankedTensor(_)
                | TypeData::MemRef { .. }
                | TypeData::UnrankedMemRef { .. }
        );
        if bad {
            let span = self.span_from(start);
            return Err(self.error(span, "invalid tensor element type"));
        }
        let encoding = if !unranked && self.eat(Tok::Comma) {
            Some(self.attr(None)?)
        } else {
            None
        };
        self.expect(Tok::Greater, "'>' in tensor type")?;
        Ok(self.ctx.ty(match unranked {
            true => TypeData::UnrankedTensor(element),
            false => TypeData::Tensor {
                shape: shape.into(),
                element,
                encoding,
            },
        }))
    }

    fn vector(&mut self) -> Parsed<TypeId> {
        self.bump();
        self.expect(Tok::Less, "'<' in vector type")?;
        let mut scalable = Vec::new();
        let start = self.tok.start;
        let shape = self.dimensions(Some(&mut scalable), false)?;
        if shape.contains(&0) {
            let span = self.span_from(start);
            return Err(self.error(span, "vector types must have positive constant sizes but got 0"));
        }
        let start = self.tok.start;
        let element = self.ty()?;
        if !matches!(
            self.ctx.type_data(element),
            TypeData::Integer { .. } | TypeData::Float(_) | TypeData::Index
        ) {
            let span = self.span_from(start);
            return Err(self.error(span, "vector elements must be int/index/float type"));
        }
        self.expect(Tok::Greater, "'>' in vector type")?;
        Ok(self.ctx.ty(TypeData::Vector {
            shape: shape.into(),
            scalable: scalable.into(),
            element,
        }))
    }

    fn complex(&mut self) -> Parsed<TypeId> {
        self.bump();
        self.expect(Tok::Less, "'<' in complex type")?;
        let start = self.tok.start;
        let element = self.ty()?;
        if !matches!(
            self.ctx.type_data(element),
            TypeData::Integer { .. } | TypeData::Float(_)
        ) {
            let span = self.span_from(start);
            return Err(self.error(span, "invalid element type for complex"));
        }
        self.expect(Tok::Greater, "'>' in complex type")?;
        Ok(self.ctx.ty(TypeData::Complex(element)))
    }

    fn tuple(&mut self) -> Parsed<TypeId> {
        self.bump();
        self.expect(Tok::Less, "'<' in tuple type")?;
        let mut items = Vec::new();
        self.comma_list(Tok::Greater, "'>' in tuple type", |p| {
            items.push(p.ty()?);
            Ok(())
        })?;
        Ok(self.ctx.ty(TypeData::Tuple(items.into())))
    }

    /// `!alias`, `!dialect.name`, `!dialect.name<..>`, `!dialect<..>`
    fn dialect_type(&mut self) -> Parsed<TypeId> {
        let name = self.suffix();
        let start = self.tok.start;
        if !name.contains('.') {
            if let Some(&t) = self.type_aliases.get(name) {
                self.bump();
                return Ok(t);
            }
            if self.bytes.get(self.tok.end) != Some(&b'<') {
                let span = self.span();
                return Err(self.error(span, format!("undefined symbol alias id '{name}'")));
            }
        }
        if let Some(def) = self.reg.type_def(name) {
            let (id, reg) = (def, self.reg);
            let (def, fields) = (&reg.types[def], reg.type_params(def));
            self.bump();
            let mut params = Vec::new();
            if let Some(format) = self.ctx.type_format(def.name) {
                params = self.nested(|p| p.type_pieces(&format, fields))?;
            } else if !fields.is_empty() {
                self.expect(Tok::Less, "'<' before the type's parameters")?;
                for (n, field) in fields.iter().enumerate() {
                    if n > 0 {
                        self.expect(Tok::Comma, "','")?;
                    }
                    let ty = field.ty.clone();
                    params.push(self.nested(|p| p.typed_value(&ty, None))?);
                }
                self.expect(Tok::Greater, "'>' after the type's parameters")?;
            }
            if let Some(text) = broken_type(self.ctx, reg, id, &params) {
                let span = self.span_from(start);
                return Err(self.error(span, text));
            }
            return Ok(self.ctx.ty(TypeData::Dialect {
                name: def.name,
                params: params.into(),
            }));
        }
        let dialect = name.split('.').next().unwrap_or(name);
        if self.reg.dialects.contains_key(dialect) {
            let known = self.reg.types.iter().map(|t| self.ctx.text(t.name));
            let hint = crate::support::nearest::hint(name, known);
            let span = self.span();
            return Err(self.error(span, format!("dialect '{dialect}' has no type '{name}'{hint}")));
        }
        let end = self.raw_body(self.tok.end)?;
        let id = self.ctx.str(&pretty_symbol(self.slice(start + 1, end)));
        self.prev_end = end;
        self.reset(end);
        Ok(self.ctx.ty(TypeData::Opaque(id)))
    }

    /// The parameters of a type in its own format.
    fn type_pieces(&mut self, format: &[TypePiece], fields: &[FieldDef]) -> Parsed<Vec<AttrId>> {
        let mut params: Vec<Option<AttrId>> = vec![None; fields.len()];
        for piece in format {
            let (n, int) = match piece {
                TypePiece::Literal(text) => {
                    self.literal(text)?;
                    continue;
                }
                TypePiece::Int(n) => (*n, true),
                TypePiece::Case(n) | TypePiece::Attr(n) => (*n, false),
            };
            let (Some(slot), Some(field)) = (params.get_mut(n), fields.get(n)) else {
                continue;
            };
            // A colon behind an integer belongs to the format.
            *slot = Some(if int {
                let value = self.int64("an integer")?;
                self.ctx.int(value)
            } else {
                self.typed_value(&field.ty, None)?
            });
        }
        Ok(params.into_iter().flatten().collect())
    }

    /// The end of `<...>` at byte `at`, brackets balanced outside of strings, or `at` if there is none.
    pub(crate) fn raw_body(&mut self, at: usize) -> Parsed<usize> {
        if self.bytes.get(at) != Some(&b'<') {
            return Ok(at);
        }
        let mut open: Vec<u8> = Vec::new();
        let mut i = at;
        loop {
            let Some(&b) = self.bytes.get(i) else {
                let span = self.span_of(at, at + 1);
                return Err(self.error(
                    span,
                    "unbalanced '<' in the body of a dialect's attribute or type",
                ));
            };
            match b {
                b'<' | b'(' | b'[' | b'{' => open.push(b),
                b'-' if self.bytes.get(i + 1) == Some(&b'>') => i += 1,
                b'>' | b')' | b']' | b'}' => {
                    let pair = match b {
                        b'>' => b'<',
                        b')' => b'(',
                        b']' => b'[',
                        _ => b'{',
                    };
                    if open.pop() != Some(pair) {
                        let span = self.span_of(i, i + 1);
                        return Err(self.error(
                            span,
                            "unbalanced bracket in the body of a dialect's attribute or type",
                        ));
                    }
                    if open.is_empty() {
                        return Ok(i + 1);
                    }
                }
                b'"' => {
                    let t = lexer::next(self.bytes, i);
                    if t.tok != Tok::Str {
                        let span = self.span_of(i, i + 1);
                        return Err(self.error(span, "expected '\"' in string literal"));
                    }
                    i = t.end - 1;
                }
                _ => {}
            }
            i += 1;
        }
    }
}

/// `foo<bar<1>>` as `foo.bar<1>`, which means the same, where what is inside is a name with or without a body.
pub(super) fn pretty_symbol(text: &str) -> Cow<'_, str> {
    let plain = Cow::Borrowed(text);
    let Some((dialect, inner)) = text
        .split_once('<')
        .and_then(|(d, i)| Some((d, i.strip_suffix('>')?)))
    else {
        return plain;
    };
    if dialect.contains('.') || !inner.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return plain;
    }
    let body = inner.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '.' || c == '_');
    let mut open: Vec<u8> = Vec::new();
    let mut bytes = body.bytes().peekable();
    while let Some(b) = bytes.next() {
        match b {
            b'<' | b'[' | b'(' | b'{' => open.push(b),
            b'-' if bytes.peek() == Some(&b'>') => {
                bytes.next();
            }
            b'>' | b']' | b')' | b'}' => {
                // The parser has seen that brackets fit; here only where the first one closes matters.
                open.pop();
                if open.is_empty() && bytes.peek().is_some() {
                    return plain;
                }
            }
            0 => return plain,
            _ if open.is_empty() => return plain,
            _ => {}
        }
    }
    if body.is_empty() || body.starts_with('<') {
        Cow::Owned(format!("{dialect}.{inner}"))
    } else {
        plain
    }
}

fn integer_word(word: &str) -> Option<(Signedness, &str)> {
    let (sign, digits) = match word.as_bytes() {
        [b's', b'i', ..] => (Signedness::Signed, word.get(2..)?),
        [b'u', b'i', ..] => (Signedness::Unsigned, word.get(2..)?),
        [b'i', ..] => (Signedness::Signless, word.get(1..)?),
        _ => return None,
    };
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
    if plain { Some((sign, digits)) } else { None }
}

/// Whether a word is the start of a builtin type.
fn builtin_word(word: &str) -> bool {
    matches!(
        word,
        "index" | "none" | "memref" | "tensor" | "vector" | "complex" | "tuple"
    ) || integer_word(word).is_some()
        || FloatKind::ALL.iter().any(|f| f.1 == word)
}
