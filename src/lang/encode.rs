//! How values of the language are kept as attributes.
//!
//! | type | attribute |
//! |---|---|
//! | `int` | an integer, `i64` |
//! | `bool`, `string` | `true`/`false`, a string |
//! | `float` | a float, `f64` |
//! | enum | `#dialect.mnemonic<case>` |
//! | struct | an array of its fields if it has a bracket format, else a dictionary; options that are none are left out |
//! | list, tuple | an array; a list of `int` may also be a dense array |
//! | `symbol<op>` | a flat symbol reference |
//! | `affine` | an integer, or a map with one result whose dimensions are the operand group it is over |
//! | `type`, `attr` | a type, any attribute |

use super::defs::{AttrDef, Bounds, OpDef, Registry};
use super::types::LType;
use crate::ir::{AttrData, AttrId, Context, StrId, TypeData};

/// Takes away attributes that are equal to their default, so that equal operations have equal attributes.
pub fn drop_defaults(def: &OpDef, props: &mut Vec<(StrId, AttrId)>) {
    props.retain(|(k, v)| def.attr(*k).is_none_or(|(_, a)| a.default != Some(*v)));
}

/// Whether an attribute is a value of a type; the error says what was expected.
pub fn check(reg: &Registry, ctx: &Context, a: AttrId, ty: &LType) -> Result<(), String> {
    let fits = match (ty, ctx.attr_data(a)) {
        (LType::Attr, _) => true,
        (LType::Int, AttrData::Integer { ty, .. }) => *ty != ctx.known.i1,
        (LType::Bool, AttrData::Integer { ty, .. }) => *ty == ctx.known.i1,
        (LType::Bool, AttrData::Unit) => true,
        (LType::Str, AttrData::String { ty: None, .. }) => true,
        (LType::Float, AttrData::Float { .. }) => true,
        (LType::Type, AttrData::Type(_)) => true,
        (LType::Enum(e), AttrData::Enum { name, case }) => {
            reg.enums[*e].mnemonic == *name && reg.case(*e, *case).is_some()
        }
        (LType::Symbol(_), AttrData::Symbol { .. }) => true,
        (LType::Affine, AttrData::Integer { ty, .. }) => *ty != ctx.known.i1,
        (LType::Affine, AttrData::AffineMap(m)) => m.results.len() == 1 && m.syms == 0,
        (LType::List(t), AttrData::Array(items)) => {
            for (n, i) in items.iter().enumerate() {
                check(reg, ctx, *i, t).map_err(|e| format!("element {n} {e}"))?;
            }
            true
        }
        (LType::List(t), AttrData::DenseArray { element, .. }) => {
            **t == LType::Int && matches!(ctx.type_data(*element), TypeData::Integer { .. })
        }
        (LType::Tuple(ts), AttrData::Array(items)) => {
            if items.len() != ts.len() {
                return Err(format!("must be a tuple of {}", ts.len()));
            }
            for (i, t) in items.iter().zip(ts.iter()) {
                check(reg, ctx, *i, t)?;
            }
            true
        }
        (LType::Option(t), _) => return check(reg, ctx, a, t),
        (LType::Struct(s), AttrData::Array(items)) if reg.structs[*s].positional => {
            let def = &reg.structs[*s];
            if items.len() != def.fields.len() {
                return Err(format!(
                    "must have the {} fields of {}",
                    def.fields.len(),
                    def.name
                ));
            }
            for (f, i) in def.fields.iter().zip(items.iter()) {
                check(reg, ctx, *i, &f.ty).map_err(|e| format!("field '{}' {e}", ctx.text(f.name)))?;
            }
            true
        }
        (LType::Struct(s), AttrData::Dict(items)) if !reg.structs[*s].positional => {
            let def = &reg.structs[*s];
            for f in &def.fields {
                let have = items.iter().find(|i| i.0 == f.name);
                match have {
                    Some((_, v)) => {
                        check(reg, ctx, *v, &f.ty)
                            .map_err(|e| format!("field '{}' {e}", ctx.text(f.name)))?;
                    }
                    None if f.ty.is_option() || f.default.is_some() => {}
                    None => return Err(format!("has no field '{}'", ctx.text(f.name))),
                }
            }
            if let Some((k, _)) = items.iter().find(|i| !def.fields.iter().any(|f| f.name == i.0)) {
                return Err(format!(
                    "has a field '{}' that {} does not have",
                    ctx.text(*k),
                    def.name
                ));
            }
            true
        }
        _ => false,
    };
    if fits {
        Ok(())
    } else {
        Err(format!(
            "must be {}, but is {}",
            article(&ty.show(reg)),
            ctx.show_attr(a)
        ))
    }
}

fn article(name: &str) -> String {
    match name.bytes().next() {
        Some(b'a' | b'e' | b'i' | b'o' | b'u') => format!("an {name}"),
        Some(b'[') => format!("a list {name}"),
        _ => format!("a {name}"),
    }
}

/// Whether the integers in an attribute are within bounds; the first that is not, and the `low .. high` that it breaks.
pub fn out_of_range(ctx: &Context, a: AttrId, bounds: &Bounds) -> Option<(i64, (i64, i64))> {
    let outside = |v: i64, (low, high)| (v < low || v >= high).then_some((v, (low, high)));
    match (bounds, ctx.attr_data(a)) {
        (Bounds::Int(low, high), AttrData::Integer { value, .. }) => outside(*value, (*low, *high)),
        (Bounds::List(inner), AttrData::Array(items)) => {
            items.iter().find_map(|i| out_of_range(ctx, *i, inner))
        }
        (Bounds::List(inner), AttrData::DenseArray { values, .. }) => match **inner {
            Bounds::Int(low, high) => values.iter().find_map(|v| outside(*v, (low, high))),
            _ => None,
        },
        (Bounds::Tuple(parts), AttrData::Array(items)) => parts
            .iter()
            .zip(items)
            .find_map(|(b, i)| b.as_ref().and_then(|b| out_of_range(ctx, *i, b))),
        _ => None,
    }
}

/// The value of an attribute of an operation, or its default.
pub fn attr_or_default(ctx: &Context, props: AttrId, def: &AttrDef) -> Option<AttrId> {
    ctx.entry(props, def.name).or(def.default)
}
