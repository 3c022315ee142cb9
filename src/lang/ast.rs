//! The syntax trees of the two text languages, with the place of everything.
//!
//! Plain owned data, as written: no name is resolved and nothing is typed here. The trees keep what the text says in
//! the order in which it says it; only parentheses around a single expression or pattern disappear.
//!
//! **Depth.** On no path of a tree are there more than `Limits::nesting` expressions, patterns, blocks and types, so a
//! recursive walk needs no counter of its own. What stands between them (an argument, an arm, a statement, the
//! alternatives of a pattern) adds a bounded number of nodes to each. Chains that are long without a bracket are lists
//! (`and`, `or`, `++`, `??`, `else if`); those of `+` and `*` and of fields are left-deep, and count.

use crate::support::source::Span;

mod dialect;
mod expr;
mod pattern;

pub use dialect::*;
pub use expr::*;
pub use pattern::*;

/// A name with its place: an identifier, or a dotted name such as `bir.dma_copy` as one text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// As written, without white space.
    pub text: Box<str>,
    /// Where.
    pub span: Span,
}

impl Name {
    /// The part before the first dot and the rest, if there is a dot: `bir`, `dma_copy`.
    pub fn split(&self) -> Option<(&str, &str)> {
        self.text.split_once('.')
    }
}

/// A string without interpolation, its escapes done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    /// What it stands for.
    pub text: Box<str>,
    /// The literal with its quotes.
    pub span: Span,
}

/// The `///` lines before an item, joined by line breaks, each without its first space.
pub type Doc = Option<Box<str>>;

/// A whole `.pat` file: `item*`.
#[derive(Clone, PartialEq, Debug)]
pub struct PatFile {
    /// The items that could be parsed, in order.
    pub items: Vec<Item>,
    /// The whole file.
    pub span: Span,
}

/// A top-level item of a `.pat` file.
#[derive(Clone, PartialEq, Debug)]
pub struct Item {
    /// Its doc comment.
    pub doc: Doc,
    /// What it is.
    pub kind: ItemKind,
    /// All of it but the doc comment.
    pub span: Span,
}

/// The kinds of items.
#[derive(Clone, PartialEq, Debug)]
pub enum ItemKind {
    /// `"use" ident,+ ";"`: the dialects that the file names.
    Use(Vec<Name>),
    /// `"import" string ";"`: another pattern file.
    Import(Text),
    /// A function.
    Fn(FnDecl),
    /// A rewrite function.
    RewriteFn(RewriteFn),
    /// A pattern outside of any set; it belongs to none.
    Pattern(Pattern),
    /// `"set" ident "{" pattern* "}"`.
    Set(SetDecl),
    /// `"set" ident "=" ident (("+" | "-") ident)* ";"`.
    SetAlgebra(SetAlgebra),
    /// `"override" (fn | rewrite | pattern | stage)`.
    Override(Override),
    /// `"disable" "pattern" ident ";"`: the pattern's name.
    Disable(Name),
    /// Rules of an e-graph.
    Rules(Rules),
    /// A pass.
    Pass(Pass),
    /// `"pipeline" ident "=" ident,+ ";"`.
    Pipeline(Pipeline),
}

/// What replaces something that another file declares.
#[derive(Clone, PartialEq, Debug)]
pub enum Override {
    /// The function of that name.
    Fn(FnDecl),
    /// The rewrite function of that name.
    RewriteFn(RewriteFn),
    /// The pattern of that name, in whatever set it is.
    Pattern(Pattern),
    /// A stage; its name is `PASS.STAGE`.
    Stage(Stage),
}

/// `"fn" ident "(" param,* ")" "->" ltype ( "=" expr ";" | "{" (match|let|where)* expr "}" )`
#[derive(Clone, PartialEq, Debug)]
pub struct FnDecl {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Param>,
    /// The type of its result.
    pub result: LangType,
    /// Its body; of the form `= expr` with an empty prefix.
    pub body: ExprBlock,
    /// The declaration.
    pub span: Span,
}

/// `"rewrite" ident "(" param,* ")" ("->" ltype)? block`
#[derive(Clone, PartialEq, Debug)]
pub struct RewriteFn {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Param>,
    /// The type of what it returns, if anything.
    pub result: Option<LangType>,
    /// What it does.
    pub body: Block,
    /// The declaration.
    pub span: Span,
}

/// `ident ":" ltype ("=" expr)?`
#[derive(Clone, PartialEq, Debug)]
pub struct Param {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: LangType,
    /// Its default.
    pub default: Option<Expr>,
    /// The parameter.
    pub span: Span,
}

/// A type of the pattern language: `("[" ltype "]" | "(" ltype,+ ")" | ident | dialect "." name) "?"?`
#[derive(Clone, PartialEq, Debug)]
pub struct LangType {
    /// Without the `?`.
    pub kind: LangTypeKind,
    /// Whether a `?` follows.
    pub optional: bool,
    /// With the `?`.
    pub span: Span,
}

/// The kinds of language types.
#[derive(Clone, PartialEq, Debug)]
pub enum LangTypeKind {
    /// `int`, `bir.dma_copy`.
    Name(Name),
    /// `[T]`
    List(Box<LangType>),
    /// `(T, U)`; one type in parentheses is a tuple of one.
    Tuple(Vec<LangType>),
}

/// `"pattern" ident option* "{" (match | where | let | action | example)* "}"`
#[derive(Clone, PartialEq, Debug)]
pub struct Pattern {
    /// Its doc comment, when it is a member of a set or overrides; that of an item is at the item too.
    pub doc: Doc,
    /// Its name.
    pub name: Name,
    /// Its options, in order; one may be given twice.
    pub options: Vec<PatternOption>,
    /// Its statements, in order.
    pub body: Vec<PatternStmt>,
    /// The declaration, without the doc comment.
    pub span: Span,
}

/// `"benefit" expr | "unordered" | "decreases" expr`
#[derive(Clone, PartialEq, Debug)]
pub enum PatternOption {
    /// Patterns of a higher benefit are tried first.
    Benefit(Expr),
    /// An overlap with a pattern of equal benefit is meant.
    Unordered(Span),
    /// A measure that each application makes smaller.
    Decreases(Expr),
}

/// A statement of a pattern.
#[derive(Clone, PartialEq, Debug)]
pub enum PatternStmt {
    /// `match`, `where` or `let`.
    Match(MatchPart),
    /// `"rewrite" block`
    Rewrite {
        /// What it does.
        block: Block,
        /// The statement.
        span: Span,
    },
    /// `error op "..." note ...;`
    Diagnostic(DiagnosticStmt),
    /// `example` or `no_match`.
    Example(Example),
}

/// A condition of a match.
#[derive(Clone, PartialEq, Debug)]
pub enum MatchPart {
    /// `"match" (ident "=")? node (("of" | "in") expr)? ";"`
    Match(MatchStmt),
    /// `"where" expr ("else" string)? ";"`
    Where(WhereStmt),
    /// `"let" data "=" expr ";"`
    Let(LetStmt),
}

impl MatchPart {
    /// The statement's place.
    pub fn span(&self) -> Span {
        match self {
            MatchPart::Match(s) => s.span,
            MatchPart::Where(s) => s.span,
            MatchPart::Let(s) => s.span,
        }
    }
}

/// `"match" (ident "=")? node (("of" | "in") expr)? ";"`
#[derive(Clone, PartialEq, Debug)]
pub struct MatchStmt {
    /// What the operation is called.
    pub name: Option<Name>,
    /// What it must be.
    pub pattern: NodePat,
    /// Where it is looked for; without one the statement is the root or in error.
    pub source: Option<(MatchSource, Expr)>,
    /// The statement.
    pub span: Span,
}

/// Where a `match` looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchSource {
    /// `of e`: the one operation or value.
    Of,
    /// `in e`: the elements of a list.
    In,
}

/// `"where" expr ("else" string)? ";"`
#[derive(Clone, PartialEq, Debug)]
pub struct WhereStmt {
    /// The condition.
    pub condition: Expr,
    /// Why it refuses.
    pub reason: Option<StrLit>,
    /// The statement.
    pub span: Span,
}

/// `"let" data "=" expr ";"`
#[derive(Clone, PartialEq, Debug)]
pub struct LetStmt {
    /// What the value must look like.
    pub pattern: Pat,
    /// The value.
    pub value: Expr,
    /// The statement.
    pub span: Span,
}

/// `"example" string? ("on" target)? "{" ir "=>" (ir | severity string) "}"` and `"no_match" string? ("on" target)? ir ";"?`
#[derive(Clone, PartialEq, Debug)]
pub struct Example {
    /// Its doc comment.
    pub doc: Doc,
    /// Its title.
    pub title: Option<StrLit>,
    /// The target on which it runs.
    pub target: Option<Name>,
    /// The input.
    pub input: IrText,
    /// What comes of it.
    pub outcome: ExampleOutcome,
    /// The statement.
    pub span: Span,
}

/// What an example expects.
#[derive(Clone, PartialEq, Debug)]
pub enum ExampleOutcome {
    /// The pattern does not match.
    NoMatch,
    /// This IR.
    Ir(IrText),
    /// This diagnostic.
    Diagnostic(Severity, StrLit),
}

/// `"""` text `"""`: IR, verbatim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IrText {
    /// Between the quotes.
    pub text: Box<str>,
    /// With the quotes; the text begins three bytes later.
    pub span: Span,
}

/// `"error" | "warning" | "remark"`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// `error`
    Error,
    /// `warning`
    Warning,
    /// `remark`
    Remark,
}

/// `"set" ident "{" pattern* "}"`, with `extend` before it a further part of a set that exists.
#[derive(Clone, PartialEq, Debug)]
pub struct SetDecl {
    /// Its name.
    pub name: Name,
    /// Whether it says `extend`.
    pub extend: bool,
    /// The patterns that could be parsed.
    pub patterns: Vec<Pattern>,
    /// The declaration.
    pub span: Span,
}

/// `"set" ident "=" ident (("+" | "-") ident)* ";"`
#[derive(Clone, PartialEq, Debug)]
pub struct SetAlgebra {
    /// Its name.
    pub name: Name,
    /// The first set.
    pub first: Name,
    /// What is added to it (`true`) or taken from it, in order.
    pub rest: Vec<(bool, Name)>,
    /// The declaration.
    pub span: Span,
}

/// `"rules" ident "over" datatype "{" rule* "}"`
#[derive(Clone, PartialEq, Debug)]
pub struct Rules {
    /// Their name.
    pub name: Name,
    /// The datatype.
    pub over: Name,
    /// The rules.
    pub rules: Vec<Rule>,
    /// The declaration.
    pub span: Span,
}

/// `("law" | "choice") ident "{" data ("=>" | "<=>") expr ";" (for | where | let)* (example | no_match)+ "}"`
#[derive(Clone, PartialEq, Debug)]
pub struct Rule {
    /// Its doc comment.
    pub doc: Doc,
    /// `choice` rather than `law`.
    pub choice: bool,
    /// Its name.
    pub name: Name,
    /// The left side.
    pub lhs: Pat,
    /// `<=>` rather than `=>`.
    pub both_ways: bool,
    /// The right side.
    pub rhs: Expr,
    /// Its conditions, in order.
    pub conditions: Vec<RuleCondition>,
    /// Its examples: the term, and what it becomes (none for `no_match`).
    pub examples: Vec<RuleExample>,
    /// The declaration.
    pub span: Span,
}

/// A condition of a rule.
#[derive(Clone, PartialEq, Debug)]
pub enum RuleCondition {
    /// `"for" data "in" expr ";"`
    For {
        /// What each element must look like.
        pattern: Pat,
        /// The list.
        list: Expr,
        /// The statement.
        span: Span,
    },
    /// `where`
    Where(WhereStmt),
    /// `let`
    Let(LetStmt),
}

/// `"example" expr "=>" expr ";" | "no_match" expr ";"`
#[derive(Clone, PartialEq, Debug)]
pub struct RuleExample {
    /// The term.
    pub term: Expr,
    /// What it becomes; none for `no_match`.
    pub result: Option<Expr>,
    /// The statement.
    pub span: Span,
}

/// `"pass" ident "on" opname "{" (option_decl | requires | stage | ensures)* "}"`
#[derive(Clone, PartialEq, Debug)]
pub struct Pass {
    /// Its name.
    pub name: Name,
    /// The operation it runs on.
    pub anchor: Name,
    /// What it consists of, in order.
    pub items: Vec<PassItem>,
    /// The declaration.
    pub span: Span,
}

/// Part of a pass.
#[derive(Clone, PartialEq, Debug)]
pub enum PassItem {
    /// `"option" ident ":" ltype "=" expr ";"`
    Option(OptionDecl),
    /// `"requires" "no" opname,+ ("else" string)? ";"`
    Requires(Legality),
    /// `"ensures" "no" opname,+ ("else" string)? ";"`
    Ensures(Legality),
    /// `stage`
    Stage(Stage),
}

/// `"option" ident ":" ltype "=" expr ";"`
#[derive(Clone, PartialEq, Debug)]
pub struct OptionDecl {
    /// Its doc comment.
    pub doc: Doc,
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: LangType,
    /// Its value where none is given.
    pub default: Expr,
    /// The declaration.
    pub span: Span,
}

/// `"no" opname,+ ("else" string)?`
#[derive(Clone, PartialEq, Debug)]
pub struct Legality {
    /// The operations that may not be there.
    pub ops: Vec<OpName>,
    /// What the error says.
    pub message: Option<StrLit>,
    /// The clause.
    pub span: Span,
}

/// `"stage" ident ":" ("walk" | "greedy" | "egraph") ("top_down" | "bottom_up")? ("if" expr)? "{" ident,* "}"`
#[derive(Clone, PartialEq, Debug)]
pub struct Stage {
    /// Its doc comment.
    pub doc: Doc,
    /// Its name; dotted (`PASS.STAGE`) when it overrides.
    pub name: Name,
    /// How its patterns are applied.
    pub driver: (Driver, Span),
    /// In which direction, if it says so.
    pub direction: Option<(Direction, Span)>,
    /// Whether it runs at all.
    pub condition: Option<Expr>,
    /// Its sets.
    pub sets: Vec<Name>,
    /// The declaration.
    pub span: Span,
}

/// How the patterns of a stage are applied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Driver {
    /// `walk`: one sweep.
    Walk,
    /// `greedy`: to a fixpoint.
    Greedy,
    /// `egraph`: by equality saturation.
    Egraph,
}

/// In which order a sweep visits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// `top_down`
    TopDown,
    /// `bottom_up`
    BottomUp,
}

/// `"pipeline" ident "=" ident,+ ";"`
#[derive(Clone, PartialEq, Debug)]
pub struct Pipeline {
    /// Its name.
    pub name: Name,
    /// The passes, in order.
    pub passes: Vec<Name>,
    /// The declaration.
    pub span: Span,
}
