//! A whole run: finding tests, running several at once, printing in a fixed order.

use super::args::{Options, Order, Request, parse};
use super::{Config, Outcome, Test, discover, execute, report};
use crate::check::filecheck::regex::Regex;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::Instant;

/// Runs a command line and gives the exit status: 0, 1 when a test failed, 2 for wrong usage.
pub fn run(args: &[String], out: &mut dyn Write, err: &mut dyn Write) -> io::Result<u8> {
    let options = match parse(args) {
        Ok(Request::Run(options)) => options,
        Ok(Request::Say(text)) => {
            out.write_all(text.as_bytes())?;
            return Ok(0);
        }
        Err(text) => {
            writeln!(err, "{text}")?;
            return Ok(2);
        }
    };
    match chosen(&options) {
        Ok((tests, excluded)) if options.list => {
            for test in &tests {
                writeln!(out, "{}", test.name)?;
            }
            Ok(if tests.is_empty() && excluded == 0 { 2 } else { 0 })
        }
        Ok((tests, excluded)) => all(&options, &tests, excluded, out),
        Err(text) => {
            writeln!(err, "{text}")?;
            Ok(2)
        }
    }
}

fn chosen(options: &Options) -> Result<(Vec<Test>, usize), String> {
    let tests = discover::tests(&options.paths, &options.suffixes)?;
    if tests.is_empty() {
        return Err("error: no tests found".to_string());
    }
    let Some(filter) = &options.filter else {
        return Ok((tests, 0));
    };
    let regex =
        Regex::new(filter.as_bytes(), false).map_err(|e| format!("error: --filter '{filter}': {e}"))?;
    let count = tests.len();
    let hit = |t: &Test| regex.find(t.name.as_bytes()).is_ok_and(|m| m.is_some());
    let tests: Vec<Test> = tests.into_iter().filter(hit).collect();
    if tests.is_empty() {
        return Err(format!(
            "error: none of {count} tests matches --filter '{filter}'"
        ));
    }
    let excluded = count - tests.len();
    Ok((tests, excluded))
}

/// The directory of this program.
fn beside() -> PathBuf {
    let program = std::env::current_exe().ok();
    program
        .and_then(|p| p.parent().map(PathBuf::from))
        .unwrap_or_default()
}

fn all(options: &Options, tests: &[Test], excluded: usize, out: &mut dyn Write) -> io::Result<u8> {
    let start = Instant::now();
    let tools = options.tools.clone().unwrap_or_else(beside);
    let config = Config {
        output: std::path::absolute(&options.output)?,
        tools: std::path::absolute(tools)?,
        timeout: options.timeout,
        params: options.params.clone(),
        features: options.features.clone(),
    };
    let workers = options.workers.min(tests.len()).max(1);
    writeln!(out, "-- Testing: {} tests, {workers} workers --", tests.len())?;
    let mut order: Vec<usize> = (0..tests.len()).collect();
    if let Order::Random(seed) = options.order {
        order.sort_by_key(|&n| mixed(seed, n as u64));
    }
    let mut done: Vec<Option<Outcome>> = vec![None; tests.len()];
    let next = AtomicUsize::new(0);
    let (send, receive) = mpsc::channel::<(usize, Outcome)>();
    let send = Mutex::new(send);
    std::thread::scope(|scope| -> io::Result<()> {
        for _ in 0..workers {
            let sender = send.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let (next, order, config) = (&next, &order, &config);
            scope.spawn(move || {
                while let Some(&n) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Some(test) = tests.get(n) else { return };
                    if sender.send((n, execute(test, config))).is_err() {
                        return;
                    }
                }
            });
        }
        // A result waits until all results before it are printed.
        let mut printed = 0;
        for _ in 0..tests.len() {
            let Ok((n, outcome)) = receive.recv() else { break };
            if let Some(slot) = done.get_mut(n) {
                *slot = Some(outcome);
            }
            while let (Some(test), Some(Some(outcome))) = (tests.get(printed), done.get(printed)) {
                printed += 1;
                out.write_all(report::result(test, outcome, printed, tests.len(), options.show).as_bytes())?;
            }
            out.flush()?;
        }
        Ok(())
    })?;
    let results: Vec<(&Test, &Outcome)> = tests
        .iter()
        .zip(&done)
        .filter_map(|(t, o)| Some((t, o.as_ref()?)))
        .collect();
    out.write_all(report::summary(&results, excluded, start.elapsed()).as_bytes())?;
    let failed = results.len() < tests.len() || results.iter().any(|(_, o)| o.verdict.is_failure());
    Ok(u8::from(failed))
}

/// A number without order for each position (splitmix64).
fn mixed(seed: u64, n: u64) -> u64 {
    let mut x = seed
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .wrapping_add(n.wrapping_mul(0xbf58_476d_1ce4_e5b9));
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
