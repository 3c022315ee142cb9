//! Expressions and statements.

use super::{CaseArm, IrText, IrType, IsPat, LetStmt, MatchPart, MatchStmt, Name, Pat, Severity, WhereStmt};
use crate::support::source::Span;

/// An expression.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where; parentheses around it are included.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// An integer.
    Int(i64),
    /// A float, as written.
    Float(Box<str>),
    /// A string.
    Str(StrLit),
    /// `true`, `false`
    Bool(bool),
    /// `none`
    None,
    /// `.skip`: the name without its dot.
    Case(Name),
    /// A variable.
    Name(Name),
    /// `ident args`: a function, a rewrite function, or a case of a datatype.
    Call {
        /// Its name.
        name: Name,
        /// The arguments.
        args: Args,
    },
    /// `opname args attrs? created*`: creates an operation, or builds a struct.
    Ctor(Box<Ctor>),
    /// `e.name`
    Field {
        /// Of what.
        base: Box<Expr>,
        /// The name after the dot.
        name: Name,
    },
    /// `e[i]`; a slice when `index` is an [`ExprKind::Range`].
    Index {
        /// Of what.
        base: Box<Expr>,
        /// Which.
        index: Box<Expr>,
    },
    /// `-e`
    Neg(Box<Expr>),
    /// `not e`
    Not(Box<Expr>),
    /// `a + b`, left-deep.
    Binary {
        /// Which.
        op: BinaryOp,
        /// The operator's place.
        op_span: Span,
        /// Left.
        lhs: Box<Expr>,
        /// Right.
        rhs: Box<Expr>,
    },
    /// `a and b and c`, at least two.
    And(Vec<Expr>),
    /// `a or b or c`, at least two.
    Or(Vec<Expr>),
    /// `a < b`; does not chain.
    Compare {
        /// Which.
        op: CompareOp,
        /// The operator's place.
        op_span: Span,
        /// Left.
        lhs: Box<Expr>,
        /// Right.
        rhs: Box<Expr>,
    },
    /// `e in list`
    In {
        /// What.
        item: Box<Expr>,
        /// In what.
        list: Box<Expr>,
    },
    /// `e is pattern`
    Is {
        /// What.
        value: Box<Expr>,
        /// What it must look like.
        pattern: Box<IsPat>,
    },
    /// `a .. b`
    Range {
        /// From.
        start: Box<Expr>,
        /// To, excluded.
        end: Box<Expr>,
    },
    /// `a ++ b ++ c`, at least two.
    Concat(Vec<Expr>),
    /// `a ?? b ?? c`, at least two.
    Coalesce(Vec<Expr>),
    /// `[a, b]`
    List(Vec<Expr>),
    /// `[body for x in xs if c]`
    Comprehension(Box<Comprehension>),
    /// `(a, b)`; never of one without a trailing comma, which is just the expression.
    Tuple(Vec<Expr>),
    /// `if c { a } else if d { b } else { e }`
    If {
        /// Conditions with their values, at least one.
        arms: Vec<(Expr, ExprBlock)>,
        /// The value when none holds.
        otherwise: ExprBlock,
    },
    /// `case e { pattern if guard => body, ... }`
    CaseOf {
        /// What is looked at.
        value: Box<Expr>,
        /// The arms, at least one.
        arms: Vec<CaseArm>,
    },
    /// `fail "why"`
    Fail(StrLit),
    /// `clone place args? attrs? created*`
    Clone(Box<CloneExpr>),
    /// `at point: e`
    At {
        /// Where.
        point: Box<Point>,
        /// What is created there.
        value: Box<Expr>,
    },
    /// `!i32`
    Type(IrType),
    /// `"""..."""`
    Ir(IrText),
}

/// `"+" | "-" | "*" | "/" | "%"`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`: floor division.
    Div,
    /// `%`: its remainder.
    Rem,
}

/// `"==" | "!=" | "<" | "<=" | ">" | ">="`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CompareOp {
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

/// A string literal: text with `{expr}` in it.
#[derive(Clone, PartialEq, Debug)]
pub struct StrLit {
    /// Its pieces in order; no two texts are neighbours, and the empty string has none.
    pub pieces: Vec<StrPiece>,
    /// With its quotes.
    pub span: Span,
}

impl StrLit {
    /// The text, if nothing is interpolated.
    pub fn plain(&self) -> Option<&str> {
        match self.pieces.as_slice() {
            [] => Some(""),
            [StrPiece::Text(text)] => Some(text),
            _ => None,
        }
    }
}

/// A piece of a string.
#[derive(Clone, PartialEq, Debug)]
pub enum StrPiece {
    /// Text, its escapes done.
    Text(Box<str>),
    /// `{expr}`
    Expr(Expr),
}

/// `(match|let|where)* expr`: the body of a function or of a branch.
#[derive(Clone, PartialEq, Debug)]
pub struct ExprBlock {
    /// What is matched and bound before.
    pub prefix: Vec<MatchPart>,
    /// The value.
    pub value: Box<Expr>,
    /// With its braces, if it has any.
    pub span: Span,
}

/// `"(" (comp | ((name "=")? expr),*) ")"`
#[derive(Clone, PartialEq, Debug)]
pub struct Args {
    /// What they are.
    pub kind: ArgsKind,
    /// With the parentheses.
    pub span: Span,
}

/// The two forms of arguments.
#[derive(Clone, PartialEq, Debug)]
pub enum ArgsKind {
    /// By position or by name, in order.
    List(Vec<Arg>),
    /// `sum(x for x in xs)`
    Comprehension(Box<Comprehension>),
}

/// `(name "=")? expr`
#[derive(Clone, PartialEq, Debug)]
pub struct Arg {
    /// Its name, if given.
    pub name: Option<Name>,
    /// Its value.
    pub value: Expr,
}

/// `expr ("for" data "in" range ("if" expr)?)+`
#[derive(Clone, PartialEq, Debug)]
pub struct Comprehension {
    /// What is collected.
    pub body: Expr,
    /// The clauses, outermost first, at least one.
    pub clauses: Vec<CompClause>,
    /// All of it.
    pub span: Span,
}

/// `"for" data "in" range ("if" expr)?`
#[derive(Clone, PartialEq, Debug)]
pub struct CompClause {
    /// What an element must look like.
    pub pattern: Pat,
    /// The list.
    pub list: Expr,
    /// What else must hold.
    pub condition: Option<Expr>,
    /// The clause.
    pub span: Span,
}

/// `opname args attrs? created*`
#[derive(Clone, PartialEq, Debug)]
pub struct Ctor {
    /// The operation or struct.
    pub name: Name,
    /// The operands, or the fields of a struct.
    pub args: Args,
    /// The attributes.
    pub attrs: Option<Vec<AttrArg>>,
    /// Result types and regions.
    pub created: Vec<Created>,
}

/// `"clone" place args? attrs? created*`
#[derive(Clone, PartialEq, Debug)]
pub struct CloneExpr {
    /// The operation; an [`ExprKind::Name`], [`ExprKind::Field`] or [`ExprKind::Index`].
    pub place: Expr,
    /// The operands that differ.
    pub args: Option<Args>,
    /// The attributes that differ.
    pub attrs: Option<Vec<AttrArg>>,
    /// Result types and regions.
    pub created: Vec<Created>,
}

/// One of `".." expr | name ("=" expr)?`
#[derive(Clone, PartialEq, Debug)]
pub enum AttrArg {
    /// `..e`: all attributes of `e`.
    Spread {
        /// Of what.
        value: Expr,
        /// With the dots.
        span: Span,
    },
    /// `name = e`, or `name` for `name = name`.
    One {
        /// The attribute.
        name: Name,
        /// Its value.
        value: Option<Expr>,
        /// All of it.
        span: Span,
    },
}

/// `name ":" (itype | "types" expr)`
#[derive(Clone, PartialEq, Debug)]
pub struct RegionArg {
    /// The name of the argument, or of a list of arguments.
    pub name: Name,
    /// Its type.
    pub ty: RegionArgType,
    /// All of it.
    pub span: Span,
}

/// The type of an argument of a region.
#[derive(Clone, PartialEq, Debug)]
pub enum RegionArgType {
    /// One argument of this type.
    One(IrType),
    /// As many arguments as there are types in the list.
    Many(Expr),
}

/// `"->" (itype | "(" itype,* ")" | "types" expr) | "with" region ("(" region_arg,* ")")? block`
#[derive(Clone, PartialEq, Debug)]
pub enum Created {
    /// `-> i32`, `-> (i32, i64)`
    Types {
        /// The types.
        types: Vec<IrType>,
        /// With the arrow.
        span: Span,
    },
    /// `-> types e`: a list of types.
    TypesOf {
        /// The list.
        list: Expr,
        /// With the arrow.
        span: Span,
    },
    /// `with region (param,*) { ... }`
    Region {
        /// The region.
        name: Name,
        /// The arguments of its block.
        params: Vec<RegionArg>,
        /// What creates its operations.
        block: Block,
        /// With `with`.
        span: Span,
    },
}

/// `("before" | "after") expr | ("start" | "end") "of" expr`
#[derive(Clone, PartialEq, Debug)]
pub struct Point {
    /// Which side of what.
    pub kind: PointKind,
    /// The operation, region or block.
    pub of: Expr,
    /// All of it.
    pub span: Span,
}

/// The kinds of insertion points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PointKind {
    /// `before e`
    Before,
    /// `after e`
    After,
    /// `start of e`
    Start,
    /// `end of e`
    End,
}

/// `"{" stmt* "}"`
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// The statements.
    pub stmts: Vec<Stmt>,
    /// With the braces.
    pub span: Span,
}

/// A statement of a rewrite.
#[derive(Clone, PartialEq, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// With its semicolon.
    pub span: Span,
}

/// The kinds of statements.
#[derive(Clone, PartialEq, Debug)]
pub enum StmtKind {
    /// `let`
    Let(LetStmt),
    /// `match`
    Match(MatchStmt),
    /// `where`
    Where(WhereStmt),
    /// `expr ";"`
    Expr(Expr),
    /// `"replace" expr "with" expr ";"`
    Replace {
        /// What.
        old: Expr,
        /// With what.
        new: Expr,
    },
    /// `"erase" expr,+ ";"`
    Erase(Vec<Expr>),
    /// `"update" place args? attrs? ";"`
    Update {
        /// The operation; a name with fields and indices.
        place: Expr,
        /// Operands.
        args: Option<Args>,
        /// Attributes.
        attrs: Option<Vec<AttrArg>>,
    },
    /// `"move" expr point ";"`
    Move {
        /// What.
        what: Expr,
        /// Where to.
        point: Point,
    },
    /// `"move" expr "into" expr ";"`
    MoveInto {
        /// A region or block.
        what: Expr,
        /// The region or block it becomes the content of.
        into: Expr,
    },
    /// `"inline" expr ("with" args)? point ";"`
    Inline {
        /// The region.
        what: Expr,
        /// The values of its arguments.
        args: Option<Args>,
        /// Where to.
        point: Point,
    },
    /// `"rename" expr "to" expr ";"`
    Rename {
        /// The symbol.
        what: Expr,
        /// Its new name.
        to: Expr,
    },
    /// `"for" data "in" expr block`
    For {
        /// What an element must look like.
        pattern: Pat,
        /// The list.
        list: Expr,
        /// What is done for each.
        body: Block,
    },
    /// `"if" expr block ("else" (if | block))?`
    If {
        /// Conditions with what is done, at least one.
        arms: Vec<(Expr, Block)>,
        /// What is done when none holds.
        otherwise: Option<Block>,
    },
    /// `"at" point block`
    At {
        /// Where.
        point: Point,
        /// What is created there.
        body: Block,
    },
    /// A diagnostic.
    Diagnostic(DiagnosticStmt),
    /// `"return" expr ";"`
    Return(Expr),
}

/// `("error" | "warning" | "remark") expr string ("note" (expr ",")? string)* ";"`
#[derive(Clone, PartialEq, Debug)]
pub struct DiagnosticStmt {
    /// How bad.
    pub severity: Severity,
    /// At which operation.
    pub at: Expr,
    /// What it says.
    pub message: StrLit,
    /// What belongs to it: the place, if given, and the text.
    pub notes: Vec<(Option<Expr>, StrLit)>,
    /// The statement.
    pub span: Span,
}
