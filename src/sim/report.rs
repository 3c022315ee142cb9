//! What a run came to, for people.

use super::fill::checksum;
use super::memory::{Image, Key};
use super::run::{Ran, place_text};
use crate::ir::Body;
use crate::session::Session;
use std::fmt::Write as _;

/// What is shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct Show {
    /// Name, bytes and checksum of each memory.
    pub checksums: bool,
    /// All bytes.
    pub hexdump: bool,
    /// Each transfer.
    pub trace: bool,
    /// Numbers.
    pub stats: bool,
    /// Memories beside the arguments, too.
    pub all: bool,
}

/// The report of a run.
///
/// `cost` is what a run of so many bytes costs, in bytes that could be moved in that time.
pub fn report(session: &Session, body: &Body, ran: &Ran, show: Show, cost: impl Fn(u64) -> u64) -> String {
    let mut out = format!("kernel @{}\n", ran.kernel);
    if show.trace {
        for t in &ran.trace {
            let place = place_text(session, &session.ctx.place(body.loc(t.op)));
            let _ = writeln!(out, "  {place}: {}", t.text);
        }
    }
    for line in &ran.prints {
        let _ = writeln!(out, "  {line}");
    }
    for i in ran
        .images
        .iter()
        .filter(|i| show.all || matches!(i.memory.key, Key::Argument(_)))
    {
        if show.checksums {
            line(&mut out, i);
        }
        if show.hexdump {
            dump(&mut out, i, !show.checksums);
        }
    }
    if show.stats {
        let s = ran.stats;
        let _ = writeln!(
            out,
            "  {} transfers, {} bytes, {} runs, {} ring entries, {} firings{}",
            s.transfers,
            s.bytes,
            s.runs,
            s.entries,
            s.firings,
            efficiency(ran, cost)
        );
    }
    out
}

/// What share of the time that its runs take moves bytes; nothing where nothing is moved.
fn efficiency(ran: &Ran, cost: impl Fn(u64) -> u64) -> String {
    let sum = |of: &dyn Fn(u64) -> u64| {
        let each = ran
            .lengths
            .iter()
            .map(|(bytes, n)| u128::from(of(*bytes)) * u128::from(*n));
        each.sum::<u128>()
    };
    let (moved, paid) = (sum(&|bytes| bytes), sum(&cost));
    match (moved * 1000).checked_div(paid) {
        Some(share) => format!(", {}.{} % efficient", share / 10, share % 10),
        None => String::new(),
    }
}

/// How a memory is called: an argument by its number, at every level the same; where there are several cores, with its.
pub fn name(i: &Image) -> String {
    let name = match &i.memory.key {
        Key::Argument(n) => format!("arg{n}"),
        Key::Allocated(..) => i.memory.name.clone(),
    };
    match i.core {
        Some(core) => format!("core{core}.{name}"),
        None => name,
    }
}

fn line(out: &mut String, i: &Image) {
    let _ = write!(
        out,
        "  {} {} bytes {:016x}",
        name(i),
        i.bytes.len(),
        checksum(&i.bytes)
    );
    let _ = match (i.changed, i.unknown()) {
        (0, 0) => writeln!(out),
        (c, 0) => writeln!(out, " {c} changed"),
        (c, u) => writeln!(out, " {c} changed, {u} never written"),
    };
}

/// Sixteen bytes a line, each row for itself; what nothing has written is `--`.
fn dump(out: &mut String, i: &Image, named: bool) {
    let rows = i.memory.rows;
    if named {
        let _ = writeln!(out, "  {}", name(i));
    }
    let row = usize::try_from(i.memory.row.max(1)).unwrap_or(usize::MAX);
    for (r, bytes) in i.bytes.chunks(row).enumerate() {
        for (n, part) in bytes.chunks(16).enumerate() {
            let at = n.saturating_mul(16);
            let _ = if rows > 1 {
                write!(out, "  {r}:{at:04x}")
            } else {
                write!(out, "  {at:04x}")
            };
            for (k, b) in part.iter().enumerate() {
                let number = r.saturating_mul(row).saturating_add(at).saturating_add(k);
                let known = i
                    .known
                    .as_ref()
                    .and_then(|all| all.get(number))
                    .copied()
                    .unwrap_or(true);
                let _ = if known {
                    write!(out, " {b:02x}")
                } else {
                    write!(out, " --")
                };
            }
            out.push('\n');
        }
    }
}
