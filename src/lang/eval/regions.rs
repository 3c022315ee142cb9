//! Arguments of the regions that rewrites create.

use super::{Eval, Machine, Val, Why};
use crate::ir::TypeId;
use crate::lang::hir::{self, ArgTypes};
use crate::support::source::Span;

impl Machine<'_> {
    /// The types of the arguments of a region that is to be created.
    pub(super) fn argument_types(&mut self, r: &hir::NewRegion, span: Span) -> Eval<Vec<TypeId>> {
        let mut types = Vec::new();
        for (_, t) in &r.args {
            match t {
                ArgTypes::One(t) => types.push(self.type_expr(t, span)?),
                ArgTypes::Many(e) => types.extend(self.types_in(e, span)?),
            }
        }
        Ok(types)
    }

    /// The types that a list holds.
    pub(super) fn types_in(&mut self, e: &hir::Expr, span: Span) -> Eval<Vec<TypeId>> {
        let v = self.expr(e)?;
        self.listed_types(v, span)
    }

    /// The elements of a list of types.
    pub(super) fn listed_types(&mut self, v: Val, span: Span) -> Eval<Vec<TypeId>> {
        let mut out = Vec::new();
        for n in 0..self.list_len(v).unwrap_or(0) {
            match self.element(v, n) {
                Val::Type(t) => out.push(t),
                _ => return self.fail(span, Why::Shape),
            }
        }
        Ok(out)
    }

    /// Binds the names of the arguments of a region of the planned operation `n`; a list takes what the others leave.
    pub(super) fn name_arguments(&mut self, n: u32, r: &hir::NewRegion) {
        let planned = self.s.plan.op(n).and_then(|o| o.regions.get(r.index as usize));
        let all = planned.map_or(0, Vec::len);
        let mut at = 0;
        for (slot, types) in &r.args {
            let arg = |k: usize| Val::NewArg(n, r.index, k as u16);
            let value = match types {
                ArgTypes::One(_) => {
                    at += 1;
                    arg(at - 1)
                }
                ArgTypes::Many(_) => {
                    let from = at;
                    at = all.saturating_sub(r.args.len() - 1 - from);
                    self.make_list((from..at).map(arg))
                }
            };
            self.set(*slot, value);
        }
    }
}
