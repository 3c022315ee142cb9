//! Types: MLIR's builtin ones, and those of dialects.

use super::context::{AttrId, Context, StrId, TypeId};

/// A size that is not known: `?` in a shape, layout or offset.
pub const DYNAMIC: i64 = i64::MIN;

/// Signedness of an integer type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Signedness {
    /// `iN`.
    Signless,
    /// `siN`.
    Signed,
    /// `uiN`.
    Unsigned,
}

/// The builtin float formats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)] // each is the MLIR type of that name
pub enum FloatKind {
    F4E2M1FN,
    F6E2M3FN,
    F6E3M2FN,
    F8E3M4,
    F8E4M3,
    F8E4M3B11FNUZ,
    F8E4M3FN,
    F8E4M3FNUZ,
    F8E5M2,
    F8E5M2FNUZ,
    F8E8M0FNU,
    BF16,
    F16,
    TF32,
    F32,
    F64,
    F80,
    F128,
}

impl FloatKind {
    /// All kinds with their MLIR spelling and width in bits.
    pub const ALL: [(FloatKind, &'static str, u32); 18] = [
        (FloatKind::F4E2M1FN, "f4E2M1FN", 4),
        (FloatKind::F6E2M3FN, "f6E2M3FN", 6),
        (FloatKind::F6E3M2FN, "f6E3M2FN", 6),
        (FloatKind::F8E3M4, "f8E3M4", 8),
        (FloatKind::F8E4M3, "f8E4M3", 8),
        (FloatKind::F8E4M3B11FNUZ, "f8E4M3B11FNUZ", 8),
        (FloatKind::F8E4M3FN, "f8E4M3FN", 8),
        (FloatKind::F8E4M3FNUZ, "f8E4M3FNUZ", 8),
        (FloatKind::F8E5M2, "f8E5M2", 8),
        (FloatKind::F8E5M2FNUZ, "f8E5M2FNUZ", 8),
        (FloatKind::F8E8M0FNU, "f8E8M0FNU", 8),
        (FloatKind::BF16, "bf16", 16),
        (FloatKind::F16, "f16", 16),
        (FloatKind::TF32, "tf32", 19),
        (FloatKind::F32, "f32", 32),
        (FloatKind::F64, "f64", 64),
        (FloatKind::F80, "f80", 80),
        (FloatKind::F128, "f128", 128),
    ];
    fn entry(self) -> (&'static str, u32) {
        Self::ALL
            .iter()
            .find(|e| e.0 == self)
            .map_or(("f64", 64), |e| (e.1, e.2))
    }
    /// As MLIR writes it.
    pub fn name(self) -> &'static str {
        self.entry().0
    }
    /// Width in bits.
    pub fn bits(self) -> u32 {
        self.entry().1
    }
}

/// What a type is. Shapes are in elements, [`DYNAMIC`] for `?`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeData {
    /// `i32`, `si8`, `ui4`.
    Integer {
        /// In bits.
        width: u32,
        /// Signedness.
        sign: Signedness,
    },
    /// A float.
    Float(FloatKind),
    /// `index`.
    Index,
    /// `none`.
    None,
    /// `(A) -> B`.
    Function {
        /// Argument types.
        inputs: Box<[TypeId]>,
        /// Result types.
        results: Box<[TypeId]>,
    },
    /// `tuple<..>`.
    Tuple(Box<[TypeId]>),
    /// `complex<T>`.
    Complex(TypeId),
    /// `vector<2x[4]xf32>`.
    Vector {
        /// Sizes.
        shape: Box<[i64]>,
        /// Which of them are scalable.
        scalable: Box<[bool]>,
        /// Element type.
        element: TypeId,
    },
    /// `tensor<2x?xf32, #enc>`.
    Tensor {
        /// Sizes.
        shape: Box<[i64]>,
        /// Element type.
        element: TypeId,
        /// Encoding.
        encoding: Option<AttrId>,
    },
    /// `tensor<*xf32>`.
    UnrankedTensor(TypeId),
    /// `memref<2x3xf32, layout, space>`.
    MemRef {
        /// Sizes.
        shape: Box<[i64]>,
        /// Element type.
        element: TypeId,
        /// Layout, if it is not the identity.
        layout: Option<AttrId>,
        /// Memory space.
        space: Option<AttrId>,
    },
    /// `memref<*xf32, space>`.
    UnrankedMemRef {
        /// Element type.
        element: TypeId,
        /// Memory space.
        space: Option<AttrId>,
    },
    /// A type of a loaded dialect: `!bir.access`, with parameters in declared order.
    Dialect {
        /// `dialect.name`.
        name: StrId,
        /// Values of the parameters.
        params: Box<[AttrId]>,
    },
    /// A type of a dialect that is not loaded; the text after `!` as it stood.
    Opaque(StrId),
}

impl Context {
    /// A signless integer type.
    pub fn int_type(&self, width: u32) -> TypeId {
        self.ty(TypeData::Integer {
            width,
            sign: Signedness::Signless,
        })
    }
    /// The element type of a shaped type, else the type itself.
    pub fn element_type(&self, ty: TypeId) -> TypeId {
        match self.type_data(ty) {
            TypeData::Vector { element, .. }
            | TypeData::Tensor { element, .. }
            | TypeData::UnrankedTensor(element)
            | TypeData::MemRef { element, .. }
            | TypeData::UnrankedMemRef { element, .. } => *element,
            _ => ty,
        }
    }
    /// Width in bits of an integer or float; `index` counts as 64.
    pub fn bit_width(&self, ty: TypeId) -> Option<u32> {
        match self.type_data(ty) {
            TypeData::Integer { width, .. } => Some(*width),
            TypeData::Float(k) => Some(k.bits()),
            TypeData::Index => Some(64),
            _ => None,
        }
    }
    /// The sizes of a shaped type of known rank.
    pub fn shape(&self, ty: TypeId) -> Option<&[i64]> {
        match self.type_data(ty) {
            TypeData::Vector { shape, .. }
            | TypeData::Tensor { shape, .. }
            | TypeData::MemRef { shape, .. } => Some(shape),
            _ => None,
        }
    }
}

/// A piece of the spelling of a dialect's type: verbatim text, or a parameter by its number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TypePiece {
    /// These tokens.
    Literal(Box<str>),
    /// An integer, without its type.
    Int(usize),
    /// A case of an enum, bare.
    Case(usize),
    /// Any other parameter, as it is spelled anywhere.
    Attr(usize),
}
