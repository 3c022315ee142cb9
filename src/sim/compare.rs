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
    /// How many do.
    pub different: u64,
    /// The first thing that is printed otherwise: before and after.
    pub printed: Option<(String, String)>,
}

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
        for n in 0..b.bytes.len() {
            let bytes = (byte(b, n), byte(a, n));
            if bytes.0 == bytes.1 {
                continue;
            }
            c.different = c.different.saturating_add(1);
            c.first.get_or_insert_with(|| Difference {
                core: b.core.unwrap_or(0),
                key: b.memory.key.clone(),
                memory: name(b),
                at: b.position(n),
                rows: b.memory.rows > 1,
                bytes,
            });
        }
    }
    c
}

/// The last operation of a kernel that wrote a byte.
pub fn writer(
    session: &Session,
    body: &Body,
    kernel: OpId,
    target: Option<&TargetDef>,
    start: &Start,
    at: &Difference,
) -> Option<OpId> {
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
