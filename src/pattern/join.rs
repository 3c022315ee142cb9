//! Joining files: what a user's file adds to what is shipped, replaces, or takes out. Which file won is said.

use crate::lang::ast::{self, ItemKind, Override};
use crate::lang::defs::Map;
use crate::support::diag::{Diagnostic, Severity, Sink};
use crate::support::kinds::Kind;
use crate::support::nearest;
use crate::support::source::{SourceMap, Span};

/// A function of either kind.
#[derive(Clone)]
pub(super) enum Func {
    Pure(ast::FnDecl),
    Rewrite(ast::RewriteFn),
}

impl Func {
    pub(super) fn name(&self) -> &ast::Name {
        match self {
            Func::Pure(f) => &f.name,
            Func::Rewrite(f) => &f.name,
        }
    }
    fn params(&self) -> &[ast::Param] {
        match self {
            Func::Pure(f) => &f.params,
            Func::Rewrite(f) => &f.params,
        }
    }
    fn result(&self) -> Option<&ast::LangType> {
        match self {
            Func::Pure(f) => Some(&f.result),
            Func::Rewrite(f) => f.result.as_ref(),
        }
    }
}

/// A pattern of some set.
#[derive(Clone)]
pub(super) struct Member {
    pub(super) pattern: ast::Pattern,
}

/// A set by its patterns' names, or by set algebra.
pub(super) enum SetDef {
    Patterns(Vec<Box<str>>),
    Algebra(ast::SetAlgebra),
}

/// All items of all files.
#[derive(Default)]
pub(super) struct Joined {
    pub(super) fns: Map<Box<str>, Func>,
    pub(super) patterns: Map<Box<str>, Member>,
    pub(super) sets: Map<Box<str>, SetDef>,
    pub(super) passes: Vec<(ast::Pass, ast::Doc)>,
    pub(super) rules: Vec<(ast::Rules, ast::Doc)>,
    pub(super) pipelines: Vec<(ast::Pipeline, ast::Doc)>,
    pub(super) disabled: Map<Box<str>, Span>,
    /// What an override replaced: its name's place, by that of the override's name.
    pub(super) replaced: Map<Span, Span>,
    /// Declarations of sets and extensions of them.
    pub(super) set_parts: Vec<(Box<str>, Span)>,
    stages: Map<Box<str>, ast::Stage>,
    set_spans: Map<Box<str>, Span>,
    overridden: Map<Box<str>, Span>,
}

/// A type of the language as text, to compare signatures.
fn type_text(t: &ast::LangType) -> String {
    let base = match &t.kind {
        ast::LangTypeKind::Name(n) => n.text.to_string(),
        ast::LangTypeKind::List(t) => format!("[{}]", type_text(t)),
        ast::LangTypeKind::Tuple(ts) => {
            format!("({})", ts.iter().map(type_text).collect::<Vec<_>>().join(", "))
        }
    };
    if t.optional { base + "?" } else { base }
}

fn signature(f: &Func) -> String {
    let params: Vec<String> = f.params().iter().map(|p| type_text(&p.ty)).collect();
    let kind = if matches!(f, Func::Pure(_)) {
        "fn"
    } else {
        "rewrite"
    };
    let result = f
        .result()
        .map(|t| format!(" -> {}", type_text(t)))
        .unwrap_or_default();
    format!("{kind} ({}){result}", params.join(", "))
}

impl Joined {
    fn remark(&mut self, map: &SourceMap, at: Span, what: &str, name: &str, old: Span, sink: &mut Sink) {
        let (file, line, _) = map.position(old);
        let text = format!("{what} '{name}' replaces the one at {file}:{line}");
        sink.push(Diagnostic::new(Severity::Remark, at, text).kind(Kind::Overridden));
        self.replaced.insert(at, old);
    }

    /// Takes in the items of all files, in order: first what they declare, then what they change.
    pub(super) fn take(map: &SourceMap, files: Vec<ast::PatFile>, sink: &mut Sink) -> Joined {
        let mut j = Joined::default();
        let mut changes = Vec::new();
        for file in files {
            for item in file.items {
                j.declare(item, &mut changes, sink);
            }
        }
        for item in changes {
            j.change(map, item, sink);
        }
        let mut passes = std::mem::take(&mut j.passes);
        for (pass, _) in &mut passes {
            for i in &mut pass.items {
                if let ast::PassItem::Stage(s) = i
                    && let Some(new) = j.stages.get(&*format!("{}.{}", pass.name.text, s.name.text))
                {
                    let name = s.name.clone();
                    *s = ast::Stage { name, ..new.clone() };
                }
            }
        }
        j.passes = passes;
        j
    }

    fn twice(&mut self, what: &str, name: &ast::Name, old: Span, sink: &mut Sink) {
        let how = match what {
            _ if old.file == name.span.file => "",
            "set" => "; 'extend set' adds patterns to it",
            "pattern" | "function" => "; a user's file says 'override' or 'extend'",
            _ => "; choose another name",
        };
        let text = format!("{what} '{}' is declared twice{how}", name.text);
        sink.push(
            Diagnostic::error(name.span, text)
                .kind(Kind::Duplicate)
                .note(old, "first declared here"),
        );
    }

    fn add_pattern(&mut self, p: ast::Pattern, sink: &mut Sink) -> bool {
        if let Some(old) = self.patterns.get(&p.name.text) {
            let span = old.pattern.name.span;
            self.twice("pattern", &p.name, span, sink);
            return false;
        }
        self.patterns.insert(p.name.text.clone(), Member { pattern: p });
        true
    }

    fn add_fn(&mut self, f: Func, sink: &mut Sink) {
        let name = f.name().clone();
        if let Some(old) = self.fns.get(&name.text) {
            let span = old.name().span;
            self.twice("function", &name, span, sink);
            return;
        }
        self.fns.insert(name.text.clone(), f);
    }

    fn declare(&mut self, item: ast::Item, changes: &mut Vec<ItemKind>, sink: &mut Sink) {
        match item.kind {
            ItemKind::Use(_) | ItemKind::Import(_) => {}
            ItemKind::Fn(f) => self.add_fn(Func::Pure(f), sink),
            ItemKind::RewriteFn(f) => self.add_fn(Func::Rewrite(f), sink),
            ItemKind::Pattern(p) => {
                let text = format!(
                    "pattern '{}' is in no set; put it into 'set NAME {{ .. }}' or say 'extend set'",
                    p.name.text
                );
                sink.fault(Kind::InNoSet, p.name.span, text);
            }
            ItemKind::Set(s) if s.extend => changes.push(ItemKind::Set(s)),
            ItemKind::Set(s) => {
                if let Some(old) = self.set_spans.get(&s.name.text).copied() {
                    self.twice("set", &s.name, old, sink);
                    return;
                }
                self.set_spans.insert(s.name.text.clone(), s.name.span);
                self.set_parts.push((s.name.text.clone(), s.name.span));
                let mut names = Vec::new();
                for p in s.patterns {
                    let name = p.name.text.clone();
                    if self.add_pattern(p, sink) {
                        names.push(name);
                    }
                }
                self.sets.insert(s.name.text, SetDef::Patterns(names));
            }
            ItemKind::SetAlgebra(s) => {
                if let Some(old) = self.set_spans.get(&s.name.text).copied() {
                    self.twice("set", &s.name, old, sink);
                    return;
                }
                self.set_spans.insert(s.name.text.clone(), s.name.span);
                self.set_parts.push((s.name.text.clone(), s.name.span));
                self.sets.insert(s.name.text.clone(), SetDef::Algebra(s));
            }
            ItemKind::Pass(p) => {
                let parts: Vec<(&str, &ast::Name)> = p
                    .items
                    .iter()
                    .filter_map(|i| match i {
                        ast::PassItem::Stage(s) => Some(("stage", &s.name)),
                        ast::PassItem::Option(o) => Some(("option", &o.name)),
                        _ => None,
                    })
                    .collect();
                for (n, (what, name)) in parts.iter().enumerate() {
                    let old = parts
                        .iter()
                        .take(n)
                        .find(|q| q.0 == *what && q.1.text == name.text);
                    if let Some((_, old)) = old {
                        self.twice(what, name, old.span, sink);
                    }
                }
                if let Some((old, _)) = self.passes.iter().find(|q| q.0.name.text == p.name.text) {
                    let span = old.name.span;
                    self.twice("pass", &p.name, span, sink);
                    return;
                }
                self.passes.push((p, item.doc));
            }
            ItemKind::Pipeline(p) => {
                if let Some((old, _)) = self.pipelines.iter().find(|q| q.0.name.text == p.name.text) {
                    let span = old.name.span;
                    self.twice("pipeline", &p.name, span, sink);
                    return;
                }
                self.pipelines.push((p, item.doc));
            }
            ItemKind::Rules(r) => {
                self.rules.push((r, item.doc));
            }
            other @ (ItemKind::Override(_) | ItemKind::Disable(_)) => changes.push(other),
        }
    }

    /// Two files that change the same thing are an error: neither can be said to win.
    fn claim(&mut self, what: &str, name: &ast::Name, sink: &mut Sink) -> bool {
        let key: Box<str> = format!("{what} {}", name.text).into();
        match self.overridden.get(&key) {
            Some(old) => {
                let text = format!("{what} '{}' is overridden twice", name.text);
                sink.push(
                    Diagnostic::error(name.span, text)
                        .kind(Kind::OverrideTwice)
                        .note(*old, "first overridden here"),
                );
                false
            }
            None => {
                self.overridden.insert(key, name.span);
                true
            }
        }
    }

    fn change(&mut self, map: &SourceMap, item: ItemKind, sink: &mut Sink) {
        match item {
            ItemKind::Set(s) => {
                if !self.sets.contains_key(&s.name.text) {
                    let hint = nearest::hint(&s.name.text, self.sets.keys().map(|k| &**k));
                    sink.fault(
                        Kind::UnknownSet,
                        s.name.span,
                        format!("unknown set '{}'{hint}", s.name.text),
                    );
                    return;
                }
                self.set_parts.push((s.name.text.clone(), s.name.span));
                let mut added = Vec::new();
                for p in s.patterns {
                    let name = p.name.text.clone();
                    if self.add_pattern(p, sink) {
                        added.push(name);
                    }
                }
                match self.sets.get_mut(&s.name.text) {
                    Some(SetDef::Patterns(names)) => {
                        added.append(names);
                        *names = added;
                    }
                    _ => {
                        let text =
                            format!("set '{}' is made of other sets; extend one of those", s.name.text);
                        sink.fault(Kind::Form, s.name.span, text);
                    }
                }
            }
            ItemKind::Override(Override::Pattern(p)) => {
                let Some(old) = self.patterns.get(&p.name.text).map(|m| m.pattern.name.span) else {
                    let hint = nearest::hint(&p.name.text, self.patterns.keys().map(|k| &**k));
                    sink.fault(
                        Kind::UnknownPattern,
                        p.name.span,
                        format!("no pattern '{}' to override{hint}", p.name.text),
                    );
                    return;
                };
                if self.claim("pattern", &p.name, sink) {
                    self.remark(map, p.name.span, "pattern", &p.name.text, old, sink);
                    if let Some(m) = self.patterns.get_mut(&p.name.text) {
                        m.pattern = p;
                    }
                }
            }
            ItemKind::Override(Override::Fn(f)) => self.override_fn(map, Func::Pure(f), sink),
            ItemKind::Override(Override::RewriteFn(f)) => self.override_fn(map, Func::Rewrite(f), sink),
            ItemKind::Override(Override::Stage(s)) => {
                let found = self.passes.iter().find_map(|(p, _)| {
                    p.items.iter().find_map(|i| match i {
                        ast::PassItem::Stage(t)
                            if *s.name.text == *format!("{}.{}", p.name.text, t.name.text) =>
                        {
                            Some(t.name.span)
                        }
                        _ => None,
                    })
                });
                match found {
                    Some(old) if self.claim("stage", &s.name, sink) => {
                        self.remark(map, s.name.span, "stage", &s.name.text, old, sink);
                        self.stages.insert(s.name.text.clone(), s);
                    }
                    Some(_) => {}
                    None => {
                        let known: Vec<String> = self
                            .passes
                            .iter()
                            .flat_map(|(p, _)| {
                                p.items.iter().filter_map(|i| match i {
                                    ast::PassItem::Stage(t) => {
                                        Some(format!("{}.{}", p.name.text, t.name.text))
                                    }
                                    _ => None,
                                })
                            })
                            .collect();
                        let hint = nearest::hint(&s.name.text, known.iter().map(String::as_str));
                        sink.fault(
                            Kind::UnknownStage,
                            s.name.span,
                            format!("no stage '{}' to override{hint}", s.name.text),
                        );
                    }
                }
            }
            ItemKind::Disable(name) => match self.patterns.get(&name.text).map(|m| m.pattern.name.span) {
                Some(old) => {
                    if self.claim("pattern", &name, sink) {
                        let (file, line, _) = map.position(old);
                        let text = format!("pattern '{}' of {file}:{line} is disabled", name.text);
                        sink.push(Diagnostic::new(Severity::Remark, name.span, text).kind(Kind::Disabled));
                        self.disabled.insert(name.text, name.span);
                    }
                }
                None => {
                    let hint = nearest::hint(&name.text, self.patterns.keys().map(|k| &**k));
                    sink.fault(
                        Kind::UnknownPattern,
                        name.span,
                        format!("no pattern '{}' to disable{hint}", name.text),
                    );
                }
            },
            _ => {}
        }
    }

    fn override_fn(&mut self, map: &SourceMap, f: Func, sink: &mut Sink) {
        let name = f.name().clone();
        let Some(old) = self.fns.get(&name.text) else {
            let hint = nearest::hint(&name.text, self.fns.keys().map(|k| &**k));
            sink.fault(
                Kind::UnknownFunction,
                name.span,
                format!("no function '{}' to override{hint}", name.text),
            );
            return;
        };
        let (have, want) = (signature(&f), signature(old));
        let at = old.name().span;
        if have != want {
            let text = format!(
                "'{}' is {want}, but this is {have}; an override keeps the signature",
                name.text
            );
            sink.push(
                Diagnostic::error(name.span, text)
                    .kind(Kind::Signature)
                    .note(at, "declared here"),
            );
            return;
        }
        if self.claim("function", &name, sink) {
            self.remark(map, name.span, "function", &name.text, at, sink);
            self.fns.insert(name.text.clone(), f);
        }
    }
}
