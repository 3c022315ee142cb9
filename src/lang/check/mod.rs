//! From trees to the checked form.

use super::ast;
use super::defs::{FamilyId, Registry, TypeRule};
use super::hir;
use super::types::LType;
use crate::ir::types::FloatKind;
use crate::ir::{Context, TypeData};
use crate::support::diag::Sink;
use crate::support::source::Span;

/// The rule that a name of a builtin type stands for.
pub fn builtin_rule(ctx: &Context, name: &str) -> Option<TypeRule> {
    Some(match name {
        "any" => TypeRule::Any,
        "index" => TypeRule::Exact(ctx.known.index),
        "none" => TypeRule::Exact(ctx.known.none),
        "memref" => TypeRule::Class("memref"),
        "tensor" => TypeRule::Class("tensor"),
        "vector" => TypeRule::Class("vector"),
        "shaped" => TypeRule::Class("shaped"),
        "integer" => TypeRule::Class("integer"),
        "signless" => TypeRule::Class("signless"),
        "float" => TypeRule::Class("float"),
        _ => {
            if let Some((k, ..)) = FloatKind::ALL.iter().find(|f| f.1 == name) {
                return Some(TypeRule::Exact(ctx.ty(TypeData::Float(*k))));
            }
            let width = name.strip_prefix('i')?.parse::<u32>().ok().filter(|w| *w > 0 && *w < 1 << 24)?;
            TypeRule::Exact(ctx.int_type(width))
        }
    })
}

/// Checks functions.
pub fn functions(
    _ctx: &Context,
    _reg: &Registry,
    _out: &mut hir::Functions,
    _pure_fns: &[&ast::FnDecl],
    _rewrite_fns: &[&ast::RewriteFn],
    _family: Option<FamilyId>,
    _sink: &mut Sink,
) {
}

/// Checks a clause of an operation or struct.
#[allow(clippy::too_many_arguments)]
pub fn clause(
    _ctx: &Context,
    _reg: &Registry,
    _this: &LType,
    _expr: &ast::Expr,
    _message: Option<&ast::StrLit>,
    _want: Option<&LType>,
    _span: Span,
    _sink: &mut Sink,
) -> Option<hir::Clause> {
    None
}

/// Checks a clause of a target family.
pub fn family_clause(
    _ctx: &Context,
    _reg: &Registry,
    _family: FamilyId,
    _v: &ast::Verify,
    _sink: &mut Sink,
) -> Option<hir::Clause> {
    None
}
