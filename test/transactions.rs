//! Random rewrites on random IR, in sweeps and to fixpoints: whatever they do, what is left is valid, its use lists fit, and
//! nothing panics. `PROPTEST_CASES` asks for more cases; the same number gives the same cases.

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

/// Random rewrites.
struct Rules<'d> {
    d: &'d mut Dice,
    ops: Vec<(String, &'static str)>,
    values: Vec<String>,
    args: Vec<String>,
    next: usize,
}

fn file(d: &mut Dice) -> String {
    let mut out = String::from("use w;\nset s {\n");
    let mut g = Rules {
        d,
        ops: Vec::new(),
        values: Vec::new(),
        args: Vec::new(),
        next: 0,
    };
    for n in 0..1 + g.d.below(3) {
        let text = g.pattern(n);
        out.push_str(&text);
    }
    let driver = g.d.pick(&["walk", "walk bottom_up", "greedy", "greedy"]);
    let anchor = g.d.pick(&["w.kern", "builtin.module"]);
    let _ = write!(out, "}}\npass p on {anchor} {{ stage one: {driver} {{ s }} }}\n");
    out
}

impl Rules<'_> {
    fn fresh(&mut self) -> String {
        self.next += 1;
        format!("x{}", self.next)
    }

    fn known(&mut self, name: &str, kind: &'static str) {
        self.ops.push((name.to_string(), kind));
        if matches!(kind, "v" | "e" | "p" | "box" | "wide") {
            self.values.push(format!("{name}.r"));
        }
        if matches!(kind, "e" | "p" | "k" | "box" | "loop") {
            self.values.push(format!("{name}.x"));
        }
    }

    fn pattern(&mut self, n: usize) -> String {
        (self.ops, self.values, self.args) = (Vec::new(), Vec::new(), Vec::new());
        let kind = self.d.pick(&["box", "loop", "v", "e", "p", "k", "box", "sym"]);
        let below = self.d.below(3);
        let mut out = format!(
            "  pattern p{n} benefit {} {{\n    match op = w.{kind};\n    where op.n < {};\n",
            9 - n,
            3 - below
        );
        self.known("op", kind);
        for _ in 0..self.d.below(4) {
            let (name, kind) = (
                self.fresh(),
                self.d
                    .pick(&["v", "box", "e", "p", "k", "box", "loop", "sym", "end", "wide"]),
            );
            let list = match self.d.below(4) {
                0 => "walk(op)".to_string(),
                1 if self.values.iter().any(|v| v == "op.r") => "users(op.r)".into(),
                _ => "walk(parent(op))".into(),
            };
            let _ = writeln!(
                out,
                "    match {name} = w.{kind} in {list};\n    where {name} != op;"
            );
            self.known(&name, kind);
        }
        if let Some(r) = self.region()
            && self.d.chance(1, 2)
        {
            let a = self.fresh();
            let _ = writeln!(out, "    let [{a}, ..] = args({r});");
            self.args.push(a.clone());
            self.values.push(a);
        }
        out.push_str("    rewrite {\n");
        for _ in 0..1 + self.d.below(3) {
            let line = self.statement(2);
            let _ = writeln!(out, "      {line}");
        }
        out + "    }\n  }\n"
    }

    fn op(&mut self) -> String {
        let n = self.d.below(self.ops.len());
        self.ops[n].0.clone()
    }

    fn value(&mut self) -> Option<String> {
        match self.values.len() {
            0 => None,
            n => Some(self.values[self.d.below(n)].clone()),
        }
    }

    fn region(&mut self) -> Option<String> {
        let all: Vec<String> = self
            .ops
            .iter()
            .flat_map(|(name, kind)| match *kind {
                "box" => vec![format!("{name}.body"), format!("{name}.other")],
                "loop" => vec![format!("{name}.body")],
                _ => Vec::new(),
            })
            .collect();
        match all.len() {
            0 => None,
            n => Some(all[self.d.below(n)].clone()),
        }
    }

    fn point(&mut self) -> String {
        match (self.d.below(5), self.region()) {
            (0, Some(r)) => format!("end of {r}"),
            (1, Some(r)) => format!("start of {r}"),
            (2, _) => format!("after {}", self.op()),
            _ => format!("before {}", self.op()),
        }
    }

    fn creation(&mut self) -> String {
        let n = self.d.below(4);
        match (self.d.below(6), self.value()) {
            (0, Some(v)) => format!("w.k({v}) {{ n = {n} }}"),
            (1, Some(v)) => match self.value() {
                Some(w) => format!("w.e({v}, {w}) {{ n = {n} }}"),
                None => format!("w.e({v}, none) {{ n = {n} }}"),
            },
            (2, Some(v)) => format!("w.p({v}, [{v}]) {{ n = {n} }}"),
            (3, Some(v)) => {
                let i = self.fresh();
                format!(
                    "w.box({v}) {{ n = {n} }} -> i32 with body({i}: i32) {{ w.k({i}) {{ n = {n} }}; w.k({v}) {{ n = 1 }}; }}"
                )
            }
            (4, _) => format!("w.sym() {{ sym_name = \"s{}\", n = {n} }}", self.d.below(9)),
            _ => format!("w.v() {{ n = {n} }} -> i32"),
        }
    }

    fn statement(&mut self, depth: usize) -> String {
        let (n, op, value) = (self.d.below(4), self.op(), self.value());
        match (self.d.below(15), value) {
            (0 | 1, _) => {
                let made = self.creation();
                if made.starts_with("w.v") || made.starts_with("w.e") {
                    let name = self.fresh();
                    self.values.push(name.clone());
                    return format!("let {name} = {made};");
                }
                format!("{made};")
            }
            (2, _) => format!("clone {op} {{ n = {n} }};"),
            (3, _) => format!("update {op} {{ n = {n} }};"),
            (4, Some(v)) => format!("update {op} (x = {v}) {{ n = {n} }};"),
            (5 | 6, Some(v)) => format!("replace {op} with {v};"),
            (7, Some(v)) => match self.value() {
                Some(w) => format!("replace {v} with {w};"),
                None => format!("erase {op};"),
            },
            (8, _) if depth > 0 => {
                let (p, inner) = (self.point(), self.statement(depth - 1));
                let values = self.values.len();
                self.values
                    .truncate(values - usize::from(inner.starts_with("let ")));
                format!("at {p} {{ {inner} }}")
            }
            (9 | 10, _) => format!("move {op} {};", self.point()),
            (11, _) => match (self.region(), self.region()) {
                (Some(a), Some(b)) => format!("move {a} into {b};"),
                _ => format!("erase {op};"),
            },
            (12, value) => match (self.region(), value) {
                (Some(r), Some(v)) => format!("inline {r} with ({v}) {};", self.point()),
                _ => format!("erase {op};"),
            },
            (13, _) => match self.ops.iter().find(|o| o.1 == "sym") {
                Some((s, _)) => format!("rename {s} to \"s{n}\";"),
                None => format!("erase {op};"),
            },
            _ => match self.args.first() {
                Some(a) if self.d.chance(1, 2) => format!("erase {a};"),
                _ => format!("erase {op};"),
            },
        }
    }
}

fn said(s: &Session, sink: &Sink) -> String {
    sink.items().iter().map(|d| render(&s.map, d, false)).collect()
}

#[test]
fn what_rewrites_leave_is_valid() {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|c| c.parse().ok());
    let config = ProptestConfig {
        cases: cases.unwrap_or(1500),
        failure_persistence: None,
        max_shrink_iters: 4000,
        ..ProptestConfig::default()
    };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let mut sink = Sink::new();
    let limits = Limits {
        rewrites_base: 40,
        rewrites_per_op: 1,
        created_ops: 500,
        ..Limits::default()
    };
    let (mut s, ok) = Session::new(&[("w.dialect".into(), DIALECT.into())], limits, &mut sink);
    assert!(ok.is_ok(), "{}", said(&s, &sink));
    s.allow_cycles = true;
    let s = RefCell::new(s);
    let (made, loaded, applied, refused) = (Cell::new(0), Cell::new(0), Cell::new(0), Cell::new(0));
    let input = (vec(any::<u32>(), 0..300), vec(any::<u32>(), 0..80));
    let done = runner.run(&input, |(ir, rules)| {
        let mut s = s.borrow_mut();
        let (ir, rules) = (Ir::text(&mut Dice::new(&ir)), file(&mut Dice::new(&rules)));
        let fail = |what: String| TestCaseError::fail(format!("{what}\n--- patterns\n{rules}--- IR\n{ir}"));
        made.set(made.get() + 1);
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
        let _ = engine.run(&s, &mut body, &step, &config, &mut sink, &mut told);
        applied.set(applied.get() + usize::from(!told.is_empty()));
        refused.set(refused.get() + usize::from(said(&s, &sink).contains("was not applied here")));
        inconsistent(&body).map_err(&fail)?;
        let mut faults = Sink::new();
        s.verify(&body, &mut faults);
        // What is around an operation is checked when a pass has ended, since a level is lowered pattern by pattern.
        let later = |m: &str| m.contains("the op around it must be a symbol table");
        if faults.items().iter().any(|d| !later(&d.message)) {
            let told = String::from_utf8_lossy(&told).into_owned();
            return Err(fail(format!("{told}leaves invalid IR:\n{}", said(&s, &faults))));
        }
        Ok(())
    });
    if let Err(e) = done {
        panic!("{e}");
    }
    let (made, loaded, applied, refused) = (made.get(), loaded.get(), applied.get(), refused.get());
    eprintln!("{made} sets, {loaded} loaded, {applied} of them applied, {refused} refused something");
    assert!(loaded * 10 >= made * 4 && applied * 6 >= loaded && refused * 20 >= loaded);
}
