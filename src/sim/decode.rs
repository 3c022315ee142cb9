//! What the attributes of an operation say that is executed.

use crate::ir::affine::AffineMap;
use crate::ir::{AttrData, AttrId, Body, Context, OpId, StrId, TypeData, TypeId};
use crate::lang::defs::{FieldDef, OpDef, Registry};
use crate::lang::encode::attr_or_default;
use crate::lang::semantics::Semantics;
use crate::lang::types::LType;

/// An attribute that a mechanism reads, by the mechanism's own name for it.
pub fn read(ctx: &Context, def: &OpDef, s: &Semantics, body: &Body, op: OpId, name: &str) -> Option<AttrId> {
    let (_, at) = s.reads.iter().find(|r| r.0 == name)?;
    let attr = def.attributes.get(*at)?;
    attr_or_default(ctx, body.props(op), attr)
}

/// The same as an integer.
pub fn int(ctx: &Context, def: &OpDef, s: &Semantics, body: &Body, op: OpId, name: &str) -> Option<i64> {
    ctx.int_value(read(ctx, def, s, body, op, name)?)
}

/// The same as a truth value; absent is false.
pub fn flag(ctx: &Context, def: &OpDef, s: &Semantics, body: &Body, op: OpId, name: &str) -> bool {
    match read(ctx, def, s, body, op, name) {
        Some(a) => a == ctx.known.yes || a == ctx.known.unit,
        None => false,
    }
}

/// A pair of stride and num, however the struct is kept.
pub fn pair(ctx: &Context, a: AttrId) -> Option<(i64, i64)> {
    match ctx.attr_data(a) {
        AttrData::Array(items) => match &**items {
            [s, n] => Some((ctx.int_value(*s)?, ctx.int_value(*n)?)),
            _ => None,
        },
        AttrData::DenseArray { values, .. } => match &**values {
            [s, n] => Some((*s, *n)),
            _ => None,
        },
        AttrData::Dict(_) => {
            let at = |name: &str| ctx.entry(a, ctx.find_str(name)?).and_then(|v| ctx.int_value(v));
            Some((at("stride")?, at("num")?))
        }
        _ => None,
    }
}

/// A list of pairs.
pub fn pairs(ctx: &Context, a: AttrId) -> Option<Vec<(i64, i64)>> {
    ctx.items(a)?.iter().map(|p| pair(ctx, *p)).collect()
}

/// The case of an enum.
pub fn case(ctx: &Context, a: AttrId) -> Option<StrId> {
    match ctx.attr_data(a) {
        AttrData::Enum { case, .. } => Some(*case),
        _ => None,
    }
}

/// A fact of a case.
fn fact_of(ctx: &Context, reg: &Registry, a: AttrId, fact: &str) -> Option<AttrId> {
    let AttrData::Enum { name, case } = ctx.attr_data(a) else {
        return None;
    };
    let def = &reg.enums[reg.enum_of_mnemonic(*name)?];
    let at = def.cases.iter().position(|c| c.0 == *case)?;
    let (_, _, values) = def.facts.iter().find(|f| &*f.0 == fact)?;
    *values.get(at)?
}

/// An integer fact of a case: the `bytes` of an element type.
pub fn fact(ctx: &Context, reg: &Registry, a: AttrId, fact: &str) -> Option<i64> {
    ctx.int_value(fact_of(ctx, reg, a, fact)?)
}

/// A fact that is a list of integers: the `axes` of a transposition.
pub fn fact_ints(ctx: &Context, reg: &Registry, a: AttrId, fact: &str) -> Option<Vec<i64>> {
    ints_of(ctx, fact_of(ctx, reg, a, fact)?)
}

/// A list of integers, however it is kept; one integer is a list of one.
pub fn ints_of(ctx: &Context, a: AttrId) -> Option<Vec<i64>> {
    match ctx.attr_data(a) {
        AttrData::Integer { value, .. } => Some(vec![*value]),
        AttrData::DenseArray { values, .. } => Some(values.to_vec()),
        _ => ctx.items(a)?.iter().map(|i| ctx.int_value(*i)).collect(),
    }
}

/// An attribute that a mechanism reads, as a list of integers.
pub fn ints(
    ctx: &Context,
    def: &OpDef,
    s: &Semantics,
    body: &Body,
    op: OpId,
    name: &str,
) -> Option<Vec<i64>> {
    ints_of(ctx, read(ctx, def, s, body, op, name)?)
}

/// A list of floats, as fp32.
pub fn floats(ctx: &Context, a: AttrId) -> Option<Vec<f32>> {
    let one = |i: &AttrId| {
        let AttrData::Float { bits, ty } = ctx.attr_data(*i) else {
            return None;
        };
        let TypeData::Float(kind) = ctx.type_data(*ty) else {
            return None;
        };
        let format = crate::support::float::Format::of(kind.name())?;
        Some(crate::support::float::to_f64(format, *bits) as f32)
    };
    ctx.items(a)?.iter().map(one).collect()
}

/// The definition of a struct's field, found by its text: asking the context for a name takes a lock.
fn field_def<'r>(ctx: &Context, reg: &'r Registry, ty: &LType, name: &str) -> Option<&'r FieldDef> {
    let LType::Struct(s) = ty.unwrapped() else {
        return None;
    };
    reg.structs[*s].fields.iter().find(|f| ctx.text(f.name) == name)
}

/// A field of a struct that is kept as a dictionary, or its default.
pub fn field(ctx: &Context, reg: &Registry, ty: &LType, a: AttrId, name: &str) -> Option<AttrId> {
    let f = field_def(ctx, reg, ty, name)?;
    ctx.entry(a, f.name).or(f.default)
}

/// The type of a struct's field.
pub fn field_type<'r>(ctx: &Context, reg: &'r Registry, ty: &LType, name: &str) -> Option<&'r LType> {
    field_def(ctx, reg, ty, name).map(|f| &f.ty)
}

/// An affine attribute: a number, or one result over values.
pub enum Offset<'c> {
    /// A number.
    Known(i64),
    /// An expression.
    Map(&'c AffineMap),
}

/// An affine attribute.
pub fn offset(ctx: &Context, a: AttrId) -> Option<Offset<'_>> {
    match ctx.attr_data(a) {
        AttrData::Integer { value, .. } => Some(Offset::Known(*value)),
        AttrData::AffineMap(m) => Some(Offset::Map(m)),
        _ => None,
    }
}

/// How a tensor is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Sizes.
    pub sizes: Vec<i64>,
    /// Element type.
    pub element: TypeId,
    /// Bytes of an element.
    pub size: i64,
    /// Rows: partitions on chip, else 1.
    pub rows: i64,
    /// Bytes of each.
    pub row: i64,
}

/// How a memref is stored: dense, row-major, on chip the first dimension across partitions. The error is why it is not.
pub fn shape(ctx: &Context, ty: TypeId) -> Result<Shape, &'static str> {
    let TypeData::MemRef {
        shape,
        element,
        layout,
        space,
    } = ctx.type_data(ty)
    else {
        return Err("is no memref of known rank");
    };
    if layout.is_some() {
        return Err("has a layout");
    }
    if shape.iter().any(|s| *s < 0) {
        return Err("has sizes that are not known");
    }
    let bits = ctx
        .bit_width(*element)
        .ok_or("has elements that are not numbers")?;
    if bits == 0 || bits % 8 != 0 {
        return Err("has elements that are no whole bytes");
    }
    let chip = match space.map(|s| ctx.attr_data(s)) {
        None => false,
        Some(AttrData::Enum { case, .. }) => ctx.text(*case) != FLAT,
        Some(_) => return Err("has a memory space that is not known"),
    };
    let size = i64::from(bits / 8);
    let count = |of: &[i64]| {
        of.iter()
            .try_fold(size, |n, s| n.checked_mul(*s))
            .ok_or("is too large")
    };
    count(shape)?;
    let (rows, row) = match (chip, &**shape) {
        (true, [rows, rest @ ..]) => (*rows, count(rest)?),
        (true, []) => return Err("is on chip and has no dimension for the partition"),
        (false, all) => (1, count(all)?),
    };
    Ok(Shape {
        sizes: shape.to_vec(),
        element: *element,
        size,
        rows,
        row,
    })
}

/// The memory space that has no partitions.
pub const FLAT: &str = "hbm";
