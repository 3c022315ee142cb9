//! The checked form of the two languages: names are ids, variables are slots of a frame, implicit conversions are
//! written out, every expression has its type. Made by [`super::check`], run by [`super::eval`].

use super::ast::{self, Severity};
use super::builtins::Builtin;
use super::defs::{EnumId, FnId, Map, OpDefId, StructId, TypeDefId, TypeRule};
use super::types::{LType, OpSet};
use crate::ir::{AttrId, StrId, TypeId};
use crate::support::ids::IdVec;
use crate::support::source::Span;

/// A variable's place in its frame.
pub type Slot = u16;

/// A constant.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Const {
    /// An integer.
    Int(i64),
    /// A truth value.
    Bool(bool),
    /// A string.
    Str(StrId),
    /// `none`.
    None,
    /// A case of an enum, by position.
    Enum(EnumId, u16),
    /// A float.
    Float(f64),
    /// An attribute.
    Attr(AttrId),
    /// An IR type.
    Type(TypeId),
}

/// An expression.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type.
    pub ty: LType,
    /// Where it stands.
    pub span: Span,
}

/// What stands after a dot.
#[derive(Clone, PartialEq, Debug)]
pub enum FieldRef {
    /// An attribute of an operation.
    Attr(StrId),
    /// An operand group.
    Operand(StrId),
    /// A result group.
    Result(StrId),
    /// A region.
    Region(StrId),
    /// A successor group.
    Successor(StrId),
    /// A field of a struct.
    Struct(u16),
    /// A fact of an enum's case.
    Fact(u16),
    /// A constant of an operation.
    Const(StrId),
}

/// The kinds of expressions. Arithmetic is on checked 64-bit integers unless it says affine.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)] // each is the construct of that name in `ast`
pub enum ExprKind {
    Const(Const),
    Local(Slot),
    Field(Box<Expr>, FieldRef),
    Index(Box<Expr>, Box<Expr>),
    Slice(Box<Expr>, Box<Expr>, Box<Expr>),
    Neg(Box<Expr>),
    Not(Box<Expr>),
    Arith(ast::BinaryOp, Box<Expr>, Box<Expr>),
    AffineArith(ast::BinaryOp, Box<Expr>, Box<Expr>),
    And(Vec<Expr>),
    Or(Vec<Expr>),
    Compare(ast::CompareOp, Box<Expr>, Box<Expr>),
    In(Box<Expr>, Box<Expr>),
    Is(Box<Expr>, Box<Pat>),
    Range(Box<Expr>, Box<Expr>),
    Concat(Vec<Expr>),
    Coalesce(Vec<Expr>),
    List(Vec<Expr>),
    Tuple(Vec<Expr>),
    Comp(Box<Comp>),
    If(Vec<(Expr, ExprBlock)>, Box<ExprBlock>),
    Case(Box<Expr>, Vec<CaseArm>),
    Fail(Text),
    Text(Text),
    Builtin(Builtin, Vec<Expr>),
    Call(FnId, Vec<Expr>),
    Struct(StructId, Vec<Expr>),
    Create(Box<Create>),
    Clone(Box<CloneOp>),
    At(Box<Point>, Box<Expr>),
    TypeLit(Box<TypeExpr>),
    /// A parameter of the target, by position among those of all families.
    Target(u16),
    /// An option of the pass.
    PassOption(u16),
    /// `T?` where a `T` is needed: fails when it is `none`.
    Unwrap(Box<Expr>),
    /// An integer or a value as an affine expression.
    ToAffine(Box<Expr>),
    /// An operation as its only result.
    ToValue(Box<Expr>),
    /// A tuple as a struct of the same fields.
    ToStruct(StructId, Box<Expr>),
    /// A list whose elements are converted, through the slot.
    Map(Slot, Box<Expr>, Box<Expr>),
}

/// Text with expressions in it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Text {
    /// The pieces.
    pub pieces: Vec<Piece>,
}

/// A piece of a text.
#[derive(Clone, PartialEq, Debug)]
pub enum Piece {
    /// Verbatim.
    Lit(Box<str>),
    /// A value, shown.
    Expr(Expr),
}

/// `prefix value`.
#[derive(Clone, PartialEq, Debug)]
pub struct ExprBlock {
    /// What is matched and bound first.
    pub prefix: Vec<Cond>,
    /// The value.
    pub value: Expr,
}

/// A comprehension.
#[derive(Clone, PartialEq, Debug)]
pub struct Comp {
    /// What is collected.
    pub body: Expr,
    /// Clauses, outermost first.
    pub clauses: Vec<CompClause>,
}

/// `for pattern in list if condition`. An element that the pattern refuses is a failure, as in `let`.
#[derive(Clone, PartialEq, Debug)]
pub struct CompClause {
    /// What an element is taken apart into.
    pub pattern: Pat,
    /// The list.
    pub list: Expr,
    /// Which elements count.
    pub condition: Option<Expr>,
}

/// An arm of a `case`.
#[derive(Clone, PartialEq, Debug)]
pub struct CaseArm {
    /// What the value must be.
    pub pattern: Pat,
    /// And what must hold.
    pub guard: Option<Expr>,
    /// The value.
    pub body: Expr,
}

/// An IR type built at run time.
#[derive(Clone, PartialEq, Debug)]
#[allow(clippy::large_enum_variant)] // few of them, and each is read where it lies
pub enum TypeExpr {
    /// A known one.
    Known(TypeId),
    /// The value of an expression of type `type`.
    Expr(Expr),
    /// `memref<shape = .., element = .., ..>`.
    MemRef {
        /// List of sizes.
        shape: Expr,
        /// Element type.
        element: Expr,
        /// Layout attribute.
        layout: Option<Expr>,
        /// Memory space attribute.
        space: Option<Expr>,
    },
    /// `!doc.ring<size = .., of = ..>`.
    Dialect {
        /// Which.
        ty: TypeDefId,
        /// Its parameters, in order.
        params: Vec<Expr>,
    },
}

/// A pattern of data, values or operations.
#[derive(Clone, PartialEq, Debug)]
pub struct Pat {
    /// What it must look like.
    pub kind: PatKind,
    /// Bound to what was matched.
    pub bind: Option<Slot>,
    /// The type a value must have.
    pub ty: Option<Box<TypePat>>,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of patterns.
#[derive(Clone, PartialEq, Debug)]
pub enum PatKind {
    /// Anything.
    Wild,
    /// `none`.
    None,
    /// Equal to a constant.
    Const(Const),
    /// Binds.
    Bind(Slot),
    /// Equal to what is bound.
    Same(Slot),
    /// Present, and then.
    Present(Box<Pat>),
    /// A list with at most one rest: what is before it, the rest and its slot, what is after it.
    List(Vec<Pat>, Option<Option<Slot>>, Vec<Pat>),
    /// A list with two rests: before, first rest, between, second rest, after.
    Search(Box<Search>),
    /// A tuple.
    Tuple(Vec<Pat>),
    /// A struct, by field.
    Struct(StructId, Vec<(u16, Pat)>),
    /// An operation, or the one that defines the value.
    Node(Box<NodePat>),
    /// An IR type.
    Type(Box<TypePat>),
    /// One of these, the first that fits.
    Alt(Vec<Pat>),
}

/// See [`PatKind::Search`].
#[derive(Clone, PartialEq, Debug)]
pub struct Search {
    /// Before the first rest.
    pub pre: Vec<Pat>,
    /// First rest.
    pub first: Option<Slot>,
    /// Between the rests.
    pub mid: Vec<Pat>,
    /// Second rest.
    pub second: Option<Slot>,
    /// After the second rest.
    pub post: Vec<Pat>,
}

/// A pattern of an IR type.
#[derive(Clone, PartialEq, Debug)]
pub struct TypePat {
    /// Which types.
    pub rule: TypeRule,
    /// Parts of it.
    pub parts: Vec<(TypePart, Pat)>,
}

/// A part of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypePart {
    /// Sizes.
    Shape,
    /// Element type.
    Element,
    /// Strides of a memref in elements, those of its layout or row-major.
    Strides,
    /// Offset of a memref's layout in elements, 0 where it has none.
    Offset,
    /// Layout, optional.
    Layout,
    /// Memory space, optional.
    Space,
    /// Width in bits.
    Width,
    /// A parameter of a dialect's type.
    Param(u16),
}

/// Which operations a node pattern takes.
#[derive(Clone, PartialEq, Debug)]
pub enum OpTest {
    /// Those of a set.
    Set(OpSet),
    /// Those whose name starts so (`bir.`).
    Prefix(Box<str>),
}

/// A pattern of an operation.
#[derive(Clone, PartialEq, Debug)]
pub struct NodePat {
    /// Which.
    pub test: OpTest,
    /// Where several are named, each with what it stands for and where it stands, for coverage.
    pub names: Vec<(OpTest, Span)>,
    /// Also with the first two operands exchanged.
    pub commutes: bool,
    /// Operand groups by name.
    pub operands: Vec<(StrId, Pat)>,
    /// Operands by position, of operations without named groups.
    pub positional: Option<(Vec<Pat>, bool)>,
    /// Groups of any number that a list of operands does not name are empty.
    pub closed: bool,
    /// Attributes: the pattern sees an option for one that may be absent.
    pub attrs: Vec<AttrTest>,
    /// Results by position.
    pub results: Vec<Pat>,
    /// Result groups by name, of operations with a group that is not one value.
    pub result_groups: Vec<(StrId, Pat)>,
    /// Type of the only result.
    pub result_type: Option<Box<TypePat>>,
    /// Where it stands.
    pub span: Span,
}

/// A test of an attribute.
#[derive(Clone, PartialEq, Debug)]
pub struct AttrTest {
    /// Which.
    pub name: StrId,
    /// The type its value is read as (an option if it may be absent).
    pub ty: LType,
    /// What it must be.
    pub pattern: Pat,
    /// Tested after the operands: it compares with what they bind, or has choices, which are taken in text order.
    pub late: bool,
}

/// A condition of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Cond {
    /// What.
    pub kind: CondKind,
    /// The statement.
    pub span: Span,
}

/// The kinds of conditions.
#[derive(Clone, PartialEq, Debug)]
pub enum CondKind {
    /// `match node of e`: the operation, or the definition of the value.
    Of(Pat, Expr),
    /// `match node in e`: the first element with which everything after it holds.
    In(Pat, Expr),
    /// `where e else text`.
    Where(Expr, Option<Text>),
    /// `let pattern = e`.
    Let(Pat, Expr),
}

/// A statement of a rewrite.
#[derive(Clone, PartialEq, Debug)]
pub struct Stmt {
    /// What.
    pub kind: StmtKind,
    /// Where.
    pub span: Span,
}

/// The kinds of statements.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)] // each is the construct of that name in `ast`
pub enum StmtKind {
    Cond(CondKind),
    Expr(Expr),
    Replace(Expr, Expr),
    Erase(Vec<Expr>),
    Update {
        op: Expr,
        operands: Vec<(StrId, Expr)>,
        attrs: Vec<AttrSet>,
    },
    Move(Expr, Point),
    MoveInto(Expr, Expr),
    Inline(Expr, Vec<Expr>, Point),
    Rename(Expr, Expr),
    For(Pat, Expr, Vec<Stmt>),
    If(Vec<(Expr, Vec<Stmt>)>, Vec<Stmt>),
    At(Point, Vec<Stmt>),
    Diagnostic(Diag),
    Return(Expr),
}

/// An attribute that a creation, clone or update sets.
#[derive(Clone, PartialEq, Debug)]
pub enum AttrSet {
    /// All attributes of an operation.
    Spread(Expr),
    /// One; `None` of an option takes it away.
    One {
        /// Which.
        name: StrId,
        /// The type of the slot.
        ty: LType,
        /// Its value, of that type or an option of it.
        value: Expr,
    },
}

/// A diagnostic.
#[derive(Clone, PartialEq, Debug)]
pub struct Diag {
    /// How bad.
    pub severity: Severity,
    /// At which operation.
    pub at: Expr,
    /// What it says.
    pub message: Text,
    /// Notes.
    pub notes: Vec<(Option<Expr>, Text)>,
}

/// Where new operations go.
#[derive(Clone, PartialEq, Debug)]
pub struct Point {
    /// Which side of what.
    pub kind: ast::PointKind,
    /// An operation, region or block.
    pub of: Expr,
}

/// The creation of an operation.
#[derive(Clone, PartialEq, Debug)]
pub struct Create {
    /// Which.
    pub op: OpDefId,
    /// One a group, in order: a value, an option or a list, as the group's arity says.
    pub operands: Vec<Expr>,
    /// Attributes.
    pub attrs: Vec<AttrSet>,
    /// Blocks or lists of blocks, one a successor group.
    pub successors: Vec<Expr>,
    /// Types of the results.
    pub types: NewTypes,
    /// Regions that get content: which, arguments with their types, statements.
    pub regions: Vec<NewRegion>,
}

/// A region of a created operation.
#[derive(Clone, PartialEq, Debug)]
pub struct NewRegion {
    /// Which.
    pub index: u16,
    /// Arguments.
    pub args: Vec<(Slot, ArgTypes)>,
    /// Content.
    pub body: Vec<Stmt>,
}

/// The types of what one name for arguments of a region stands for.
#[derive(Clone, PartialEq, Debug)]
pub enum ArgTypes {
    /// One argument.
    One(Box<TypeExpr>),
    /// A list of arguments.
    Many(Expr),
}

/// Where the types of results come from.
#[derive(Clone, PartialEq, Debug)]
pub enum NewTypes {
    /// The dialect.
    Inferred,
    /// Written down.
    Given(Vec<TypeExpr>),
    /// A list.
    List(Box<Expr>),
}

/// A copy of an operation with changes.
#[derive(Clone, PartialEq, Debug)]
pub struct CloneOp {
    /// Of what.
    pub op: Expr,
    /// Operand groups that differ.
    pub operands: Vec<(StrId, Expr)>,
    /// Attributes that differ.
    pub attrs: Vec<AttrSet>,
}

/// A check with its message; slot 0 is what is checked.
#[derive(Clone, PartialEq, Debug)]
pub struct Clause {
    /// What must hold, or the value.
    pub expr: Expr,
    /// What to say otherwise.
    pub message: Text,
    /// Slots of the frame.
    pub frame: u16,
    /// The clause.
    pub span: Span,
}

/// A function.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// Its name.
    pub name: Box<str>,
    /// Its parameters with their defaults; they take the first slots.
    pub params: Vec<(Box<str>, LType, Option<Expr>)>,
    /// The type of its result.
    pub result: LType,
    /// May create and change.
    pub rewriting: bool,
    /// What it does.
    pub body: FnBody,
    /// Slots of the frame.
    pub frame: u16,
    /// The declaration.
    pub span: Span,
}

/// The body of a function.
#[derive(Clone, PartialEq, Debug)]
pub enum FnBody {
    /// Not checked yet, or in error.
    Missing,
    /// Of a pure one.
    Pure(ExprBlock),
    /// Of a rewriting one.
    Rewrite(Vec<Stmt>),
}

/// All functions by name.
#[derive(Default, Clone)]
pub struct Functions {
    /// The functions.
    pub list: IdVec<FnId, Function>,
    /// Their names.
    pub names: Map<Box<str>, FnId>,
}

/// A pattern.
#[derive(Clone, PartialEq, Debug)]
pub struct Pattern {
    /// Its name.
    pub name: Box<str>,
    /// The root.
    pub root: NodePat,
    /// The slot of the root.
    pub root_slot: Slot,
    /// The other conditions, in text order.
    pub conds: Vec<Cond>,
    /// What it does.
    pub action: Action,
    /// Higher is tried first; constant for a target.
    pub benefit: Option<Expr>,
    /// A tie with another pattern is meant.
    pub unordered: bool,
    /// The measure, over the root.
    pub decreases: Option<Expr>,
    /// Slots of the frame.
    pub frame: u16,
    /// The names of the slots, for explanations.
    pub slots: Vec<Box<str>>,
    /// Doc comment.
    pub doc: Option<Box<str>>,
    /// The declaration.
    pub span: Span,
    /// The name's place.
    pub name_span: Span,
}

/// What a pattern does.
#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    /// Changes the IR.
    Rewrite(Vec<Stmt>),
    /// Says something.
    Diagnostic(Diag),
}

/// A part of an expression.
pub enum Part<'p> {
    /// An expression.
    Expr(&'p Expr),
    /// Conditions before a value.
    Conds(&'p [Cond]),
}

impl Expr {
    /// Calls `f` for each part directly inside this expression, in text order. Statements in regions of created
    /// operations are no parts.
    pub fn each_part<'p>(&'p self, f: &mut dyn FnMut(Part<'p>)) {
        let mut e = |x: &'p Expr| f(Part::Expr(x));
        match &self.kind {
            ExprKind::Const(_) | ExprKind::Local(_) | ExprKind::Target(_) | ExprKind::PassOption(_) => {}
            ExprKind::Field(x, _)
            | ExprKind::Neg(x)
            | ExprKind::Not(x)
            | ExprKind::Is(x, _)
            | ExprKind::Unwrap(x)
            | ExprKind::ToAffine(x)
            | ExprKind::ToValue(x)
            | ExprKind::ToStruct(_, x) => e(x),
            ExprKind::Index(a, b)
            | ExprKind::Arith(_, a, b)
            | ExprKind::AffineArith(_, a, b)
            | ExprKind::Compare(_, a, b)
            | ExprKind::In(a, b)
            | ExprKind::Range(a, b)
            | ExprKind::Map(_, a, b) => {
                e(a);
                e(b);
            }
            ExprKind::Slice(a, b, c) => [a, b, c].into_iter().for_each(|x| e(x)),
            ExprKind::And(items)
            | ExprKind::Or(items)
            | ExprKind::Concat(items)
            | ExprKind::Coalesce(items)
            | ExprKind::List(items)
            | ExprKind::Tuple(items)
            | ExprKind::Builtin(_, items)
            | ExprKind::Call(_, items)
            | ExprKind::Struct(_, items) => items.iter().for_each(e),
            ExprKind::Comp(c) => {
                for k in &c.clauses {
                    e(&k.list);
                    k.condition.iter().for_each(&mut e);
                }
                e(&c.body);
            }
            ExprKind::If(arms, otherwise) => {
                for (c, b) in arms {
                    f(Part::Expr(c));
                    f(Part::Conds(&b.prefix));
                    f(Part::Expr(&b.value));
                }
                f(Part::Conds(&otherwise.prefix));
                f(Part::Expr(&otherwise.value));
            }
            ExprKind::Case(x, arms) => {
                e(x);
                for a in arms {
                    a.guard.iter().for_each(&mut e);
                    e(&a.body);
                }
            }
            ExprKind::Fail(t) | ExprKind::Text(t) => {
                for p in &t.pieces {
                    if let Piece::Expr(x) = p {
                        e(x);
                    }
                }
            }
            ExprKind::Create(c) => {
                c.operands.iter().chain(&c.successors).for_each(&mut e);
                c.attrs.iter().for_each(|a| match a {
                    AttrSet::Spread(x) | AttrSet::One { value: x, .. } => e(x),
                });
            }
            ExprKind::Clone(c) => {
                e(&c.op);
                c.operands.iter().for_each(|o| e(&o.1));
                c.attrs.iter().for_each(|a| match a {
                    AttrSet::Spread(x) | AttrSet::One { value: x, .. } => e(x),
                });
            }
            ExprKind::At(p, x) => {
                e(&p.of);
                e(x);
            }
            ExprKind::TypeLit(_) => {}
        }
    }
}
