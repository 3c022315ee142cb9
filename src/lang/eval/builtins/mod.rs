//! The built-in functions, by what they are about. Lists they make are gathered in the arena, never on the heap.

mod lists;
mod numbers;
mod places;
mod sides;
mod symbols;
pub(in crate::lang) mod transfers;
mod types;
mod uses;

use super::{Eval, Fail, Machine, Val, Why};
use crate::ap::transfer::count;
use crate::lang::builtins::Builtin as B;
use crate::lang::hir::Expr;
use crate::lang::types::LType;
use crate::support::source::Span;

/// A call with its arguments evaluated; those that are not given are [`Val::None`].
struct Call<'e> {
    b: B,
    v: [Val; 3],
    /// Arguments after the third: only `zip` has so many.
    more: smallvec::SmallVec<[Val; 4]>,
    count: usize,
    /// The type of the result.
    ty: &'e LType,
    span: Span,
}

impl Call<'_> {
    fn fail(&self, why: Why) -> Fail {
        Fail { span: self.span, why }
    }
    /// An argument is out of range, or not of a kind that the checker lets through.
    fn range(&self) -> Fail {
        self.fail(Why::Range)
    }
    fn overflow(&self) -> Fail {
        self.fail(Why::Overflow)
    }
}

impl Machine<'_> {
    pub(super) fn builtin(&mut self, b: B, args: &[Expr], e: &Expr) -> Eval<Val> {
        let span = e.span;
        // `cases` takes a name, not a value.
        if b == B::Cases {
            let Some(LType::EnumName(id)) = args.first().map(|a| a.ty.clone()) else {
                return self.fail(span, Why::Shape);
            };
            let n = self.reg.enums[id].cases.len();
            return Ok(self.make_list((0..n).map(|k| Val::Enum(id, k as u16))));
        }
        // The first argument of these is a place, not a value.
        if matches!(b, B::Load | B::Store | B::Convert) {
            return self.memory_function(b, args, span);
        }
        let mut values: smallvec::SmallVec<[Val; 4]> = smallvec::SmallVec::new();
        for a in args {
            values.push(self.expr(a)?);
        }
        self.builtin_of(b, &values, e)
    }

    /// A built-in function on values.
    pub(super) fn builtin_of(&mut self, b: B, args: &[Val], e: &Expr) -> Eval<Val> {
        let span = e.span;
        let mut call = Call {
            b,
            v: [Val::None; 3],
            more: smallvec::SmallVec::new(),
            count: args.len(),
            ty: &e.ty,
            span,
        };
        for (n, x) in args.iter().enumerate() {
            match call.v.get_mut(n) {
                Some(slot) => *slot = *x,
                None => call.more.push(*x),
            }
        }
        match b {
            B::Len
            | B::Zip
            | B::Unzip
            | B::Enumerate
            | B::Reversed
            | B::Last
            | B::Take
            | B::SortBy
            | B::Offsets
            | B::Digits
            | B::WithAt => self.list_function(&call),
            B::Sum
            | B::Product
            | B::Max
            | B::Min
            | B::Any
            | B::All
            | B::Divisors
            | B::IsPowerOfTwo
            | B::Log2
            | B::Pow2
            | B::Wrap
            | B::Int
            | B::StartsWith
            | B::Cases
            | B::Ordinal
            | B::EnumCase
            | B::Atoms
            | B::ConstantPart
            | B::Substitute
            | B::MultipleOf
            | B::Mixed
            | B::Canonical => self.number_function(&call),
            B::TypeOf
            | B::Element
            | B::Width
            | B::Shape
            | B::SpaceOf
            | B::Bytes
            | B::ByteSize
            | B::AccessStrides
            | B::DropDim
            | B::FunctionType
            | B::InputTypes
            | B::ResultTypes => self.type_function(&call),
            B::Users
            | B::OneUse
            | B::Unused
            | B::Definition
            | B::Definitions
            | B::ConstantOf
            | B::Writers
            | B::Readers
            | B::Equivalent => self.use_function(&call),
            B::Parent
            | B::Ancestors
            | B::Prev
            | B::Next
            | B::Ops
            | B::Walk
            | B::Args
            | B::Terminator
            | B::IsEmpty
            | B::Precedes
            | B::Successors
            | B::ProperlyDominates => self.place_function(&call),
            B::SymbolTable | B::Lookup | B::Resolve | B::Ref | B::SymbolUses | B::Fresh | B::Numbered => {
                self.symbol_function(&call)
            }
            B::Count => {
                let (pairs, _) = self.pairs(call.v[0], span)?;
                count(pairs.iter().map(|p| p.1))
                    .map(Val::Int)
                    .ok_or(call.overflow())
            }
            B::Load | B::Store | B::Convert => self.fail(span, Why::Broken),
            B::Bounds => self.bounds(&call),
            B::Refine
            | B::RefineAll
            | B::Normalize
            | B::BestForm
            | B::EngineFactors
            | B::OrderFree
            | B::Accumulates => self.transfer_function(&call),
        }
    }

    /// A list of what `f` gives for `0 .. n`.
    fn gather(&mut self, n: i64, span: Span, mut f: impl FnMut(&mut Self, i64) -> Eval<Val>) -> Eval<Val> {
        let mark = self.s.aside.len();
        let done = (0..n).try_for_each(|k| {
            self.step(span)?;
            let v = f(self, k)?;
            self.room(1, span)?;
            self.s.aside.push(v);
            Ok(())
        });
        self.gathered(mark, done)
    }

    /// A tuple in the arena.
    fn make_tuple(&mut self, items: impl IntoIterator<Item = Val>) -> Val {
        match self.make_list(items) {
            Val::List(l) => Val::Tuple(l),
            v => v,
        }
    }
}
