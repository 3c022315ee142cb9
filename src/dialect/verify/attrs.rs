//! Inherent attributes: which there must be, their types and ranges, what they refer to.

use super::Check;
use super::values::Groups;
use crate::ir::verify::Tables;
use crate::ir::{AttrData, AttrId, OpId, StrId};
use crate::lang::defs::AttrDef;
use crate::lang::encode;
use crate::lang::eval::parts::broken;
use crate::lang::groups::{OPERAND_SEGMENTS, RESULT_SEGMENTS};
use crate::lang::types::{LType, OpSet};
use crate::support::nearest;

impl Check<'_> {
    pub(super) fn attributes(&mut self, groups: &Groups, tables: &mut Tables<'_>) {
        let def = self.def;
        let props = self.body.props(self.op);
        for a in &def.attributes {
            match self.ctx.entry(props, a.name) {
                Some(v) => self.attribute(a, v, groups, tables),
                None if a.optional || a.default.is_some() => {}
                None => self.error(format!("requires attribute '{}'", self.ctx.text(a.name))),
            }
        }
        for (k, _) in self.ctx.entries(props) {
            let name = self.ctx.text(*k);
            let segments = (name == OPERAND_SEGMENTS && def.needs_operand_segments())
                || (name == RESULT_SEGMENTS && def.needs_result_segments());
            if !segments && def.attr(*k).is_none() {
                let hint = nearest::hint(name, def.attributes.iter().map(|a| self.ctx.text(a.name)));
                self.error(format!("has no inherent attribute '{name}'{hint}"));
            }
        }
    }

    fn attribute(&mut self, a: &AttrDef, v: AttrId, groups: &Groups, tables: &mut Tables<'_>) {
        let name = self.ctx.text(a.name);
        if let Err(text) = encode::check(self.reg, self.ctx, v, &a.ty) {
            self.error(format!("attribute '{name}' {text}"));
            return;
        }
        let mut wrong = Vec::new();
        broken(self.ctx, self.reg, v, &a.ty, a.range.as_ref(), &mut wrong);
        for text in wrong {
            self.error(format!("attribute '{name}'{text}"));
        }
        self.inside(name, v, &a.ty, tables);
        if let Some(result) = a.typed {
            let value = self
                .def
                .result(result)
                .and_then(|g| groups.results.as_ref()?.get(g)?.clone().next());
            let want = value
                .and_then(|n| self.body.result(self.op, n))
                .map(|v| self.body.value_type(v));
            if let Some(want) = want.filter(|w| self.ctx.attr_type(v) != Some(*w)) {
                let (value, want) = (self.ctx.show_attr(v), self.ctx.show_type(want));
                let result = self.ctx.text(result);
                self.error(format!(
                    "attribute '{name}' is {value}, but result '{result}' has type {want}"
                ));
            }
        }
        self.affine(a, v, groups);
    }

    /// An affine expression has a dimension for each operand of the group it is over.
    fn affine(&mut self, a: &AttrDef, v: AttrId, groups: &Groups) {
        let AttrData::AffineMap(map) = self.ctx.attr_data(v) else {
            return;
        };
        if a.ty != LType::Affine {
            return;
        }
        let name = self.ctx.text(a.name);
        let dims = map.dims as usize;
        match a.over {
            Some(g) => {
                let Some(range) = groups.operands.as_ref().and_then(|r| r.get(g)) else {
                    return;
                };
                if range.len() != dims {
                    let group = self.def.operands.get(g).map_or("", |o| self.ctx.text(o.name));
                    let n = range.len();
                    self.error(format!(
                        "attribute '{name}' has {dims} dimensions, but operand group '{group}' has {n} operands"
                    ));
                }
            }
            None if dims > 0 => {
                self.error(format!(
                    "attribute '{name}' has {dims} dimensions, but is over no operands"
                ));
            }
            None => {}
        }
    }

    /// Symbols in the parts of a value; its types have been checked.
    fn inside(&mut self, name: &str, v: AttrId, ty: &LType, tables: &mut Tables<'_>) {
        match (ty, self.ctx.attr_data(v)) {
            (LType::Option(t), _) => self.inside(name, v, t, tables),
            (LType::Symbol(set), AttrData::Symbol { root, nested }) => {
                self.reference(name, v, (*root, nested), set, tables);
            }
            (LType::List(t), AttrData::Array(items)) if has_parts(t) => {
                for i in items {
                    self.inside(name, *i, t, tables);
                }
            }
            (LType::Tuple(ts), AttrData::Array(items)) => {
                for (t, i) in ts.iter().zip(items) {
                    self.inside(name, *i, t, tables);
                }
            }
            (LType::Struct(s), AttrData::Array(items)) => {
                for (f, i) in self.reg.structs[*s].fields.iter().zip(items) {
                    self.inside(name, *i, &f.ty, tables);
                }
            }
            (LType::Struct(s), AttrData::Dict(items)) => {
                for f in &self.reg.structs[*s].fields {
                    if let Some((_, i)) = items.iter().find(|i| i.0 == f.name) {
                        self.inside(name, *i, &f.ty, tables);
                    }
                }
            }
            _ => {}
        }
    }

    fn reference(
        &mut self,
        name: &str,
        v: AttrId,
        path: (StrId, &[StrId]),
        set: &OpSet,
        tables: &mut Tables<'_>,
    ) {
        if tables.is_local() {
            return;
        }
        let shown = self.ctx.show_attr(v);
        let Some(found) = find(tables, self.op, path) else {
            self.error(format!(
                "attribute '{name}' refers to {shown}, which is no symbol here"
            ));
            return;
        };
        let of_set = self
            .reg
            .op(self.body.name(found))
            .is_some_and(|d| set.contains(self.reg, d));
        if !of_set && *set != OpSet::Any {
            let kind = self.ctx.text(self.body.name(found));
            let want = set.show(self.reg);
            let text =
                format!("attribute '{name}' refers to {shown}, which must be a {want}, but is a '{kind}'");
            let d = self
                .diagnostic(self.op, text)
                .note(self.place(found), "the symbol is defined here");
            self.sink.push(d);
        }
    }
}

/// The operation that `@root::@nested` means as seen from `from`.
pub(super) fn find(tables: &mut Tables<'_>, from: OpId, path: (StrId, &[StrId])) -> Option<OpId> {
    let mut at = tables.resolve(from, path.0)?;
    for n in path.1 {
        at = tables.inside(at, *n)?;
    }
    Some(at)
}

/// Whether values of a type can hold something to check besides their type, so that long lists are not walked in vain.
fn has_parts(ty: &LType) -> bool {
    match ty {
        LType::Symbol(_) | LType::Struct(_) | LType::Tuple(_) => true,
        LType::Option(t) | LType::List(t) => has_parts(t),
        _ => false,
    }
}
