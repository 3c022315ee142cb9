//! The simulator: a long run over random programs, lowered and executed, and the speed of executing.
//!
//! ```text
//! cargo bench --bench simulator -- check COUNT SEED
//! cargo bench --bench simulator -- speed
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

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["check", count, seed] => check(count.parse().unwrap(), seed.parse().unwrap()),
        other => panic!("'check COUNT SEED' or 'speed', not {other:?}"),
    }
}

fn check(count: u64, seed: u64) {
    let f = programs::check(count, seed);
    println!(
        "{} programs of seed {seed}, {} differences, digest {:016x}",
        f.programs,
        f.wrong.len(),
        f.digest
    );
    for (level, n) in &f.by_level {
        println!("{n} of {level}");
    }
    println!("{} lowered to the end, {} bytes compared", f.lowered, f.bytes);
    for (why, n) in &f.refused {
        println!("{n} refused: {why}");
    }
    for x in &f.wrong {
        println!("{x}");
    }
    std::process::exit(i32::from(!f.wrong.is_empty()));
}
