//! Dialect files: what operations, types and targets there are.

use super::{Args, Block, Doc, Expr, FnDecl, IrType, Name, StrLit};
use crate::support::source::Span;

/// A whole `.dialect` file: `(dialect | target)*`.
#[derive(Clone, PartialEq, Debug)]
pub struct DialectFile {
    /// The items that could be parsed, in order.
    pub items: Vec<DialectItem>,
    /// The whole file.
    pub span: Span,
}

/// A top-level item of a dialect file.
#[derive(Clone, PartialEq, Debug)]
pub enum DialectItem {
    /// `"dialect" ident "{" ... "}"`
    Dialect(Dialect),
    /// `"target" "family" ident "{" ... "}"`
    TargetFamily(TargetFamily),
    /// `"target" ident ":" family "{" ... "}"`
    Target(Target),
}

/// `"dialect" ident "{" (enum | struct | type | attr | constraint | interface | datatype | op | fn)* "}"`
#[derive(Clone, PartialEq, Debug)]
pub struct Dialect {
    /// Its doc comment.
    pub doc: Doc,
    /// Its name.
    pub name: Name,
    /// The members that could be parsed, in order.
    pub members: Vec<Member>,
    /// The declaration.
    pub span: Span,
}

/// A member of a dialect.
#[derive(Clone, PartialEq, Debug)]
pub struct Member {
    /// Its doc comment.
    pub doc: Doc,
    /// What it is.
    pub kind: MemberKind,
    /// All of it but the doc comment.
    pub span: Span,
}

/// The kinds of members.
#[derive(Clone, PartialEq, Debug)]
pub enum MemberKind {
    /// `enum`
    Enum(EnumDecl),
    /// `struct`, `type` or `attr`
    Record(RecordDecl),
    /// `"constraint" Name "=" slot ";"`
    Constraint {
        /// Its name.
        name: Name,
        /// What it stands for.
        slot: Slot,
    },
    /// `"interface" Name "{" clause* "}"`
    Interface(OpDecl),
    /// `datatype`
    Datatype(DatatypeDecl),
    /// `"op" name "{" clause* "}"`
    Op(OpDecl),
    /// A function.
    Fn(FnDecl),
}

/// `"enum" Name (":" int type)? "{" case,* "}"`
#[derive(Clone, PartialEq, Debug)]
pub struct EnumDecl {
    /// Its name.
    pub name: Name,
    /// Its integer type: `i8`.
    pub repr: Option<Name>,
    /// Its cases, at least one.
    pub cases: Vec<EnumCase>,
}

/// `name ("=" int)? ("{" attr,* "}")?`
#[derive(Clone, PartialEq, Debug)]
pub struct EnumCase {
    /// Its doc comment.
    pub doc: Doc,
    /// Its name.
    pub name: Name,
    /// Its number, if given.
    pub value: Option<(i64, Span)>,
    /// Its facts: name and value.
    pub facts: Vec<(Name, Expr)>,
    /// All of it but the doc comment.
    pub span: Span,
}

/// `("struct" | "type" | "attr") name ("(" field,* ")")? ( ";" | "{" (verify | assembly)* "}" )`
#[derive(Clone, PartialEq, Debug)]
pub struct RecordDecl {
    /// Which of the three.
    pub kind: RecordKind,
    /// Its name.
    pub name: Name,
    /// Its fields or parameters.
    pub fields: Vec<Field>,
    /// Its checks.
    pub verify: Vec<Verify>,
    /// Its assembly formats; more than one is for the user of the tree to refuse.
    pub assembly: Vec<Assembly>,
}

/// What a [`RecordDecl`] declares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordKind {
    /// `struct`
    Struct,
    /// `type`
    Type,
    /// `attr`
    Attr,
}

/// `"datatype" Name "{" (Ctor("(" field,* ")")? ";")+ "}"`
#[derive(Clone, PartialEq, Debug)]
pub struct DatatypeDecl {
    /// Its name.
    pub name: Name,
    /// Its cases, at least one.
    pub cases: Vec<DataCase>,
}

/// `name ("(" field,* ")")? (":" ident)? ";"`
#[derive(Clone, PartialEq, Debug)]
pub struct DataCase {
    /// Its doc comment.
    pub doc: Doc,
    /// Its name.
    pub name: Name,
    /// Its fields.
    pub fields: Vec<Field>,
    /// The sort it belongs to, if given.
    pub sort: Option<Name>,
    /// All of it but the doc comment.
    pub span: Span,
}

/// `name "{" clause* "}"`: an operation or an interface.
#[derive(Clone, PartialEq, Debug)]
pub struct OpDecl {
    /// Its name without the dialect's; an operation's may have dots.
    pub name: Name,
    /// Its clauses, in order.
    pub clauses: Vec<Clause>,
}

/// A clause of an operation or an interface.
#[derive(Clone, PartialEq, Debug)]
pub struct Clause {
    /// Its doc comment.
    pub doc: Doc,
    /// What it says.
    pub kind: ClauseKind,
    /// All of it but the doc comment.
    pub span: Span,
}

/// The kinds of clauses.
#[derive(Clone, PartialEq, Debug)]
pub enum ClauseKind {
    /// `"operands" field,+ ";"`
    Operands(Vec<Field>),
    /// `"results" field,+ ";"`
    Results(Vec<Field>),
    /// `"attributes" field,+ ";"`
    Attributes(Vec<Field>),
    /// `"successors" field,+ ";"`
    Successors(Vec<Field>),
    /// `"regions" region,+ ";"`
    Regions(Vec<RegionDecl>),
    /// `"traits" trait,+ ";"`
    Traits(Vec<TraitUse>),
    /// `"const" name "=" expr ";"`
    Const {
        /// Its name.
        name: Name,
        /// Its value.
        value: Expr,
    },
    /// `"infer" result "=" (type | expr) ";"`
    Infer {
        /// The result.
        name: Name,
        /// Its type.
        value: Expr,
    },
    /// `"effects" (kind field),+ ";"`
    Effects(Vec<Effect>),
    /// `verify`
    Verify(Verify),
    /// `assembly`
    Assembly(Assembly),
    /// `semantics`
    Semantics(Semantics),
}

/// `name ":" slot ("=" default)? ("over" operand group)? ("if" expr)?`
#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    /// Its doc comment.
    pub doc: Doc,
    /// Its name.
    pub name: Name,
    /// What it may hold.
    pub slot: Slot,
    /// Its default.
    pub default: Option<Expr>,
    /// The operand group that an affine attribute is tied to.
    pub over: Option<Name>,
    /// When it is there.
    pub condition: Option<Expr>,
    /// All of it but the doc comment.
    pub span: Span,
}

/// `alternative ("|" alternative)*`
#[derive(Clone, PartialEq, Debug)]
pub struct Slot {
    /// The alternatives, at least one.
    pub alternatives: Vec<SlotAlt>,
    /// All of it.
    pub span: Span,
}

/// One alternative with its `?`.
#[derive(Clone, PartialEq, Debug)]
pub struct SlotAlt {
    /// Without the `?`.
    pub kind: SlotKind,
    /// Whether a `?` follows.
    pub optional: bool,
    /// With the `?`.
    pub span: Span,
}

/// The kinds of alternatives of a slot.
#[derive(Clone, PartialEq, Debug)]
pub enum SlotKind {
    /// `!bir.access`, `!memref`, `!any`: an IR type.
    Type(IrType),
    /// `int`, `dma.Pair`, `index`, `typed<...>`: a name of the language, of a dialect, or a constraint.
    Name(IrType),
    /// `[slot]`
    List(Box<Slot>),
    /// `(slot, slot)`
    Tuple(Vec<Slot>),
    /// `variadic<slot>`
    Variadic(Box<Slot>),
    /// `symbol<bir.queue>`
    Symbol(Name),
    /// `int in a .. b`
    IntIn(Box<Expr>),
    /// `same(x)`, `typed(x)`
    Apply {
        /// The constraint.
        name: Name,
        /// What it is applied to.
        arg: Box<Expr>,
    },
}

/// `name ("(" field,* ")")? ("ends" (op | "nothing"))? ("of" op,+)?`
#[derive(Clone, PartialEq, Debug)]
pub struct RegionDecl {
    /// Its name.
    pub name: Name,
    /// The arguments of its entry block, if declared.
    pub args: Option<Vec<Field>>,
    /// What it ends with.
    pub ends: Option<RegionEnd>,
    /// What may stand in it; empty: anything.
    pub of: Vec<Name>,
    /// All of it.
    pub span: Span,
}

/// What a region ends with.
#[derive(Clone, PartialEq, Debug)]
pub enum RegionEnd {
    /// This terminator.
    Op(Name),
    /// `nothing`: no terminator.
    Nothing(Span),
}

/// `Trait | d.Interface | Trait(args)`
#[derive(Clone, PartialEq, Debug)]
pub struct TraitUse {
    /// The trait or interface.
    pub name: Name,
    /// What it is applied to.
    pub args: Vec<Expr>,
    /// All of it.
    pub span: Span,
}

/// `("read" | "write" | "allocate" | "view") field`
#[derive(Clone, PartialEq, Debug)]
pub struct Effect {
    /// Which.
    pub kind: EffectKind,
    /// On what.
    pub on: Expr,
    /// All of it.
    pub span: Span,
}

/// The kinds of effects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EffectKind {
    /// `read`
    Read,
    /// `write`
    Write,
    /// `allocate`
    Allocate,
    /// `view`
    View,
}

/// `"verify" expr "else" string ";"`
#[derive(Clone, PartialEq, Debug)]
pub struct Verify {
    /// Its doc comment.
    pub doc: Doc,
    /// What must hold.
    pub condition: Expr,
    /// What the error says.
    pub message: StrLit,
    /// The clause.
    pub span: Span,
}

/// `"assembly" directive+ ";"`
#[derive(Clone, PartialEq, Debug)]
pub struct Assembly {
    /// The directives.
    pub directives: Vec<Directive>,
    /// The clause.
    pub span: Span,
}

/// A directive of an assembly format.
#[derive(Clone, PartialEq, Debug)]
pub struct Directive {
    /// What it is.
    pub kind: DirectiveKind,
    /// Where.
    pub span: Span,
}

/// The kinds of directives.
#[derive(Clone, PartialEq, Debug)]
pub enum DirectiveKind {
    /// `"from"`: verbatim.
    Literal(Box<str>),
    /// `$field`, `$field^`
    Field {
        /// The field, without `$`.
        name: Name,
        /// `^`: whether its group is printed depends on it.
        anchor: bool,
    },
    /// `type($x)`
    TypeOf(Box<Directive>),
    /// `functional-type`, `functional-type($a, $b)`
    FunctionalType(Vec<Directive>),
    /// `attr-dict`
    AttrDict,
    /// `attr-dict-with-keyword`
    AttrDictWithKeyword,
    /// `operands`
    Operands,
    /// `results`
    Results,
    /// `regions`
    Regions,
    /// `successors`
    Successors,
    /// `( ... )?`, `( ... : ... )?`, `( ... )*`
    Group {
        /// What is printed.
        body: Vec<Directive>,
        /// What is printed when the anchor is absent.
        otherwise: Vec<Directive>,
        /// Which kind of group.
        repeat: GroupRepeat,
    },
}

/// What stands after a group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GroupRepeat {
    /// Nothing: it is always there.
    Once,
    /// `?`
    Optional,
    /// `*`
    Many,
}

/// `"semantics" block` or `"semantics" d.name(args) "{" name,* "}"`
#[derive(Clone, PartialEq, Debug)]
pub enum Semantics {
    /// A body.
    Body(Block),
    /// A named mechanism.
    Mechanism {
        /// Its name.
        name: Name,
        /// Its arguments.
        args: Args,
        /// Attributes that it takes, by its own name and the operation's: `{ oob, combine = cce_op }`.
        names: Vec<(Name, Name)>,
    },
}

/// `"target" "family" ident "{" (param | verify)* "}"`
#[derive(Clone, PartialEq, Debug)]
pub struct TargetFamily {
    /// Its doc comment.
    pub doc: Doc,
    /// Its name.
    pub name: Name,
    /// Its parameters: `name ":" slot ("=" default)? ";"`.
    pub params: Vec<Field>,
    /// Its checks.
    pub verify: Vec<Verify>,
    /// The declaration.
    pub span: Span,
}

/// `"target" ident ":" family "{" (name "=" expr),* "}"`
#[derive(Clone, PartialEq, Debug)]
pub struct Target {
    /// Its doc comment.
    pub doc: Doc,
    /// Its name.
    pub name: Name,
    /// Its family.
    pub family: Name,
    /// Its values: parameter and value.
    pub values: Vec<(Name, Expr)>,
    /// The declaration.
    pub span: Span,
}
