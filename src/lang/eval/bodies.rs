//! Running what an operation does, as the body of its `semantics` says it.

use super::{Eval, Fail, Machine, SCRATCH, Val, Why, plain_world};
use crate::ir::{AttrId, Body, Context, OpId, TypeData, TypeId, ValueId};
use crate::lang::bodies::Computation;
use crate::lang::builtins::Builtin as B;
use crate::lang::defs::{OpDef, Registry};
use crate::lang::groups::operand_group;
use crate::lang::hir::{Expr, ExprKind, Slot};
use crate::lang::semantics::Field;
use crate::support::float;
use crate::support::source::Span;
use smallvec::SmallVec;

/// A number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    /// An integer.
    Int(i64),
    /// A float.
    Float(f64),
}

/// The memory that a body is about. Errors are what is wrong, for the reader of the program.
pub trait Memory {
    /// Element `k` of an access.
    ///
    /// # Errors
    ///
    /// There is no such element, or nothing wrote it.
    fn load(&mut self, side: Field, k: i64) -> Result<Number, String>;
    /// Makes element `k` of an access the nearest to a number that it can be.
    ///
    /// # Errors
    ///
    /// There is no such element.
    fn store(&mut self, side: Field, k: i64, value: Number) -> Result<(), String>;
    /// The number of an element type that is nearest to another.
    ///
    /// # Errors
    ///
    /// Its elements are no single numbers.
    fn convert(&mut self, value: Number, dtype: AttrId) -> Result<Number, String>;
}

/// Why a body did not come to its end.
#[derive(Clone, PartialEq, Debug)]
pub struct Refused {
    /// What went wrong.
    pub text: String,
    /// Where in the body.
    pub span: Span,
    /// It took too many steps.
    pub fuel: bool,
}

/// What a body is run on.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// Interners.
    pub ctx: &'a Context,
    /// Definitions.
    pub reg: &'a Registry,
    /// The program.
    pub body: &'a Body,
    /// The operation.
    pub op: OpId,
    /// The definition of the operation.
    pub def: &'a OpDef,
    /// Steps that it may take.
    pub fuel: u64,
}

/// What an operation gives, each as a value of its result's type, and the steps that it took.
pub type Ran = (SmallVec<[Number; 1]>, u64);

/// Runs a body; `number` knows the operands that are no accesses.
///
/// # Errors
///
/// Something that it computes is not defined, or its memory refuses.
pub fn run(
    s: Subject<'_>,
    c: &Computation,
    number: impl Fn(ValueId) -> Option<Number>,
    memory: Option<&mut dyn Memory>,
) -> Result<Ran, Refused> {
    let mut w = plain_world(s.ctx, s.reg, None);
    w.fuel = s.fuel;
    // The texts of 'where' and 'fail' are for the reader of the error.
    w.explain = true;
    // Taken, since the memory may evaluate something, too.
    let (mut scratch, mut tables) = SCRATCH.take();
    scratch.said.clear();
    let mut m = Machine::new(w, s.body, &mut tables, &mut scratch);
    // Each on its own, so that the object may live shorter than what it came from.
    m.memory = match memory {
        Some(memory) => Some(memory),
        None => None,
    };
    let done = m.computed(s, c, number);
    let steps = m.s.steps;
    let done = done.map(|r| (r, steps)).map_err(|f| Refused {
        text: match f.why {
            Why::Said => std::mem::take(&mut m.s.said),
            why => why.word().to_string(),
        },
        span: f.span,
        fuel: f.why == Why::Fuel,
    });
    SCRATCH.set((scratch, tables));
    done
}

/// What a pure operation on constant integers gives, where that is one integer.
pub fn fold(ctx: &Context, reg: &Registry, body: &Body, op: OpId, operands: &[i64]) -> Option<i64> {
    let def = &reg.ops[reg.op(body.name(op))?];
    let c = def.computes.as_ref()?;
    let fuel = 1_000_000;
    let subject = Subject {
        ctx,
        reg,
        body,
        op,
        def,
        fuel,
    };
    let number = |v| {
        let n = body.operands(op).position(|o| o == v)?;
        operands.get(n).copied().map(Number::Int)
    };
    match run(subject, c, number, None).ok()?.0.as_slice() {
        [Number::Int(n)] => Some(*n),
        _ => None,
    }
}

impl Machine<'_> {
    fn computed(
        &mut self,
        s: Subject<'_>,
        c: &Computation,
        number: impl Fn(ValueId) -> Option<Number>,
    ) -> Eval<SmallVec<[Number; 1]>> {
        self.frame(c.frame);
        self.root = s.op;
        let broken = Fail {
            span: c.span,
            why: Why::Broken,
        };
        for (n, access) in c.accesses.iter().enumerate() {
            let range = operand_group(s.ctx, s.def, s.body, s.op, n).ok_or(broken)?;
            // Groups that are not one operand are out of reach of bodies.
            let (1, Some(v)) = (range.len(), s.body.operand(s.op, range.start)) else {
                continue;
            };
            let value = match (access, number(v)) {
                (true, _) => Val::Value(v),
                (false, Some(x)) => x.value(),
                (false, None) => return self.fail(c.span, Why::NotConstant),
            };
            self.set(n as Slot, value);
        }
        for (n, a) in s.def.attributes.iter().enumerate() {
            let absent = a.optional && a.default.is_none();
            let ty = if absent {
                crate::lang::types::LType::option(a.ty.clone())
            } else {
                a.ty.clone()
            };
            let v = self.attr(s.op, a.name, &ty, c.span)?;
            self.set((c.accesses.len() + n) as Slot, v);
        }
        super::Machine::run(self, &c.stmts)?;
        let mut out = SmallVec::new();
        for (n, e) in c.yields.iter().enumerate() {
            let v = self.expr(e)?;
            let r = s.body.result(s.op, n).ok_or(broken)?;
            let x = fitted(s.ctx, v, s.body.value_type(r));
            out.push(x.ok_or(Fail {
                span: e.span,
                why: Why::Range,
            })?);
        }
        Ok(out)
    }

    /// `load`, `store` and `convert`.
    pub(super) fn memory_function(&mut self, b: B, args: &[Expr], span: Span) -> Eval<Val> {
        let (Some(first), Some(second)) = (args.first(), args.get(1)) else {
            return self.fail(span, Why::Broken);
        };
        if b == B::Convert {
            let x = self.number(first)?;
            let dtype = self.expr(second)?;
            let Some(dtype) = self.encode(dtype, second.span)? else {
                return self.fail(second.span, Why::Absent);
            };
            let done = match &mut self.memory {
                Some(m) => m.convert(x, dtype),
                None => return self.fail(span, Why::NotConstant),
            };
            return self.remembered(done, span).map(Number::value);
        }
        let side = match first.kind {
            ExprKind::Local(slot) => self.field_of_slot(slot),
            _ => None,
        };
        let Some(side) = side else {
            return self.fail(first.span, Why::Broken);
        };
        let k = self.int(second)?;
        let value = match args.get(2) {
            Some(e) => Some(self.number(e)?),
            None => None,
        };
        let Some(m) = &mut self.memory else {
            return self.fail(span, Why::NotConstant);
        };
        match value {
            None => {
                let done = m.load(side, k);
                self.remembered(done, span).map(Number::value)
            }
            Some(x) => {
                let done = m.store(side, k, x);
                self.remembered(done, span).map(|()| Val::None)
            }
        }
    }

    /// The field of the running operation that a slot is.
    fn field_of_slot(&self, slot: Slot) -> Option<Field> {
        let def = &self.reg.ops[self.reg.op(self.body.name(self.root))?];
        let n = usize::from(slot);
        match n.checked_sub(def.operands.len()) {
            None => Some(Field::Operand(n)),
            Some(a) => (a < def.attributes.len()).then_some(Field::Attribute(a)),
        }
    }

    fn number(&mut self, e: &Expr) -> Eval<Number> {
        match self.expr(e)? {
            Val::Int(n) => Ok(Number::Int(n)),
            Val::Float(x) => Ok(Number::Float(x)),
            _ => self.fail(e.span, Why::Shape),
        }
    }

    fn remembered<T>(&mut self, done: Result<T, String>, span: Span) -> Eval<T> {
        done.or_else(|text| {
            self.s.said = text;
            self.fail(span, Why::Said)
        })
    }
}

impl Number {
    fn value(self) -> Val {
        match self {
            Number::Int(n) => Val::Int(n),
            Number::Float(x) => Val::Float(x),
        }
    }
}

/// A value as one of an IR type: integers are cut to its width, floats rounded to its format.
fn fitted(ctx: &Context, v: Val, ty: TypeId) -> Option<Number> {
    if let TypeData::Float(kind) = ctx.type_data(ty) {
        let format = float::Format::of(kind.name()).filter(|f| f.mantissa <= 52)?;
        let x = match v {
            Val::Int(n) => n as f64,
            Val::Float(x) => x,
            _ => return None,
        };
        return Some(Number::Float(float::to_f64(format, float::from_f64(format, x))));
    }
    // What is no builtin integer, a register for one, counts to 64 bits.
    let width = ctx.bit_width(ty).filter(|w| *w > 0).unwrap_or(64);
    match v {
        Val::Int(n) if width < 64 => Some(Number::Int(n << (64 - width) >> (64 - width))),
        Val::Int(n) => Some(Number::Int(n)),
        Val::Bool(b) => Some(Number::Int(-i64::from(b))),
        _ => None,
    }
}
