//! Carrying out a checked plan.

use crate::ir::body::Def;
use crate::ir::origin::Origin;
use crate::ir::rewriter::{NewOp, Point, Rewriter};
use crate::ir::{AttrData, AttrId, BlockId, Context, Loc, OpId, RegionId, StrId, ValueId};
use crate::lang::ast::Severity as Word;
use crate::lang::defs::Registry;
use crate::lang::eval::plan::{At, NewRef, Plan, PlannedOp, RegionRef, Say, Step, final_props};
use crate::lang::groups::{OPERAND_SEGMENTS, operand_group, passed_group, segments};
use crate::support::diag::{Diagnostic, Place, Severity};
use rustc_hash::FxHashMap;

/// Before and after the operation that the pass runs on is nothing that patterns may change.
const NO_PLACE: &str = "it puts something where there is no block";

/// What an application did beside changing the IR.
#[derive(Default)]
pub(super) struct Applied {
    /// Messages, in order, with the operation each is at.
    pub(super) said: Vec<(Option<OpId>, Diagnostic)>,
    /// How many operations were created.
    pub(super) created: usize,
    /// The operations that were created.
    pub(super) made: Vec<OpId>,
    /// Operations whose blocks have another end or other arguments than before.
    pub(super) left: Vec<OpId>,
    /// Nothing is other than before.
    pub(super) idle: bool,
}

/// Carries out plans on one body.
pub(super) struct Applier<'a, 'b> {
    pub(super) ctx: &'a Context,
    pub(super) reg: &'a Registry,
    pub(super) rw: Rewriter<'b>,
    /// The pattern's name, the tag of locations.
    pub(super) tag: AttrId,
    /// Locations of the operations that were matched, root first.
    pub(super) from: Vec<Loc>,
    /// Their location together, once it is needed.
    fused: Option<Loc>,
    made: Vec<OpId>,
    /// What was put after an operation last, so that several keep their order.
    after: FxHashMap<OpId, OpId>,
    /// What goes when everything else is done, since the order of statements does not matter: until then operations can
    /// be named, and things can be moved out of them.
    later: Vec<OpId>,
    /// Block arguments that go, likewise.
    arguments: Vec<ValueId>,
    /// See [`Applied::left`].
    left: Vec<OpId>,
    /// What the arguments of regions that were inlined have become: rewrites name them, but they go.
    inlined: FxHashMap<ValueId, ValueId>,
    /// Something is other than before.
    changed: bool,
    /// What operations are noted to be made by, if that is wanted.
    pub(super) made_by: Option<Origin>,
}

impl<'a, 'b> Applier<'a, 'b> {
    pub(super) fn new(
        ctx: &'a Context,
        reg: &'a Registry,
        rw: Rewriter<'b>,
        tag: AttrId,
        from: Vec<Loc>,
    ) -> Self {
        Applier {
            ctx,
            reg,
            rw,
            tag,
            from,
            fused: None,
            made: Vec::new(),
            after: FxHashMap::default(),
            later: Vec::new(),
            arguments: Vec::new(),
            left: Vec::new(),
            inlined: FxHashMap::default(),
            changed: false,
            made_by: None,
        }
    }

    fn value(&self, r: NewRef) -> Option<ValueId> {
        match r {
            NewRef::Old(v) => Some(self.inlined.get(&v).copied().unwrap_or(v)),
            NewRef::Result(o, n) => self.rw.body().result(*self.made.get(o as usize)?, n as usize),
            NewRef::Arg(o, r, n) => {
                let region = self.rw.body().region(*self.made.get(o as usize)?, r as usize)?;
                let entry = self.rw.body().entry(region)?;
                self.rw.body().args(entry).get(n as usize).copied()
            }
        }
    }

    fn values(&self, groups: &[Vec<NewRef>]) -> Vec<ValueId> {
        groups.iter().flatten().filter_map(|r| self.value(*r)).collect()
    }

    fn region(&self, r: RegionRef) -> Option<RegionId> {
        match r {
            RegionRef::Old(r) => Some(r),
            RegionRef::New(o, n) => self.rw.body().region(*self.made.get(o as usize)?, n as usize),
        }
    }

    /// The end of a block: before its terminator, if it has one.
    fn block_end(&self, block: BlockId) -> Point {
        let last = self.rw.body().last_op(block);
        let before = last.filter(|o| self.reg.flags(self.rw.body().name(*o)).terminator);
        Point { block, before }
    }

    /// Erases what has no more users, users first; the error says what has.
    fn erase_later(&mut self) -> Result<(), String> {
        let mut backwards = false;
        loop {
            let waiting = std::mem::take(&mut self.later);
            let before = waiting.len();
            for op in waiting {
                if !self.rw.body().is_live(op) {
                    continue;
                }
                let (last, parent) = (self.rw.body().next(op).is_none(), self.rw.body().parent(op));
                if self.rw.erase(op) {
                    self.left.extend(parent.filter(|_| last));
                } else {
                    self.later.push(op);
                }
            }
            let first = if backwards {
                self.later.last()
            } else {
                self.later.first()
            };
            match first {
                None => break,
                Some(op) if self.later.len() == before => return Err(self.still_used(*op)),
                Some(_) => {}
            }
            // Whichever way a long chain was listed, one of two rounds takes all of it.
            self.later.reverse();
            backwards = !backwards;
        }
        for v in std::mem::take(&mut self.arguments) {
            self.erase_arg(v)?;
        }
        Ok(())
    }

    /// Whether a place is inside an operation.
    fn inside(&self, op: OpId, at: Point) -> bool {
        let body = self.rw.body();
        body.encloses(op, body.region_owner(body.block_region(at.block)))
    }

    fn moves_into_itself(&self, op: OpId) -> String {
        format!(
            "it moves '{}' into itself",
            self.ctx.text(self.rw.body().name(op))
        )
    }

    fn move_op(&mut self, op: OpId, at: At) -> Result<(), String> {
        let Some(point) = self.point(at) else {
            return Err(NO_PLACE.to_string());
        };
        if self.inside(op, point) {
            return Err(self.moves_into_itself(op));
        }
        let place = |a: &Self| (a.rw.body().block_of(op), a.rw.body().next(op));
        let (before, parent) = (place(self), self.rw.body().parent(op));
        self.rw.move_op(op, point);
        if place(self) != before {
            self.changed = true;
            self.left.extend(parent.filter(|_| before.1.is_none()));
        }
        if let Some(o) = self.after_which(at) {
            self.after.insert(o, op);
        }
        Ok(())
    }

    fn move_blocks(&mut self, from: RegionId, into: RegionId) -> Result<(), String> {
        let body = self.rw.body();
        if body.entry(into).is_some() {
            return Err("it moves blocks into a region that is not empty".to_string());
        }
        let mut at = Some(body.region_owner(into));
        while let Some(op) = at {
            let around = body.block_of(op).map(|b| body.block_region(b));
            if around == Some(from) {
                return Err(self.moves_into_itself(body.region_owner(from)));
            }
            at = body.parent(op);
        }
        if body.entry(from).is_some() {
            self.changed = true;
            self.rw.move_blocks(from, into);
        }
        Ok(())
    }

    /// The operation after which a place is.
    fn after_which(&self, at: At) -> Option<OpId> {
        match at {
            At::After(op) => Some(op),
            At::AfterNew(n) => self.made.get(n as usize).copied(),
            _ => None,
        }
    }

    fn point(&mut self, at: At) -> Option<Point> {
        match at {
            At::Nowhere => None,
            At::Before(op) => self.rw.before(op),
            At::BeforeNew(n) => self.rw.before(*self.made.get(n as usize)?),
            At::After(_) | At::AfterNew(_) => {
                let op = self.after_which(at)?;
                self.rw.after(self.after.get(&op).copied().unwrap_or(op))
            }
            At::EndBlock(b) => Some(self.block_end(b)),
            At::End(r) => {
                let region = self.region(r)?;
                let block = match self.rw.body().last_block(region) {
                    Some(b) => b,
                    None => self.rw.create_block(region),
                };
                Some(self.block_end(block))
            }
        }
    }

    /// Carries out the steps in order; the error says what would have been left broken. None: it creates more than `most`
    /// operations.
    pub(super) fn run(&mut self, plan: &Plan, most: usize) -> Result<Applied, Option<String>> {
        let mut out = Applied::default();
        for step in &plan.steps {
            match step {
                Step::Create(n) => {
                    if let Some(o) = plan.op(*n) {
                        // A copy has everything in it, too.
                        let before = self.rw.body().op_count();
                        self.create(o)?;
                        self.changed = true;
                        out.created += self.rw.body().op_count() - before;
                        // The last one may pass the limit: the run ends then, and what it made can be looked at.
                        if out.created > most.saturating_mul(2).max(1 << 16) {
                            return Err(None);
                        }
                    }
                }
                Step::Update(n) => {
                    if let Some(u) = plan.updates.get(*n as usize) {
                        let operands = self.values(&u.groups);
                        let body = self.rw.body();
                        if !body.operands(u.op).eq(operands.iter().copied()) {
                            self.changed = true;
                            self.rw.set_operands(u.op, &operands);
                        }
                        let def = self.reg.op(self.rw.body().name(u.op)).map(|d| &self.reg.ops[d]);
                        let props = final_props(self.ctx, def, &u.groups, u.props.clone());
                        self.changed |= self.rw.body().props(u.op) != props;
                        self.rw.set_props(u.op, props);
                        // It stands for what was matched, too: a trigger for the DMA that joined its block.
                        let mut parts = vec![self.rw.body().loc(u.op)];
                        parts.extend(self.from.first().filter(|l| **l != self.rw.body().loc(u.op)));
                        let loc = self.ctx.fuse(self.tag, &parts);
                        self.rw.set_loc(u.op, loc);
                        self.made(u.op);
                    }
                }
                Step::Replace(op, with) => {
                    let results: Vec<ValueId> = self.rw.body().results(*op).collect();
                    for (r, w) in results.into_iter().zip(with) {
                        if let Some(v) = self.value(*w) {
                            self.rw.replace_uses(r, v);
                        }
                    }
                    self.changed = true;
                    self.later.push(*op);
                }
                Step::ReplaceValue(v, w) => {
                    if let Some(w) = self.value(*w) {
                        self.changed |= *v != w && !self.rw.body().is_unused(*v);
                        self.rw.replace_uses(*v, w);
                    }
                }
                Step::Erase(op) => {
                    self.changed = true;
                    self.later.push(*op);
                }
                Step::EraseArg(v) => {
                    self.changed = true;
                    self.arguments.push(*v);
                }
                Step::Move(op, at) => self.move_op(*op, *at)?,
                Step::MoveBlocks(from, into) => {
                    if let (Some(a), Some(b)) = (self.region(*from), self.region(*into)) {
                        self.move_blocks(a, b)?;
                    }
                }
                Step::Inline(region, args, at) => self.inline(*region, args, *at)?,
                Step::Rename(op, to) => self.rename(*op, *to),
                Step::Say(s) => out.said.push((s.at, self.say(s))),
            }
        }
        self.finish_regions(plan);
        self.erase_later()?;
        out.made = std::mem::take(&mut self.made);
        out.left = std::mem::take(&mut self.left);
        out.idle = !self.changed;
        Ok(out)
    }

    fn still_used(&self, op: OpId) -> String {
        let body = self.rw.body();
        let name = |o: OpId| self.ctx.text(body.name(o));
        let mut users = body
            .results(op)
            .flat_map(|r| body.uses(r))
            .map(|u| body.use_owner(u).0);
        match users.next() {
            Some(u) if u == op => format!("it erases '{}', which uses its own result", name(op)),
            Some(u) => format!("it erases '{}', which '{}' uses", name(op), name(u)),
            None => format!("it erases '{}', and something in it is used outside", name(op)),
        }
    }

    fn create(&mut self, o: &PlannedOp) -> Result<(), String> {
        let def = o.def.map(|d| &self.reg.ops[d]);
        let operands = self.values(&o.groups);
        let props = final_props(self.ctx, def, &o.groups, o.props.clone());
        let loc = match o.copy_of {
            Some(old) => {
                let mut from = self.from.clone();
                from.insert(0, self.rw.body().loc(old));
                self.ctx.fuse(self.tag, &from)
            }
            None => *self
                .fused
                .get_or_insert_with(|| self.ctx.fuse(self.tag, &self.from)),
        };
        let Some(at) = self.point(o.at) else {
            return Err(NO_PLACE.to_string());
        };
        let op = match o.copy_of {
            Some(old) if self.rw.body().region_count(old) > 0 => {
                let op = self.rw.clone_tree(old, props, at);
                self.rw.set_operands(op, &operands);
                self.rw.set_loc(op, loc);
                op
            }
            _ => self.rw.create(
                at,
                NewOp {
                    name: o.name,
                    loc,
                    props,
                    attrs: o.attrs,
                    operands: &operands,
                    results: &o.types,
                    successors: &o.successors,
                    regions: o.regions.len(),
                },
            ),
        };
        if self.made_by.is_some() && o.copy_of.is_some() {
            let inside: Vec<OpId> = self.rw.body().walk_iter(op).collect();
            inside.into_iter().for_each(|i| self.made(i));
        } else {
            self.made(op);
        }
        if let Some(a) = self.after_which(o.at) {
            self.after.insert(a, op);
        }
        for (n, args) in o.regions.iter().enumerate() {
            if !args.is_empty()
                && let Some(r) = self.rw.body().region(op, n)
            {
                let b = self.rw.create_block(r);
                for t in args {
                    self.rw.add_arg(b, *t);
                }
            }
        }
        self.made.push(op);
        Ok(())
    }

    /// Notes that the pattern made an operation, or changed it; what is new is made from what was matched.
    fn made(&mut self, op: OpId) {
        let Some(o) = self.made_by else { return };
        let own = self.rw.body().origin(op);
        let before = if own.is_some() { own } else { o.before };
        let chain = self.ctx.origin(Origin { before, ..o });
        self.rw.set_origin(op, chain);
    }

    /// Terminators that a dialect declares and a pattern left out.
    fn finish_regions(&mut self, plan: &Plan) {
        for (o, op) in plan.ops.iter().zip(self.made.clone()) {
            let Some(def) = o.def.map(|d| &self.reg.ops[d]) else {
                continue;
            };
            if o.copy_of.is_some() || !self.rw.body().is_live(op) {
                continue;
            }
            for (n, r) in def.regions.iter().enumerate() {
                let Some(Some(end)) = r.ends else { continue };
                let end = &self.reg.ops[end];
                let plain = end
                    .operands
                    .iter()
                    .all(|o| o.arity != crate::lang::defs::Arity::One)
                    && end.attributes.iter().all(|a| a.optional || a.default.is_some());
                let block = self
                    .rw
                    .body()
                    .region(op, n)
                    .and_then(|r| self.rw.body().last_block(r));
                let Some(block) = block.filter(|_| plain) else {
                    continue;
                };
                let ended = self
                    .rw
                    .body()
                    .last_op(block)
                    .is_some_and(|l| self.reg.flags(self.rw.body().name(l)).terminator);
                if !ended {
                    let (none, loc) = (self.ctx.known.empty_dict, self.rw.body().loc(op));
                    let new = NewOp {
                        name: end.id,
                        loc,
                        props: none,
                        attrs: none,
                        operands: &[],
                        results: &[],
                        successors: &[],
                        regions: 0,
                    };
                    self.rw.create(Point { block, before: None }, new);
                }
            }
        }
    }

    fn erase_arg(&mut self, v: ValueId) -> Result<(), String> {
        let Def::Arg(block, n) = self.rw.body().def(v) else {
            return Ok(());
        };
        self.drop_passed(v, block, n as usize)?;
        if !self.rw.remove_arg(block, n as usize) {
            let body = self.rw.body();
            let user = body.uses(v).next().map(|u| body.name(body.use_owner(u).0));
            let user = user.map_or("an operation", |n| self.ctx.text(n));
            return Err(format!("it erases an argument of a block, which '{user}' uses"));
        }
        let body = self.rw.body();
        let region = body.block_region(block);
        self.left.push(body.region_owner(region));
        let ends = body.blocks(region).filter_map(|b| body.last_op(b));
        self.left
            .extend(ends.filter(|o| body.successors(*o).any(|s| s == block)));
        Ok(())
    }

    /// Takes away the operand that each predecessor passes for a block argument, unless something else uses the argument.
    fn drop_passed(&mut self, v: ValueId, block: BlockId, n: usize) -> Result<(), String> {
        let body = self.rw.body();
        let ends = body
            .blocks(body.block_region(block))
            .filter_map(|b| body.last_op(b));
        let branches: Vec<OpId> = ends.filter(|o| body.successors(*o).any(|s| s == block)).collect();
        if body.uses(v).any(|u| !branches.contains(&body.use_owner(u).0)) {
            return Ok(());
        }
        for br in branches {
            if self.drop_passed_by(br, block, n).is_none() {
                let name = self.ctx.text(self.rw.body().name(br));
                return Err(format!(
                    "it erases a block argument, and '{name}' does not say what it passes for it"
                ));
            }
        }
        Ok(())
    }

    fn drop_passed_by(&mut self, br: OpId, block: BlockId, n: usize) -> Option<()> {
        let body = self.rw.body();
        let def = &self.reg.ops[self.reg.op(body.name(br))?];
        let mut groups: Vec<Vec<ValueId>> = Vec::new();
        for g in 0..def.operands.len() {
            let range = operand_group(self.ctx, def, body, br, g)?;
            groups.push(range.filter_map(|k| body.operand(br, k)).collect());
        }
        for (k, _) in body.successors(br).enumerate().filter(|s| s.1 == block) {
            let values = groups.get_mut(passed_group(def, k)?)?;
            if n >= values.len() {
                return None;
            }
            values.remove(n);
        }
        let all: Vec<ValueId> = groups.iter().flatten().copied().collect();
        let mut props = body.props(br);
        if def.needs_operand_segments() {
            let sizes: Vec<usize> = groups.iter().map(Vec::len).collect();
            let key = self.ctx.str(OPERAND_SEGMENTS);
            props = self.ctx.with_entry(props, key, Some(segments(self.ctx, &sizes)));
        }
        self.rw.set_operands(br, &all);
        self.rw.set_props(br, props);
        Some(())
    }

    fn inline(&mut self, region: RegionId, args: &[NewRef], at: At) -> Result<(), String> {
        let body = self.rw.body();
        let Some(block) = body.entry(region) else {
            return Ok(());
        };
        let old = body.args(block).to_vec();
        let ops: Vec<OpId> = body.ops(block).collect();
        let values: Vec<ValueId> = args.iter().filter_map(|a| self.value(*a)).collect();
        let Some(point) = self.point(at) else {
            return Err(NO_PLACE.to_string());
        };
        if let Some(op) = ops.iter().find(|o| self.inside(**o, point)) {
            return Err(self.moves_into_itself(*op));
        }
        for (a, v) in old.into_iter().zip(values) {
            self.changed |= a != v && !self.rw.body().is_unused(a);
            self.rw.replace_uses(a, v);
            self.inlined.insert(a, v);
        }
        self.changed |= !ops.is_empty();
        self.left.push(self.rw.body().region_owner(region));
        // A terminator without operands has no meaning at the new place.
        if let Some(last) = ops.last().copied()
            && self.reg.flags(self.rw.body().name(last)).terminator
            && self.rw.body().operand_count(last) == 0
        {
            self.later.push(last);
        }
        self.rw.inline_block(block, point);
        Ok(())
    }

    fn rename(&mut self, op: OpId, to: StrId) {
        let ctx = self.ctx;
        let Some(old) = crate::ir::symbols::symbol_name(ctx, self.rw.body(), op) else {
            return;
        };
        self.changed |= old != to;
        let props = ctx.with_entry(
            self.rw.body().props(op),
            ctx.known.sym_name,
            Some(ctx.string_of(to)),
        );
        self.rw.set_props(op, props);
        let Some(table) = self.rw.body().parent(op) else {
            return;
        };
        let inside: Vec<OpId> = self.rw.body().walk_iter(table).collect();
        for o in inside {
            let props = renamed(ctx, self.rw.body().props(o), old, to, 0);
            self.rw.set_props(o, props);
            let attrs = renamed(ctx, self.rw.body().attrs(o), old, to, 0);
            self.rw.set_attrs(o, attrs);
        }
    }

    fn say(&self, s: &Say) -> Diagnostic {
        let place = |op: Option<OpId>| op.map_or(Place::Unknown, |o| self.ctx.place(self.rw.body().loc(o)));
        let severity = match s.severity {
            Word::Error => Severity::Error,
            Word::Warning => Severity::Warning,
            Word::Remark => Severity::Remark,
        };
        let mut d = Diagnostic::new(severity, place(s.at), s.message.clone());
        for (op, text) in &s.notes {
            d = d.note(place(*op), text.clone());
        }
        d
    }
}

/// An attribute with references to symbol `old` turned to `new`.
fn renamed(ctx: &Context, a: AttrId, old: StrId, new: StrId, depth: u32) -> AttrId {
    if depth > 200 {
        return a;
    }
    match ctx.attr_data(a) {
        AttrData::Symbol { root, nested } if *root == old => ctx.attr(AttrData::Symbol {
            root: new,
            nested: nested.clone(),
        }),
        AttrData::Array(items) => {
            let out: Vec<AttrId> = items
                .iter()
                .map(|i| renamed(ctx, *i, old, new, depth + 1))
                .collect();
            ctx.array(out)
        }
        AttrData::Dict(items) => {
            let out = items
                .iter()
                .map(|(k, v)| (*k, renamed(ctx, *v, old, new, depth + 1)))
                .collect();
            ctx.dict(out)
        }
        _ => a,
    }
}
