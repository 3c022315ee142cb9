//! Where each pattern and function of each stage comes from, after what files extend, override and disable.

use super::engine::PatternEngine;
use crate::lang::defs::FnId;
use crate::lang::hir::{Expr, ExprKind};
use crate::lang::visit::{self, Visit};
use crate::pattern::{Driver, PatternId, Program};
use crate::session::Session;
use crate::support::source::{SourceMap, Span};
use std::fmt::Write as _;

/// Functions in the order in which they are first called.
#[derive(Default)]
struct Calls(Vec<FnId>);

impl Visit for Calls {
    fn expr(&mut self, e: &Expr) -> bool {
        if let ExprKind::Call(f, _) = &e.kind
            && !self.0.contains(f)
        {
            self.0.push(*f);
        }
        true
    }
}

/// What the patterns call, and what that calls.
fn calls(program: &Program, patterns: &[PatternId]) -> Vec<FnId> {
    let mut calls = Calls::default();
    for p in patterns {
        visit::pattern(&program.patterns[*p], &mut calls);
    }
    let mut n = 0;
    while let Some(f) = calls.0.get(n).copied() {
        visit::function(&program.fns.list[f], &mut calls);
        n += 1;
    }
    calls.0
}

fn place(map: &SourceMap, span: Span) -> String {
    let (file, line, _) = map.position(span);
    format!("{file}:{line}")
}

impl PatternEngine {
    /// The list, for people.
    pub(super) fn list_sources(&self, session: &Session) -> String {
        let (program, map) = (&self.program, &session.map);
        let mut out = String::new();
        // What an override replaced, if its name stands in this declaration.
        let instead = |declared: Span| {
            let inside = |name: &Span| {
                name.file == declared.file && declared.start <= name.start && name.end <= declared.end
            };
            let old = program.replaced.iter().find(|(name, _)| inside(name));
            old.map(|(_, old)| format!("  instead of {}", place(map, *old)))
                .unwrap_or_default()
        };
        let items = |out: &mut String, patterns: &[PatternId], indent: &str| {
            let fns = calls(program, patterns);
            let functions = fns.iter().map(|f| &program.fns.list[*f]);
            let patterns = patterns.iter().map(|p| &program.patterns[*p]);
            let lines = patterns
                .map(|p| ("pattern", &*p.name, p.span, p.name_span))
                .chain(functions.map(|f| ("function", &*f.name, f.span, f.span)));
            for (kind, name, whole, at) in lines {
                let _ = writeln!(out, "{indent}{kind} {name}  {}{}", place(map, at), instead(whole));
            }
        };
        let mut listed: Vec<PatternId> = Vec::new();
        for pass in &program.passes {
            let name = pass.name.replace('_', "-");
            let _ = writeln!(out, "pass {name} on {}  {}", pass.anchor, place(map, pass.span));
            for stage in &pass.stages {
                let driver = match stage.driver {
                    Driver::Walk => "walk",
                    Driver::Greedy => "greedy",
                };
                let from = format!("{}{}", place(map, stage.span), instead(stage.span));
                let _ = writeln!(out, "  stage {}: {driver}  {from}", stage.name);
                items(&mut out, &stage.patterns, "    ");
                listed.extend(&stage.patterns);
            }
        }
        let others: Vec<PatternId> = program.patterns.ids().filter(|p| !listed.contains(p)).collect();
        if !others.is_empty() {
            out.push_str("in no pass\n");
            items(&mut out, &others, "  ");
        }
        if !program.disabled.is_empty() {
            out.push_str("disabled\n");
        }
        for (name, declared, at) in &program.disabled {
            let (declared, at) = (place(map, *declared), place(map, *at));
            let _ = writeln!(out, "  pattern {name}  {declared}  by {at}");
        }
        out
    }
}
