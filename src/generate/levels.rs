//! Which ways there are to say what is moved, by the definitions that are loaded.

use super::plan::Element;
use crate::ir::{AttrData, Context, StrId};
use crate::lang::defs::{Arity, AttrDef, EnumId, OpDef, OpDefId, Registry, TargetDef, TypeRule};
use crate::lang::semantics::{Field, Mechanism, Semantics};
use crate::lang::types::LType;

/// The memory space without partitions.
const FLAT: &str = "hbm";

/// A way to say what is moved: operations that fit each other.
#[derive(Clone, Debug)]
pub struct Level {
    /// The dialect of its copies.
    pub name: String,
    /// What moves.
    pub copies: Vec<OpDefId>,
    /// How sides are written.
    pub(super) sides: Sides,
    /// Loops.
    pub(super) loops: Vec<OpDefId>,
    /// Programs, each with what ends it.
    pub(super) kernels: Vec<(OpDefId, Option<OpDefId>)>,
    /// Element types: an enum, with the bytes of those cases that have some.
    pub(super) dtypes: Vec<(EnumId, usize, Element)>,
    /// Memory spaces, and whether they have partitions.
    pub(super) spaces: Vec<(EnumId, usize, bool)>,
}

/// How the sides of a copy are written.
#[derive(Clone, Debug)]
pub(super) enum Sides {
    /// By an operation that gives an access to a tensor, which another may allocate.
    Tensor {
        access: OpDefId,
        allocate: Option<OpDefId>,
    },
    /// By an operation that gives an access to a memory, which another declares.
    Memory { access: OpDefId, memory: OpDefId },
    /// By structs in the copy itself, which stands in a block that something fires; blocks may stand in a holder.
    Struct {
        memory: OpDefId,
        block: OpDefId,
        fire: OpDefId,
        holder: Option<OpDefId>,
    },
}

impl Level {
    /// The element types.
    pub fn dtypes(&self) -> Vec<Element> {
        self.dtypes.iter().map(|d| d.2).collect()
    }
    /// Which memory spaces have partitions.
    pub fn chips(&self) -> Vec<bool> {
        self.spaces.iter().map(|s| s.2).collect()
    }
    /// Rows and bytes of each memory space, as parameters of the target say.
    pub fn room(&self, ctx: &Context, reg: &Registry, target: &TargetDef) -> Vec<(i64, i64)> {
        let parameter = |name: &str| reg.parameter(ctx, target, name).and_then(|a| ctx.int_value(a));
        let rows = parameter("partitions").unwrap_or(i64::MAX);
        let name = |e: EnumId, n: usize| reg.enums[e].cases.get(n).map_or("", |c| ctx.text(c.0));
        let one = |(e, n, chip): &(EnumId, usize, bool)| {
            let bytes = parameter(&format!("{}_bytes", name(*e, *n)));
            (if *chip { rows } else { 1 }, bytes.unwrap_or(i64::MAX))
        };
        self.spaces.iter().map(one).collect()
    }
    /// Whether a destination may not be written more than once: what stands for itself is told so by its verifier.
    pub fn is_struct(&self) -> bool {
        matches!(self.sides, Sides::Struct { .. })
    }
}

pub(super) fn semantics(def: &OpDef, m: Mechanism) -> Option<&Semantics> {
    def.semantics.as_ref().filter(|s| s.mechanism == m)
}

/// An attribute that a mechanism reads.
pub(super) fn read<'d>(def: &'d OpDef, name: &str) -> Option<&'d AttrDef> {
    let s = def.semantics.as_ref()?;
    let (_, at) = s.reads.iter().find(|r| r.0 == name)?;
    def.attributes.get(*at)
}

fn dialect(def: &OpDef) -> &str {
    def.name.split_once('.').map_or("", |n| n.0)
}

fn with(reg: &Registry, m: Mechanism) -> Vec<OpDefId> {
    reg.ops
        .ids()
        .filter(|o| semantics(&reg.ops[*o], m).is_some())
        .collect()
}

/// The type of a result or operand that is just one type.
fn exact(rule: Option<&TypeRule>) -> Option<crate::ir::TypeId> {
    match rule {
        Some(TypeRule::Exact(t)) => Some(*t),
        _ => None,
    }
}

fn operand_rule(def: &OpDef, field: Option<Field>) -> Option<&TypeRule> {
    match field {
        Some(Field::Operand(g)) => def.operands.get(g).map(|o| &o.rule),
        _ => None,
    }
}

fn gives(def: &OpDef, ty: crate::ir::TypeId) -> bool {
    matches!(&def.results[..], [r] if r.rule == TypeRule::Exact(ty))
}

/// Operands beside those that a mechanism names can be left out.
fn can_be_made(def: &OpDef, named: &[Field]) -> bool {
    let given = |n: usize| named.contains(&Field::Operand(n));
    let operands = def.operands.iter().enumerate();
    operands
        .into_iter()
        .all(|(n, o)| given(n) || o.arity != Arity::One)
        && def.successors.is_empty()
}

/// Attributes that make a copy something else than one.
const OTHERWISE: [&str; 3] = ["combine", "transpose_op", "coefficients"];

/// Whether a copy is just that when its attributes are left out.
fn is_plain(def: &OpDef, s: &Semantics) -> bool {
    s.reads.iter().all(|(name, at)| {
        let Some(a) = def.attributes.get(*at) else {
            return false;
        };
        let left_out = a.optional || a.ty.is_option();
        match a.default {
            _ if !OTHERWISE.contains(name) => left_out || a.default.is_some(),
            Some(_) => matches!(a.ty, LType::List(_)),
            None => left_out,
        }
    })
}

/// The cases of an element type's enum that have bytes.
fn dtypes(ctx: &Context, reg: &Registry, ty: Option<&LType>) -> Vec<(EnumId, usize, Element)> {
    let Some(LType::Enum(e)) = ty.map(LType::unwrapped) else {
        return Vec::new();
    };
    let fact = |name: &str, case: usize| {
        let values = &reg.enums[*e].facts.iter().find(|f| &*f.0 == name)?.2;
        ctx.int_value((*values.get(case)?)?)
    };
    let one = |n: usize| {
        let element = Element {
            bytes: fact("bytes", n).filter(|b| *b > 0)?,
            lanes: fact("lanes", n).unwrap_or(1),
        };
        Some((*e, n, element))
    };
    (0..reg.enums[*e].cases.len()).filter_map(one).collect()
}

fn spaces(ctx: &Context, reg: &Registry, ty: Option<&LType>) -> Vec<(EnumId, usize, bool)> {
    let Some(LType::Enum(e)) = ty.map(LType::unwrapped) else {
        return Vec::new();
    };
    let cases = reg.enums[*e].cases.iter().enumerate();
    cases.map(|(n, c)| (*e, n, ctx.text(c.0) != FLAT)).collect()
}

/// The type of a field of a struct.
pub(super) fn field<'r>(ctx: &Context, reg: &'r Registry, ty: &LType, name: &str) -> Option<&'r LType> {
    let LType::Struct(s) = ty.unwrapped() else {
        return None;
    };
    let id: StrId = ctx.find_str(name)?;
    reg.structs[*s]
        .fields
        .iter()
        .find(|f| f.name == id)
        .map(|f| &f.ty)
}

/// What ends a region of this operation.
pub(super) fn end_of(reg: &Registry, def: &OpDef) -> Option<OpDefId> {
    if let Some(end) = def.regions.first().and_then(|r| r.ends) {
        return end;
    }
    let ends = |o: &OpDefId| {
        let d = &reg.ops[*o];
        d.flags.terminator && dialect(d) == dialect(def) && semantics(d, Mechanism::Nothing).is_some()
    };
    reg.ops.ids().find(ends)
}

/// All ways that the loaded dialects have, in the order of their copies.
pub fn levels(ctx: &Context, reg: &Registry) -> Vec<Level> {
    let mut out: Vec<Level> = Vec::new();
    for copy in with(reg, Mechanism::Copy) {
        let def = &reg.ops[copy];
        let sides_of = |s: &&Semantics| {
            let given: Vec<Field> = ["src", "dst"].iter().filter_map(|n| s.arg(n)).collect();
            can_be_made(def, &given) && is_plain(def, s)
        };
        let Some(s) = semantics(def, Mechanism::Copy).filter(sides_of) else {
            continue;
        };
        let Some((sides, dtype)) = sides(reg, ctx, copy, def, s) else {
            continue;
        };
        let known = out
            .iter_mut()
            .find(|l| l.name == dialect(def) && same(&l.sides, &sides));
        if let Some(l) = known {
            l.copies.push(copy);
            continue;
        }
        let memories = with(reg, Mechanism::Memory);
        let space = memories.first().and_then(|m| read(&reg.ops[*m], "space"));
        let symbols = !matches!(sides, Sides::Tensor { .. });
        let kernels = with(reg, Mechanism::Kernel).into_iter();
        let kernels = kernels.filter(|k| !symbols || reg.ops[*k].flags.symbol_table);
        let loops = with(reg, Mechanism::Loop);
        let own: Vec<OpDefId> = loops
            .iter()
            .copied()
            .filter(|l| dialect(&reg.ops[*l]) == dialect(def))
            .collect();
        let level = Level {
            name: dialect(def).to_string(),
            copies: vec![copy],
            sides,
            loops: if own.is_empty() { loops } else { own },
            kernels: kernels.map(|k| (k, end_of(reg, &reg.ops[k]))).collect(),
            dtypes: dtypes(ctx, reg, dtype.as_ref()),
            spaces: spaces(ctx, reg, space.map(|a| &a.ty)),
        };
        if !level.kernels.is_empty() && !level.dtypes.is_empty() && !level.spaces.is_empty() {
            out.push(level);
        }
    }
    out
}

fn same(a: &Sides, b: &Sides) -> bool {
    let access = |s: &Sides| match s {
        Sides::Tensor { access, .. } | Sides::Memory { access, .. } => Some(*access),
        Sides::Struct { .. } => None,
    };
    access(a) == access(b)
}

/// How the sides of a copy are written, and the type of their element types.
fn sides(
    reg: &Registry,
    ctx: &Context,
    copy: OpDefId,
    def: &OpDef,
    s: &Semantics,
) -> Option<(Sides, Option<LType>)> {
    let memories = with(reg, Mechanism::Memory);
    if let Some(Field::Attribute(n)) = s.arg("src") {
        let ty = &def.attributes.get(n)?.ty;
        let blocks = with(reg, Mechanism::Block).into_iter();
        let block = blocks.into_iter().find(|b| {
            let of = reg.ops[*b].regions.first().map(|r| &r.of);
            of.is_none_or(|of| of.is_empty() || of.contains(&copy))
        })?;
        let fire = with(reg, Mechanism::Fire).into_iter().find(|f| {
            let d = &reg.ops[*f];
            let s = d.semantics.as_ref().and_then(|s| s.arg("blocks"));
            matches!(s, Some(Field::Attribute(n)) if d.attributes.get(n).is_some_and(|a| names(reg, &a.ty, block)))
        })?;
        let holds = |o: &OpDefId| reg.ops[*o].regions.iter().any(|r| r.of.contains(&block));
        let memory = memories
            .into_iter()
            .find(|m| read(&reg.ops[*m], "address").is_some())?;
        let sides = Sides::Struct {
            memory,
            block,
            fire,
            holder: reg.ops.ids().find(holds),
        };
        return Some((sides, field(ctx, reg, ty, "dtype").cloned()));
    }
    let ty = exact(operand_rule(def, s.arg("src")))?;
    for m in [Mechanism::TensorAccess, Mechanism::MemoryAccess] {
        for access in with(reg, m) {
            let d = &reg.ops[access];
            let Some(s) = semantics(d, m).filter(|_| gives(d, ty)) else {
                continue;
            };
            let dtype = read(d, "dtype").map(|a| a.ty.clone());
            if m == Mechanism::TensorAccess {
                let can = |a: &OpDefId| can_be_made(&reg.ops[*a], &[]);
                let allocate = with(reg, Mechanism::Allocate).into_iter().find(can);
                return Some((Sides::Tensor { access, allocate }, dtype));
            }
            let Some(held) = exact(operand_rule(d, s.arg("memory"))) else {
                continue;
            };
            let memory = memories.iter().copied().find(|m| gives(&reg.ops[*m], held))?;
            return Some((Sides::Memory { access, memory }, dtype));
        }
    }
    None
}

/// Whether a list of symbols may name an operation.
pub(super) fn names(reg: &Registry, ty: &LType, op: OpDefId) -> bool {
    match ty.unwrapped() {
        LType::List(t) => names(reg, t, op),
        LType::Symbol(set) => set.contains(reg, op),
        _ => false,
    }
}

/// The text of a case.
pub(super) fn case(ctx: &Context, reg: &Registry, e: EnumId, case: usize) -> Option<String> {
    let a = reg.case_attr(ctx, e, case)?;
    matches!(ctx.attr_data(a), AttrData::Enum { .. }).then(|| ctx.show_attr(a))
}
