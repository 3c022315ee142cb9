//! The checked form of `rules`: what they match and build.
//!
//! Terms are those of the datatype `dma.Transfer`: a list of dimensions, and at most one transfer around it. A term is
//! therefore a chain, and so are both sides of a rule; nothing in this file or its users recurses.

use super::hir::{Cond, Expr, Slot};
use crate::support::source::Span;

/// The datatype that rules are over.
pub const TRANSFER: &str = "dma.Transfer";

/// A term, or one side of a rule, with fields of kind `F`.
#[derive(Clone, PartialEq, Debug)]
pub struct Chain<F> {
    /// `xfer(src, dst, esz, ..)`: the three fields.
    pub top: Option<[F; 3]>,
    /// `dim(s, d, n, ..)`, or `fdim` where the flag is set, outermost first.
    pub dims: Vec<(bool, [F; 3])>,
    /// What follows the last of them.
    pub tail: Tail,
}

/// The end of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tail {
    /// `.end`.
    End,
    /// `_`: any dimensions.
    Any,
    /// A name of any dimensions.
    Var(Slot),
}

/// What a field must be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// Anything.
    Any,
    /// Binds.
    Bind(Slot),
    /// Equal to what is bound.
    Same(Slot),
    /// Equal to this.
    Int(i64),
}

/// An example: a term, and what the rule must make of it among others; none for `no_match`.
#[derive(Clone, PartialEq, Debug)]
pub struct Example {
    /// The term.
    pub term: Chain<Expr>,
    /// What it becomes.
    pub result: Option<Chain<Expr>>,
    /// The statement.
    pub span: Span,
}

/// A rule.
#[derive(Clone, PartialEq, Debug)]
pub struct Rule {
    /// Its name.
    pub name: Box<str>,
    /// Keeps the normal form: what is on the right is no longer than what is on the left.
    pub law: bool,
    /// Fires both ways.
    pub both_ways: bool,
    /// What it matches.
    pub lhs: Chain<Field>,
    /// What that is the same as.
    pub rhs: Chain<Expr>,
    /// Of a rule that fires both ways: the right side as a pattern, and the left side as a term.
    pub back: Option<(Chain<Field>, Chain<Expr>)>,
    /// Conditions; each element of a `for` is a firing of its own.
    pub conds: Vec<Cond>,
    /// Slots of the frame.
    pub frame: u16,
    /// Names of the slots.
    pub slots: Vec<Box<str>>,
    /// Its examples.
    pub examples: Vec<Example>,
    /// Doc comment.
    pub doc: Option<Box<str>>,
    /// The name's place.
    pub span: Span,
}

/// A named block of rules.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Rules {
    /// Its name.
    pub name: Box<str>,
    /// Its rules, files in order.
    pub rules: Vec<Rule>,
}
