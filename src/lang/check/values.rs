//! What is known of the IR types of values, so that an operand of the wrong type is found before any IR is read.

use super::Checker;
use crate::lang::ast;
use crate::lang::defs::{Arity, OpDef, TypeRule};
use crate::lang::eval::fits;
use crate::lang::hir::{Expr, ExprKind, FieldRef, OpTest, Pat, PatKind, Stmt, StmtKind};
use crate::lang::types::{LType, OpSet};
use crate::support::diag::Reported;
use crate::support::kinds::Kind;
use crate::support::source::Span;

/// How often something happens over the paths of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Paths {
    Never,
    Sometimes,
    Always,
}

impl<'a> Checker<'a> {
    /// The type of an operation's only result, as its definition says.
    fn result_rule(&self, set: &OpSet) -> Option<TypeRule> {
        let defs = self.defs_of(set);
        let mut rules = defs.iter().map(|d| match d.results.as_slice() {
            [r] if r.arity == Arity::One => match &r.rule {
                TypeRule::Same(o) => d.operand(*o).and_then(|g| d.operands.get(g)).map(|o| &o.rule),
                rule => Some(rule),
            },
            _ => None,
        });
        let first = rules.next()??;
        rules.all(|r| r == Some(first)).then(|| first.clone())
    }

    fn group_rule(&self, defs: &[&OpDef], name: crate::ir::StrId) -> Option<TypeRule> {
        let rule = |d: &&OpDef| {
            let o = d.operand(name).and_then(|g| d.operands.get(g));
            o.or_else(|| d.result(name).and_then(|g| d.results.get(g)))
                .filter(|v| v.arity != Arity::Variadic)
                .map(|v| v.rule.clone())
        };
        let mut rules = defs.iter().map(rule);
        let first = rules.next()??;
        rules.all(|r| r.as_ref() == Some(&first)).then_some(first)
    }

    /// What is known of the type of a value.
    pub(super) fn value_rule(&self, e: &Expr) -> Option<TypeRule> {
        match &e.kind {
            ExprKind::Local(slot) => self.rules.get(slot).cloned(),
            ExprKind::Unwrap(x) => self.value_rule(x),
            ExprKind::ToValue(x) => match &x.ty {
                LType::Op(set) => self.result_rule(set),
                _ => None,
            },
            ExprKind::Field(base, FieldRef::Operand(name) | FieldRef::Result(name)) => match &base.ty {
                LType::Op(set) => self.group_rule(&self.defs_of(set), *name),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether no type satisfies both rules.
    pub(super) fn disjoint(&self, a: &TypeRule, b: &TypeRule) -> bool {
        match (a, b) {
            (TypeRule::Any | TypeRule::Same(_), _) | (_, TypeRule::Any | TypeRule::Same(_)) => false,
            (TypeRule::AnyOf(rules), other) | (other, TypeRule::AnyOf(rules)) => {
                rules.iter().all(|r| self.disjoint(r, other))
            }
            (TypeRule::Exact(t), other) | (other, TypeRule::Exact(t)) => !fits(self.ctx, other, *t),
            (TypeRule::Dialect(x), TypeRule::Dialect(y)) => x != y,
            (TypeRule::Dialect(_), TypeRule::Class(_)) | (TypeRule::Class(_), TypeRule::Dialect(_)) => true,
            (TypeRule::Class(x), TypeRule::Class(y)) => {
                let shaped = |c: &str| matches!(c, "memref" | "tensor" | "vector" | "shaped");
                let kind = |c: &str| {
                    if shaped(c) {
                        0
                    } else if c == "float" {
                        1
                    } else {
                        2
                    }
                };
                kind(x) != kind(y) || (kind(x) == 0 && x != y && *x != "shaped" && *y != "shaped")
            }
        }
    }

    /// A rule as messages name it.
    pub(super) fn show_rule(&self, r: &TypeRule) -> String {
        match r {
            TypeRule::Any | TypeRule::Same(_) => "any type".to_string(),
            TypeRule::Exact(t) => self.ctx.show_type(*t),
            TypeRule::Dialect(n) => format!("!{}", self.ctx.text(*n)),
            TypeRule::Class("signless") => "a signless integer".to_string(),
            TypeRule::Class("integer") => "an integer".to_string(),
            TypeRule::Class("shaped") => "a shaped type".to_string(),
            TypeRule::Class(c) => format!("a {c}"),
            TypeRule::AnyOf(rules) => rules
                .iter()
                .map(|r| self.show_rule(r))
                .collect::<Vec<_>>()
                .join(" or "),
        }
    }

    /// Refuses a value that can never be this operand.
    pub(super) fn operand_fits(
        &mut self,
        def: &OpDef,
        g: usize,
        source: &ast::Expr,
        e: &Expr,
    ) -> Result<(), Reported> {
        let Some(d) = def.operands.get(g) else {
            return Ok(());
        };
        let inner = match &e.kind {
            ExprKind::List(items) if items.len() == 1 => items.first(),
            _ => Some(e),
        };
        let Some(have) = inner.and_then(|e| self.value_rule(e)) else {
            return Ok(());
        };
        if !self.disjoint(&have, &d.rule) {
            return Ok(());
        }
        let what = match &source.kind {
            ast::ExprKind::Name(n) => format!("'{}'", n.text),
            _ => "this".to_string(),
        };
        let text = format!(
            "operand '{}' of {} is {}, but {what} is {}",
            self.ctx.text(d.name),
            def.name,
            self.show_rule(&d.rule),
            self.show_rule(&have)
        );
        Err(self.fault(Kind::Types, source.span, text))
    }

    /// Records the type of what an operand pattern binds, and refuses one that the operand can never be.
    pub(super) fn operand_pattern(&mut self, def: &OpDef, g: usize, p: &Pat) -> Result<(), Reported> {
        let Some(d) = def.operands.get(g) else {
            return Ok(());
        };
        if d.arity == Arity::Variadic {
            return Ok(());
        }
        let inner = match &p.kind {
            PatKind::Present(i) => i,
            _ => p,
        };
        match &inner.kind {
            PatKind::Bind(slot) => {
                self.rules.insert(*slot, d.rule.clone());
            }
            PatKind::Node(n) => {
                let OpTest::Set(set) = &n.test else { return Ok(()) };
                let Some(have) = self.result_rule(set) else {
                    return Ok(());
                };
                if self.disjoint(&have, &d.rule) {
                    let text = format!(
                        "can never match: operand '{}' is {}, the result of {} is {}",
                        self.ctx.text(d.name),
                        self.show_rule(&d.rule),
                        set.show(self.reg),
                        self.show_rule(&have)
                    );
                    return Err(self.fault(Kind::NeverMatches, p.span, text));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// A root with results that is replaced must be replaced on every path.
    pub(super) fn replaced_everywhere(&mut self, root: u16, set: &OpSet, stmts: &[Stmt]) {
        let defs = self.defs_of(set);
        let names: Vec<&str> = defs
            .iter()
            .filter(|d| !d.results.is_empty())
            .map(|d| &*d.name)
            .collect();
        if names.is_empty() {
            return;
        }
        let mut at = None;
        if paths(root, stmts, &mut at) == Paths::Sometimes {
            let text = format!(
                "the result of {} has no replacement on the path where this condition is false",
                names.join(" | ")
            );
            if let Some(span) = at {
                self.fault(Kind::NoReplacement, span, text);
            }
        }
    }
}

fn is_root(e: &Expr, root: u16) -> bool {
    match &e.kind {
        ExprKind::Local(s) => *s == root,
        ExprKind::Unwrap(x) | ExprKind::ToValue(x) => is_root(x, root),
        _ => false,
    }
}

/// Whether the root is replaced or erased; `at` is the first condition that decides it.
fn paths(root: u16, stmts: &[Stmt], at: &mut Option<Span>) -> Paths {
    let mut all = Paths::Never;
    for s in stmts {
        let here = match &s.kind {
            StmtKind::Replace(old, _) if is_root(old, root) => Paths::Always,
            StmtKind::Erase(items) if items.iter().any(|i| is_root(i, root)) => Paths::Always,
            StmtKind::Expr(Expr {
                kind: ExprKind::Call(..),
                ..
            }) => Paths::Never,
            StmtKind::At(_, body) => paths(root, body, at),
            StmtKind::For(_, _, body) => match paths(root, body, at) {
                Paths::Never => Paths::Never,
                _ => Paths::Always,
            },
            StmtKind::If(arms, otherwise) => {
                let mut kinds: Vec<Paths> = arms.iter().map(|a| paths(root, &a.1, at)).collect();
                kinds.push(paths(root, otherwise, at));
                if kinds.iter().all(|k| *k == Paths::Always) {
                    Paths::Always
                } else if kinds.iter().all(|k| *k == Paths::Never) {
                    Paths::Never
                } else {
                    at.get_or_insert(s.span);
                    Paths::Sometimes
                }
            }
            _ => Paths::Never,
        };
        all = match (all, here) {
            (Paths::Always, _) | (_, Paths::Always) => Paths::Always,
            (Paths::Sometimes, _) | (_, Paths::Sometimes) => Paths::Sometimes,
            _ => Paths::Never,
        };
    }
    all
}
