//! `infer` clauses: which results they give a type, and what they may read.

use super::load::Loader;
use crate::ir::StrId;
use crate::lang::ast::{self, ClauseKind};
use crate::lang::defs::*;
use crate::lang::eval::infer::reads_besides;
use crate::lang::hir::{self, FieldRef};
use crate::lang::types::{LType, OpSet};
use crate::support::kinds::Kind;
use crate::support::nearest;

/// The results that a declaration infers.
fn named(decl: &ast::OpDecl) -> impl Iterator<Item = &ast::Name> {
    decl.clauses.iter().filter_map(|c| match &c.kind {
        ClauseKind::Infer { name, .. } => Some(name),
        _ => None,
    })
}

impl Loader<'_> {
    /// The results whose types a declaration or one of its interfaces infers, when clauses are not checked yet.
    pub(super) fn inferred(&self, decl: &ast::OpDecl, def: &OpDef) -> Vec<StrId> {
        let inherited = self.inherited_infer.iter();
        let inherited = inherited.filter(|(i, _)| def.interfaces.contains(i)).map(|x| x.1);
        inherited.chain(named(decl).map(|n| self.str(n))).collect()
    }

    /// Remembers which results an interface infers, for the formats of the operations that have it.
    pub(super) fn interface_infers(&mut self, i: InterfaceId, decl: &ast::OpDecl) {
        for n in named(decl) {
            let name = self.str(n);
            self.inherited_infer.push((i, name));
        }
    }

    /// The clauses of an operation: those of its interfaces and its own, which go first.
    pub(super) fn op_infer(&mut self, op: OpDefId, decl: &ast::OpDecl) {
        let mut all = self.infer_clauses(OpSet::One(op), decl);
        let def = &self.reg.ops[op];
        for i in &def.interfaces {
            let from = &self.reg.interfaces[*i];
            for (g, clause) in &from.infer {
                let group = from.results.get(*g).and_then(|r| def.result(r.name));
                if let Some(g) = group.filter(|g| all.iter().all(|a| a.0 != *g)) {
                    all.push((g, clause.clone()));
                }
            }
        }
        all.sort_by_key(|a| a.0);
        self.reg.ops[op].infer = all;
    }

    /// The clauses that a declaration itself has, in the order of its results.
    pub(super) fn infer_clauses(&mut self, of: OpSet, decl: &ast::OpDecl) -> Vec<(usize, hir::Clause)> {
        let this = LType::Op(of.clone());
        let mut out: Vec<(usize, hir::Clause)> = Vec::new();
        let open: Vec<StrId> = named(decl).map(|n| self.str(n)).collect();
        for c in &decl.clauses {
            let ClauseKind::Infer { name, value } = &c.kind else {
                continue;
            };
            let id = self.str(name);
            let def = match of {
                OpSet::One(o) => &self.reg.ops[o],
                OpSet::Interface(i) => &self.reg.interfaces[i],
                _ => continue,
            };
            let Some(group) = def.result(id) else {
                let known = def.results.iter().map(|r| self.ctx.text(r.name));
                let hint = nearest::hint(&name.text, known);
                let text = format!("'{}' has no result '{}'{hint}", def.name, name.text);
                self.fault(Kind::UnknownOperand, name.span, text);
                continue;
            };
            if def.results.get(group).is_some_and(|r| r.arity != Arity::One) {
                let text = format!(
                    "'{}' is not always one value, so it has no type to infer; write '-> type' where it is created",
                    name.text
                );
                self.fault(Kind::ResultType, name.span, text);
                continue;
            }
            if out.iter().any(|o| o.0 == group) {
                let text = format!("the type of '{}' is inferred twice", name.text);
                self.fault(Kind::Duplicate, name.span, text);
                continue;
            }
            let literal = self.type_literal(def, value);
            let clause = crate::lang::check::clause(
                self.ctx,
                &self.reg,
                &this,
                literal.as_ref().unwrap_or(value),
                None,
                Some(&LType::Type),
                c.span,
                self.sink,
            );
            let Some(clause) = clause else { continue };
            if self.infer_reads(&of, group, &open, &clause) {
                out.push((group, clause));
            }
        }
        out
    }

    /// `i32` for `!i32`, where no field has that name.
    fn type_literal(&self, def: &OpDef, value: &ast::Expr) -> Option<ast::Expr> {
        let ast::ExprKind::Name(n) = &value.kind else {
            return None;
        };
        let id = self.ctx.find_str(&n.text);
        let field = id.is_some_and(|id| {
            def.attr(id).is_some() || def.operand(id).is_some() || def.result(id).is_some()
        });
        let rule = crate::lang::check::builtin_rule(self.ctx, &n.text);
        (!field && matches!(rule, Some(TypeRule::Exact(_)))).then(|| ast::Expr {
            kind: ast::ExprKind::Type(ast::IrType {
                name: n.clone(),
                args: None,
                optional: false,
                span: n.span,
            }),
            span: value.span,
        })
    }

    /// Types are inferred in the order of the results, from what an operation has before it is made.
    fn infer_reads(&mut self, of: &OpSet, group: usize, open: &[StrId], clause: &hir::Clause) -> bool {
        let mut good = true;
        for (field, span) in reads_besides(clause) {
            let def = match of {
                OpSet::One(o) => &self.reg.ops[*o],
                OpSet::Interface(i) => &self.reg.interfaces[*i],
                _ => return false,
            };
            let text = match field {
                FieldRef::Result(r) => {
                    let early = def.result(r).is_some_and(|g| g < group) || !open.contains(&r);
                    if early {
                        continue;
                    }
                    format!(
                        "the type of '{}' is not known here; types are inferred in the order of the results",
                        self.ctx.text(r)
                    )
                }
                _ => {
                    "a type is inferred from operands, attributes and results before it, not from regions or \
                      successors"
                        .to_string()
                }
            };
            self.fault(Kind::ResultType, span, text);
            good = false;
        }
        good
    }
}
