//! Arguments of the regions that rewrites create.

use super::{Checked, Checker};
use crate::lang::ast::{RegionArg, RegionArgType};
use crate::lang::defs::{Arity, TypeRule, ValueDef};
use crate::lang::hir::{ArgTypes, TypeExpr};
use crate::lang::types::LType;
use crate::support::kinds::Kind;

impl Checker<'_> {
    /// The types of arguments as written, which those that the dialect declares must allow.
    pub(super) fn argument_types(
        &mut self,
        args: &[RegionArg],
        declared: &[ValueDef],
    ) -> Checked<Vec<ArgTypes>> {
        let mut out = Vec::new();
        // After the first list the positions are known only when the pattern is applied.
        let mut at = Some(0);
        for a in args {
            match &a.ty {
                RegionArgType::Many(list) => {
                    if at.is_none() {
                        let text = "only one name may stand for a list of arguments";
                        return Err(self.fault(Kind::Form, a.span, text));
                    }
                    at = None;
                    let e = self.expr(list, Some(&LType::list(LType::Type)))?;
                    out.push(ArgTypes::Many(self.convert(e, &LType::list(LType::Type))?));
                }
                RegionArgType::One(t) => {
                    let ty = self.type_expr(t)?;
                    let want = at.and_then(|k| declared.get(k)).filter(|d| d.arity == Arity::One);
                    if let (TypeExpr::Known(t), Some(want)) = (&ty, want)
                        && self.disjoint(&TypeRule::Exact(*t), &want.rule)
                    {
                        let text = format!(
                            "'{}' is {} here, but must be {}",
                            a.name.text,
                            self.show_rule(&TypeRule::Exact(*t)),
                            self.show_rule(&want.rule)
                        );
                        return Err(self.fault(Kind::ResultType, a.span, text));
                    }
                    at = at.map(|k| {
                        if declared.get(k).is_some_and(|d| d.arity != Arity::One) {
                            k
                        } else {
                            k + 1
                        }
                    });
                    out.push(ArgTypes::One(Box::new(ty)));
                }
            }
        }
        Ok(out)
    }
}
