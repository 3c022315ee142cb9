//! Attributes: MLIR's builtin ones, and the enums of dialects.

use super::affine::AffineMap;
use super::context::{AttrId, Context, StrId, TypeId};
use super::location::Loc;
use num_bigint::BigInt;

/// What an attribute is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum AttrData {
    /// `unit`.
    Unit,
    /// An integer of at most 64 bits, sign-extended from its width; `true` and `false` are `i1`.
    Integer {
        /// The value.
        value: i64,
        /// An integer type or `index`.
        ty: TypeId,
    },
    /// An integer wider than 64 bits.
    BigInteger {
        /// The value, as signed.
        value: BigInt,
        /// An integer type.
        ty: TypeId,
    },
    /// A float by its bits.
    Float {
        /// The encoding in the type's format.
        bits: u128,
        /// A float type.
        ty: TypeId,
    },
    /// `"text"`, possibly with a type.
    String {
        /// The text.
        value: StrId,
        /// A type other than none.
        ty: Option<TypeId>,
    },
    /// A type.
    Type(TypeId),
    /// `[a, b]`.
    Array(Box<[AttrId]>),
    /// `{a = 1}`, sorted by name.
    Dict(Box<[(StrId, AttrId)]>),
    /// `@a::@b`.
    Symbol {
        /// First name.
        root: StrId,
        /// Names inside it.
        nested: Box<[StrId]>,
    },
    /// `array<i64: 1, 2>`.
    DenseArray {
        /// Element type.
        element: TypeId,
        /// Values of integers, bits of floats.
        values: Box<[i64]>,
    },
    /// `dense<..> : tensor<..>`: one element for a splat, else all in row-major order.
    Dense {
        /// A static shaped type.
        ty: TypeId,
        /// Integers sign-extended, floats and `i1` by their bits; complex elements as pairs.
        values: Box<[i128]>,
    },
    /// `dense<"text"...>` and other element lists kept by their text: `dense_resource<..>`, `sparse<..>`, string elements.
    Elements {
        /// The text without the type.
        text: StrId,
        /// A shaped type.
        ty: TypeId,
    },
    /// `affine_map<..>`.
    AffineMap(AffineMap),
    /// `affine_set<..>`: constraints, each with whether it is an equality.
    IntegerSet {
        /// Dimensions, symbols and the constrained expressions.
        map: AffineMap,
        /// True for `== 0`, false for `>= 0`.
        equalities: Box<[bool]>,
    },
    /// `strided<[..], offset: n>`.
    Strided {
        /// Strides in elements.
        strides: Box<[i64]>,
        /// Offset in elements.
        offset: i64,
    },
    /// A case of a dialect's enum: `#bir.copy_mode<cce>`.
    Enum {
        /// `dialect.mnemonic`.
        name: StrId,
        /// The case.
        case: StrId,
    },
    /// `loc(..)` as an attribute.
    Location(Loc),
    /// `distinct[n]<a>`.
    Distinct {
        /// Its number.
        id: u64,
        /// What it wraps.
        inner: AttrId,
    },
    /// An attribute of a dialect that is not loaded; the text after `#` as it stood.
    Opaque(StrId),
}

impl Context {
    /// An `i64` integer attribute.
    pub fn int(&self, value: i64) -> AttrId {
        self.attr(AttrData::Integer {
            value,
            ty: self.known.i64,
        })
    }
    /// `true` or `false`.
    pub fn bool_attr(&self, value: bool) -> AttrId {
        if value { self.known.yes } else { self.known.no }
    }
    /// A string attribute without a type.
    pub fn string(&self, text: &str) -> AttrId {
        self.string_of(self.str(text))
    }
    /// A string attribute without a type.
    pub fn string_of(&self, value: StrId) -> AttrId {
        self.attr(AttrData::String { value, ty: None })
    }
    /// A flat symbol reference.
    pub fn symbol(&self, root: StrId) -> AttrId {
        self.attr(AttrData::Symbol {
            root,
            nested: Box::new([]),
        })
    }
    /// An array attribute.
    pub fn array(&self, items: impl Into<Box<[AttrId]>>) -> AttrId {
        self.attr(AttrData::Array(items.into()))
    }
    /// A dictionary; sorts by name, the last of equal names wins.
    pub fn dict(&self, mut items: Vec<(StrId, AttrId)>) -> AttrId {
        items.sort_by(|a, b| self.text(a.0).cmp(self.text(b.0)));
        items.reverse();
        items.dedup_by_key(|e| e.0);
        items.reverse();
        self.attr(AttrData::Dict(items.into()))
    }
    /// The entries of a dictionary.
    pub fn entries(&self, dict: AttrId) -> &[(StrId, AttrId)] {
        match self.attr_data(dict) {
            AttrData::Dict(items) => items,
            _ => &[],
        }
    }
    /// An entry of a dictionary.
    #[inline]
    pub fn entry(&self, dict: AttrId, name: StrId) -> Option<AttrId> {
        self.entries(dict).iter().find(|e| e.0 == name).map(|e| e.1)
    }
    /// A dictionary with one entry set, or removed for `None`.
    pub fn with_entry(&self, dict: AttrId, name: StrId, value: Option<AttrId>) -> AttrId {
        let mut items: Vec<_> = self
            .entries(dict)
            .iter()
            .copied()
            .filter(|e| e.0 != name)
            .collect();
        items.extend(value.map(|v| (name, v)));
        self.dict(items)
    }
    /// The value of an integer attribute of at most 64 bits.
    pub fn int_value(&self, a: AttrId) -> Option<i64> {
        match self.attr_data(a) {
            AttrData::Integer { value, .. } => Some(*value),
            _ => None,
        }
    }
    /// The text of a string attribute.
    pub fn string_value(&self, a: AttrId) -> Option<StrId> {
        match self.attr_data(a) {
            AttrData::String { value, .. } => Some(*value),
            _ => None,
        }
    }
    /// The items of an array attribute.
    pub fn items(&self, a: AttrId) -> Option<&[AttrId]> {
        match self.attr_data(a) {
            AttrData::Array(items) => Some(items),
            _ => None,
        }
    }
    /// The type that an attribute carries.
    pub fn attr_type(&self, a: AttrId) -> Option<TypeId> {
        match self.attr_data(a) {
            AttrData::Integer { ty, .. }
            | AttrData::BigInteger { ty, .. }
            | AttrData::Float { ty, .. }
            | AttrData::Dense { ty, .. }
            | AttrData::Elements { ty, .. } => Some(*ty),
            AttrData::String { ty, .. } => *ty,
            _ => None,
        }
    }
}
