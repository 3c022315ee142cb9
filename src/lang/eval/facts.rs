//! What built-in functions ask of the IR: effects, order, equivalence, symbols.

use super::{Eval, Machine, Val, Why};
use crate::ir::body::Def;
use crate::ir::{AttrData, OpId, TypeData, ValueId};
use crate::lang::types::LType;
use crate::support::source::Span;

impl Machine<'_> {
    pub(super) fn enum_case(&mut self, v: Val, ty: &LType, span: Span) -> Eval<Val> {
        let LType::Enum(want) = ty else {
            return self.fail(span, Why::Shape);
        };
        let def = &self.reg.enums[*want];
        let by_name = |text: &str| {
            self.ctx
                .find_str(text)
                .and_then(|c| def.cases.iter().position(|k| k.0 == c))
        };
        let found = match v {
            Val::Int(n) => def.cases.iter().position(|c| c.1 == n),
            Val::Enum(e, n) => self.reg.enums[e]
                .cases
                .get(n as usize)
                .and_then(|c| def.cases.iter().position(|k| k.0 == c.0)),
            Val::Attr(a) => match self.ctx.attr_data(a) {
                AttrData::Enum { case, .. } => def.cases.iter().position(|k| k.0 == *case),
                AttrData::String { value, .. } => def.cases.iter().position(|k| k.0 == *value),
                AttrData::Integer { value, .. } => def.cases.iter().position(|k| k.1 == *value),
                _ => None,
            },
            Val::Type(t) => {
                let text = self.ctx.show_type(t);
                by_name(&text).or_else(|| {
                    let name = match self.ctx.type_data(t) {
                        TypeData::Integer { width, sign } => match sign {
                            crate::ir::types::Signedness::Unsigned => format!("uint{width}"),
                            _ => format!("int{width}"),
                        },
                        TypeData::Float(k) => match k.name() {
                            "f16" => "fp16".to_string(),
                            "f32" => "fp32".to_string(),
                            "f8E4M3" => "fp8e4".to_string(),
                            "f8E4M3FN" => "fp8_e4m3fn".to_string(),
                            "f8E5M2" => "fp8e5".to_string(),
                            "f8E3M4" => "fp8e3".to_string(),
                            "f8E8M0FNU" => "e8m0".to_string(),
                            other => other.to_string(),
                        },
                        _ => return None,
                    };
                    by_name(&name)
                })
            }
            _ => None,
        };
        match found {
            Some(n) => Ok(Val::Enum(*want, n as u16)),
            None => self.fail(span, Why::Range),
        }
    }

    /// Sorts operations by program order and drops repetitions.
    pub(super) fn program_order(&self, ops: &mut Vec<OpId>) {
        let body = self.body;
        let block = ops.first().and_then(|o| body.block_of(*o));
        let together = ops.iter().all(|o| body.block_of(*o) == block);
        ops.sort_unstable_by(|a, b| {
            let before = if together {
                body.is_before_in_block(*a, *b)
            } else {
                body.precedes(*a, *b)
            };
            match (a == b, before) {
                (true, _) => std::cmp::Ordering::Equal,
                (_, true) => std::cmp::Ordering::Less,
                (_, false) => std::cmp::Ordering::Greater,
            }
        });
        ops.dedup();
    }

    pub(super) fn equivalent(&self, x: OpId, y: OpId) -> bool {
        let b = self.body;
        let pure_op = |o| self.reg.flags(b.name(o)).pure_op && b.region_count(o) == 0;
        b.name(x) == b.name(y)
            && pure_op(x)
            && b.props(x) == b.props(y)
            && b.attrs(x) == b.attrs(y)
            && b.operands(x).eq(b.operands(y))
            && b.results(x)
                .map(|v| b.value_type(v))
                .eq(b.results(y).map(|v| b.value_type(v)))
    }

    /// The operation that a symbol names, seen from the root of the match.
    pub(super) fn resolve(&mut self, symbol: crate::ir::AttrId) -> Option<OpId> {
        let ctx = self.ctx;
        let AttrData::Symbol { root, nested } = ctx.attr_data(symbol) else {
            return None;
        };
        let mut at = Some(self.root);
        let mut found = None;
        while let Some(op) = at {
            if self.reg.flags(self.body.name(op)).symbol_table {
                found = self.tables.lookup(ctx, self.body, op, *root);
                if found.is_some() {
                    break;
                }
            }
            at = self.body.parent(op);
        }
        for n in nested {
            found = found.and_then(|t| self.tables.lookup(ctx, self.body, t, *n));
        }
        found
    }

    /// The symbol that names an operation: its name, behind those of the symbol tables around it up to that of the
    /// anchor.
    pub(super) fn reference(&mut self, v: Val, span: Span) -> Eval<Val> {
        let ctx = self.ctx;
        let mut path: Vec<crate::ir::StrId> = Vec::new();
        let mut at = match v {
            Val::Op(o) => {
                match crate::ir::symbols::symbol_name(ctx, self.body, o) {
                    Some(n) => path.push(n),
                    None => return self.fail(span, Why::Absent),
                }
                self.body.parent(o)
            }
            Val::NewOp(n) => {
                let name = self.s.plan.op(n).and_then(|o| o.symbol(ctx));
                match name {
                    Some(n) => path.push(n),
                    None => return self.fail(span, Why::Absent),
                }
                self.s.plan.parent_of(n, self.body)
            }
            _ => return self.fail(span, Why::Shape),
        };
        while let Some(o) = at {
            let up = self.body.parent(o);
            let flags = self.reg.flags(self.body.name(o));
            // The anchor and what is around it are where names are seen from.
            let anchor = self.body.encloses(o, self.root) && o != self.root;
            if flags.symbol_table
                && flags.symbol
                && !anchor
                && up.is_some()
                && let Some(n) = crate::ir::symbols::symbol_name(ctx, self.body, o)
            {
                path.push(n);
            }
            at = up;
        }
        let root = match path.pop() {
            Some(r) => r,
            None => return self.fail(span, Why::Absent),
        };
        path.reverse();
        Ok(Val::Symbol(ctx.attr(AttrData::Symbol {
            root,
            nested: path.into(),
        })))
    }

    /// What defines a value, as messages use it.
    pub(super) fn defining(&self, v: ValueId) -> Option<OpId> {
        match self.body.def(v) {
            Def::Result(o, _) => Some(o),
            Def::Arg(b, _) => Some(self.body.region_owner(self.body.block_region(b))),
            Def::Pending => None,
        }
    }
}
