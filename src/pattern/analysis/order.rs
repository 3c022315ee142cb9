//! Which of several patterns is asked first: equal ones that overlap, those that never get their turn, and those that
//! no target enables.

use super::reads::{meet, ops_of};
use super::{View, rewrites};
use crate::lang::eval;
use crate::lang::hir::*;
use crate::pattern::{PatternId, Stage};
use crate::support::diag::{Diagnostic, Severity, Sink};
use crate::support::kinds::Kind;
use petgraph::algo::tarjan_scc;
use petgraph::graphmap::UnGraphMap;
use rustc_hash::FxHashMap;

/// What a benefit may be.
const BENEFITS: std::ops::RangeInclusive<i64> = 0..=65_535;

/// The benefits of a pattern, one a target.
pub(super) type Benefits = FxHashMap<PatternId, Vec<i64>>;

/// Benefits may depend on the target; where there is none they are constants.
pub(super) fn benefits(v: View<'_>, sink: &mut Sink) -> Benefits {
    let ids = v.program.patterns.ids();
    ids.map(|id| {
        let value = |t| match &v.pattern(id).benefit {
            Some(e) => eval::constant_int(v.ctx, v.reg, &v.program.fns, t, e).unwrap_or(1),
            None => 1,
        };
        let list: Vec<i64> = match v.reg.targets.len() {
            0 => vec![value(None)],
            _ => v.reg.targets.iter().map(|t| value(Some(t))).collect(),
        };
        if let (Some(e), Some(bad)) = (
            &v.pattern(id).benefit,
            list.iter().find(|b| !BENEFITS.contains(b)),
        ) {
            let (low, high) = (BENEFITS.start(), BENEFITS.end());
            sink.fault(
                Kind::Benefit,
                e.span,
                format!("a benefit is from {low} to {high}, but this is {bad}"),
            );
        }
        (id, list)
    })
    .collect()
}

/// Reports overlaps without an order, and patterns that others shadow.
pub(super) fn stage(v: View<'_>, stage: &Stage, benefits: &Benefits, sink: &mut Sink) {
    let list: Vec<PatternId> = stage
        .patterns
        .iter()
        .copied()
        .filter(|id| rewrites(v.pattern(*id)))
        .collect();
    let mut ties: UnGraphMap<PatternId, ()> = UnGraphMap::new();
    for (n, &a) in list.iter().enumerate() {
        for &b in list.iter().skip(n + 1) {
            let (Some(x), Some(y)) = (benefits.get(&a), benefits.get(&b)) else {
                continue;
            };
            // `a` is asked before `b` where the benefits are equal.
            let first = x.iter().zip(y).all(|(x, y)| x >= y);
            let last = x.iter().zip(y).all(|(x, y)| x < y);
            let shadows = |general: PatternId, special: PatternId| {
                let (g, s) = (v.pattern(general), v.pattern(special));
                total(g) && covers(v, &g.root, &s.root)
            };
            let tie = x.iter().zip(y).any(|(x, y)| x == y);
            // An extension is asked before what is there: its file is another one, and that is what it is for.
            let (p, q) = (v.pattern(a), v.pattern(b));
            let same_file = p.span.file == q.span.file;
            if first && shadows(a, b) {
                shadowed(v, b, a, x, sink);
            } else if last && shadows(b, a) {
                shadowed(v, a, b, y, sink);
            } else if tie && same_file && !p.unordered && !q.unordered && overlap(v, p, q) {
                ties.add_edge(a, b, ());
            }
        }
    }
    // Several that overlap are one fault.
    let mut groups = tarjan_scc(&ties);
    groups.iter_mut().for_each(|g| g.sort());
    groups.sort();
    for group in groups {
        let mut patterns = group.iter().map(|id| v.pattern(*id));
        let Some(first) = patterns.next() else { continue };
        let names: Vec<String> = group
            .iter()
            .map(|id| format!("'{}'", v.pattern(*id).name))
            .collect();
        let text = format!(
            "{} have equal benefit and overlap; give one a benefit or say 'unordered'",
            super::listed(&names)
        );
        let d = patterns.fold(
            Diagnostic::error(first.name_span, text).kind(Kind::Tie),
            |d, p| d.note(p.name_span, format!("'{}'", p.name)),
        );
        sink.push(d.note(stage.span, "the stage"));
    }
}

fn shadowed(v: View<'_>, special: PatternId, general: PatternId, benefits: &[i64], sink: &mut Sink) {
    let (s, g) = (v.pattern(special), v.pattern(general));
    // A file that is loaded later may put its own pattern before a shipped one, which then has nothing left to do.
    let severity = if s.span.file == g.span.file {
        Severity::Error
    } else {
        Severity::Warning
    };
    let benefit = benefits.first().copied().unwrap_or(1);
    let text = format!(
        "'{}' is never reached: '{}' (benefit {benefit}) matches all that it does",
        s.name, g.name
    );
    let d = Diagnostic::new(severity, s.name_span, text).kind(Kind::Shadowed);
    sink.push(d.note(g.name_span, format!("'{}'", g.name)));
}

/// Whether a pattern applies wherever its root matches: no condition can refuse.
fn total(p: &Pattern) -> bool {
    p.conds.is_empty() && matches!(&p.action, Action::Rewrite(s) if s.iter().all(never_refuses))
}

fn never_refuses(s: &Stmt) -> bool {
    match &s.kind {
        StmtKind::Erase(_) | StmtKind::Replace(..) | StmtKind::Expr(_) | StmtKind::Update { .. } => true,
        StmtKind::At(_, body) => body.iter().all(never_refuses),
        _ => false,
    }
}

/// Whether the first pattern matches whatever the second one does.
fn covers(v: View<'_>, general: &NodePat, special: &NodePat) -> bool {
    let inside = match (ops_of(v, &general.test), ops_of(v, &special.test)) {
        (None, _) => true,
        (Some(g), Some(s)) => s.iter().all(|o| g.contains(o)),
        (Some(_), None) => false,
    };
    let operands = general.operands.iter().all(|(name, g)| {
        let s = special.operands.iter().find(|o| o.0 == *name).map(|o| &o.1);
        covers_pat(v, g, s)
    });
    let attrs = general.attrs.iter().all(|g| {
        let s = special.attrs.iter().find(|a| a.name == g.name);
        covers_pat(v, &g.pattern, s.map(|s| &s.pattern))
    });
    let results = general.results.iter().all(trivial) && general.result_groups.iter().all(|r| trivial(&r.1));
    inside
        && operands
        && attrs
        && results
        && general.result_type.is_none()
        && !repeats(general)
        && general
            .positional
            .as_ref()
            .is_none_or(|(items, open)| *open && items.iter().all(trivial))
}

/// Takes anything.
fn trivial(p: &Pat) -> bool {
    p.ty.is_none() && matches!(p.kind, PatKind::Wild | PatKind::Bind(_))
}

fn covers_pat(v: View<'_>, g: &Pat, s: Option<&Pat>) -> bool {
    if trivial(g) {
        return true;
    }
    let Some(s) = s else { return false };
    if g.ty.is_some() {
        return false;
    }
    match (&g.kind, &s.kind) {
        (PatKind::None, PatKind::None) => true,
        (PatKind::Const(a), PatKind::Const(b)) => a == b,
        (PatKind::Present(a), PatKind::Present(b)) => covers_pat(v, a, Some(b)),
        (PatKind::Node(a), PatKind::Node(b)) => covers(v, a, b),
        (PatKind::Alt(items), _) => items.iter().any(|i| covers_pat(v, i, Some(s))),
        _ => false,
    }
}

/// Whether a name stands twice: then two values must be equal.
fn repeats(n: &NodePat) -> bool {
    fn pat(p: &Pat) -> bool {
        match &p.kind {
            PatKind::Same(_) => true,
            PatKind::Present(i) => pat(i),
            PatKind::Node(n) => repeats(n),
            PatKind::Tuple(items) | PatKind::Alt(items) => items.iter().any(pat),
            PatKind::List(a, _, b) => a.iter().chain(b).any(pat),
            PatKind::Struct(_, f) => f.iter().any(|f| pat(&f.1)),
            _ => false,
        }
    }
    n.operands.iter().any(|o| pat(&o.1))
        || n.attrs.iter().any(|a| pat(&a.pattern))
        || n.results.iter().any(pat)
        || n.result_groups.iter().any(|r| pat(&r.1))
        || n.positional
            .as_ref()
            .is_some_and(|(items, _)| items.iter().any(pat))
}

/// Whether both may match one operation, as far as the text says.
fn overlap(v: View<'_>, a: &Pattern, b: &Pattern) -> bool {
    if apart(v, &a.root, &b.root) {
        return false;
    }
    // A condition and its negation exclude each other.
    let conjuncts = |p: &Pattern| -> Vec<(bool, String)> {
        let mut out = Vec::new();
        for c in &p.conds {
            if let CondKind::Where(e, _) = &c.kind {
                split(v, e, &mut out);
            }
        }
        out
    };
    let (x, y) = (conjuncts(a), conjuncts(b));
    !x.iter()
        .any(|(sign, text)| y.iter().any(|(s, t)| s != sign && t == text))
}

fn split(v: View<'_>, e: &Expr, out: &mut Vec<(bool, String)>) {
    match &e.kind {
        ExprKind::And(items) => items.iter().for_each(|i| split(v, i, out)),
        ExprKind::Not(x) => out.push((false, v.text(x.span))),
        _ => out.push((true, v.text(e.span))),
    }
}

fn apart(v: View<'_>, a: &NodePat, b: &NodePat) -> bool {
    if !meet(&ops_of(v, &a.test), &ops_of(v, &b.test)) {
        return true;
    }
    let operands = !a.commutes
        && !b.commutes
        && a.operands.iter().any(|(name, p)| {
            let other = b.operands.iter().find(|o| o.0 == *name);
            other.is_some_and(|o| apart_pat(v, p, &o.1))
        });
    let attrs = a.attrs.iter().any(|t| {
        let other = b.attrs.iter().find(|u| u.name == t.name);
        other.is_some_and(|u| apart_pat(v, &t.pattern, &u.pattern))
    });
    operands || attrs
}

/// Whether no value matches both.
fn apart_pat(v: View<'_>, a: &Pat, b: &Pat) -> bool {
    match (&a.kind, &b.kind) {
        (PatKind::Const(x), PatKind::Const(y)) => x != y,
        (PatKind::None, PatKind::Present(_) | PatKind::Const(_) | PatKind::Node(_))
        | (PatKind::Present(_) | PatKind::Const(_) | PatKind::Node(_), PatKind::None) => true,
        (PatKind::Present(x), PatKind::Present(y)) => apart_pat(v, x, y),
        (PatKind::Node(x), PatKind::Node(y)) => apart(v, x, y),
        (PatKind::Alt(items), _) => items.iter().all(|i| apart_pat(v, i, b)),
        (_, PatKind::Alt(items)) => items.iter().all(|i| apart_pat(v, a, i)),
        (PatKind::List(p, r, q), PatKind::List(s, t, u)) => {
            let (x, y) = (p.len() + q.len(), s.len() + u.len());
            match (r, t) {
                (None, None) => x != y || p.iter().zip(s).any(|(a, b)| apart_pat(v, a, b)),
                (None, Some(_)) => x < y,
                (Some(_), None) => y < x,
                _ => false,
            }
        }
        _ => false,
    }
}

/// Warns of patterns with a condition that is false for every target that is loaded.
pub(super) fn never_enabled(v: View<'_>, sink: &mut Sink) {
    if v.reg.targets.is_empty() {
        return;
    }
    for id in v.program.patterns.ids() {
        let p = v.pattern(id);
        let mut parts = Vec::new();
        for c in &p.conds {
            if let CondKind::Where(e, _) = &c.kind {
                conjuncts(e, &mut parts);
            }
        }
        for e in parts {
            if !only_target(v, e, 0) {
                continue;
            }
            let holds = |t| eval::constant_bool(v.ctx, v.reg, &v.program.fns, Some(t), e);
            if v.reg.targets.iter().all(|t| holds(t) == Some(false)) {
                let names: Vec<&str> = v.reg.targets.iter().map(|t| &*t.name).collect();
                let text = format!(
                    "'{}' can never match: this condition is false for every loaded target ({})",
                    p.name,
                    names.join(", ")
                );
                sink.push(Diagnostic::new(Severity::Warning, e.span, text).kind(Kind::NoTarget));
            }
        }
    }
}

fn conjuncts<'e>(e: &'e Expr, out: &mut Vec<&'e Expr>) {
    match &e.kind {
        ExprKind::And(items) => items.iter().for_each(|i| conjuncts(i, out)),
        _ => out.push(e),
    }
}

/// Whether an expression depends on nothing but the target.
fn only_target(v: View<'_>, e: &Expr, depth: u32) -> bool {
    let here = match &e.kind {
        ExprKind::Local(_) | ExprKind::PassOption(_) | ExprKind::Create(_) | ExprKind::Clone(_) => false,
        ExprKind::Is(..) | ExprKind::Case(..) | ExprKind::Comp(_) | ExprKind::Map(..) | ExprKind::If(..) => {
            false
        }
        ExprKind::Call(f, args) => {
            args.is_empty()
                && depth < 32
                && match &v.program.fns.list[*f].body {
                    FnBody::Pure(b) => b.prefix.is_empty() && only_target(v, &b.value, depth + 1),
                    _ => false,
                }
        }
        _ => true,
    };
    let mut good = here;
    e.each_part(&mut |p| match p {
        Part::Expr(x) => good = good && only_target(v, x, depth),
        Part::Conds(c) => good &= c.is_empty(),
    });
    good
}
