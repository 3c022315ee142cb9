//! The sizes that a DMA is split into, of every number of ring entries: the function of `patterns/` itself is asked, and what it
//! gives is compared with what such a list has to be. `ROOKERY_ALL_SPLITS=1` asks for every number
//! up to 200,000, which takes minutes.

// A test fails by panicking, in its helpers too.
#![allow(clippy::panic, clippy::expect_used)]

use rookery::pass::{Engine, RunConfig, Step};
use rookery::rewrite::engine;
use rookery::session::Session;
use rookery::support::diag::{Sink, render};
use rookery::support::limits::Limits;
use std::fmt::Write as _;

const DIALECT: &str = r"
dialect asked { op splits { attributes from: int, to: int, step: int, granule: int, depth: int; } }
";
const ASKS: &str = r#"
use asked;
/// Number, factor, passes, sum, first, last, and the least and the most of all but the last.
fn about(n: int, f: int, all: [int]) -> [int] {
  let most = all[0 .. len(all) - 1] ++ [all[0]];
  [n, f, len(all), sum(all), all[0], last(all), min(most), max(most)]
}
set asks {
  pattern ask {
    match op = asked.splits { from, to, step, granule, depth };
    remark op "{[about(from + k * step, spread_factor(from + k * step, depth), free_splits(from + k * step, granule, depth))
                 for k in 0 .. ceil_div(to - from, step)]}";
  }
}
pass ask on builtin.module { stage all: walk { asks } }
"#;

/// What the patterns say of these numbers on a target: a list each.
fn asked(target: &str, ranges: &[(i64, i64, i64)], granule: i64, depth: i64) -> Vec<Vec<i64>> {
    let mut sink = Sink::new();
    let limits = Limits {
        eval_steps: u64::MAX,
        ..Limits::default()
    };
    let (mut s, loaded) = Session::new(&[("asked.dialect".into(), DIALECT.into())], limits, &mut sink);
    let mut files = Vec::new();
    for (name, text) in rookery::shipped::PATTERNS {
        files.push(s.map.add(*name, *text));
    }
    files.push(s.map.add("asks.pat", ASKS));
    let mut ir = String::new();
    for (from, to, step) in ranges {
        let _ = writeln!(
            ir,
            "\"asked.splits\"() {{from = {from} : i64, to = {to} : i64, step = {step} : i64, granule = {granule} : i64, depth = {depth} : i64}} : () -> ()"
        );
    }
    let input = s.map.add("asked.mlir", &*ir);
    let mut told = Vec::new();
    let done = loaded
        .and_then(|()| engine(&s, &files, &mut sink))
        .is_ok_and(|engine| {
            let step = Step {
                pass: "ask".into(),
                options: Vec::new(),
                anchor: None,
            };
            let config = RunConfig {
                target: Some((target.into(), Vec::new())),
                ..RunConfig::default()
            };
            s.parse(input, false, &mut sink).is_some_and(|mut body| {
                engine
                    .run(&s, &mut body, &step, &config, &mut sink, &mut told)
                    .is_ok()
            })
        });
    let said: String = sink.items().iter().map(|d| render(&s.map, d, false)).collect();
    assert!(done && sink.errors() == 0, "{said}");
    let mut out = Vec::new();
    for d in sink.items() {
        for part in d.message.trim_matches(['[', ']']).split("], [") {
            let list: Result<Vec<i64>, _> = part.split(", ").map(str::parse).collect();
            out.push(list.unwrap_or_else(|e| panic!("{e}: {part}")));
        }
    }
    out
}

/// In parts of so many, since a text shows the beginning of a long list.
const PART: i64 = 60;

/// Every `step`th number.
fn parts(from: i64, to: i64, step: i64) -> Vec<(i64, i64, i64)> {
    let mut out = Vec::new();
    let mut at = from;
    while at < to {
        out.push((at, to.min(at + PART * step), step));
        at += PART * step;
    }
    out
}

fn check(target: &str, engines: i64, depth: i64) -> usize {
    let all = std::env::var_os("ROOKERY_ALL_SPLITS").is_some();
    // Lists are as long as the ring is shallow.
    let mut ranges = parts(1, if depth < 100 { 1001 } else { 4001 }, 1);
    if depth >= 100 && all {
        ranges = parts(1, 200_001, 1);
    } else if depth >= 100 {
        // A prime apart, so that all remainders are among them; and around the rings.
        ranges.extend(parts(4001, 200_001, 997));
        ranges.extend([(65_500, 65_541, 1), (131_030, 131_051, 1)]);
    }
    let mut wrong = Vec::new();
    let mut count = 0;
    for granule in [1, 2] {
        for list in asked(target, &ranges, granule, depth) {
            let &[n, f, passes, sum, first, last, least, most] = &*list else {
                panic!("not eight numbers: {list:?}")
            };
            count += 1;
            let factor = (1..=engines.min(depth)).filter(|f| n % f == 0).max();
            let unit = if granule == 1 { 1 } else { f };
            let budget = if granule == 1 { depth } else { depth / f * f };
            let fits = Some(f) == factor
                && sum == n
                && (passes == 1
                    || (least == budget && most == budget && first == budget && budget % unit == 0))
                && (1..=depth).contains(&last)
                && last <= budget
                && passes == (n + budget - 1) / budget;
            if !fits {
                wrong.push(format!("granule {granule}: {list:?}"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{target}, depth {depth}: {} wrong, first {:?}",
        wrong.len(),
        wrong.iter().take(5).collect::<Vec<_>>()
    );
    count
}

#[test]
fn sizes_sum_up_stay_within_the_ring_and_spread_evenly() {
    let mut asked = 0;
    for (target, engines, depth) in [
        ("trn2", 16, 1020),
        ("trn2", 16, 65520),
        ("tiny", 4, 5),
        ("tiny", 4, 9),
    ] {
        asked += check(target, engines, depth);
    }
    assert!(asked > 20_000, "only {asked} were asked for");
}
