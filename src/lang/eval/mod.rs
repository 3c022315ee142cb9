//! Runs the checked form: matches, evaluates, and plans what a rewrite changes. The IR is only read.
//!
//! Every failure is a refusal with a reason, never an error of the tool. Lists live in an arena that keeps its memory
//! from one attempt to the next, so that a failed match allocates nothing once the arena has grown.

mod access;
mod affine;
pub mod bodies;
pub(in crate::lang) mod builtins;
mod data;
mod divide;
pub mod explain;
mod exprs;
mod facts;
pub mod forms;
pub mod infer;
pub mod log;
pub mod names;
mod open;
pub mod parts;
mod pats;
pub mod plan;
mod plan_check;
mod regions;
pub mod rules;
mod stmts;

use super::ast;
use super::defs::{EnumId, Registry, StructId, TargetDef};
use super::hir::{self, Const, Slot};
use crate::ir::{AttrId, BlockId, Body, Context, OpId, RegionId, StrId, TypeId, ValueId};
use crate::support::source::Span;
use names::Tables;
use plan::Plan;
use rustc_hash::FxHashMap;
use std::cell::RefCell;

pub use affine::LinId;
pub use bodies::fold;
pub use builtins::transfers::Moved;
pub(in crate::lang) use builtins::transfers::form_type;
pub use pats::fits;

/// A list in the arena.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ListRef {
    start: u32,
    len: u32,
}

/// A value of the language. Options are the value itself or [`Val::None`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Val {
    /// `none`.
    None,
    /// An integer.
    Int(i64),
    /// A truth value.
    Bool(bool),
    /// A string.
    Str(StrId),
    /// A float.
    Float(f64),
    /// A case of an enum.
    Enum(EnumId, u16),
    /// An attribute.
    Attr(AttrId),
    /// An IR type.
    Type(TypeId),
    /// A value of the IR.
    Value(ValueId),
    /// An operation.
    Op(OpId),
    /// A block.
    Block(BlockId),
    /// A region.
    Region(RegionId),
    /// A symbol, as its attribute.
    Symbol(AttrId),
    /// An affine expression in linear normal form.
    Affine(LinId),
    /// A list.
    List(ListRef),
    /// The integers `a .. b`.
    Range(i64, i64),
    /// A tuple.
    Tuple(ListRef),
    /// A struct by its fields.
    Struct(StructId, ListRef),
    /// An operation that this application creates.
    NewOp(u32),
    /// A result of one: operation, number.
    NewResult(u32, u32),
    /// An argument of a region of one: operation, region, number.
    NewArg(u32, u16, u16),
    /// A region of one.
    NewRegion(u32, u16),
}

/// Why something was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// A condition is false.
    False,
    /// The pattern does not fit.
    Shape,
    /// An optional is absent.
    Absent,
    /// Arithmetic left 64 bits.
    Overflow,
    /// Division by a number that is not positive.
    Divisor,
    /// An index or argument is out of range.
    Range,
    /// A number is needed, but this depends on run time.
    NotConstant,
    /// `fail`, with its text.
    Said,
    /// The boundaries of two accesses do not nest.
    Ragged,
    /// Too many steps.
    Fuel,
    /// Too many elements in lists.
    Room,
    /// The IR does not have the shape that its dialect declares.
    Broken,
    /// A rewrite would break the IR.
    Illegal,
}

impl Why {
    /// As an explanation says it.
    pub fn word(self) -> &'static str {
        match self {
            Why::False => "the condition is false",
            Why::Shape => "the pattern does not fit",
            Why::Absent => "an optional is absent",
            Why::Overflow => "arithmetic leaves 64 bits",
            Why::Divisor => "division by a number that is not positive",
            Why::Range => "an argument is out of range",
            Why::NotConstant => "a number is needed, but this is known at run time only",
            Why::Said => "refused",
            Why::Ragged => "the boundaries of the two sides do not nest",
            Why::Fuel => "the evaluation takes too many steps (limit 'eval_steps')",
            Why::Room => "lists have more than 4194304 elements together",
            Why::Broken => "an operation does not fit its definition",
            Why::Illegal => "the rewrite would leave invalid IR",
        }
    }
}

/// A refusal and where in the text it happened.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fail {
    /// What was being evaluated.
    pub span: Span,
    /// Why.
    pub why: Why,
}

/// The result of evaluating.
pub type Eval<T> = Result<T, Fail>;

/// Memory of evaluations, kept from one to the next.
#[derive(Default)]
pub struct Scratch {
    vals: Vec<Val>,
    /// Elements of lists that are being built.
    aside: Vec<Val>,
    regs: Vec<Val>,
    lins: affine::Store,
    /// Operations that node patterns matched, root first.
    pub matched: Vec<OpId>,
    /// What a rewrite is going to do.
    pub plan: Plan,
    /// What the last refusal said, when explanations are wanted.
    pub said: String,
    /// Names given by the application at hand.
    pub given: names::Given,
    /// What rewrites do, when a trace wants to know.
    pub log: Option<Vec<log::Entry>>,
    /// How often each alternative, arm and branch was taken, when that is counted.
    pub taken: Option<FxHashMap<Span, u64>>,
    /// How far the match at hand has got, when that is to be explained.
    attempt: explain::Attempt,
    steps: u64,
    /// How much text and how many elements of lists were built since the scratch is there.
    pub built: u64,
    /// Memory of built-ins that sort or search, so that they need none of their own.
    order: Vec<u32>,
    ops: Vec<OpId>,
    values: Vec<ValueId>,
}

/// What an evaluation reads beside the IR.
#[derive(Clone, Copy)]
pub struct World<'a> {
    /// Interners.
    pub ctx: &'a Context,
    /// Definitions.
    pub reg: &'a Registry,
    /// Functions.
    pub fns: &'a hir::Functions,
    /// The target.
    pub target: Option<&'a TargetDef>,
    /// Values of the options of all passes; none where the running pass does not have it.
    pub options: &'a [Option<AttrId>],
    /// Steps that one evaluation may take.
    pub fuel: u64,
    /// Keep the texts of refusals.
    pub explain: bool,
    /// Forms of transfers, where rules are loaded.
    pub forms: Option<&'a dyn forms::Forms>,
    /// The order of the transfer that rules are being applied to.
    pub order: Option<crate::ap::Order>,
}

/// Of text in bytes, of the lists of an attribute in elements; what doubles with each application ends here.
const LONGEST: usize = 1 << 20;

/// Elements that the lists of a body may have at once.
const ROOM: usize = 1 << 22;

/// One evaluation.
pub struct Machine<'a> {
    w: World<'a>,
    ctx: &'a Context,
    reg: &'a Registry,
    body: &'a Body,
    tables: &'a mut Tables,
    s: &'a mut Scratch,
    /// First register of the frame.
    base: usize,
    /// Where created operations go.
    point: plan::At,
    /// The root of the match.
    root: OpId,
    /// The pattern whose refusal is to be explained.
    explaining: Option<&'a hir::Pattern>,
    /// What the body of an operation loads from and stores to.
    memory: Option<&'a mut dyn bodies::Memory>,
}

impl<'a> Machine<'a> {
    /// A machine over `body`; starts from an empty scratch.
    pub fn new(w: World<'a>, body: &'a Body, tables: &'a mut Tables, s: &'a mut Scratch) -> Self {
        s.vals.clear();
        s.aside.clear();
        s.lins.clear();
        s.matched.clear();
        s.steps = 0;
        Machine {
            w,
            ctx: w.ctx,
            reg: w.reg,
            body,
            tables,
            s,
            base: 0,
            point: plan::At::Nowhere,
            root: body.root(),
            explaining: None,
            memory: None,
        }
    }

    fn frame(&mut self, slots: u16) {
        self.base = 0;
        self.s.regs.clear();
        self.s.regs.resize(slots as usize, Val::None);
    }

    fn fail<T>(&self, span: Span, why: Why) -> Eval<T> {
        Err(Fail { span, why })
    }

    fn reg(&self, slot: Slot) -> Val {
        self.s
            .regs
            .get(self.base + slot as usize)
            .copied()
            .unwrap_or(Val::None)
    }
    fn set(&mut self, slot: Slot, v: Val) {
        if let Some(r) = self.s.regs.get_mut(self.base + slot as usize) {
            *r = v;
        }
    }

    fn step(&mut self, span: Span) -> Eval<()> {
        self.s.steps += 1;
        if self.s.steps > self.w.fuel {
            self.fail(span, Why::Fuel)
        } else {
            Ok(())
        }
    }

    /// As many steps at once.
    fn steps(&mut self, n: usize, span: Span) -> Eval<()> {
        self.s.steps = self.s.steps.saturating_add(n as u64);
        if self.s.steps > self.w.fuel {
            self.fail(span, Why::Fuel)
        } else {
            Ok(())
        }
    }

    /// Notes that so much text, or so many elements of an attribute, were built.
    fn building(&mut self, n: usize, span: Span) -> Eval<()> {
        if n > LONGEST {
            return self.fail(span, Why::Range);
        }
        self.s.built = self.s.built.saturating_add(n as u64);
        self.steps(n / 16, span)
    }

    /// An alternative, arm or branch that begins at `span` was taken.
    fn take(&mut self, span: Span) {
        if let Some(t) = &mut self.s.taken {
            *t.entry(span).or_default() += 1;
        }
    }

    // ---- lists

    fn list_from(&mut self, start: usize) -> ListRef {
        ListRef {
            start: start as u32,
            len: (self.s.vals.len() - start) as u32,
        }
    }
    fn mark(&self) -> usize {
        self.s.vals.len()
    }
    fn push(&mut self, v: Val) {
        self.s.vals.push(v);
    }
    fn make_list(&mut self, items: impl IntoIterator<Item = Val>) -> Val {
        let start = self.mark();
        self.s.vals.extend(items);
        Val::List(self.list_from(start))
    }
    /// Element `n` of a list, tuple or struct.
    fn nth(&self, l: ListRef, n: usize) -> Val {
        if n < l.len as usize {
            self.s
                .vals
                .get(l.start as usize + n)
                .copied()
                .unwrap_or(Val::None)
        } else {
            Val::None
        }
    }
    fn sub(&self, l: ListRef, from: usize, to: usize) -> ListRef {
        ListRef {
            start: l.start + from as u32,
            len: (to - from) as u32,
        }
    }
    /// Whether so many more elements may be there. Steps bound other evaluations more closely than those of bodies.
    fn room(&self, more: usize, span: Span) -> Eval<()> {
        let held = self.s.vals.len().saturating_add(self.s.aside.len());
        if self.memory.is_some() && held.saturating_add(more) > ROOM {
            return self.fail(span, Why::Room);
        }
        Ok(())
    }
    /// A value as a list in the arena.
    fn as_list(&mut self, v: Val, span: Span) -> Eval<ListRef> {
        match v {
            Val::List(l) | Val::Tuple(l) | Val::Struct(_, l) => Ok(l),
            Val::Range(a, b) => {
                let n = b.saturating_sub(a).max(0);
                if n as u64 > self.w.fuel.saturating_sub(self.s.steps) || n > i64::from(u32::MAX / 2) {
                    return self.fail(span, Why::Fuel);
                }
                self.room(usize::try_from(n).unwrap_or(usize::MAX), span)?;
                self.s.steps += n as u64;
                match self.make_list((a..b).map(Val::Int)) {
                    Val::List(l) => Ok(l),
                    _ => self.fail(span, Why::Shape),
                }
            }
            _ => self.fail(span, Why::Shape),
        }
    }
    fn list_len(&self, v: Val) -> Option<i64> {
        match v {
            Val::List(l) => Some(i64::from(l.len)),
            Val::Range(a, b) => Some(b.saturating_sub(a).max(0)),
            _ => None,
        }
    }

    fn constant(&self, c: &Const) -> Val {
        match *c {
            Const::Int(n) => Val::Int(n),
            Const::Bool(b) => Val::Bool(b),
            Const::Str(s) => Val::Str(s),
            Const::None => Val::None,
            Const::Enum(e, n) => Val::Enum(e, n),
            Const::Float(f) => Val::Float(f),
            Const::Attr(a) => Val::Attr(a),
            Const::Type(t) => Val::Type(t),
        }
    }

    // ---- entry points

    /// Matches a pattern at `root`. The frame and `matched` hold what was found.
    pub fn matches(&mut self, p: &hir::Pattern, root: OpId) -> Eval<()> {
        self.root = root;
        self.frame(p.frame);
        self.set(p.root_slot, Val::Op(root));
        let conds = &p.conds;
        self.node(&p.root, root, &mut |m| m.solve(conds, &mut |_| Ok(())))
    }

    /// The benefit or measure of a pattern, or any expression over the frame as it is.
    pub fn int(&mut self, e: &hir::Expr) -> Eval<i64> {
        match self.expr(e)? {
            Val::Int(n) => Ok(n),
            _ => self.fail(e.span, Why::Shape),
        }
    }

    /// The measure of a pattern with `root` as its root: an integer, or several in order.
    pub fn measure(
        &mut self,
        p: &hir::Pattern,
        e: &hir::Expr,
        root: OpId,
    ) -> Eval<smallvec::SmallVec<[i64; 4]>> {
        self.root = root;
        self.frame(p.frame);
        self.set(p.root_slot, Val::Op(root));
        let v = self.expr(e)?;
        let mut out = smallvec::SmallVec::new();
        match v {
            Val::Int(n) => out.push(n),
            Val::Tuple(l) => {
                for n in 0..l.len as usize {
                    match self.nth(l, n) {
                        Val::Int(n) => out.push(n),
                        _ => return self.fail(e.span, Why::Shape),
                    }
                }
            }
            _ => return self.fail(e.span, Why::Shape),
        }
        Ok(out)
    }

    /// Evaluates a clause without a frame of its own content: `this` in slot 0.
    pub fn clause(&mut self, c: &hir::Clause, this: Val) -> Eval<Val> {
        self.frame(c.frame.max(1));
        self.set(0, this);
        self.expr(&c.expr)
    }

    /// Plans what the action of a matched pattern does.
    pub fn plan(&mut self, p: &hir::Pattern, root: OpId) -> Eval<()> {
        self.s.plan.clear();
        self.s.given.clear();
        self.s.log.iter_mut().for_each(Vec::clear);
        self.point = plan::At::Before(root);
        match &p.action {
            hir::Action::Rewrite(stmts) => {
                self.run(stmts)?;
                self.check_plan(p.span)
            }
            hir::Action::Diagnostic(d) => self.diagnostic(d),
        }
    }

    /// Text with its values filled in.
    pub fn render(&mut self, t: &hir::Text) -> Eval<String> {
        let mut out = String::new();
        for p in &t.pieces {
            match p {
                hir::Piece::Lit(s) => out.push_str(s),
                hir::Piece::Expr(e) => {
                    let v = self.expr(e)?;
                    self.show(v, &mut out);
                    self.building(out.len(), e.span)?;
                }
            }
        }
        Ok(out)
    }
}

thread_local! {
    static SCRATCH: RefCell<(Scratch, Tables)> = RefCell::new(Default::default());
}

fn plain_world<'a>(ctx: &'a Context, reg: &'a Registry, target: Option<&'a TargetDef>) -> World<'a> {
    World {
        ctx,
        reg,
        fns: &reg.functions,
        target,
        options: &[],
        fuel: 1_000_000,
        explain: false,
        forms: None,
        order: None,
    }
}

fn check(w: World<'_>, body: &Body, this: Val, c: &hir::Clause) -> Result<(), String> {
    SCRATCH.with_borrow_mut(|(s, t)| {
        let mut m = Machine::new(w, body, t, s);
        match m.clause(c, this) {
            Ok(Val::Bool(true)) => Ok(()),
            Ok(_) => Err(m.render(&c.message).unwrap_or_else(|f| f.why.word().to_string())),
            Err(f) => match m.render(&c.message) {
                Ok(text) => Err(format!("{text} ({})", f.why.word())),
                Err(f) => Err(f.why.word().to_string()),
            },
        }
    })
}

/// Whether an operation satisfies a clause of its definition; else the clause's message.
pub fn check_op(ctx: &Context, reg: &Registry, body: &Body, op: OpId, c: &hir::Clause) -> Result<(), String> {
    check(plain_world(ctx, reg, None), body, Val::Op(op), c)
}

/// Whether an attribute of a struct's type satisfies a clause of the struct.
pub fn check_struct(
    ctx: &Context,
    reg: &Registry,
    id: StructId,
    value: AttrId,
    c: &hir::Clause,
) -> Result<(), String> {
    let body = Body::new();
    SCRATCH.with_borrow_mut(|(s, t)| {
        let mut m = Machine::new(plain_world(ctx, reg, None), &body, t, s);
        let ty = super::types::LType::Struct(id);
        let this = m.decode(value, &ty, c.span);
        match this.and_then(|v| m.clause_on(c, v)) {
            Ok(Val::Bool(true)) => Ok(()),
            Ok(_) => Err(m.render(&c.message).unwrap_or_else(|f| f.why.word().to_string())),
            Err(f) => Err(f.why.word().to_string()),
        }
    })
}

impl Machine<'_> {
    /// Like [`Machine::clause`], for a value that is in the arena already.
    fn clause_on(&mut self, c: &hir::Clause, this: Val) -> Eval<Val> {
        self.clause(c, this)
    }
}

/// Whether a target satisfies a check of its family; else the check's message.
pub fn check_target(ctx: &Context, reg: &Registry, t: &TargetDef, c: &hir::Clause) -> Result<(), String> {
    check(plain_world(ctx, reg, Some(t)), &Body::new(), Val::None, c)
}

/// Keeps the name of a severity near its use in plans.
pub type Severity = ast::Severity;

/// The attribute that a constant expression is.
pub fn constant(ctx: &Context, reg: &Registry, fns: &hir::Functions, c: &hir::Clause) -> Option<AttrId> {
    let w = World {
        fns,
        ..plain_world(ctx, reg, None)
    };
    let body = Body::new();
    SCRATCH.with_borrow_mut(|(s, t)| {
        let mut m = Machine::new(w, &body, t, s);
        let v = m.clause(c, Val::None).ok()?;
        m.encode(v, c.span).ok().flatten()
    })
}

fn constant_value(
    ctx: &Context,
    reg: &Registry,
    fns: &hir::Functions,
    target: Option<&TargetDef>,
    e: &hir::Expr,
) -> Option<Val> {
    let w = World {
        fns,
        ..plain_world(ctx, reg, target)
    };
    let body = Body::new();
    SCRATCH.with_borrow_mut(|(s, t)| {
        let mut m = Machine::new(w, &body, t, s);
        m.frame(0);
        m.expr(e).ok()
    })
}

/// The integer that an expression over a target is.
pub fn constant_int(
    ctx: &Context,
    reg: &Registry,
    fns: &hir::Functions,
    target: Option<&TargetDef>,
    e: &hir::Expr,
) -> Option<i64> {
    match constant_value(ctx, reg, fns, target, e)? {
        Val::Int(n) => Some(n),
        _ => None,
    }
}

/// The truth value that an expression over a target is.
pub fn constant_bool(
    ctx: &Context,
    reg: &Registry,
    fns: &hir::Functions,
    target: Option<&TargetDef>,
    e: &hir::Expr,
) -> Option<bool> {
    match constant_value(ctx, reg, fns, target, e)? {
        Val::Bool(b) => Some(b),
        _ => None,
    }
}
