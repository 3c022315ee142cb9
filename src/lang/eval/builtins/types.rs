//! Built-ins on types.

use super::{B, Call, Eval, Fail, Machine, Val, Why};
use crate::ap::transfer::count;
use crate::ir::types::DYNAMIC;
use crate::ir::{AttrData, Context, TypeData, TypeId};
use crate::support::source::Span;

/// How deep function types may stand in each other.
const DEEPEST: u32 = 32;

fn shallow(ctx: &Context, t: TypeId, left: u32) -> bool {
    match ctx.type_data(t) {
        TypeData::Function { inputs, results } => {
            left > 0 && inputs.iter().chain(results).all(|t| shallow(ctx, *t, left - 1))
        }
        _ => true,
    }
}

impl Machine<'_> {
    pub(super) fn type_function(&mut self, call: &Call<'_>) -> Eval<Val> {
        let [a, c, _] = call.v;
        let span = call.span;
        let range = call.range();
        let ctx = self.ctx;
        match (call.b, a) {
            (B::TypeOf, Val::Value(v)) => Ok(Val::Type(self.body.value_type(v))),
            (B::TypeOf, v) => match self.s.plan.type_of(v) {
                Some(t) => Ok(Val::Type(t)),
                None => Err(range),
            },
            (B::Bytes, Val::Enum(id, n)) => {
                let fact = self.reg.enums[id].facts.iter().find(|f| &*f.0 == "bytes");
                let a = fact.and_then(|f| f.2.get(n as usize).copied().flatten());
                a.and_then(|a| ctx.int_value(a)).map(Val::Int).ok_or(range)
            }
            (B::Element, Val::Type(t)) => Ok(Val::Type(ctx.element_type(t))),
            (B::Width, Val::Type(t)) => ctx.bit_width(t).map(|w| Val::Int(i64::from(w))).ok_or(range),
            (B::Shape, Val::Type(t)) => match ctx.shape(t) {
                Some(s) if s.iter().all(|d| *d >= 0) => Ok(self.make_list(s.iter().map(|d| Val::Int(*d)))),
                _ => self.fail(span, Why::NotConstant),
            },
            (B::SpaceOf, Val::Type(t)) => match ctx.type_data(t) {
                TypeData::MemRef { space, .. } | TypeData::UnrankedMemRef { space, .. } => {
                    Ok(space.map_or(Val::None, Val::Attr))
                }
                _ => Err(range),
            },
            (B::Bytes, Val::Type(t)) => match ctx.bit_width(t) {
                Some(w) => Ok(Val::Int(i64::from(w.div_ceil(8)))),
                None => Err(range),
            },
            (B::ByteSize, Val::Type(t)) => {
                let bytes = ctx.bit_width(ctx.element_type(t));
                match (ctx.shape(t), bytes.map(|w| i64::from(w.div_ceil(8)))) {
                    (Some(s), Some(b)) if s.iter().all(|d| *d >= 0) => count(s.iter().copied())
                        .and_then(|n| n.checked_mul(b))
                        .map(Val::Int)
                        .ok_or(call.overflow()),
                    _ => self.fail(span, Why::NotConstant),
                }
            }
            (B::AccessStrides, Val::Type(t)) => {
                let strides = self.strides_of(t, call.span)?;
                Ok(self.make_list(strides.into_iter().map(Val::Int)))
            }
            (B::FunctionType, v) => {
                let (inputs, results) = (self.listed_types(v, span)?, self.listed_types(c, span)?);
                // Types that grow with each application end somewhere.
                if inputs.iter().chain(&results).any(|t| !shallow(ctx, *t, DEEPEST)) {
                    return Err(range);
                }
                Ok(Val::Type(ctx.ty(TypeData::Function {
                    inputs: inputs.into(),
                    results: results.into(),
                })))
            }
            (B::InputTypes | B::ResultTypes, Val::Type(t)) => match ctx.type_data(t) {
                TypeData::Function { inputs, results } => {
                    let types = if call.b == B::InputTypes { inputs } else { results };
                    Ok(self.make_list(types.iter().map(|t| Val::Type(*t))))
                }
                _ => Err(range),
            },
            (B::DropDim, Val::Type(t)) => match c {
                Val::Int(n) => self.drop_dim(t, n, call).map(Val::Type),
                _ => Err(range),
            },
            _ => Err(range),
        }
    }

    /// Strides of a memref's layout, in elements: row-major where it has none.
    pub(in crate::lang::eval) fn strides_of(
        &self,
        t: TypeId,
        span: Span,
    ) -> Eval<smallvec::SmallVec<[i64; 8]>> {
        let fail = |why| Fail { span, why };
        let unknown = fail(Why::NotConstant);
        let TypeData::MemRef { shape, layout, .. } = self.ctx.type_data(t) else {
            return Err(fail(Why::Range));
        };
        match layout.map(|l| self.ctx.attr_data(l)) {
            None => {
                let mut out: smallvec::SmallVec<[i64; 8]> = smallvec::SmallVec::new();
                let mut stride = 1i64;
                for (k, n) in shape.iter().enumerate().rev() {
                    out.push(stride);
                    // The size of the outermost dimension is in no stride.
                    if k > 0 {
                        if *n < 0 {
                            return Err(unknown);
                        }
                        stride = stride.checked_mul(*n).ok_or(fail(Why::Overflow))?;
                    }
                }
                out.reverse();
                Ok(out)
            }
            Some(AttrData::Strided { strides, .. }) if strides.iter().all(|s| *s != DYNAMIC) => {
                Ok(strides.iter().copied().collect())
            }
            Some(_) => Err(unknown),
        }
    }

    /// A memref type without one of its dimensions; the others keep their strides.
    fn drop_dim(&self, t: TypeId, n: i64, call: &Call<'_>) -> Eval<TypeId> {
        let TypeData::MemRef {
            shape,
            element,
            layout,
            space,
        } = self.ctx.type_data(t)
        else {
            return Err(call.range());
        };
        let n = match usize::try_from(n) {
            Ok(n) if n < shape.len() => n,
            _ => return Err(call.range()),
        };
        let without = |xs: &[i64]| -> Box<[i64]> {
            let kept = xs.iter().enumerate().filter(|(k, _)| *k != n);
            kept.map(|(_, x)| *x).collect()
        };
        let plain = layout.is_none() && (shape.get(n) == Some(&1) || n == 0);
        let layout = if plain {
            None
        } else {
            let offset = match layout.map(|l| self.ctx.attr_data(l)) {
                Some(AttrData::Strided { offset, .. }) => *offset,
                _ => 0,
            };
            let strides = match layout.map(|l| self.ctx.attr_data(l)) {
                // Strides that are not known stay so.
                Some(AttrData::Strided { strides, .. }) => without(strides),
                _ => without(&self.strides_of(t, call.span)?),
            };
            Some(self.ctx.attr(AttrData::Strided { strides, offset }))
        };
        Ok(self.ctx.ty(TypeData::MemRef {
            shape: without(shape),
            element: *element,
            layout,
            space: *space,
        }))
    }
}
