//! One application, all or nothing: a plan is carried out on the IR, what it touched is checked there, and the changes
//! are kept or taken back.

use super::apply::{Applied, Applier};
use super::driver::Setting;
use super::measure::Measures;
use crate::dialect::verify::Dialects;
use crate::ir::origin::Origin;
use crate::ir::rewriter::{Event, Listener, Rewriter};
use crate::ir::verify::verify_local;
use crate::ir::{AttrId, Body, Loc, OpId};
use crate::lang::eval::names::Tables;
use crate::lang::eval::plan::{Plan, Step};
use crate::support::diag::{Diagnostic, Place, Severity, Sink};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// What an application changed.
#[derive(Default)]
pub(super) struct Changes {
    /// Operations that are new, changed or moved.
    pub(super) touched: SmallVec<[OpId; 8]>,
    /// Operations of whose results a use came or went.
    pub(super) near: SmallVec<[OpId; 8]>,
    /// Operations that went.
    pub(super) erased: SmallVec<[OpId; 4]>,
    moved: SmallVec<[OpId; 4]>,
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
    /// It ends since there is too much of something.
    pub(super) limit: bool,
    /// It would have changed nothing, which is no match.
    pub(super) idle: bool,
}

impl From<String> for Refused {
    fn from(why: String) -> Self {
        Refused {
            why,
            notes: Vec::new(),
            fatal: false,
            limit: false,
            idle: false,
        }
    }
}

/// Carries out a plan inside `root`, or leaves the IR as it is. About `most` operations may be created.
pub(super) fn carry_out(
    s: &Setting<'_>,
    body: &mut Body,
    root: OpId,
    plan: &Plan,
    (tag, from, made_by): (AttrId, Vec<Loc>, Option<Origin>),
    (tables, most): (&mut Tables, usize),
    measures: Option<&Measures<'_>>,
) -> Result<(Applied, Changes), Refused> {
    if touches_root(plan, root) {
        return Err("it takes away the operation that the pass runs on"
            .to_string()
            .into());
    }
    #[cfg(debug_assertions)]
    let before = fingerprint::of(s, body, root);
    let names = names::taken(s, body, plan, tables);
    body.open_journal();
    let mut ears = Ears::new(s, tables);
    let mut applier = Applier::new(s.ctx, s.reg, Rewriter::new(body, &mut ears), tag, from);
    applier.made_by = made_by;
    let applied = applier.run(plan, most);
    let changes = ears.changes;
    let checked = match applied {
        Err(None) => Err(Refused {
            fatal: true,
            limit: true,
            ..format!(
                "creates more operations than are left of {} (limit 'created_ops')",
                s.limits.created_ops
            )
            .into()
        }),
        Err(Some(why)) => Err(why.into()),
        Ok(a) if a.idle && a.said.is_empty() => Err(Refused {
            idle: true,
            ..String::new().into()
        }),
        Ok(a) => match check(s, body, root, plan, &changes, &a.left)
            .and_then(|()| names::check(s, body, plan, &changes, &a.made, &names))
        {
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
            if let Some(o) = made_by {
                for op in &changes.erased {
                    let before = body.origin(*op);
                    body.bury(*op, s.ctx.origin(Origin { before, ..o }));
                }
            }
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

/// So many operations are looked through one by one.
const FEW: usize = 8;

/// Whether what was touched is valid.
fn check(
    s: &Setting<'_>,
    body: &Body,
    root: OpId,
    plan: &Plan,
    changes: &Changes,
    left: &[OpId],
) -> Result<(), Refused> {
    let mut seen: FxHashSet<OpId> = FxHashSet::default();
    let mut list: SmallVec<[OpId; FEW]> = SmallVec::new();
    let mut add = |op: OpId| {
        // Most applications touch few operations.
        let new = match list.len() {
            0..FEW => !list.contains(&op),
            FEW => {
                seen.extend(list.iter().copied());
                seen.insert(op)
            }
            _ => seen.insert(op),
        };
        if new && body.is_live(op) {
            list.push(op);
        }
    };
    changes.touched.iter().chain(left).for_each(|o| add(*o));
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
            limit: false,
            idle: false,
        }),
    }
}

/// Symbols that an application gives are not taken. Tables that are kept up to date say so without a look at all symbols.
mod names {
    use super::*;
    use crate::ir::StrId;
    use crate::ir::symbols::symbol_name;

    /// A symbol: the table around it, and its name.
    type Symbol = (OpId, StrId);

    /// Operations that have a name which the plan gives to another.
    pub(super) fn taken(
        s: &Setting<'_>,
        body: &Body,
        plan: &Plan,
        tables: &mut Tables,
    ) -> Vec<(OpId, Symbol)> {
        let mut out = Vec::new();
        for step in &plan.steps {
            let (op, table, name) = match step {
                Step::Create(n) => {
                    let name = plan.op(*n).and_then(|o| o.symbol(s.ctx));
                    (None, plan.parent_of(*n, body), name)
                }
                Step::Rename(op, to) => (Some(*op), body.parent(*op), Some(*to)),
                Step::Update(n) => {
                    let Some(u) = plan.updates.get(*n as usize) else {
                        continue;
                    };
                    let name = u.props.iter().find(|p| p.0 == s.ctx.known.sym_name);
                    let name = name.and_then(|p| s.ctx.string_value(p.1));
                    (Some(u.op), body.parent(u.op), name)
                }
                _ => continue,
            };
            let (Some(table), Some(name)) = (table, name) else {
                continue;
            };
            if !s.reg.flags(body.name(table)).symbol_table {
                continue;
            }
            let known = tables.lookup(s.ctx, body, table, name);
            out.extend(known.filter(|k| Some(*k) != op).map(|k| (k, (table, name))));
        }
        out
    }

    fn symbol(s: &Setting<'_>, body: &Body, op: OpId) -> Option<Symbol> {
        if !body.is_live(op) {
            return None;
        }
        let table = body.parent(op)?;
        let name = symbol_name(s.ctx, body, op)?;
        s.reg
            .flags(body.name(table))
            .symbol_table
            .then_some((table, name))
    }

    pub(super) fn check(
        s: &Setting<'_>,
        body: &Body,
        plan: &Plan,
        changes: &Changes,
        made: &[OpId],
        taken: &[(OpId, Symbol)],
    ) -> Result<(), Refused> {
        let mut clash = taken
            .iter()
            .find(|(op, sym)| symbol(s, body, *op) == Some(*sym))
            .map(|t| t.1.1);
        let mut given: FxHashSet<Symbol> = FxHashSet::default();
        let renamed = plan.steps.iter().filter_map(|step| match step {
            Step::Rename(op, _) => Some(*op),
            _ => None,
        });
        for op in made.iter().copied().chain(renamed) {
            if let Some(sym) = symbol(s, body, op)
                && !given.insert(sym)
            {
                clash = Some(sym.1);
            }
        }
        // What moves brings its names along. Only tables that got some are looked through: a pass may move the blocks of
        // each of many functions.
        let mut tables: FxHashSet<OpId> = FxHashSet::default();
        tables.extend(changes.moved.iter().filter_map(|o| Some(symbol(s, body, *o)?.0)));
        if plan.steps.iter().any(|s| matches!(s, Step::MoveBlocks(..))) {
            let table = |o: &OpId| body.is_live(*o) && s.reg.flags(body.name(*o)).symbol_table;
            tables.extend(changes.touched.iter().copied().filter(table));
        }
        if !tables.is_empty() {
            clash = clash.or_else(|| twice(s, body, &tables));
        }
        match clash {
            None => Ok(()),
            Some(name) => {
                Err(format!("it leaves two symbols named '{}' in one table", s.ctx.text(name)).into())
            }
        }
    }

    /// A name that two symbols of one of these tables have; of several such names the first one's, whatever the order of the
    /// set.
    fn twice(s: &Setting<'_>, body: &Body, tables: &FxHashSet<OpId>) -> Option<StrId> {
        let mut tables: Vec<OpId> = tables.iter().copied().collect();
        tables.sort_unstable();
        let mut seen: FxHashSet<Symbol> = FxHashSet::default();
        let inside = |t: OpId| {
            body.regions(t)
                .flat_map(|r| body.blocks(r))
                .flat_map(|b| body.ops(b))
        };
        tables
            .into_iter()
            .flat_map(inside)
            .filter_map(|op| symbol(s, body, op))
            .find(|sym| !seen.insert(*sym))
            .map(|sym| sym.1)
    }
}

/// Test builds compare the IR before and after: a refusal does not change it, nor does a message.
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
        if before.is_some() && !says {
            assert_eq!(
                of(s, body, root),
                before,
                "an application changed the IR, but its plan does not: {plan:?}"
            );
        }
    }
}
