//! Patterns that nobody should write: they replace things by themselves, go round in circles, grow, take away what they need.
//! Whatever a set of them does, a run ends soon, with success, an error or a limit, and the IR that is left is valid.
//! `PROPTEST_CASES` asks for more cases; the same number gives the same cases.

// A test fails by panicking, in its helpers too.
#![allow(clippy::panic, clippy::expect_used, clippy::indexing_slicing)]

mod boxes;
mod dice;

use boxes::{DIALECT, Ir, inconsistent};
use dice::Dice;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestCaseError, TestRng, TestRunner};
use rookery::pass::{Engine, RunConfig, Step};
use rookery::rewrite::engine;
use rookery::session::Session;
use rookery::support::diag::{Sink, render};
use rookery::support::limits::Limits;
use std::cell::{Cell, RefCell};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// `#` is a small number, `$` an operand or result of the root, `@` an operation that is looked for.
const RULES: &[&str] = &[
    // The same again.
    "match op = w.v { n }; rewrite { replace op with w.v() { n } -> i32; }",
    "match op = w.e(x, _) { n }; rewrite { replace op with w.e(x, x) { n }; }",
    "match op = w.p(x, zs) { n }; rewrite { replace op with w.p(x, reversed(zs)) { n }; }",
    "match op = w.box; rewrite { replace op with clone op; }",
    "match op = w.kern; rewrite { clone op; erase op; }",
    // There and back.
    "match op = @ { n }; rewrite { update op { n = # - n }; }",
    "match op = w.v { n }; rewrite { update op { n = (n + #) % 3 }; }",
    "match op = w.e(x, y); rewrite { replace op with w.p(x, [y]) { n = # }; }",
    "match op = w.p(x, [y, ..]); rewrite { replace op with w.e(x, y) { n = # }; }",
    "match op = w.e(x, y); rewrite { update op (x = y, y = x); }",
    "match op = w.sym { sym_name }; rewrite { rename op to fresh(\"s#\"); update op { n = len([sym_name]) }; }",
    "match op = w.sym; match o = w.sym in walk(parent(op)); where o != op; rewrite { rename op to o.sym_name; rename o to op.sym_name; }",
    // More and more.
    "match op = w.k(x); rewrite { w.k(x) { n = # }; }",
    "match op = w.e(x, _); rewrite { w.e(op, x) { n = # }; w.k(op) { n = # }; }",
    "match op = w.box; rewrite { clone op; clone op; }",
    "match op = w.kern; rewrite { clone op; }",
    "match op = w.box(x); rewrite { at end of op.body { w.box(x) { n = # } -> i32 with body(i: i32) { clone op; w.k(i) { n = # }; }; } }",
    "match op = w.loop(x); rewrite { at start of op.body { w.k(x) { n = # }; clone op; } }",
    "match op = w.bag { xs }; rewrite { update op { xs = xs ++ xs ++ [#] }; }",
    "match op = w.bag { s }; rewrite { update op { s = \"{s}{s}a\" }; }",
    "match op = w.bag { s, xs }; rewrite { update op { s = \"{s}{xs}\", xs = [len(xs)] ++ xs }; }",
    "match op = w.bag { n }; rewrite { update op { n = n * n + # }; }",
    "match op = w.sym { sym_name }; rewrite { rename op to \"{sym_name}{sym_name}\"; }",
    "match op = w.kern; rewrite { at end of op.body { for x in walk(op) { w.v() { n = # } -> i32; } } }",
    "match op = w.kern; rewrite { at start of op.body { w.bag() { n = #, xs = [], s = \"\" }; } }",
    // What is needed goes.
    "match op = @; match a = _ of $; rewrite { erase a; }",
    "match op = @; rewrite { erase op; erase op; }",
    "match op = @; rewrite { for u in users($) { erase u; } }",
    "match op = @; rewrite { for o in walk(op) { erase o; } }",
    "match op = @; match p = w.box | w.loop of parent(op); rewrite { erase p; }",
    "match op = w.box; match o = _ in ops(op.body); rewrite { erase o; update op { n = # }; }",
    "match op = w.loop; rewrite { erase terminator(op.body); }",
    "match op = w.loop; let [a] = args(op.body); rewrite { replace a with op.x; erase a; }",
    "match op = w.end; match p = w.loop of parent(op); rewrite { erase op; at end of p.body { w.end() { n = # }; } }",
    // Itself in its place.
    "match op = w.e | w.p; rewrite { replace op with $; }",
    "match op = w.e | w.p | w.box; rewrite { replace $ with $; }",
    "match op = w.e | w.p | w.box; rewrite { update op (x = $); }",
    "match op = w.e | w.p | w.box; rewrite { replace op.x with op.r; }",
    "match op = w.e(x, _); rewrite { replace x with w.e(x, none) { n = # }; }",
    // Round and round.
    "match op = @; match b = _ of next(op); rewrite { move op after b; }",
    "match op = @; match b = _ of prev(op); rewrite { move op before b; }",
    "match op = @; match b = w.box in walk(parent(op)); where b != op; rewrite { move op end of b.body; }",
    "match op = @; match b = w.box | w.loop of parent(op); rewrite { move op before b; }",
    "match op = @; match b = w.kern in walk(symbol_table(op)); rewrite { move op end of b.body; }",
    "match op = @; rewrite { let b = w.box($) { n = # } -> i32 with body(i: i32) { w.k(i) { n = # }; }; move op after b; move op before b; }",
    "match op = @; rewrite { let b = w.v() { n = # } -> i32; at before b: w.k(b) { n = # }; at after b: w.k(b) { n = # }; }",
    // Inside out.
    "match op = w.box; rewrite { move op.body into op.other; }",
    "match op = w.box(x); rewrite { let b = w.box(x) { n = # } -> i32; move op.body into b.body; move op.other into b.other; replace op with b; }",
    "match op = w.box(x); rewrite { let b = w.box(x) { n = # } -> i32; move op end of b.body; }",
    "match op = w.box; rewrite { inline op.body with ($) before op; }",
    "match op = w.box; rewrite { inline op.body with ($) after op; inline op.other with ($) before op; }",
    "match op = w.loop; match y = w.end of terminator(op.body); rewrite { inline op.body with (op.x) before op; erase op; update y { n = # }; }",
    "match op = w.box(x); let o = op; rewrite { w.box(x) { n = # } -> i32 with body(i: i32) { clone o (x = i); } with other(i: i32) { clone o (x = i); }; }",
    // Much to say, and to look at.
    "match op = @; rewrite { remark op \"{op}\" note \"again\"; }",
    "match op = @; where # > 1; remark op \"once\";",
    "match op = @; rewrite { error op \"no\"; erase op; }",
    "match op = w.kern; let n = len([1 for a in walk(op) for b in walk(op) for c in walk(op) for d in walk(op)]); where n < #; rewrite { erase op; }",
    "match op = @; match a = _ in walk(symbol_table(op)); match b = _ in walk(a); match c = _ in users($); where a == b and b == c and a != c; rewrite { erase op; }",
    "match op = w.v { n = 9223372036854775807 }; rewrite { update op { n = n_of(op) }; }",
    "match op = w.v { n }; rewrite { update op { n = n + 9223372036854775806 }; }",
];

fn rule(d: &mut Dice, n: usize) -> String {
    let text = d.pick(RULES);
    let kind = d.pick(&["w.e", "w.p", "w.box", "w.e | w.p", "w.e | w.box"]);
    let mut out = format!("  pattern p{n} ");
    if d.chance(1, 3) {
        let _ = write!(out, "benefit {} ", d.below(9));
    } else {
        out.push_str("unordered ");
    }
    if d.chance(1, 4) {
        let m = d.pick(&[
            "0",
            "len(walk(op))",
            "len(ancestors(op))",
            "len(definitions(op))",
            "3",
        ]);
        let _ = write!(out, "decreases {m} ");
    }
    out.push_str("{ ");
    for c in text.chars() {
        match c {
            '#' => {
                let _ = write!(out, "{}", d.below(4));
            }
            '$' => out.push_str(d.pick(&["op.x", "op.r"])),
            '@' => out.push_str(kind),
            c => out.push(c),
        }
    }
    out + " }\n"
}

fn file(d: &mut Dice) -> String {
    let mut out = String::from("use w;\nfn n_of(o: op) -> int = len(walk(o)) - 1;\nset s {\n");
    for n in 0..1 + d.below(4) {
        out.push_str(&rule(d, n));
    }
    let driver = d.pick(&["greedy", "greedy", "greedy bottom_up", "walk", "walk bottom_up"]);
    let anchor = d.pick(&["w.kern", "builtin.module"]);
    let _ = write!(out, "}}\npass p on {anchor} {{ stage one: {driver} {{ s }} }}\n");
    out
}

fn said(s: &Session, sink: &Sink) -> String {
    sink.items().iter().map(|d| render(&s.map, d, false)).collect()
}

/// How long one run may take, however busy the machine is; alone it takes milliseconds.
const LONGEST: Duration = Duration::from_secs(20);

fn silly(allow_cycles: bool, cases: u32) -> (usize, usize, usize) {
    let config = ProptestConfig {
        cases,
        failure_persistence: None,
        max_shrink_iters: 2000,
        ..ProptestConfig::default()
    };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let mut sink = Sink::new();
    let limits = Limits {
        rewrites_base: 60,
        rewrites_per_op: 1,
        created_ops: 1000,
        eval_steps: 100_000,
        ..Limits::default()
    };
    let (mut s, ok) = Session::new(&[("w.dialect".into(), DIALECT.into())], limits, &mut sink);
    assert!(ok.is_ok(), "{}", said(&s, &sink));
    s.allow_cycles = allow_cycles;
    let s = RefCell::new(s);
    let (loaded, applied, ended) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let done = runner.run(
        &(vec(any::<u32>(), 0..150), vec(any::<u32>(), 0..60)),
        |(ir, rules)| {
            let mut s = s.borrow_mut();
            let (ir, rules) = (Ir::text(&mut Dice::new(&ir)), file(&mut Dice::new(&rules)));
            let fail =
                |what: String| TestCaseError::fail(format!("{what}\n--- patterns\n{rules}--- IR\n{ir}"));
            let (input, pat) = (s.map.add("r.mlir", &*ir), s.map.add("r.pat", &*rules));
            let mut sink = Sink::new();
            let Some(mut body) = s.parse(input, false, &mut sink) else {
                return Err(fail(format!("the IR is refused:\n{}", said(&s, &sink))));
            };
            let Ok(engine) = engine(&s, &[pat], &mut sink) else {
                if std::env::var_os("ROOKERY_SHOW_REFUSED").is_some() {
                    eprintln!("{rules}{}", said(&s, &sink));
                }
                return Ok(());
            };
            loaded.set(loaded.get() + 1);
            let step = Step {
                pass: "p".into(),
                options: Vec::new(),
                anchor: None,
            };
            let config = RunConfig {
                trace: rookery::pass::TraceMode::Patterns,
                ..RunConfig::default()
            };
            let (mut sink, mut told) = (Sink::new(), Vec::new());
            let start = Instant::now();
            let done = engine.run(&s, &mut body, &step, &config, &mut sink, &mut told);
            let took = start.elapsed();
            if took > LONGEST {
                return Err(fail(format!("it takes {took:?}")));
            }
            applied.set(applied.get() + usize::from(!told.is_empty()));
            ended.set(ended.get() + usize::from(said(&s, &sink).contains("limit")));
            if done.is_err() && sink.errors() == 0 {
                return Err(fail("it fails and does not say why".to_string()));
            }
            inconsistent(&body).map_err(&fail)?;
            let mut faults = Sink::new();
            s.verify(&body, &mut faults);
            // What is around an operation, and whether symbols are there, is checked when a pass has ended.
            let later = |m: &str| m.contains("the op around it must be a symbol table");
            if faults.items().iter().any(|d| !later(&d.message)) {
                return Err(fail(format!("leaves invalid IR:\n{}", said(&s, &faults))));
            }
            Ok(())
        },
    );
    if let Err(e) = done {
        panic!("{e}");
    }
    (loaded.get(), applied.get(), ended.get())
}

fn cases() -> u32 {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|c| c.parse().ok());
    asked.unwrap_or(400)
}

#[test]
fn silly_patterns_end_and_leave_valid_ir() {
    let (loaded, applied, ended) = silly(true, cases());
    eprintln!("{loaded} sets loaded, {applied} of them applied, {ended} met a limit");
    assert!(loaded * 10 > cases() as usize * 4 && applied * 3 > loaded && ended > 0);
}

#[test]
fn and_so_do_those_that_are_not_refused_for_going_round() {
    let (loaded, applied, _) = silly(false, cases());
    eprintln!("{loaded} sets loaded, {applied} of them applied");
    assert!(loaded * 20 > cases() as usize && applied > 0);
}
