//! The verifier. Linear in the IR. It checks, for everything inside an operation:
//!
//! * structure: blocks of operations that need one end in a terminator, terminators stand last, successors are blocks
//!   of the same region and not its entry, regions without an order have one block;
//! * dominance: every operand is defined where it is used;
//! * isolation: regions of isolated operations use nothing from outside;
//! * symbols: names of a symbol table are unique; references resolve where a dialect says what they name;
//! * each operation's own definition, by [`Ops::verify`].

use super::body::{BlockId, Body, OpId, RegionId};
use super::context::{AttrId, Context, StrId};
use super::dominance::Dominance;
use super::symbols;
use crate::support::diag::{Diagnostic, Sink};
use rustc_hash::FxHashMap;

/// Facts of an operation's name that the IR itself needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Flags {
    /// The name is of a loaded dialect.
    pub registered: bool,
    /// Ends a block.
    pub terminator: bool,
    /// Uses nothing from outside its regions.
    pub isolated: bool,
    /// Holds symbols.
    pub symbol_table: bool,
    /// Has a name in the table around it.
    pub symbol: bool,
    /// Blocks of its regions need no terminator.
    pub no_terminator: bool,
    /// Operations of its regions have no order.
    pub graph_region: bool,
    /// May be erased when unused.
    pub pure_op: bool,
    /// Gives a constant.
    pub constant_like: bool,
    /// Its operands can change places.
    pub commutative: bool,
    /// Has a symbol name, a function type and a body, and the syntax of functions.
    pub function: bool,
}

/// What the IR asks of the loaded dialects.
pub trait Ops {
    /// Facts of a name.
    fn flags(&self, name: StrId) -> Flags;
    /// Checks an operation against its definition. `tables` resolves symbol references.
    fn verify(&self, body: &Body, op: OpId, tables: &mut Tables<'_>, sink: &mut Sink);
}

/// Symbol tables of one body, each made when first asked for.
pub struct Tables<'a> {
    ctx: &'a Context,
    body: &'a Body,
    ops: &'a dyn Ops,
    made: FxHashMap<OpId, symbols::Symbols>,
    unique: FxHashMap<(Option<OpId>, StrId, AttrId), OpId>,
    local: bool,
}

impl<'a> Tables<'a> {
    /// The tables of `body`.
    pub fn new(ctx: &'a Context, body: &'a Body, ops: &'a dyn Ops) -> Self {
        Tables {
            ctx,
            body,
            ops,
            made: FxHashMap::default(),
            unique: FxHashMap::default(),
            local: false,
        }
    }
    /// Whether only what an operation says of itself is checked, and nothing is looked up.
    pub fn is_local(&self) -> bool {
        self.local
    }
    /// The symbol `name` directly inside `table`.
    pub fn inside(&mut self, table: OpId, name: StrId) -> Option<OpId> {
        let made = self
            .made
            .entry(table)
            .or_insert_with(|| symbols::symbols_of(self.ctx, self.body, table));
        made.get(&name).copied()
    }
    /// The operation that was asked about first with this value of an attribute, in the nearest symbol table around
    /// `op`; `op` itself if it is the first.
    pub fn first_with(&mut self, op: OpId, attr: StrId, value: AttrId) -> OpId {
        let table = self
            .body
            .ancestors(op)
            .find(|a| *a != op && self.ops.flags(self.body.name(*a)).symbol_table);
        *self.unique.entry((table, attr, value)).or_insert(op)
    }
    /// The operation that a name means as seen from `from`: in the nearest symbol table around it that has the name.
    pub fn resolve(&mut self, from: OpId, name: StrId) -> Option<OpId> {
        let mut at = Some(from);
        while let Some(op) = at {
            if self.ops.flags(self.body.name(op)).symbol_table
                && let Some(found) = self.inside(op, name)
            {
                return Some(found);
            }
            at = self.body.parent(op);
        }
        None
    }
}

/// Checks `root` and everything in it; all faults are reported.
pub fn verify(ctx: &Context, ops: &dyn Ops, body: &Body, root: OpId, sink: &mut Sink) {
    let mut v = Verifier {
        ctx,
        ops,
        body,
        dominance: Dominance::default(),
        tables: Tables::new(ctx, body, ops),
        isolated: Vec::new(),
    };
    let mut at = Some(root);
    while let Some(op) = at {
        v.op(root, op, sink);
        at = body.next_in_walk(root, op);
    }
}

/// Checks operations one by one, as a rewrite left them: their operands, their place, the ends of the blocks around and
/// inside, and their definitions, all but what needs a symbol table.
pub fn verify_local(ctx: &Context, ops: &dyn Ops, body: &Body, root: OpId, list: &[OpId], sink: &mut Sink) {
    let mut v = Verifier {
        ctx,
        ops,
        body,
        dominance: Dominance::default(),
        tables: Tables {
            local: true,
            ..Tables::new(ctx, body, ops)
        },
        isolated: Vec::new(),
    };
    for &op in list {
        let flags = ops.flags(body.name(op));
        v.isolated.clear();
        let mut around = body.ancestors(op).skip(1);
        v.isolated
            .extend(around.find(|o| ops.flags(body.name(*o)).isolated));
        if op != root {
            v.operands(op, sink);
            v.position(op, flags, sink);
            v.neighbour(op, flags, sink);
        }
        for (n, r) in body.regions(op).enumerate() {
            v.region(op, flags, n, r, sink);
        }
        if flags.registered {
            ops.verify(body, op, &mut v.tables, sink);
        }
    }
}

struct Verifier<'a> {
    ctx: &'a Context,
    ops: &'a dyn Ops,
    body: &'a Body,
    dominance: Dominance,
    tables: Tables<'a>,
    isolated: Vec<OpId>,
}

impl Verifier<'_> {
    fn error(&self, op: OpId, message: String) -> Diagnostic {
        let name = self.ctx.text(self.body.name(op));
        Diagnostic::error(
            self.ctx.place(self.body.loc(op)),
            format!("'{name}' op {message}"),
        )
    }

    fn op(&mut self, root: OpId, op: OpId, sink: &mut Sink) {
        let body = self.body;
        let flags = self.ops.flags(body.name(op));
        while self.isolated.last().is_some_and(|&i| !body.encloses(i, op)) {
            self.isolated.pop();
        }
        if op != root {
            self.operands(op, sink);
        }
        if flags.isolated {
            self.isolated.push(op);
        }
        self.position(op, flags, sink);
        if flags.symbol_table {
            self.symbol_table(op, sink);
        }
        for (n, r) in body.regions(op).enumerate() {
            self.region(op, flags, n, r, sink);
        }
        if flags.registered {
            self.ops.verify(body, op, &mut self.tables, sink);
        }
    }

    fn operands(&mut self, op: OpId, sink: &mut Sink) {
        let body = self.body;
        let ops = self.ops;
        let graph = |r: RegionId| ops.flags(body.name(body.region_owner(r))).graph_region;
        for (n, value) in body.operands(op).enumerate() {
            // Within one block nearly every use follows its definition; the tree is asked only otherwise.
            let same = body.block_of(op);
            let quick = match body.def_op(value) {
                Some(def) => body.block_of(def) == same && same.is_some() && body.is_before_in_block(def, op),
                None => body.def_block(value) == same && same.is_some(),
            };
            if quick {
                continue;
            }
            if let Some(&isolated) = self.isolated.last() {
                let inside = body
                    .def_block(value)
                    .is_some_and(|b| body.encloses(isolated, body.region_owner(body.block_region(b))));
                if !inside {
                    let d = self.error(op, "using value defined outside the region".to_string());
                    let at = self.ctx.place(body.loc(isolated));
                    sink.push(d.note(at, "required by region isolation constraints"));
                    continue;
                }
            }
            if !self.dominance.value_reaches(body, value, op, &graph) {
                let d = self.error(op, format!("operand #{n} does not dominate this use"));
                let d = match body.def_op(value) {
                    Some(def) if def == op => d.note(
                        self.ctx.place(body.loc(def)),
                        "operand defined here (op in the same block)",
                    ),
                    Some(def) => d.note(self.ctx.place(body.loc(def)), "operand defined here"),
                    None => d,
                };
                sink.push(d);
            }
        }
    }

    fn position(&mut self, op: OpId, flags: Flags, sink: &mut Sink) {
        let body = self.body;
        if flags.terminator && body.next(op).is_some() {
            sink.push(self.error(op, "must be the last operation in the parent block".to_string()));
        }
        if body.successor_count(op) > 0 {
            if body.next(op).is_some() {
                let d = self.error(op, "with successors must terminate its parent block".to_string());
                sink.push(d);
            }
            let region = body.block_of(op).map(|b| body.block_region(b));
            for s in body.successors(op) {
                let inside = region.is_some_and(|r| body.block_region(s) == r);
                if !inside {
                    let d = self.error(op, "reference to block defined in another region".to_string());
                    sink.push(d);
                } else if region.and_then(|r| body.entry(r)) == Some(s) {
                    let text = "entry block of region may not have predecessors".to_string();
                    sink.push(self.error(op, text));
                }
            }
        }
    }

    /// What stands before an operation does not end its block.
    fn neighbour(&mut self, op: OpId, flags: Flags, sink: &mut Sink) {
        let body = self.body;
        if let Some(before) = body.prev(op) {
            self.position(before, self.ops.flags(body.name(before)), sink);
        }
        if body.next(op).is_none()
            && !flags.terminator
            && let (Some(owner), Some(block)) = (body.parent(op), body.block_of(op))
        {
            let around = self.ops.flags(body.name(owner));
            if !around.no_terminator {
                let several = body.blocks(body.block_region(block)).nth(1).is_some();
                self.block_end(owner, around, block, several, sink);
            }
        }
    }

    fn region(&mut self, op: OpId, flags: Flags, n: usize, region: RegionId, sink: &mut Sink) {
        let body = self.body;
        let mut blocks = body.blocks(region);
        let (Some(first), second) = (blocks.next(), blocks.next()) else {
            return;
        };
        if flags.no_terminator && flags.registered {
            if second.is_some() {
                sink.push(self.error(op, format!("expects region #{n} to have 0 or 1 blocks")));
            }
            return;
        }
        for b in std::iter::once(first).chain(second).chain(blocks) {
            self.block_end(op, flags, b, second.is_some(), sink);
        }
    }

    fn block_end(&mut self, op: OpId, flags: Flags, block: BlockId, several: bool, sink: &mut Sink) {
        let body = self.body;
        // As in MLIR: an unregistered operation may hold blocks without terminators, a lone block of it anything.
        match body.last_op(block) {
            None if flags.registered || several => {
                sink.push(self.error(op, "empty block: expect at least a terminator".to_string()));
            }
            Some(last) => {
                let end = self.ops.flags(body.name(last));
                let maybe = end.terminator || !end.registered;
                if !maybe && (flags.registered || several) {
                    let d = self.error(last, "block with no terminator".to_string());
                    sink.push(d);
                }
            }
            None => {}
        }
    }

    fn symbol_table(&mut self, table: OpId, sink: &mut Sink) {
        let body = self.body;
        let mut seen: FxHashMap<StrId, OpId> = FxHashMap::default();
        for op in body
            .regions(table)
            .flat_map(|r| body.blocks(r))
            .flat_map(|b| body.ops(b))
        {
            let Some(name) = symbols::symbol_name(self.ctx, body, op) else {
                continue;
            };
            match seen.get(&name) {
                Some(&first) => {
                    let text = format!("redefinition of symbol named '{}'", self.ctx.text(name));
                    let at = self.ctx.place(body.loc(first));
                    let place = self.ctx.place(body.loc(op));
                    sink.push(Diagnostic::error(place, text).note(at, "see existing symbol definition here"));
                }
                None => {
                    seen.insert(name, op);
                }
            }
        }
    }
}
