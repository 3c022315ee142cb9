//! How long each pass takes, and how many operations it finds and leaves.

use super::instrument::{Instrument, Moment, Tell};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// Times of the parts of a run, in the order in which each part was first seen.
pub struct Times {
    start: Instant,
    rows: Vec<(String, Duration)>,
    verify: Duration,
    since: Instant,
}

impl Default for Times {
    fn default() -> Self {
        let now = Instant::now();
        Times {
            start: now,
            rows: Vec::new(),
            verify: Duration::ZERO,
            since: now,
        }
    }
}

impl Times {
    /// Begins a part.
    pub fn begin(&mut self) {
        self.since = Instant::now();
    }
    /// Ends the part that was begun last.
    pub fn end(&mut self, part: &str) {
        let took = self.since.elapsed();
        match self.rows.iter_mut().find(|r| r.0 == part) {
            Some(r) => r.1 += took,
            None => self.rows.push((part.to_string(), took)),
        }
    }
    /// Ends the part that was begun last, a check of the IR.
    pub fn verified(&mut self) {
        self.verify += self.since.elapsed();
    }
    /// All of it as text.
    pub fn report(&self, threads: usize) -> String {
        let total = self.start.elapsed();
        let known: Duration = self.rows.iter().map(|r| r.1).sum::<Duration>() + self.verify;
        let plural = if threads == 1 { "" } else { "s" };
        let mut out = format!("Timing ({threads} thread{plural}):\n   seconds   share\n");
        let rest = total.saturating_sub(known);
        let rows = self.rows.iter().map(|(name, t)| (name.as_str(), *t));
        for (name, t) in rows.chain([("verify", self.verify), ("rest", rest), ("total", total)]) {
            let (t, all) = (t.as_secs_f64(), total.as_secs_f64().max(1e-9));
            let _ = writeln!(out, "  {t:8.4}  {:5.1}%  {name}", 100.0 * t / all);
        }
        out
    }
}

impl Instrument for Times {
    fn before(&mut self, _: Moment<'_>, _: &mut dyn Tell) {
        self.begin();
    }
    fn ran(&mut self, at: Moment<'_>, _: &mut dyn Tell) {
        self.end(&format!("pass {}", at.step.pass));
        self.begin();
    }
    fn after(&mut self, _: Moment<'_>, _: bool, _: &mut dyn Tell) {
        self.verified();
    }
}

/// How many operations each pass found and left.
#[derive(Default)]
pub struct Sizes {
    rows: Vec<(String, usize, usize)>,
}

impl Sizes {
    /// All of it as text.
    pub fn report(&self) -> String {
        let mut out = String::from("Pass statistics:\n    before     after  pass\n");
        for (pass, before, after) in &self.rows {
            let _ = writeln!(out, "  {before:8}  {after:8}  {pass}");
        }
        out
    }
}

impl Instrument for Sizes {
    fn before(&mut self, at: Moment<'_>, _: &mut dyn Tell) {
        self.rows.push((at.step.pass.clone(), at.body.op_count(), 0));
    }
    fn ran(&mut self, at: Moment<'_>, _: &mut dyn Tell) {
        if let Some(r) = self.rows.last_mut() {
            r.2 = at.body.op_count();
        }
    }
}
