//! What all threads share: interned strings, types, attributes, affine expressions and locations.

use super::affine::{AffineExpr, AffineId};
use super::attrs::AttrData;
use super::location::{LocData, LocIndex};
use super::origin::{Origin, OriginId};
use super::types::{FloatKind, Signedness, TypeData, TypePiece};
use crate::support::intern::Interner;
use rustc_hash::FxHashMap;
use std::sync::{Arc, PoisonError, RwLock};

crate::id_type!(
    /// An interned string: an operation's or attribute's name, or any text.
    StrId,
    /// An interned type; equal types have equal ids.
    TypeId,
    /// An interned attribute; equal attributes have equal ids.
    AttrId,
);

/// Ids that are asked for all the time.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// `i1`.
    pub i1: TypeId,
    /// `i8`.
    pub i8: TypeId,
    /// `i32`.
    pub i32: TypeId,
    /// `i64`.
    pub i64: TypeId,
    /// `f64`.
    pub f64: TypeId,
    /// `index`.
    pub index: TypeId,
    /// `none`.
    pub none: TypeId,
    /// `unit`.
    pub unit: AttrId,
    /// `true`.
    pub yes: AttrId,
    /// `false`.
    pub no: AttrId,
    /// `{}`.
    pub empty_dict: AttrId,
    /// `[]`.
    pub empty_array: AttrId,
    /// The empty string as an attribute.
    pub empty_string: AttrId,
    /// `sym_name`.
    pub sym_name: StrId,
    /// `builtin.module`.
    pub module: StrId,
}

/// Interners of everything that is unique. Shared by reference; interning is thread safe.
pub struct Context {
    strings: Interner<StrId, Box<str>>,
    types: Interner<TypeId, TypeData>,
    attrs: Interner<AttrId, AttrData>,
    affine: Interner<AffineId, AffineExpr>,
    locations: Interner<LocIndex, LocData>,
    origins: Interner<OriginId, Origin>,
    /// Spellings of types that have one of their own.
    type_formats: RwLock<FxHashMap<StrId, Arc<[TypePiece]>>>,
    /// Frequent ids.
    pub known: Known,
}

impl Default for Context {
    fn default() -> Self {
        Self::new()
    }
}

impl Context {
    /// Says how a type of a dialect is written; `None`: with its parameters in `<..>`.
    pub fn set_type_format(&self, name: StrId, format: Option<Vec<TypePiece>>) {
        let mut all = self.type_formats.write().unwrap_or_else(PoisonError::into_inner);
        match format {
            Some(f) => all.insert(name, f.into()),
            None => all.remove(&name),
        };
    }
    /// How a type of a dialect is written, if it has a format of its own.
    pub fn type_format(&self, name: StrId) -> Option<Arc<[TypePiece]>> {
        let all = self.type_formats.read().unwrap_or_else(PoisonError::into_inner);
        all.get(&name).cloned()
    }
    /// An empty context with the [`Known`] ids in it.
    pub fn new() -> Self {
        let strings: Interner<StrId, Box<str>> = Interner::new();
        let types = Interner::new();
        let attrs = Interner::new();
        let int = |width| {
            types.intern(TypeData::Integer {
                width,
                sign: Signedness::Signless,
            })
        };
        let i1 = int(1);
        let string = |s: &str| strings.intern_with(s, || s.into());
        let known = Known {
            i1,
            i8: int(8),
            i32: int(32),
            i64: int(64),
            f64: types.intern(TypeData::Float(FloatKind::F64)),
            index: types.intern(TypeData::Index),
            none: types.intern(TypeData::None),
            unit: attrs.intern(AttrData::Unit),
            yes: attrs.intern(AttrData::Integer { value: -1, ty: i1 }),
            no: attrs.intern(AttrData::Integer { value: 0, ty: i1 }),
            empty_dict: attrs.intern(AttrData::Dict(Box::new([]))),
            empty_array: attrs.intern(AttrData::Array(Box::new([]))),
            empty_string: attrs.intern(AttrData::String {
                value: string(""),
                ty: None,
            }),
            sym_name: string("sym_name"),
            module: string("builtin.module"),
        };
        Context {
            strings,
            types,
            attrs,
            affine: Interner::new(),
            locations: Interner::new(),
            origins: Interner::new(),
            type_formats: RwLock::default(),
            known,
        }
    }

    /// The id of a text.
    pub fn str(&self, text: &str) -> StrId {
        self.strings.intern_with(text, || text.into())
    }
    /// The id of a text that is known already.
    pub fn find_str(&self, text: &str) -> Option<StrId> {
        self.strings.find(text)
    }
    /// The text of an id.
    pub fn text(&self, id: StrId) -> &str {
        self.strings.get(id)
    }
    /// The id of a type.
    pub fn ty(&self, data: TypeData) -> TypeId {
        self.types.intern(data)
    }
    /// What a type is.
    pub fn type_data(&self, id: TypeId) -> &TypeData {
        self.types.get(id)
    }
    /// The id of an attribute.
    pub fn attr(&self, data: AttrData) -> AttrId {
        self.attrs.intern(data)
    }
    /// What an attribute is.
    pub fn attr_data(&self, id: AttrId) -> &AttrData {
        self.attrs.get(id)
    }
    /// The id of an affine expression.
    pub fn affine(&self, e: AffineExpr) -> AffineId {
        self.affine.intern(e)
    }
    /// What an affine expression is.
    pub fn affine_data(&self, id: AffineId) -> AffineExpr {
        *self.affine.get(id)
    }
    /// The index of a composed location.
    pub(super) fn location(&self, data: LocData) -> LocIndex {
        self.locations.intern(data)
    }
    /// The id of a link of a chain.
    pub(super) fn intern_origin(&self, link: Origin) -> OriginId {
        self.origins.intern(link)
    }
    /// A link of a chain.
    pub(super) fn origin_data(&self, id: OriginId) -> &Origin {
        self.origins.get(id)
    }
    /// A composed location.
    pub(super) fn location_data(&self, id: LocIndex) -> &LocData {
        self.locations.get(id)
    }
}
