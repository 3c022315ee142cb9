//! What is wrong with a value besides its type: integers outside of their bounds, structs that break their checks.

use super::check_struct;
use crate::ir::{AttrData, AttrId, Context};
use crate::lang::defs::{Bounds, Registry, TypeDefId};
use crate::lang::encode;
use crate::lang::types::LType;

/// All that is wrong in a value whose type has been checked: ` must be ..` or `: ..`, to stand behind its name.
pub fn broken(
    ctx: &Context,
    reg: &Registry,
    value: AttrId,
    ty: &LType,
    bounds: Option<&Bounds>,
    out: &mut Vec<String>,
) {
    if let Some((bad, (low, high))) = bounds.and_then(|b| encode::out_of_range(ctx, value, b)) {
        out.push(format!(
            " must be in {low} .. {high} (end excluded), but is {bad}"
        ));
    }
    if !holds_struct(ty) {
        return;
    }
    match (ty, ctx.attr_data(value)) {
        (LType::Option(t), _) => broken(ctx, reg, value, t, None, out),
        (LType::List(t), AttrData::Array(items)) => {
            for i in items {
                broken(ctx, reg, *i, t, None, out);
            }
        }
        (LType::Tuple(ts), AttrData::Array(items)) => {
            for (t, i) in ts.iter().zip(items) {
                broken(ctx, reg, *i, t, None, out);
            }
        }
        (LType::Struct(s), data) => {
            let def = &reg.structs[*s];
            for clause in &def.verify {
                if let Err(text) = check_struct(ctx, reg, *s, value, clause) {
                    out.push(format!(": {text}"));
                }
            }
            for (n, f) in def.fields.iter().enumerate() {
                let part = match data {
                    AttrData::Array(items) => items.get(n).copied(),
                    AttrData::Dict(items) => items.iter().find(|i| i.0 == f.name).map(|i| i.1),
                    _ => None,
                };
                if let Some(v) = part {
                    broken(ctx, reg, v, &f.ty, f.range.as_ref(), out);
                }
            }
        }
        _ => {}
    }
}

/// What is wrong with the parameters of a type of a dialect.
pub fn broken_type(ctx: &Context, reg: &Registry, ty: TypeDefId, params: &[AttrId]) -> Option<String> {
    let s = reg.types[ty].params?;
    let def = &reg.structs[s];
    let mut out = Vec::new();
    for (f, v) in def.fields.iter().zip(params) {
        broken(ctx, reg, *v, &f.ty, f.range.as_ref(), &mut out);
        if let Some(first) = out.first() {
            return Some(format!("parameter '{}' of {}{first}", ctx.text(f.name), def.name));
        }
    }
    let value = ctx.array(params.to_vec());
    let text = def
        .verify
        .iter()
        .find_map(|c| check_struct(ctx, reg, s, value, c).err())?;
    Some(format!("{}: {text}", def.name))
}

/// Whether values of a type can hold a struct, so that long lists are not walked in vain.
fn holds_struct(ty: &LType) -> bool {
    match ty {
        LType::Struct(_) => true,
        LType::Tuple(ts) => ts.iter().any(holds_struct),
        LType::Option(t) | LType::List(t) => holds_struct(t),
        _ => false,
    }
}
