//! What the tests and the benchmark of access patterns share: the rules that ship, address maps by enumeration, and
//! exhaustive search over the same moves as the rules make.
#![allow(dead_code)] // each user needs a part

use rookery::ap::cost::{Costs, ceil};
use rookery::ap::normal::coalesce_side;
use rookery::ap::random::{Random, transfer};
use rookery::ap::walk::{Digits, Nested};
use rookery::ap::widen::sizes;
use rookery::ap::{Joint, Joints, Offset, Order, Step, Transfer, normalize};
use rookery::egraph::Chooser;
use rookery::lang::defs::TargetDef;
use rookery::lang::eval::World;
use rookery::lang::eval::forms::Forms;
use rookery::rewrite::{PatternEngine, engine, target_named};
use rookery::session::Session;
use rookery::support::diag::{Sink, render};
use rookery::support::limits::Limits;

/// The shipped rules, and more, for a target.
pub struct Loaded {
    pub session: Session,
    pub engine: PatternEngine,
    pub target: TargetDef,
}

impl Loaded {
    /// Loads what ships and a text of patterns and rules; else what was said.
    pub fn try_new(target: &str, more: &str) -> Result<Loaded, String> {
        let mut sink = Sink::new();
        let (mut session, loaded) = Session::new(&[], Limits::default(), &mut sink);
        let mut files = Vec::new();
        for (name, text) in rookery::shipped::PATTERNS {
            files.push(session.map.add(*name, *text));
        }
        files.push(session.map.add("more.pat", more));
        let engine = loaded.and_then(|()| engine(&session, &files, &mut sink));
        let said = |session: &Session, sink: &Sink| -> String {
            sink.items()
                .iter()
                .map(|d| render(&session.map, d, false))
                .collect()
        };
        let Ok(engine) = engine else {
            return Err(said(&session, &sink));
        };
        let Ok(target) = target_named(&session, target, &[], &mut sink) else {
            return Err(said(&session, &sink));
        };
        Ok(Loaded {
            session,
            engine,
            target,
        })
    }

    pub fn new(target: &str) -> Loaded {
        match Self::try_new(target, "") {
            Ok(l) => l,
            Err(e) => panic!("{e}"),
        }
    }

    pub fn chooser(&self) -> Chooser<'_> {
        self.engine.chooser(&self.session, &self.target)
    }

    pub fn world<'a>(&'a self) -> World<'a> {
        self.engine.world(&self.session, &self.target)
    }
}

/// Byte pairs in order: source and destination of each byte, an unknown taken as a number of no structure.
pub fn bytes(t: &Transfer) -> Vec<(i64, i64)> {
    let at = |o: Offset, x: i64| o.at + o.unknown * x;
    let step = |source: bool| -> Vec<Step> { t.side(source).into_vec() };
    let (s, d) = (step(true), step(false));
    let src = Nested::new(at(t.src, 1009), &s);
    let dst = Digits::new(at(t.dst, 2003), &d);
    let mut out = Vec::new();
    for (n, s) in src.enumerate() {
        let Some(d) = dst.address(n as i64) else {
            panic!("the walkers differ on {t:?}");
        };
        for b in 0..t.size {
            out.push((s * t.size + b, d * t.size + b));
        }
    }
    out
}

/// What can be seen of a transfer afterwards: for each destination byte the source byte that it has, in order of
/// destinations; with its order where that matters.
pub fn seen(t: &Transfer) -> Vec<(i64, i64)> {
    let mut all = bytes(t);
    match t.order {
        Order::Free => all.sort_unstable(),
        Order::Aliased | Order::Accumulates => {}
        Order::LastWriter => all = last(all),
    }
    all
}

/// The last source byte of each destination byte.
pub fn last(all: Vec<(i64, i64)>) -> Vec<(i64, i64)> {
    let mut out: Vec<(i64, i64)> = Vec::new();
    let mut by_dst: Vec<(i64, usize, i64)> = all.iter().enumerate().map(|(n, (s, d))| (*d, n, *s)).collect();
    by_dst.sort_unstable();
    for (d, _, s) in by_dst {
        match out.last_mut() {
            Some(l) if l.1 == d => l.0 = s,
            _ => out.push((s, d)),
        }
    }
    out.sort_unstable();
    out
}

/// The least cost of a transfer in normal form over all its element sizes, one split of each dimension by the factors
/// of the shipped rules, and every subset of dimensions taken apart; by enumeration. Also how many forms were looked at.
pub fn exhaustive(costs: &Costs, t: &Transfer) -> Option<(i64, u64)> {
    let mut best: Option<i64> = None;
    let mut looked = 0;
    for seed in sizes(t) {
        let mut lists: Vec<Vec<Joint>> = vec![Vec::new()];
        for d in &seed.dims {
            let mut next = Vec::new();
            for l in &lists {
                let mut with = |parts: &[Joint]| {
                    let mut l = l.clone();
                    l.extend_from_slice(parts);
                    next.push(l);
                };
                with(&[*d]);
                for f in factors(costs, d.num) {
                    let inner = d.num / f;
                    with(&[
                        Joint {
                            src: d.src * inner,
                            dst: d.dst * inner,
                            num: f,
                        },
                        Joint { num: inner, ..*d },
                    ]);
                }
            }
            lists = next;
        }
        for l in &lists {
            for apart in 0..1u32 << l.len() {
                looked += 1;
                if let Some(c) = cost(costs, &seed, l, apart) {
                    best = Some(best.map_or(c, |b| b.min(c)));
                }
            }
        }
    }
    best.map(|b| (b, looked))
}

fn factors(costs: &Costs, n: i64) -> Vec<i64> {
    let mut out: Vec<i64> = (2..=costs.engines.min(n - 1)).filter(|f| n % f == 0).collect();
    if n > costs.num {
        let fit = (1..=n).find(|f| n % f == 0 && n / f <= costs.num && *f <= costs.num);
        out.extend(fit.filter(|f| *f > 1 && !out.contains(f)));
    }
    out
}

/// The cost of one form: dimension `k` is taken apart where bit `k` is set.
fn cost(costs: &Costs, t: &Transfer, dims: &[Joint], apart: u32) -> Option<i64> {
    let (mut descriptors, mut runs, mut run, mut hardware) = (1i64, 1i64, 1i64, 0);
    let free = t.order == Order::Free;
    for (k, d) in dims.iter().enumerate() {
        if apart >> k & 1 == 1 {
            // In order, what is taken apart is outside of all else.
            if !free && hardware > 0 {
                return None;
            }
            descriptors *= d.num;
            continue;
        }
        hardware += 1;
        let pieces = ceil(d.num, costs.num);
        if pieces > 1 && !free && hardware > 1 {
            return None;
        }
        descriptors *= pieces;
        let num = ceil(d.num, pieces);
        if (d.src, d.dst) == (1, 1) && (free || k + 1 == dims.len()) {
            run = num;
        } else {
            runs *= num;
        }
    }
    (hardware <= costs.dims).then(|| {
        let engines = if free { costs.engines } else { 1 };
        ceil(descriptors, engines) * (costs.descriptor + runs * costs.run(run * t.size))
            + (ceil(descriptors, costs.ring) - 1) * costs.ring_pass
    })
}

/// What a run over random transfers found.
#[derive(Default)]
pub struct Found {
    pub count: u64,
    pub failures: Vec<String>,
    pub digest: u64,
    pub searched: u64,
    pub cheaper: u64,
}

impl Found {
    fn mix(&mut self, n: i64) {
        // FNV-1a over eight bytes.
        for b in n.to_le_bytes() {
            self.digest = (self.digest ^ u64::from(b)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    fn fail(&mut self, t: &Transfer, what: &str) {
        if self.failures.len() < 10 {
            self.failures.push(format!("{what}: {t:?}"));
        }
    }
}

/// Random transfers of a seed: normal forms keep what can be seen and are stable; choices keep it, fit, and are never
/// dearer than plain code's; up to three dimensions they are the cheapest there are. `graph`: every so many, the laws in
/// the e-graph give the same normal form.
pub fn random(l: &Loaded, seed: u64, count: u64, graph: u64) -> Found {
    let mut r = Random::new(seed);
    let chooser = l.chooser();
    let w = l.world();
    let costs = chooser.costs().expect("the target has costs").clone();
    let mut f = Found {
        digest: 0xcbf2_9ce4_8422_2325,
        ..Found::default()
    };
    for n in 0..count {
        f.count += 1;
        let t = transfer(&mut r, 8, 9);
        single(&mut f, &t);
        let Some(normal) = normalize(&t) else {
            if t.count() != Some(0) {
                f.fail(&t, "nothing is left of something");
            }
            f.mix(0);
            continue;
        };
        let before = match t.order {
            Order::LastWriter => last(bytes(&t)),
            _ => seen(&t),
        };
        let after = match t.order {
            Order::LastWriter => last(bytes(&normal)),
            _ => seen(&normal),
        };
        if before != after {
            f.fail(&t, "the normal form moves something else");
        }
        if normalize(&normal).as_ref() != Some(&normal) {
            f.fail(&t, "the normal form is not stable");
        }
        if normal.dims.len() > t.dims.len() {
            f.fail(&t, "the normal form is longer");
        }
        for d in &normal.dims {
            f.mix(d.src);
            f.mix(d.dst);
            f.mix(d.num);
        }
        f.mix(normal.src.at);
        f.mix(normal.dst.at);
        if graph > 0
            && n % graph == 0
            && chooser.normal_by_graph(&w, &t, Some("ap_laws")).as_ref() != Some(&normal)
        {
            f.fail(&t, "the laws in the e-graph give another normal form");
        }
        let Some(choice) = chooser.choose(&w, &t, (false, false), None) else {
            f.fail(&t, "no choice");
            continue;
        };
        let Some(best) = choice.forms.first() else {
            f.fail(&t, "no form");
            continue;
        };
        f.mix(best.cost);
        if let Some(p) = &choice.plain {
            f.cheaper += u64::from(best.cost < p.cost);
            if best.cost > p.cost {
                f.fail(&t, "dearer than the plain form");
            }
        }
        let issued = chooser.best(&w, &t, (false, false), None).unwrap_or_default();
        let mut moved = Vec::new();
        for d in issued {
            let fits = d.dims.len() as i64 <= costs.dims && d.dims.iter().all(|d| d.num <= costs.num);
            if !fits {
                f.fail(&t, "a descriptor does not fit");
            }
            moved.extend(bytes(&Transfer {
                src: d.src,
                dst: d.dst,
                size: d.size,
                dims: d.dims,
                ..normal.clone()
            }));
        }
        let mut want = bytes(&normal);
        if normal.order == Order::Free {
            moved.sort_unstable();
            want.sort_unstable();
        }
        // An unknown offset is in elements of the form.
        if normal.src.unknown == 0 && normal.dst.unknown == 0 && moved != want {
            f.fail(&t, "the descriptors move something else");
        }
        if normal.dims.len() <= 3 {
            f.searched += 1;
            match exhaustive(&costs, &normal) {
                Some((c, _)) if c == best.cost => {}
                other => f.fail(
                    &t,
                    &format!("cost {} but exhaustive search finds {other:?}", best.cost),
                ),
            }
        }
    }
    for u in chooser.unsound() {
        f.failures.push(u.diagnostic().message);
    }
    f
}

/// The source alone, in order: coalescing keeps its sequence, is stable and never longer.
fn single(f: &mut Found, t: &Transfer) {
    let side = t.side(true);
    let short = coalesce_side(&side);
    if !Nested::new(0, &side).eq(Nested::new(0, &short)) {
        f.fail(t, "the source alone is another sequence");
    }
    if coalesce_side(&short) != short || short.len() > side.len() {
        f.fail(t, "the form of the source alone is not stable");
    }
    for s in &short {
        f.mix(s.stride);
        f.mix(s.num);
    }
}

/// A copy from its dimensions, `(source stride, destination stride, num)`.
pub fn copy(so: i64, dof: i64, size: i64, dims: &[(i64, i64, i64)]) -> Transfer {
    let dims: Joints = dims
        .iter()
        .map(|&(src, dst, num)| Joint { src, dst, num })
        .collect();
    Transfer::new(Offset::known(so), Offset::known(dof), size, dims, false, false)
}
