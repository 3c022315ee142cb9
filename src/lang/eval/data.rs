//! Values and attributes: from one to the other, equality, text.

use super::plan::NewRef;
use super::{Eval, Fail, Machine, Val, Why};
use crate::ir::{AttrData, AttrId};
use crate::lang::types::LType;
use crate::support::source::Span;
use std::fmt::Write as _;

/// How many attributes may stand in one that a rewrite puts into another, and how deep.
const NESTED: usize = 1 << 16;
const DEEPEST: u32 = 100;

static ANY: LType = LType::Attr;

impl Machine<'_> {
    /// How many attributes an attribute is, itself included; `None` where they are too many, or too deep.
    fn size(&self, a: AttrId, most: usize, depth: u32) -> Option<usize> {
        let mut all = 1;
        let mut add = |a: AttrId| {
            all += self.size(a, most.checked_sub(all)?, depth + 1)?;
            Some(())
        };
        if depth > DEEPEST {
            return None;
        }
        match self.ctx.attr_data(a) {
            AttrData::Array(items) => items.iter().try_for_each(|i| add(*i))?,
            AttrData::Dict(items) => items.iter().try_for_each(|(_, i)| add(*i))?,
            _ => {}
        }
        (all <= most).then_some(all)
    }

    /// An attribute as a value of a type. Affine ones without operands only; those over a group are read with it.
    pub(super) fn decode(&mut self, a: AttrId, ty: &LType, span: Span) -> Eval<Val> {
        let ctx = self.ctx;
        Ok(match (ty, ctx.attr_data(a)) {
            (LType::Option(t), _) => return self.decode(a, t, span),
            (LType::Attr, _) => Val::Attr(a),
            (LType::Int, AttrData::Integer { value, .. }) => Val::Int(*value),
            (LType::Bool, AttrData::Integer { value, .. }) => Val::Bool(*value != 0),
            (LType::Bool, AttrData::Unit) => Val::Bool(true),
            (LType::Str, AttrData::String { value, .. }) => Val::Str(*value),
            (LType::Float, AttrData::Float { .. }) => match self.float_of(a) {
                Some(x) => Val::Float(x),
                None => return self.fail(span, Why::Broken),
            },
            (LType::Enum(e), AttrData::Enum { case, .. }) => match self.reg.case(*e, *case) {
                Some(n) => Val::Enum(*e, n as u16),
                None => return self.fail(span, Why::Broken),
            },
            (LType::Type, AttrData::Type(t)) => Val::Type(*t),
            (LType::Symbol(_), AttrData::Symbol { .. }) => Val::Symbol(a),
            (LType::Affine, _) => return self.affine_of_attr(a, &[], span),
            (LType::List(t), AttrData::Array(items)) => {
                let t: &LType = t;
                return self.decode_all(items, |_| t, span).map(Val::List);
            }
            (LType::List(_), AttrData::DenseArray { values, .. }) => {
                self.make_list(values.iter().map(|v| Val::Int(*v)))
            }
            (LType::Tuple(ts), AttrData::Array(items)) if items.len() == ts.len() => {
                let nth = |n: usize| ts.get(n).unwrap_or(&ANY);
                return self.decode_all(items, nth, span).map(Val::Tuple);
            }
            (LType::Struct(s), AttrData::Array(items)) => {
                let reg = self.reg;
                let fields = &reg.structs[*s].fields;
                let nth = |n: usize| fields.get(n).map_or(&ANY, |f| &f.ty);
                return self.decode_all(items, nth, span).map(|l| Val::Struct(*s, l));
            }
            (LType::Struct(s), AttrData::Dict(items)) => {
                let reg = self.reg;
                let mut out: smallvec::SmallVec<[Val; 8]> = smallvec::SmallVec::new();
                for f in &reg.structs[*s].fields {
                    let a = items.iter().find(|i| i.0 == f.name).map(|i| i.1).or(f.default);
                    out.push(match a {
                        Some(a) => self.decode(a, &f.ty, span)?,
                        None => Val::None,
                    });
                }
                let start = self.mark();
                self.s.vals.extend(out);
                Val::Struct(*s, self.list_from(start))
            }
            _ => return self.fail(span, Why::Broken),
        })
    }

    fn decode_all<'t>(
        &mut self,
        items: &[AttrId],
        ty: impl Fn(usize) -> &'t LType,
        span: Span,
    ) -> Eval<super::ListRef> {
        // Elements that are lists put their own elements into the arena first, so places are reserved.
        let start = self.mark();
        self.s.vals.resize(start + items.len(), Val::None);
        for (n, i) in items.iter().enumerate() {
            let v = self.decode(*i, ty(n), span)?;
            if let Some(slot) = self.s.vals.get_mut(start + n) {
                *slot = v;
            }
        }
        Ok(super::ListRef {
            start: start as u32,
            len: items.len() as u32,
        })
    }

    /// A value as an attribute; `None` for `none`. Affine values that are not constant are kept by the plan.
    pub(super) fn encode(&mut self, v: Val, span: Span) -> Eval<Option<AttrId>> {
        let ctx = self.ctx;
        Ok(Some(match v {
            Val::None => return Ok(None),
            Val::Int(n) => ctx.int(n),
            Val::Bool(b) => ctx.bool_attr(b),
            Val::Str(s) => ctx.string_of(s),
            Val::Float(f) => ctx.attr(AttrData::Float {
                bits: u128::from(f.to_bits()),
                ty: ctx.known.f64,
            }),
            Val::Enum(e, n) => match self.reg.case_attr(ctx, e, n as usize) {
                Some(a) => a,
                None => return self.fail(span, Why::Broken),
            },
            Val::Attr(a) | Val::Symbol(a) => a,
            Val::Type(t) => ctx.attr(AttrData::Type(t)),
            Val::Affine(id) => {
                let l = self.lin(id);
                if !l.terms.is_empty() {
                    return self.fail(span, Why::NotConstant);
                }
                ctx.int(l.constant)
            }
            Val::List(_) | Val::Tuple(_) | Val::Range(..) => {
                let l = self.as_list(v, span)?;
                self.building(l.len as usize, span)?;
                let mut out = Vec::with_capacity(l.len as usize);
                for n in 0..l.len as usize {
                    let v = self.nth(l, n);
                    match self.encode(v, span)? {
                        Some(a) => out.push(a),
                        None => return self.fail(span, Why::Absent),
                    }
                    // Attributes in attributes may share what is in them: small in memory, without end when printed.
                    if let Val::Attr(a) = v {
                        let size = self.size(a, NESTED, 0).ok_or(Fail {
                            span,
                            why: Why::Range,
                        })?;
                        self.building(size, span)?;
                    }
                }
                ctx.array(out)
            }
            Val::Struct(s, l) => {
                let reg = self.reg;
                let def = &reg.structs[s];
                let mut entries = Vec::new();
                for (n, f) in def.fields.iter().enumerate() {
                    let a = self.encode(self.nth(l, n), span)?;
                    match a {
                        Some(a) if f.default != Some(a) || def.positional => entries.push((f.name, a)),
                        Some(_) => {}
                        None if f.ty.is_option() || f.default.is_some() => {}
                        None => return self.fail(span, Why::Absent),
                    }
                }
                if def.positional {
                    ctx.array(entries.into_iter().map(|e| e.1).collect::<Vec<_>>())
                } else {
                    ctx.dict(entries)
                }
            }
            _ => return self.fail(span, Why::Shape),
        }))
    }

    /// The number of a float attribute of any format, as far as 64 bits tell it.
    fn float_of(&self, a: AttrId) -> Option<f64> {
        let AttrData::Float { bits, ty } = self.ctx.attr_data(a) else {
            return None;
        };
        match self.ctx.type_data(*ty) {
            crate::ir::TypeData::Float(k) => {
                let format = crate::support::float::Format::of(k.name())?;
                Some(crate::support::float::to_f64(format, *bits))
            }
            _ => None,
        }
    }

    /// Structural equality.
    pub(super) fn equal(&mut self, a: Val, b: Val) -> bool {
        match (a, b) {
            (
                Val::List(x) | Val::Tuple(x) | Val::Struct(_, x),
                Val::List(y) | Val::Tuple(y) | Val::Struct(_, y),
            ) => x.len == y.len && (0..x.len as usize).all(|n| self.equal(self.nth(x, n), self.nth(y, n))),
            (Val::Range(..), _) | (_, Val::Range(..)) => match (self.list_len(a), self.list_len(b)) {
                (Some(x), Some(y)) if x == y => (0..x).all(|n| {
                    let (p, q) = (self.element(a, n), self.element(b, n));
                    self.equal(p, q)
                }),
                _ => false,
            },
            (Val::Affine(x), Val::Int(n)) | (Val::Int(n), Val::Affine(x)) => {
                let l = self.lin(x);
                l.terms.is_empty() && l.constant == n
            }
            (Val::Int(n), Val::Float(x)) | (Val::Float(x), Val::Int(n)) => n as f64 == x,
            (Val::Value(v), Val::Op(o)) | (Val::Op(o), Val::Value(v)) => {
                self.body.def_op(v) == Some(o) && self.body.result_count(o) == 1
            }
            // An integer is one whatever the type of the attribute is.
            (Val::Attr(a), Val::Int(n)) | (Val::Int(n), Val::Attr(a)) => self.integer_of(a) == Some(n),
            (Val::Attr(a), Val::Bool(b)) | (Val::Bool(b), Val::Attr(a)) => {
                self.ctx.attr_type(a) == Some(self.ctx.known.i1) && self.integer_of(a) == Some(i64::from(b))
            }
            (Val::Attr(a), Val::Float(x)) | (Val::Float(x), Val::Attr(a)) => self.float_of(a) == Some(x),
            (Val::Attr(a), other) | (other, Val::Attr(a)) if !matches!(other, Val::Attr(_)) => {
                let span = Span::new(crate::support::ids::Id::from_index(0), 0, 0);
                self.encode(other, span).ok().flatten() == Some(a)
            }
            _ => a == b,
        }
    }

    /// Element `n` of a list or range.
    pub(super) fn element(&self, v: Val, n: i64) -> Val {
        match v {
            Val::List(l) | Val::Tuple(l) | Val::Struct(_, l) => self.nth(l, n as usize),
            Val::Range(a, _) => Val::Int(a.saturating_add(n)),
            _ => Val::None,
        }
    }

    /// A value as messages show it.
    pub(super) fn show(&mut self, v: Val, out: &mut String) {
        let ctx = self.ctx;
        match v {
            Val::None => out.push_str("none"),
            Val::Int(n) => {
                let _ = write!(out, "{n}");
            }
            Val::Bool(b) => {
                let _ = write!(out, "{b}");
            }
            Val::Float(f) => {
                let _ = write!(out, "{f}");
            }
            Val::Str(s) => out.push_str(ctx.text(s)),
            Val::Enum(e, n) => match self.reg.enums[e].cases.get(n as usize) {
                Some(c) => out.push_str(ctx.text(c.0)),
                None => out.push('?'),
            },
            Val::Attr(a) | Val::Symbol(a) => out.push_str(&ctx.show_attr(a)),
            Val::Type(t) => out.push_str(&ctx.show_type(t)),
            Val::Value(v) => out.push_str(&ctx.show_type(self.body.value_type(v))),
            Val::Op(o) => {
                let _ = write!(out, "'{}'", ctx.text(self.body.name(o)));
            }
            Val::Block(_) => out.push_str("block"),
            Val::Region(_) | Val::NewRegion(..) => out.push_str("region"),
            Val::NewOp(n) => match self.s.plan.op(n) {
                Some(o) => {
                    let _ = write!(out, "new '{}'", ctx.text(o.name));
                }
                None => out.push_str("new operation"),
            },
            Val::NewResult(..) | Val::NewArg(..) => out.push_str("new value"),
            Val::Affine(id) => {
                let l = self.lin(id);
                if l.terms.is_empty() {
                    let _ = write!(out, "{}", l.constant);
                } else {
                    let mut atoms = super::affine::Atoms::new();
                    self.atoms(id, &mut atoms);
                    let e = self.expr_of_lin(id, &atoms);
                    let mut w = crate::ir::display::Writer::new(ctx);
                    w.affine(e, false);
                    out.push_str(&w.out);
                }
            }
            Val::List(_) | Val::Range(..) | Val::Tuple(_) | Val::Struct(..) => {
                let (open, close) = match v {
                    Val::Tuple(_) => ('(', ')'),
                    _ => ('[', ']'),
                };
                out.push(open);
                let n = match v {
                    Val::Tuple(l) | Val::Struct(_, l) => i64::from(l.len),
                    _ => self.list_len(v).unwrap_or(0),
                };
                for k in 0..n.min(64) {
                    if k > 0 {
                        out.push_str(", ");
                    }
                    let e = self.element(v, k);
                    self.show(e, out);
                }
                if n > 64 {
                    out.push_str(", ...");
                }
                out.push(close);
            }
        }
    }

    /// A value of the IR or one to be created.
    pub(super) fn as_ref(&mut self, v: Val, span: Span) -> Eval<NewRef> {
        Ok(match v {
            Val::Value(v) => NewRef::Old(v),
            Val::NewResult(o, n) => NewRef::Result(o, n),
            Val::NewArg(o, r, n) => NewRef::Arg(o, r, n),
            Val::Op(o) if self.body.result_count(o) == 1 => match self.body.result(o, 0) {
                Some(v) => NewRef::Old(v),
                None => return self.fail(span, Why::Broken),
            },
            Val::NewOp(n) => NewRef::Result(n, 0),
            _ => return self.fail(span, Why::Shape),
        })
    }
}
