//! Whether two runs of a program, before and after a change, leave the same bytes.

use super::memory::{Image, Key, Start};
use super::report::name;
use super::run::{Options, Ran, kernels, run};
use crate::ir::symbols::symbol_name;
use crate::ir::{Body, OpId};
use crate::lang::defs::TargetDef;
use crate::session::Session;
use crate::support::diag::Diagnostic;

/// All kernels of a program, each with what its run came to.
pub type Runs = Vec<(String, OpId, Result<Ran, Diagnostic>)>;

/// Runs all kernels with the memories of `start`.
pub fn run_all(session: &Session, body: &Body, target: Option<&TargetDef>, start: &Start) -> Runs {
    let ctx = &session.ctx;
    let options = Options {
        target,
        start,
        trace: false,
        watch: None,
        cores: None,
        races: false,
    };
    let one = |k: OpId| {
        let name = symbol_name(ctx, body, k).map_or("", |n| ctx.text(n)).to_string();
        (name, k, run(session, body, k, options))
    };
    kernels(session, body).into_iter().map(one).collect()
}

/// A byte that differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The core that has the memory.
    pub core: usize,
    /// The memory.
    pub key: Key,
    /// As it is called.
    pub memory: String,
    /// Row and byte in it.
    pub at: (u64, u64),
    /// Whether the memory has rows.
    pub rows: bool,
    /// The byte before and after; none where nothing has written it.
    pub bytes: (Option<u8>, Option<u8>),
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shown = |b: Option<u8>| b.map_or("unwritten".to_string(), |b| format!("0x{b:02x}"));
        write!(f, "byte {} of ", self.at.1)?;
        if self.rows {
            write!(f, "partition {} of ", self.at.0)?;
        }
        write!(
            f,
            "'{}' was {} and is {}",
            self.memory,
            shown(self.bytes.0),
            shown(self.bytes.1)
        )
    }
}

/// What comparing two runs came to.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// Bytes that were compared.
    pub bytes: u64,
    /// Bytes among them that the program before changed.
    pub changed: u64,
    /// Memories without a counterpart.
    pub unmatched: u64,
    /// Memories of another size, by name.
    pub resized: Option<String>,
    /// The first byte that differs.
    pub first: Option<Difference>,
    /// The first byte of further stretches that differ, some of each memory.
    pub others: Vec<Difference>,
    /// How many do.
    pub different: u64,
    /// The first thing that is printed otherwise: before and after.
    pub printed: Option<(String, String)>,
}

/// So many stretches that differ are kept of each memory, and so many of all beside the first.
const EACH: usize = 4;
const MOST: usize = 15;

/// Compares the memories that both have; an argument that one does not use holds what it held.
pub fn compare(before: &Ran, after: &Ran) -> Comparison {
    let mut c = Comparison::default();
    let longest = before.prints.len().max(after.prints.len());
    c.printed = (0..longest)
        .map(|n| {
            let line = |r: &Ran| r.prints.get(n).cloned().unwrap_or_default();
            (line(before), line(after))
        })
        .find(|(b, a)| b != a);
    for b in &before.images {
        let Some(a) = after
            .images
            .iter()
            .find(|a| (a.core, &a.memory.key) == (b.core, &b.memory.key))
        else {
            c.unmatched = c.unmatched.saturating_add(1);
            continue;
        };
        if a.bytes.len() != b.bytes.len() {
            c.resized.get_or_insert_with(|| name(b));
            continue;
        }
        c.bytes = c.bytes.saturating_add(b.bytes.len() as u64);
        c.changed = c.changed.saturating_add(b.changed);
        if a.bytes == b.bytes && a.known == b.known {
            continue;
        }
        let byte = |i: &Image, n: usize| {
            let known = i.known.as_ref().and_then(|k| k.get(n)).copied().unwrap_or(true);
            i.bytes.get(n).copied().filter(|_| known)
        };
        let (mut inside, mut here) = (false, 0);
        for n in 0..b.bytes.len() {
            let bytes = (byte(b, n), byte(a, n));
            if bytes.0 == bytes.1 {
                inside = false;
                continue;
            }
            c.different = c.different.saturating_add(1);
            let begins = !std::mem::replace(&mut inside, true);
            if !begins || here == EACH || c.others.len() == MOST {
                continue;
            }
            here += 1;
            let difference = Difference {
                core: b.core.unwrap_or(0),
                key: b.memory.key.clone(),
                memory: name(b),
                at: b.position(n),
                rows: b.memory.rows > 1,
                bytes,
            };
            match &c.first {
                None => c.first = Some(difference),
                Some(_) => c.others.push(difference),
            }
        }
    }
    c
}

/// The byte that went wrong first.
#[derive(Clone, Debug)]
pub struct Blame {
    /// The byte.
    pub at: Difference,
    /// What wrote it before the change, and after it; none where nothing did.
    pub writers: [Option<OpId>; 2],
}

/// Of the bytes that differ, the one that was written first, in either run: what is wrong is often copied on. `programs`
/// are a body and its kernel, before and after.
pub fn blame(
    session: &Session,
    programs: [(&Body, OpId); 2],
    target: Option<&TargetDef>,
    start: &Start,
    c: &Comparison,
) -> Option<Blame> {
    let mut best: Option<(u64, Blame)> = None;
    for at in c.first.iter().chain(&c.others) {
        let found = programs.map(|(body, kernel)| writer(session, body, kernel, target, start, at));
        let time = found.iter().flatten().map(|w| w.1).min().unwrap_or(u64::MAX);
        if best.as_ref().is_none_or(|b| time < b.0) {
            let writers = found.map(|w| w.map(|w| w.0));
            let at = at.clone();
            best = Some((time, Blame { at, writers }));
        }
    }
    best.map(|b| b.1)
}

/// The last operation of a kernel that wrote a byte, and after how many transfers.
fn writer(
    session: &Session,
    body: &Body,
    kernel: OpId,
    target: Option<&TargetDef>,
    start: &Start,
    at: &Difference,
) -> Option<(OpId, u64)> {
    let options = Options {
        target,
        start,
        trace: false,
        watch: Some((at.core, &at.key, at.at.0, at.at.1)),
        cores: None,
        races: false,
    };
    run(session, body, kernel, options).ok()?.writer
}
