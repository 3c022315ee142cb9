//! Access patterns: a long run over random ones, and the speed of normal forms, choices and exhaustive search.
//!
//! ```text
//! cargo bench --bench access_patterns -- check COUNT SEED
//! cargo bench --bench access_patterns -- speed
//! ```

// A benchmark stops at what it did not expect.
#![allow(
    clippy::panic,
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    missing_docs
)]

#[path = "../test/ap/mod.rs"]
mod ap;

use ap::{Loaded, copy, exhaustive, random};
use rookery::ap::random::Random;
use rookery::ap::{Transfer, normalize};
use std::hint::black_box;
use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["check", count, seed] => check(count.parse().unwrap(), seed.parse().unwrap()),
        ["speed"] | [] => speed(),
        other => panic!("'check COUNT SEED' or 'speed', not {other:?}"),
    }
}

fn check(count: u64, seed: u64) {
    let l = Loaded::new("trn2");
    let f = random(&l, seed, count, 100);
    println!(
        "{} transfers of seed {seed}, {} failures, digest {:016x}",
        f.count,
        f.failures.len(),
        f.digest
    );
    println!(
        "{} compared with exhaustive search, {} cheaper than the plain form",
        f.searched, f.cheaper
    );
    for x in &f.failures {
        println!("{x}");
    }
    std::process::exit(i32::from(!f.failures.is_empty()));
}

/// DMAs as kernels have them: tiles, permuted tensors, im2col, slices of caches, interleaved heads.
fn realistic(r: &mut Random, family: usize) -> Transfer {
    let mut pick = |list: &[i64]| list[r.index(list.len())];
    let dims: Vec<(i64, i64, i64)> = match family % 6 {
        // A tile of a matrix, row by row.
        0 => {
            let (rows, cols, of) = (
                pick(&[32, 64, 128]),
                pick(&[64, 128, 512, 2048]),
                pick(&[4096, 8192]),
            );
            vec![(of, cols, rows), (1, 1, cols)]
        }
        // A permuted tensor.
        1 => {
            let (a, b, c) = (pick(&[4, 7, 12]), pick(&[16, 24, 64]), pick(&[32, 64, 128]));
            vec![(b * c, c, a), (c, a * c, b), (1, 1, c)]
        }
        // im2col of NHWC.
        2 => {
            let (h, c, k) = (pick(&[14, 28, 56]), pick(&[16, 64, 128]), pick(&[3, 5]));
            let (o, w) = (h - k + 1, h * c);
            vec![
                (w, o * k * k * c, o),
                (c, k * k * c, o),
                (w, k * c, k),
                (c, c, k),
                (1, 1, c),
            ]
        }
        // A slice of a cache of keys.
        3 => {
            let (heads, len, width) = (pick(&[4, 8, 32]), pick(&[100, 512, 1024]), pick(&[64, 128]));
            vec![
                (4096 * width, len * width, heads),
                (width, width, len),
                (1, 1, width),
            ]
        }
        // Interleaved heads.
        4 => {
            let (t, heads, width) = (pick(&[128, 512]), pick(&[8, 12, 32]), pick(&[64, 128]));
            vec![
                (3 * heads * width, width, t),
                (3 * width, t * width, heads),
                (1, 1, width),
            ]
        }
        // A copy of all.
        _ => {
            let (a, b) = (pick(&[7, 128, 256, 1000]), pick(&[512, 4096]));
            vec![(b, b, a), (1, 1, b)]
        }
    };
    let at = pick(&[0, 0, 1, 64, 512]);
    copy(at, 0, 2, &dims)
}

/// Microseconds of one, the median of several rounds.
fn time(of: &[Transfer], rounds: usize, mut f: impl FnMut(&Transfer)) -> f64 {
    let mut all: Vec<f64> = (0..rounds)
        .map(|_| {
            let start = Instant::now();
            of.iter().for_each(&mut f);
            start.elapsed().as_secs_f64() * 1e6 / of.len() as f64
        })
        .collect();
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}

fn speed() {
    let l = Loaded::new("trn2");
    let w = l.world();
    let mut r = Random::new(42);
    let dmas: Vec<Transfer> = (0..600).map(|n| realistic(&mut r, n)).collect();
    let costs = l.chooser().costs().unwrap().clone();
    let normal = time(&dmas, 51, |t| {
        black_box(normalize(black_box(t)));
    });
    let search = time(&dmas, 3, |t| {
        black_box(exhaustive(&costs, &normalize(t).unwrap()));
    });
    let choice = time(&dmas, 5, |t| {
        // A chooser of its own: nothing is remembered.
        black_box(l.chooser().choose(&w, t, (false, false), None));
    });
    let graph = time(&dmas, 5, |t| {
        black_box(l.chooser().normal_by_graph(&w, t, Some("ap_laws")));
    });
    let chooser = l.chooser();
    dmas.iter().for_each(|t| {
        chooser.choose(&w, t, (false, false), None);
    });
    let memo = time(&dmas, 51, |t| {
        black_box(chooser.choose(&w, t, (false, false), None));
    });
    println!("microseconds a DMA over {} DMAs, one core", dmas.len());
    let row = |name: &str, us: f64| {
        println!(
            "{name:28} {us:10.3}  {:10.0} DMAs/s  {:8.1}x exhaustive search",
            1e6 / us,
            search / us
        );
    };
    row("normal form, plain code", normal);
    row("normal form, laws in a graph", graph);
    row("choice", choice);
    row("choice, remembered", memo);
    row("exhaustive search", search);
    println!("choices remembered: {:.0}x choices", choice / memo);
    let (mut cheaper, mut ratio) = (0, 0.0);
    for t in &dmas {
        let c = chooser.choose(&w, t, (false, false), None).unwrap();
        let (p, b) = (c.plain.as_ref().unwrap().cost as f64, c.forms[0].cost as f64);
        cheaper += usize::from(b < p);
        ratio += (p / b).ln();
    }
    println!(
        "cheaper than the plain form: {:.1} %, geometric mean {:.2}x",
        100.0 * cheaper as f64 / dmas.len() as f64,
        (ratio / dmas.len() as f64).exp()
    );
}
