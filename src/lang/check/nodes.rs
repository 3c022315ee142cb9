//! Patterns of operations, and of structs, which look alike.

use super::fields::group_type;
use super::{Checked, Checker};
use crate::ir::StrId;
use crate::lang::ast::{self, OpNameKind};
use crate::lang::defs::{Arity, Entity, OpDef, StructId};
use crate::lang::hir::{AttrTest, NodePat, OpTest, Pat, PatKind};
use crate::lang::types::{LType, OpSet};
use crate::support::diag::Reported;
use crate::support::kinds::Kind;
use crate::support::nearest;
use crate::support::source::Span;

/// The result groups that operations have in common, where one of them is not just a value.
fn result_groups(defs: &[&OpDef]) -> Vec<(StrId, crate::lang::defs::Arity)> {
    let groups = |d: &OpDef| d.results.iter().map(|r| (r.name, r.arity)).collect::<Vec<_>>();
    let Some(first) = defs.first() else {
        return Vec::new();
    };
    let all = groups(first);
    let plain = all.iter().all(|g| g.1 == crate::lang::defs::Arity::One);
    if plain || defs.iter().any(|d| groups(d) != all) {
        return Vec::new();
    }
    all
}

/// Whether an operation has groups behind the first `given` that must be named: those that are never empty, or that an
/// affine attribute spells.
fn missing(def: &OpDef, given: usize) -> bool {
    let tied = |g: usize| def.attributes.iter().any(|a| a.over == Some(g));
    let mut rest = def.operands.iter().enumerate().skip(given);
    rest.any(|(g, o)| o.arity == Arity::One || tied(g))
}

impl Checker<'_> {
    pub(super) fn node_or_struct(&mut self, n: &ast::NodePat, ty: &LType, span: Span) -> Checked<Pat> {
        if let [
            ast::OpName {
                kind: OpNameKind::Exact,
                name,
            },
        ] = n.names.as_slice()
            && let Some(Entity::Struct(s)) = self.reg.entity(&name.text)
        {
            return self.struct_pat(n, s, ty, span);
        }
        let fits = matches!(ty, LType::Value | LType::Op(_) | LType::Unknown);
        if !fits {
            let text = format!("a pattern of an operation, but this is {}", self.show(ty));
            return Err(self.fault(Kind::Types, span, text));
        }
        let node = self.node(n)?;
        if let (LType::Op(have), OpTest::Set(want)) = (ty, &node.test) {
            let possible = *have == OpSet::Any
                || *want == OpSet::Any
                || want.members(self.reg).iter().any(|o| have.contains(self.reg, *o));
            if !possible {
                let text = format!(
                    "can never match: this is {}, not {}",
                    have.show(self.reg),
                    want.show(self.reg)
                );
                return Err(self.fault(Kind::NeverMatches, span, text));
            }
        }
        Ok(Pat {
            kind: PatKind::Node(Box::new(node)),
            bind: None,
            ty: None,
            span,
        })
    }

    fn struct_pat(&mut self, n: &ast::NodePat, s: StructId, ty: &LType, span: Span) -> Checked<Pat> {
        let matches = *ty == LType::Struct(s) || matches!(ty, LType::Tuple(_));
        if !matches {
            let text = format!(
                "a pattern of {}, but this is {}",
                self.reg.structs[s].name,
                self.show(ty)
            );
            return Err(self.fault(Kind::Types, span, text));
        }
        let fields: Vec<(StrId, LType)> = self.reg.structs[s]
            .fields
            .iter()
            .map(|f| (f.name, f.ty.clone()))
            .collect();
        let mut out = Vec::new();
        for (k, o) in n.operands.iter().flatten().enumerate() {
            match o {
                ast::OperandPat::Rest(_) => {}
                ast::OperandPat::One { name, pattern } => {
                    let at = match name {
                        Some(name) => fields.iter().position(|f| self.ctx.text(f.0) == &*name.text),
                        None => Some(k),
                    };
                    match at.and_then(|k| fields.get(k).map(|f| (k, f.1.clone()))) {
                        Some((k, t)) => {
                            let p = self.pat(pattern, &t)?;
                            out.push((k as u16, p));
                        }
                        None => {
                            let owner = self.reg.structs[s].name.clone();
                            let ids: Vec<StrId> = fields.iter().map(|f| f.0).collect();
                            if let Some(name) = name {
                                return Err(self.no_field(&owner, name, &ids));
                            }
                            let names: Vec<&str> = ids.iter().map(|f| self.ctx.text(*f)).collect();
                            let text = format!("{owner} has {} fields ({})", names.len(), names.join(", "));
                            return Err(self.fault(Kind::Arity, pattern.span, text));
                        }
                    }
                }
            }
        }
        for a in n.attributes.iter().flatten() {
            let at = fields.iter().position(|f| self.ctx.text(f.0) == &*a.name.text);
            match at.and_then(|k| fields.get(k).map(|f| (k, f.1.clone()))) {
                Some((k, t)) => {
                    let p = self.attr_pat(a, &t)?;
                    out.push((k as u16, p));
                }
                None => {
                    let hint = nearest::hint(&a.name.text, fields.iter().map(|f| self.ctx.text(f.0)));
                    let text = format!(
                        "{} has no field '{}'{hint}",
                        self.reg.structs[s].name, a.name.text
                    );
                    return Err(self.fault(Kind::UnknownField, a.name.span, text));
                }
            }
        }
        Ok(Pat {
            kind: PatKind::Struct(s, out),
            bind: None,
            ty: None,
            span,
        })
    }

    /// `{ name = pattern }`, or `{ name }` which binds it.
    fn attr_pat(&mut self, a: &ast::AttrPat, ty: &LType) -> Checked<Pat> {
        match &a.pattern {
            Some(p) => self.pat(p, ty),
            None => {
                let kind = ast::PatKind::Bind {
                    name: a.name.clone(),
                    optional: false,
                };
                let p = ast::Pat {
                    kind,
                    as_name: None,
                    ty: None,
                    span: a.span,
                };
                self.pat(&p, ty)
            }
        }
    }

    /// Which operations a list of names means.
    fn op_test(&mut self, names: &[ast::OpName]) -> Checked<OpTest> {
        if let [ast::OpName { kind, name }] = names {
            match kind {
                OpNameKind::Any => return Ok(OpTest::Set(OpSet::Any)),
                OpNameKind::Glob => {
                    let prefix = name.text.trim_end_matches('*');
                    if !self.reg.dialects.contains_key(prefix.trim_end_matches('.')) {
                        let hint = nearest::hint(
                            prefix.trim_end_matches('.'),
                            self.reg.dialects.keys().map(|k| &**k),
                        );
                        let text = format!("unknown dialect '{}'{hint}", prefix.trim_end_matches('.'));
                        return Err(self.fault(Kind::UnknownDialect, name.span, text));
                    }
                    return Ok(OpTest::Prefix(prefix.into()));
                }
                OpNameKind::Exact => return Ok(OpTest::Set(self.op_set(name)?)),
            }
        }
        let each = self.op_tests(names)?;
        let mut members = Vec::new();
        for (t, _) in &each {
            match t {
                OpTest::Set(set) => members.extend(set.members(self.reg)),
                OpTest::Prefix(prefix) => {
                    let of = self
                        .reg
                        .ops
                        .enumerate()
                        .filter(|(_, d)| d.name.starts_with(&**prefix));
                    members.extend(of.map(|d| d.0));
                }
            }
        }
        members.sort();
        members.dedup();
        Ok(OpTest::Set(OpSet::Union(members.into())))
    }

    /// What each of several names means.
    fn op_tests(&mut self, names: &[ast::OpName]) -> Checked<Vec<(OpTest, Span)>> {
        let mut out = Vec::new();
        let mut failed = None;
        for n in names {
            if n.kind == OpNameKind::Any {
                let text = "'_' means any operation and needs no alternatives";
                failed = Some(self.fault(Kind::Form, n.name.span, text));
                continue;
            }
            match self.op_test(std::slice::from_ref(n)) {
                Ok(t) => out.push((t, n.name.span)),
                Err(e) => failed = Some(e),
            }
        }
        match failed {
            Some(e) => Err(e),
            None => Ok(out),
        }
    }

    pub(super) fn op_set(&mut self, name: &ast::Name) -> Checked<OpSet> {
        if let Some(set) = self.reg.op_set(&name.text) {
            return Ok(set);
        }
        let known = self
            .reg
            .entities
            .iter()
            .filter(|(_, e)| matches!(e, Entity::Op(_) | Entity::Interface(_)));
        let hint = nearest::hint(&name.text, known.map(|(k, _)| &**k));
        Err(self.fault(
            Kind::UnknownOperation,
            name.span,
            format!("unknown operation '{}'{hint}", name.text),
        ))
    }

    /// A pattern of an operation; binds its names.
    pub(super) fn node(&mut self, n: &ast::NodePat) -> Checked<NodePat> {
        let test = self.op_test(&n.names)?;
        let set = match &test {
            OpTest::Set(s) => s.clone(),
            OpTest::Prefix(_) => OpSet::Any,
        };
        let defs = self.defs_of(&set);
        let names = match n.names.as_slice() {
            [_] => Vec::new(),
            several => self.op_tests(several)?,
        };
        let mut out = NodePat {
            test,
            names,
            commutes: n.commutes.is_some(),
            operands: Vec::new(),
            positional: None,
            closed: false,
            attrs: Vec::new(),
            results: Vec::new(),
            result_groups: Vec::new(),
            result_type: None,
            span: n.span,
        };
        let single = |d: &&OpDef| {
            d.operands
                .iter()
                .take(2)
                .filter(|o| o.arity == Arity::One)
                .count()
                == 2
        };
        if n.commutes.is_some()
            && let Some(d) = defs.iter().find(|d| !single(d))
        {
            let text = format!(
                "'commutes' exchanges the first two operands, but {} does not begin with two single ones",
                d.name
            );
            return Err(self.fault(Kind::Form, n.span, text));
        }
        if let Some(operands) = &n.operands {
            match defs.first() {
                Some(first) => {
                    // Those that the list reaches; with `..` others may follow in one and not in the other.
                    let open = operands.iter().any(|o| matches!(o, ast::OperandPat::Rest(_)));
                    let reached = operands.len() - usize::from(open);
                    let same = |d: &&OpDef| {
                        let groups = |d: &OpDef| {
                            let all = d.operands.iter().map(|o| (o.name, o.arity));
                            all.take(reached).collect::<Vec<_>>()
                        };
                        groups(d) == groups(first) && (open || missing(d, reached) == missing(first, reached))
                    };
                    let all_named = operands.iter().all(|o| {
                        matches!(
                            o,
                            ast::OperandPat::Rest(_) | ast::OperandPat::One { name: Some(_), .. }
                        )
                    });
                    if !all_named && !defs.iter().all(same) {
                        let text = format!("the operands of {} differ; name them", set.show(self.reg));
                        return Err(self.fault(Kind::Unclear, n.span, text));
                    }
                    self.operand_pats(n, operands, first, &mut out)?;
                }
                None => {
                    let mut items = Vec::new();
                    let mut open = false;
                    for o in operands {
                        match o {
                            ast::OperandPat::Rest(_) => open = true,
                            ast::OperandPat::One { name: Some(name), .. } => {
                                let text = "any operation may stand here, so its operands have no names";
                                return Err(self.fault(Kind::Unclear, name.span, text));
                            }
                            ast::OperandPat::One { pattern, .. } => {
                                items.push(self.pat(pattern, &LType::Value)?)
                            }
                        }
                    }
                    out.positional = Some((items, open));
                }
            }
        }
        for a in n.attributes.iter().flatten() {
            let (name, ty) = self.attr_type(&set, &a.name)?;
            if out.attrs.iter().any(|b: &AttrTest| b.name == name) {
                let text = format!("attribute '{}' is given twice", a.name.text);
                return Err(self.fault(Kind::Duplicate, a.name.span, text));
            }
            let pattern = self.attr_pat(a, &ty)?;
            out.attrs.push(AttrTest {
                name,
                ty,
                pattern,
                late: false,
            });
        }
        match &n.results {
            None => {}
            Some(ast::ResultsPat::Type(t)) => out.result_type = Some(Box::new(self.type_pat(t)?)),
            Some(ast::ResultsPat::List(items)) => {
                let groups = result_groups(&defs);
                let most = defs.iter().map(|d| d.results.len()).max();
                if groups.is_empty()
                    && let Some(most) = most.filter(|n| *n < items.len())
                    && defs
                        .iter()
                        .flat_map(|d| &d.results)
                        .all(|r| r.arity == crate::lang::defs::Arity::One)
                {
                    let plural = if most == 1 { "" } else { "s" };
                    let text = format!(
                        "{} has {most} result{plural}, {} given",
                        set.show(self.reg),
                        items.len()
                    );
                    return Err(self.fault(Kind::Arity, n.span, text));
                }
                for (k, o) in items.iter().enumerate() {
                    let ast::OperandPat::One { pattern, .. } = o else {
                        continue;
                    };
                    // `-> (t : memref<..>)` binds the value and tests its type.
                    match groups.get(k) {
                        Some((name, arity)) => {
                            let p = self.pat(pattern, &group_type(*arity))?;
                            out.result_groups.push((*name, p));
                        }
                        None if groups.is_empty() => out.results.push(self.pat(pattern, &LType::Value)?),
                        None => {
                            let text = format!("{} has {} results", set.show(self.reg), groups.len());
                            return Err(self.fault(Kind::Arity, pattern.span, text));
                        }
                    }
                }
            }
        }
        super::order::order(&mut out);
        Ok(out)
    }

    /// The type in which an attribute of a set of operations is read.
    fn attr_type(&mut self, set: &OpSet, name: &ast::Name) -> Checked<(StrId, LType)> {
        let id = self.ctx.str(&name.text);
        if *set == OpSet::Any {
            return Ok((id, LType::option(LType::Attr)));
        }
        self.attr_slot(set, name)?;
        match self.field_of(&LType::Op(set.clone()), name)? {
            (crate::lang::hir::FieldRef::Attr(_), ty) => Ok((id, ty)),
            _ => Err(self.fault(
                Kind::UnknownAttribute,
                name.span,
                format!("'{}' is no attribute", name.text),
            )),
        }
    }

    fn operand_pats(
        &mut self,
        n: &ast::NodePat,
        operands: &[ast::OperandPat],
        def: &OpDef,
        out: &mut NodePat,
    ) -> Checked<()> {
        let mut position = 0usize;
        let mut open = false;
        let mut given: Vec<StrId> = Vec::new();
        for o in operands {
            let (group, pattern) = match o {
                ast::OperandPat::Rest(_) => {
                    open = true;
                    continue;
                }
                ast::OperandPat::One {
                    name: Some(name),
                    pattern,
                } => {
                    let found = self.ctx.find_str(&name.text).and_then(|id| def.operand(id));
                    match found {
                        Some(g) => (g, pattern),
                        None => {
                            let known: Vec<StrId> = def.operands.iter().map(|o| o.name).collect();
                            return Err(self.no_operand(&def.name, name, &known));
                        }
                    }
                }
                ast::OperandPat::One { name: None, pattern } => {
                    let g = position;
                    position += 1;
                    if g >= def.operands.len() {
                        return Err(self.arity(n.span, def, operands.len()));
                    }
                    (g, pattern)
                }
            };
            let Some(d) = def.operands.get(group) else {
                continue;
            };
            let (name, arity) = (d.name, d.arity);
            if given.contains(&name) {
                let text = format!("operand '{}' is given twice", self.ctx.text(name));
                return Err(self.fault(Kind::Duplicate, pattern.span, text));
            }
            given.push(name);
            let p = self.pat(pattern, &group_type(arity))?;
            self.operand_pattern(def, group, &p)?;
            out.operands.push((name, p));
        }
        let exact = !open
            && operands
                .iter()
                .all(|o| matches!(o, ast::OperandPat::One { name: None, .. }));
        if exact && missing(def, position) {
            return Err(self.arity(n.span, def, position));
        }
        out.closed = exact && position < def.operands.len();
        Ok(())
    }

    /// A name that is none of an operation's operands.
    pub(super) fn no_operand(&mut self, owner: &str, name: &ast::Name, known: &[StrId]) -> Reported {
        self.none_of(Kind::UnknownOperand, (owner, "operand"), name, known)
    }

    /// A name that is none of a struct's fields.
    pub(super) fn no_field(&mut self, owner: &str, name: &ast::Name, known: &[StrId]) -> Reported {
        self.none_of(Kind::UnknownField, (owner, "field"), name, known)
    }

    /// A name that is none of those known: the nearest, or all of them, are shown.
    fn none_of(
        &mut self,
        kind: Kind,
        (owner, part): (&str, &str),
        name: &ast::Name,
        known: &[StrId],
    ) -> Reported {
        let known: Vec<&str> = known.iter().map(|k| self.ctx.text(*k)).collect();
        let mut hint = nearest::hint(&name.text, known.iter().copied());
        if hint.is_empty() && !known.is_empty() {
            hint = format!(" ({})", known.join(", "));
        }
        let text = format!("{owner} has no {part} '{}'{hint}", name.text);
        self.fault(kind, name.span, text)
    }

    pub(super) fn arity(&mut self, at: Span, def: &OpDef, given: usize) -> crate::support::diag::Reported {
        let names: Vec<&str> = def.operands.iter().map(|o| self.ctx.text(o.name)).collect();
        let plural = if names.len() == 1 { "" } else { "s" };
        let text = format!(
            "{} takes {} operand{plural} ({}), {given} given",
            def.name,
            names.len(),
            names.join(", ")
        );
        self.fault(Kind::Arity, at, text)
    }
}
