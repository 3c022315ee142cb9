//! What `--ap` says of one transfer.

use super::engine::{DEFAULT_TARGET, PatternEngine, chosen, wrong_rules};
use crate::ap::cost::Form;
use crate::ap::notation::{self, Spec, joints, offset, parse, stride};
use crate::ap::transfer::Transfer;
use crate::ap::walk::{Digits, Nested};
use crate::ap::widen::widest;
use crate::ap::{Joints, Order};
use crate::egraph::{Choice, Chooser, located};
use crate::lang::defs::{Entity, TargetDef};
use crate::lang::eval::World;
use crate::lang::eval::forms::Forms;
use crate::pass::RunConfig;
use crate::session::Session;
use crate::support::diag::{Reported, Sink};
use crate::support::source::{FileId, Span};
use std::fmt::Write as _;

/// The enum whose cases are element types.
const DTYPES: &str = "dma.Dtype";

impl PatternEngine {
    pub(super) fn about_transfer(
        &self,
        session: &Session,
        file: FileId,
        elements: usize,
        config: &RunConfig,
        sink: &mut Sink,
    ) -> Result<String, Reported> {
        let text = session.map.file(file).text.clone();
        let mut fault = |f: notation::Fault| sink.error(Span::new(file, f.at.start, f.at.end), f.message);
        let spec = spec(session, &text).map_err(&mut fault)?;
        let transfers = spec.transfers().map_err(&mut fault)?;
        let (name, settings) = match &config.target {
            Some((name, settings)) => (name.as_str(), settings.as_slice()),
            None => (DEFAULT_TARGET, &[][..]),
        };
        let target = chosen(session, name, settings, sink)?;
        let chooser = self.chooser(session, &target);
        let w = self.world(session, &target);
        let before = sink.errors();
        let out = report(&spec, &transfers, elements, &chooser, &w, &target);
        wrong_rules(&chooser, sink);
        sink.since(before).map(|()| out)
    }
}

fn spec(session: &Session, text: &str) -> Result<Spec, notation::Fault> {
    let (ctx, reg) = (&session.ctx, &session.reg);
    let id = match reg.entity(DTYPES) {
        Some(Entity::Enum(id)) => Some(id),
        _ => None,
    };
    let names: Vec<&str> = id
        .map(|id| reg.enums[id].cases.iter().map(|c| ctx.text(c.0)).collect())
        .unwrap_or_default();
    let bytes = |name: &str| {
        let id = id?;
        let case = reg.case(id, ctx.find_str(name)?)?;
        let fact = reg.enums[id].facts.iter().find(|f| &*f.0 == "bytes")?;
        ctx.int_value(fact.2.get(case).copied().flatten()?)
    };
    parse(text, &bytes, &names)
}

pub(super) fn plural(n: impl Into<i128>, what: &str) -> String {
    let n = n.into();
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// One side of dimensions.
pub(super) fn pairs(dims: &Joints, source: bool) -> Vec<(i64, i64)> {
    dims.iter()
        .map(|d| (if source { d.src } else { d.dst }, d.num))
        .collect()
}

/// A transfer in the notation that is read.
fn shown(t: &Transfer, spec: &Spec, dtype: &str) -> String {
    let (a, b) = spec.chip();
    let src = notation::side(&pairs(&t.dims, true), t.src, t.size, a);
    if spec.dst.is_none() {
        return format!("{src} x {dtype}");
    }
    let dst = notation::side(&pairs(&t.dims, false), t.dst, t.size, b);
    format!("{src} -> {dst} x {dtype}")
}

fn report(
    spec: &Spec,
    transfers: &[Transfer],
    elements: usize,
    chooser: &Chooser<'_>,
    w: &World<'_>,
    target: &TargetDef,
) -> String {
    let mut out = String::new();
    if transfers.len() > 1 {
        let _ = writeln!(
            out,
            "the boundaries of the two sides do not nest: {} DMAs",
            transfers.len()
        );
    }
    for t in transfers {
        one(&mut out, spec, t, chooser, w, target);
        if elements > 0 {
            first(&mut out, spec, t, elements);
        }
    }
    out
}

fn one(
    out: &mut String,
    spec: &Spec,
    t: &Transfer,
    chooser: &Chooser<'_>,
    w: &World<'_>,
    target: &TargetDef,
) {
    let count = t.count().unwrap_or(0);
    let bytes = i128::from(count) * i128::from(t.size);
    let what = if spec.dst.is_some() { "transfer" } else { "access" };
    let _ = writeln!(
        out,
        "{what:12} {} of {}, {}",
        plural(count, "element"),
        spec.dtype,
        plural(bytes, "byte")
    );
    let Some(normal) = chooser.normal(w, t, None) else {
        let _ = writeln!(out, "normal form  empty: nothing is moved");
        return;
    };
    let _ = writeln!(out, "normal form  {}", shown(&normal, spec, &spec.dtype));
    if spec.dst.is_none() {
        return;
    }
    let order = match normal.order {
        Order::Free => "free: each destination is written once",
        Order::LastWriter => "kept: a destination is written more than once, the last one counts",
        Order::Aliased => "kept: the sides may touch the same elements",
        Order::Accumulates => "kept: the destination accumulates",
    };
    let _ = writeln!(
        out,
        "dimensions   {}",
        joints(&normal.dims, normal.size, spec.chip())
    );
    let _ = writeln!(out, "order        {order}");
    let wide = widest(&normal);
    if wide.size != normal.size {
        let _ = writeln!(
            out,
            "widest       {}",
            shown(&wide, spec, &format!("uint{}", wide.size.saturating_mul(8)))
        );
    }
    let Some(choice) = chooser.choose(w, t, spec.chip(), None) else {
        let _ = writeln!(out, "target '{}' has no costs to choose by", target.name);
        return;
    };
    choices(out, spec, &choice, &normal);
}

/// The first elements: sources by nested loops, destinations by the digits of their numbers.
fn first(out: &mut String, spec: &Spec, t: &Transfer, most: usize) {
    let (src, dst) = (t.side(true), t.side(false));
    let (a, b) = spec.chip();
    let to = Digits::new(t.dst.at, &dst);
    out.push_str("elements    ");
    for (n, s) in Nested::new(t.src.at, &src).take(most).enumerate() {
        let _ = write!(out, " {}", stride(s, t.size, a));
        if spec.dst.is_some()
            && let Some(d) = to.address(n as i64)
        {
            let _ = write!(out, "->{}", stride(d, t.size, b));
        }
    }
    out.push('\n');
}

fn choices(out: &mut String, spec: &Spec, choice: &Choice, normal: &Transfer) {
    let at = |f: &Form| located(f, normal).unwrap_or_else(|| f.clone());
    match &choice.plain {
        Some(f) => form(out, "plain", spec, &at(f)),
        None => out.push_str("plain        no form of it fits the target\n"),
    }
    for (n, f) in choice.forms.iter().enumerate() {
        form(out, if n == 0 { "best" } else { "alternative" }, spec, &at(f));
    }
    let fired: Vec<String> = choice
        .fired
        .iter()
        .map(|(name, n)| format!("{name} {n}"))
        .collect();
    let fired = if fired.is_empty() {
        "none".to_string()
    } else {
        fired.join(", ")
    };
    let _ = writeln!(out, "rules fired  {fired}");
    let cut = if choice.truncated {
        "; a limit was reached, a better form may be missed"
    } else {
        ""
    };
    let _ = writeln!(out, "graph        {}{cut}", plural(choice.nodes as i64, "node"));
}

fn form(out: &mut String, label: &str, spec: &Spec, f: &Form) {
    let chip = spec.chip();
    let _ = writeln!(
        out,
        "{label:12} cost {}: {}, {} of {} each",
        f.cost,
        plural(f.descriptors, "descriptor"),
        plural(f.runs, "run"),
        plural(f.run, "byte")
    );
    let _ = write!(out, "{:13}", "");
    if !f.unrolled.is_empty() {
        let _ = write!(out, "{} | ", joints(&f.unrolled, f.size, chip));
    }
    let _ = write!(
        out,
        "{} x {}",
        joints(&f.hardware, f.size, chip),
        plural(f.size, "byte")
    );
    if f.src != crate::ap::Offset::default() || f.dst != crate::ap::Offset::default() {
        let _ = write!(
            out,
            " from {} to {}",
            offset(f.src, f.size, chip.0),
            offset(f.dst, f.size, chip.1)
        );
    }
    out.push('\n');
}
