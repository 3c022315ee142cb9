//! Assembly formats: from directives to the program that parses and prints, and the checks that it can do both.

use super::load::Loader;
use crate::ir::StrId;
use crate::lang::ast::{self, ClauseKind, Directive, DirectiveKind, GroupRepeat};
use crate::lang::defs::*;
use crate::support::kinds::Kind;
use crate::support::nearest;

impl Loader<'_> {
    /// Gives an operation its format: the declared one, else the default one.
    pub(super) fn assembly(&mut self, decl: &ast::OpDecl, def: &mut OpDef) {
        let mut formats = decl.clauses.iter().filter_map(|c| match &c.kind {
            ClauseKind::Assembly(a) => Some(a),
            _ => None,
        });
        let first = formats.next();
        if let Some(second) = formats.next() {
            self.fault(
                Kind::AssemblyFormat,
                second.span,
                "an operation has one assembly format",
            );
        }
        if def.flags.function {
            self.function_format(def);
            return;
        }
        let inferred = self.inferred(decl, def);
        let Some(format) = first else {
            def.assembly = Some(self.default_format(def, &inferred));
            return;
        };
        let before = self.sink.errors();
        let mut used = Used::default();
        let steps = self.directives(def, &format.directives, &mut used);
        if self.sink.errors() == before {
            self.check_format(def, format, &inferred, &used);
            // A brace would begin either.
            let ambiguous = steps.windows(2).any(|w| {
                matches!(
                    w,
                    [
                        FormatStep::AttrDict { keyword: false },
                        FormatStep::Region(_) | FormatStep::Regions
                    ]
                )
            });
            if ambiguous {
                let text =
                    "attr-dict and a region after it both begin with '{'; write attr-dict-with-keyword";
                self.fault(Kind::AssemblyFormat, format.span, text);
            }
        }
        if self.sink.errors() == before {
            self.reads_back(def, format, &steps);
        }
        if self.sink.errors() == before {
            def.assembly = Some(steps);
        }
    }

    /// What is printed can be told apart when it is read.
    fn reads_back(&mut self, def: &OpDef, format: &ast::Assembly, steps: &[FormatStep]) {
        for w in steps.windows(2) {
            if let [FormatStep::Operand(g), FormatStep::Operand(h)] = w
                && let (Some(a), Some(b)) = (def.operands.get(*g), def.operands.get(*h))
                && a.arity != Arity::One
            {
                let (a, b) = (self.ctx.text(a.name), self.ctx.text(b.name));
                let text =
                    format!("where '${a}' ends and '${b}' begins is not known; put a literal between them");
                self.fault(Kind::AssemblyFormat, format.span, text);
            }
        }
        for s in steps {
            if let FormatStep::Attr(n) = s
                && let Some(a) = def
                    .attributes
                    .get(*n)
                    .filter(|a| a.optional && a.default.is_none())
            {
                let name = self.ctx.text(a.name);
                let text = format!(
                    "'${name}' may be absent and stands in an optional group: (\"{name}\" ${name}^)?"
                );
                self.fault(Kind::AssemblyFormat, format.span, text);
            }
        }
    }

    fn function_format(&mut self, def: &mut OpDef) {
        let find = |name: &str| self.ctx.find_str(name);
        let attr = |n: Option<StrId>| n.and_then(|n| def.attr(n)).map(|a| a.0);
        let name = attr(find("sym_name"));
        let ty = attr(find("function_type"));
        let body = find("body").and_then(|b| def.region(b));
        match (name, ty, body) {
            (Some(name), Some(ty), Some(body)) => {
                def.assembly = Some(vec![FormatStep::Function { name, ty, body }]);
            }
            _ => {
                let text = "an operation with the trait Function needs attributes sym_name and function_type and a region body";
                self.fault(Kind::AssemblyFormat, def.span, text);
            }
        }
    }

    /// `@name operands {attributes} regions : types`, without what there is not.
    fn default_format(&self, def: &OpDef, inferred: &[StrId]) -> Vec<FormatStep> {
        let mut steps = Vec::new();
        if let Some(n) = self.symbol_field(def) {
            steps.push(FormatStep::SymbolName(n));
        }
        let tied = |g: usize| def.attributes.iter().any(|a| a.over == Some(g));
        if (0..def.operands.len()).any(|g| !tied(g)) {
            steps.push(FormatStep::Operands);
        }
        for n in 0..def.successors.len() {
            if n > 0 {
                steps.push(FormatStep::Literal(",".into()));
            }
            steps.push(FormatStep::Successor(n));
        }
        // With regions the keyword tells the attributes' brace from that of the first region.
        steps.push(FormatStep::AttrDict {
            keyword: !def.regions.is_empty(),
        });
        if !def.regions.is_empty() {
            steps.push(FormatStep::Regions);
        }
        let known = |v: &ValueDef| matches!(v.rule, TypeRule::Exact(_) | TypeRule::Same(_));
        let operands = def.operands.iter().enumerate().all(|(g, o)| tied(g) || known(o));
        let results = def.results.iter().all(|r| {
            known(r) && r.arity == Arity::One || self.typed(def, r.name) || inferred.contains(&r.name)
        });
        if !(operands && results) {
            steps.push(FormatStep::Literal(":".into()));
            steps.push(FormatStep::FunctionalType);
        }
        steps
    }

    fn typed(&self, def: &OpDef, result: StrId) -> bool {
        def.attributes.iter().any(|a| a.typed == Some(result))
    }

    fn symbol_field(&self, def: &OpDef) -> Option<usize> {
        if !def.flags.symbol {
            return None;
        }
        def.attr(self.ctx.known.sym_name).map(|a| a.0)
    }

    fn directives(&mut self, def: &OpDef, list: &[Directive], used: &mut Used) -> Vec<FormatStep> {
        let mut steps = Vec::new();
        for d in list {
            if let Some(s) = self.directive(def, d, used) {
                steps.push(s);
            }
        }
        steps
    }

    fn directive(&mut self, def: &OpDef, d: &Directive, used: &mut Used) -> Option<FormatStep> {
        Some(match &d.kind {
            DirectiveKind::Literal(t) => {
                if t.trim().is_empty() {
                    self.fault(Kind::AssemblyFormat, d.span, "an empty literal");
                    return None;
                }
                FormatStep::Literal(t.clone())
            }
            DirectiveKind::Field { name, .. } => self.format_field(def, name, used)?,
            DirectiveKind::TypeOf(inner) => match &inner.kind {
                DirectiveKind::Field { name, .. } => {
                    let id = self.str(name);
                    let twice = def.operand(id).is_some_and(|g| used.operand_types.contains(&g))
                        || def.result(id).is_some_and(|g| used.result_types.contains(&g));
                    if twice {
                        let text = format!("'type(${})' stands twice in the format", name.text);
                        self.fault(Kind::AssemblyFormat, d.span, text);
                        return None;
                    }
                    if let Some(g) = def.operand(id) {
                        used.operand_types.push(g);
                        FormatStep::OperandType(g)
                    } else if let Some(g) = def.result(id) {
                        used.result_types.push(g);
                        FormatStep::ResultType(g)
                    } else {
                        let text = format!("'{}' has no operand or result '{}'", def.name, name.text);
                        self.fault(Kind::UnknownOperand, name.span, text);
                        return None;
                    }
                }
                _ => {
                    self.fault(
                        Kind::AssemblyFormat,
                        d.span,
                        "type(..) takes an operand or result",
                    );
                    return None;
                }
            },
            DirectiveKind::FunctionalType(_) => {
                used.all_types = true;
                FormatStep::FunctionalType
            }
            DirectiveKind::AttrDict | DirectiveKind::AttrDictWithKeyword => {
                used.dict = true;
                FormatStep::AttrDict {
                    keyword: matches!(d.kind, DirectiveKind::AttrDictWithKeyword),
                }
            }
            DirectiveKind::Operands => {
                used.operands.extend(0..def.operands.len());
                FormatStep::Operands
            }
            DirectiveKind::Regions => {
                used.regions.extend(0..def.regions.len());
                FormatStep::Regions
            }
            DirectiveKind::Successors => {
                used.successors.extend(0..def.successors.len());
                FormatStep::Successor(0)
            }
            DirectiveKind::Results => {
                self.fault(
                    Kind::AssemblyFormat,
                    d.span,
                    "results are named before the operation, not in its format",
                );
                return None;
            }
            DirectiveKind::Group {
                repeat: GroupRepeat::Many,
                ..
            } => {
                self.fault(
                    Kind::AssemblyFormat,
                    d.span,
                    "repeated groups '( .. )*' are not supported; lists have their own spelling",
                );
                return None;
            }
            DirectiveKind::Group {
                body,
                otherwise,
                repeat,
            } => {
                let inner = self.directives(def, body, used);
                let other = self.directives(def, otherwise, used);
                if *repeat == GroupRepeat::Once {
                    self.fault(Kind::AssemblyFormat, d.span, "a group ends with ')?'");
                    return None;
                }
                let anchor = self.anchor(def, body, d)?;
                if !self.tells_apart(&inner) {
                    self.fault(
                        Kind::AssemblyFormat,
                        d.span,
                        "an optional group begins with a literal, an operand, a region or a list",
                    );
                    return None;
                }
                FormatStep::Group {
                    body: inner,
                    otherwise: other,
                    anchor,
                }
            }
        })
    }

    /// Whether the first token of a group says that it is there.
    fn tells_apart(&self, steps: &[FormatStep]) -> bool {
        !matches!(
            steps.first(),
            None | Some(FormatStep::AttrDict { .. } | FormatStep::FunctionalType)
        )
    }

    fn format_field(&mut self, def: &OpDef, name: &ast::Name, used: &mut Used) -> Option<FormatStep> {
        let id = self.str(name);
        let again = |list: &mut Vec<usize>, n: usize| {
            let twice = list.contains(&n);
            list.push(n);
            twice
        };
        let (step, twice) = if let Some(g) = def.operand(id) {
            (FormatStep::Operand(g), again(&mut used.operands, g))
        } else if let Some((n, _)) = def.attr(id) {
            let symbol = self.symbol_field(def) == Some(n);
            let step = if symbol {
                FormatStep::SymbolName(n)
            } else {
                FormatStep::Attr(n)
            };
            (step, again(&mut used.attrs, n))
        } else if let Some(n) = def.region(id) {
            (FormatStep::Region(n), again(&mut used.regions, n))
        } else if let Some(n) = def.successors.iter().position(|s| s.0 == id) {
            (FormatStep::Successor(n), again(&mut used.successors, n))
        } else {
            let known = def.operands.iter().map(|o| o.name);
            let known = known
                .chain(def.attributes.iter().map(|a| a.name))
                .chain(def.regions.iter().map(|r| r.name));
            let hint = nearest::hint(&name.text, known.map(|n| self.ctx.text(n)).collect::<Vec<_>>());
            let text = if def.result(id).is_some() {
                format!(
                    "'{0}' is a result, which is named before the operation; its type is type(${0})",
                    name.text
                )
            } else {
                format!("'{}' has no field '{}'{hint}", def.name, name.text)
            };
            self.fault(Kind::UnknownOperand, name.span, text);
            return None;
        };
        if twice {
            self.fault(
                Kind::AssemblyFormat,
                name.span,
                format!("'${}' stands twice in the format", name.text),
            );
        }
        Some(step)
    }

    fn anchor(&mut self, def: &OpDef, body: &[Directive], group: &Directive) -> Option<Anchor> {
        for d in body {
            let (name, anchor) = match &d.kind {
                DirectiveKind::Field { name, anchor } => (name, *anchor),
                DirectiveKind::TypeOf(inner) => match &inner.kind {
                    DirectiveKind::Field { name, anchor } => (name, *anchor),
                    _ => continue,
                },
                _ => continue,
            };
            if !anchor {
                continue;
            }
            let id = self.str(name);
            if let Some(g) = def.operand(id) {
                return Some(Anchor::Operand(g));
            }
            if let Some((n, _)) = def.attr(id) {
                return Some(Anchor::Attr(n));
            }
            if let Some(n) = def.region(id) {
                return Some(Anchor::Region(n));
            }
            if let Some(n) = def.result(id) {
                return Some(Anchor::Result(n));
            }
        }
        self.fault(
            Kind::AssemblyFormat,
            group.span,
            "an optional group needs an anchor: '$field^'",
        );
        None
    }

    /// Everything is mentioned once or inferable.
    fn check_format(&mut self, def: &OpDef, format: &ast::Assembly, inferred: &[StrId], used: &Used) {
        let span = format.span;
        let tied = |g: usize| def.attributes.iter().any(|a| a.over == Some(g));
        for (g, o) in def.operands.iter().enumerate() {
            let name = self.ctx.text(o.name).to_string();
            if !tied(g) && !used.operands.contains(&g) {
                self.fault(
                    Kind::AssemblyFormat,
                    span,
                    format!("the format does not mention operand '${name}'"),
                );
                continue;
            }
            if tied(g) && used.operands.contains(&g) {
                let text = format!("operand group '${name}' is spelled by the affine attributes over it");
                self.fault(Kind::AssemblyFormat, span, text);
            }
            let known = match &o.rule {
                TypeRule::Exact(_) | TypeRule::Same(_) => true,
                _ => used.all_types || used.operand_types.contains(&g) || tied(g),
            };
            if !known {
                self.fault(
                    Kind::AssemblyFormat,
                    span,
                    format!("the type of operand '${name}' does not follow; write type(${name})"),
                );
            }
        }
        for (g, r) in def.results.iter().enumerate() {
            let name = self.ctx.text(r.name).to_string();
            let same = def.traits.contains(&TraitDef::SameOperandsAndResultType) && !def.operands.is_empty();
            let known = match &r.rule {
                TypeRule::Exact(_) | TypeRule::Same(_) => true,
                _ => {
                    used.all_types
                        || used.result_types.contains(&g)
                        || same
                        || self.typed(def, r.name)
                        || inferred.contains(&r.name)
                }
            };
            if !known {
                self.fault(
                    Kind::AssemblyFormat,
                    span,
                    format!("the type of result '${name}' does not follow; write type(${name})"),
                );
            }
        }
        for (n, r) in def.regions.iter().enumerate() {
            if !used.regions.contains(&n) {
                let name = self.ctx.text(r.name).to_string();
                self.fault(
                    Kind::AssemblyFormat,
                    span,
                    format!("the format does not mention region '${name}'"),
                );
            }
        }
        for (n, s) in def.successors.iter().enumerate() {
            if !used.successors.contains(&n) {
                let name = self.ctx.text(s.0).to_string();
                self.fault(
                    Kind::AssemblyFormat,
                    span,
                    format!("the format does not mention successor '${name}'"),
                );
            }
        }
        if !used.dict {
            self.fault(
                Kind::AssemblyFormat,
                span,
                "the format needs attr-dict, for attributes that it does not mention",
            );
        }
    }
}

/// What a format mentions.
#[derive(Default)]
struct Used {
    operands: Vec<usize>,
    attrs: Vec<usize>,
    regions: Vec<usize>,
    successors: Vec<usize>,
    operand_types: Vec<usize>,
    result_types: Vec<usize>,
    all_types: bool,
    dict: bool,
}
