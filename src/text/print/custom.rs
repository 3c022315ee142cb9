//! Operations in their own format: interprets the program that also parses them.

use super::super::affine;
use super::super::format::{self, ValueNames};
use super::super::parse::custom::elidable;
use super::names::Names;
use super::typed;
use super::{Printer, RegionShape, Task};
use crate::ir::display::Writer;
use crate::ir::{AttrData, Body, OpId, RegionId, TypeData, TypeId, ValueId};
use crate::lang::defs::{Anchor, FormatStep, OpDef, TypeRule};
use crate::lang::eval::infer::{infer_types, result_groups};
use crate::lang::types::LType;

struct Uses<'a> {
    names: &'a Names,
    body: &'a Body,
}
impl ValueNames for Uses<'_> {
    fn write(&self, w: &mut Writer<'_>, v: ValueId) {
        self.names.write_use(w, v, self.body);
    }
}

impl<'a> Printer<'a> {
    /// Whether an operation has the shape that its format can express; a broken one is printed in the generic form.
    pub(super) fn fits(&self, op: OpId, def: &OpDef) -> bool {
        let (ctx, body) = (self.w.ctx, self.body);
        let groups = def.operands.is_empty() && body.operand_count(op) == 0
            || !def.operands.is_empty() && format::operand_group(ctx, def, body, op, 0).is_some();
        let results = def.results.is_empty() && body.result_count(op) == 0
            || !def.results.is_empty() && format::result_group(ctx, def, body, op, 0).is_some();
        let typed = def
            .attributes
            .iter()
            .all(|a| match ctx.entry(body.props(op), a.name) {
                Some(v) => {
                    crate::lang::encode::check(self.reg, ctx, v, &a.ty).is_ok()
                        && self.affine_fits(op, def, a, v)
                        && self.width_fits(def, a, v)
                }
                None => a.optional || a.default.is_some(),
            });
        let known = ctx
            .entries(body.props(op))
            .iter()
            .all(|(k, _)| def.attr(*k).is_some() || format::is_segment(ctx.text(*k)));
        groups
            && results
            && typed
            && known
            && self.tied_groups_fit(op, def)
            && (def.infer.is_empty() || self.inferred_fit(op, def))
            && body.region_count(op) == def.regions.len()
    }

    /// Whether results whose types the format does not spell have the types that are inferred.
    fn inferred_fit(&self, op: OpId, def: &OpDef) -> bool {
        let (ctx, body) = (self.w.ctx, self.body);
        let types: Vec<TypeId> = body.results(op).map(|v| body.value_type(v)).collect();
        let operands: Vec<TypeId> = body.operands(op).map(|v| body.value_type(v)).collect();
        let Some(mut known) = result_groups(def, &types, |g| def.infer.iter().any(|i| i.0 == g)) else {
            return false;
        };
        infer_types(ctx, self.reg, def, &operands, body.props(op), &mut known).is_ok()
            && known.into_iter().flatten().flatten().eq(types)
    }

    /// Outside of the dictionary an integer stands without its type, so it must be the usual one.
    fn width_fits(&self, def: &OpDef, a: &crate::lang::defs::AttrDef, v: crate::ir::AttrId) -> bool {
        let ctx = self.w.ctx;
        match (&a.ty, ctx.attr_data(v)) {
            (LType::Int | LType::Affine, AttrData::Integer { ty, .. }) if *ty != ctx.known.i64 => {
                let mut mentioned = vec![false; def.attributes.len()];
                mention(def.assembly.as_deref().unwrap_or(&[]), &mut mentioned, &mut false);
                a.ty == LType::Int
                    && def
                        .attributes
                        .iter()
                        .zip(mentioned)
                        .all(|(b, m)| !m || b.name != a.name)
            }
            _ => true,
        }
    }

    /// Whether the map of an affine attribute is over its operand group.
    fn affine_fits(
        &self,
        op: OpId,
        def: &OpDef,
        a: &crate::lang::defs::AttrDef,
        v: crate::ir::AttrId,
    ) -> bool {
        match (a.over, self.w.ctx.attr_data(v)) {
            (Some(g), AttrData::AffineMap(m)) => format::operand_group(self.w.ctx, def, self.body, op, g)
                .is_some_and(|r| r.len() == m.dims as usize),
            (None, AttrData::AffineMap(_)) => a.ty != LType::Affine,
            _ => true,
        }
    }

    /// A group that affine attributes are over is spelled by them only, so each of its values must occur in one, and
    /// they must occur first in the order of the group.
    fn tied_groups_fit(&self, op: OpId, def: &OpDef) -> bool {
        let (ctx, body) = (self.w.ctx, self.body);
        (0..def.operands.len()).all(|g| {
            if !def.attributes.iter().any(|a| a.over == Some(g)) {
                return true;
            }
            let Some(range) = format::operand_group(ctx, def, body, op, g) else {
                return false;
            };
            let values: Vec<ValueId> = range.clone().filter_map(|n| body.operand(op, n)).collect();
            let mut seen: Vec<u32> = Vec::new();
            for n in spelled_order(def, g) {
                let Some(a) = def.attributes.get(n) else { continue };
                if let Some(AttrData::AffineMap(m)) =
                    ctx.entry(body.props(op), a.name).map(|v| ctx.attr_data(v))
                {
                    for &e in m.results.iter() {
                        dims_in_order(ctx, e, &mut seen);
                    }
                }
            }
            let distinct = values
                .iter()
                .enumerate()
                .all(|(n, v)| !values.iter().take(n).any(|w| w == v));
            distinct && seen.len() == values.len() && seen.iter().enumerate().all(|(n, d)| *d == n as u32)
        })
    }

    fn write_use(&mut self, v: ValueId) {
        self.names.write_use(&mut self.w, v, self.body);
    }

    fn space(&mut self) {
        if !self.w.out.ends_with([' ', '(', '[', '<', '\n']) {
            self.w.out.push(' ');
        }
    }

    pub(super) fn steps(&mut self, op: OpId, indent: usize, mut steps: std::slice::Iter<'a, FormatStep>) {
        let Some(def) = self.reg.op(self.body.name(op)).map(|d| &self.reg.ops[d]) else {
            return;
        };
        while let Some(step) = steps.next() {
            match step {
                FormatStep::Region(n) => {
                    if let Some(r) = self.body.region(op, *n) {
                        self.tasks.push(Task::Steps(op, indent, steps));
                        self.space();
                        let shape = self.region_head(def, *n, r, indent);
                        self.tasks.push(Task::Region(shape));
                        return;
                    }
                }
                FormatStep::Regions => {
                    self.tasks.push(Task::Steps(op, indent, steps));
                    self.space();
                    let regions: Vec<RegionId> = self.body.regions(op).collect();
                    let mut shapes: Vec<(bool, RegionShape)> = Vec::new();
                    for (n, r) in regions.into_iter().enumerate() {
                        shapes.push((n > 0, self.plain_shape(def, n, r, indent)));
                    }
                    for (comma, shape) in shapes.into_iter().rev() {
                        self.tasks.push(Task::Region(shape));
                        if comma {
                            self.tasks.push(Task::Text(", "));
                        }
                    }
                    return;
                }
                FormatStep::Function { name, ty, body } => {
                    let region = self.function(op, def, (*name, *ty, *body));
                    self.tasks.push(Task::Steps(op, indent, steps));
                    if let Some(region) = region.filter(|r| self.body.entry(*r).is_some()) {
                        self.space();
                        let elide = self.elided(def, *body, region);
                        self.tasks.push(Task::Region(RegionShape {
                            region,
                            indent,
                            bare_entry: true,
                            elide,
                        }));
                    }
                    return;
                }
                FormatStep::Group {
                    body,
                    otherwise,
                    anchor,
                } => {
                    let chosen = if self.anchored(op, def, *anchor) {
                        body
                    } else {
                        otherwise
                    };
                    self.tasks.push(Task::Steps(op, indent, steps));
                    self.tasks.push(Task::Steps(op, indent, chosen.iter()));
                    return;
                }
                _ => self.step(op, def, step),
            }
        }
    }

    fn anchored(&self, op: OpId, def: &OpDef, anchor: Anchor) -> bool {
        let (ctx, body) = (self.w.ctx, self.body);
        match anchor {
            Anchor::Operand(g) => format::operand_group(ctx, def, body, op, g).is_some_and(|r| !r.is_empty()),
            Anchor::Result(g) => format::result_group(ctx, def, body, op, g).is_some_and(|r| !r.is_empty()),
            Anchor::Attr(n) => def
                .attributes
                .get(n)
                .is_some_and(|a| ctx.entry(body.props(op), a.name).is_some()),
            Anchor::Region(n) => body.region(op, n).is_some_and(|r| body.entry(r).is_some()),
        }
    }

    fn step(&mut self, op: OpId, def: &'a OpDef, step: &FormatStep) {
        let (ctx, body) = (self.w.ctx, self.body);
        match step {
            FormatStep::Literal(text) => {
                if space_before(text, self.after_punctuation) {
                    self.space();
                }
                self.w.out.push_str(text);
                self.after_punctuation = !text.starts_with(|c: char| c == '_' || c.is_ascii_alphabetic());
                return;
            }
            FormatStep::Operand(g) => {
                let range = format::operand_group(ctx, def, body, op, *g).unwrap_or(0..0);
                self.uses(op, range);
            }
            FormatStep::Operands => {
                let mut all = Vec::new();
                for g in 0..def.operands.len() {
                    if !def.attributes.iter().any(|a| a.over == Some(g)) {
                        all.extend(format::operand_group(ctx, def, body, op, g).unwrap_or(0..0));
                    }
                }
                self.uses(op, all);
            }
            FormatStep::Attr(n) => {
                if let Some(a) = def.attributes.get(*n) {
                    self.space();
                    self.attribute(op, def, a);
                }
            }
            FormatStep::SymbolName(n) => {
                let value = def
                    .attributes
                    .get(*n)
                    .and_then(|a| ctx.entry(body.props(op), a.name))
                    .and_then(|a| ctx.string_value(a));
                if let Some(name) = value {
                    self.space();
                    self.w.symbol(name);
                }
            }
            FormatStep::Successor(n) => {
                let before = def.successors.iter().take(*n).filter(|s| !s.1).count();
                let variadic = def.successors.get(*n).is_some_and(|s| s.1);
                let all: Vec<_> = body.successors(op).skip(before).collect();
                let count = if variadic { all.len() } else { 1 };
                for (k, b) in all.into_iter().take(count).enumerate() {
                    if k > 0 {
                        self.w.out.push(',');
                    }
                    self.space();
                    self.names.write_block(&mut self.w, b);
                }
            }
            FormatStep::OperandType(g) => {
                let range = format::operand_group(ctx, def, body, op, *g).unwrap_or(0..0);
                let types: Vec<_> = range
                    .filter_map(|n| body.operand(op, n))
                    .map(|v| body.value_type(v))
                    .collect();
                self.types(&types);
            }
            FormatStep::ResultType(g) => {
                let range = format::result_group(ctx, def, body, op, *g).unwrap_or(0..0);
                let types: Vec<_> = range
                    .filter_map(|n| body.result(op, n))
                    .map(|v| body.value_type(v))
                    .collect();
                self.types(&types);
            }
            FormatStep::FunctionalType => {
                self.space();
                self.signature(op);
            }
            FormatStep::AttrDict { keyword } => self.attr_dict(op, def, *keyword, &[]),
            _ => {}
        }
        self.after_punctuation = false;
    }

    fn uses(&mut self, op: OpId, range: impl IntoIterator<Item = usize>) {
        for (k, n) in range.into_iter().enumerate() {
            if k > 0 {
                self.w.out.push(',');
            }
            self.space();
            if let Some(v) = self.body.operand(op, n) {
                self.write_use(v);
            }
        }
    }

    fn types(&mut self, types: &[crate::ir::TypeId]) {
        for (k, t) in types.iter().enumerate() {
            if k > 0 {
                self.w.out.push(',');
            }
            self.space();
            self.w.ty(*t);
        }
    }

    fn attribute(&mut self, op: OpId, def: &OpDef, a: &crate::lang::defs::AttrDef) {
        let (ctx, body) = (self.w.ctx, self.body);
        let Some(v) = crate::lang::encode::attr_or_default(ctx, body.props(op), a) else {
            return;
        };
        match a.over {
            Some(g) => {
                let range = format::operand_group(ctx, def, body, op, g).unwrap_or(0..0);
                let group: Vec<ValueId> = range.filter_map(|n| body.operand(op, n)).collect();
                let uses = Uses {
                    names: &self.names,
                    body,
                };
                affine::write_over(&mut self.w, &uses, v, &group);
            }
            None => typed::write(&mut self.w, self.reg, v, &a.ty),
        }
    }

    fn attr_dict(&mut self, op: OpId, def: &OpDef, keyword: bool, skip: &[crate::ir::StrId]) {
        let (ctx, body) = (self.w.ctx, self.body);
        let mut mentioned = vec![false; def.attributes.len()];
        let mut flat = false;
        if let Some(steps) = &def.assembly {
            mention(steps, &mut mentioned, &mut flat);
        }
        let mut first = true;
        let mut open = |w: &mut Writer<'_>| {
            if std::mem::take(&mut first) {
                w.out.push_str(if keyword { " attributes {" } else { " {" });
            } else {
                w.out.push_str(", ");
            }
        };
        // Inherent attributes in declared order, then the others by name.
        for (a, done) in def.attributes.iter().zip(mentioned) {
            let there = ctx.entry(body.props(op), a.name).is_some();
            if done || !there || skip.contains(&a.name) {
                continue;
            }
            open(&mut self.w);
            self.w.name_or_quoted(a.name);
            let yes = a.ty == LType::Bool && ctx.entry(body.props(op), a.name) == Some(ctx.known.yes);
            if !yes {
                self.w.out.push_str(" = ");
                self.attribute(op, def, a);
            }
        }
        let mut rest: Vec<_> = Vec::new();
        if flat {
            let segments = |e: &&(crate::ir::StrId, crate::ir::AttrId)| format::is_segment(ctx.text(e.0));
            rest.extend(ctx.entries(body.props(op)).iter().filter(segments).copied());
        }
        rest.extend(
            ctx.entries(body.attrs(op))
                .iter()
                .copied()
                .filter(|e| !skip.contains(&e.0)),
        );
        for (k, v) in rest {
            open(&mut self.w);
            self.w.named(k, v);
        }
        if !first {
            self.w.out.push('}');
        }
    }

    /// The terminator that need not be written.
    fn elided(&self, def: &OpDef, n: usize, r: RegionId) -> Option<OpId> {
        let end = def.regions.get(n).and_then(|d| d.ends).flatten()?;
        let end = &self.reg.ops[end];
        let last = self.body.last_block(r).and_then(|b| self.body.last_op(b))?;
        let (ctx, body) = (self.w.ctx, self.body);
        let plain = body.name(last) == end.id
            && elidable(end)
            && body.operand_count(last) == 0
            && body.props(last) == ctx.known.empty_dict
            && body.attrs(last) == ctx.known.empty_dict;
        plain.then_some(last)
    }

    fn plain_shape(&self, def: &OpDef, n: usize, region: RegionId, indent: usize) -> RegionShape {
        // Where blocks need no end, an empty one and none are the same.
        let lone = self.body.blocks(region).nth(1).is_none();
        let no_args = self
            .body
            .entry(region)
            .is_some_and(|b| self.body.args(b).is_empty());
        RegionShape {
            region,
            indent,
            bare_entry: def.flags.no_terminator && lone && no_args,
            elide: self.elided(def, n, region),
        }
    }

    /// Writes the arguments of a region that declares them.
    fn region_head(&mut self, def: &OpDef, n: usize, region: RegionId, indent: usize) -> RegionShape {
        let mut shape = self.plain_shape(def, n, region, indent);
        let Some(declared) = def.regions.get(n).and_then(|r| r.args.as_ref()) else {
            return shape;
        };
        let Some(entry) = self.body.entry(region) else {
            return shape;
        };
        let args = self.body.args(entry).to_vec();
        shape.bare_entry = true;
        if args.is_empty() {
            return shape;
        }
        self.w.out.push('(');
        for (k, a) in args.into_iter().enumerate() {
            if k > 0 {
                self.w.out.push_str(", ");
            }
            self.write_use(a);
            let ty = self.body.value_type(a);
            let rule = declared.get(k).or(declared.last()).map(|d| &d.rule);
            if rule != Some(&TypeRule::Exact(ty)) {
                self.w.out.push_str(": ");
                self.w.ty(ty);
            }
        }
        self.w.out.push_str(") ");
        shape
    }

    /// The attributes of an argument or result of a function, if it has any.
    fn argument_attrs(&mut self, dict: Option<&crate::ir::AttrId>) {
        let ctx = self.w.ctx;
        if let Some(&dict) = dict.filter(|d| **d != ctx.known.empty_dict) {
            self.w.out.push_str(" {");
            self.w.entries(ctx.entries(dict));
            self.w.out.push('}');
        }
    }

    fn function(&mut self, op: OpId, def: &OpDef, at: (usize, usize, usize)) -> Option<RegionId> {
        let (ctx, body) = (self.w.ctx, self.body);
        let prop = |n: usize| {
            def.attributes
                .get(n)
                .and_then(|a| ctx.entry(body.props(op), a.name))
        };
        let visibility = ctx.find_str("sym_visibility");
        let shown = visibility
            .and_then(|v| body.attr(ctx, op, v))
            .and_then(|a| ctx.string_value(a));
        if let Some(v) = shown {
            self.w.out.push(' ');
            self.w.out.push_str(ctx.text(v));
        }
        self.w.out.push(' ');
        if let Some(name) = prop(at.0).and_then(|a| ctx.string_value(a)) {
            self.w.symbol(name);
        }
        let f = prop(at.1).and_then(|a| match ctx.attr_data(a) {
            AttrData::Type(t) => Some(ctx.type_data(*t)),
            _ => None,
        });
        let Some(TypeData::Function { inputs, results }) = f else {
            return None;
        };
        let region = body.region(op, at.2);
        let entry = region.and_then(|r| body.entry(r));
        let arg_key = ctx.find_str("arg_attrs");
        let arg_attrs = arg_key
            .and_then(|k| body.attr(ctx, op, k))
            .and_then(|a| ctx.items(a))
            .unwrap_or(&[]);
        self.w.out.push('(');
        for (n, t) in inputs.iter().enumerate() {
            if n > 0 {
                self.w.out.push_str(", ");
            }
            if let Some(&a) = entry.and_then(|b| body.args(b).get(n)) {
                self.write_use(a);
                self.w.out.push_str(": ");
            }
            self.w.ty(*t);
            self.argument_attrs(arg_attrs.get(n));
        }
        self.w.out.push(')');
        let result_key = ctx.find_str("res_attrs");
        let result_attrs = result_key
            .and_then(|k| body.attr(ctx, op, k))
            .and_then(|a| ctx.items(a))
            .unwrap_or(&[]);
        match results.as_ref() {
            [] => {}
            [one] if result_attrs.is_empty() && !matches!(ctx.type_data(*one), TypeData::Function { .. }) => {
                self.w.out.push_str(" -> ");
                self.w.ty(*one);
            }
            many => {
                self.w.out.push_str(" -> (");
                for (n, t) in many.iter().enumerate() {
                    if n > 0 {
                        self.w.out.push_str(", ");
                    }
                    self.w.ty(*t);
                    self.argument_attrs(result_attrs.get(n));
                }
                self.w.out.push(')');
            }
        }
        let skip: Vec<_> = [
            Some(ctx.known.sym_name),
            visibility,
            arg_key,
            result_key,
            def.attributes.get(at.1).map(|a| a.name),
        ]
        .into_iter()
        .flatten()
        .collect();
        self.attr_dict(op, def, true, &skip);
        region
    }
}

/// Whether a literal is set apart from what stands before it, as MLIR does it: `f(`, `^bb1(`, but `-> (`.
fn space_before(text: &str, after_punctuation: bool) -> bool {
    if text.len() != 1 && text != "->" {
        return true;
    }
    let tight = if after_punctuation { ">)}]," } else { "<>(){}[]," };
    !tight.contains(text.chars().next().unwrap_or(' '))
}

/// Attributes over group `g` in the order in which the format spells them.
fn spelled_order(def: &OpDef, g: usize) -> Vec<usize> {
    let mut order = Vec::new();
    let steps = def.assembly.as_deref().unwrap_or(&[]);
    collect(steps, &mut order);
    let rest = (0..def.attributes.len())
        .filter(|n| !order.contains(n))
        .collect::<Vec<_>>();
    order.extend(rest);
    order.retain(|n| def.attributes.get(*n).is_some_and(|a| a.over == Some(g)));
    order
}

fn collect(steps: &[FormatStep], order: &mut Vec<usize>) {
    for s in steps {
        match s {
            FormatStep::Attr(n) => order.push(*n),
            FormatStep::Group { body, otherwise, .. } => {
                collect(body, order);
                collect(otherwise, order);
            }
            _ => {}
        }
    }
}

/// The dimensions of an expression in the order in which it is written.
fn dims_in_order(ctx: &crate::ir::Context, e: crate::ir::affine::AffineId, seen: &mut Vec<u32>) {
    use crate::ir::affine::AffineExpr;
    let mut stack = vec![e];
    while let Some(e) = stack.pop() {
        match ctx.affine_data(e) {
            AffineExpr::Dim(n) if !seen.contains(&n) => seen.push(n),
            AffineExpr::Dim(_) | AffineExpr::Const(_) | AffineExpr::Sym(_) => {}
            AffineExpr::Add(a, b)
            | AffineExpr::Mul(a, b)
            | AffineExpr::Mod(a, b)
            | AffineExpr::FloorDiv(a, b)
            | AffineExpr::CeilDiv(a, b) => stack.extend([b, a]),
        }
    }
}

/// Which attributes the steps of a format write, and whether it writes all operands as one list.
fn mention(steps: &[FormatStep], attrs: &mut [bool], flat: &mut bool) {
    for s in steps {
        match s {
            FormatStep::Attr(n) | FormatStep::SymbolName(n) => {
                if let Some(slot) = attrs.get_mut(*n) {
                    *slot = true;
                }
            }
            FormatStep::Operands => *flat = true,
            FormatStep::Group { body, otherwise, .. } => {
                mention(body, attrs, flat);
                mention(otherwise, attrs, flat);
            }
            _ => {}
        }
    }
}
