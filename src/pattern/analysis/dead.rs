//! Patterns whose tests cannot all hold: they compare one thing with constants, and no value is left.
//!
//! What is looked at are attributes, operands and variables, by the way from the root; conditions that must hold one and
//! all, not those inside of `or`, `case` or functions.

use super::View;
use crate::lang::ast::CompareOp;
use crate::lang::hir::{
    AttrTest, CondKind, Const, Expr, ExprKind, FieldRef, NodePat, Pat, PatKind, Pattern, Slot,
};
use crate::support::diag::{Diagnostic, Sink};
use crate::support::kinds::Kind;
use crate::support::source::Span;
use rustc_hash::FxHashMap;

/// What is left of the values of one thing.
struct Left {
    low: i64,
    high: i64,
    /// The one value that it must have.
    is: Option<Const>,
    not: Vec<Const>,
    /// The tests so far.
    at: Vec<Span>,
}

impl Default for Left {
    fn default() -> Self {
        Left {
            low: i64::MIN,
            high: i64::MAX,
            is: None,
            not: Vec::new(),
            at: Vec::new(),
        }
    }
}

impl Left {
    /// Whether no value is left.
    fn none(&self) -> bool {
        let Some(is) = self.is else {
            return self.low > self.high;
        };
        let outside = match is {
            Const::Int(n) => n < self.low || n > self.high,
            _ => false,
        };
        outside || self.not.contains(&is)
    }
}

struct Tests<'a> {
    view: View<'a>,
    /// The way from the root to what a variable is.
    ways: FxHashMap<Slot, String>,
    left: FxHashMap<String, Left>,
    /// The test that left nothing, and those before it.
    found: Option<(Span, Vec<Span>)>,
}

/// Reports each pattern that can never match.
pub(super) fn patterns(v: View<'_>, sink: &mut Sink) {
    for p in v.program.patterns.iter() {
        if let Some((at, before)) = dead(v, p) {
            let text = format!(
                "pattern '{}' can never match: no value passes this test and an earlier one",
                p.name
            );
            let mut d = Diagnostic::error(at, text).kind(Kind::NeverMatches);
            for b in before.into_iter().filter(|b| *b != at) {
                d = d.note(b, "the earlier test");
            }
            sink.push(d);
        }
    }
}

fn dead(v: View<'_>, p: &Pattern) -> Option<(Span, Vec<Span>)> {
    let mut t = Tests {
        view: v,
        ways: FxHashMap::default(),
        left: FxHashMap::default(),
        found: None,
    };
    t.ways.insert(p.root_slot, "root".into());
    t.node(&p.root, "root");
    for c in &p.conds {
        match &c.kind {
            CondKind::Where(e, _) => t.holds(e, true),
            CondKind::Let(
                Pat {
                    kind: PatKind::Bind(s),
                    ..
                },
                e,
            ) => {
                if let Some(way) = t.way(e) {
                    t.ways.insert(*s, way);
                }
            }
            CondKind::Of(p, e) => {
                if let Some(way) = t.way(e) {
                    t.pat(p, &way);
                }
            }
            _ => {}
        }
        if t.found.is_some() {
            break;
        }
    }
    t.found
}

impl Tests<'_> {
    fn node(&mut self, n: &NodePat, way: &str) {
        for AttrTest { name, pattern, .. } in &n.attrs {
            let way = format!("{way}.{}", self.view.ctx.text(*name));
            self.pat(pattern, &way);
        }
        for (name, p) in &n.operands {
            let way = format!("{way}.{}", self.view.ctx.text(*name));
            self.pat(p, &way);
        }
    }

    fn pat(&mut self, p: &Pat, way: &str) {
        if let Some(s) = p.bind {
            self.ways.insert(s, way.into());
        }
        match &p.kind {
            PatKind::Bind(s) => {
                self.ways.insert(*s, way.into());
            }
            PatKind::Present(inner) => self.pat(inner, way),
            PatKind::Node(n) => self.node(n, way),
            PatKind::Const(c) => self.test(way.into(), CompareOp::Eq, *c, p.span),
            PatKind::None => self.test(way.into(), CompareOp::Eq, Const::None, p.span),
            _ => {}
        }
    }

    /// The way to what an expression is.
    fn way(&self, e: &Expr) -> Option<String> {
        match &e.kind {
            ExprKind::Local(s) => Some(self.ways.get(s).cloned().unwrap_or_else(|| format!("#{s}"))),
            ExprKind::Unwrap(x) => self.way(x),
            ExprKind::Field(x, FieldRef::Attr(n) | FieldRef::Operand(n)) => {
                Some(format!("{}.{}", self.way(x)?, self.view.ctx.text(*n)))
            }
            ExprKind::Field(x, FieldRef::Struct(n)) => Some(format!("{}.{n}", self.way(x)?)),
            _ => None,
        }
    }

    /// A condition that must hold, or must not.
    fn holds(&mut self, e: &Expr, yes: bool) {
        match &e.kind {
            ExprKind::And(items) if yes => items.iter().for_each(|i| self.holds(i, true)),
            ExprKind::Or(items) if !yes => items.iter().for_each(|i| self.holds(i, false)),
            ExprKind::Not(x) => self.holds(x, !yes),
            ExprKind::Compare(op, a, b) => {
                let (op, a, b) = match constant(a) {
                    Some(_) => (turned(*op), b, a),
                    None => (*op, a, b),
                };
                let op = if yes { op } else { opposite(op) };
                if let (Some(way), Some(c)) = (self.way(a), constant(b)) {
                    self.test(way, op, c, e.span);
                }
            }
            ExprKind::Local(_) | ExprKind::Field(..) => {
                if let Some(way) = self.way(e) {
                    self.test(way, CompareOp::Eq, Const::Bool(yes), e.span);
                }
            }
            _ => {}
        }
    }

    fn test(&mut self, way: String, op: CompareOp, c: Const, at: Span) {
        if self.found.is_some() {
            return;
        }
        let l = self.left.entry(way).or_default();
        match (op, c) {
            (CompareOp::Eq, c) => match l.is {
                Some(is) if is != c => {
                    self.found = Some((at, l.at.clone()));
                    return;
                }
                _ => l.is = Some(c),
            },
            (CompareOp::Ne, c) => l.not.push(c),
            (CompareOp::Lt, Const::Int(n)) => l.high = l.high.min(n.saturating_sub(1)),
            (CompareOp::Le, Const::Int(n)) => l.high = l.high.min(n),
            (CompareOp::Gt, Const::Int(n)) => l.low = l.low.max(n.saturating_add(1)),
            (CompareOp::Ge, Const::Int(n)) => l.low = l.low.max(n),
            _ => return,
        }
        if l.none() {
            self.found = Some((at, l.at.clone()));
        }
        l.at.push(at);
    }
}

fn constant(e: &Expr) -> Option<Const> {
    match &e.kind {
        ExprKind::Const(
            c @ (Const::Int(_) | Const::Bool(_) | Const::Str(_) | Const::Enum(..) | Const::None),
        ) => Some(*c),
        ExprKind::Neg(x) => match constant(x)? {
            Const::Int(n) => n.checked_neg().map(Const::Int),
            _ => None,
        },
        _ => None,
    }
}

/// The comparison with its sides exchanged.
fn turned(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Lt => CompareOp::Gt,
        CompareOp::Le => CompareOp::Ge,
        CompareOp::Gt => CompareOp::Lt,
        CompareOp::Ge => CompareOp::Le,
        op => op,
    }
}

/// The comparison that holds when this one does not.
fn opposite(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Eq => CompareOp::Ne,
        CompareOp::Ne => CompareOp::Eq,
        CompareOp::Lt => CompareOp::Ge,
        CompareOp::Le => CompareOp::Gt,
        CompareOp::Gt => CompareOp::Le,
        CompareOp::Ge => CompareOp::Lt,
    }
}
