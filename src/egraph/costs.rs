//! The figures of a target that choosing reads.

use crate::ap::cost::Costs;
use crate::ir::{AttrData, Context};
use crate::lang::defs::{Registry, TargetDef};

/// A parameter that the target's family does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MissingCost(pub &'static str);

/// The figures of a target: `engines`, `dma_dims`, `max_num`, `dma_max_stride`, `swdge_ring`, `descriptor_cost`,
/// `ring_pass_cost`, `run_costs`.
///
/// # Errors
///
/// A parameter is not there.
pub fn costs_of(ctx: &Context, reg: &Registry, t: &TargetDef) -> Result<Costs, MissingCost> {
    let get = |name: &'static str| reg.parameter(ctx, t, name).ok_or(MissingCost(name));
    let int = |name| get(name).and_then(|a| ctx.int_value(a).ok_or(MissingCost(name)));
    let mut runs = Vec::new();
    if let AttrData::Array(items) = ctx.attr_data(get("run_costs")?) {
        for i in items.iter() {
            if let AttrData::Array(pair) = ctx.attr_data(*i)
                && let [len, cost] = &**pair
                && let (Some(len), Some(cost)) = (ctx.int_value(*len), ctx.int_value(*cost))
            {
                runs.push((len, cost));
            }
        }
    }
    Ok(Costs {
        engines: int("engines")?,
        dims: int("dma_dims")?,
        num: int("max_num")?,
        stride: int("dma_max_stride")?,
        ring: int("swdge_ring")?,
        descriptor: int("descriptor_cost")?,
        ring_pass: int("ring_pass_cost")?,
        runs,
    })
}
