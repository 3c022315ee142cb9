//! Writing types, attributes, affine maps and locations as MLIR writes them.

use super::affine::{AffineExpr, AffineId, AffineMap};
use super::aliases::{Aliases, push_name};
use super::attrs::AttrData;
use super::context::{AttrId, Context, StrId, TypeId};
use super::types::{DYNAMIC, FloatKind, Signedness, TypeData, TypePiece};
use crate::support::bytes;
use crate::support::float;
use crate::support::source::SourceMap;
use std::fmt::Write as _;

mod location;

/// Deepest nesting that is written; the parser's limit keeps real input far below.
const DEPTH: u32 = 2000;

/// Whether a text needs no quotes as an attribute's or symbol's name.
pub fn is_bare(text: &str) -> bool {
    let mut chars = text.bytes();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == b'_')
        && chars.all(|c| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'$' | b'.'))
}

/// Appends a string literal.
pub fn quoted(out: &mut String, text: &str) {
    out.push('"');
    escaped(out, text);
    out.push('"');
}

/// Appends the inside of a string literal.
pub fn escaped(out: &mut String, text: &str) {
    if text
        .bytes()
        .all(|b| (0x20..0x7f).contains(&b) && b != b'"' && b != b'\\')
    {
        out.push_str(text);
        return;
    }
    for b in bytes::from_text(text) {
        match b {
            b'\\' => out.push_str("\\\\"),
            0x20..0x7f if b != b'"' => out.push(b as char),
            _ => {
                let _ = write!(out, "\\{b:02X}");
            }
        }
    }
}

/// Appends a decimal number, faster than through formatting.
pub fn number(out: &mut String, n: i64) {
    let mut buffer = [0u8; 20];
    let mut at = buffer.len();
    let mut rest = n.unsigned_abs();
    loop {
        at -= 1;
        if let Some(slot) = buffer.get_mut(at) {
            *slot = b'0' + (rest % 10) as u8;
        }
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if n < 0 {
        out.push('-');
    }
    out.push_str(
        buffer
            .get(at..)
            .and_then(|b| std::str::from_utf8(b).ok())
            .unwrap_or("0"),
    );
}

/// Writes into a string.
pub struct Writer<'a> {
    /// Names.
    pub ctx: &'a Context,
    /// The text so far.
    pub out: String,
    /// For locations that are bytes of a source text.
    pub sources: Option<&'a SourceMap>,
    /// Where names for maps and sets are kept; without it they are written out.
    pub aliases: Option<Aliases>,
    depth: u32,
}

impl<'a> Writer<'a> {
    /// A writer with nothing written.
    pub fn new(ctx: &'a Context) -> Self {
        Writer {
            ctx,
            out: String::new(),
            sources: None,
            aliases: None,
            depth: 0,
        }
    }

    /// Writes a name as it stands or in quotes.
    pub fn name_or_quoted(&mut self, name: StrId) {
        let text = self.ctx.text(name);
        if is_bare(text) {
            self.out.push_str(text)
        } else {
            quoted(&mut self.out, text)
        }
    }
    /// Writes `@name`.
    pub fn symbol(&mut self, name: StrId) {
        self.out.push('@');
        self.name_or_quoted(name);
    }
    /// Writes a comma list.
    pub fn list<T>(&mut self, items: impl IntoIterator<Item = T>, mut each: impl FnMut(&mut Self, T)) {
        for (n, item) in items.into_iter().enumerate() {
            if n > 0 {
                self.out.push_str(", ");
            }
            each(self, item);
        }
    }

    fn size(&mut self, n: i64) {
        if n == DYNAMIC {
            self.out.push('?')
        } else {
            number(&mut self.out, n)
        }
    }
    fn shape(&mut self, shape: &[i64]) {
        for &n in shape {
            self.size(n);
            self.out.push('x');
        }
    }

    /// Writes a type.
    pub fn ty(&mut self, ty: TypeId) {
        if self.depth > DEPTH {
            self.out.push_str("...");
            return;
        }
        self.depth += 1;
        self.type_data(self.ctx.type_data(ty));
        self.depth -= 1;
    }

    fn type_data(&mut self, data: &TypeData) {
        match data {
            TypeData::Integer { width, sign } => {
                let prefix = match sign {
                    Signedness::Signless => "i",
                    Signedness::Signed => "si",
                    Signedness::Unsigned => "ui",
                };
                self.out.push_str(prefix);
                number(&mut self.out, i64::from(*width));
            }
            TypeData::Float(k) => self.out.push_str(k.name()),
            TypeData::Index => self.out.push_str("index"),
            TypeData::None => self.out.push_str("none"),
            TypeData::Function { inputs, results } => self.signature(inputs, results),
            TypeData::Tuple(items) => {
                self.out.push_str("tuple<");
                self.list(items.iter(), |w, t| w.ty(*t));
                self.out.push('>');
            }
            TypeData::Complex(t) => {
                self.out.push_str("complex<");
                self.ty(*t);
                self.out.push('>');
            }
            TypeData::Vector {
                shape,
                scalable,
                element,
            } => {
                self.out.push_str("vector<");
                for (n, s) in shape.iter().zip(scalable.iter()) {
                    if *s {
                        self.out.push('[');
                        self.size(*n);
                        self.out.push_str("]x");
                    } else {
                        self.size(*n);
                        self.out.push('x');
                    }
                }
                self.ty(*element);
                self.out.push('>');
            }
            TypeData::Tensor {
                shape,
                element,
                encoding,
            } => {
                self.out.push_str("tensor<");
                self.shape(shape);
                self.ty(*element);
                if let Some(e) = encoding {
                    self.out.push_str(", ");
                    self.attr(*e);
                }
                self.out.push('>');
            }
            TypeData::UnrankedTensor(t) => {
                self.out.push_str("tensor<*x");
                self.ty(*t);
                self.out.push('>');
            }
            TypeData::MemRef {
                shape,
                element,
                layout,
                space,
            } => {
                self.out.push_str("memref<");
                self.shape(shape);
                self.ty(*element);
                for a in [layout, space].into_iter().flatten() {
                    self.out.push_str(", ");
                    self.attr_elided(*a);
                }
                self.out.push('>');
            }
            TypeData::UnrankedMemRef { element, space } => {
                self.out.push_str("memref<*x");
                self.ty(*element);
                if let Some(a) = space {
                    self.out.push_str(", ");
                    self.attr_elided(*a);
                }
                self.out.push('>');
            }
            TypeData::Dialect { name, params } => {
                self.out.push('!');
                self.out.push_str(self.ctx.text(*name));
                if params.is_empty() {
                    return;
                }
                if let Some(format) = self.ctx.type_format(*name) {
                    self.type_pieces(&format, params);
                    return;
                }
                self.out.push('<');
                self.list(params.iter(), |w, a| w.attr(*a));
                self.out.push('>');
            }
            TypeData::Opaque(text) => {
                self.out.push('!');
                self.out.push_str(self.ctx.text(*text));
            }
        }
    }

    /// Writes a dialect's type in its own format.
    fn type_pieces(&mut self, format: &[TypePiece], params: &[AttrId]) {
        let mut open = true;
        for piece in format {
            let close = matches!(piece, TypePiece::Literal(t) if t.starts_with([',', '>', ')', ']', '}']));
            if !open && !close {
                self.out.push(' ');
            }
            open = matches!(piece, TypePiece::Literal(t) if t.ends_with(['<', '(', '[', '{']));
            match piece {
                TypePiece::Literal(text) => self.out.push_str(text),
                TypePiece::Int(n) | TypePiece::Case(n) | TypePiece::Attr(n) => {
                    let Some(a) = params.get(*n) else { continue };
                    match (piece, self.ctx.attr_data(*a)) {
                        (TypePiece::Int(_), AttrData::Integer { value, .. }) => number(&mut self.out, *value),
                        (TypePiece::Case(_), AttrData::Enum { case, .. }) => {
                            self.out.push_str(self.ctx.text(*case));
                        }
                        _ => self.attr(*a),
                    }
                }
            }
        }
    }

    /// Writes `(inputs) -> results`.
    pub fn signature(&mut self, inputs: &[TypeId], results: &[TypeId]) {
        self.out.push('(');
        self.list(inputs.iter(), |w, t| w.ty(*t));
        self.out.push_str(") -> ");
        let function = |t: &TypeId| matches!(self.ctx.type_data(*t), TypeData::Function { .. });
        match results {
            [one] if !function(one) => self.ty(*one),
            _ => {
                self.out.push('(');
                self.list(results.iter(), |w, t| w.ty(*t));
                self.out.push(')');
            }
        }
    }

    /// Writes an attribute with its type.
    pub fn attr(&mut self, a: AttrId) {
        self.attr_with(a, false);
    }
    /// Writes an attribute; the type of an `i64` or `f64` is left out, as inside arrays.
    pub fn attr_elided(&mut self, a: AttrId) {
        self.attr_with(a, true);
    }

    fn colon_type(&mut self, ty: TypeId) {
        self.out.push_str(" : ");
        self.ty(ty);
    }

    fn attr_with(&mut self, a: AttrId, elide: bool) {
        if self.depth > DEPTH {
            self.out.push_str("...");
            return;
        }
        let data = self.ctx.attr_data(a);
        if let Some((prefix, n)) = self.aliases.as_mut().and_then(|names| names.name(a, data)) {
            push_name(&mut self.out, prefix, n);
            return;
        }
        self.depth += 1;
        self.attr_data(data, elide);
        self.depth -= 1;
    }

    fn attr_data(&mut self, data: &AttrData, elide: bool) {
        let known = self.ctx.known;
        match data {
            AttrData::Unit => self.out.push_str("unit"),
            AttrData::Integer { value, ty } if *ty == known.i1 => {
                self.out.push_str(if *value != 0 { "true" } else { "false" });
            }
            AttrData::Integer { value, ty } => {
                self.integer(i128::from(*value), *ty);
                if !(elide && *ty == known.i64) {
                    self.colon_type(*ty);
                }
            }
            AttrData::BigInteger { value, ty } => {
                let _ = write!(self.out, "{value}");
                self.colon_type(*ty);
            }
            AttrData::Float { bits, ty } => {
                let hex = self.float(*bits, *ty);
                if !(elide && *ty == known.f64 && !hex) {
                    self.colon_type(*ty);
                }
            }
            AttrData::String { value, ty } => {
                quoted(&mut self.out, self.ctx.text(*value));
                if let Some(t) = ty {
                    self.colon_type(*t);
                }
            }
            AttrData::Type(t) => self.ty(*t),
            AttrData::Array(items) => {
                self.out.push('[');
                self.list(items.iter(), |w, a| w.attr_elided(*a));
                self.out.push(']');
            }
            AttrData::Dict(items) => {
                self.out.push('{');
                self.entries(items);
                self.out.push('}');
            }
            AttrData::Symbol { root, nested } => {
                self.symbol(*root);
                for n in nested {
                    self.out.push_str("::");
                    self.symbol(*n);
                }
            }
            AttrData::DenseArray { element, values } => {
                self.out.push_str("array<");
                self.ty(*element);
                if !values.is_empty() {
                    self.out.push_str(": ");
                    let ty = *element;
                    self.list(values.iter(), |w, v| w.element(i128::from(*v), ty));
                }
                self.out.push('>');
            }
            AttrData::Dense { ty, values } => {
                self.out.push_str("dense<");
                self.dense(*ty, values);
                self.out.push('>');
                self.colon_type(*ty);
            }
            AttrData::Elements { text, ty } => {
                self.out.push_str(self.ctx.text(*text));
                self.colon_type(*ty);
            }
            AttrData::AffineMap(map) => {
                self.out.push_str("affine_map<");
                self.map(map);
                self.out.push('>');
            }
            AttrData::IntegerSet { map, equalities } => {
                self.out.push_str("affine_set<");
                self.map_head(map);
                self.out.push_str(" : (");
                self.list(map.results.iter().zip(equalities.iter()), |w, (e, eq)| {
                    w.affine(*e, false);
                    w.out.push_str(if *eq { " == 0" } else { " >= 0" });
                });
                self.out.push_str(")>");
            }
            AttrData::Strided { strides, offset } => {
                self.out.push_str("strided<[");
                self.list(strides.iter(), |w, n| w.size(*n));
                self.out.push(']');
                if *offset != 0 {
                    self.out.push_str(", offset: ");
                    self.size(*offset);
                }
                self.out.push('>');
            }
            AttrData::Enum { name, case } => {
                self.out.push('#');
                self.out.push_str(self.ctx.text(*name));
                self.out.push('<');
                self.out.push_str(self.ctx.text(*case));
                self.out.push('>');
            }
            AttrData::Location(loc) => self.location(*loc),
            AttrData::Distinct { id, inner } => {
                let _ = write!(self.out, "distinct[{id}]<");
                if *inner != known.unit {
                    self.attr(*inner);
                }
                self.out.push('>');
            }
            AttrData::Opaque(text) => {
                self.out.push('#');
                self.out.push_str(self.ctx.text(*text));
            }
        }
    }

    /// Writes the entries of a dictionary without its braces.
    pub fn entries(&mut self, items: &[(StrId, AttrId)]) {
        self.list(items.iter(), |w, &(name, value)| w.named(name, value));
    }

    /// Writes `name = value`, or `name` for a unit.
    pub fn named(&mut self, name: StrId, value: AttrId) {
        self.name_or_quoted(name);
        if value != self.ctx.known.unit {
            self.out.push_str(" = ");
            self.attr(value);
        }
    }

    fn integer(&mut self, value: i128, ty: TypeId) {
        let unsigned = matches!(
            self.ctx.type_data(ty),
            TypeData::Integer {
                sign: Signedness::Unsigned,
                ..
            }
        );
        let width = self.ctx.bit_width(ty).unwrap_or(64);
        let shown = if unsigned && value < 0 && width < 128 {
            value + (1i128 << width)
        } else {
            value
        };
        match i64::try_from(shown) {
            Ok(n) => number(&mut self.out, n),
            Err(_) => {
                let _ = write!(self.out, "{shown}");
            }
        }
    }

    fn float(&mut self, bits: u128, ty: TypeId) -> bool {
        let kind = match self.ctx.type_data(ty) {
            TypeData::Float(k) => *k,
            _ => FloatKind::F64,
        };
        let Some(format) = float::Format::of(kind.name()) else {
            return false;
        };
        let (text, hex) = float::print(format, bits);
        self.out.push_str(&text);
        hex
    }

    fn element(&mut self, value: i128, ty: TypeId) {
        match self.ctx.type_data(ty) {
            TypeData::Float(k) => {
                let mask = if k.bits() >= 128 {
                    u128::MAX
                } else {
                    (1u128 << k.bits()) - 1
                };
                self.float(value as u128 & mask, ty);
            }
            _ if ty == self.ctx.known.i1 => self.out.push_str(if value != 0 { "true" } else { "false" }),
            _ => self.integer(value, ty),
        }
    }

    fn dense(&mut self, ty: TypeId, values: &[i128]) {
        let element = self.ctx.element_type(ty);
        let (scalar, per) = match self.ctx.type_data(element) {
            TypeData::Complex(t) => (*t, 2),
            _ => (element, 1),
        };
        let one = |w: &mut Self, v: &[i128]| match v {
            [re, im] if per == 2 => {
                w.out.push('(');
                w.element(*re, scalar);
                w.out.push(',');
                w.element(*im, scalar);
                w.out.push(')');
            }
            [v, ..] => w.element(*v, scalar),
            [] => {}
        };
        let shape = self.ctx.shape(ty).unwrap_or(&[]);
        let total = shape
            .iter()
            .fold(1usize, |n, &s| n.saturating_mul(s.max(0) as usize));
        if total == 0 {
            return;
        }
        if values.len() == per || shape.is_empty() {
            one(self, values);
            return;
        }
        // Brackets open where a dimension begins and close where it ends.
        let mut strides: Vec<usize> = Vec::new();
        let mut inner = 1usize;
        for &s in shape.iter().rev() {
            inner = inner.saturating_mul(s.max(1) as usize);
            strides.push(inner);
        }
        for (n, v) in values.chunks(per).enumerate() {
            if n > 0 {
                self.out.push_str(", ");
            }
            for s in strides.iter().rev() {
                if n % s == 0 {
                    self.out.push('[');
                }
            }
            one(self, v);
            for s in &strides {
                if (n + 1) % s == 0 {
                    self.out.push(']');
                }
            }
        }
    }

    fn map_head(&mut self, map: &AffineMap) {
        self.out.push('(');
        self.list(0..map.dims, |w, n| {
            let _ = write!(w.out, "d{n}");
        });
        self.out.push(')');
        if map.syms > 0 {
            self.out.push('[');
            self.list(0..map.syms, |w, n| {
                let _ = write!(w.out, "s{n}");
            });
            self.out.push(']');
        }
    }

    /// Writes `(d0) -> (d0 + 1)`.
    pub fn map(&mut self, map: &AffineMap) {
        self.map_head(map);
        self.out.push_str(" -> (");
        self.list(map.results.iter(), |w, e| w.affine(*e, false));
        self.out.push(')');
    }

    /// Writes an affine expression; `tight` puts sums in parentheses.
    pub fn affine(&mut self, e: AffineId, tight: bool) {
        if self.depth > DEPTH {
            self.out.push_str("...");
            return;
        }
        self.depth += 1;
        match self.ctx.affine_data(e) {
            AffineExpr::Const(n) => number(&mut self.out, n),
            AffineExpr::Dim(n) => {
                let _ = write!(self.out, "d{n}");
            }
            AffineExpr::Sym(n) => {
                let _ = write!(self.out, "s{n}");
            }
            AffineExpr::Mul(a, b) => self.product(a, "*", b, tight),
            AffineExpr::Mod(a, b) => self.product(a, "mod", b, tight),
            AffineExpr::FloorDiv(a, b) => self.product(a, "floordiv", b, tight),
            AffineExpr::CeilDiv(a, b) => self.product(a, "ceildiv", b, tight),
            AffineExpr::Add(a, b) => {
                if tight {
                    self.out.push('(');
                }
                self.affine(a, false);
                self.addend(b);
                if tight {
                    self.out.push(')');
                }
            }
        }
        self.depth -= 1;
    }

    fn product(&mut self, a: AffineId, op: &str, b: AffineId, tight: bool) {
        if op == "*" && self.ctx.affine_constant(b) == Some(-1) {
            self.out.push('-');
            self.affine(a, true);
            return;
        }
        if tight {
            self.out.push('(');
        }
        self.affine(a, true);
        let _ = write!(self.out, " {op} ");
        self.affine(b, true);
        if tight {
            self.out.push(')');
        }
    }

    /// Writes ` + b`, or ` - b` where `b` is negative.
    fn addend(&mut self, b: AffineId) {
        match self.ctx.affine_data(b) {
            AffineExpr::Const(n) if n < 0 && n != i64::MIN => {
                let _ = write!(self.out, " - {}", -n);
            }
            AffineExpr::Mul(x, c) if self.ctx.affine_constant(c) == Some(-1) => {
                self.out.push_str(" - ");
                self.affine(x, true);
            }
            AffineExpr::Mul(x, c) => match self.ctx.affine_constant(c) {
                Some(n) if n < -1 && n != i64::MIN => {
                    self.out.push_str(" - ");
                    self.affine(x, true);
                    let _ = write!(self.out, " * {}", -n);
                }
                _ => {
                    self.out.push_str(" + ");
                    self.affine(b, false);
                }
            },
            _ => {
                self.out.push_str(" + ");
                self.affine(b, false);
            }
        }
    }
}

impl Context {
    /// A type as text.
    pub fn show_type(&self, ty: TypeId) -> String {
        let mut w = Writer::new(self);
        w.ty(ty);
        w.out
    }
    /// An attribute as text.
    pub fn show_attr(&self, a: AttrId) -> String {
        let mut w = Writer::new(self);
        w.attr(a);
        w.out
    }
}
