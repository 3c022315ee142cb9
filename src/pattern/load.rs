//! From files to a checked [`Program`]. Every fault of every file is reported before any IR is read.

use super::join::{Func, Joined, SetDef};
use super::{Driver, Legality, Pass, PassOption, PatternId, Pipeline, Program, Stage};
use crate::ir::Context;
use crate::lang::ast;
use crate::lang::check::{self, Env};
use crate::lang::defs::{Entity, Families, Map, Registry};
use crate::lang::hir::{self, OpTest};
use crate::lang::terms::{Rules, TRANSFER};
use crate::lang::types::OpSet;
use crate::support::diag::{Reported, Sink};
use crate::support::kinds::Kind;
use crate::support::limits::Limits;
use crate::support::nearest;
use crate::support::source::{FileId, SourceMap};

/// Loads pattern files, in order; later ones may extend, override and disable what earlier ones declare. Patterns of a
/// fixpoint that may not end are an error, with `allow_cycles` a warning.
#[allow(clippy::too_many_arguments)] // what a load depends on
pub fn load(
    ctx: &Context,
    reg: &Registry,
    map: &SourceMap,
    files: &[FileId],
    limits: &Limits,
    allow_cycles: bool,
    sink: &mut Sink,
) -> Result<Program, Reported> {
    let before = sink.errors();
    let mut trees = Vec::new();
    let mut used: Vec<(FileId, Box<str>)> = Vec::new();
    for &f in files {
        let tree = crate::lang::parse_pat(map, f, limits, sink);
        uses(reg, map, &tree, files, sink);
        used.extend(tree.items.iter().flat_map(|i| match &i.kind {
            ast::ItemKind::Use(names) => names.iter().map(|n| (f, n.text.clone())).collect(),
            _ => Vec::new(),
        }));
        trees.push(tree);
    }
    let joined = Joined::take(map, trees, sink);
    let mut out = Program {
        fns: reg.functions.clone(),
        families: Families::All,
        used,
        set_parts: joined.set_parts.clone(),
        replaced: joined.replaced.clone(),
        ..Program::default()
    };
    for (r, _) in &joined.rules {
        if !out.rule_names.contains(&r.name.text) {
            out.rule_names.push(r.name.text.clone());
        }
    }
    options(ctx, reg, &joined, &mut out, sink);
    functions(ctx, reg, &joined, &mut out, sink);
    rules(ctx, reg, &joined, &mut out, sink);
    let ids = patterns(ctx, reg, &joined, &mut out, sink);
    sets(&joined, &ids, &mut out, sink);
    passes(ctx, reg, &joined, &mut out, sink);
    pipelines(&joined, &mut out, sink);
    // What is wrong one by one would be misread together.
    sink.since(before)?;
    let view = super::analysis::View {
        ctx,
        reg,
        map,
        program: &out,
    };
    super::analysis::check(view, allow_cycles, sink);
    sink.since(before).map(|()| out)
}

/// `use` names dialects that are loaded, `import` files that are.
fn uses(reg: &Registry, map: &SourceMap, tree: &ast::PatFile, files: &[FileId], sink: &mut Sink) {
    for item in &tree.items {
        match &item.kind {
            ast::ItemKind::Use(names) => {
                for n in names {
                    if !reg.dialects.contains_key(&n.text) {
                        let hint = nearest::hint(&n.text, reg.dialects.keys().map(|k| &**k));
                        sink.fault(
                            Kind::UnknownDialect,
                            n.span,
                            format!("unknown dialect '{}'{hint}", n.text),
                        );
                    }
                }
            }
            ast::ItemKind::Import(path) => {
                let name = path.text.rsplit('/').next().unwrap_or(&path.text);
                let loaded = files.iter().any(|f| {
                    let file = &map.file(*f).name;
                    file.rsplit('/').next() == Some(name)
                });
                if !loaded {
                    let outside = path.text.starts_with('/') || path.text.split('/').any(|p| p == "..");
                    let why = if outside {
                        "leads out of the folder of this file; load it with '--patterns'"
                    } else {
                        "is neither beside this file nor among the loaded pattern files"
                    };
                    let text = format!("'{}' {why}", path.text);
                    sink.fault(Kind::Import, path.span, text);
                }
            }
            _ => {}
        }
    }
}

fn env<'a>(ctx: &'a Context, reg: &'a Registry, out: &'a Program) -> Env<'a> {
    Env {
        ctx,
        reg,
        fns: &out.fns,
        families: out.families,
        options: &out.options,
        rules: &out.rule_names,
        used: &out.used,
    }
}

/// Options of all passes: one type a name.
fn options(ctx: &Context, reg: &Registry, joined: &Joined, out: &mut Program, sink: &mut Sink) {
    for (p, _) in &joined.passes {
        for i in &p.items {
            let ast::PassItem::Option(o) = i else { continue };
            let none = Map::default();
            let e = Env {
                ctx,
                reg,
                fns: &out.fns,
                families: Families::None,
                options: &none,
                rules: &[],
                used: &[],
            };
            let Some(ty) = check::lang_type(e, &o.ty, sink) else {
                continue;
            };
            match out.options.get(&o.name.text) {
                Some(old) if *old != ty => {
                    let text = format!("option '{}' is {} in another pass", o.name.text, old.show(reg));
                    sink.fault(Kind::Option, o.name.span, text);
                }
                _ => {
                    out.options.insert(o.name.text.clone(), ty);
                }
            }
        }
    }
}

fn functions(ctx: &Context, reg: &Registry, joined: &Joined, out: &mut Program, sink: &mut Sink) {
    let mut pure_fns = Vec::new();
    let mut rewrite_fns = Vec::new();
    for f in joined.fns.values() {
        match f {
            Func::Pure(f) => pure_fns.push(f),
            Func::Rewrite(f) => rewrite_fns.push(f),
        }
    }
    let options = out.options.clone();
    let used = std::mem::take(&mut out.used);
    let rules = out.rule_names.clone();
    let outer = check::Outer {
        families: out.families,
        options: &options,
        rules: &rules,
        used: &used,
    };
    check::functions(ctx, reg, &mut out.fns, &pure_fns, &rewrite_fns, Some(outer), sink);
    out.used = used;
}

fn patterns(
    ctx: &Context,
    reg: &Registry,
    joined: &Joined,
    out: &mut Program,
    sink: &mut Sink,
) -> Map<Box<str>, PatternId> {
    let mut ids: Map<Box<str>, PatternId> = Map::default();
    for (name, m) in &joined.patterns {
        if let Some(at) = joined.disabled.get(name) {
            out.disabled.push((name.clone(), m.pattern.name.span, *at));
            continue;
        }
        if let Some(p) = check::pattern(env(ctx, reg, out), &m.pattern, sink) {
            let id = out.patterns.push(p);
            ids.insert(name.clone(), id);
            let examples: Vec<ast::Example> = m.pattern.body.iter().filter_map(example).cloned().collect();
            examples.iter().for_each(|e| names(reg, e, sink));
            if !examples.is_empty() {
                out.examples.push((id, examples));
            }
        }
    }
    ids
}

/// Rules: blocks of one name are one.
fn rules(ctx: &Context, reg: &Registry, joined: &Joined, out: &mut Program, sink: &mut Sink) {
    for (block, _) in &joined.rules {
        let known = reg.datatypes.contains_key(&block.over.text);
        if &*block.over.text != TRANSFER || !known {
            let text = if known || &*block.over.text == TRANSFER {
                format!("rules are over '{TRANSFER}', whose terms are transfers")
            } else {
                let hint = nearest::hint(&block.over.text, reg.datatypes.keys().map(|k| &**k));
                let over = match hint.is_empty() {
                    true => format!("; rules are over '{TRANSFER}'"),
                    false => hint,
                };
                format!("unknown datatype '{}'{over}", block.over.text)
            };
            sink.fault(Kind::Datatype, block.over.span, text);
            continue;
        }
        for r in &block.rules {
            let earlier = out
                .rules
                .iter()
                .flat_map(|b| &b.rules)
                .find(|o| o.name == r.name.text);
            if let Some(earlier) = earlier {
                sink.push(
                    crate::support::diag::Diagnostic::error(
                        r.name.span,
                        format!("rule '{}' is declared twice", r.name.text),
                    )
                    .kind(Kind::Duplicate)
                    .note(earlier.span, "first declared here"),
                );
                continue;
            }
            let Some(rule) = check::rule(env(ctx, reg, out), r, sink) else {
                continue;
            };
            match out.rules.iter_mut().find(|b| b.name == block.name.text) {
                Some(b) => b.rules.push(rule),
                None => out.rules.push(Rules {
                    name: block.name.text.clone(),
                    rules: vec![rule],
                }),
            }
        }
    }
}

fn example(s: &ast::PatternStmt) -> Option<&ast::Example> {
    match s {
        ast::PatternStmt::Example(e) => Some(e),
        _ => None,
    }
}

/// The target that an example names is there, and the text that it wants is known.
fn names(reg: &Registry, e: &ast::Example, sink: &mut Sink) {
    if let Some(t) = &e.target
        && reg.target(&t.text).is_none()
    {
        let hint = nearest::hint(&t.text, reg.targets.iter().map(|t| &*t.name));
        sink.fault(
            Kind::UnknownTarget,
            t.span,
            format!("unknown target '{}'{hint}", t.text),
        );
    }
    let wanted = match &e.outcome {
        ast::ExampleOutcome::Diagnostic(_, text) => Some(text),
        _ => None,
    };
    for text in e.title.iter().chain(wanted) {
        if text.plain().is_none() {
            sink.fault(
                Kind::ExampleText,
                text.span,
                "text of an example has no values in it; braces are written '{{' and '}}'",
            );
        }
    }
}

fn sets(joined: &Joined, ids: &Map<Box<str>, PatternId>, out: &mut Program, sink: &mut Sink) {
    for (name, def) in &joined.sets {
        let members: Vec<PatternId> = match def {
            SetDef::Patterns(names) => names.iter().filter_map(|n| ids.get(n).copied()).collect(),
            SetDef::Algebra(a) => {
                let mut members: Vec<PatternId> = Vec::new();
                let parts = std::iter::once((true, &a.first)).chain(a.rest.iter().map(|(add, n)| (*add, n)));
                for (add, n) in parts {
                    // A set, or one pattern by its name.
                    let part = out
                        .sets
                        .get(&n.text)
                        .cloned()
                        .or_else(|| ids.get(&n.text).map(|p| vec![*p]));
                    let Some(part) = part else {
                        if joined.patterns.contains_key(&n.text) {
                            continue;
                        }
                        let hint = nearest::hint(&n.text, joined.sets.keys().map(|k| &**k));
                        sink.fault(
                            Kind::UnknownSet,
                            n.span,
                            format!("no set or pattern '{}' is declared before this one{hint}", n.text),
                        );
                        continue;
                    };
                    if add {
                        members.extend(
                            part.into_iter()
                                .filter(|p| !members.contains(p))
                                .collect::<Vec<_>>(),
                        );
                    } else {
                        members.retain(|p| !part.contains(p));
                    }
                }
                members
            }
        };
        out.sets.insert(name.clone(), members);
    }
}

fn legality(reg: &Registry, l: &ast::Legality, sink: &mut Sink) -> Legality {
    let mut tests = Vec::new();
    for n in &l.ops {
        let test = match n.kind {
            ast::OpNameKind::Glob => {
                let prefix = n.name.text.trim_end_matches('*');
                let dialect = prefix.trim_end_matches('.');
                if !reg.dialects.contains_key(dialect) {
                    let hint = nearest::hint(dialect, reg.dialects.keys().map(|k| &**k));
                    sink.fault(
                        Kind::UnknownDialect,
                        n.name.span,
                        format!("unknown dialect '{dialect}'{hint}"),
                    );
                    continue;
                }
                OpTest::Prefix(prefix.into())
            }
            _ => match reg.op_set(&n.name.text) {
                Some(set) => OpTest::Set(set),
                None => {
                    let known = reg
                        .entities
                        .iter()
                        .filter(|(_, e)| matches!(e, Entity::Op(_) | Entity::Interface(_)));
                    let hint = nearest::hint(&n.name.text, known.map(|(k, _)| &**k));
                    sink.fault(
                        Kind::UnknownOperation,
                        n.name.span,
                        format!("unknown operation '{}'{hint}", n.name.text),
                    );
                    continue;
                }
            },
        };
        tests.push((test, n.name.text.clone()));
    }
    let otherwise = l.message.as_ref().and_then(|m| m.plain()).map(str::to_string);
    Legality {
        tests,
        otherwise,
        span: l.span,
    }
}

fn passes(ctx: &Context, reg: &Registry, joined: &Joined, out: &mut Program, sink: &mut Sink) {
    for (p, doc) in &joined.passes {
        if !matches!(reg.op_set(&p.anchor.text), Some(OpSet::One(_))) {
            let hint = nearest::hint(&p.anchor.text, reg.ops.iter().map(|o| &*o.name));
            sink.fault(
                Kind::UnknownOperation,
                p.anchor.span,
                format!("unknown operation '{}'{hint}", p.anchor.text),
            );
        }
        // Each is rewritten in a body of its own, so it may need nothing from outside.
        if let Some(OpSet::One(o)) = reg.op_set(&p.anchor.text)
            && &*p.anchor.text != crate::lang::defs::MODULE
        {
            let def = &reg.ops[o];
            if !def.flags.isolated || !def.operands.is_empty() {
                let why = if def.flags.isolated {
                    "has operands"
                } else {
                    "is not IsolatedFromAbove"
                };
                let text = format!(
                    "a pass runs on operations that need nothing from outside, but {} {why}",
                    def.name
                );
                sink.fault(Kind::Form, p.anchor.span, text);
            }
        }
        let mut pass = Pass {
            name: p.name.text.clone(),
            doc: doc.clone(),
            anchor: p.anchor.text.clone(),
            options: Vec::new(),
            requires: Vec::new(),
            stages: Vec::new(),
            ensures: Vec::new(),
            span: p.name.span,
        };
        for i in &p.items {
            match i {
                ast::PassItem::Option(o) => {
                    let Some((index, _, ty)) = out.options.get_full(&o.name.text) else {
                        continue;
                    };
                    let ty = ty.clone();
                    // Where another pass has another type, that has been said.
                    let own = check::lang_type(env(ctx, reg, out), &o.ty, &mut Sink::new());
                    if own != Some(ty.clone()) {
                        continue;
                    }
                    let before = sink.errors();
                    let clause = check::constant(env(ctx, reg, out), &o.default, &ty, sink);
                    let default = clause.and_then(|c| constant(ctx, reg, out, &c));
                    match default {
                        Some(default) => pass.options.push(PassOption {
                            name: o.name.text.clone(),
                            ty,
                            default,
                            doc: o.doc.clone(),
                            index,
                        }),
                        None if sink.errors() > before => {}
                        None => {
                            sink.fault(
                                Kind::Constant,
                                o.default.span,
                                "the default of an option is a constant",
                            );
                        }
                    }
                }
                ast::PassItem::Requires(l) => pass.requires.push(legality(reg, l, sink)),
                ast::PassItem::Ensures(l) => pass.ensures.push(legality(reg, l, sink)),
                ast::PassItem::Stage(s) => {
                    if let Some(stage) = stage(ctx, reg, out, s, sink) {
                        pass.stages.push(stage);
                    }
                }
            }
        }
        out.passes.push(pass);
    }
}

fn constant(ctx: &Context, reg: &Registry, out: &Program, c: &hir::Clause) -> Option<crate::ir::AttrId> {
    crate::lang::eval::constant(ctx, reg, &out.fns, c)
}

fn stage(ctx: &Context, reg: &Registry, out: &Program, s: &ast::Stage, sink: &mut Sink) -> Option<Stage> {
    let driver = match s.driver.0 {
        ast::Driver::Walk => Driver::Walk,
        ast::Driver::Greedy => Driver::Greedy,
        ast::Driver::Egraph => {
            sink.fault(
                Kind::NotSupported,
                s.driver.1,
                "egraph stages are not supported yet; use 'walk' or 'greedy'",
            );
            return None;
        }
    };
    let condition = match &s.condition {
        Some(e) => Some(check::condition(env(ctx, reg, out), e, sink)?),
        None => None,
    };
    let mut patterns: Vec<PatternId> = Vec::new();
    for n in &s.sets {
        match out.sets.get(&n.text) {
            Some(members) => patterns.extend(
                members
                    .iter()
                    .filter(|p| !patterns.contains(p))
                    .collect::<Vec<_>>(),
            ),
            None => {
                let hint = nearest::hint(&n.text, out.sets.keys().map(|k| &**k));
                sink.fault(
                    Kind::UnknownSet,
                    n.span,
                    format!("unknown set '{}'{hint}", n.text),
                );
            }
        }
    }
    let name = s.name.text.rsplit('.').next().unwrap_or(&s.name.text).into();
    let bottom_up = matches!(s.direction, Some((ast::Direction::BottomUp, _)));
    Some(Stage {
        name,
        driver,
        bottom_up,
        condition,
        patterns,
        span: s.span,
    })
}

fn pipelines(joined: &Joined, out: &mut Program, sink: &mut Sink) {
    for (p, doc) in &joined.pipelines {
        let mut members = Vec::new();
        for n in &p.passes {
            let pass = out.passes.iter().any(|q| q.name == n.text);
            let other = out.pipelines.iter().any(|q| q.name == n.text);
            if !pass && !other {
                let known = out
                    .passes
                    .iter()
                    .map(|q| &*q.name)
                    .chain(out.pipelines.iter().map(|q| &*q.name));
                let hint = nearest::hint(&n.text, known);
                sink.fault(
                    Kind::UnknownPass,
                    n.span,
                    format!("unknown pass or pipeline '{}'{hint}", n.text),
                );
            }
            members.push(n.text.clone());
        }
        out.pipelines.push(Pipeline {
            name: p.name.text.clone(),
            doc: doc.clone(),
            passes: members,
        });
    }
}
