//! One application, all or nothing: a plan is carried out on the IR, what it touched is checked there, and the changes
//! are kept or taken back.

use super::apply::{Applied, Applier};
use super::driver::Setting;
use super::measure::Measures;
use crate::dialect::verify::Dialects;
use crate::ir::rewriter::{Event, Listener, Rewriter};
use crate::ir::verify::verify_local;
use crate::ir::{AttrId, Body, Loc, OpId};
use crate::lang::eval::names::Tables;
use crate::lang::eval::plan::{Plan, Step};
use crate::support::diag::{Diagnostic, Place, Severity, Sink};
use rustc_hash::FxHashSet;

/// What an application changed.
#[derive(Default)]
pub(super) struct Changes {
    /// Operations that are new, changed or moved.
    pub(super) touched: Vec<OpId>,
    /// Operations of whose results a use came or went.
    pub(super) near: Vec<OpId>,
    /// Operations that went.
    pub(super) erased: Vec<OpId>,
    moved: Vec<OpId>,
}

/// Hears what an application changes.
pub(super) struct Ears<'a> {
    s: &'a Setting<'a>,
    tables: &'a mut Tables,
    pub(super) changes: Changes,
}

impl<'a> Ears<'a> {
    pub(super) fn new(s: &'a Setting<'a>, tables: &'a mut Tables) -> Self {
        Ears {
            s,
            tables,
            changes: Changes::default(),
        }
    }
}

impl Listener for Ears<'_> {
    fn event(&mut self, body: &Body, event: Event) {
        self.tables.event(self.s.ctx, self.s.reg, body, event);
        let c = &mut self.changes;
        match event {
            Event::Inserted(o) | Event::Modified(o) => c.touched.push(o),
            Event::Moved(o) => {
                c.touched.push(o);
                c.moved.push(o);
            }
            // The users that changed hands are told of one by one.
            Event::Replaced(_, new) => c.near.extend(body.def_op(new)),
            Event::Erasing(o) => {
                c.near.extend(body.operands(o).filter_map(|v| body.def_op(v)));
                c.erased.push(o);
            }
        }
    }
}

/// Why an application did not happen.
pub(super) struct Refused {
    /// What would have been left broken.
    pub(super) why: String,
    /// Where, if it is at an operation that is there already.
    pub(super) notes: Vec<(Place, String)>,
    /// The run ends: what was promised does not hold.
    pub(super) fatal: bool,
}

impl From<String> for Refused {
    fn from(why: String) -> Self {
        Refused {
            why,
            notes: Vec::new(),
            fatal: false,
        }
    }
}

/// Carries out a plan inside `root`, or leaves the IR as it is.
pub(super) fn carry_out(
    s: &Setting<'_>,
    body: &mut Body,
    root: OpId,
    plan: &Plan,
    (tag, from): (AttrId, Vec<Loc>),
    tables: &mut Tables,
    measures: Option<&Measures<'_>>,
) -> Result<(Applied, Changes), Refused> {
    if touches_root(plan, root) {
        return Err("it takes away the operation that the pass runs on"
            .to_string()
            .into());
    }
    #[cfg(debug_assertions)]
    let before = fingerprint::of(s, body, root);
    body.open_journal();
    let mut ears = Ears::new(s, tables);
    let applied = Applier::new(s.ctx, s.reg, Rewriter::new(body, &mut ears), tag, from).run(plan);
    let changes = ears.changes;
    let checked = match applied {
        Err(why) => Err(why.into()),
        Ok(a) => match check(s, body, root, plan, &changes) {
            // What reports an error fails the pass; its message counts, and what it made is not looked at.
            Err(_) if a.said.iter().any(|d| d.1.severity == Severity::Error) => Ok((a, false)),
            Ok(()) => match measures.map_or(Ok(()), |m| m.after(s, body, plan, &a.made)) {
                Ok(()) => Ok((a, true)),
                Err(refused) => Err(refused),
            },
            Err(refused) => Err(refused),
        },
    };
    match checked {
        Ok((applied, false)) => {
            body.undo_changes();
            tables.forget();
            Ok((applied, Changes::default()))
        }
        Ok((applied, true)) => {
            body.keep_changes();
            #[cfg(debug_assertions)]
            fingerprint::changed(s, body, root, before, plan);
            Ok((applied, changes))
        }
        Err(refused) => {
            body.undo_changes();
            tables.forget();
            #[cfg(debug_assertions)]
            fingerprint::same(s, body, root, before);
            Err(refused)
        }
    }
}

/// The anchor itself stays: a pass runs inside it.
fn touches_root(plan: &Plan, root: OpId) -> bool {
    plan.steps.iter().any(|s| match s {
        Step::Erase(o) | Step::Replace(o, _) | Step::Move(o, _) => *o == root,
        _ => false,
    })
}

/// Whether what was touched is valid.
fn check(s: &Setting<'_>, body: &Body, root: OpId, plan: &Plan, changes: &Changes) -> Result<(), Refused> {
    let mut seen: FxHashSet<OpId> = FxHashSet::default();
    let mut list: Vec<OpId> = Vec::new();
    let mut add = |op: OpId| {
        if body.is_live(op) && seen.insert(op) {
            list.push(op);
        }
    };
    changes.touched.iter().for_each(|o| add(*o));
    // What moved is used and uses elsewhere than before, as is all that is in it.
    for &m in changes.moved.iter().filter(|o| body.is_live(**o)) {
        body.walk(m, &mut add);
        for r in body.results(m) {
            body.uses(r).for_each(|u| add(body.use_owner(u).0));
        }
    }
    if plan.steps.iter().any(|s| matches!(s, Step::MoveBlocks(..))) {
        for &t in changes.touched.iter().filter(|o| body.is_live(**o)) {
            if body.region_count(t) > 0 {
                body.walk(t, &mut add);
            }
        }
    }
    if let Some(lost) = list.iter().find(|o| !body.encloses(root, **o)) {
        let name = s.ctx.text(body.name(*lost));
        return Err(format!("it changes '{name}', which is outside of what the pass runs on").into());
    }
    let mut sink = Sink::new();
    let ops = Dialects {
        ctx: s.ctx,
        reg: s.reg,
    };
    verify_local(s.ctx, &ops, body, root, &list, &mut sink);
    match sink.take().into_iter().next() {
        None => Ok(()),
        Some(Diagnostic { message, notes, .. }) => Err(Refused {
            why: format!("it leaves invalid IR: {message}"),
            notes,
            fatal: false,
        }),
    }
}

/// Test builds compare the IR before and after: an application changes it, a refusal does not.
#[cfg(debug_assertions)]
mod fingerprint {
    use super::*;
    use rustc_hash::{FxHashMap, FxHasher};
    use std::hash::{Hash, Hasher};

    /// Anchors with more operations are not compared, since each application looks at all of them.
    const MOST: usize = 500;

    pub(super) fn of(s: &Setting<'_>, body: &Body, root: OpId) -> Option<u64> {
        let _ = s;
        if body.op_count() > MOST {
            return None;
        }
        let mut h = FxHasher::default();
        let mut numbers = FxHashMap::default();
        let mut blocks = FxHashMap::default();
        for op in body.walk_iter(root) {
            for v in body.results(op) {
                let n = numbers.len();
                numbers.insert(v, n);
            }
            for r in body.regions(op) {
                for b in body.blocks(r) {
                    blocks.insert(b, blocks.len());
                    for v in body.args(b) {
                        let n = numbers.len();
                        numbers.insert(*v, n);
                    }
                }
            }
        }
        for op in body.walk_iter(root) {
            (body.name(op), body.props(op), body.attrs(op)).hash(&mut h);
            body.block_of(op).and_then(|b| blocks.get(&b)).hash(&mut h);
            for v in body.operands(op) {
                numbers.get(&v).hash(&mut h);
            }
            for v in body.results(op) {
                body.value_type(v).hash(&mut h);
            }
            for b in body.successors(op) {
                blocks.get(&b).hash(&mut h);
            }
            body.region_count(op).hash(&mut h);
        }
        Some(h.finish())
    }

    pub(super) fn same(s: &Setting<'_>, body: &Body, root: OpId, before: Option<u64>) {
        if before.is_some() {
            assert_eq!(of(s, body, root), before, "a refused application changed the IR");
        }
    }

    pub(super) fn changed(s: &Setting<'_>, body: &Body, root: OpId, before: Option<u64>, plan: &Plan) {
        let says = plan.steps.iter().any(|s| !matches!(s, Step::Say(_)));
        if before.is_some() {
            let after = of(s, body, root);
            assert_eq!(
                after != before,
                says,
                "an application changed the IR iff its plan does: {plan:?}"
            );
        }
    }
}
