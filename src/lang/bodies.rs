//! What an operation does as a body of `semantics` says it: statements over its fields, in the language of functions,
//! that may load elements of what it accesses and store them.

use super::ast::EffectKind;
use super::hir::{Expr, Stmt};
use crate::support::source::Span;

/// A checked body. Its frame begins with the operand groups, then the attributes.
#[derive(Clone, PartialEq, Debug)]
pub struct Computation {
    /// What is done, in order.
    pub stmts: Vec<Stmt>,
    /// The results.
    pub yields: Vec<Expr>,
    /// For each operand group, whether it is an access; the others are numbers.
    pub accesses: Vec<bool>,
    /// Slots of the frame.
    pub frame: u16,
    /// The body.
    pub span: Span,
}

/// An effect as dialect files write it.
pub fn effect_word(kind: EffectKind) -> &'static str {
    match kind {
        EffectKind::Read => "read",
        EffectKind::Write => "write",
        EffectKind::Allocate => "allocate",
        EffectKind::View => "view",
    }
}

/// What to say of semantics with an effect that the operation does not declare.
pub fn undeclared(kind: EffectKind, name: &str) -> String {
    let word = effect_word(kind);
    format!("its semantics {word} '{name}', which its effects do not say: add '{word} {name}'")
}
