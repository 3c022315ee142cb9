//! Random programs of every level, lowered and executed: the first of them in a test, many by
//! `cargo bench --bench simulator -- check COUNT SEED`.

#![allow(dead_code)] // each of those that share this uses a part of it

use rayon::prelude::*;
use rookery::ap::random::Random;
use rookery::generate::{Level, Plan, Size, levels, plan, write};
use rookery::ir::Body;
use rookery::lang::defs::TargetDef;
use rookery::pass::{RunConfig, Step, run_steps};
use rookery::rewrite::{PatternEngine, engine, target_named};
use rookery::session::Session;
use rookery::shipped;
use rookery::sim::Start;
use rookery::sim::compare::{Runs, compare, run_all};
use rookery::sim::fill::checksum;
use rookery::support::diag::{Sink, render};
use rookery::support::limits::Limits;
use std::fmt::Write as _;

/// The passes that lower.
pub const PASSES: [&str; 5] = [
    "kernels-from-functions",
    "penguin-to-bir",
    "bind-dma",
    "lower-dynamic-dma",
    "lower-dma",
];

/// What is loaded, and for which target.
pub struct Loaded {
    pub session: Session,
    pub engine: PatternEngine,
    pub target: TargetDef,
    pub config: RunConfig,
    pub size: Size,
}

fn step(pass: &str) -> Step {
    Step {
        pass: pass.to_string(),
        options: Vec::new(),
        anchor: None,
    }
}

pub fn show(session: &Session, sink: &Sink) -> String {
    sink.items()
        .iter()
        .map(|d| render(&session.map, d, false))
        .collect()
}

pub fn start() -> Start {
    Start {
        filled: true,
        ..Start::default()
    }
}

/// A number for what all memories hold; the error says why there is none.
pub fn digest(runs: &Runs) -> Result<u64, String> {
    let mut all = Vec::new();
    for (name, _, ran) in runs {
        let ran = ran.as_ref().map_err(|d| format!("{name}: {}", d.message))?;
        for i in &ran.images {
            all.extend(checksum(&i.bytes).to_le_bytes());
        }
    }
    Ok(checksum(&all))
}

impl Loaded {
    /// With these dialects beside those that ship.
    pub fn with(target: &str, dialects: &[(String, String)]) -> Loaded {
        let mut sink = Sink::new();
        let (mut session, ok) = Session::new(dialects, Limits::default(), &mut sink);
        assert!(ok.is_ok(), "{}", show(&session, &sink));
        let files: Vec<_> = shipped::PATTERNS
            .iter()
            .map(|(n, t)| session.map.add(*n, *t))
            .collect();
        let engine = engine(&session, &files, &mut sink).ok().unwrap();
        let target_def = target_named(&session, target, &[], &mut sink).ok().unwrap();
        Loaded {
            session,
            engine,
            target: target_def,
            config: RunConfig {
                target: Some((target.to_string(), Vec::new())),
                ..RunConfig::default()
            },
            size: if target == "tiny" {
                Size::SMALL
            } else {
                Size::NORMAL
            },
        }
    }
    pub fn new(target: &str) -> Loaded {
        Loaded::with(target, &[])
    }
    pub fn levels(&self) -> Vec<Level> {
        levels(&self.session.ctx, &self.session.reg)
    }

    /// Reads and verifies a program.
    pub fn parse(&mut self, text: &str) -> Result<Body, String> {
        let mut sink = Sink::new();
        let file = self.session.map.add("case.mlir", text);
        let body = self.session.parse(file, false, &mut sink);
        body.ok_or_else(|| format!("{}{text}", show(&self.session, &sink)))
    }
    pub fn run(&self, body: &Body) -> Runs {
        run_all(&self.session, body, Some(&self.target), &start())
    }

    /// A plan that fits a level.
    pub fn plan(&self, r: &mut Random, level: &Level) -> Plan {
        // What descriptors write is written once.
        let size = Size {
            repeat: !level.is_struct() && r.one_in(2),
            ..self.size
        };
        let room = level.room(&self.session.ctx, &self.session.reg, &self.target);
        loop {
            let p = plan(r, size, &level.dtypes(), &level.chips());
            if p.fits(&room) {
                return p;
            }
        }
    }
    /// A plan in the words of a level: with any attributes, if the verifier takes them, else with plain ones.
    pub fn program(&mut self, r: &mut Random, level: &Level, plan: &Plan) -> Result<(String, Body), String> {
        let mut why = String::new();
        for bare in [false, true] {
            let (ctx, reg) = (&self.session.ctx, &self.session.reg);
            let text = write(ctx, reg, level, plan, r, bare)
                .ok_or_else(|| format!("{} has attributes that cannot be made up", level.name))?;
            match self.parse(&text) {
                Ok(body) => return Ok((text, body)),
                Err(e) => why = e,
            }
        }
        Err(why)
    }

    /// A program after all passes; none if one refuses it.
    pub fn lower(&self, mut body: Body) -> Option<Body> {
        let steps = PASSES.map(step);
        let (mut sink, mut told) = (Sink::new(), Vec::new());
        let done = run_steps(
            &self.engine,
            &self.session,
            &mut body,
            &steps,
            &self.config,
            &mut sink,
            &mut told,
        );
        done.ok().map(|()| body)
    }

    /// Runs a program before and after each pass.
    pub fn lowered(&mut self, text: &str, mut body: Body) -> Outcome {
        let mut before = self.run(&body);
        let mut out = Outcome {
            digest: match digest(&before) {
                Ok(d) => d,
                Err(e) => return Outcome::wrong(format!("not executed: {e}\n{text}")),
            },
            ..Outcome::default()
        };
        for pass in PASSES {
            let steps = [step(pass)];
            let (session, mut sink) = (&self.session, Sink::new());
            let ran = run_steps(
                &self.engine,
                session,
                &mut body,
                &steps,
                &self.config,
                &mut sink,
                &mut Vec::new(),
            );
            if ran.is_err() {
                out.refused = sink.items().first().map(|d| format!("{pass}: {}", d.message));
                return out;
            }
            let after = self.run(&body);
            if let Err(e) = digest(&after) {
                return Outcome::wrong(format!("after {pass}: {e}\n{text}"));
            }
            let (Ok(b), Ok(a)) = (&before[0].2, &after[0].2) else {
                return Outcome::wrong(format!("{pass} leaves no kernel\n{text}"));
            };
            let c = compare(b, a);
            if let Some(d) = c.first {
                return Outcome::wrong(format!("after {pass}: {d}\n{text}"));
            }
            out.bytes += c.bytes;
            before = after;
        }
        out
    }
}

/// What became of a program.
#[derive(Default)]
pub struct Outcome {
    pub digest: u64,
    /// Bytes that were compared.
    pub bytes: u64,
    /// The lowering does not take it.
    pub refused: Option<String>,
    pub wrong: Option<String>,
}

impl Outcome {
    fn wrong(text: String) -> Outcome {
        Outcome {
            wrong: Some(text),
            ..Outcome::default()
        }
    }
}

/// What became of many.
#[derive(Default)]
pub struct Found {
    pub programs: u64,
    /// Of them, by level.
    pub by_level: Vec<(String, u64)>,
    pub lowered: u64,
    pub bytes: u64,
    pub refused: Vec<(String, u64)>,
    pub digest: u64,
    /// That of the first, if there are more than those.
    pub first: Option<u64>,
    pub wrong: Vec<String>,
}

impl Found {
    /// For people.
    pub fn report(&self, seed: u64) -> String {
        let mut out = format!(
            "{} programs of seed {seed}, {} differences, digest {:016x}\n",
            self.programs,
            self.wrong.len(),
            self.digest
        );
        if let Some(d) = self.first {
            let _ = writeln!(out, "digest of the first {FIRST}: {d:016x}");
        }
        for (level, n) in &self.by_level {
            let _ = write!(out, "{n} of {level}, ");
        }
        let _ = writeln!(
            out,
            "{} lowered to the end, {} bytes compared",
            self.lowered, self.bytes
        );
        for (why, n) in &self.refused {
            let _ = writeln!(out, "  {n} refused: {why}");
        }
        out
    }
}

fn count(list: &mut Vec<(String, u64)>, what: &str) {
    match list.iter_mut().find(|x| x.0 == what) {
        Some(x) => x.1 += 1,
        None => list.push((what.to_string(), 1)),
    }
}

/// So many have a digest of their own, which a test knows.
const FIRST: u64 = 10_000;
/// So many programs share what is loaded.
const CHUNK: u64 = 250;

/// Lowers and executes `programs` programs of a seed, on all threads; the digest depends on the seed and the number only.
pub fn check(programs: u64, seed: u64) -> Found {
    let chunks: Vec<u64> = (0..programs.div_ceil(CHUNK)).collect();
    let done: Vec<Found> = chunks
        .into_par_iter()
        .map(|c| chunk(seed, c, CHUNK.min(programs - c * CHUNK)))
        .collect();
    let mut all = Found::default();
    for f in done {
        if all.programs == FIRST {
            all.first = Some(all.digest);
        }
        all.programs += f.programs;
        all.lowered += f.lowered;
        all.bytes += f.bytes;
        all.digest = checksum(&[all.digest.to_le_bytes(), f.digest.to_le_bytes()].concat());
        all.wrong.extend(f.wrong);
        for (mine, theirs) in [(&mut all.by_level, f.by_level), (&mut all.refused, f.refused)] {
            for (what, n) in theirs {
                count(mine, &what);
                mine.iter_mut().find(|x| x.0 == what).unwrap().1 += n - 1;
            }
        }
    }
    all
}

fn chunk(seed: u64, chunk: u64, programs: u64) -> Found {
    let mut l = Loaded::new(if chunk % 4 == 3 { "tiny" } else { "trn2" });
    let levels = l.levels();
    let mut out = Found::default();
    for n in 0..programs {
        let mut r = Random::new(seed ^ (chunk * CHUNK + n).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let level = &levels[r.index(levels.len())];
        let plan = l.plan(&mut r, level);
        out.programs += 1;
        count(&mut out.by_level, &level.name);
        let o = match l.program(&mut r, level, &plan) {
            Ok((text, body)) => l.lowered(&text, body),
            Err(e) => Outcome::wrong(e),
        };
        out.digest = checksum(&[out.digest.to_le_bytes(), o.digest.to_le_bytes()].concat());
        out.bytes += o.bytes;
        match (o.wrong, o.refused) {
            (Some(text), _) => out.wrong.push(text),
            (None, Some(why)) => {
                // Messages that name something are one kind.
                let plain: String = why.chars().filter(|c| !c.is_ascii_digit()).collect();
                count(&mut out.refused, &plain);
            }
            (None, None) => out.lowered += 1,
        }
    }
    out
}
