//! Pattern files: joined into one name space, with what users extend, override and disable, and checked.

pub mod analysis;
mod join;
mod load;

use crate::ir::AttrId;
use crate::lang::ast::Example;
use crate::lang::defs::{Families, Map};
use crate::lang::hir;
use crate::lang::types::LType;
use crate::support::ids::IdVec;
use crate::support::source::{FileId, Span};

pub use load::load;

crate::id_type!(
    /// A pattern of the loaded files.
    PatternId
);

/// What can be forbidden before or after a pass.
#[derive(Clone, Debug)]
pub struct Legality {
    /// Operations, interfaces or globs.
    pub tests: Vec<(hir::OpTest, Box<str>)>,
    /// What to say.
    pub otherwise: Option<String>,
    /// The clause.
    pub span: Span,
}

/// How a stage applies its patterns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Driver {
    /// A single sweep in program order over the operations that exist when it begins.
    Walk,
    /// To a fixpoint.
    Greedy,
}

/// A stage of a pass.
pub struct Stage {
    /// Its name.
    pub name: Box<str>,
    /// How it applies its patterns.
    pub driver: Driver,
    /// Last operation first.
    pub bottom_up: bool,
    /// When it runs.
    pub condition: Option<hir::Clause>,
    /// Its patterns: those of extensions first, then in text order.
    pub patterns: Vec<PatternId>,
    /// The declaration.
    pub span: Span,
}

/// An option of a pass.
pub struct PassOption {
    /// Its name.
    pub name: Box<str>,
    /// Its type.
    pub ty: LType,
    /// Its default.
    pub default: AttrId,
    /// Doc comment.
    pub doc: Option<Box<str>>,
    /// Its index among the options of all passes.
    pub index: usize,
}

/// A pass.
pub struct Pass {
    /// Its name.
    pub name: Box<str>,
    /// Doc comment.
    pub doc: Option<Box<str>>,
    /// The operation it runs on.
    pub anchor: Box<str>,
    /// Its options.
    pub options: Vec<PassOption>,
    /// What must not be there before.
    pub requires: Vec<Legality>,
    /// Its stages, in order.
    pub stages: Vec<Stage>,
    /// What must not be there afterwards.
    pub ensures: Vec<Legality>,
    /// The declaration.
    pub span: Span,
}

/// A named list of passes.
pub struct Pipeline {
    /// Its name.
    pub name: Box<str>,
    /// Doc comment.
    pub doc: Option<Box<str>>,
    /// Its passes.
    pub passes: Vec<Box<str>>,
}

/// Everything that pattern files define.
#[derive(Default)]
pub struct Program {
    /// Functions, those of dialects included.
    pub fns: hir::Functions,
    /// Patterns.
    pub patterns: IdVec<PatternId, hir::Pattern>,
    /// Sets: their patterns in the order in which they are asked.
    pub sets: Map<Box<str>, Vec<PatternId>>,
    /// Passes.
    pub passes: Vec<Pass>,
    /// Pipelines.
    pub pipelines: Vec<Pipeline>,
    /// Names of the blocks of rules.
    pub rule_names: Vec<Box<str>>,
    /// Rules of the e-graph.
    pub rules: Vec<crate::lang::terms::Rules>,
    /// Options of all passes by name.
    pub options: Map<Box<str>, LType>,
    /// The families of targets that patterns read.
    pub families: Families,
    /// Examples of patterns.
    pub examples: Vec<(PatternId, Vec<Example>)>,
    /// Declarations of sets and extensions of them, by name, files in order.
    pub set_parts: Vec<(Box<str>, Span)>,
    /// What overrides replaced: the place of its name, by that of the override's name.
    pub replaced: Map<Span, Span>,
    /// Patterns that are disabled: their names, where they are declared, and where they are disabled.
    pub disabled: Vec<(Box<str>, Span, Span)>,
    /// Dialects that files say they use.
    pub used: Vec<(FileId, Box<str>)>,
}
