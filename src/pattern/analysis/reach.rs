//! What is outside of the operation that a pass runs on is another thread's: a pattern may not go there.

use super::{View, rewrites};
use crate::lang::hir::*;
use crate::lang::types::OpSet;
use crate::pattern::Pass;
use crate::support::diag::{Diagnostic, Sink};

/// Reports patterns of a pass that would replace, move or erase the operation it runs on, or create beside it.
pub(super) fn pass(v: View<'_>, pass: &Pass, sink: &mut Sink) {
    if &*pass.anchor == crate::lang::defs::MODULE {
        return;
    }
    let Some(OpSet::One(anchor)) = v.reg.op_set(&pass.anchor) else {
        return;
    };
    for stage in &pass.stages {
        for id in &stage.patterns {
            let p = v.pattern(*id);
            // An operation of the anchor's kind may also stand inside; only one that is nothing else is certain.
            let always = matches!(&p.root.test, OpTest::Set(OpSet::One(o)) if *o == anchor);
            if !always || !rewrites(p) || nests(v, anchor) {
                continue;
            }
            if let Action::Rewrite(stmts) = &p.action
                && let Some((at, what)) = beyond(p, stmts, true)
            {
                let text = format!(
                    "'{}' {what} the '{}' that pass '{}' runs on; such a pattern belongs to a pass on builtin.module",
                    p.name, pass.anchor, pass.name
                );
                sink.push(Diagnostic::error(at, text).note(stage.span, "the stage"));
            }
        }
    }
}

/// Whether an operation can stand inside one of its kind: the regions of isolated symbols of the module do not say, so
/// only those whose dialect lists what stands in them are known not to.
fn nests(v: View<'_>, anchor: crate::lang::defs::OpDefId) -> bool {
    let flags = v.reg.ops[anchor].flags;
    !flags.isolated
}

/// The first statement that goes beyond, and what it does.
fn beyond(
    p: &Pattern,
    stmts: &[Stmt],
    outside: bool,
) -> Option<(crate::support::source::Span, &'static str)> {
    let root = |e: &Expr| matches!(&e.kind, ExprKind::Local(s) if *s == p.root_slot);
    for s in stmts {
        let found = match &s.kind {
            StmtKind::Replace(e, _) if root(e) => Some((s.span, "replaces")),
            StmtKind::Erase(items) if items.iter().any(root) => Some((s.span, "erases")),
            StmtKind::Move(e, _) if root(e) => Some((s.span, "moves")),
            StmtKind::Expr(e) if outside && matches!(e.kind, ExprKind::Create(_) | ExprKind::Clone(_)) => {
                Some((s.span, "creates beside"))
            }
            StmtKind::If(arms, otherwise) => arms
                .iter()
                .find_map(|a| beyond(p, &a.1, outside))
                .or_else(|| beyond(p, otherwise, outside)),
            StmtKind::For(_, _, body) => beyond(p, body, outside),
            StmtKind::At(point, body) => {
                let beside = matches!(
                    point.kind,
                    crate::lang::ast::PointKind::Before | crate::lang::ast::PointKind::After
                ) && root(&point.of);
                beyond(p, body, beside)
            }
            _ => None,
        };
        if found.is_some() {
            return found;
        }
    }
    None
}
