//! The driver: applies the patterns of a stage in one sweep, or to a fixpoint.
//!
//! * Patterns are asked by benefit, highest first, then extensions before the rest, then in text order.
//! * An application is all or nothing: matched and planned on the IR as it is, then carried out.
//! * The order is the same on every run: program order, then last changed first.
//! * Every loop is bounded by a limit; the one on applications names the patterns that alternate.

use super::measure::Measures;
use super::observe::Notes;
use super::order::constants_right;
use super::transact::{Changes, Ears, Refused, carry_out};
use super::worklist::Worklist;
use crate::ir::origin::Origin;
use crate::ir::rewriter::Rewriter;
use crate::ir::{AttrId, Body, Context, Loc, OpId};
use crate::lang::defs::{OpDefId, Registry, TargetDef};
use crate::lang::eval::names::Tables;
use crate::lang::eval::plan::has_side_effect;
use crate::lang::eval::{Fail, Machine, Scratch, Val, Why, World};
use crate::lang::hir::{self, Action, OpTest};
use crate::lang::types::OpSet;
use crate::pass::instrument::Observe;
use crate::pattern::analysis::Cycles;
use crate::pattern::{Driver, PatternId, Program, Stage};
use crate::support::diag::{Diagnostic, Place, Severity, Sink};
use crate::support::limits::Limits;
use crate::support::source::SourceMap;
use rustc_hash::{FxHashMap, FxHashSet};

/// What runs share.
#[derive(Clone, Copy)]
pub(super) struct Setting<'a> {
    pub(super) ctx: &'a Context,
    pub(super) reg: &'a Registry,
    pub(super) map: &'a SourceMap,
    pub(super) program: &'a Program,
    pub(super) target: &'a TargetDef,
    pub(super) options: &'a [Option<AttrId>],
    pub(super) limits: &'a Limits,
    pub(super) trace: bool,
    pub(super) observe: &'a Observe,
    /// Forms of transfers.
    pub(super) forms: Option<&'a dyn crate::lang::eval::forms::Forms>,
    /// The running pass, as the command line names it.
    pub(super) pass: &'a str,
}

impl<'a> Setting<'a> {
    pub(super) fn world(&self, explain: bool) -> World<'a> {
        World {
            ctx: self.ctx,
            reg: self.reg,
            fns: &self.program.fns,
            target: Some(self.target),
            options: self.options,
            fuel: self.limits.eval_steps,
            explain,
            forms: self.forms,
            order: None,
        }
    }
}

/// The patterns of a stage by the operation that is their root.
pub(super) struct Compiled<'a> {
    pub(super) stage: &'a Stage,
    /// By definition.
    by_op: Vec<Vec<PatternId>>,
    /// Those that take operations without a definition.
    others: Vec<PatternId>,
    /// Whether one of the patterns for an operation looks far, by definition; and for those without one.
    far: Vec<bool>,
    far_others: bool,
    /// The names of the patterns as attributes, which tag locations.
    tags: FxHashMap<PatternId, AttrId>,
    /// Patterns that can set each other off, whose measures are checked.
    cycles: Cycles,
}

/// A condition that the target and options decide.
pub(super) fn holds(s: &Setting<'_>, c: &hir::Clause) -> bool {
    let (body, mut tables, mut scratch) = (Body::new(), Tables::default(), Scratch::default());
    Machine::new(s.world(false), &body, &mut tables, &mut scratch).clause(c, Val::None) == Ok(Val::Bool(true))
}

impl<'a> Compiled<'a> {
    pub(super) fn new(s: &Setting<'a>, stage: &'a Stage) -> Compiled<'a> {
        let (body, mut tables, mut scratch) = (Body::new(), Tables::default(), Scratch::default());
        let mut order: Vec<(i64, usize, PatternId)> = Vec::new();
        for (n, p) in stage.patterns.iter().enumerate() {
            let benefit = s.program.patterns[*p].benefit.as_ref().and_then(|e| {
                Machine::new(s.world(false), &body, &mut tables, &mut scratch)
                    .int(e)
                    .ok()
            });
            order.push((-benefit.unwrap_or(1), n, *p));
        }
        order.sort();
        let mut by_op: Vec<Vec<PatternId>> = (0..s.reg.ops.len()).map(|_| Vec::new()).collect();
        let mut others = Vec::new();
        let mut far = vec![false; s.reg.ops.len()];
        let mut far_others = false;
        for (_, _, p) in order {
            let pattern = &s.program.patterns[p];
            let looks_far = crate::pattern::analysis::looks_far(s.ctx, s.reg, s.map, s.program, pattern);
            let test = &s.program.patterns[p].root.test;
            for ((id, list), far) in s.reg.ops.ids().zip(by_op.iter_mut()).zip(&mut far) {
                if takes(s.reg, test, id) {
                    list.push(p);
                    *far |= looks_far;
                }
            }
            if matches!(test, OpTest::Set(OpSet::Any) | OpTest::Prefix(_)) {
                others.push(p);
                far_others |= looks_far;
            }
        }
        let cycles = crate::pattern::analysis::cycles(s.ctx, s.reg, s.map, s.program, stage);
        Compiled {
            stage,
            by_op,
            others,
            far,
            far_others,
            tags: stage
                .patterns
                .iter()
                .map(|p| (*p, s.ctx.string(&s.program.patterns[*p].name)))
                .collect(),
            cycles,
        }
    }

    fn tag(&self, s: &Setting<'_>, p: PatternId) -> AttrId {
        let known = self.tags.get(&p).copied();
        known.unwrap_or_else(|| s.ctx.string(&s.program.patterns[p].name))
    }

    /// Whether a pattern for this operation may match after a change that is not next to it.
    fn far(&self, s: &Setting<'_>, body: &Body, op: OpId) -> bool {
        use crate::support::ids::Id as _;
        match s.reg.op(body.name(op)) {
            Some(d) => self.far.get(d.index()).is_some_and(|f| *f),
            None => self.far_others,
        }
    }

    pub(super) fn candidates(&self, s: &Setting<'_>, body: &Body, op: OpId) -> &[PatternId] {
        use crate::support::ids::Id as _;
        match s.reg.op(body.name(op)) {
            Some(d) => self.by_op.get(d.index()).map_or(&[], |v| v),
            None => &self.others,
        }
    }
}

fn takes(reg: &Registry, test: &OpTest, op: OpDefId) -> bool {
    match test {
        OpTest::Set(set) => set.contains(reg, op),
        OpTest::Prefix(p) => reg.ops[op].name.starts_with(&**p),
    }
}

/// What stays from one stage of an anchor to the next.
#[derive(Default)]
pub(super) struct Anchor {
    pub(super) tables: Tables,
    pub(super) scratch: Scratch,
    /// Operations with an error; later stages leave them alone.
    pub(super) errored: FxHashSet<OpId>,
    /// Messages, in order.
    pub(super) sink: Sink,
    /// Lines of the trace.
    pub(super) trace: String,
    /// What else is noted.
    pub(super) notes: Option<Box<Notes>>,
    /// Pattern and operation of messages given in this stage.
    said: FxHashSet<(PatternId, OpId)>,
    /// Patterns of which it was told that an application was refused.
    refused: FxHashSet<PatternId>,
    /// Operations whose constants were put to the right in this stage.
    pub(super) ordered: FxHashSet<OpId>,
    created: usize,
    applications: u64,
    /// A limit was reached: nothing more runs.
    pub(super) stopped: bool,
}

impl Anchor {
    pub(super) fn new(s: &Setting<'_>) -> Anchor {
        let mut a = Anchor {
            notes: Notes::new(s.observe),
            ..Anchor::default()
        };
        a.scratch.log = s.observe.steps.then(Vec::new);
        a.scratch.taken = s.observe.coverage.then(FxHashMap::default);
        a
    }
}

/// Runs one stage on the anchor `root`.
pub(super) fn run_stage(s: &Setting<'_>, c: &Compiled<'_>, body: &mut Body, root: OpId, a: &mut Anchor) {
    body.hold_ids(true);
    a.said.clear();
    a.ordered.clear();
    if let Some(n) = &mut a.notes {
        n.stage(c);
    }
    match c.stage.driver {
        Driver::Walk => sweep(s, c, body, root, a),
        Driver::Greedy => fixpoint(s, c, body, root, a),
    }
    if !a.stopped {
        dead_code(s, body, root, a);
    }
    body.hold_ids(false);
}

fn sweep(s: &Setting<'_>, c: &Compiled<'_>, body: &mut Body, root: OpId, a: &mut Anchor) {
    let mut ops: Vec<OpId> = body.walk_iter(root).collect();
    if c.stage.bottom_up {
        ops.reverse();
    }
    visit(s, c, body, root, ops, a);
}

/// Tries operations once each. Gives how often one changed.
fn visit(
    s: &Setting<'_>,
    c: &Compiled<'_>,
    body: &mut Body,
    root: OpId,
    ops: Vec<OpId>,
    a: &mut Anchor,
) -> usize {
    let mut changed = 0;
    for op in ops {
        if a.stopped {
            break;
        }
        if body.is_live(op) && !skipped(body, op, a) {
            changed += usize::from(try_op(s, c, body, root, op, a).is_some());
        }
    }
    changed
}

/// Like a stage that is one sweep, over these operations only. Gives how often a pattern changed or said something.
pub(super) fn sweep_over(
    s: &Setting<'_>,
    c: &Compiled<'_>,
    body: &mut Body,
    ops: Vec<OpId>,
    a: &mut Anchor,
) -> usize {
    let root = body.root();
    body.hold_ids(true);
    let changed = visit(s, c, body, root, ops, a);
    body.hold_ids(false);
    changed + a.said.len()
}

/// An operation with an error is left alone.
fn skipped(_: &Body, op: OpId, a: &Anchor) -> bool {
    a.errored.contains(&op)
}

fn fixpoint(s: &Setting<'_>, c: &Compiled<'_>, body: &mut Body, root: OpId, a: &mut Anchor) {
    let mut list = Worklist::new(s.observe.shuffle);
    let mut ops: Vec<OpId> = body.walk_iter(root).collect();
    if !c.stage.bottom_up {
        ops.reverse();
    }
    ops.into_iter().for_each(|o| list.push(o));
    let most = s.limits.rewrites(body.op_count());
    let mut count = 0usize;
    let mut recent: Vec<PatternId> = Vec::new();
    // The last time that all operations were looked at, so many changes had been made.
    let (mut changed, mut looked) = (0usize, 0usize);
    loop {
        let Some(op) = list.pop() else {
            if changed == looked {
                return;
            }
            looked = changed;
            let mut ops: Vec<OpId> = body.walk_iter(root).filter(|o| c.far(s, body, *o)).collect();
            if !c.stage.bottom_up {
                ops.reverse();
            }
            ops.into_iter().for_each(|o| list.push(o));
            continue;
        };
        if a.stopped {
            return;
        }
        if !body.is_live(op) || skipped(body, op, a) {
            continue;
        }
        if op != root && dead(s, body, op) {
            let mut ears = Ears::new(s, &mut a.tables);
            Rewriter::new(body, &mut ears).erase(op);
            let changes = ears.changes;
            revisit(&mut list, body, &changes, false);
            changed += 1;
            continue;
        }
        if let Some(changes) = fold(s, body, op, a) {
            revisit(&mut list, body, &changes, false);
            changed += 1;
            continue;
        }
        let loc = body.loc(op);
        let Some(done) = try_op(s, c, body, root, op, a) else {
            if let Some(changes) = constants_right(s, body, op, a) {
                revisit(&mut list, body, &changes, false);
                list.push(op);
            }
            continue;
        };
        revisit(&mut list, body, &done.changes, true);
        for o in done.changes.erased {
            list.remove(o);
        }
        if body.is_live(op) {
            list.push(op);
        }
        count += 1;
        changed += 1;
        recent.push(done.pattern);
        if count > most {
            a.sink.push(alternating(s, &recent, most, s.ctx.place(loc)));
            a.stopped = true;
            return;
        }
        if recent.len() > 4096 {
            recent.drain(..2048);
        }
    }
}

/// So many other users of a value are looked at again when one of them goes; a constant may have them by the thousand.
const SIBLINGS: usize = 8;

/// Puts what changed on the list, and what is next to it.
fn revisit(list: &mut Worklist, body: &Body, changes: &Changes, around: bool) {
    for &o in changes.touched.iter().filter(|o| body.is_live(**o)) {
        list.push(o);
        // Patterns look at users and at what is around, too.
        if around {
            for r in body.results(o) {
                body.uses(r).for_each(|u| list.push(body.use_owner(u).0));
            }
            if let Some(p) = body.parent(o) {
                list.push(p);
            }
        }
    }
    for &o in changes.near.iter().filter(|o| body.is_live(**o)) {
        list.push(o);
        for r in body.results(o) {
            if body.uses(r).nth(SIBLINGS).is_none() {
                body.uses(r).for_each(|u| list.push(body.use_owner(u).0));
            }
        }
    }
}

/// The error of a fixpoint that does not end: the shortest list of patterns that repeats at its end.
fn alternating(s: &Setting<'_>, names: &[PatternId], most: usize, place: Place) -> Diagnostic {
    let n = names.len();
    let repeats =
        |p: &usize| n >= 3 * p && (0..2 * p).all(|k| names.get(n - 1 - k) == names.get(n - 1 - k - p));
    let period = (1..=(n / 3).min(64)).find(repeats);
    let pattern = |p: &PatternId| {
        let p = &s.program.patterns[*p];
        let (file, line, _) = s.map.position(p.name_span);
        format!("'{}' ({file}:{line})", p.name)
    };
    let what = match period {
        Some(p) => {
            let mut cycle: Vec<String> = names.iter().skip(n - p).map(pattern).collect();
            cycle.dedup();
            match cycle.as_slice() {
                [one] => format!("pattern {one} applies again and again"),
                many => format!("these patterns alternate: {}", many.join(", ")),
            }
        }
        None => {
            let mut last: Vec<String> = names.iter().rev().take(8).map(pattern).collect();
            last.dedup();
            format!("the last patterns were {}", last.join(", "))
        }
    };
    Diagnostic::error(
        place,
        format!("no fixpoint after {most} applications (limits 'rewrites_per_op', 'rewrites_base'): {what}"),
    )
    .into_limit()
}

/// What one application did.
struct Done {
    pattern: PatternId,
    changes: Changes,
}

/// Applies the first pattern that fits. `None` when nothing changed.
fn try_op(
    s: &Setting<'_>,
    c: &Compiled<'_>,
    body: &mut Body,
    root: OpId,
    op: OpId,
    a: &mut Anchor,
) -> Option<Done> {
    let loc = body.loc(op);
    for &id in c.candidates(s, body, op) {
        let p = &s.program.patterns[id];
        if matches!(p.action, Action::Diagnostic(_)) && a.said.contains(&(id, op)) {
            continue;
        }
        let planned = {
            let mut m = Machine::new(s.world(false), body, &mut a.tables, &mut a.scratch);
            m.matches(p, op).and_then(|()| m.plan(p, op))
        };
        if let Some(n) = &mut a.notes {
            // A match that fails gives up what it had.
            n.tried(id, !a.scratch.matched.is_empty());
        }
        match planned {
            Ok(()) => {}
            Err(Fail { why: Why::Fuel, .. }) => {
                let text = format!(
                    "pattern '{}' takes more than {} steps here (limit 'eval_steps')",
                    p.name, s.limits.eval_steps
                );
                a.sink
                    .push(Diagnostic::error(s.ctx.place(body.loc(op)), text).into_limit());
                a.stopped = true;
                return None;
            }
            Err(Fail {
                why: Why::Illegal, ..
            }) => {
                if !a.refused.contains(&id) {
                    let why = illegal(s, p, body, op, a);
                    refused((id, p), s.ctx.place(loc), (why, Vec::new()), a);
                }
                continue;
            }
            Err(_) => {
                if !s.observe.refusals.is_empty() {
                    super::explain::refusal(s, id, body, op, a);
                }
                continue;
            }
        }
        if a.scratch.built > s.limits.built {
            let text = format!(
                "rewrites build more than {} bytes of text and elements of lists (limit 'built')",
                s.limits.built
            );
            a.sink
                .push(Diagnostic::error(s.ctx.place(body.loc(op)), text).into_limit());
            a.stopped = true;
            return None;
        }
        let traced = a.trace.len();
        let plan = std::mem::take(&mut a.scratch.plan);
        if s.trace {
            super::trace::application(s, c, p, body, op, &plan, a);
        }
        if !s.observe.refusals.is_empty() {
            super::explain::applies(s, id, body, op, a);
        }
        let mut from: Vec<Loc> = Vec::new();
        // A pattern matches few operations, unless it looks for one in a long list.
        let mut seen: FxHashSet<Loc> = FxHashSet::default();
        let many = a.scratch.matched.len() > 16;
        for m in &a.scratch.matched {
            let l = body.loc(*m);
            if if many { seen.insert(l) } else { !from.contains(&l) } {
                from.push(l);
            }
        }
        a.applications += 1;
        super::observe::fault(s, a.applications);
        let tag = c.tag(s, id);
        let size = body.op_count();
        let measures = Measures::before(s, c.cycles.of(id), p, body, op);
        let made_by = s.observe.origins.then(|| Origin {
            pass: s.ctx.str(s.pass),
            pattern: s.ctx.str(&p.name),
            place: p.name_span,
            before: body.origin(op),
        });
        let done = carry_out(
            s,
            body,
            root,
            &plan,
            (tag, from, made_by),
            (&mut a.tables, s.limits.created_ops.saturating_sub(a.created)),
            measures.as_ref(),
        );
        let (applied, changes) = match done {
            Ok(done) => done,
            Err(Refused {
                why,
                notes,
                fatal,
                limit,
                idle,
            }) => {
                a.scratch.plan = plan;
                a.trace.truncate(traced);
                if idle {
                    continue;
                }
                if fatal {
                    let text = format!("pattern '{}' {why}", p.name);
                    let d = Diagnostic::error(s.ctx.place(loc), text);
                    let d = if limit { d.into_limit() } else { d };
                    a.sink.push(notes.into_iter().fold(d, |d, (at, n)| d.note(at, n)));
                    a.stopped = true;
                    return None;
                }
                refused((id, p), s.ctx.place(loc), (why, notes), a);
                continue;
            }
        };
        if let Some(n) = &mut a.notes {
            n.applied(id, size, body.op_count(), changes.erased.len());
        }
        a.tables.commit(&a.scratch.given);
        a.scratch.plan = plan;
        a.created += applied.created;
        for (at, d) in applied.said {
            if d.severity == Severity::Error {
                a.errored.insert(at.unwrap_or(op));
                a.errored.insert(op);
            }
            a.sink.push(d);
        }
        if a.created > s.limits.created_ops {
            let text = format!(
                "more than {} operations created (limit 'created_ops')",
                s.limits.created_ops
            );
            a.sink
                .push(Diagnostic::error(s.ctx.place(body.loc(root)), text).into_limit());
            a.stopped = true;
        }
        if matches!(p.action, Action::Diagnostic(_)) {
            a.said.insert((id, op));
            if a.errored.contains(&op) {
                return None;
            }
            continue;
        }
        return Some(Done { pattern: id, changes });
    }
    None
}

/// What is wrong with the plan of a pattern, in words.
fn illegal(s: &Setting<'_>, p: &hir::Pattern, body: &Body, op: OpId, a: &mut Anchor) -> String {
    a.scratch.said.clear();
    let mut m = Machine::new(s.world(true), body, &mut a.tables, &mut a.scratch);
    let _ = m.matches(p, op).and_then(|()| m.plan(p, op));
    match std::mem::take(&mut a.scratch.said) {
        t if t.is_empty() => Why::Illegal.word().to_string(),
        t => t,
    }
}

/// Tells, once a pattern and anchor, that an application was refused: its author wants to know.
fn refused(
    (id, p): (PatternId, &hir::Pattern),
    place: Place,
    (why, notes): (String, Vec<(Place, String)>),
    a: &mut Anchor,
) {
    if !a.refused.insert(id) {
        return;
    }
    let text = format!("pattern '{}' was not applied here: {why}", p.name);
    let d = Diagnostic::new(Severity::Warning, place, text).note(p.name_span, "the pattern");
    a.sink.push(notes.into_iter().fold(d, |d, (at, n)| d.note(at, n)));
}

/// Replaces an operation of constants by the constant it computes, where its dialect says what it computes.
fn fold(s: &Setting<'_>, body: &mut Body, op: OpId, a: &mut Anchor) -> Option<Changes> {
    let def = &s.reg.ops[s.reg.op(body.name(op))?];
    if !def.flags.pure_op || def.computes.is_none() {
        return None;
    }
    if body.result_count(op) != 1
        || body.operand_count(op) == 0
        || body.operand_count(op) != def.operands.len()
    {
        return None;
    }
    let result = body.result(op, 0)?;
    let mut values: smallvec::SmallVec<[i64; 4]> = smallvec::SmallVec::new();
    let mut maker = None;
    for v in body.operands(op) {
        let source = body.def_op(v)?;
        let (name, value) = constant(s, body, source)?;
        maker.get_or_insert(name);
        values.push(value);
    }
    let n = crate::lang::eval::fold(s.ctx, s.reg, body, op, &values)?;
    let maker = &s.reg.ops[s.reg.op(maker?)?];
    let field = maker.attributes.iter().find(|a| a.typed.is_some())?;
    let ty = body.value_type(result);
    let value = s.ctx.attr(crate::ir::AttrData::Integer { value: n, ty });
    let loc = body.loc(op);
    let none = s.ctx.known.empty_dict;
    let mut ears = Ears::new(s, &mut a.tables);
    let mut rw = Rewriter::new(body, &mut ears);
    let at = rw.before(op)?;
    let new = crate::ir::rewriter::NewOp {
        name: maker.id,
        loc,
        props: s.ctx.dict(vec![(field.name, value)]),
        attrs: none,
        operands: &[],
        results: &[ty],
        successors: &[],
        regions: 0,
    };
    let c = rw.create(at, new);
    let with = rw.body().result(c, 0)?;
    rw.replace_uses(result, with);
    rw.erase(op);
    Some(ears.changes)
}

/// The name and the integer of an operation that gives a constant.
fn constant(s: &Setting<'_>, body: &Body, op: OpId) -> Option<(crate::ir::StrId, i64)> {
    let name = body.name(op);
    let def = &s.reg.ops[s.reg.op(name)?];
    if !def.flags.constant_like {
        return None;
    }
    let field = def.attributes.iter().find(|a| a.typed.is_some())?;
    let value = s.ctx.int_value(s.ctx.entry(body.props(op), field.name)?)?;
    Some((name, value))
}

/// Pure and unused.
fn dead(s: &Setting<'_>, body: &Body, op: OpId) -> bool {
    let Some(d) = s.reg.op(body.name(op)) else {
        return false;
    };
    let def = &s.reg.ops[d];
    (def.flags.pure_op || (def.effects_known && !has_side_effect(def) && body.result_count(op) > 0))
        && body.region_count(op) == 0
        && !def.flags.symbol
        && !def.flags.terminator
        && body.results(op).all(|r| body.is_unused(r))
}

/// Takes away pure operations that nothing uses, users before what they use.
pub(super) fn dead_code(s: &Setting<'_>, body: &mut Body, root: OpId, a: &mut Anchor) {
    let ops: Vec<OpId> = body.walk_iter(root).collect();
    for op in ops.into_iter().rev() {
        if op != root && body.is_live(op) && dead(s, body, op) {
            let mut ears = Ears::new(s, &mut a.tables);
            Rewriter::new(body, &mut ears).erase(op);
        }
    }
}
