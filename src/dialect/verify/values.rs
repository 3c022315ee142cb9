//! Operands, results and successors: how many, of which types.

use super::Check;
use crate::ir::types::Signedness;
use crate::ir::{AttrData, Context, TypeData, TypeId, ValueId};
use crate::lang::defs::{Arity, TypeRule, ValueDef};
use crate::lang::groups::{OPERAND_SEGMENTS, RESULT_SEGMENTS};
use smallvec::SmallVec;
use std::ops::Range;

/// Ranges of values, by group.
type Ranges = SmallVec<[Range<usize>; 4]>;

/// Which operands and results belong to which group; `None` where the counts do not fit.
pub(super) struct Groups {
    pub(super) operands: Option<Ranges>,
    pub(super) results: Option<Ranges>,
}

impl Check<'_> {
    /// Counts and types of operands and results.
    pub(super) fn values(&mut self) -> Groups {
        let (body, op, def) = (self.body, self.op, self.def);
        let operands = self.split("operand", &def.operands, body.operand_count(op), OPERAND_SEGMENTS);
        let results = self.split("result", &def.results, body.result_count(op), RESULT_SEGMENTS);
        let groups = Groups { operands, results };
        let operands: SmallVec<[ValueId; 8]> = body.operands(op).collect();
        let results: SmallVec<[ValueId; 8]> = body.results(op).collect();
        self.types(
            "operand",
            &def.operands,
            groups.operands.as_deref(),
            &operands,
            &groups,
        );
        self.types(
            "result",
            &def.results,
            groups.results.as_deref(),
            &results,
            &groups,
        );
        groups
    }

    /// Divides values into groups, or says why that does not go.
    fn split(&mut self, what: &str, defs: &[ValueDef], total: usize, attr: &str) -> Option<Ranges> {
        let open = defs.iter().filter(|d| d.arity != Arity::One).count();
        let fixed = defs.len() - open;
        let sizes: SmallVec<[usize; 4]> = if open > 1 {
            self.segments(what, defs.len(), total, attr)?
        } else {
            if total < fixed || (open == 0 && total > fixed) {
                let more = if open > 0 { " or more" } else { "" };
                let s = if fixed == 1 && open == 0 { "" } else { "s" };
                self.error(format!("expected {fixed}{more} {what}{s}, but found {total}"));
                return None;
            }
            defs.iter()
                .map(|d| if d.arity == Arity::One { 1 } else { total - fixed })
                .collect()
        };
        let mut out = Ranges::with_capacity(sizes.len());
        let mut start = 0;
        for (d, size) in defs.iter().zip(sizes) {
            let want = match d.arity {
                Arity::One if size != 1 => "1 element",
                Arity::Optional if size > 1 => "0 or 1 element",
                _ => "",
            };
            if !want.is_empty() {
                let name = self.ctx.text(d.name);
                self.error(format!("{what} group '{name}' requires {want}, but found {size}"));
                return None;
            }
            out.push(start..start + size);
            start += size;
        }
        Some(out)
    }

    /// The sizes of groups that are written down, since more than one is open.
    fn segments(
        &mut self,
        what: &str,
        groups: usize,
        total: usize,
        attr: &str,
    ) -> Option<SmallVec<[usize; 4]>> {
        let found = self
            .ctx
            .find_str(attr)
            .and_then(|k| self.ctx.entry(self.body.props(self.op), k));
        let Some(found) = found else {
            self.error(format!("requires attribute '{attr}'"));
            return None;
        };
        let sizes: Option<SmallVec<[usize; 4]>> = match self.ctx.attr_data(found) {
            AttrData::DenseArray { values, .. } => values.iter().map(|&v| usize::try_from(v).ok()).collect(),
            _ => None,
        };
        let Some(sizes) = sizes else {
            let shown = self.ctx.show_attr(found);
            self.error(format!(
                "attribute '{attr}' must be an array of sizes, but is {shown}"
            ));
            return None;
        };
        if sizes.len() != groups {
            let n = sizes.len();
            self.error(format!(
                "'{attr}' attribute for specifying {what} segments must have {groups} elements, but got {n}"
            ));
            return None;
        }
        let sum = sizes.iter().try_fold(0usize, |n, &s| n.checked_add(s));
        if sum != Some(total) {
            let sum = sum.map_or_else(|| "too many".to_string(), |n| n.to_string());
            self.error(format!(
                "{what} count ({total}) does not match with the total size ({sum}) specified in attribute '{attr}'"
            ));
            return None;
        }
        Some(sizes)
    }

    fn types(
        &mut self,
        what: &str,
        defs: &[ValueDef],
        ranges: Option<&[Range<usize>]>,
        values: &[ValueId],
        groups: &Groups,
    ) {
        for (d, range) in defs.iter().zip(ranges.unwrap_or(&[])) {
            if d.rule == TypeRule::Any {
                continue;
            }
            for (n, &v) in values.iter().enumerate().skip(range.start).take(range.len()) {
                let ty = self.body.value_type(v);
                if !self.fits(&d.rule, ty, groups) {
                    let want = self.describe(&d.rule, groups);
                    let (name, have) = (self.ctx.text(d.name), self.ctx.show_type(ty));
                    self.error(format!("{what} #{n} ('{name}') must be {want}, but got {have}"));
                }
            }
        }
    }

    /// The type that another operand or result of this operation has; of a group that of its first.
    fn type_named(&self, name: crate::ir::StrId, groups: &Groups) -> Option<TypeId> {
        let (body, op) = (self.body, self.op);
        let first = |ranges: &Option<Ranges>, g: usize| {
            ranges
                .as_ref()
                .and_then(|r| r.get(g))
                .filter(|r| !r.is_empty())
                .map(|r| r.start)
        };
        let value = match (self.def.operand(name), self.def.result(name)) {
            (Some(g), _) => first(&groups.operands, g).and_then(|n| body.operand(op, n)),
            (_, Some(g)) => first(&groups.results, g).and_then(|n| body.result(op, n)),
            _ => None,
        };
        value.map(|v| body.value_type(v))
    }

    pub(super) fn fits(&self, rule: &TypeRule, ty: TypeId, groups: &Groups) -> bool {
        match rule {
            TypeRule::Same(other) => self.type_named(*other, groups).is_none_or(|t| t == ty),
            TypeRule::AnyOf(rules) => rules.iter().any(|r| self.fits(r, ty, groups)),
            rule => fits(self.ctx, rule, ty),
        }
    }

    pub(super) fn describe(&self, rule: &TypeRule, groups: &Groups) -> String {
        match rule {
            TypeRule::Same(other) => {
                let ty = self
                    .type_named(*other, groups)
                    .map(|t| self.ctx.show_type(t))
                    .unwrap_or_default();
                format!("{ty} as '{}' is", self.ctx.text(*other))
            }
            TypeRule::AnyOf(rules) => {
                let all: Vec<String> = rules.iter().map(|r| self.describe(r, groups)).collect();
                all.join(" or ")
            }
            rule => describe(self.ctx, rule),
        }
    }

    /// How many successors, and what is handed to them. Operands go to successors where there are as many variadic
    /// groups as successors, each to its own, as in branches.
    pub(super) fn successors(&mut self, groups: &Groups) {
        let (body, op, def) = (self.body, self.op, self.def);
        let have = body.successor_count(op);
        let fixed = def.successors.iter().filter(|s| !s.1).count();
        let open = fixed < def.successors.len();
        if have < fixed || (!open && have > fixed) {
            let more = if open { " or more" } else { "" };
            let s = if fixed == 1 && !open { "" } else { "s" };
            self.error(format!("requires {fixed}{more} successor{s}, but has {have}"));
            return;
        }
        if have == 0 {
            return;
        }
        let passed: SmallVec<[usize; 4]> = def
            .operands
            .iter()
            .enumerate()
            .filter(|(_, o)| o.arity == Arity::Variadic)
            .map(|(g, _)| g)
            .collect();
        let Some(ranges) = groups
            .operands
            .as_ref()
            .filter(|_| !open && have > 0 && passed.len() == have)
        else {
            return;
        };
        for (s, (block, g)) in body.successors(op).zip(passed).enumerate() {
            let range = ranges.get(g).cloned().unwrap_or(0..0);
            let args = body.args(block);
            if args.len() != range.len() {
                let (given, want) = (range.len(), args.len());
                self.error(format!(
                    "branch has {given} operands for successor #{s}, but target block has {want}"
                ));
                continue;
            }
            for (k, (n, &arg)) in range.zip(args).enumerate() {
                let given = body.operand(op, n).map(|v| body.value_type(v));
                if given != Some(body.value_type(arg)) {
                    self.error(format!("type mismatch for bb argument #{k} of successor #{s}"));
                }
            }
        }
    }
}

/// The element type of a vector or tensor; operations on elements take such as well.
fn scalar(ctx: &Context, ty: TypeId) -> TypeId {
    match ctx.type_data(ty) {
        TypeData::Vector { element, .. }
        | TypeData::Tensor { element, .. }
        | TypeData::UnrankedTensor(element) => *element,
        _ => ty,
    }
}

/// Whether a type satisfies a rule that names no other value.
pub(super) fn fits(ctx: &Context, rule: &TypeRule, ty: TypeId) -> bool {
    let data = ctx.type_data(ty);
    match rule {
        TypeRule::Any | TypeRule::Same(_) => true,
        TypeRule::Exact(t) => *t == ty,
        TypeRule::Dialect(name) => matches!(data, TypeData::Dialect { name: n, .. } if n == name),
        TypeRule::AnyOf(rules) => rules.iter().any(|r| fits(ctx, r, ty)),
        TypeRule::Class(class) => {
            let memref = matches!(data, TypeData::MemRef { .. } | TypeData::UnrankedMemRef { .. });
            let tensor = matches!(data, TypeData::Tensor { .. } | TypeData::UnrankedTensor(_));
            let vector = matches!(data, TypeData::Vector { .. });
            let element = ctx.type_data(scalar(ctx, ty));
            match *class {
                "memref" => memref,
                "tensor" => tensor,
                "vector" => vector,
                "shaped" => memref || tensor || vector,
                "integer" => matches!(element, TypeData::Integer { .. }),
                "signless" => {
                    matches!(
                        element,
                        TypeData::Integer {
                            sign: Signedness::Signless,
                            ..
                        } | TypeData::Index
                    )
                }
                "float" => matches!(element, TypeData::Float(_)),
                _ => true,
            }
        }
    }
}

/// A rule in words.
pub(super) fn describe(ctx: &Context, rule: &TypeRule) -> String {
    match rule {
        TypeRule::Any => "any type".into(),
        TypeRule::Exact(t) => ctx.show_type(*t),
        TypeRule::Dialect(name) => format!("!{}", ctx.text(*name)),
        TypeRule::Same(name) => format!("of the type of '{}'", ctx.text(*name)),
        TypeRule::AnyOf(rules) => {
            let all: Vec<String> = rules.iter().map(|r| describe(ctx, r)).collect();
            all.join(" or ")
        }
        TypeRule::Class(class) => match *class {
            "shaped" => "a memref, tensor or vector".into(),
            "integer" => "an integer (or a vector or tensor of them)".into(),
            "signless" => "a signless integer or index (or a vector or tensor of them)".into(),
            "float" => "a float (or a vector or tensor of them)".into(),
            class => format!("a {class}"),
        },
    }
}
