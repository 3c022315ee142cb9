//! Values for attributes that no mechanism reads: whatever their definition allows.

use super::levels::case;
use crate::ap::random::Random;
use crate::ir::Context;
use crate::lang::defs::{AttrDef, Bounds, Registry};
use crate::lang::types::LType;

/// A value as text; `Some(None)` to leave it out, none if there is no such value here.
pub(super) fn free(
    ctx: &Context,
    reg: &Registry,
    r: &mut Random,
    attr: &AttrDef,
    unique: &mut dyn FnMut() -> String,
) -> Option<Option<String>> {
    // What is optional often means something only together with something else.
    let optional = attr.optional || attr.ty.is_option();
    if optional || (attr.default.is_some() && !r.one_in(3)) {
        return Some(None);
    }
    let value = match &attr.ty {
        LType::Enum(e) => case(ctx, reg, *e, r.index(reg.enums[*e].cases.len())),
        LType::Int => {
            let (low, high) = match attr.range {
                Some(Bounds::Int(low, high)) => (low, high.saturating_sub(1)),
                _ => (0, 3),
            };
            Some(format!("{} : i64", r.between(low, high.max(low))))
        }
        LType::Bool => Some(if r.one_in(2) { "true" } else { "false" }.to_string()),
        LType::Str if attr.default.is_none() => Some(format!("\"{}\"", unique())),
        LType::Float => Some("1.0 : f64".to_string()),
        LType::Affine => Some("0 : i64".to_string()),
        LType::List(_) if attr.default.is_none() => Some("[]".to_string()),
        _ => None,
    };
    match value {
        None if attr.default.is_some() => Some(None),
        None => None,
        some => Some(some),
    }
}
