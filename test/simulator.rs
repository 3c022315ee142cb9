//! The simulator: random copies mean the same at every level, and what is changed in a lowered program is noticed.
//! `ROOKERY_PROGRAMS=N` runs so many programs a target.
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing
)] // a test fails by panicking, in its helpers too

use rookery::ap::random::Random;
use rookery::ir::Body;
use rookery::pass::{Engine as _, RunConfig, Step, run_steps};
use rookery::rewrite::{PatternEngine, engine, target_named, target_of};
use rookery::session::Session;
use rookery::shipped;
use rookery::sim::Start;
use rookery::sim::compare::{Runs, compare, run_all};
use rookery::sim::fill::checksum;
use rookery::support::diag::{Sink, render};
use rookery::support::limits::Limits;
use std::fmt::Write as _;

const PASSES: [&str; 4] = [
    "kernels-from-functions",
    "penguin-to-bir",
    "bind-dma",
    "lower-dma",
];

fn loaded() -> (Session, PatternEngine) {
    let mut sink = Sink::new();
    let (mut session, ok) = Session::new(&[], Limits::default(), &mut sink);
    ok.unwrap();
    let files: Vec<_> = shipped::PATTERNS
        .iter()
        .map(|(n, t)| session.map.add(*n, *t))
        .collect();
    let engine = engine(&session, &files, &mut sink).ok().unwrap();
    (session, engine)
}

fn config(target: &str) -> RunConfig {
    RunConfig {
        target: Some((target.to_string(), Vec::new())),
        ..RunConfig::default()
    }
}

fn step(pass: &str) -> Step {
    Step {
        pass: pass.to_string(),
        options: Vec::new(),
        anchor: None,
    }
}

fn start() -> Start {
    Start {
        filled: true,
        ..Start::default()
    }
}

// ---- Programs ----------------------------------------------------------------------------------------------------

/// How one side of a random copy is written.
struct Side {
    access: String,
    ty: String,
    chip: bool,
}

/// Strides for these nums, in any order of dimensions, with gaps, mostly not negative; how far they reach down and up.
fn strides(r: &mut Random, nums: &[i64], zero: bool) -> (Vec<i64>, i64, i64) {
    let mut order: Vec<usize> = (0..nums.len()).collect();
    if r.one_in(3) {
        for n in (1..order.len()).rev() {
            order.swap(n, r.index(n + 1));
        }
    }
    let mut out = vec![0; nums.len()];
    let (mut extent, mut down, mut up) = (1, 0, 0);
    for &at in order.iter().rev() {
        let gap = if r.one_in(3) { r.between(1, 3) } else { 0 };
        let mut stride = extent + gap;
        if zero && r.one_in(8) {
            stride = 0;
        } else if r.one_in(8) {
            stride = -stride;
        }
        let far = stride * (nums[at] - 1);
        (down, up) = (down + far.min(0), up + far.max(0));
        out[at] = stride;
        extent = up - down + 1;
    }
    (out, down, up)
}

fn side(
    r: &mut Random,
    name: &str,
    nums: &[i64],
    trips: &[i64],
    dtype: (&str, &str),
    chip: bool,
    zero: bool,
) -> Side {
    let (dtype, element) = dtype;
    let free = if chip { &nums[1..] } else { nums };
    let (strides, down, up) = strides(r, free, zero);
    let mut pairs: Vec<String> = strides
        .iter()
        .zip(free)
        .map(|(s, n)| format!("[{s}, {n}]"))
        .collect();
    if pairs.is_empty() {
        pairs.push("[1, 1]".into());
    }
    let steps: Vec<i64> = trips
        .iter()
        .map(|_| r.between(0, (up - down + 2).min(6)))
        .collect();
    let reach: i64 = steps.iter().zip(trips).map(|(s, t)| s * (t - 1)).sum();
    let first = r.between(0, 2);
    let row = up - down + 1 + reach + first + r.between(0, 2);
    let mut offset = format!("{}", first - down);
    let mut partition = String::new();
    let ty = if chip {
        let p0 = r.between(0, 1);
        let rows = nums[0] + p0;
        offset = format!("{}", first - down + p0 * row);
        partition = format!(" partition [{row}, {}]", nums[0]);
        format!("memref<{rows}x{row}x{element}, #dma.space<sbuf>>")
    } else {
        format!("memref<{row}x{element}>")
    };
    for (s, i) in steps.iter().zip(["i", "j"]).filter(|(s, _)| **s != 0) {
        let _ = write!(offset, " + %{i} * {s}");
    }
    Side {
        access: format!(
            "penguin.access %{name} pattern [{}]{partition} offset {offset} as {dtype} : {ty}",
            pairs.join(", ")
        ),
        ty,
        chip,
    }
}

/// A function with one or two copies, each in up to two loops.
fn program(r: &mut Random, small: bool, loops: bool) -> String {
    let (mut args, mut allocs, mut body) = (Vec::new(), String::new(), String::new());
    for copy in 0..r.between(1, 2) {
        let dtype = [("uint8", "i8"), ("bf16", "bf16"), ("fp32", "f32")][r.index(3)];
        let most = if small { 3 } else { 6 };
        let rank = r.between(1, if small { 2 } else { 3 });
        let mut nums: Vec<i64> = (0..rank).map(|_| r.between(1, most)).collect();
        let chips = [r.one_in(2), r.one_in(2)];
        if chips.contains(&true) {
            nums.insert(0, r.between(1, if small { 3 } else { 9 }));
            nums.truncate(if small { 2 } else { 4 });
        }
        let trips: Vec<i64> = if loops {
            (0..r.below(3)).map(|_| r.between(1, 3)).collect()
        } else {
            Vec::new()
        };
        let names = [format!("s{copy}"), format!("d{copy}")];
        let mut lines = String::new();
        for (n, name) in names.iter().enumerate() {
            let zero = n == 0 || (loops && r.one_in(6));
            let s = side(r, name, &nums, &trips, dtype, chips[n], zero);
            if s.chip {
                let _ = writeln!(allocs, "  %{name} = memref.alloc() : {}", s.ty);
            } else {
                args.push(format!("%{name}: {}", s.ty));
            }
            let _ = writeln!(lines, "  %{name}a = {}", s.access);
        }
        for (t, i) in trips.iter().zip(["i", "j"]) {
            let _ = writeln!(body, "  penguin.loop from 0 to {t} (%{i}) {{");
        }
        body.push_str(&lines);
        let _ = writeln!(
            body,
            "  penguin.dma_copy %{0}a -> %{1}a {{name = \"c{copy}\"}}",
            names[0], names[1]
        );
        body.push_str(&"  }\n".repeat(trips.len()));
    }
    format!(
        "func.func @case({}) {{\n{allocs}{body}  return\n}}\n",
        args.join(", ")
    )
}

// ---- What they come to -------------------------------------------------------------------------------------------

fn show(session: &Session, sink: &Sink) -> String {
    sink.items()
        .iter()
        .map(|d| render(&session.map, d, false))
        .collect()
}

/// A number for what all memories hold.
fn digest(runs: &Runs, text: &str) -> u64 {
    let mut all = Vec::new();
    for (name, _, ran) in runs {
        let ran = ran
            .as_ref()
            .unwrap_or_else(|d| panic!("{name}: {}\n{text}", d.message));
        for i in &ran.images {
            all.extend(checksum(&i.bytes).to_le_bytes());
        }
    }
    checksum(&all)
}

/// Runs the program before and after each pass; none if the lowering refuses it.
fn lowered(
    session: &mut Session,
    engine: &PatternEngine,
    text: &str,
    config: &RunConfig,
) -> Option<(Body, u64)> {
    let file = session.map.add("case.mlir", text);
    let mut sink = Sink::new();
    let Some(mut body) = session.parse(file, false, &mut sink) else {
        panic!("{}\n{text}", show(session, &sink))
    };
    let target = target_of(session, &body, config, &mut sink).ok().unwrap();
    let mut before = run_all(session, &body, Some(&target), &start());
    let first = digest(&before, text);
    for pass in PASSES {
        let steps = [step(pass)];
        run_steps(
            engine,
            session,
            &mut body,
            &steps,
            config,
            &mut sink,
            &mut Vec::new(),
        )
        .ok()?;
        let after = run_all(session, &body, Some(&target), &start());
        digest(&after, text);
        let (b, a) = (before[0].2.as_ref().unwrap(), after[0].2.as_ref().unwrap());
        let c = compare(b, a);
        assert!(
            c.first.is_none() && c.unmatched == 0 && c.bytes > 0,
            "{pass}: {:?}\n{text}",
            c.first
        );
        before = after;
    }
    Some((body, first))
}

fn count() -> u64 {
    std::env::var("ROOKERY_PROGRAMS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(300)
}

#[test]
fn random_copies_mean_the_same_at_every_level() {
    let (mut session, engine) = loaded();
    assert!(!engine.passes().is_empty());
    for (target, least) in [("trn2", 40), ("tiny", 40)] {
        let config = config(target);
        let (mut done, mut digest) = (0, 0u64);
        for seed in 0..count() {
            let mut r = Random::new(seed ^ 0x51);
            let text = program(&mut r, target == "tiny", true);
            if let Some((_, d)) = lowered(&mut session, &engine, &text, &config) {
                done += 1;
                digest = checksum(&(digest ^ d).to_le_bytes());
            }
        }
        println!(
            "{target}: {done} of {} programs, 0 differences, digest {digest:016x}",
            count()
        );
        assert!(
            done * 100 >= least * count(),
            "{target}: only {done} were lowered"
        );
    }
}

/// The numbers of a text that stand behind a word, as ranges.
fn numbers(text: &str, word: &str) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    for (at, _) in text.match_indices(word) {
        let from = at + word.len();
        let len = text[from..]
            .bytes()
            .take_while(|b| b.is_ascii_digit() || *b == b'-')
            .count();
        if len > 0 {
            out.push((from, from + len));
        }
    }
    out
}

/// Where in a lowered text one number can be changed so that the program is another: addresses and counts of
/// descriptors, strides of more than one element.
fn places(text: &str) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let mut from = 0;
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with("desc.copy") {
            let mut found = numbers(line, "byte = ");
            for (a, b) in numbers(line, "[").into_iter().chain(numbers(line, ", [")) {
                let num = line[b..].trim_start_matches(", ");
                let len = num.bytes().take_while(u8::is_ascii_digit).count();
                if num[..len].parse::<i64>().is_ok_and(|n| n > 1) {
                    found.push((a, b));
                    let at = b + 2;
                    found.push((at, at + len));
                }
            }
            found.sort_unstable();
            found.dedup();
            out.extend(found.into_iter().map(|(a, b)| (from + a, from + b)));
        }
        from += line.len();
    }
    out
}

#[test]
fn a_change_of_a_descriptor_is_noticed() {
    let (mut session, engine) = loaded();
    let config = config("trn2");
    let mut sink = Sink::new();
    let target = target_named(&session, "trn2", &[], &mut sink).ok().unwrap();
    let (mut tried, mut missed) = (0, Vec::new());
    let mut how = [0; 3];
    for seed in 0..80 {
        let mut r = Random::new(seed ^ 0x77);
        let text = program(&mut r, false, false);
        let Some((body, _)) = lowered(&mut session, &engine, &text, &config) else {
            continue;
        };
        let plain = session.show(&body);
        let run = |session: &mut Session, text: &str| -> Option<Runs> {
            let file = session.map.add("lowered.mlir", text);
            let body = session.parse(file, false, &mut Sink::new())?;
            Some(run_all(session, &body, Some(&target), &start()))
        };
        let right = run(&mut session, &plain).unwrap();
        for (from, to) in places(&plain) {
            let number: i64 = plain[from..to].parse().unwrap();
            let changed = format!("{}{}{}", &plain[..from], number + 1, &plain[to..]);
            tried += 1;
            // Refused, not executable, or other bytes.
            let noticed = match run(&mut session, &changed) {
                None => Some(0),
                Some(wrong) => match (&right[0].2, &wrong[0].2) {
                    (Ok(a), Ok(b)) => compare(a, b).first.map(|_| 2),
                    _ => Some(1),
                },
            };
            if let Some(n) = noticed {
                how[n] += 1;
            }
            if noticed.is_none() {
                missed.push(format!("{text}{}\n", &plain[from.saturating_sub(60)..to + 20]));
            }
        }
    }
    let [refused, stopped, other] = how;
    println!(
        "{tried} changes: {refused} refused by the verifier, {stopped} not executable, {other} other bytes"
    );
    assert!(other >= 200, "only {other} changes that are executed");
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn levels_share_no_walker() {
    let files = ["index", "nest", "digits"];
    for own in files {
        let text = std::fs::read_to_string(format!("src/sim/{own}.rs")).unwrap();
        assert!(
            !text.contains("crate::ap"),
            "{own} uses the walkers of access patterns"
        );
        let uses: Vec<&str> = text.lines().filter(|l| l.starts_with("use ")).collect();
        assert!(
            uses.iter().all(|u| u.starts_with("use super::walk::")),
            "{own}: {uses:?}"
        );
        for other in files.iter().filter(|f| **f != own) {
            assert!(!text.contains(&format!("{other}::")), "{own} uses {other}");
        }
    }
    let walk = std::fs::read_to_string("src/sim/walk.rs").unwrap();
    assert!(
        !walk.contains("Iterator") && !walk.contains("for ("),
        "what is shared walks nothing"
    );
}
