//! What can fire: patterns, alternatives of `|`, arms of `case` and branches of `if`, each known by where it stands.

use crate::lang::defs::Map;
use crate::lang::hir::{Expr, ExprKind, NodePat, Pat, PatKind, Stmt, StmtKind};
use crate::lang::visit::{self, Visit};
use crate::pass::instrument::Point;
use crate::pattern::Program;
use crate::session::Session;
use crate::support::source::Span;

/// Collects the points of one owner.
struct Points<'a> {
    session: &'a Session,
    owner: &'a str,
    out: Map<Span, Point>,
}

impl Points<'_> {
    fn add(&mut self, span: Span, kind: &'static str) {
        let (file, line, column) = self.session.map.position(span);
        let point = Point {
            owner: self.owner.to_string(),
            place: format!("{file}:{line}:{column}"),
            kind: kind.to_string(),
        };
        self.out.entry(span).or_insert(point);
    }
}

impl Visit for Points<'_> {
    fn expr(&mut self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::If(arms, otherwise) => {
                arms.iter().for_each(|a| self.add(a.0.span, "branch"));
                self.add(otherwise.value.span, "branch");
            }
            ExprKind::Case(_, arms) => arms.iter().for_each(|a| self.add(a.body.span, "arm")),
            _ => {}
        }
        true
    }
    fn pat(&mut self, p: &Pat) {
        if let PatKind::Alt(items) = &p.kind {
            items.iter().for_each(|i| self.add(i.span, "alternative"));
        }
    }
    fn node(&mut self, n: &NodePat) {
        n.names.iter().for_each(|i| self.add(i.1, "alternative"));
    }
    fn stmt(&mut self, s: &Stmt) {
        if let StmtKind::If(arms, otherwise) = &s.kind {
            arms.iter().for_each(|a| self.add(a.0.span, "branch"));
            otherwise.first().iter().for_each(|s| self.add(s.span, "branch"));
        }
    }
}

/// All points of the loaded patterns and of the functions beside them. Those of dialects are not counted.
pub(super) fn points(session: &Session, program: &Program) -> Map<Span, Point> {
    let mut v = Points {
        session,
        owner: "",
        out: Map::default(),
    };
    for p in program.patterns.iter() {
        v.owner = &p.name;
        v.add(p.name_span, "pattern");
        visit::pattern(p, &mut v);
    }
    for f in program.fns.list.iter() {
        if !session.reg.functions.names.contains_key(&f.name) {
            v.owner = &f.name;
            visit::function(f, &mut v);
        }
    }
    v.out
}
