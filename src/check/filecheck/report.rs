//! What a failure shows: messages, the nearest miss, and the text around the failure.

use super::args::Options;
use crate::support::diag::{self, Diagnostic};
use crate::support::source::SourceMap;
use std::fmt::Write as _;

/// Diagnostics in order.
pub(super) fn render(sources: &SourceMap, items: &[Diagnostic]) -> String {
    items.iter().map(|d| diag::render(sources, d, false)).collect()
}

/// How far a near miss is looked for.
const WINDOW: usize = 4096;
/// Longest part of a pattern that is compared; it bounds the work together with [`WINDOW`].
const EXAMPLE: usize = 120;

/// The place that differs least from `example`, if it differs little.
///
/// A line further on weighs a hundredth of a byte that differs.
pub(super) fn near_miss(text: &[u8], example: &[u8]) -> Option<usize> {
    let example = example.get(..EXAMPLE).unwrap_or(example);
    let mut best: Option<(usize, usize)> = None;
    let mut lines = 0;
    for (at, &b) in text.iter().take(WINDOW).enumerate() {
        lines += usize::from(b == b'\n');
        if b == b' ' || b == b'\t' {
            continue;
        }
        let rest = text.get(at..).unwrap_or_default();
        let line = rest.get(..example.len()).unwrap_or(rest);
        let end = memchr::memchr(b'\n', line).unwrap_or(line.len());
        let bound = best.map_or(usize::MAX, |(q, _)| q.saturating_sub(lines) / 100 + 1);
        let quality = distance(line.get(..end).unwrap_or(line), example, bound).saturating_mul(100) + lines;
        if best.is_none_or(|(q, _)| quality < q) {
            best = Some((quality, at));
        }
    }
    best.filter(|&(quality, _)| quality < 5000).map(|(_, at)| at)
}

/// Edit distance; anything above `bound` may come out as `bound + 1`.
fn distance(a: &[u8], b: &[u8], bound: usize) -> usize {
    if a.len().abs_diff(b.len()) > bound {
        return bound + 1;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let (mut diagonal, mut left, mut least) = (i, i + 1, i + 1);
        if let Some(cell) = row.first_mut() {
            *cell = i + 1;
        }
        for (cell, y) in row.iter_mut().skip(1).zip(b) {
            let value = (diagonal + usize::from(x != y)).min(left + 1).min(*cell + 1);
            diagonal = *cell;
            *cell = value;
            left = value;
            least = least.min(value);
        }
        if least > bound {
            return bound + 1;
        }
    }
    row.last().copied().unwrap_or(0)
}

/// Most marks and longest line of a dump.
const MARKS: usize = 20;
const LINE: usize = 200;

/// The text around each mark, with the mark's message under its line.
pub(super) fn dump<'a>(
    check: &str,
    input: &str,
    text: &[u8],
    marks: impl Iterator<Item = Option<(usize, &'a str)>>,
    options: &Options,
) -> String {
    let mut starts = vec![0];
    starts.extend(memchr::memchr_iter(b'\n', text).map(|n| n + 1));
    if starts.last() == Some(&text.len()) && starts.len() > 1 {
        starts.pop();
    }
    let line_of = |at: usize| starts.partition_point(|&s| s <= at).saturating_sub(1);
    let mut marks: Vec<(usize, usize, &str)> = marks
        .flatten()
        .map(|(at, m)| (line_of(at), at, m))
        .take(MARKS)
        .collect();
    marks.sort_by_key(|m| m.0);
    let mut out = format!("\nInput file: {input}\nCheck file: {check}\n\nInput was:\n<<<<<<\n");
    let whole = marks.is_empty();
    let shown = |n: usize| whole || marks.iter().any(|m| m.0.abs_diff(n) <= options.dump_context);
    let digits = starts.len().to_string().len().max(4);
    let mut skipped = false;
    for (n, &start) in starts.iter().enumerate() {
        if !shown(n) {
            skipped = true;
            continue;
        }
        if std::mem::take(&mut skipped) {
            let _ = writeln!(out, "{:>digits$}  ...", "");
        }
        let end = starts.get(n + 1).map_or(text.len(), |e| e - 1);
        let line = text.get(start..end).unwrap_or_default();
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let cut = line.get(..LINE).unwrap_or(line);
        let tail = if cut.len() < line.len() { " ..." } else { "" };
        let clean: String = String::from_utf8_lossy(cut)
            .chars()
            .map(|c| {
                if c.is_control() && c != '\t' {
                    '\u{fffd}'
                } else {
                    c
                }
            })
            .collect();
        let _ = writeln!(out, "{:>digits$}: {clean}{tail}", n + 1);
        for (_, at, message) in marks.iter().filter(|m| m.0 == n) {
            let before = line
                .get(..at.saturating_sub(start).min(cut.len()))
                .unwrap_or_default();
            let pad: String = String::from_utf8_lossy(before)
                .chars()
                .map(|c| if c == '\t' { '\t' } else { ' ' })
                .collect();
            let _ = writeln!(out, "{:>digits$}  {pad}X {message}", "");
        }
    }
    if skipped {
        let _ = writeln!(out, "{:>digits$}  ...", "");
    }
    out.push_str(">>>>>>\n");
    out
}
