//! Loading: names first, then fields, then what refers to fields. Every fault of every file is reported.

use super::ops;
use crate::ir::{Context, StrId};
use crate::lang::ast::{self, DialectItem, MemberKind, RecordKind};
use crate::lang::defs::*;
use crate::lang::hir;
use crate::lang::types::LType;
use crate::support::diag::{Diagnostic, Reported, Severity, Sink};
use crate::support::kinds::Kind;
use crate::support::limits::Limits;
use crate::support::source::{FileId, SourceMap, Span};

/// The texts to load, built-in ones first. A later file replaces a dialect or target of the same name.
#[derive(Default)]
pub struct Sources {
    /// Files of the source map.
    pub files: Vec<FileId>,
}

pub(super) struct Loader<'a> {
    pub(super) ctx: &'a Context,
    pub(super) reg: Registry,
    pub(super) sink: &'a mut Sink,
    pub(super) constraints: Map<Box<str>, ast::Slot>,
    /// Operations and interfaces with a fault in their fields: what names those is not reported again.
    pub(super) faulty: Vec<Box<str>>,
    /// Constraints that a field names.
    pub(super) used_constraints: Vec<Box<str>>,
    /// Results whose types interfaces infer.
    pub(super) inherited_infer: Vec<(InterfaceId, StrId)>,
}

/// Loads dialect files.
pub fn load(
    ctx: &Context,
    map: &SourceMap,
    sources: &Sources,
    limits: &Limits,
    sink: &mut Sink,
) -> Result<Registry, Reported> {
    let before = sink.errors();
    let mut dialects: Map<Box<str>, (ast::Dialect, FileId)> = Map::default();
    let mut families: Map<Box<str>, (ast::TargetFamily, FileId)> = Map::default();
    let mut targets: Map<Box<str>, (ast::Target, FileId)> = Map::default();
    for &file in &sources.files {
        let tree = crate::lang::parse_dialect(map, file, limits, sink);
        for item in tree.items {
            let (span, name, old, what) = match item {
                DialectItem::Dialect(d) => {
                    let (span, name) = (d.name.span, d.name.text.clone());
                    (
                        span,
                        name.clone(),
                        dialects.insert(name, (d, file)).map(|o| (o.1, o.0.name.span)),
                        "dialect",
                    )
                }
                DialectItem::TargetFamily(d) => {
                    let (span, name) = (d.name.span, d.name.text.clone());
                    (
                        span,
                        name.clone(),
                        families.insert(name, (d, file)).map(|o| (o.1, o.0.name.span)),
                        "target family",
                    )
                }
                DialectItem::Target(d) => {
                    let (span, name) = (d.name.span, d.name.text.clone());
                    (
                        span,
                        name.clone(),
                        targets.insert(name, (d, file)).map(|o| (o.1, o.0.name.span)),
                        "target",
                    )
                }
            };
            let Some((f, at)) = old else { continue };
            if f == file {
                let text = format!("this {what} is declared twice in one file");
                sink.push(
                    Diagnostic::error(span, text)
                        .kind(Kind::Duplicate)
                        .note(at, "first declared here"),
                );
            } else {
                let (old, line, _) = map.position(at);
                let text = format!("{what} '{name}' replaces the one at {old}:{line} as a whole");
                sink.push(Diagnostic::new(Severity::Remark, span, text).kind(Kind::Overridden));
            }
        }
    }
    let mut l = Loader {
        ctx,
        reg: Registry::default(),
        sink,
        constraints: Map::default(),
        faulty: Vec::new(),
        used_constraints: Vec::new(),
        inherited_infer: Vec::new(),
    };
    let trees: Vec<&ast::Dialect> = dialects.values().map(|d| &d.0).collect();
    for d in &trees {
        l.declare(d);
    }
    for d in &trees {
        l.fields(d);
    }
    // Interfaces before operations, which take over their clauses.
    for d in &trees {
        l.operations(d, true);
    }
    for d in &trees {
        l.operations(d, false);
    }
    let families: Vec<&ast::TargetFamily> = families.values().map(|f| &f.0).collect();
    for f in &families {
        l.family(f);
    }
    let targets: Vec<&ast::Target> = targets.values().map(|f| &f.0).collect();
    for t in &targets {
        l.target(t);
    }
    for d in &trees {
        l.unused_constraints(d);
    }
    l.functions(&trees);
    // Those of interfaces first, which operations take over.
    for d in &trees {
        l.clauses(d, true);
    }
    for d in &trees {
        l.clauses(d, false);
    }
    for f in &families {
        l.family_checks(f);
    }
    let reg = l.reg;
    sink.since(before).map(|()| reg)
}

/// `CopyMode` as `copy_mode`.
fn snake(name: &str) -> String {
    let mut out = String::new();
    for (n, c) in name.char_indices() {
        if c.is_ascii_uppercase() && n > 0 {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

impl Loader<'_> {
    pub(super) fn fault(&mut self, kind: Kind, at: Span, message: impl Into<String>) -> Reported {
        self.sink.fault(kind, at, message)
    }
    pub(super) fn str(&self, n: &ast::Name) -> StrId {
        self.ctx.str(&n.text)
    }
    /// `dialect.name`.
    pub(super) fn full(d: &ast::Dialect, n: &ast::Name) -> Box<str> {
        format!("{}.{}", d.name.text, n.text).into()
    }

    fn declare(&mut self, d: &ast::Dialect) {
        let def = DialectDef {
            name: d.name.text.clone(),
            doc: d.doc.clone(),
            span: d.span,
        };
        self.reg.dialects.insert(d.name.text.clone(), def);
        for m in &d.members {
            let name = match &m.kind {
                MemberKind::Enum(e) => &e.name,
                MemberKind::Record(r) => &r.name,
                MemberKind::Constraint { name, .. } => name,
                MemberKind::Interface(o) | MemberKind::Op(o) => &o.name,
                MemberKind::Datatype(t) => &t.name,
                MemberKind::Fn(_) => continue,
            };
            let full = Self::full(d, name);
            let is_type = matches!(&m.kind, MemberKind::Record(r) if r.kind == RecordKind::Type);
            let taken = match is_type {
                true => self.reg.type_names.contains_key(&full),
                false => {
                    self.reg.entities.contains_key(&full)
                        || self.constraints.contains_key(&full)
                        || self.reg.datatypes.contains_key(&full)
                }
            };
            if taken {
                self.fault(Kind::Duplicate, name.span, format!("'{full}' is declared twice"));
                continue;
            }
            let id = self.ctx.str(&full);
            match &m.kind {
                MemberKind::Enum(e) => self.declare_enum(d, e, m),
                MemberKind::Record(r) => match r.kind {
                    RecordKind::Struct => {
                        let def = StructDef {
                            name: full.clone(),
                            fields: Vec::new(),
                            positional: !r.assembly.is_empty(),
                            verify: Vec::new(),
                            span: name.span,
                        };
                        let id = self.reg.structs.push(def);
                        self.reg.entities.insert(full, Entity::Struct(id));
                    }
                    RecordKind::Type => {
                        let t = self.reg.types.push(TypeDef {
                            name: id,
                            params: None,
                            span: name.span,
                        });
                        self.reg.type_names.insert(full, t);
                    }
                    RecordKind::Attr => {
                        if !r.fields.is_empty() || !r.assembly.is_empty() || !r.verify.is_empty() {
                            self.fault(Kind::Form, name.span, "'attr name;' declares an attribute kept as its text; it has no parameters, checks or format");
                        }
                        self.reg.opaque_attrs.push(id);
                    }
                },
                MemberKind::Constraint { slot, .. } => {
                    self.constraints.insert(full, slot.clone());
                }
                MemberKind::Interface(_) => {
                    let def = ops::skeleton(full.clone(), id, m.doc.clone(), name.span);
                    let i = self.reg.interfaces.push(def);
                    self.reg.entities.insert(full, Entity::Interface(i));
                }
                MemberKind::Op(_) => {
                    self.reg.add_op(ops::skeleton(full, id, m.doc.clone(), name.span));
                }
                MemberKind::Datatype(t) => self.datatype(full, t),
                MemberKind::Fn(_) => {}
            }
        }
    }

    fn declare_enum(&mut self, d: &ast::Dialect, e: &ast::EnumDecl, m: &ast::Member) {
        let mut cases: Vec<(StrId, i64)> = Vec::new();
        let mut next = 0i64;
        if let Some(r) = &e.repr
            && !["i8", "i16", "i32", "i64"].contains(&&*r.text)
        {
            let text = format!("an enum is i8, i16, i32 or i64, not '{}'", r.text);
            self.fault(Kind::UnknownType, r.span, text);
        }
        for c in &e.cases {
            let value = c.value.map_or(next, |v| v.0);
            let name = self.str(&c.name);
            if cases.iter().any(|k| k.0 == name) {
                self.fault(
                    Kind::Duplicate,
                    c.name.span,
                    format!("case '{}' is declared twice", c.name.text),
                );
            }
            if cases.iter().any(|k| k.1 == value) {
                self.fault(
                    Kind::Duplicate,
                    c.span,
                    format!("two cases have the number {value}"),
                );
            }
            let bits = match e.repr.as_ref().map(|r| &*r.text) {
                Some("i8") => Some(8),
                Some("i16") => Some(16),
                Some("i32") | None => Some(32),
                Some("i64") => Some(64),
                Some(_) => None,
            };
            if let Some(bits) = bits
                && (value >> (bits - 1) > 1 || value >> (bits - 1) < -1)
            {
                let text = format!("{value} does not fit {bits} bits");
                self.fault(Kind::Range, c.span, text);
            }
            cases.push((name, value));
            next = value.saturating_add(1);
        }
        let mnemonic = self.ctx.str(&format!("{}.{}", d.name.text, snake(&e.name.text)));
        let def = EnumDef {
            name: Self::full(d, &e.name),
            mnemonic,
            cases,
            facts: Vec::new(),
            doc: m.doc.clone(),
            span: e.name.span,
        };
        let id = self.reg.add_enum(def);
        self.facts(id, e);
    }

    /// Facts of cases: each has one type over all cases that give it.
    fn facts(&mut self, id: EnumId, e: &ast::EnumDecl) {
        let mut facts: Vec<(Box<str>, LType, Vec<Option<crate::ir::AttrId>>)> = Vec::new();
        for (n, c) in e.cases.iter().enumerate() {
            for (name, value) in &c.facts {
                let known = facts.iter().position(|f| f.0 == name.text);
                let ty = match known.and_then(|k| facts.get(k)) {
                    Some(f) => f.1.clone(),
                    None => match super::consts::guess(value) {
                        Some(t) => t,
                        None => {
                            self.fault(
                                Kind::Constant,
                                value.span,
                                "a fact is an integer, a string, a boolean or a list of these",
                            );
                            continue;
                        }
                    },
                };
                let Ok(a) = self.constant(value, &ty) else {
                    continue;
                };
                let k = known.unwrap_or_else(|| {
                    facts.push((name.text.clone(), ty, vec![None; e.cases.len()]));
                    facts.len() - 1
                });
                if let Some(slot) = facts.get_mut(k).and_then(|f| f.2.get_mut(n)) {
                    *slot = Some(a);
                }
            }
        }
        self.reg.enums[id].facts = facts;
    }

    fn fields(&mut self, d: &ast::Dialect) {
        for m in &d.members {
            let MemberKind::Record(r) = &m.kind else { continue };
            let full = Self::full(d, &r.name);
            if r.kind == RecordKind::Type {
                self.type_params(d, r, &full);
                continue;
            }
            let mut fields: Vec<FieldDef> = Vec::new();
            for f in &r.fields {
                fields.extend(self.field(d, f, "a field of a struct"));
            }
            self.two_fields(&full, &fields);
            if let Some(Entity::Struct(s)) = self.reg.entity(&full) {
                let optional = fields.iter().find(|f| f.ty.is_option());
                if let (Some(f), true) = (optional, self.reg.structs[s].positional) {
                    let span = f.span;
                    self.fault(
                        Kind::AssemblyFormat,
                        span,
                        "a struct with a bracket format has no optional fields",
                    );
                }
                self.reg.structs[s].fields = fields;
                self.bracket_format(s, r);
            }
        }
    }

    /// The format of a struct names all fields in order, in brackets.
    fn bracket_format(&mut self, s: StructId, r: &ast::RecordDecl) {
        let Some(format) = r.assembly.first() else { return };
        use ast::DirectiveKind::{Field, Literal};
        let names: Vec<StrId> = self.reg.structs[s].fields.iter().map(|f| f.name).collect();
        let mut want: Vec<Result<&str, StrId>> = vec![Ok("[")];
        for (n, name) in names.iter().enumerate() {
            if n > 0 {
                want.push(Ok(","));
            }
            want.push(Err(*name));
        }
        want.push(Ok("]"));
        let same = format.directives.len() == want.len()
            && format
                .directives
                .iter()
                .zip(&want)
                .all(|(d, w)| match (&d.kind, w) {
                    (Literal(l), Ok(t)) => &**l == *t,
                    (Field { name, .. }, Err(id)) => self.ctx.find_str(&name.text) == Some(*id),
                    _ => false,
                });
        if !same {
            let text = "the format of a struct is \"[\" $first \",\" $second \"]\" with all fields in order";
            self.fault(Kind::AssemblyFormat, format.span, text);
        }
    }

    /// Functions of dialects: pure, usable in clauses and patterns.
    fn functions(&mut self, trees: &[&ast::Dialect]) {
        let mut all: Vec<&ast::FnDecl> = Vec::new();
        for m in trees.iter().flat_map(|d| &d.members) {
            if let MemberKind::Fn(f) = &m.kind {
                all.push(f);
            }
        }
        let mut functions = hir::Functions::default();
        crate::lang::check::functions(self.ctx, &self.reg, &mut functions, &all, &[], None, self.sink);
        self.reg.functions = functions;
    }

    /// Verifier and inference clauses, once all fields are known.
    fn clauses(&mut self, d: &ast::Dialect, interfaces: bool) {
        for m in &d.members {
            if matches!(m.kind, MemberKind::Interface(_)) != interfaces {
                continue;
            }
            match (&m.kind, self.reg.entity(&self.member_name(d, &m.kind))) {
                (MemberKind::Record(r), Some(Entity::Struct(s))) => {
                    let ty = LType::Struct(s);
                    let verify: Vec<hir::Clause> =
                        r.verify.iter().filter_map(|v| self.clause(&ty, v)).collect();
                    self.reg.structs[s].verify = verify;
                }
                (MemberKind::Record(r), _) if r.kind == RecordKind::Type => self.type_checks(d, r),
                _ if self.faulty.contains(&self.member_name(d, &m.kind)) => {}
                (MemberKind::Op(o), Some(Entity::Op(op))) => self.op_clauses(op, o),
                (MemberKind::Interface(o), Some(Entity::Interface(i))) => self.interface_clauses(i, o),
                _ => {}
            }
        }
    }

    fn member_name(&self, d: &ast::Dialect, kind: &MemberKind) -> Box<str> {
        match kind {
            MemberKind::Record(r) => Self::full(d, &r.name),
            MemberKind::Op(o) | MemberKind::Interface(o) => Self::full(d, &o.name),
            _ => "".into(),
        }
    }

    pub(super) fn clause(&mut self, this: &LType, v: &ast::Verify) -> Option<hir::Clause> {
        crate::lang::check::clause(
            self.ctx,
            &self.reg,
            this,
            &v.condition,
            Some(&v.message),
            Some(&LType::Bool),
            v.span,
            self.sink,
        )
    }
}
