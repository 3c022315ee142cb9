//! Fixpoints that may not end. Patterns of a greedy stage are the nodes of a graph with an edge from P to Q where what P
//! creates or changes may be what Q asks for. A cycle in it must name a measure that decreases.
//!
//! A run without end has a chain of applications in which each one's root was created or changed by the one before, or
//! is the same operation again. So a pattern that takes its root away counts for what is created or changed as its root
//! only; one that leaves its root is asked again whenever something that it looks at is different.
//!
//! Patterns that only take operations away end by themselves: where no pattern of a cycle adds to the operations that
//! its roots are, those that lessen them are left out. Guards are not looked at, so a cycle that they rule out needs a
//! measure, too.

use super::effects::{Abs, Change, Effects, Made, effects};
use super::reads::{Ops, Reads, holds, meet, ops_of, reads};
use super::{View, rewrites};
use crate::lang::defs::OpDefId;
use crate::lang::hir::*;
use crate::pattern::{Driver, PatternId, Stage};
use crate::support::diag::{Diagnostic, Severity, Sink};
use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;
use rustc_hash::FxHashMap;

/// The cycles of a stage whose measures are checked while it runs.
#[derive(Default, Debug)]
pub struct Cycles {
    groups: Vec<Vec<PatternId>>,
}

impl Cycles {
    /// The patterns of the cycle that a pattern is on, itself included.
    pub fn of(&self, id: PatternId) -> &[PatternId] {
        self.groups
            .iter()
            .find(|g| g.contains(&id))
            .map_or(&[], |g| g.as_slice())
    }
}

/// What is known of one pattern.
struct Node<'p> {
    pattern: &'p Pattern,
    root: Ops,
    reads: Reads<'p>,
    effects: Effects,
}

/// A cycle that needs a measure.
struct Found {
    patterns: Vec<PatternId>,
}

fn analyse<'p>(v: View<'p>, stage: &Stage) -> (FxHashMap<PatternId, Node<'p>>, Vec<Found>) {
    let mut nodes: FxHashMap<PatternId, Node<'p>> = FxHashMap::default();
    let ids: Vec<PatternId> = stage
        .patterns
        .iter()
        .copied()
        .filter(|id| rewrites(v.pattern(*id)))
        .collect();
    for &id in &ids {
        let pattern = v.pattern(id);
        nodes.insert(
            id,
            Node {
                pattern,
                root: ops_of(v, &pattern.root.test),
                reads: reads(v, pattern),
                effects: effects(v, pattern),
            },
        );
    }
    let mut graph: DiGraphMap<PatternId, ()> = DiGraphMap::new();
    for &p in &ids {
        graph.add_node(p);
        for &q in &ids {
            if let (Some(from), Some(to)) = (nodes.get(&p), nodes.get(&q))
                && triggers(v, from, to)
            {
                graph.add_edge(p, q, ());
            }
        }
    }
    let mut found = Vec::new();
    for group in cyclic(&graph) {
        let roots: Vec<&Ops> = group
            .iter()
            .filter_map(|p| nodes.get(p))
            .map(|n| &n.root)
            .collect();
        let candidate = |op: OpDefId| roots.iter().any(|r| holds(r, op));
        let gains: Vec<i64> = group
            .iter()
            .map(|p| nodes.get(p).map_or(0, |n| gain(n, &candidate)))
            .collect();
        // Where nothing adds to the candidates, what lessens them happens a bounded number of times.
        let bounded = gains.iter().all(|g| *g <= 0);
        let kept: Vec<PatternId> = group
            .iter()
            .zip(&gains)
            .filter(|(_, g)| !bounded || **g == 0)
            .map(|(p, _)| *p)
            .collect();
        let mut inner: DiGraphMap<PatternId, ()> = DiGraphMap::new();
        for &p in &kept {
            inner.add_node(p);
            for &q in kept.iter().filter(|q| graph.contains_edge(p, **q)) {
                inner.add_edge(p, q, ());
            }
        }
        found.extend(cyclic(&inner).into_iter().map(|mut patterns| {
            patterns.sort();
            Found { patterns }
        }));
    }
    found.sort_by(|a, b| a.patterns.cmp(&b.patterns));
    (nodes, found)
}

/// Components with a cycle in them.
fn cyclic(graph: &DiGraphMap<PatternId, ()>) -> Vec<Vec<PatternId>> {
    tarjan_scc(graph)
        .into_iter()
        .filter(|c| c.len() > 1 || c.first().is_some_and(|p| graph.contains_edge(*p, *p)))
        .collect()
}

/// How many more candidates there are after an application, at most.
fn gain(n: &Node<'_>, candidate: &dyn Fn(OpDefId) -> bool) -> i64 {
    let mut gain = 0;
    for m in &n.effects.made {
        if m.ops.iter().any(|o| candidate(*o)) {
            gain += if m.many { 1 << 20 } else { 1 };
        }
    }
    gain - i64::from(n.effects.consumes_root)
}

/// The cycles of a stage, for the driver.
pub(super) fn cycles(v: View<'_>, stage: &Stage) -> Cycles {
    if stage.driver != Driver::Greedy {
        return Cycles::default();
    }
    let (_, found) = analyse(v, stage);
    Cycles {
        groups: found.into_iter().map(|f| f.patterns).collect(),
    }
}

/// Reports cycles without a measure, or with several.
pub(super) fn stage(v: View<'_>, stage: &Stage, allow: bool, sink: &mut Sink) {
    if stage.driver != Driver::Greedy {
        return;
    }
    let (nodes, found) = analyse(v, stage);
    for f in found {
        let patterns: Vec<&Pattern> = f.patterns.iter().map(|p| v.pattern(*p)).collect();
        let missing: Vec<&&Pattern> = patterns.iter().filter(|p| p.decreases.is_none()).collect();
        let name = &stage.name;
        if let Some(first) = missing.first() {
            let text = match patterns.as_slice() {
                [p] => {
                    let creates = nodes
                        .get(f.patterns.first().unwrap_or(&PatternId::NONE))
                        .is_some_and(|n| !n.effects.made.is_empty());
                    let does = if creates { "creates" } else { "changes" };
                    format!("'{}' {does} what it matches in the greedy stage '{name}'", p.name)
                }
                many => {
                    let names: Vec<String> = many.iter().map(|p| format!("'{}'", p.name)).collect();
                    format!(
                        "{} can set each other off for ever in the greedy stage '{name}'",
                        super::listed(&names)
                    )
                }
            };
            let text = format!("{text}; declare 'decreases'");
            let severity = if allow { Severity::Warning } else { Severity::Error };
            let mut d = Diagnostic::new(severity, first.name_span, text);
            for p in patterns.iter().filter(|p| p.name_span != first.name_span) {
                d = d.note(p.name_span, format!("'{}' is on the cycle", p.name));
            }
            sink.push(d.note(stage.span, "the stage"));
            continue;
        }
        // One cycle, one measure: else each may decrease its own while the other grows.
        let measure = |p: &Pattern| {
            p.decreases.as_ref().map(|e| {
                let root = p.slots.get(p.root_slot as usize).map_or("", |s| &**s);
                words(&v.text(e.span))
                    .into_iter()
                    .map(|w| if w == root { "the root".to_string() } else { w })
                    .collect::<Vec<_>>()
            })
        };
        let mut it = patterns.iter();
        if let Some(first) = it.next()
            && let Some(other) = it.find(|p| measure(p) != measure(first))
        {
            let text = format!(
                "'{}' and '{}' can set each other off in the greedy stage '{name}', but name different measures",
                first.name, other.name
            );
            let severity = if allow { Severity::Warning } else { Severity::Error };
            let place = other.decreases.as_ref().map_or(other.name_span, |e| e.span);
            let d = Diagnostic::new(severity, place, text);
            let at = first.decreases.as_ref().map_or(first.name_span, |e| e.span);
            sink.push(d.note(at, "the other measure"));
        }
    }
}

fn words(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut word = String::new();
    for c in text.chars() {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        if !word.is_empty() {
            out.push(std::mem::take(&mut word));
        }
        if !c.is_whitespace() {
            out.push(c.to_string());
        }
    }
    if !word.is_empty() {
        out.push(word);
    }
    out
}

/// Whether an application of `p` may make `q` match where it did not before.
fn triggers(v: View<'_>, p: &Node<'_>, q: &Node<'_>) -> bool {
    let e = &p.effects;
    let root = |m: &Made| unify(v, &q.pattern.root, m, &e.made) && guards_allow(v, q.pattern, m, &e.made);
    if e.made.iter().any(root) || e.changes.iter().any(|c| changed(v, c, q, &e.made)) {
        return true;
    }
    if q.effects.consumes_root {
        return false;
    }
    let nested = e.made.iter().any(|m| {
        let mut nodes = q.reads.nodes.iter();
        nodes.any(|n| (m.exported || n.1) && unify(v, n.0, m, &e.made))
    });
    let goes = e.consumes_root || e.erases;
    nested
        || (e.redirects && (q.reads.uses || q.reads.nodes.iter().any(|n| !n.1)))
        || (e.moves && q.reads.places)
        || (goes && (q.reads.uses || q.reads.places))
        || (!e.made.is_empty() && (q.reads.uses || q.reads.places))
}

/// Whether the tests `x is P` of a pattern, of operands of its root, can hold on a created operation.
fn guards_allow(v: View<'_>, q: &Pattern, m: &Made, made: &[Made]) -> bool {
    let value = |slot: Slot| {
        let bound = |o: &&(crate::ir::StrId, Pat)| matches!(o.1.kind, PatKind::Bind(s) if s == slot);
        let name = q.root.operands.iter().find(bound)?.0;
        m.operands.iter().find(|o| o.0 == name).map(|o| &o.1)
    };
    let mut conjuncts: Vec<(bool, &Expr)> = q
        .conds
        .iter()
        .filter_map(|c| match &c.kind {
            CondKind::Where(e, _) => Some((true, e)),
            _ => None,
        })
        .collect();
    while let Some((sign, e)) = conjuncts.pop() {
        match &e.kind {
            ExprKind::And(items) if sign => conjuncts.extend(items.iter().map(|i| (true, i))),
            ExprKind::Not(x) => conjuncts.push((!sign, x)),
            ExprKind::Is(x, p) => {
                let ExprKind::Local(slot) = &x.kind else { continue };
                let (Some(value), PatKind::Node(n)) = (value(*slot), &p.kind) else {
                    continue;
                };
                let possible = unify_pat(v, p, value, made);
                if (sign && !possible) || (!sign && certain(v, n, value, made)) {
                    return false;
                }
            }
            _ => {}
        }
    }
    true
}

/// Whether a value is a created operation that a pattern takes whatever its parts are.
fn certain(v: View<'_>, n: &NodePat, value: &Abs, made: &[Made]) -> bool {
    let plain =
        n.operands.is_empty() && n.attrs.is_empty() && n.results.is_empty() && n.result_type.is_none();
    let test = ops_of(v, &n.test);
    let all = value.made.iter().all(|m| {
        made.get(*m)
            .is_some_and(|m| m.ops.iter().all(|o| holds(&test, *o)))
    });
    plain && n.positional.is_none() && !value.unknown && !value.root && !value.made.is_empty() && all
}

fn changed(v: View<'_>, c: &Change, q: &Node<'_>, made: &[Made]) -> bool {
    let nodes = std::iter::once(&q.pattern.root).chain(q.reads.nodes.iter().map(|n| n.0));
    for n in nodes {
        if !meet(&c.ops, &ops_of(v, &n.test)) {
            continue;
        }
        for (name, value) in &c.attrs {
            let tested = n.attrs.iter().find(|t| t.name == *name);
            if tested.is_some_and(|t| !matches!(t.pattern.kind, PatKind::Wild) && fits(&t.pattern, *value)) {
                return true;
            }
        }
        for (name, value) in &c.operands {
            let tested = n.operands.iter().find(|o| o.0 == *name);
            if tested.is_some_and(|o| !matches!(o.1.kind, PatKind::Wild) && unify_pat(v, &o.1, value, made)) {
                return true;
            }
        }
    }
    let read =
        |list: &[(Ops, crate::ir::StrId)], name| list.iter().any(|r| r.1 == name && meet(&r.0, &c.ops));
    c.attrs.iter().any(|a| read(&q.reads.attrs, a.0))
        || c.operands.iter().any(|o| read(&q.reads.operands, o.0))
}

/// Whether a node pattern may match a created operation.
fn unify(v: View<'_>, n: &NodePat, m: &Made, made: &[Made]) -> bool {
    let test = ops_of(v, &n.test);
    if !m.ops.iter().any(|o| holds(&test, *o)) {
        return false;
    }
    let operands = n.operands.iter().all(|(name, p)| {
        let given = m.operands.iter().find(|o| o.0 == *name);
        given.is_none_or(|o| unify_pat(v, p, &o.1, made))
    });
    let attrs = n
        .attrs
        .iter()
        .all(|t| match m.attrs.iter().find(|a| a.0 == t.name) {
            Some((_, value)) => fits(&t.pattern, *value),
            // An attribute that is left out is absent, or has its default.
            None => {
                let optional = m.ops.iter().all(|o| {
                    let def = v.reg.ops[*o].attr(t.name);
                    def.is_some_and(|(_, a)| a.optional && a.default.is_none())
                });
                !(m.whole && optional) || fits(&t.pattern, Some(Const::None))
            }
        });
    // With the operands exchanged, the test of the other one must hold; any reading will do here.
    (operands || n.commutes) && attrs
}

fn unify_pat(v: View<'_>, p: &Pat, value: &Abs, made: &[Made]) -> bool {
    match &p.kind {
        PatKind::Node(n) => {
            value.unknown
                || value.root
                || value
                    .made
                    .iter()
                    .any(|m| made.get(*m).is_some_and(|m| unify(v, n, m, made)))
        }
        PatKind::Present(i) => unify_pat(v, i, value, made),
        PatKind::Alt(items) => items.iter().any(|i| unify_pat(v, i, value, made)),
        _ => true,
    }
}

/// Whether a pattern may match a value, if that is known.
fn fits(p: &Pat, value: Option<Const>) -> bool {
    let Some(c) = value else { return true };
    match &p.kind {
        PatKind::None => c == Const::None,
        PatKind::Const(d) => c == *d,
        PatKind::Present(i) => c != Const::None && fits(i, value),
        PatKind::Alt(items) => items.iter().any(|i| fits(i, value)),
        _ => true,
    }
}
