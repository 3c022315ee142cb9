//! Attributes in the spelling of their declared type; the parser's `typed` reads it.

use crate::ir::display::{Writer, number};
use crate::ir::{AttrData, AttrId};
use crate::lang::defs::Registry;
use crate::lang::types::LType;

/// Writes an attribute as its type spells it.
pub(crate) fn write(w: &mut Writer<'_>, reg: &Registry, a: AttrId, ty: &LType) {
    let ctx = w.ctx;
    match (ty, ctx.attr_data(a)) {
        (LType::Option(t), _) => write(w, reg, a, t),
        (LType::Enum(_), AttrData::Enum { case, .. }) => w.out.push_str(ctx.text(*case)),
        (LType::Int | LType::Affine, AttrData::Integer { value, ty }) if *ty == ctx.known.i64 => {
            number(&mut w.out, *value);
        }
        (LType::List(t), AttrData::Array(items)) => {
            w.out.push('[');
            w.list(items.iter(), |w, i| write(w, reg, *i, t));
            w.out.push(']');
        }
        (LType::Tuple(ts), AttrData::Array(items)) => {
            w.out.push('[');
            w.list(items.iter().zip(ts.iter()), |w, (i, t)| write(w, reg, *i, t));
            w.out.push(']');
        }
        (LType::Struct(s), AttrData::Array(items)) => {
            w.out.push('[');
            w.list(items.iter().zip(reg.structs[*s].fields.iter()), |w, (i, f)| {
                write(w, reg, *i, &f.ty)
            });
            w.out.push(']');
        }
        (LType::Struct(s), AttrData::Dict(items)) => {
            // In declared order: an address is read before its strides.
            let fields = reg.structs[*s].fields.iter();
            let there = fields.filter_map(|f| items.iter().find(|i| i.0 == f.name).map(|i| (f, i.1)));
            w.out.push('{');
            w.list(there, |w, (f, v)| {
                w.name_or_quoted(f.name);
                w.out.push_str(" = ");
                write(w, reg, v, &f.ty);
            });
            w.out.push('}');
        }
        _ => w.attr(a),
    }
}
