//! Random patterns on random IR: the matcher in use finds the first solution of the slow one in `test/reference`.
//! `PROPTEST_CASES` asks for more cases; the same number gives the same cases.

// A test fails by panicking, in its helpers too.
#![allow(clippy::panic, clippy::expect_used, clippy::indexing_slicing)]

mod dice;
mod random_pattern;
mod reference;
mod toy;

use dice::Dice;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestCaseError, TestRng, TestRunner};
use reference::{Reference, Stop, V, taken};
use rookery::ir::{Body, OpId};
use rookery::lang::eval::names::Tables;
use rookery::lang::eval::{Machine, Scratch, Why, World};
use rookery::lang::hir::Pattern;
use rookery::pattern::Program;
use rookery::session::Session;
use rookery::support::diag::{Sink, render};
use rookery::support::limits::Limits;
use std::cell::{Cell, RefCell};

/// Patterns of one case.
const PATTERNS: usize = 6;

fn session() -> Session {
    let mut sink = Sink::new();
    let dialect = [("q.dialect".to_string(), toy::DIALECT.to_string())];
    let (s, ok) = Session::new(&dialect, Limits::default(), &mut sink);
    let said: String = sink.items().iter().map(|d| render(&s.map, d, false)).collect();
    ok.unwrap_or_else(|_| panic!("the dialect does not load:\n{said}"));
    s
}

fn load(s: &mut Session, text: &str) -> Result<Program, String> {
    let file = s.map.add("random.pat", text);
    let mut sink = Sink::new();
    let loaded = rookery::pattern::load(&s.ctx, &s.reg, &s.map, &[file], &s.limits, true, &mut sink);
    loaded.map_err(|_| sink.items().iter().map(|d| render(&s.map, d, false)).collect())
}

fn body(s: &mut Session, text: &str) -> Body {
    let file = s.map.add("random.mlir", text);
    let mut sink = Sink::new();
    let body = s.parse(file, false, &mut sink);
    let said: String = sink.items().iter().map(|d| render(&s.map, d, false)).collect();
    body.unwrap_or_else(|| panic!("refused:\n{said}\n{text}"))
}

/// What the matcher in use binds; `None` where it refuses, an error where it runs out of steps.
fn in_use(w: World<'_>, body: &Body, p: &Pattern, op: OpId, s: &mut Scratch) -> Result<Option<Vec<V>>, Stop> {
    let mut tables = Tables::default();
    let mut m = Machine::new(w, body, &mut tables, s);
    match m.matches(p, op) {
        Ok(()) => (0..p.frame)
            .map(|n| taken(&m, m.slot(n)))
            .collect::<Result<_, _>>()
            .map(Some),
        Err(f) if f.why == Why::Fuel => Err(Stop::Fuel),
        Err(_) => Ok(None),
    }
}

/// What has been tried.
#[derive(Default)]
struct Count {
    made: Cell<usize>,
    loaded: Cell<usize>,
    matched: Cell<usize>,
    refused: Cell<usize>,
    /// Matches that are not the only solution.
    choices: Cell<usize>,
}

fn add(c: &Cell<usize>) {
    c.set(c.get() + 1);
}

/// Whether both matchers say the same of a pattern at each operation; else what they say.
fn compare(s: &Session, program: &Program, body: &Body, count: &Count) -> Result<(), String> {
    let world = World {
        ctx: &s.ctx,
        reg: &s.reg,
        fns: &program.fns,
        target: None,
        options: &[],
        fuel: 200_000,
        explain: false,
        forms: None,
        order: None,
    };
    let mut scratch = Scratch::default();
    for p in program.patterns.iter() {
        for op in body.walk_iter(body.root()) {
            let at = s.ctx.text(body.name(op));
            let found = in_use(world, body, p, op, &mut scratch);
            if found != in_use(world, body, p, op, &mut scratch) {
                return Err(format!("two runs at '{at}' differ"));
            }
            let reference = Reference {
                world,
                body,
                root: op,
            };
            let all = match reference.solutions(p) {
                Ok(all) => all,
                Err(Stop::Fuel) => continue,
                Err(e) => return Err(format!("the reference at '{at}': {e:?}")),
            };
            let found = match found {
                Ok(f) => f,
                Err(Stop::Fuel) => continue,
                Err(e) => return Err(format!("the matcher in use at '{at}': {e:?}")),
            };
            match (all.first(), &found) {
                (None, None) => add(&count.refused),
                (Some(first), Some(have)) => {
                    add(&count.matched);
                    if all.len() > 1 {
                        add(&count.choices);
                    }
                    for (n, (want, have)) in first.iter().zip(have).enumerate() {
                        if want.as_ref().is_some_and(|w| w != have) {
                            let name = &p.slots[n];
                            return Err(format!(
                                "'{name}' at '{at}' is {have:?}, but {want:?} in the reference"
                            ));
                        }
                    }
                }
                (want, have) => {
                    let say = |yes| if yes { "matches" } else { "does not" };
                    return Err(format!(
                        "at '{at}' the matcher in use {}, the reference {}",
                        say(have.is_some()),
                        say(want.is_some())
                    ));
                }
            }
        }
    }
    Ok(())
}

#[test]
fn the_matcher_in_use_finds_the_first_solution() {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|c| c.parse().ok());
    let config = ProptestConfig {
        cases: cases.unwrap_or(512),
        failure_persistence: None,
        max_shrink_iters: 4000,
        ..ProptestConfig::default()
    };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let s = RefCell::new(session());
    let count = Count::default();
    let input = (vec(any::<u32>(), 0..250), vec(vec(any::<u32>(), 0..90), PATTERNS));
    let done = runner.run(&input, |(ir, patterns)| {
        let mut s = s.borrow_mut();
        let text = toy::ir(&mut Dice::new(&ir), 14);
        let body = body(&mut s, &text);
        for p in patterns {
            let pat = random_pattern::pattern(&mut Dice::new(&p));
            add(&count.made);
            let program = match load(&mut s, &pat) {
                Ok(program) => program,
                Err(said) => {
                    if std::env::var_os("ROOKERY_SHOW_REFUSED").is_some() {
                        eprintln!("{pat}{said}");
                    }
                    continue;
                }
            };
            add(&count.loaded);
            compare(&s, &program, &body, &count)
                .map_err(|e| TestCaseError::fail(format!("{e}\n--- pattern\n{pat}--- IR\n{text}")))?;
        }
        Ok(())
    });
    if let Err(e) = done {
        panic!("{e}");
    }
    let n = |c: &Cell<usize>| c.get();
    eprintln!(
        "{} patterns, {} loaded; {} matches, {} of them of several, {} refusals",
        n(&count.made),
        n(&count.loaded),
        n(&count.matched),
        n(&count.choices),
        n(&count.refused)
    );
    assert!(
        n(&count.loaded) * 10 >= n(&count.made) * 4,
        "too few patterns load"
    );
    assert!(
        n(&count.matched) >= n(&count.made) / 2 && n(&count.choices) >= n(&count.made) / 20,
        "too few matches"
    );
}
