//! The simulator: random programs mean the same at every level, and what is changed in a lowered program is noticed, at the
//! operation that was changed. `ROOKERY_PROGRAMS=N` runs so many programs.
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing
)] // a test fails by panicking, in its helpers too

mod programs;

use programs::{Loaded, digest, show, start};
use rookery::ap::random::Random;
use rookery::generate::{Level, Plan, Size, plan};
use rookery::ir::{Body, OpId};
use rookery::sim::Key;
use rookery::sim::compare::{Runs, blame, compare};
use rookery::support::diag::{Place, Sink};

/// What the first 10,000 programs of seed 1 come to; `docs/simulator.md` has it, too.
const DIGEST: u64 = 0x6745_84b1_973e_cecf;

#[test]
fn random_programs_mean_the_same_at_every_level() {
    let count = std::env::var("ROOKERY_PROGRAMS").ok();
    let count = count.and_then(|n| n.parse().ok()).unwrap_or(10_000);
    let f = programs::check(count, 1);
    println!("{}", f.report(1));
    assert!(f.wrong.is_empty(), "{}", f.wrong.join("\n"));
    assert!(f.lowered * 100 >= 85 * count, "only {} were lowered", f.lowered);
    assert!(f.by_level.iter().all(|l| l.1 * 5 > count), "{:?}", f.by_level);
    assert!(count != 10_000 || f.digest == DIGEST, "digest {:016x}", f.digest);
}

fn run(l: &mut Loaded, body: &Body, text: &str) -> (Runs, u64) {
    let runs = l.run(body);
    let all = digest(&runs).unwrap_or_else(|e| panic!("{e}\n{text}"));
    (runs, all)
}

/// Allocated memories hold bytes by their place in the text, which differs; so arguments alone are compared.
fn arguments(runs: &Runs) -> Vec<(Key, Vec<u8>)> {
    let images = &runs[0].2.as_ref().unwrap().images;
    let args = images.iter().filter(|i| matches!(i.memory.key, Key::Argument(_)));
    args.map(|i| (i.memory.key.clone(), i.bytes.clone())).collect()
}

/// Programs that read nothing but arguments and what they wrote.
fn defined(p: &Plan) -> bool {
    p.memories.iter().all(|m| m.argument)
}

#[test]
fn what_is_printed_is_the_same_program() {
    let mut l = Loaded::new("trn2");
    for level in l.levels() {
        for seed in 0..150 {
            let mut r = Random::new(seed ^ 0x9173);
            let plan = l.plan(&mut r, &level);
            let (text, body) = l.program(&mut r, &level, &plan).unwrap();
            let printed = l.session.show(&body);
            let again = l.parse(&printed).unwrap();
            assert_eq!(l.session.show(&again), printed, "{text}");
            let (first, all) = run(&mut l, &body, &text);
            let (second, printed_all) = run(&mut l, &again, &printed);
            if defined(&plan) {
                assert_eq!(all, printed_all, "{text}");
            }
            assert_eq!(
                first[0].2.as_ref().unwrap().stats,
                second[0].2.as_ref().unwrap().stats,
                "{text}"
            );
        }
    }
}

#[test]
fn one_plan_is_one_program_at_every_level() {
    let mut l = Loaded::new("trn2");
    let levels = l.levels();
    let names: Vec<&str> = levels.iter().map(|l| l.name.as_str()).collect();
    assert_eq!(names, ["bir", "desc", "penguin"]);
    let flat: Vec<bool> = levels[0].chips().iter().map(|_| false).collect();
    let mut moved = 0;
    for seed in 0..400 {
        let mut r = Random::new(seed ^ 0x1e7e1);
        let mut p = plan(&mut r, Size::NORMAL, &levels[0].dtypes(), &flat);
        for m in &mut p.memories {
            // In one space, which has no partitions, and all of it given.
            (m.space, m.argument) = (0, true);
        }
        let mut seen: Option<Vec<(Key, Vec<u8>)>> = None;
        for level in &levels {
            let (text, body) = l.program(&mut r, level, &p).unwrap();
            let (runs, _) = run(&mut l, &body, &text);
            let args = arguments(&runs);
            assert_eq!(args.len(), p.memories.len());
            moved += runs[0].2.as_ref().unwrap().stats.bytes;
            let first = seen.get_or_insert_with(|| args.clone());
            assert_eq!(*first, args, "{}: {text}", level.name);
        }
    }
    assert!(moved > 50_000, "only {moved} bytes were moved");
}

/// The words of another dialect for what `bir` has.
const MINE: &str = r#"
dialect mine {
  enum Speed : i8 { slow = 0, fast = 1 }
  type place;
  type view;
  op place {
    results    location: !mine.place;
    attributes sym_name: string, room: dma.Space, parts: int = 1, size: int, argument: int?;
    traits     Symbol, Pure;
    effects    allocate location;
    semantics  dma.memory(location) { space = room, partitions = parts, bytes = size, argument };
  }
  op view {
    operands   held: !mine.place, at: variadic<index>;
    results    result: !mine.view;
    attributes across: dma.Pair?, dims: [dma.Pair], begin: affine = 0 over at, kind: dma.Dtype;
    traits     Pure;
    effects    view held;
    semantics  dma.memory_access(held) { partition = across, pairs = dims, offset = begin, dtype = kind };
  }
  op shift {
    operands   from: !mine.view, to: !mine.view;
    attributes speed: Speed, weight: int in 2 .. 5, label: string;
    effects    read from, write to;
    semantics  dma.copy(from, to);
  }
}
"#;

#[test]
fn operations_of_a_users_dialect_are_generated() {
    let mut l = Loaded::with("trn2", &[("mine.dialect".to_string(), MINE.to_string())]);
    let level = l.levels().into_iter().find(|l| l.name == "mine").unwrap();
    let mut all = String::new();
    for seed in 0..60 {
        let mut r = Random::new(seed);
        let plan = l.plan(&mut r, &level);
        let (text, body) = l.program(&mut r, &level, &plan).unwrap();
        let (runs, _) = run(&mut l, &body, &text);
        assert!(runs[0].2.as_ref().unwrap().stats.transfers > 0);
        all.push_str(&text);
    }
    // What no mechanism reads takes all values that its definition allows, and no others.
    for n in 0..8 {
        let seen = all.contains(&format!("weight = {n} : i64"));
        assert_eq!(seen, (2..5).contains(&n), "{n}");
    }
    assert!(all.contains("#mine.speed<slow>") && all.contains("#mine.speed<fast>"));
    assert!(all.contains("affine_map<(d0, d1)") && all.contains("across = [") && all.contains("parts = "));
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

fn line(l: &Loaded, place: &Place) -> Option<u32> {
    match place {
        Place::Span(s) => Some(l.session.map.position(*s).1),
        _ => None,
    }
}

/// A program of `penguin` without loops, lowered, as text.
fn lowered(l: &mut Loaded, level: &Level, seed: u64) -> Option<String> {
    let mut r = Random::new(seed ^ 0x77);
    let size = Size {
        loops: 0,
        ..Size::NORMAL
    };
    let p = plan(&mut r, size, &level.dtypes(), &level.chips());
    let (_, body) = l.program(&mut r, level, &p).unwrap();
    let body = l.lower(body)?;
    Some(l.session.show(&body))
}

#[test]
fn a_change_of_a_descriptor_is_reported_where_it_is() {
    let mut l = Loaded::new("trn2");
    let level = l.levels().into_iter().find(|l| l.name == "penguin").unwrap();
    let (mut tried, mut missed, mut how) = (0, Vec::new(), [0; 3]);
    for seed in 0..80 {
        let Some(plain) = lowered(&mut l, &level, seed) else {
            continue;
        };
        let file = l.session.map.add("lowered.mlir", plain.as_str());
        let body = l.session.parse(file, false, &mut Sink::new()).unwrap();
        let right = l.run(&body);
        for (from, to) in places(&plain) {
            let number: i64 = plain[from..to].parse().unwrap();
            let changed = format!("{}{}{}", &plain[..from], number + 1, &plain[to..]);
            let at = plain[..from].matches('\n').count() as u32 + 1;
            tried += 1;
            let file = l.session.map.add("lowered.mlir", changed.as_str());
            let mut sink = Sink::new();
            // Refused, not executable, or other bytes; and the lines that the report names.
            let (what, lines) = match l.session.parse(file, false, &mut sink) {
                None => (0, sink.items().iter().map(|d| line(&l, &d.place)).collect()),
                Some(other) => {
                    let wrong = l.run(&other);
                    match (&right[0].2, &wrong[0].2) {
                        (_, Err(d)) => (1, vec![line(&l, &d.place)]),
                        (Ok(a), Ok(b)) => {
                            let programs: [(&Body, OpId); 2] = [(&body, right[0].1), (&other, wrong[0].1)];
                            let c = compare(a, b);
                            let found = blame(&l.session, programs, Some(&l.target), &start(), &c);
                            let named = found.iter().flat_map(|f| f.writers.iter().zip(&programs));
                            let place = |(w, (body, _)): (&Option<OpId>, &(&Body, OpId))| {
                                w.and_then(|w| line(&l, &l.session.ctx.place(body.loc(w))))
                            };
                            (2, named.map(place).collect::<Vec<_>>())
                        }
                        (Err(d), _) => panic!("{}\n{plain}", d.message),
                    }
                }
            };
            how[what] += 1;
            if !lines.contains(&Some(at)) {
                missed.push(format!(
                    "line {at}, {number}, reported {lines:?}\n{}{plain}",
                    show(&l.session, &sink)
                ));
            }
        }
    }
    let [refused, stopped, other] = how;
    println!(
        "{tried} changes: {refused} refused by the verifier, {stopped} not executable, {other} other bytes"
    );
    assert!(other >= 200, "only {other} changes that are executed");
    assert!(missed.is_empty(), "{} of {tried}\n{}", missed.len(), missed[0]);
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
