//! Whether rules are right: their examples, terms like those, and what to say of one that is wrong.

use super::choose::graph_sizes;
use super::run::{Arrow, Graph, Runner, Wrong, arrows};
use super::term::Node;
use crate::ap::random::Random;
use crate::ap::{Joint, Offset, Order};
use crate::lang::eval::World;
use crate::lang::eval::rules::{Built, FIRINGS};
use crate::lang::hir::Expr;
use crate::lang::terms::{Chain, Rule, Rules, Tail};
use crate::support::diag::{Diagnostic, Sink};
use crate::support::kinds::Kind;
use crate::support::source::Span;
use egg::Id;
use std::fmt::Write as _;

/// Terms like an example that a rule is tried on.
const TRIED: usize = 96;

/// A rule that does not keep the map of addresses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsound {
    /// Its name.
    pub rule: Box<str>,
    /// Where it is declared.
    pub span: Span,
    /// A small term on which it is wrong.
    pub from: String,
    /// What it makes of it.
    pub to: String,
    /// The first element that differs.
    pub differs: Option<String>,
}

impl Unsound {
    /// As it is reported.
    pub fn diagnostic(&self) -> Diagnostic {
        let mut text = format!(
            "rule '{}' is unsound: it makes {} of {}, which does not move the same elements",
            self.rule, self.to, self.from
        );
        if let Some(d) = &self.differs {
            let _ = write!(text, ": {d}");
        }
        Diagnostic::error(self.span, text).kind(Kind::Unsound)
    }
}

/// A term whose fields are known.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Term {
    top: Option<(Offset, Offset, i64)>,
    dims: Vec<(bool, Joint)>,
}

impl Term {
    fn of(b: Built) -> Term {
        Term {
            top: b.top,
            dims: b.dims.into_vec(),
        }
    }

    fn show(&self) -> String {
        let mut out = String::new();
        if let Some((s, d, e)) = self.top {
            let _ = write!(out, "xfer({}, {}, {e}, ", offset(s), offset(d));
        }
        for (fixed, d) in &self.dims {
            let name = if *fixed { "fdim" } else { "dim" };
            let _ = write!(out, "{name}({}, {}, {}, ", d.src, d.dst, d.num);
        }
        out.push_str(".end");
        let close = self.dims.len() + usize::from(self.top.is_some());
        out.extend(std::iter::repeat_n(')', close));
        out
    }

    /// How large it is, for finding small ones.
    fn weight(&self) -> (usize, i64) {
        let mut sum = 0i64;
        for (_, d) in &self.dims {
            for n in [d.src, d.dst, d.num] {
                sum = sum.saturating_add(n.saturating_abs());
            }
        }
        if let Some((s, d, e)) = self.top {
            for n in [s.at, s.unknown, d.at, d.unknown, e] {
                sum = sum.saturating_add(n.saturating_abs());
            }
        }
        (self.dims.len(), sum)
    }

    /// The byte pairs that it moves, in order, as many as are asked for; none where an address leaves 64 bits.
    fn bytes(&self, most: usize) -> Option<Vec<(i64, i64)>> {
        let (src, dst, size) = self.top.unwrap_or((Offset::default(), Offset::default(), 1));
        // An unknown that is no multiple of anything.
        let at = |o: Offset, x: i64| o.unknown.checked_mul(x)?.checked_add(o.at);
        let (s0, d0) = (at(src, 1009)?, at(dst, 2003)?);
        let total = self.dims.iter().try_fold(
            1i64,
            |n, (_, d)| if d.num > 0 { n.checked_mul(d.num) } else { None },
        )?;
        let mut out = Vec::new();
        for k in 0..total {
            let (mut rest, mut s, mut d) = (k, s0, d0);
            for (_, j) in self.dims.iter().rev() {
                let digit = rest.checked_rem(j.num)?;
                rest = rest.checked_div(j.num)?;
                s = s.checked_add(digit.checked_mul(j.src)?)?;
                d = d.checked_add(digit.checked_mul(j.dst)?)?;
            }
            for b in 0..size {
                if out.len() == most {
                    return Some(out);
                }
                out.push((
                    s.checked_mul(size)?.checked_add(b)?,
                    d.checked_mul(size)?.checked_add(b)?,
                ));
            }
        }
        Some(out)
    }
}

fn offset(o: Offset) -> String {
    match o.unknown {
        0 => o.at.to_string(),
        n => format!("{} + {n}x", o.at),
    }
}

/// A firing on a small term: what the rule makes of it where that is something else.
struct Trial<'r, 'a> {
    runner: Runner<'a>,
    arrow: &'r Arrow<'r>,
    order: Order,
}

impl Trial<'_, '_> {
    /// All that the rule makes of a term; the first that is wrong apart.
    fn run(&mut self, t: &Term) -> (Vec<Term>, Option<Term>) {
        let size = t.top.map_or(1, |t| t.2);
        let mut g = Graph::new(self.order, graph_sizes(size));
        let mut id = g.add_dims(t.dims.iter().copied(), None);
        if let Some((s, d, e)) = t.top {
            id = g.add_top(s, d, e, id);
        }
        let (made, wrong) = g.fire_at(self.arrow, id, &mut self.runner);
        let whole = |b: Built, rest: Option<Id>| {
            let mut out = Term::of(b);
            out.dims.extend(rest.map(|r| dims_of(&g, r)).unwrap_or_default());
            out
        };
        let mut terms = Vec::new();
        for (b, rest) in made {
            terms.push(whole(b, rest));
        }
        (terms, wrong.map(|(b, rest)| whole(b, rest)))
    }
}

/// The dimensions of a class, by its first node each.
fn dims_of(g: &Graph, id: Id) -> Vec<(bool, Joint)> {
    let mut out = Vec::new();
    let mut at = id;
    // A list is no longer than its count has bits, units apart.
    for _ in 0..256 {
        match g.g[g.g.find(at)].nodes.first() {
            Some(Node::Dim {
                fixed,
                dim,
                rest: [rest],
            }) => {
                out.push((*fixed, *dim));
                at = *rest;
            }
            _ => break,
        }
    }
    out
}

/// Makes a term on which a rule is wrong small: as long as it stays wrong, dimensions are left out and numbers are
/// brought nearer to 0 or 1.
fn shrunk(trial: &mut Trial<'_, '_>, start: Term) -> Option<(Term, Term)> {
    let mut best = start;
    let mut to = trial.run(&best).1?;
    let mut tries = 0;
    loop {
        let mut better = None;
        for c in smaller(&best) {
            tries += 1;
            if tries > 4_000 {
                return Some((best, to));
            }
            if let (_, Some(w)) = trial.run(&c) {
                better = Some((c, w));
                break;
            }
        }
        match better {
            Some((c, w)) => (best, to) = (c, w),
            None => return Some((best, to)),
        }
    }
}

/// Terms that are smaller by one step.
fn smaller(t: &Term) -> Vec<Term> {
    let mut out = Vec::new();
    let weight = t.weight();
    let mut push = |c: Term| {
        if c.weight() < weight {
            out.push(c);
        }
    };
    for n in 0..t.dims.len() {
        let mut c = t.clone();
        c.dims.remove(n);
        push(c);
    }
    let nearer = |n: i64| [0, 1, n / 2, n - n.signum()];
    for n in 0..t.dims.len() {
        for field in 0..3 {
            let Some((_, d)) = t.dims.get(n) else { continue };
            let now = [d.src, d.dst, d.num].get(field).copied().unwrap_or(0);
            for v in nearer(now) {
                let mut c = t.clone();
                if let Some((_, d)) = c.dims.get_mut(n) {
                    match field {
                        0 => d.src = v,
                        1 => d.dst = v,
                        _ => d.num = v.max(1),
                    }
                }
                push(c);
            }
        }
    }
    if let Some((s, d, e)) = t.top {
        let parts = [s.at, d.at, s.unknown, d.unknown];
        for (n, part) in parts.into_iter().enumerate() {
            for v in nearer(part) {
                let (mut s, mut d) = (s, d);
                match n {
                    0 => s.at = v,
                    1 => d.at = v,
                    2 => s.unknown = v.max(0),
                    _ => d.unknown = v.max(0),
                }
                push(Term {
                    top: Some((s, d, e)),
                    dims: t.dims.clone(),
                });
            }
        }
        if e > 1 {
            push(Term {
                top: Some((s, d, e / 2)),
                dims: t.dims.clone(),
            });
        }
    }
    out
}

fn unsound(a: &Arrow<'_>, from: &Term, to: &Term) -> Unsound {
    const MOST: usize = 1 << 12;
    let differs = match (from.bytes(MOST), to.bytes(MOST)) {
        (Some(mut x), Some(mut y)) => {
            x.sort_unstable();
            y.sort_unstable();
            let n = x
                .iter()
                .zip(&y)
                .position(|(p, q)| p != q)
                .unwrap_or(x.len().min(y.len()));
            let say = |p: Option<&(i64, i64)>| match p {
                Some((s, d)) => format!("byte {s} to {d}"),
                None => "nothing".to_string(),
            };
            match (x.get(n), y.get(n)) {
                (None, None) => Some("the order is another".to_string()),
                (p, q) => Some(format!("{} becomes {}", say(p), say(q))),
            }
        }
        _ => None,
    };
    Unsound {
        rule: a.rule.name.clone(),
        span: a.rule.span,
        from: from.show(),
        to: to.show(),
        differs,
    }
}

/// What to say of a firing that was wrong in a graph.
pub(super) fn explain(w: World<'_>, a: &Arrow<'_>, g: &Graph, wrong: &Wrong, order: Order) -> Unsound {
    let from = whole_of(g, wrong.from);
    let mut trial = Trial {
        runner: Runner::new(w, order),
        arrow: a,
        order,
    };
    // Of several nodes of the class the rule may have matched another one than this.
    let mut starts = vec![from];
    starts.extend(starts_of(g, wrong.from));
    for s in starts {
        if let Some((from, to)) = shrunk(&mut trial, s) {
            return unsound(a, &from, &to);
        }
    }
    Unsound {
        rule: a.rule.name.clone(),
        span: a.rule.span,
        from: "a term".to_string(),
        to: Term::of(wrong.to.clone()).show(),
        differs: None,
    }
}

fn whole_of(g: &Graph, id: Id) -> Term {
    match g.g[g.g.find(id)].nodes.first() {
        Some(Node::Xfer {
            src,
            dst,
            size,
            dims: [dims],
        }) => Term {
            top: Some((*src, *dst, *size)),
            dims: dims_of(g, *dims),
        },
        _ => Term {
            top: None,
            dims: dims_of(g, id),
        },
    }
}

/// Terms by each node of a class.
fn starts_of(g: &Graph, id: Id) -> Vec<Term> {
    let mut out = Vec::new();
    for node in &g.g[g.g.find(id)].nodes {
        match node {
            Node::Dim {
                fixed,
                dim,
                rest: [rest],
            } => {
                for inner in g.g[g.g.find(*rest)].nodes.iter().take(8) {
                    let mut dims = vec![(*fixed, *dim)];
                    if let Node::Dim {
                        fixed,
                        dim,
                        rest: [rest],
                    } = inner
                    {
                        dims.push((*fixed, *dim));
                        dims.extend(dims_of(g, *rest));
                    }
                    out.push(Term { top: None, dims });
                }
            }
            Node::Xfer {
                src,
                dst,
                size,
                dims: [dims],
            } => {
                for inner in g.g[g.g.find(*dims)].nodes.iter().take(8) {
                    let mut list = Vec::new();
                    if let Node::Dim {
                        fixed,
                        dim,
                        rest: [rest],
                    } = inner
                    {
                        list.push((*fixed, *dim));
                        list.extend(dims_of(g, *rest));
                    }
                    out.push(Term {
                        top: Some((*src, *dst, *size)),
                        dims: list,
                    });
                }
            }
            Node::End => {}
        }
    }
    out
}

/// Checks the examples of rules, and tries each rule on terms like them: a rule that is wrong is an error, with a small
/// term on which it is. Examples are for a transfer whose order is free; `no_match` also.
pub fn check_rules(w: World<'_>, blocks: &[Rules], which: &dyn Fn(&Rule) -> bool, sink: &mut Sink) {
    for r in blocks.iter().flat_map(|b| &b.rules).filter(|r| which(r)) {
        check_rule(w, r, sink);
    }
}

fn check_rule(w: World<'_>, r: &Rule, sink: &mut Sink) {
    let before = sink.errors();
    let all = arrows([r]);
    let Some(forward) = all.first() else { return };
    let mut seeds: Vec<Term> = Vec::new();
    for e in &r.examples {
        let mut runner = Runner::new(w, Order::Free);
        let mut value = |c: &Chain<Expr>, sink: &mut Sink| match runner.machine().built(c) {
            Ok(b) if c.tail == Tail::End && b.dims.iter().all(|d| d.1.num >= 0) => Some(Term::of(b)),
            _ => {
                sink.fault(
                    Kind::Example,
                    e.span,
                    "a term of an example is made of numbers, with counts that are not negative",
                );
                None
            }
        };
        let Some(term) = value(&e.term, sink) else {
            continue;
        };
        let result = match &e.result {
            Some(c) => match value(c, sink) {
                Some(t) => Some(t),
                None => continue,
            },
            None => None,
        };
        // An example of a rule for accumulation or ordered transfers fires under that order.
        let orders = [Order::Free, Order::Aliased, Order::Accumulates];
        let mut runs = Vec::new();
        for order in orders {
            let mut trial = Trial {
                runner: Runner::new(w, order),
                arrow: forward,
                order,
            };
            let (made, wrong) = trial.run(&term);
            if trial.runner.overran {
                let text = format!(
                    "rule '{}' fires more than {FIRINGS} times on {}, or takes too many steps to say so; 'take(n, ..)' keeps the first",
                    r.name,
                    term.show()
                );
                sink.fault(Kind::Grows, e.span, text);
                return;
            }
            if let Some(wrong) = wrong {
                let found = shrunk(&mut trial, term.clone()).unwrap_or((term.clone(), wrong));
                sink.push(unsound(forward, &found.0, &found.1).diagnostic());
                return;
            }
            runs.push(made);
        }
        match &result {
            None => {
                if let Some(t) = runs.first().and_then(|m| m.first()) {
                    let text = format!(
                        "rule '{}' matches what its 'no_match' says it does not, and makes {} of it",
                        r.name,
                        t.show()
                    );
                    sink.fault(Kind::Example, e.span, text);
                }
            }
            Some(want) => {
                if !runs.iter().any(|m| m.contains(want)) {
                    let got = runs.iter().flatten().next();
                    let text = match got {
                        None => format!("rule '{}' does not fire on its example {}", r.name, term.show()),
                        Some(g) => format!(
                            "rule '{}' makes {} of its example, not {}",
                            r.name,
                            g.show(),
                            want.show()
                        ),
                    };
                    sink.fault(Kind::Example, e.span, text);
                }
                seeds.push(term.clone());
            }
        }
        seeds.extend(result);
        seeds.push(term);
    }
    if sink.errors() > before {
        return;
    }
    for a in &all {
        if let Some((from, to)) = wrong_on(w, a, &seeds) {
            sink.push(unsound(a, &from, &to).diagnostic());
            return;
        }
    }
}

/// A term like the examples on which a rule is wrong.
fn wrong_on(w: World<'_>, a: &Arrow<'_>, seeds: &[Term]) -> Option<(Term, Term)> {
    let mut r = Random::new(0x524f_4f4b);
    for order in [Order::Free, Order::Aliased, Order::Accumulates] {
        let mut trial = Trial {
            runner: Runner::new(w, order),
            arrow: a,
            order,
        };
        for _ in 0..TRIED {
            let seed = seeds.get(r.index(seeds.len()))?;
            let like = varied(&mut r, seed);
            if trial.run(&like).1.is_some() {
                return shrunk(&mut trial, like);
            }
        }
    }
    None
}

/// A term like another: some numbers are others, some dimensions come or go.
fn varied(r: &mut Random, t: &Term) -> Term {
    let mut out = t.clone();
    let number = |r: &mut Random, n: i64| match r.below(6) {
        0 => r.between(-4, 16),
        1 => n.saturating_mul(2),
        2 => n.saturating_add(1),
        3 => n.saturating_neg(),
        _ => n,
    };
    // A dimension that still continues the one inside, as most rules want.
    let keep = r.one_in(2);
    for (_, d) in &mut out.dims {
        if !keep || r.one_in(3) {
            d.src = number(r, d.src);
        }
        if !keep || r.one_in(3) {
            d.dst = number(r, d.dst);
        }
        if !keep || r.one_in(3) {
            d.num = number(r, d.num).clamp(1, 64);
        }
    }
    if let Some((s, d, _)) = &mut out.top {
        s.at = number(r, s.at);
        d.at = number(r, d.at);
        if r.one_in(4) {
            s.unknown = r.between(1, 8);
        }
        if r.one_in(4) {
            d.unknown = r.between(1, 8);
        }
    }
    if r.one_in(3) {
        let tail = Joint {
            src: r.between(0, 3),
            dst: r.between(0, 3),
            num: r.between(1, 4),
        };
        out.dims.push((r.one_in(2), tail));
    }
    out
}
