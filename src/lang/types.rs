//! Types of the pattern language.

use super::defs::{EnumId, InterfaceId, OpDefId, Registry, StructId};
use std::sync::Arc;

/// Which operations a handle or a symbol may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpSet {
    /// Any.
    Any,
    /// One operation.
    One(OpDefId),
    /// Those with an interface.
    Interface(InterfaceId),
    /// Any of these (sorted).
    Union(Arc<[OpDefId]>),
}

/// A type of the language. Integers are 64 bits and checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LType {
    /// `int`.
    Int,
    /// `bool`.
    Bool,
    /// `string`.
    Str,
    /// `float`.
    Float,
    /// An integer or a float, which is known when it is there: an element of memory.
    Number,
    /// A quasi-affine expression over index and register values.
    Affine,
    /// Any attribute.
    Attr,
    /// An IR type.
    Type,
    /// A value of the IR.
    Value,
    /// An operation.
    Op(OpSet),
    /// A block.
    Block,
    /// A region.
    Region,
    /// A case of an enum.
    Enum(EnumId),
    /// A struct.
    Struct(StructId),
    /// A name of an operation in a symbol table.
    Symbol(OpSet),
    /// An enum itself, as an argument of `cases`.
    EnumName(EnumId),
    /// `[T]`.
    List(Arc<LType>),
    /// `(T, U)`.
    Tuple(Arc<[LType]>),
    /// `T?`.
    Option(Arc<LType>),
    /// The type of `none` and of the empty list's elements before they meet another type.
    Unknown,
    /// The type of `fail`: no value.
    Never,
    /// What a rewrite function without result gives.
    Nothing,
}

impl LType {
    /// `[T]`.
    pub fn list(t: LType) -> LType {
        LType::List(Arc::new(t))
    }
    /// `(T, ..)`.
    pub fn tuple(items: Vec<LType>) -> LType {
        LType::Tuple(items.into())
    }
    /// `T?`; an option of an option is one option.
    pub fn option(t: LType) -> LType {
        match t {
            LType::Option(_) => t,
            t => LType::Option(Arc::new(t)),
        }
    }
    /// Any operation.
    pub fn any_op() -> LType {
        LType::Op(OpSet::Any)
    }
    /// Without its `?`.
    pub fn unwrapped(&self) -> &LType {
        match self {
            LType::Option(t) => t,
            t => t,
        }
    }
    /// Whether it is an option.
    pub fn is_option(&self) -> bool {
        matches!(self, LType::Option(_))
    }

    /// As messages write it.
    pub fn show(&self, reg: &Registry) -> String {
        match self {
            LType::Int => "int".into(),
            LType::Bool => "bool".into(),
            LType::Str => "string".into(),
            LType::Float => "float".into(),
            LType::Number => "number".into(),
            LType::Affine => "affine".into(),
            LType::Attr => "attr".into(),
            LType::Type => "type".into(),
            LType::Value => "value".into(),
            LType::Op(set) => set.show(reg),
            LType::Block => "block".into(),
            LType::Region => "region".into(),
            LType::Enum(e) | LType::EnumName(e) => reg.enums[*e].name.to_string(),
            LType::Struct(s) => reg.structs[*s].name.to_string(),
            LType::Symbol(set) => format!("symbol<{}>", set.show(reg)),
            LType::List(t) => format!("[{}]", t.show(reg)),
            LType::Tuple(ts) => {
                let items: Vec<String> = ts.iter().map(|t| t.show(reg)).collect();
                format!("({})", items.join(", "))
            }
            LType::Option(t) => format!("{}?", t.show(reg)),
            LType::Unknown => "none".into(),
            LType::Never => "fail".into(),
            LType::Nothing => "nothing".into(),
        }
    }
}

impl OpSet {
    /// As messages write it.
    pub fn show(&self, reg: &Registry) -> String {
        match self {
            OpSet::Any => "op".into(),
            OpSet::One(o) => reg.ops[*o].name.to_string(),
            OpSet::Interface(i) => reg.interfaces[*i].name.to_string(),
            OpSet::Union(ops) => {
                let names: Vec<&str> = ops.iter().map(|o| &*reg.ops[*o].name).collect();
                names.join(" | ")
            }
        }
    }
    /// Whether the operation is in the set.
    pub fn contains(&self, reg: &Registry, op: OpDefId) -> bool {
        match self {
            OpSet::Any => true,
            OpSet::One(o) => *o == op,
            OpSet::Interface(i) => reg.ops[op].interfaces.contains(i),
            OpSet::Union(ops) => ops.contains(&op),
        }
    }
    /// Whether every operation of `self` is in `other`.
    pub fn within(&self, reg: &Registry, other: &OpSet) -> bool {
        match (self, other) {
            (_, OpSet::Any) => true,
            (OpSet::Any, _) => false,
            (OpSet::One(o), _) => other.contains(reg, *o),
            (OpSet::Interface(i), OpSet::Interface(j)) if i == j => true,
            (OpSet::Interface(_), _) => self.members(reg).iter().all(|&o| other.contains(reg, o)),
            (OpSet::Union(ops), _) => ops.iter().all(|&o| other.contains(reg, o)),
        }
    }
    /// The operations of the set; empty for [`OpSet::Any`].
    pub fn members(&self, reg: &Registry) -> Vec<OpDefId> {
        match self {
            OpSet::Any => Vec::new(),
            OpSet::One(o) => vec![*o],
            OpSet::Interface(i) => reg
                .ops
                .enumerate()
                .filter(|(_, d)| d.interfaces.contains(i))
                .map(|(o, _)| o)
                .collect(),
            OpSet::Union(ops) => ops.to_vec(),
        }
    }
}
