//! Damaged input of every kind: bytes lost, doubled, exchanged and put in. The answer may be anything but a panic, a hang
//! or an overflow of the stack. Runs the same inputs on every machine.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // a test may stop at what it did not expect

use rookery::dialect::{self, Sources};
use rookery::ir::Context;
use rookery::session::Session;
use rookery::support::diag::{Sink, render};
use rookery::support::limits::Limits;
use rookery::support::source::SourceMap;

/// A small generator of numbers, so that the test needs nothing from outside.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % below.max(1)
    }
}

const PIECES: [&str; 30] = [
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    ";",
    ",",
    "=",
    "->",
    ":",
    "..",
    "%x",
    "@a",
    "\"",
    "-",
    "9223372036854775807",
    "-1",
    "none",
    "match",
    "let",
    "rewrite",
    "for",
    "in",
    "if",
    "bir.dma_copy",
    "x",
    "\u{e9}",
];

fn damage(text: &str, n: &mut Numbers) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..1 + n.next(4) {
        if chars.is_empty() {
            break;
        }
        let at = n.next(chars.len());
        let len = 1 + n.next(12);
        match n.next(4) {
            0 => {
                chars.drain(at..(at + len).min(chars.len()));
            }
            1 => {
                let copy: Vec<char> = chars[at..(at + len).min(chars.len())].to_vec();
                let to = n.next(chars.len());
                chars.splice(to..to, copy);
            }
            2 => {
                let piece: Vec<char> = PIECES[n.next(PIECES.len())].chars().collect();
                chars.splice(at..at, piece);
            }
            _ => {
                let other = n.next(chars.len());
                chars.swap(at, other);
            }
        }
    }
    chars.into_iter().collect()
}

/// Runs on a thread with the stack that the tools give themselves at least.
fn with_stack(f: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new()
        .stack_size(64 << 20)
        .spawn(f)
        .unwrap()
        .join()
        .unwrap();
}

#[test]
fn dialect_files() {
    with_stack(|| {
        let mut n = Numbers(0x9E3779B97F4A7C15);
        let shipped = rookery::shipped::DIALECTS;
        for _ in 0..400 {
            let which = n.next(shipped.len());
            let mut map = SourceMap::new();
            let mut sources = Sources::default();
            for (k, (name, text)) in shipped.iter().enumerate() {
                let text = if k == which {
                    damage(text, &mut n)
                } else {
                    text.to_string()
                };
                sources.files.push(map.add(*name, text));
            }
            let ctx = Context::new();
            let mut sink = Sink::new();
            let _ = dialect::load(&ctx, &map, &sources, &Limits::default(), &mut sink);
            for d in sink.items() {
                let _ = render(&map, d, false);
            }
        }
    });
}

#[test]
fn pattern_files() {
    with_stack(|| {
        let mut n = Numbers(0xD1B54A32D192ED03);
        let shipped = rookery::shipped::PATTERNS;
        let mut sink = Sink::new();
        let (mut session, ok) = Session::new(&[], Limits::default(), &mut sink);
        assert!(ok.is_ok());
        for _ in 0..600 {
            let which = n.next(shipped.len());
            let files: Vec<_> = shipped
                .iter()
                .enumerate()
                .map(|(k, (name, text))| {
                    let text = if k == which {
                        damage(text, &mut n)
                    } else {
                        text.to_string()
                    };
                    session.map.add(*name, text)
                })
                .collect();
            let mut sink = Sink::new();
            let _ = rookery::rewrite::engine(&session, &files, &mut sink);
            for d in sink.items() {
                let _ = render(&session.map, d, false);
            }
        }
    });
}

#[test]
fn programs_and_their_lowering() {
    with_stack(|| {
        use rookery::pass::{Engine as _, RunConfig, Step, run_steps};
        let mut n = Numbers(0xA0761D6478BD642F);
        let mut sink = Sink::new();
        let (mut session, ok) = Session::new(&[], Limits::default(), &mut sink);
        assert!(ok.is_ok());
        let files: Vec<_> = rookery::shipped::PATTERNS
            .iter()
            .map(|(name, text)| session.map.add(*name, *text))
            .collect();
        let engine = rookery::rewrite::engine(&session, &files, &mut sink)
            .ok()
            .unwrap();
        let dma = engine.pipelines().iter().find(|p| p.name == "dma").unwrap();
        let steps: Vec<Step> = dma
            .passes
            .iter()
            .map(|p| Step {
                pass: p.clone(),
                options: Vec::new(),
                anchor: None,
            })
            .collect();
        let files = ["examples", "examples/kernels"];
        let paths = files
            .iter()
            .flat_map(|f| std::fs::read_dir(f).unwrap())
            .map(|e| e.unwrap().path());
        let mut paths: Vec<_> = paths.filter(|p| p.is_file()).collect();
        paths.sort();
        let examples: Vec<String> = paths
            .iter()
            .map(|p| std::fs::read_to_string(p).unwrap())
            .collect();
        let mut lowered = 0;
        for _ in 0..1500 {
            let text = damage(&examples[n.next(examples.len())], &mut n);
            let file = session.map.add("damaged.mlir", text);
            let mut sink = Sink::new();
            if let Some(mut body) = session.parse(file, false, &mut sink) {
                let done = run_steps(
                    &engine,
                    &session,
                    &mut body,
                    &steps,
                    &RunConfig::default(),
                    &mut sink,
                    &mut Vec::new(),
                );
                lowered += usize::from(done.is_ok());
            }
            for d in sink.items() {
                let _ = render(&session.map, d, false);
            }
        }
        assert!(lowered > 50, "{lowered} of the damaged programs still lower");
    });
}
