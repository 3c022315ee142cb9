//! What the loaded dialect files define, checked, as plain data: operations, enums, structs, types, interfaces and
//! targets. Names are resolved to ids; constants are kept as attributes in the encoding of [`super::encode`].

use super::ast;
use super::hir;
use super::types::{LType, OpSet};
use crate::ir::verify::Flags;
use crate::ir::{AttrId, Context, StrId, TypeId};
use crate::support::ids::{Id, IdVec};
use crate::support::source::Span;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// The operation that holds everything; a pass anchored here sees the whole input.
pub const MODULE: &str = "builtin.module";

crate::id_type!(
    /// A defined operation.
    OpDefId,
    /// A defined enum.
    EnumId,
    /// A defined struct.
    StructId,
    /// A defined type.
    TypeDefId,
    /// A defined interface.
    InterfaceId,
    /// A target.
    TargetId,
    /// A family of targets.
    FamilyId,
    /// A function of the language, pure or rewriting.
    FnId,
);

/// A map that keeps the order of insertion.
pub type Map<K, V> = IndexMap<K, V, FxBuildHasher>;

/// What a dotted name means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entity {
    /// An operation.
    Op(OpDefId),
    /// An enum.
    Enum(EnumId),
    /// A struct.
    Struct(StructId),
    /// An interface.
    Interface(InterfaceId),
}

/// An enum.
pub struct EnumDef {
    /// `dialect.Name`.
    pub name: Box<str>,
    /// `dialect.snake_name`, as attributes spell it: `#bir.copy_mode<cce>`.
    pub mnemonic: StrId,
    /// Cases in declared order: name, ordinal.
    pub cases: Vec<(StrId, i64)>,
    /// Facts: name, type, and one value a case (none where a case does not give it).
    pub facts: Vec<(Box<str>, LType, Vec<Option<AttrId>>)>,
    /// Doc comment.
    pub doc: Option<Box<str>>,
    /// The declaration.
    pub span: Span,
}

/// Which integers a value may hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Bounds {
    /// `low .. high`, the end excluded.
    Int(i64, i64),
    /// Those of every element of a list.
    List(Box<Bounds>),
    /// Those of each part of a tuple.
    Tuple(Vec<Option<Bounds>>),
}

/// A field of a struct, or a parameter of a type or target.
pub struct FieldDef {
    /// Its name.
    pub name: StrId,
    /// Its type.
    pub ty: LType,
    /// Bounds of the integers in it.
    pub range: Option<Bounds>,
    /// Its default.
    pub default: Option<AttrId>,
    /// Doc comment.
    pub doc: Option<Box<str>>,
    /// The declaration.
    pub span: Span,
}

/// A struct. One with an assembly format `"[" $a "," $b "]"` is kept as an array of its fields, any other as a
/// dictionary.
pub struct StructDef {
    /// `dialect.Name`.
    pub name: Box<str>,
    /// Its fields.
    pub fields: Vec<FieldDef>,
    /// Whether it is kept as an array.
    pub positional: bool,
    /// Its checks.
    pub verify: Vec<hir::Clause>,
    /// The declaration.
    pub span: Span,
}

/// A datatype: terms that rules are about.
pub struct DatatypeDef {
    /// The declaration.
    pub span: Span,
}

/// A type of a dialect.
pub struct TypeDef {
    /// `dialect.name`.
    pub name: StrId,
    /// Its parameters as a struct, which has its checks, too; `None` where there are none.
    pub params: Option<StructId>,
    /// The declaration.
    pub span: Span,
}

/// Which types a value may have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TypeRule {
    /// Any.
    Any,
    /// Exactly this.
    Exact(TypeId),
    /// A type of a dialect, whatever its parameters.
    Dialect(StrId),
    /// A class of builtin types: `memref`, `tensor`, `vector`, `integer`, `signless`, `float`, `index`, `shaped`.
    Class(&'static str),
    /// One of these.
    AnyOf(Vec<TypeRule>),
    /// The same as another operand or result.
    Same(StrId),
}

/// How many values a group of operands or results has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arity {
    /// One.
    One,
    /// None or one.
    Optional,
    /// Any number.
    Variadic,
}

/// A group of operands or results.
pub struct ValueDef {
    /// Its name.
    pub name: StrId,
    /// Which types.
    pub rule: TypeRule,
    /// How many.
    pub arity: Arity,
    /// The declaration.
    pub span: Span,
}

/// An inherent attribute.
pub struct AttrDef {
    /// Its name.
    pub name: StrId,
    /// Its type, without `?`.
    pub ty: LType,
    /// Whether it may be absent (`T?`).
    pub optional: bool,
    /// The value when it is absent.
    pub default: Option<AttrId>,
    /// Bounds of the integers in it.
    pub range: Option<Bounds>,
    /// The operand group that an affine attribute is over.
    pub over: Option<usize>,
    /// `typed(result)`: the attribute's type is that value's.
    pub typed: Option<StrId>,
    /// Doc comment.
    pub doc: Option<Box<str>>,
    /// The declaration.
    pub span: Span,
}

/// A region of an operation.
pub struct RegionDef {
    /// Its name.
    pub name: StrId,
    /// Arguments of its entry block, if declared.
    pub args: Option<Vec<ValueDef>>,
    /// The terminator it must have; `Some(None)` for "ends nothing".
    pub ends: Option<Option<OpDefId>>,
    /// What may stand in it; empty: anything.
    pub of: Vec<OpDefId>,
}

/// What an operation does to what an operand or result names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EffectDef {
    /// Which.
    pub kind: ast::EffectKind,
    /// Operand group; `None` when it is on a result.
    pub operand: Option<usize>,
}

/// A trait with arguments that the verifier checks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TraitDef {
    /// All operands and results have one type.
    SameOperandsAndResultType,
    /// The attribute's values differ within a symbol table.
    UniqueName(StrId),
    /// The operation around it is one of these.
    ParentOneOf(Vec<OpDefId>),
    /// Every region has at most one block.
    SingleBlock,
}

/// One step of an assembly format; one program parses and prints.
#[derive(Clone, PartialEq, Debug)]
pub enum FormatStep {
    /// Verbatim tokens.
    Literal(Box<str>),
    /// An operand group.
    Operand(usize),
    /// An inherent attribute, in the spelling of its type.
    Attr(usize),
    /// `@name` of a symbol definition.
    SymbolName(usize),
    /// A region.
    Region(usize),
    /// All regions.
    Regions,
    /// A successor group.
    Successor(usize),
    /// All operands.
    Operands,
    /// Types of an operand group.
    OperandType(usize),
    /// Types of a result group.
    ResultType(usize),
    /// `(operand types) -> result types`.
    FunctionalType,
    /// `private? @name(%a: type, ..) -> types attributes {..}? { body }`: a function, of an operation with the trait
    /// `Function`.
    Function {
        /// Its symbol name.
        name: usize,
        /// Its function type.
        ty: usize,
        /// Its body.
        body: usize,
    },
    /// What other steps do not mention.
    AttrDict {
        /// Preceded by `attributes`.
        keyword: bool,
    },
    /// Printed when the anchor is present.
    Group {
        /// What.
        body: Vec<FormatStep>,
        /// Printed otherwise.
        otherwise: Vec<FormatStep>,
        /// What decides: operand group or attribute.
        anchor: Anchor,
    },
}

/// What decides whether a group is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// An operand group that is not empty.
    Operand(usize),
    /// An attribute that is there and not its default.
    Attr(usize),
    /// A region that is not empty.
    Region(usize),
    /// A result group that is not empty.
    Result(usize),
}

/// An operation or, with the same fields, an interface.
pub struct OpDef {
    /// `dialect.name`.
    pub name: Box<str>,
    /// The same, interned.
    pub id: StrId,
    /// Operand groups.
    pub operands: Vec<ValueDef>,
    /// Result groups.
    pub results: Vec<ValueDef>,
    /// Inherent attributes.
    pub attributes: Vec<AttrDef>,
    /// Regions.
    pub regions: Vec<RegionDef>,
    /// Successors: name, and whether variadic.
    pub successors: Vec<(StrId, bool)>,
    /// Facts.
    pub flags: Flags,
    /// Traits with something to check.
    pub traits: Vec<TraitDef>,
    /// Interfaces it has.
    pub interfaces: Vec<InterfaceId>,
    /// Constants of the operation.
    pub consts: Vec<(StrId, LType, AttrId)>,
    /// Types of results from other fields: result group, expression.
    pub infer: Vec<(usize, hir::Clause)>,
    /// Effects.
    pub effects: Vec<EffectDef>,
    /// Whether effects are declared at all or it is pure; else it may do anything.
    pub effects_known: bool,
    /// Checks.
    pub verify: Vec<hir::Clause>,
    /// What it does when it is executed, where that is more than computing.
    pub semantics: Option<super::semantics::Semantics>,
    /// What it does when it is executed, where a body says it.
    pub computes: Option<super::bodies::Computation>,
    /// Its own assembly format.
    pub assembly: Option<Vec<FormatStep>>,
    /// Doc comment.
    pub doc: Option<Box<str>>,
    /// The declaration.
    pub span: Span,
}

impl OpDef {
    /// The attribute of that name with its index.
    pub fn attr(&self, name: StrId) -> Option<(usize, &AttrDef)> {
        self.attributes.iter().enumerate().find(|(_, a)| a.name == name)
    }
    /// The operand group of that name.
    pub fn operand(&self, name: StrId) -> Option<usize> {
        self.operands.iter().position(|o| o.name == name)
    }
    /// The result group of that name.
    pub fn result(&self, name: StrId) -> Option<usize> {
        self.results.iter().position(|o| o.name == name)
    }
    /// The region of that name.
    pub fn region(&self, name: StrId) -> Option<usize> {
        self.regions.iter().position(|o| o.name == name)
    }
    /// Whether more than one group has not exactly one operand, so that the groups' sizes must be written down.
    pub fn needs_operand_segments(&self) -> bool {
        self.operands.iter().filter(|o| o.arity != Arity::One).count() > 1
    }
    /// The same for results.
    pub fn needs_result_segments(&self) -> bool {
        self.results.iter().filter(|o| o.arity != Arity::One).count() > 1
    }
}

/// Which families of targets an expression may read the parameters of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Families {
    /// None: no target is known.
    #[default]
    None,
    /// This one, in its own checks.
    One(FamilyId),
    /// All: that of the run's target, whichever it is.
    All,
}

/// A family of targets.
pub struct FamilyDef {
    /// Its name.
    pub name: Box<str>,
    /// Its parameters.
    pub params: Vec<FieldDef>,
    /// Where each of [`Registry::target_params`] is among them.
    pub places: Vec<Option<u16>>,
    /// Its checks.
    pub verify: Vec<hir::Clause>,
    /// The declaration.
    pub span: Span,
}

/// A target: a value for every parameter of its family.
#[derive(Clone)]
pub struct TargetDef {
    /// As the command line names it (its `name` parameter, else its identifier).
    pub name: Box<str>,
    /// Its identifier.
    pub ident: Box<str>,
    /// Its family.
    pub family: FamilyId,
    /// Values of the family's parameters, in order.
    pub values: Vec<AttrId>,
    /// Doc comment.
    pub doc: Option<Box<str>>,
    /// The declaration.
    pub span: Span,
}

/// A dialect that is loaded.
pub struct DialectDef {
    /// Its name.
    pub name: Box<str>,
    /// Doc comment.
    pub doc: Option<Box<str>>,
    /// The declaration.
    pub span: Span,
}

/// Everything that is defined.
#[derive(Default)]
pub struct Registry {
    /// Dialects by name.
    pub dialects: Map<Box<str>, DialectDef>,
    /// What dotted names mean.
    pub entities: Map<Box<str>, Entity>,
    /// Operations.
    pub ops: IdVec<OpDefId, OpDef>,
    /// Enums.
    pub enums: IdVec<EnumId, EnumDef>,
    /// Structs.
    pub structs: IdVec<StructId, StructDef>,
    /// Types.
    pub types: IdVec<TypeDefId, TypeDef>,
    /// Interfaces: operations' clauses shared by several.
    pub interfaces: IdVec<InterfaceId, OpDef>,
    /// Families of targets.
    pub families: IdVec<FamilyId, FamilyDef>,
    /// Names of the parameters of all families.
    pub target_params: Vec<StrId>,
    /// Targets.
    pub targets: IdVec<TargetId, TargetDef>,
    /// Functions.
    pub functions: hir::Functions,
    /// Datatypes by `dialect.Name`.
    pub datatypes: Map<Box<str>, DatatypeDef>,
    /// Types by `dialect.name`; they have a name space of their own, since `!` tells them apart.
    pub type_names: Map<Box<str>, TypeDefId>,
    /// Attributes that are kept as the text that stands after `#`, whatever it says: `attr name;`.
    pub opaque_attrs: Vec<StrId>,
    by_name: Vec<OpDefId>,
    enum_by_mnemonic: Map<StrId, EnumId>,
}

impl Registry {
    /// The definition of an operation's name.
    #[inline]
    pub fn op(&self, name: StrId) -> Option<OpDefId> {
        self.by_name.get(name.index()).copied().and_then(OpDefId::get)
    }
    /// Adds an operation under its name.
    pub fn add_op(&mut self, def: OpDef) -> OpDefId {
        let (name, id) = (def.name.clone(), def.id);
        let op = self.ops.push(def);
        if self.by_name.len() <= id.index() {
            self.by_name.resize(id.index() + 1, OpDefId::NONE);
        }
        if let Some(slot) = self.by_name.get_mut(id.index()) {
            *slot = op;
        }
        self.entities.insert(name, Entity::Op(op));
        op
    }
    /// Adds an enum under its name.
    pub fn add_enum(&mut self, def: EnumDef) -> EnumId {
        let (name, mnemonic) = (def.name.clone(), def.mnemonic);
        let id = self.enums.push(def);
        self.entities.insert(name, Entity::Enum(id));
        self.enum_by_mnemonic.insert(mnemonic, id);
        id
    }
    /// The enum that attributes spell so.
    pub fn enum_of_mnemonic(&self, mnemonic: StrId) -> Option<EnumId> {
        self.enum_by_mnemonic.get(&mnemonic).copied()
    }
    /// What a dotted name means.
    pub fn entity(&self, name: &str) -> Option<Entity> {
        self.entities.get(name).copied()
    }
    /// The type of a name `dialect.name`.
    pub fn type_def(&self, name: &str) -> Option<TypeDefId> {
        self.type_names.get(name).copied()
    }
    /// The value of one of [`Registry::target_params`]; `None` where the target's family has no such parameter.
    pub fn target_value(&self, t: &TargetDef, param: u16) -> Option<AttrId> {
        let place = self.families[t.family]
            .places
            .get(param as usize)
            .copied()
            .flatten()?;
        t.values.get(place as usize).copied()
    }
    /// The parameters of a type.
    pub fn type_params(&self, ty: TypeDefId) -> &[FieldDef] {
        match self.types[ty].params {
            Some(s) => &self.structs[s].fields,
            None => &[],
        }
    }
    /// The target that a command line names.
    pub fn target(&self, name: &str) -> Option<TargetId> {
        self.targets
            .enumerate()
            .find(|(_, t)| &*t.name == name || &*t.ident == name)
            .map(|(id, _)| id)
    }
    /// The value of a target's parameter; none where its family has no such one.
    pub fn parameter(&self, ctx: &Context, t: &TargetDef, name: &str) -> Option<AttrId> {
        let name = ctx.find_str(name)?;
        let n = self.families[t.family]
            .params
            .iter()
            .position(|p| p.name == name)?;
        t.values.get(n).copied()
    }
    /// The operations of a set described by a name: an operation or an interface.
    pub fn op_set(&self, name: &str) -> Option<OpSet> {
        match self.entity(name)? {
            Entity::Op(o) => Some(OpSet::One(o)),
            Entity::Interface(i) => Some(OpSet::Interface(i)),
            _ => None,
        }
    }
    /// The case of an enum by its name.
    pub fn case(&self, e: EnumId, name: StrId) -> Option<usize> {
        self.enums[e].cases.iter().position(|c| c.0 == name)
    }
    /// The attribute of a case.
    pub fn case_attr(&self, ctx: &Context, e: EnumId, case: usize) -> Option<AttrId> {
        let def = &self.enums[e];
        let (case, _) = def.cases.get(case)?;
        Some(ctx.attr(crate::ir::AttrData::Enum {
            name: def.mnemonic,
            case: *case,
        }))
    }
    /// Facts of an operation's name.
    pub fn flags(&self, name: StrId) -> Flags {
        self.op(name).map(|o| self.ops[o].flags).unwrap_or_default()
    }
}
