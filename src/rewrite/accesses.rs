//! What `--print-access-patterns` says of the accesses and transfers of an input.

use super::engine::{PatternEngine, target};
use super::transfers::{pairs, plural};
use crate::ap::cost::{Costs, Form, ceil};
use crate::ap::notation;
use crate::ap::{Order, Transfer, normalize};
use crate::ir::{Body, OpId};
use crate::lang::defs::TargetDef;
use crate::lang::eval::names::Tables;
use crate::lang::eval::{Machine, Moved, Scratch};
use crate::pass::RunConfig;
use crate::session::Session;
use crate::support::diag::{Place, Sink};
use std::fmt::Write as _;

impl PatternEngine {
    /// A paragraph for each operation with a source and a destination that are accesses.
    pub(super) fn about_accesses(
        &self,
        session: &Session,
        body: &Body,
        config: &RunConfig,
        sink: &mut Sink,
    ) -> String {
        let Ok(target) = target(session, body, config, sink) else {
            return String::new();
        };
        let costs = crate::egraph::costs_of(&session.ctx, &session.reg, &target).ok();
        let w = self.world(session, &target);
        let (mut tables, mut scratch) = (Tables::default(), Scratch::default());
        let mut out = String::new();
        let mut at = Some(body.root());
        while let Some(op) = at {
            let moved = Machine::new(w, body, &mut tables, &mut scratch).moved(op);
            match moved {
                None => {}
                Some(Ok(m)) => about(&mut out, session, body, op, &m, costs.as_ref(), &target),
                Some(Err(why)) => {
                    header(&mut out, session, body, op);
                    let _ = writeln!(out, "  {why}");
                }
            }
            at = body.next_in_walk(body.root(), op);
        }
        if out.is_empty() {
            out.push_str("no operation has a source and a destination that are accesses\n");
        }
        out
    }
}

fn header(out: &mut String, session: &Session, body: &Body, op: OpId) {
    let ctx = &session.ctx;
    let place = match ctx.place(body.loc(op)) {
        Place::Span(s) => {
            let (file, line, column) = session.map.position(s);
            format!("{file}:{line}:{column}: ")
        }
        Place::Position { file, line, column } => format!("{file}:{line}:{column}: "),
        _ => String::new(),
    };
    let name = ctx
        .find_str("name")
        .and_then(|n| body.attr(ctx, op, n))
        .and_then(|a| ctx.string_value(a))
        .map(|s| format!(" \"{}\"", ctx.text(s)))
        .unwrap_or_default();
    let _ = writeln!(out, "{place}{}{name}", ctx.text(body.name(op)));
}

fn about(
    out: &mut String,
    session: &Session,
    body: &Body,
    op: OpId,
    m: &Moved,
    costs: Option<&Costs>,
    target: &TargetDef,
) {
    header(out, session, body, op);
    if m.transfers.len() > 1 {
        let _ = writeln!(
            out,
            "  the boundaries of the two sides do not nest: {} transfers",
            m.transfers.len()
        );
    }
    for t in &m.transfers {
        transfer(out, session, t, m.chip, costs, target);
    }
}

fn transfer(
    out: &mut String,
    session: &Session,
    t: &Transfer,
    chip: (bool, bool),
    costs: Option<&Costs>,
    target: &TargetDef,
) {
    let Some(n) = normalize(t) else {
        out.push_str("  nothing is moved\n");
        return;
    };
    let side = |t: &Transfer, source: bool| {
        let (at, chip) = if source { (t.src, chip.0) } else { (t.dst, chip.1) };
        notation::side(&pairs(&t.dims, source), at, t.size, chip)
    };
    let count = t.count().unwrap_or(0);
    let shape: Vec<String> = n.dims.iter().map(|d| d.num.to_string()).collect();
    let _ = writeln!(out, "  source       {}", side(t, true));
    let _ = writeln!(out, "  destination  {}", side(t, false));
    let _ = writeln!(out, "  together     {} -> {}", side(&n, true), side(&n, false));
    let order = match n.order {
        Order::Free => "free",
        Order::LastWriter => "the last writer counts",
        Order::Aliased => "kept, the sides may overlap",
        Order::Accumulates => "kept, accumulates",
    };
    let _ = writeln!(
        out,
        "  shape        {} order {order}",
        if shape.is_empty() {
            "1".into()
        } else {
            shape.join("x")
        }
    );
    let run = n
        .dims
        .last()
        .filter(|d| d.src == 1 && d.dst == 1)
        .map_or(1, |d| d.num);
    let runs = count.checked_div(run).unwrap_or(0);
    let bytes = run.saturating_mul(t.size);
    let entries = runs.saturating_mul(ceil(run, longest(session, target, t.size)).max(1));
    let _ = write!(
        out,
        "  moves        {}, {}; {} of {}; {}",
        plural(count, "element"),
        plural(i128::from(count) * i128::from(t.size), "byte"),
        plural(runs, "run"),
        plural(bytes, "byte"),
        if entries == 1 {
            "1 ring entry".to_string()
        } else {
            format!("{entries} ring entries")
        }
    );
    if let Some(c) = costs {
        let efficiency = bytes.saturating_mul(100).checked_div(c.run(bytes)).unwrap_or(0);
        let _ = write!(out, "; efficiency {efficiency} %");
        if let Some(f) = Form::plain(c, &n, chip) {
            let _ = write!(
                out,
                "; cost {} in {}",
                f.cost,
                plural(f.descriptors, "descriptor")
            );
        }
    }
    out.push('\n');
}

/// Elements of the longest run that is one ring entry.
fn longest(session: &Session, target: &TargetDef, size: i64) -> i64 {
    let get = |name: &str| {
        let value = session.reg.parameter(&session.ctx, target, name)?;
        session.ctx.int_value(value)
    };
    let elements = get("max_dma_desc_elements").unwrap_or(0);
    let bytes = get("max_dma_desc_bytes").unwrap_or(0);
    match (elements, bytes.checked_div(size.max(1)).unwrap_or(0)) {
        (0, 0) => i64::MAX,
        (0, n) | (n, _) => n.max(1),
    }
}

/// What a run of so many bytes costs on a target, in bytes that could be moved in that time. A target without the figures
/// has runs that cost what they move.
pub fn run_cost(session: &Session, target: &TargetDef) -> impl Fn(u64) -> u64 + use<> {
    let costs = crate::egraph::costs_of(&session.ctx, &session.reg, target).ok();
    move |bytes| {
        let of = |c: &Costs| c.run(i64::try_from(bytes).unwrap_or(i64::MAX));
        costs
            .as_ref()
            .map_or(bytes, |c| u64::try_from(of(c)).unwrap_or(0))
    }
}
