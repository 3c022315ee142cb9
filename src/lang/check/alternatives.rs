//! Alternatives of a pattern. Each binds the same names, so that what comes after knows them whichever it was.

use super::{Checked, Checker, Var};
use crate::lang::ast;
use crate::lang::hir::Pat;
use crate::lang::types::LType;
use crate::support::kinds::Kind;

impl Checker<'_> {
    pub(super) fn alternatives(&mut self, items: &[ast::Pat], ty: &LType) -> Checked<Vec<Pat>> {
        let outer = self.shared.len();
        let checked = self.each_alternative(items, ty);
        self.shared.truncate(outer);
        let (out, names) = checked?;
        for v in names {
            // What one alternative says of the IR type need not hold in another.
            self.rules.remove(&v.slot);
            self.vars.push(v);
        }
        Ok(out)
    }

    fn each_alternative(&mut self, items: &[ast::Pat], ty: &LType) -> Checked<(Vec<Pat>, Vec<Var>)> {
        let mark = self.vars.len();
        let mut out = Vec::new();
        let mut names: Vec<Var> = Vec::new();
        for (n, i) in items.iter().enumerate() {
            out.push(self.pat(i, ty)?);
            let bound = self.vars.split_off(mark);
            if n == 0 {
                self.shared.extend(bound.iter().map(|v| (v.name.clone(), v.slot)));
                names = bound;
            } else {
                self.same_names(i, &mut names, bound)?;
            }
        }
        Ok((out, names))
    }

    /// Joins what an alternative binds with what those before it bind.
    fn same_names(&mut self, i: &ast::Pat, known: &mut [Var], bound: Vec<Var>) -> Checked<()> {
        for v in &bound {
            if !known.iter().any(|k| k.name == v.name) {
                let text = format!("'{}' is bound here, but not in the other alternatives", v.name);
                return Err(self.fault(Kind::Unbound, v.span, text));
            }
        }
        for k in known {
            let Some(v) = bound.iter().find(|v| v.name == k.name) else {
                let text = format!("this alternative does not bind '{}'", k.name);
                return Err(self.fault(Kind::Unbound, i.span, text));
            };
            let one = match (&k.ty, &v.ty) {
                (a, b) if a == b => Some(a.clone()),
                (LType::Op(_), LType::Op(_)) => self.join(&k.ty, &v.ty),
                (a, b) if a.unwrapped() == b.unwrapped() => Some(LType::option(a.unwrapped().clone())),
                _ => None,
            };
            let Some(one) = one else {
                let (is, was) = (self.show(&v.ty), self.show(&k.ty));
                let text = format!("'{}' is {is} here, but {was} in another alternative", k.name);
                return Err(self.fault(Kind::Types, v.span, text));
            };
            k.ty = one;
            k.used |= v.used;
        }
        Ok(())
    }
}
