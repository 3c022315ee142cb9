//! Symbol tables while IR changes: lookups in constant time, and names that are not in use.

use crate::ir::rewriter::Event;
use crate::ir::symbols::{Symbols, symbol_name, symbols_of};
use crate::ir::{AttrData, AttrId, Body, Context, OpId, StrId};
use crate::lang::defs::{Map, Registry};
use rustc_hash::{FxHashMap, FxHashSet};

/// The symbol tables of a body, each made when first asked for and kept up to date by [`Tables::event`].
#[derive(Default)]
pub struct Tables {
    symbols: FxHashMap<OpId, Symbols>,
    /// Names of operations with unique names, by table.
    unique: FxHashMap<OpId, FxHashMap<StrId, u32>>,
    /// The table and the name under which an operation is counted there.
    counted: FxHashMap<OpId, (OpId, StrId)>,
    /// Operations whose attributes name a symbol, by the root of the name; made when first asked for.
    users: Option<FxHashMap<StrId, Vec<OpId>>>,
    /// Next number to try, by table and base.
    next: FxHashMap<(OpId, StrId), u32>,
}

/// Names given by an application that is not committed yet.
#[derive(Default)]
pub struct Given {
    names: FxHashSet<(OpId, StrId)>,
    counters: Map<(OpId, StrId), u32>,
}

impl Given {
    pub(super) fn clear(&mut self) {
        self.names.clear();
        self.counters.clear();
    }
}

/// The unique name of an operation, if its dialect gives it one.
fn unique_name(ctx: &Context, reg: &Registry, body: &Body, op: OpId) -> Option<StrId> {
    let def = &reg.ops[reg.op(body.name(op))?];
    let field = def.traits.iter().find_map(|t| match t {
        crate::lang::defs::TraitDef::UniqueName(f) => Some(*f),
        _ => None,
    })?;
    ctx.string_value(ctx.entry(body.props(op), field)?)
}

/// The nearest symbol table around an operation, the operation itself if it is one.
pub fn table_of(reg: &Registry, body: &Body, op: OpId) -> OpId {
    body.ancestors(op)
        .find(|o| reg.flags(body.name(*o)).symbol_table)
        .unwrap_or(body.root())
}

/// Puts an operation into the lists of the symbols that its attributes name.
fn note_uses(ctx: &Context, body: &Body, op: OpId, users: &mut FxHashMap<StrId, Vec<OpId>>) {
    for dict in [body.props(op), body.attrs(op)] {
        each_symbol(ctx, dict, &mut |name| users.entry(name).or_default().push(op));
    }
}

fn names(ctx: &Context, body: &Body, op: OpId, name: StrId) -> bool {
    let mut found = false;
    for dict in [body.props(op), body.attrs(op)] {
        each_symbol(ctx, dict, &mut |n| found |= n == name);
    }
    found
}

/// The roots of the symbols in an attribute. Recursion follows attributes, whose nesting is bounded when they are read.
fn each_symbol(ctx: &Context, a: AttrId, f: &mut dyn FnMut(StrId)) {
    match ctx.attr_data(a) {
        AttrData::Symbol { root, .. } => f(*root),
        AttrData::Array(items) => items.iter().for_each(|i| each_symbol(ctx, *i, f)),
        AttrData::Dict(items) => items.iter().for_each(|(_, i)| each_symbol(ctx, *i, f)),
        _ => {}
    }
}

impl Tables {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.symbols.clear();
        self.unique.clear();
        self.counted.clear();
        self.users = None;
        self.next.clear();
    }

    /// Forgets what was read from the IR, which is about to be as it was; the counters of names go on.
    pub fn forget(&mut self) {
        self.symbols.clear();
        self.unique.clear();
        self.counted.clear();
        self.users = None;
    }

    /// The symbol of a name directly in a table.
    pub fn lookup(&mut self, ctx: &Context, body: &Body, table: OpId, name: StrId) -> Option<OpId> {
        let symbols = self
            .symbols
            .entry(table)
            .or_insert_with(|| symbols_of(ctx, body, table));
        // What was renamed or moved away is still known by its old name.
        let here = |op: &OpId| {
            body.is_live(*op) && body.parent(*op) == Some(table) && symbol_name(ctx, body, *op) == Some(name)
        };
        symbols.get(&name).copied().filter(here)
    }

    fn unique(
        &mut self,
        ctx: &Context,
        reg: &Registry,
        body: &Body,
        table: OpId,
    ) -> &mut FxHashMap<StrId, u32> {
        let counted = &mut self.counted;
        self.unique.entry(table).or_insert_with(|| {
            let mut names: FxHashMap<StrId, u32> = FxHashMap::default();
            body.walk(table, |op| {
                if let Some(n) = unique_name(ctx, reg, body, op)
                    && table_of(reg, body, op) == table
                {
                    *names.entry(n).or_default() += 1;
                    counted.insert(op, (table, n));
                }
            });
            names
        })
    }

    fn taken(
        &mut self,
        ctx: &Context,
        reg: &Registry,
        body: &Body,
        given: &Given,
        table: OpId,
        name: StrId,
    ) -> bool {
        self.lookup(ctx, body, table, name).is_some()
            || self
                .unique(ctx, reg, body, table)
                .get(&name)
                .is_some_and(|n| *n > 0)
            || given.names.contains(&(table, name))
    }

    /// `base`, else `base_0`, `base_1`, ...: the first not in use; with `always` the number is never left out.
    #[allow(clippy::too_many_arguments)] // what a name depends on
    pub(super) fn fresh(
        &mut self,
        ctx: &Context,
        reg: &Registry,
        body: &Body,
        given: &mut Given,
        table: OpId,
        base: StrId,
        always: bool,
    ) -> StrId {
        if !always && !self.taken(ctx, reg, body, given, table, base) {
            given.names.insert((table, base));
            return base;
        }
        let key = (table, base);
        let counted = given.counters.get(&key).or(self.next.get(&key));
        let mut n = counted.copied().unwrap_or(0);
        let text = ctx.text(base).to_string();
        loop {
            let name = ctx.str(&format!("{text}_{n}"));
            n += 1;
            if !self.taken(ctx, reg, body, given, table, name) {
                given.names.insert((table, name));
                given.counters.insert(key, n);
                return name;
            }
        }
    }

    /// Operations that name the symbol `op` in their attributes, inside the table that holds it, in program order.
    pub(super) fn uses(&mut self, ctx: &Context, reg: &Registry, body: &Body, op: OpId, out: &mut Vec<OpId>) {
        let (Some(name), Some(parent)) = (symbol_name(ctx, body, op), body.parent(op)) else {
            return;
        };
        let table = table_of(reg, body, parent);
        let users = self.users.get_or_insert_with(|| {
            let mut users = FxHashMap::default();
            body.walk(body.root(), |o| note_uses(ctx, body, o, &mut users));
            users
        });
        let Some(known) = users.get_mut(&name) else { return };
        // Entries are only added while the IR changes; what went or changed is left out here.
        known.retain(|o| body.is_live(*o) && names(ctx, body, *o, name));
        known.sort_unstable();
        known.dedup();
        out.extend(known.iter().copied().filter(|o| {
            // A name is looked up from the nearest table outwards: an inner table may have the name, too.
            let mut at = body.parent(*o);
            while let Some(p) = at {
                if reg.flags(body.name(p)).symbol_table {
                    if p == table {
                        return true;
                    }
                    let inner = self.symbols.entry(p).or_insert_with(|| symbols_of(ctx, body, p));
                    if inner.contains_key(&name) {
                        return false;
                    }
                }
                at = body.parent(p);
            }
            false
        }));
        out.sort_unstable_by(|a, b| match (a == b, body.precedes(*a, *b)) {
            (true, _) => std::cmp::Ordering::Equal,
            (_, true) => std::cmp::Ordering::Less,
            _ => std::cmp::Ordering::Greater,
        });
    }

    /// The application that gave these names is committed.
    pub fn commit(&mut self, given: &Given) {
        self.next.extend(given.counters.iter().map(|(k, n)| (*k, *n)));
    }

    /// Follows a change of the IR.
    pub fn event(&mut self, ctx: &Context, reg: &Registry, body: &Body, event: Event) {
        if let (Event::Inserted(op) | Event::Modified(op), Some(users)) = (event, self.users.as_mut()) {
            note_uses(ctx, body, op, users);
        }
        match event {
            Event::Inserted(op) => self.add(ctx, reg, body, op),
            Event::Erasing(op) => {
                self.symbols.remove(&op);
                self.unique.remove(&op);
                if let (Some(name), Some(parent)) = (symbol_name(ctx, body, op), body.parent(op))
                    && let Some(s) = self.symbols.get_mut(&parent)
                    && s.get(&name) == Some(&op)
                {
                    s.swap_remove(&name);
                }
                self.count(op, None);
            }
            Event::Modified(op) | Event::Moved(op) => {
                // A new name, or a place in another table.
                if symbol_name(ctx, body, op).is_some()
                    && let Some(parent) = body.parent(op)
                {
                    self.add_symbol(ctx, body, op, parent);
                }
                self.recount(ctx, reg, body, op);
            }
            Event::Replaced(..) => {}
        }
    }

    fn add_symbol(&mut self, ctx: &Context, body: &Body, op: OpId, parent: OpId) {
        if let (Some(name), Some(s)) = (symbol_name(ctx, body, op), self.symbols.get_mut(&parent)) {
            // The first of equal names counts; the operation it replaces may be about to go.
            s.insert(name, op);
        }
    }

    fn add(&mut self, ctx: &Context, reg: &Registry, body: &Body, op: OpId) {
        if let Some(parent) = body.parent(op) {
            self.add_symbol(ctx, body, op, parent);
        }
        self.recount(ctx, reg, body, op);
    }

    /// Counts the unique name of an operation where it is now.
    fn recount(&mut self, ctx: &Context, reg: &Registry, body: &Body, op: OpId) {
        if self.unique.is_empty() {
            return;
        }
        let now = unique_name(ctx, reg, body, op).map(|n| (table_of(reg, body, op), n));
        self.count(op, now);
    }

    fn count(&mut self, op: OpId, now: Option<(OpId, StrId)>) {
        let now = now.filter(|(table, _)| self.unique.contains_key(table));
        let before = match now {
            Some(place) => self.counted.insert(op, place),
            None => self.counted.remove(&op),
        };
        if before == now {
            return;
        }
        if let Some((table, name)) = before
            && let Some(n) = self.unique.get_mut(&table).and_then(|u| u.get_mut(&name))
        {
            *n = n.saturating_sub(1);
        }
        if let Some((table, name)) = now
            && let Some(u) = self.unique.get_mut(&table)
        {
            *u.entry(name).or_default() += 1;
        }
    }
}
