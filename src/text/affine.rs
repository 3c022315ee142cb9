//! The pretty spelling of an affine attribute that is tied to an operand group: an expression over the values
//! themselves, `%i * 128 + 64`, from which the map and the group follow.

use super::format::ValueNames;
use super::lexer::Tok;
use super::parse::ops::Operand;
use super::parse::{Parsed, Parser};
use crate::ir::affine::{AffineExpr, AffineId, AffineMap};
use crate::ir::display::Writer;
use crate::ir::{AttrData, AttrId, Context, ValueId};

/// The values of an operand group in the order in which expressions name them first.
#[derive(Default)]
pub(crate) struct Group<'a> {
    pub(crate) values: Vec<Operand<'a>>,
}

impl<'a> Parser<'a> {
    /// `sum` over integers and values, as an integer attribute or a map.
    pub(crate) fn affine_over(&mut self, group: &mut Group<'a>) -> Parsed<AttrId> {
        self.start_affine();
        let e = self.value_sum(group)?;
        Ok(affine_attr(self.ctx, e, group.values.len() as u32))
    }

    fn value_sum(&mut self, group: &mut Group<'a>) -> Parsed<AffineId> {
        self.nested(|p| {
            let mut sum = p.value_product(group)?;
            loop {
                let negative = match p.tok.tok {
                    Tok::Plus => false,
                    Tok::Minus => true,
                    _ => return Ok(sum),
                };
                p.affine_op()?;
                p.bump();
                let mut right = p.value_product(group)?;
                if negative {
                    right = p.ctx.affine_mul(right, p.ctx.affine_const(-1));
                }
                sum = p.ctx.affine_add(sum, right);
            }
        })
    }

    fn value_product(&mut self, group: &mut Group<'a>) -> Parsed<AffineId> {
        let mut left = self.value_atom(group)?;
        loop {
            let start = self.tok.start;
            let make: Option<fn(AffineId, AffineId) -> AffineExpr> = match self.tok.tok {
                Tok::Star => None,
                Tok::Bare if self.at_word("mod") => Some(AffineExpr::Mod),
                Tok::Bare if self.at_word("floordiv") => Some(AffineExpr::FloorDiv),
                _ => return Ok(left),
            };
            self.affine_op()?;
            self.bump();
            let right = self.value_atom(group)?;
            let constant = |p: &Self, e| p.ctx.affine_constant(e);
            left = match make {
                None if constant(self, left).is_none() && constant(self, right).is_none() => {
                    let span = self.span_from(start);
                    return Err(self.error(span, "an affine expression multiplies by constants only"));
                }
                None => self.ctx.affine_mul(left, right),
                Some(make) => {
                    if constant(self, right).is_none_or(|n| n <= 0) {
                        let span = self.span_from(start);
                        return Err(
                            self.error(span, "an affine expression divides by positive constants only")
                        );
                    }
                    self.ctx.affine_divide(make, left, right)
                }
            };
        }
    }

    fn value_atom(&mut self, group: &mut Group<'a>) -> Parsed<AffineId> {
        match self.tok.tok {
            Tok::Percent => {
                let o = self.operand()?;
                let same = |v: &Operand<'_>| v.name == o.name && v.number == o.number;
                let n = group.values.iter().position(same).unwrap_or_else(|| {
                    group.values.push(o);
                    group.values.len() - 1
                });
                Ok(self.ctx.affine(AffineExpr::Dim(n as u32)))
            }
            Tok::LParen => {
                self.bump();
                let e = self.value_sum(group)?;
                self.expect(Tok::RParen, "')'")?;
                Ok(e)
            }
            Tok::Minus => {
                self.bump();
                let e = self.nested(|p| p.value_atom(group))?;
                Ok(self.ctx.affine_mul(e, self.ctx.affine_const(-1)))
            }
            Tok::Int => {
                let n = self.int64("an integer")?;
                Ok(self.ctx.affine_const(n))
            }
            _ => Err(self.expected("an affine expression over values")),
        }
    }
}

/// An affine expression as an attribute: an integer where it is constant.
pub fn affine_attr(ctx: &Context, e: AffineId, dims: u32) -> AttrId {
    match ctx.affine_constant(e) {
        Some(n) => ctx.int(n),
        None => ctx.attr(AttrData::AffineMap(AffineMap {
            dims,
            syms: 0,
            results: Box::new([e]),
        })),
    }
}

/// Gives the map of an affine attribute `dims` dimensions.
pub fn with_dims(ctx: &Context, a: AttrId, dims: u32) -> AttrId {
    match ctx.attr_data(a) {
        AttrData::AffineMap(m) if m.dims != dims => ctx.attr(AttrData::AffineMap(AffineMap {
            dims,
            syms: m.syms,
            results: m.results.clone(),
        })),
        _ => a,
    }
}

/// Writes an affine attribute over values. Expressions are no deeper than the parser's limit or what a pattern built
/// from such, and written with the recursion guard of [`Writer`].
pub(crate) fn write_over(w: &mut Writer<'_>, names: &dyn ValueNames, a: AttrId, group: &[ValueId]) {
    match w.ctx.attr_data(a) {
        AttrData::AffineMap(m) => {
            if let Some(&e) = m.results.first() {
                write_sum(w, names, e, group, false, 0);
            }
        }
        AttrData::Integer { value, .. } => crate::ir::display::number(&mut w.out, *value),
        _ => w.attr(a),
    }
}

fn write_sum(
    w: &mut Writer<'_>,
    names: &dyn ValueNames,
    e: AffineId,
    group: &[ValueId],
    tight: bool,
    depth: u32,
) {
    if depth > 1000 {
        w.out.push_str("...");
        return;
    }
    let ctx = w.ctx;
    let binary = |w: &mut Writer<'_>, a, op: &str, b| {
        if tight {
            w.out.push('(');
        }
        write_sum(w, names, a, group, true, depth + 1);
        w.out.push_str(op);
        write_sum(w, names, b, group, true, depth + 1);
        if tight {
            w.out.push(')');
        }
    };
    match ctx.affine_data(e) {
        AffineExpr::Const(n) => crate::ir::display::number(&mut w.out, n),
        AffineExpr::Dim(n) => match group.get(n as usize) {
            Some(&v) => names.write(w, v),
            None => w.out.push_str("<<missing>>"),
        },
        AffineExpr::Sym(_) => w.out.push_str("<<symbol>>"),
        AffineExpr::Mul(a, b) => binary(w, a, " * ", b),
        AffineExpr::Mod(a, b) => binary(w, a, " mod ", b),
        AffineExpr::FloorDiv(a, b) => binary(w, a, " floordiv ", b),
        AffineExpr::CeilDiv(a, b) => binary(w, a, " ceildiv ", b),
        AffineExpr::Add(a, b) => {
            if tight {
                w.out.push('(');
            }
            write_sum(w, names, a, group, false, depth + 1);
            let negative = match ctx.affine_data(b) {
                AffineExpr::Const(n) if n < 0 && n > i64::MIN => Some(ctx.affine_const(-n)),
                AffineExpr::Mul(x, c) => match ctx.affine_constant(c) {
                    Some(-1) => Some(x),
                    Some(n) if n < 0 && n > i64::MIN => Some(ctx.affine_mul(x, ctx.affine_const(-n))),
                    _ => None,
                },
                _ => None,
            };
            match negative {
                Some(b) => {
                    w.out.push_str(" - ");
                    write_sum(w, names, b, group, true, depth + 1);
                }
                None => {
                    w.out.push_str(" + ");
                    let product = matches!(ctx.affine_data(b), AffineExpr::Mul(..));
                    write_sum(w, names, b, group, !product, depth + 1);
                }
            }
            if tight {
                w.out.push(')');
            }
        }
    }
}
