//! Patterns: what operations and data must look like.

use super::{Expr, Name, StrLit};
use crate::support::source::Span;

/// `"commutes"? opname ("|" opname)* operands? attributes? ("->" (itype | "(" operand,* ")"))?`
///
/// Also a struct (`dma.Pair(s, n)`, `dma.Pair { num }`): only the dialect tells a struct from an operation.
#[derive(Clone, PartialEq, Debug)]
pub struct NodePat {
    /// The place of `commutes`, if it is there.
    pub commutes: Option<Span>,
    /// The names, at least one.
    pub names: Vec<OpName>,
    /// The operands; none: they are free.
    pub operands: Option<Vec<OperandPat>>,
    /// The attributes (or fields of a struct); none or an empty list: they are free.
    pub attributes: Option<Vec<AttrPat>>,
    /// The results.
    pub results: Option<ResultsPat>,
    /// The pattern.
    pub span: Span,
}

/// `dialect "." name | dialect ".*" | "_"`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpName {
    /// Which form.
    pub kind: OpNameKind,
    /// As written: `bir.dma_copy`, `bir.*`, `_`.
    pub name: Name,
}

/// The forms of an operation's name in a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpNameKind {
    /// One operation, interface or struct.
    Exact,
    /// `bir.*`: everything that begins with what stands before the star.
    Glob,
    /// `_`
    Any,
}

/// `".." | (name "=")? slot`
#[derive(Clone, PartialEq, Debug)]
pub enum OperandPat {
    /// `..`: more may follow.
    Rest(Span),
    /// An operand by position, or by name.
    One {
        /// Its name, if given.
        name: Option<Name>,
        /// What it must be.
        pattern: Pat,
    },
}

/// `name ("=" data)?`; `{ mode }` is `{ mode = mode }`.
#[derive(Clone, PartialEq, Debug)]
pub struct AttrPat {
    /// The attribute or field.
    pub name: Name,
    /// What it must be; none: it is bound to its own name.
    pub pattern: Option<Pat>,
    /// All of it.
    pub span: Span,
}

/// What follows `->` in a pattern.
#[derive(Clone, PartialEq, Debug)]
pub enum ResultsPat {
    /// `-> itype`: the type of the only result.
    Type(IrType),
    /// `-> (operand,*)`
    List(Vec<OperandPat>),
}

/// A pattern for a value or a piece of data: `(node | data) ("as" ident)? (":" itype)?`
#[derive(Clone, PartialEq, Debug)]
pub struct Pat {
    /// What it must look like.
    pub kind: PatKind,
    /// `as name`
    pub as_name: Option<Name>,
    /// `: itype`
    pub ty: Option<Box<IrType>>,
    /// With `as` and the type.
    pub span: Span,
}

/// The kinds of patterns.
#[derive(Clone, PartialEq, Debug)]
pub enum PatKind {
    /// `none`
    None,
    /// `_`
    Wild,
    /// `true`, `false`
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A float, as written.
    Float(Box<str>),
    /// A string.
    Str(StrLit),
    /// `.skip`: the name without its dot.
    Case(Name),
    /// `x`, `x?`: binds, or must be equal to what is bound.
    Bind {
        /// The name.
        name: Name,
        /// `?`: binds the option itself.
        optional: bool,
    },
    /// `[a, ..rest, b]`
    List(Vec<ElemPat>),
    /// `(a, b)`; never of one without a trailing comma, which is just the pattern.
    Tuple(Vec<Pat>),
    /// `xfer(a, b)`: a case of a datatype.
    Term {
        /// Its name.
        name: Name,
        /// Its parts.
        args: Vec<Pat>,
    },
    /// An operation, an interface or a struct.
    Node(Box<NodePat>),
    /// `!memref<_, f32>`
    Type(Box<IrType>),
    /// `a | b`, at least two.
    Alt(Vec<Pat>),
}

/// `slot | ".." ident? | ".._"`
#[derive(Clone, PartialEq, Debug)]
pub enum ElemPat {
    /// One element.
    One(Pat),
    /// Any number of elements.
    Rest {
        /// What they are bound to; none for `..` and `.._`.
        name: Option<Name>,
        /// All of it.
        span: Span,
    },
}

/// `"!"? name ("<" ((name "=")? data),* ">")? "?"?`: an IR type, as a pattern and as an expression, where a name among
/// the arguments is a variable.
#[derive(Clone, PartialEq, Debug)]
pub struct IrType {
    /// Its name, dotted or not, without `!`.
    pub name: Name,
    /// Its arguments; none: no angle brackets.
    pub args: Option<Vec<IrTypeArg>>,
    /// Whether a `?` follows.
    pub optional: bool,
    /// All of it.
    pub span: Span,
}

/// `(name "=")? data`
#[derive(Clone, PartialEq, Debug)]
pub struct IrTypeArg {
    /// The parameter, if named.
    pub name: Option<Name>,
    /// What it must be, or is.
    pub pattern: Pat,
}

/// What stands after `is`: a pattern.
pub type IsPat = Pat;

/// `expr "{" (slot ("if" expr)? "=>" expr),+ "}"`: one arm of a `case`.
#[derive(Clone, PartialEq, Debug)]
pub struct CaseArm {
    /// What the value must look like.
    pub pattern: Pat,
    /// What else must hold.
    pub guard: Option<Expr>,
    /// The value then.
    pub body: Expr,
    /// The arm.
    pub span: Span,
}
