//! Random programs of `penguin`, executed before and after they are lowered to `bir`, on all targets and by all routes: the
//! same bytes. `ROOKERY_PROGRAMS=N` runs so many, `ROOKERY_SEED=N` only that one.
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects
)] // a test fails by panicking, in its helpers too

mod penguin;
mod programs;

use penguin::{KINDS, Program};
use programs::{digest, show, start};
use rayon::prelude::*;
use rookery::ap::random::Random;
use rookery::ir::Body;
use rookery::lang::defs::TargetDef;
use rookery::pass::{RunConfig, Step, run_steps};
use rookery::rewrite::{PatternEngine, engine, target_named};
use rookery::session::Session;
use rookery::shipped;
use rookery::sim::Key;
use rookery::sim::compare::{Runs, compare, run_all};
use rookery::support::diag::Sink;
use rookery::support::limits::Limits;

/// How a program gets to `bir`.
struct Route {
    session: Session,
    engine: PatternEngine,
    target: TargetDef,
    config: RunConfig,
    name: String,
    passes: Vec<Step>,
    on: bool,
}

/// A way to get there.
struct Way {
    target: &'static str,
    /// Parameters of it that are changed.
    changed: &'static [(&'static str, &'static str)],
    klr: bool,
    /// On to descriptors.
    on: bool,
    /// A user's file.
    user: &'static str,
}

const PLAIN: Way = Way {
    target: "trn2",
    changed: &[],
    klr: false,
    on: false,
    user: "",
};
const WAYS: [Way; 11] = [
    PLAIN,
    Way {
        target: "trn1",
        ..PLAIN
    },
    Way {
        target: "trn1",
        changed: &[("enable_dge_on_dst_reduce", "true")],
        ..PLAIN
    },
    Way {
        target: "tiny",
        ..PLAIN
    },
    Way {
        target: "tiny",
        changed: &[("max_free_dims", "2")],
        ..PLAIN
    },
    Way { klr: true, ..PLAIN },
    Way { on: true, ..PLAIN },
    Way {
        target: "tiny",
        on: true,
        ..PLAIN
    },
    // Rings and descriptors so short that much is peeled and split.
    Way {
        changed: &[
            ("swdge_ring", "7"),
            ("hwdge_ring", "9"),
            ("max_dma_desc_elements", "5"),
        ],
        on: true,
        ..PLAIN
    },
    // A user for whom nothing is complicated, and one for whom everything is.
    Way {
        user: "use penguin;\noverride fn side_complicated(a: penguin.access) -> bool = false;\n",
        ..PLAIN
    },
    Way {
        user: "use penguin;\noverride fn complicated(s: penguin.access, d: penguin.access) -> bool = true;\n\
               override fn side_complicated(a: penguin.access) -> bool = true;\n",
        ..PLAIN
    },
];

impl Route {
    fn new(way: &Way) -> Route {
        let Way {
            target,
            changed,
            klr,
            on,
            user,
        } = way;
        let mut sink = Sink::new();
        let (mut session, ok) = Session::new(&[], Limits::default(), &mut sink);
        assert!(ok.is_ok(), "{}", show(&session, &sink));
        let mut files: Vec<_> = shipped::PATTERNS
            .iter()
            .map(|(n, t)| session.map.add(*n, *t))
            .collect();
        if !user.is_empty() {
            files.push(session.map.add("user.pat", *user));
        }
        let engine = engine(&session, &files, &mut sink);
        assert!(engine.is_ok(), "{}", show(&session, &sink));
        let changed: Vec<(String, String)> = changed
            .iter()
            .map(|(n, v)| (n.to_string(), v.to_string()))
            .collect();
        let def = target_named(&session, target, &changed, &mut sink);
        assert!(def.is_ok(), "{}", show(&session, &sink));
        let step = |pass: &str, options: Vec<(String, String)>| Step {
            pass: pass.to_string(),
            options,
            anchor: None,
        };
        let mut passes = vec![step(
            "penguin-to-bir",
            if *klr {
                vec![("klr".to_string(), "true".to_string())]
            } else {
                Vec::new()
            },
        )];
        if *klr {
            passes.push(step("legalize-strided-dma", Vec::new()));
        }
        if *on {
            passes.extend(["bind-dma", "lower-dynamic-dma", "lower-dma"].map(|p| step(p, Vec::new())));
        }
        Route {
            session,
            engine: engine.ok().unwrap(),
            target: def.ok().unwrap(),
            config: RunConfig {
                target: Some((target.to_string(), changed.clone())),
                ..RunConfig::default()
            },
            name: format!("{target} {changed:?} klr={klr} on={on} {user}"),
            passes,
            on: *on,
        }
    }
    fn parse(&mut self, text: &str) -> Result<Body, String> {
        let mut sink = Sink::new();
        let file = self.session.map.add("case.mlir", text);
        let body = self.session.parse(file, false, &mut sink);
        body.ok_or_else(|| show(&self.session, &sink))
    }
    fn run(&self, body: &Body) -> Runs {
        run_all(&self.session, body, Some(&self.target), &start())
    }
    fn steps(&self, body: &mut Body, steps: &[Step]) -> Result<(), String> {
        let mut sink = Sink::new();
        let ran = run_steps(
            &self.engine,
            &self.session,
            body,
            steps,
            &self.config,
            &mut sink,
            &mut Vec::new(),
        );
        ran.map_err(|_| show(&self.session, &sink))
    }
}

/// What became of one program.
enum Outcome {
    /// It is lowered, as this text, with so many bytes changed, and what its runs before and after left.
    Same(String, u64, [Runs; 2]),
    Invalid(String),
    Refused(String),
    Wrong(String),
}

fn lowered(route: &mut Route, text: &str) -> Outcome {
    let mut body = match route.parse(text) {
        Ok(b) => b,
        Err(e) => return Outcome::Invalid(e),
    };
    let first = Step {
        pass: "kernels-from-functions".to_string(),
        options: Vec::new(),
        anchor: None,
    };
    if let Err(e) = route.steps(&mut body, &[first]) {
        return Outcome::Invalid(e);
    }
    let mut before = route.run(&body);
    if let Err(e) = digest(&before) {
        return Outcome::Invalid(e);
    }
    let first = route.run(&body);
    let mut moved = 0;
    for n in 0..route.passes.len() {
        let steps = [route.passes[n].clone()];
        if let Err(e) = route.steps(&mut body, &steps) {
            return Outcome::Refused(e);
        }
        let after = route.run(&body);
        let shown = || {
            format!(
                "{}: after {}\n{text}{}",
                route.name,
                steps[0].pass,
                route.session.show(&body)
            )
        };
        if let Err(e) = digest(&after) {
            return Outcome::Wrong(format!("{e}: {}", shown()));
        }
        let (Ok(b), Ok(a)) = (&before[0].2, &after[0].2) else {
            return Outcome::Wrong(format!("no kernel: {}", shown()));
        };
        let c = compare(b, a);
        if let Some(d) = c.first {
            return Outcome::Wrong(format!("{d}: {}", shown()));
        }
        moved += c.changed;
        before = after;
    }
    Outcome::Same(route.session.show(&body), moved, [first, before])
}

/// How many programs of each kind came to what.
#[derive(Default)]
struct Found {
    same: u64,
    invalid: u64,
    refused: Vec<(String, u64)>,
    changed: u64,
    wrong: Vec<String>,
}

fn kind_of(message: &str) -> String {
    let line = message.lines().find(|l| l.contains("error: ")).unwrap_or(message);
    let text = line.split("error: ").last().unwrap_or(line);
    text.chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// So many programs of some kinds, dealt out to all routes. What `look` says of a program and what it became is wrong.
fn check(
    routes: &mut [Route],
    kinds: &[&str],
    count: u64,
    seed: u64,
    look: &(dyn Fn(&str, &str) -> Option<String> + Sync),
) -> Found {
    let only = std::env::var("ROOKERY_SEED")
        .ok()
        .and_then(|n| n.parse::<u64>().ok());
    let parts: Vec<Found> = routes
        .par_iter_mut()
        .enumerate()
        .map(|(w, route)| {
            let mut f = Found::default();
            for n in (w as u64..count).step_by(WAYS.len()) {
                if only.is_some_and(|o| o != n) {
                    continue;
                }
                let mut r = Random::new(seed ^ n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
                let most = if r.one_in(3) { 96 } else { 24 };
                let transfers = 1 + r.index(2);
                let mut p = Program::new(&mut r);
                for t in 0..transfers {
                    p.transfer(kinds[(n as usize / WAYS.len() + t) % kinds.len()], most);
                }
                let text = p.text();
                match lowered(route, &text) {
                    Outcome::Same(after, changed, _) => {
                        f.same += 1;
                        f.changed += changed;
                        if let Some(why) = look(&text, &after) {
                            f.wrong
                                .push(format!("program {n}: {why}: {}\n{text}{after}", route.name));
                        }
                    }
                    Outcome::Invalid(e) => {
                        f.invalid += 1;
                        if only.is_some() || std::env::var("ROOKERY_INVALID").is_ok() {
                            println!("invalid {n}: {e}\n{text}");
                        }
                    }
                    Outcome::Refused(e) => {
                        // Without a reason of its own.
                        if only.is_some() || e.contains("was not lowered by") {
                            println!("refused {n}: {e}\n{text}");
                        }
                        let kind = kind_of(&e);
                        match f.refused.iter_mut().find(|k| k.0 == kind) {
                            Some(k) => k.1 += 1,
                            None => f.refused.push((kind, 1)),
                        }
                    }
                    Outcome::Wrong(e) => f.wrong.push(format!("program {n}: {e}")),
                }
            }
            f
        })
        .collect();
    let mut all = Found::default();
    for f in parts {
        all.same += f.same;
        all.invalid += f.invalid;
        all.changed += f.changed;
        all.wrong.extend(f.wrong);
        for (kind, n) in f.refused {
            match all.refused.iter_mut().find(|k| k.0 == kind) {
                Some(k) => k.1 += n,
                None => all.refused.push((kind, n)),
            }
        }
    }
    all
}

fn count(default: u64) -> u64 {
    let n = std::env::var("ROOKERY_PROGRAMS").ok();
    n.and_then(|n| n.parse().ok()).unwrap_or(default)
}

fn report(kind: &str, f: &Found) {
    println!(
        "{kind}: {} the same ({} bytes changed), {} invalid, {} wrong, refused {:?}",
        f.same,
        f.changed,
        f.invalid,
        f.wrong.len(),
        f.refused
    );
}

/// What a lowering to descriptors must not leave: DMAs, symbols in descriptors, memories that are nowhere.
fn left_over(_: &str, after: &str) -> Option<String> {
    if !after.contains("desc.trigger") {
        return None;
    }
    const DMAS: [&str; 7] = [
        "bir.dma_copy ",
        "bir.load ",
        "bir.save ",
        "bir.tensor_copy ",
        "bir.dma_cce ",
        "bir.dma_transpose ",
        "bir.dma_replicate ",
    ];
    const DESCRIPTORS: [&str; 4] = ["desc.copy ", "desc.cce ", "desc.transpose ", "desc.replicate "];
    let bad = after.lines().map(str::trim).find(|line| {
        DMAS.iter().any(|d| line.starts_with(d))
            || DESCRIPTORS.iter().any(|d| line.starts_with(d)) && line.contains('%')
            || line.contains("= bir.memory ")
                && !line.contains("address = ")
                && !line.contains("reference = ")
    });
    bad.map(|line| format!("this is left: {line}"))
}

#[test]
fn all_families_leave_the_same_bytes() {
    let mut routes: Vec<Route> = WAYS.iter().map(Route::new).collect();
    let mut wrong = Vec::new();
    for kind in KINDS {
        let mut f = check(&mut routes, &[kind], count(220), 7, &left_over);
        report(kind, &f);
        wrong.append(&mut f.wrong);
        assert!(f.changed > 0, "{kind}: nothing was changed");
        assert!(f.same * 2 > count(220), "{kind}: only {} were lowered", f.same);
    }
    let mut f = check(&mut routes, &KINDS, count(220), 11, &left_over);
    report("all", &f);
    wrong.append(&mut f.wrong);
    assert!(
        wrong.is_empty(),
        "{} are wrong:\n{}",
        wrong.len(),
        wrong.iter().take(12).cloned().collect::<Vec<_>>().join("\n")
    );
}

/// The numbers that an argument holds.
fn numbers(runs: &Runs, argument: usize, float: bool) -> Vec<i64> {
    let images = &runs[0].2.as_ref().unwrap().images;
    let image = images
        .iter()
        .find(|i| i.memory.key == Key::Argument(argument))
        .unwrap();
    let one = |b: &[u8]| {
        let b: [u8; 4] = b.try_into().unwrap();
        if float {
            f32::from_le_bytes(b) as i64
        } else {
            i64::from(i32::from_le_bytes(b))
        }
    };
    image.bytes.chunks(4).map(one).collect()
}

/// A7: an accumulating scatter never becomes one that overwrites, on any target, by any route, with any attributes; and what
/// it leaves are the sums that plain code comes to, where indices come again, too.
#[test]
fn accumulating_scatters_add_and_never_overwrite() {
    let programs = count(100);
    let mut routes: Vec<Route> = WAYS.iter().map(Route::new).collect();
    let results: Vec<[u64; 4]> = routes
        .par_iter_mut()
        .enumerate()
        .map(|(w, route)| {
            let flag = |route: &Route, name: &str| {
                let ctx = &route.session.ctx;
                let value = route.session.reg.parameter(ctx, &route.target, name).unwrap();
                ctx.show_attr(value) == "true"
            };
            let reduces = flag(route, "enable_dge_on_dst_reduce");
            let offsets = flag(route, "enable_dge_on_vector_indirect_dma");
            let [mut added, mut again, mut refused, mut large] = [0; 4];
            for n in 0..programs {
                let mut r = Random::new(n.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ w as u64);
                let mut p = Program::new(&mut r);
                let sums = p.known_sums();
                let text = p.text();
                let what = format!("program {n} on {}:\n{text}", route.name);
                match lowered(route, &text) {
                    Outcome::Same(after, _, runs) => {
                        assert!(
                            reduces && !(offsets && sums.dynamic),
                            "it should have been refused: {what}{after}"
                        );
                        assert!(!after.contains("generic_indirect_save"), "{what}{after}");
                        if route.on {
                            assert!(!after.contains("desc.copy"), "{what}{after}");
                        } else {
                            assert_eq!(
                                after.matches("mode = cce, cce_op = add, oob = skip").count(),
                                1,
                                "{what}{after}"
                            );
                        }
                        for runs in &runs {
                            assert_eq!(
                                numbers(runs, sums.argument, sums.float),
                                sums.sums,
                                "{what}{after}"
                            );
                        }
                        added += 1;
                        again += u64::from(sums.again);
                    }
                    Outcome::Refused(e) if offsets && sums.dynamic => {
                        assert!(
                            e.contains("IndirectRMW does not support dynamic DMA mode"),
                            "{e}{what}"
                        );
                        refused += 1;
                    }
                    Outcome::Refused(e) if !reduces => {
                        assert!(
                            e.contains("needs 'enable_dge_on_dst_reduce', which target 'trn1'"),
                            "{e}{what}"
                        );
                        refused += 1;
                    }
                    Outcome::Refused(e) => {
                        let known = e.contains("Cannot legalize strided store!")
                            || route.on
                                && (e.contains("DGE must be enabled when dynamic src access in DMA is used")
                                    || e.contains("of target 'tiny' has")
                                    || e.contains("but target 'tiny' has"));
                        assert!(known, "{e}{what}");
                        large += 1;
                    }
                    Outcome::Invalid(e) | Outcome::Wrong(e) => panic!("{e}: {what}"),
                }
            }
            println!(
                "{}: {added} add, {again} of them twice to a place; refused {refused}, too large {large}",
                route.name
            );
            [added, again, refused, large]
        })
        .collect();
    let of = |n: usize| results.iter().map(|r| r[n]).sum::<u64>();
    assert!(
        of(0) * 2 > programs * results.len() as u64 && of(1) * 4 > of(0),
        "{results:?}"
    );
    assert!(of(2) > programs && of(3) * 5 < of(0), "{results:?}");
}
