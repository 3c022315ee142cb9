//! Built-ins on symbols and names.

use super::super::names::table_of;
use super::{B, Call, Eval, Machine, Val};
use crate::ir::OpId;
use crate::lang::types::{LType, OpSet};

impl Machine<'_> {
    pub(super) fn symbol_function(&mut self, call: &Call<'_>) -> Eval<Val> {
        let [a, c, _] = call.v;
        let range = call.range();
        match (call.b, a) {
            (B::SymbolTable, Val::Op(o)) => Ok(match self.body.parent(o) {
                Some(p) => Val::Op(table_of(self.reg, self.body, p)),
                None => Val::None,
            }),
            (B::Lookup, Val::Op(t)) => {
                let Val::Str(n) = c else { return Err(range) };
                let found = self.tables.lookup(self.ctx, self.body, t, n);
                Ok(self.wanted(found, call.ty))
            }
            (B::Resolve, Val::Symbol(s)) => {
                let found = self.resolve(s);
                Ok(self.wanted(found, call.ty))
            }
            (B::Ref, v) => self.reference(v, call.span),
            (B::SymbolUses, Val::Op(o)) => {
                let mut ops = std::mem::take(&mut self.s.ops);
                ops.clear();
                self.tables.uses(self.ctx, self.reg, self.body, o, &mut ops);
                let list = self.gather(ops.len() as i64, call.span, |_, k| {
                    Ok(ops.get(k as usize).map_or(Val::None, |o| Val::Op(*o)))
                });
                self.s.ops = ops;
                list
            }
            (B::Fresh | B::Numbered, Val::Str(base)) => {
                let table = match c {
                    Val::Op(o) => o,
                    _ => match self.body.parent(self.root) {
                        Some(p) => table_of(self.reg, self.body, p),
                        None => self.root,
                    },
                };
                let (ctx, reg, body) = (self.ctx, self.reg, self.body);
                let always = call.b == B::Numbered;
                let name = self
                    .tables
                    .fresh(ctx, reg, body, &mut self.s.given, table, base, always);
                Ok(Val::Str(name))
            }
            _ => Err(range),
        }
    }

    /// An operation as the option that is wanted: none where it is of another kind.
    fn wanted(&self, found: Option<OpId>, ty: &LType) -> Val {
        let LType::Option(want) = ty else {
            return found.map_or(Val::None, Val::Op);
        };
        let fits = |o: OpId| match &**want {
            LType::Op(OpSet::Any) => true,
            LType::Op(set) => self
                .reg
                .op(self.body.name(o))
                .is_some_and(|d| set.contains(self.reg, d)),
            _ => true,
        };
        found.filter(|o| fits(*o)).map_or(Val::None, Val::Op)
    }
}
