//! The simulator: a long run over random programs, lowered and executed, and the speed of executing.
//!
//! ```text
//! cargo bench --bench simulator -- check COUNT SEED
//! cargo bench --bench simulator -- speed
//! cargo bench --bench simulator -- small TARGET
//! ```

// A benchmark stops at what it did not expect.
#![allow(
    clippy::panic,
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    missing_docs
)]

#[path = "../test/programs/mod.rs"]
mod programs;

use programs::Loaded;
use rookery::ap::random::Random;
use rookery::generate::{Memory, Plan, Side};
use rookery::ir::Body;
use rookery::sim::compare::compare;
use rookery::sim::fill::{distinct, other};
use std::hint::black_box;
use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["check", count, seed] => check(count.parse().unwrap(), seed.parse().unwrap()),
        ["speed"] | [] => speed(),
        ["small", target] => small(target),
        other => panic!("'check COUNT SEED', 'speed' or 'small TARGET', not {other:?}"),
    }
}

/// Seconds of one round, the median of several.
fn time(rounds: usize, mut f: impl FnMut()) -> f64 {
    let mut all: Vec<f64> = (0..rounds)
        .map(|_| {
            let start = Instant::now();
            f();
            start.elapsed().as_secs_f64()
        })
        .collect();
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}

const MIB: usize = 1 << 20;
const BULK: usize = 64 * MIB;

/// A program that copies `BULK` bytes so many times.
fn bulk(trips: usize) -> String {
    format!(
        r#"dma.kernel @bulk(%a: memref<{BULK}xi8>, %b: memref<{BULK}xi8>) {{
  %0 = bir.memory @a hbm {{bytes = {BULK}, argument = 0}}
  %1 = bir.memory @b hbm {{bytes = {BULK}, argument = 1}}
  bir.loop from 0 to {trips} (%i) {{
    %2 = bir.ap %0 pattern [[1, {BULK}]] as uint8
    %3 = bir.ap %1 pattern [[1, {BULK}]] as uint8
    bir.dma_copy %2 -> %3 {{name = "c"}}
  }}
}}
"#
    )
}

/// The memories of a plan as plain bytes, filled.
fn memories(p: &Plan) -> Vec<Vec<u8>> {
    let mut first = 0;
    let one = |m: &Memory| {
        let bytes = (m.rows * m.row) as usize;
        if m.argument {
            let all = distinct(0, first, m.element as usize, bytes);
            first += (bytes / m.element as usize) as u64;
            all
        } else {
            other(0, "x", bytes)
        }
    };
    p.memories.iter().map(one).collect()
}

/// Where element `k` of a side is, by the digits of its number.
fn address(p: &Plan, s: &Side, indices: &[i64], k: i64) -> usize {
    let m = &p.memories[s.memory];
    let (mut row, mut at, mut rest) = (s.row, s.at(indices), k);
    for (stride, num) in s.pairs.iter().rev() {
        at += rest % num * stride;
        rest /= num;
    }
    if let Some((stride, _)) = s.partition {
        row += rest * stride;
    }
    (row * m.row + at * s.bytes) as usize
}

/// What a plan does, by a plain loop over its bytes.
fn plain(p: &Plan) -> Vec<Vec<u8>> {
    let mut all = memories(p);
    for c in &p.copies {
        let count: i64 = c.src.pairs.iter().map(|x| x.1).product();
        let count = count * c.src.partition.map_or(1, |x| x.1);
        let mut turns = vec![vec![]];
        for l in &c.loops {
            let more = |before: &Vec<i64>| {
                let before = before.clone();
                (0..l.trips).map(move |t| [&before[..], &[l.index(t)]].concat())
            };
            turns = turns.iter().flat_map(more).collect();
        }
        for indices in &turns {
            for k in 0..count {
                let (from, to) = (address(p, &c.src, indices, k), address(p, &c.dst, indices, k));
                for b in 0..c.src.bytes as usize {
                    all[c.dst.memory][to + b] = all[c.src.memory][from + b];
                }
            }
        }
    }
    all
}

fn speed() {
    let mut l = Loaded::new("trn2");
    let bodies: Vec<Body> = [1, 11].iter().map(|n| l.parse(&bulk(*n)).unwrap()).collect();
    let run = |b: &Body| {
        black_box(l.run(b)[0].2.as_ref().unwrap().stats.bytes);
    };
    let one = time(5, || run(&bodies[0]));
    let eleven = time(5, || run(&bodies[1]));
    let executed = (eleven - one) / 10.0;
    let (from, mut to) = (vec![1u8; BULK], vec![2u8; BULK]);
    let copied = time(11, || {
        black_box(&mut to[..]).copy_from_slice(black_box(&from[..]));
    });
    let rate = |t: f64| BULK as f64 / t / 1e9;
    println!(
        "a copy of {} MiB: {:.2} ms executed ({:.1} GB/s), {:.2} ms by memcpy ({:.1} GB/s), {:.2}x",
        BULK / MIB,
        executed * 1e3,
        rate(executed),
        copied * 1e3,
        rate(copied),
        executed / copied
    );
    println!(
        "  the whole run, memories filled and compared with what they held: {:.0} ms",
        one * 1e3
    );

    small("tiny");
    small("trn2");
}

/// Programs before a lowering and after it, run and compared.
fn small(target: &str) {
    let mut l = Loaded::new(target);
    // A plain loop casts nothing.
    l.size.casts = false;
    let level = l.levels().into_iter().find(|x| x.name == "penguin").unwrap();
    let (mut plans, mut pairs) = (Vec::new(), Vec::new());
    for seed in 0..3000u64 {
        let mut r = Random::new(seed);
        let p = l.plan(&mut r, &level);
        let (_, before) = l.program(&mut r, &level, &p).unwrap();
        if let Some(after) = l.lower(before.clone()) {
            plans.push(p);
            pairs.push((before, after));
        }
    }
    let all = pairs.len() as f64;
    let executed = time(7, || {
        for (before, after) in &pairs {
            let (b, a) = (l.run(before), l.run(after));
            let c = compare(b[0].2.as_ref().unwrap(), a[0].2.as_ref().unwrap());
            assert!(black_box(c).first.is_none());
        }
    });
    let looped = time(7, || {
        for p in &plans {
            let (b, a) = (plain(p), plain(p));
            assert!(black_box(b) == black_box(a));
        }
    });
    let moved = time(7, || {
        for p in &plans {
            black_box(memories(p));
            black_box(memories(p));
        }
    });
    println!(
        "{target}: {all} checks before and after: {:.1} us each executed ({:.0}/s), {:.2} us by a plain loop, {:.1}x \
         (of the loop {:.2} us make memories)",
        executed * 1e6 / all,
        all / executed,
        looped * 1e6 / all,
        executed / looped,
        moved * 1e6 / all
    );
}

fn check(count: u64, seed: u64) {
    let f = programs::check(count, seed);
    print!("{}", f.report(seed));
    for x in &f.wrong {
        println!("{x}");
    }
    std::process::exit(i32::from(!f.wrong.is_empty()));
}
