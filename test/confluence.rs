//! Whether the order of the worklist matters: random sets of patterns with one normal form, on random IR, give the same for
//! every seed of `--shuffle-worklist`. `PROPTEST_CASES` asks for more cases; the same number gives the same cases.

// A test fails by panicking, in its helpers too.
#![allow(clippy::panic, clippy::expect_used, clippy::indexing_slicing)]

mod dice;

use dice::Dice;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestCaseError, TestRng, TestRunner};
use rookery::ir::body::Def;
use rookery::ir::{Body, OpId, ValueId};
use rookery::pass::instrument::Observe;
use rookery::pass::{Engine, RunConfig, Step};
use rookery::rewrite::{PatternEngine, engine};
use rookery::session::Session;
use rookery::support::diag::{Sink, render};
use rookery::support::limits::Limits;
use rookery::text::print::{PrintOptions, print};
use std::cell::{Cell, RefCell};
use std::fmt::Write as _;

const DIALECT: &str = r"
dialect c {
  op num { results r: i32; attributes n: int; traits Pure; }
  op in { results r: i32; attributes n: int; }
  op add { operands x: i32, y: i32; results r: i32; traits Pure; }
  op mul { operands x: i32, y: i32; results r: i32; traits Pure; }
  op max { operands x: i32, y: i32; results r: i32; traits Pure; }
  op neg { operands x: i32; results r: i32; traits Pure; }
  op id { operands x: i32; results r: i32; traits Pure; }
  op sel { operands c: i32, x: i32, y: i32; results r: i32; traits Pure; }
  op use { operands x: i32; }
  op box { regions body ends nothing; attributes n: int; }
}
";

/// Groups of rules that have one normal form in any selection of groups, down to which operation stands where.
const EXACT: &[&[&str]] = &[
    &[
        "fold_add { match op = c.add(c.num { n = a }, c.num { n = b }); rewrite { replace op with c.num() { n = wrap(a + b, 32) }; } }",
    ],
    &[
        "fold_mul { match op = c.mul(c.num { n = a }, c.num { n = b }); rewrite { replace op with c.num() { n = wrap(a * b, 32) }; } }",
        "mul_zero { match op = commutes c.mul(_, c.num { n = 0 }); rewrite { replace op with c.num() { n = 0 }; } }",
    ],
    &[
        "fold_neg { match op = c.neg(c.num { n = a }); rewrite { replace op with c.num() { n = wrap(0 - a, 32) }; } }",
    ],
    &["id { match op = c.id(x); rewrite { replace op with x; } }"],
    &["max_same { match op = c.max(x, x); rewrite { replace op with x; } }"],
    &[
        "max_min { match op = c.max(c.num, c.num { n = -1 }) -> (r); where not unused(r); rewrite { replace op with op.x; } }",
    ],
    &[
        "sel_known { match op = c.sel(c.num { n }, x, y); rewrite { replace op with if n == 0 { y } else { x }; } }",
    ],
    &["open_box { match op = c.box { n = 0 }; rewrite { inline op.body before op; erase op; } }"],
    &["empty_box { match op = c.box { n = 1 }; where is_empty(op.body); rewrite { erase op; } }"],
];
/// Rules that leave open which of equal operations is used, and where it stands; or that look further than what is next to a
/// change.
const SHARED: &[&str] = &[
    "add_zero { match op = commutes c.add(x, c.num { n = 0 }); where not (x is c.num); rewrite { replace op with x; } }",
    "mul_one { match op = commutes c.mul(x, c.num { n = 1 }); where not (x is c.num); rewrite { replace op with x; } }",
    "neg_neg { match op = c.neg(c.neg(x)); rewrite { replace op with x; } }",
    "neg_four { match op = c.neg(c.id(c.id(c.neg(x)))); rewrite { replace op with x; } }",
    "sel_same { match op = c.sel(_, x, x); rewrite { replace op with x; } }",
    "max_max { match op = c.max(c.max(x, y), y); rewrite { replace op with c.max(x, y); } }",
    "right_add { match op = c.add(x, y); where x is c.num and not (y is c.num); rewrite { update op (x = y, y = x); } }",
    "right_mul { match op = c.mul(x, y); where x is c.num and not (y is c.num); rewrite { update op (x = y, y = x); } }",
    "same_num { match op = c.num { n } -> (r); match other = c.num { n = n } in ops(home(op)); where properly_dominates(other, op) and not unused(r); rewrite { replace op with other; } }",
    "same_neg { match op = c.neg(x); match other = c.neg(x) in users(x); where properly_dominates(other, op); rewrite { replace op with other; } }",
    "same_max { match op = c.max(x, _); match other = c.max in users(x); where equivalent(op, other) and properly_dominates(other, op); rewrite { replace op with other; } }",
];
/// Of the operations in a box it takes the first that it sees.
const RIVAL: &str = "first { match op = c.id(x); match b = c.box of parent(op); where len(o for o in ops(b.body) if o is c.id) > 1; rewrite { replace op with x; } }";
/// Of four it takes the first three or the last three.
const THREE: &str = "three { match op = c.neg(c.neg(c.neg(x))); rewrite { replace op with c.id(x); } }";

/// Random IR: a box with operations, the last of which use values.
struct Ir<'d> {
    d: &'d mut Dice,
    out: String,
    visible: Vec<String>,
    next: usize,
}

impl Ir<'_> {
    fn text(d: &mut Dice) -> String {
        let mut t = Ir {
            d,
            out: "\"c.box\"() ({\n".to_string(),
            visible: Vec::new(),
            next: 0,
        };
        t.op("num", 0);
        t.op("in", 0);
        t.ops(2, 14);
        for _ in 0..3 {
            let v = t.value();
            let _ = writeln!(t.out, "\"c.use\"({v}) : (i32) -> ()");
        }
        t.out + "}) {n = 9 : i64} : () -> ()\n"
    }

    fn ops(&mut self, depth: usize, most: usize) {
        for _ in 0..1 + self.d.below(most) {
            let kinds = [
                "num", "add", "mul", "neg", "id", "max", "sel", "in", "neg", "add", "use", "id", "box",
            ];
            let kind = kinds[self.d.below(if depth == 0 { 12 } else { 13 })];
            self.op(kind, depth);
        }
    }

    fn value(&mut self) -> String {
        let n = self.visible.len();
        // Late ones more often, so that chains become deep.
        let at = if self.d.chance(1, 3) {
            self.d.below(n)
        } else {
            n - 1 - self.d.below(n.min(3))
        };
        self.visible[at].clone()
    }

    fn op(&mut self, kind: &str, depth: usize) {
        self.next += 1;
        let (name, n) = (format!("%v{}", self.next), self.d.pick(&[0, 1, 2, -1, i32::MAX]));
        if kind == "box" {
            let (outside, n) = (self.visible.len(), self.d.below(3));
            self.out.push_str("\"c.box\"() ({\n");
            self.ops(depth - 1, 4);
            self.visible.truncate(outside);
            let _ = writeln!(self.out, "}}) {{n = {n} : i64}} : () -> ()");
            return;
        }
        let count = match kind {
            "num" | "in" => 0,
            "neg" | "id" | "use" => 1,
            "sel" => 3,
            _ => 2,
        };
        let mut operands: Vec<String> = (0..count).map(|_| self.value()).collect();
        if count == 2 && self.d.chance(1, 4) {
            operands[1] = operands[0].clone();
        }
        let attrs = if count == 0 {
            format!(" {{n = {n} : i64}}")
        } else {
            String::new()
        };
        let result = if kind == "use" { "()" } else { "i32" };
        let head = if kind == "use" {
            String::new()
        } else {
            format!("{name} = ")
        };
        let _ = writeln!(
            self.out,
            "{head}\"c.{kind}\"({}){attrs} : ({}) -> {result}",
            operands.join(", "),
            vec!["i32"; count].join(", "),
        );
        if kind != "use" {
            self.visible.push(name);
        }
    }
}

/// A pattern file of some of the rules, each of a benefit of its own.
fn file(rules: &[&str]) -> String {
    let mut out =
        String::from("use c;\nfn home(o: op) -> region { match b = c.box of parent(o); b.body }\nset s {\n");
    for (n, r) in rules.iter().enumerate() {
        let (name, rest) = r.split_once(' ').expect("a name");
        let _ = writeln!(out, "  pattern {name} benefit {} {rest}", 99 - n);
    }
    out + "}\npass p on builtin.module { stage all: greedy { s } }\n"
}

fn said(s: &Session, sink: &Sink) -> String {
    sink.items().iter().map(|d| render(&s.map, d, false)).collect()
}

fn session() -> Session {
    let mut sink = Sink::new();
    let limits = Limits {
        rewrites_base: 2000,
        ..Limits::default()
    };
    let (mut s, ok) = Session::new(&[("c.dialect".into(), DIALECT.into())], limits, &mut sink);
    assert!(ok.is_ok(), "{}", said(&s, &sink));
    s.allow_cycles = true;
    s
}

fn loaded(s: &mut Session, text: &str) -> PatternEngine {
    let file = s.map.add("r.pat", text);
    let mut sink = Sink::new();
    engine(s, &[file], &mut sink).unwrap_or_else(|_| panic!("{}\n{text}", said(s, &sink)))
}

/// What an operation that has an effect computes, written as a tree: where constants stand and what is shared does not count.
fn tree(s: &Session, body: &Body, v: ValueId, out: &mut String) {
    match body.def(v) {
        Def::Result(op, _) => {
            let name = s.ctx.text(body.name(op));
            // An input is itself, and where it came from says which.
            if name == "c.in" {
                let before = body.walk_iter(body.root()).take_while(|o| *o != op);
                let n = before.filter(|o| s.ctx.text(body.name(*o)) == "c.in").count();
                let _ = write!(out, "in{n}");
                return;
            }
            let _ = write!(out, "{name}{}(", s.ctx.show_attr(body.props(op)));
            for o in body.operands(op) {
                tree(s, body, o, out);
                out.push(' ');
            }
            out.push(')');
        }
        _ => out.push('?'),
    }
}

fn effects(s: &Session, body: &Body) -> String {
    let mut out = String::new();
    let all: Vec<OpId> = body.walk_iter(body.root()).collect();
    for op in all {
        let name = s.ctx.text(body.name(op));
        if body.result_count(op) == 0 {
            out.push_str(name);
            for v in body.operands(op) {
                out.push(' ');
                tree(s, body, v, &mut out);
            }
            out.push('\n');
        }
    }
    out
}

fn text_of(s: &Session, body: &Body) -> String {
    let options = PrintOptions {
        generic: false,
        locations: None,
    };
    print(&s.ctx, &s.reg, body, body.root(), options)
}

/// The IR after a run in the order that a seed gives: all of it, and what it computes.
fn run(s: &mut Session, e: &PatternEngine, ir: &str, seed: Option<u64>) -> Result<(String, String), String> {
    let input = s.map.add("r.mlir", ir);
    let mut sink = Sink::new();
    let Some(mut body) = s.parse(input, false, &mut sink) else {
        return Err(format!("the IR is refused:\n{}", said(s, &sink)));
    };
    let step = Step {
        pass: "p".into(),
        options: Vec::new(),
        anchor: None,
    };
    let config = RunConfig {
        observe: Observe {
            shuffle: seed,
            ..Observe::default()
        },
        ..RunConfig::default()
    };
    let (mut sink, mut told) = (Sink::new(), Vec::new());
    let done = e.run(s, &mut body, &step, &config, &mut sink, &mut told);
    if done.is_err() || !sink.items().is_empty() {
        return Err(format!("the run says:\n{}", said(s, &sink)));
    }
    Ok((text_of(s, &body), effects(s, &body)))
}

/// How many of so many cases of a file give something else for one of the seeds.
fn differing(
    cases: u32,
    pick: impl Fn(&mut Dice) -> (Vec<&'static str>, bool),
) -> Result<(usize, usize), String> {
    let config = ProptestConfig {
        cases,
        failure_persistence: None,
        max_shrink_iters: 4000,
        ..ProptestConfig::default()
    };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let s = RefCell::new(session());
    let (runs, changed) = (Cell::new(0), Cell::new(0));
    let done = runner.run(
        &(vec(any::<u32>(), 0..200), vec(any::<u32>(), 0..30)),
        |(ir, rules)| {
            let s = &mut *s.borrow_mut();
            let (rules, exact) = pick(&mut Dice::new(&rules));
            let (ir, text) = (Ir::text(&mut Dice::new(&ir)), file(&rules));
            let e = loaded(s, &text);
            let fail =
                |what: String| TestCaseError::fail(format!("{what}\n--- patterns\n{text}--- IR\n{ir}"));
            let plain = run(s, &e, &ir, None).map_err(&fail)?;
            let before = s.map.add("r.mlir", &*ir);
            let before = s.parse(before, false, &mut Sink::new()).map(|b| text_of(s, &b));
            changed.set(changed.get() + usize::from(before.as_ref() != Some(&plain.0)));
            for seed in [1, 2, 77] {
                runs.set(runs.get() + 1);
                let other = run(s, &e, &ir, Some(seed)).map_err(&fail)?;
                let (a, b) = if exact {
                    (&plain.0, &other.0)
                } else {
                    (&plain.1, &other.1)
                };
                if a != b {
                    return Err(fail(format!("seed {seed} gives\n{b}--- instead of\n{a}")));
                }
            }
            Ok(())
        },
    );
    match done {
        Ok(()) => Ok((runs.get(), changed.get())),
        Err(e) => Err(e.to_string()),
    }
}

fn some<T: Copy>(d: &mut Dice, from: &[T]) -> Vec<T> {
    from.iter().copied().filter(|_| d.chance(2, 3)).collect()
}

fn cases() -> u32 {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|c| c.parse().ok());
    asked.unwrap_or(250)
}

#[test]
fn the_order_of_sets_with_one_normal_form_does_not_matter() {
    let (runs, changed) =
        differing(cases(), |d| (some(d, EXACT).concat(), true)).unwrap_or_else(|e| panic!("{e}"));
    eprintln!("{runs} runs, {changed} of the inputs change");
    assert!(runs >= 3 * cases() as usize && changed * 2 > cases() as usize);
}

#[test]
fn nor_does_it_where_operations_are_shared() {
    let all = |d: &mut Dice| {
        let mut rules = some(d, SHARED);
        rules.extend(EXACT.concat());
        (rules, false)
    };
    let (runs, changed) = differing(cases(), all).unwrap_or_else(|e| panic!("{e}"));
    assert!(runs >= 3 * cases() as usize && changed * 2 > cases() as usize);
}

/// The comparison notices sets whose first application decides.
#[test]
fn a_set_with_several_normal_forms_is_noticed() {
    let found = differing(400, |_| (vec![RIVAL], true));
    assert!(found.is_err_and(|e| e.contains("instead of")));
    let mut s = session();
    let e = loaded(&mut s, &file(&[THREE]));
    let mut ir = "%0 = \"c.in\"() {n = 0 : i64} : () -> i32\n".to_string();
    for n in 1..9 {
        let _ = writeln!(ir, "%{n} = \"c.neg\"(%{}) : (i32) -> i32", n - 1);
    }
    ir.push_str("\"c.use\"(%8) : (i32) -> ()\n");
    let results: Vec<String> = (0..20)
        .filter_map(|n| run(&mut s, &e, &ir, Some(n)).ok())
        .map(|r| r.0)
        .collect();
    assert!(results.len() == 20 && results.iter().any(|r| *r != results[0]));
}
