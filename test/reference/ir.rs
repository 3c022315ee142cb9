//! Reading operations, attributes and types as values, and comparing values.

use super::{Reference, Stop, V};
use rookery::ir::{AttrData, AttrId, OpId, StrId, TypeData, TypeId, ValueId};
use rookery::lang::defs::{Arity, OpDef, ValueDef};
use rookery::lang::hir::{Const, TypePart};
use rookery::lang::types::LType;

impl Reference<'_> {
    pub(super) fn constant(&self, c: &Const) -> V {
        match *c {
            Const::Int(n) => V::Int(n),
            Const::Bool(b) => V::Bool(b),
            Const::Str(s) => V::Str(s),
            Const::None => V::None,
            Const::Enum(e, n) => V::Enum(e, n),
            Const::Float(f) => V::Float(f),
            Const::Attr(a) => V::Attr(a),
            Const::Type(t) => V::Type(t),
        }
    }

    /// Structural equality. An attribute is also equal to the value that is kept so, and an operation to its result.
    pub(super) fn equal(&self, a: &V, b: &V) -> bool {
        match (a, b) {
            (V::List(x) | V::Tuple(x) | V::Struct(_, x), V::List(y) | V::Tuple(y) | V::Struct(_, y)) => {
                x.len() == y.len() && x.iter().zip(y).all(|(x, y)| self.equal(x, y))
            }
            (V::Attr(a), V::Attr(b)) => a == b,
            (V::Attr(a), other) | (other, V::Attr(a)) => self.encode(other) == Some(*a),
            (V::Op(o), V::Value(v)) | (V::Value(v), V::Op(o)) => {
                self.body.result_count(*o) == 1 && self.body.def_op(*v) == Some(*o)
            }
            _ => a == b,
        }
    }

    fn encode(&self, v: &V) -> Option<AttrId> {
        let ctx = self.world.ctx;
        match v {
            V::Int(n) => Some(ctx.int(*n)),
            V::Bool(b) => Some(ctx.bool_attr(*b)),
            V::Str(s) => Some(ctx.string_of(*s)),
            V::Enum(e, n) => self.world.reg.case_attr(ctx, *e, *n as usize),
            V::Type(t) => Some(ctx.attr(AttrData::Type(*t))),
            V::Symbol(a) => Some(*a),
            V::List(items) | V::Tuple(items) => {
                let items: Option<Vec<AttrId>> = items.iter().map(|i| self.encode(i)).collect();
                items.map(|i| ctx.array(i))
            }
            _ => None,
        }
    }

    fn decode(&self, a: AttrId, ty: &LType) -> Result<V, Stop> {
        let all = |items: &[AttrId], ty: &dyn Fn(usize) -> LType| {
            let of = |(n, i): (usize, &AttrId)| self.decode(*i, &ty(n));
            items.iter().enumerate().map(of).collect::<Result<Vec<V>, Stop>>()
        };
        match (ty, self.world.ctx.attr_data(a)) {
            (LType::Option(t), _) => self.decode(a, t),
            (LType::Attr, _) => Ok(V::Attr(a)),
            (LType::Int, AttrData::Integer { value, .. }) => Ok(V::Int(*value)),
            (LType::Bool, AttrData::Integer { value, .. }) => Ok(V::Bool(*value != 0)),
            (LType::Str, AttrData::String { value, .. }) => Ok(V::Str(*value)),
            (LType::Type, AttrData::Type(t)) => Ok(V::Type(*t)),
            (LType::Enum(e), AttrData::Enum { case, .. }) => match self.world.reg.case(*e, *case) {
                Some(n) => Ok(V::Enum(*e, n as u16)),
                None => Err(Stop::No),
            },
            (LType::List(t), AttrData::Array(items)) => all(items, &|_| (**t).clone()).map(V::List),
            (LType::Tuple(ts), AttrData::Array(items)) if ts.len() == items.len() => {
                all(items, &|n| ts[n].clone()).map(V::Tuple)
            }
            (ty, data) => Err(Stop::Unknown(format!("attribute {data:?} as {ty:?}"))),
        }
    }

    fn def(&self, op: OpId) -> Option<&OpDef> {
        let reg = self.world.reg;
        reg.op(self.body.name(op)).map(|d| &reg.ops[d])
    }

    /// An attribute: its value, its default, or `none`. That of an operation without a definition is what stands there.
    pub(super) fn attr(&self, op: OpId, name: StrId, ty: &LType) -> Result<V, Stop> {
        let known = self
            .def(op)
            .and_then(|d| d.attributes.iter().find(|a| a.name == name));
        match known {
            Some(a) => match self.world.ctx.entry(self.body.props(op), name).or(a.default) {
                Some(value) => self.decode(value, ty),
                None => Ok(V::None),
            },
            None => Ok(self.body.attr(self.world.ctx, op, name).map_or(V::None, V::Attr)),
        }
    }

    /// An operand group: a value, an option or a list. `swapped` means the other one of the first two.
    pub(super) fn operand(&self, op: OpId, name: StrId, swapped: bool) -> Result<V, Stop> {
        let Some(def) = self.def(op) else {
            return Err(Stop::No);
        };
        let Some(n) = def.operands.iter().position(|o| o.name == name) else {
            return Err(Stop::No);
        };
        let n = if swapped && n < 2 { 1 - n } else { n };
        let values: Vec<ValueId> = self.body.operands(op).collect();
        self.group(op, &def.operands, &values, n, "operandSegmentSizes")
    }

    /// A result group.
    pub(super) fn result(&self, op: OpId, name: StrId) -> Result<V, Stop> {
        let Some(def) = self.def(op) else {
            return Err(Stop::No);
        };
        let Some(n) = def.results.iter().position(|o| o.name == name) else {
            return Err(Stop::No);
        };
        let values: Vec<ValueId> = self.body.results(op).collect();
        self.group(op, &def.results, &values, n, "resultSegmentSizes")
    }

    fn group(
        &self,
        op: OpId,
        groups: &[ValueDef],
        values: &[ValueId],
        n: usize,
        sizes: &str,
    ) -> Result<V, Stop> {
        let open = groups.iter().filter(|g| g.arity != Arity::One).count();
        let sizes: Vec<usize> = if open > 1 {
            let ctx = self.world.ctx;
            let given = ctx
                .find_str(sizes)
                .and_then(|s| ctx.entry(self.body.props(op), s));
            match given.map(|a| ctx.attr_data(a)) {
                Some(AttrData::DenseArray { values, .. }) => values.iter().map(|v| *v as usize).collect(),
                _ => return Err(Stop::No),
            }
        } else {
            let rest = values.len() + open - groups.len();
            let size = |g: &ValueDef| if g.arity == Arity::One { 1 } else { rest };
            groups.iter().map(size).collect()
        };
        let start: usize = sizes[..n].iter().sum();
        let own: Vec<V> = values[start..start + sizes[n]]
            .iter()
            .map(|v| V::Value(*v))
            .collect();
        Ok(match groups[n].arity {
            Arity::Variadic => V::List(own),
            _ => own.into_iter().next().unwrap_or(V::None),
        })
    }

    /// A region by name.
    pub(super) fn region(&self, op: OpId, name: StrId) -> Result<V, Stop> {
        let n = self
            .def(op)
            .and_then(|d| d.regions.iter().position(|r| r.name == name));
        n.and_then(|n| self.body.region(op, n))
            .map(V::Region)
            .ok_or(Stop::No)
    }

    pub(super) fn type_of_attr(&self, a: AttrId) -> Option<TypeId> {
        match self.world.ctx.attr_data(a) {
            AttrData::Type(t) => Some(*t),
            _ => None,
        }
    }

    /// A part of a type.
    pub(super) fn type_part(&self, part: TypePart, ty: TypeId) -> Result<V, Stop> {
        let ctx = self.world.ctx;
        match (part, ctx.type_data(ty)) {
            (TypePart::Shape, TypeData::MemRef { .. }) => match ctx.shape(ty) {
                Some(s) if s.iter().all(|d| *d >= 0) => Ok(V::List(s.iter().map(|d| V::Int(*d)).collect())),
                _ => Err(Stop::No),
            },
            (TypePart::Element, TypeData::MemRef { .. }) => Ok(V::Type(ctx.element_type(ty))),
            (TypePart::Width, TypeData::Integer { width, .. }) => Ok(V::Int(i64::from(*width))),
            (TypePart::Width, _) => Err(Stop::No),
            (part, data) => Err(Stop::Unknown(format!("{part:?} of {data:?}"))),
        }
    }
}
