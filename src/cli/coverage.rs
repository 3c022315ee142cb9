//! `--pattern-coverage=FILE` adds to the counts in a file; `--pattern-coverage-report=PATH` lists what never fired.
//!
//! A line is `owner<TAB>file:line:column<TAB>kind<TAB>count`. Many runs may add to one file at a time: each holds a lock
//! on `FILE.lock`, which the system frees when a process ends however it ends, and puts the new file in place by renaming.

use super::{load, output};
use crate::lang::defs::Map;
use crate::pass::instrument::Point;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Counts by point.
pub(super) type Counts = Map<Point, u64>;

/// What of a file name is of a lock.
const LOCK: &str = "lock";

fn read(path: &Path, into: &mut Counts) -> Result<(), String> {
    let text = match std::fs::read_to_string(path) {
        Ok(t) => t,
        Err(e) => return Err(format!("cannot read '{}': {}", path.display(), load::plain(&e))),
    };
    for (n, line) in text.lines().enumerate() {
        let fields: Vec<&str> = line.split('\t').collect();
        let count = fields.get(3).and_then(|c| c.parse::<u64>().ok());
        let ([owner, place, kind, _], Some(count)) = (fields.as_slice(), count) else {
            return Err(format!(
                "{}:{}: expected 'pattern<TAB>place<TAB>kind<TAB>count'",
                path.display(),
                n + 1
            ));
        };
        let point = Point {
            owner: owner.to_string(),
            place: place.to_string(),
            kind: kind.to_string(),
        };
        let sum = into.entry(point).or_default();
        *sum = sum.saturating_add(count);
    }
    Ok(())
}

/// File, line and column, for sorting.
fn key(p: &Point) -> (&str, u32, u32) {
    let mut parts = p.place.rsplitn(3, ':');
    let mut number = || parts.next().and_then(|n| n.parse().ok()).unwrap_or(0);
    let (column, line) = (number(), number());
    (parts.next().unwrap_or(""), line, column)
}

fn sorted(counts: &Counts) -> Vec<(&Point, u64)> {
    let mut all: Vec<(&Point, u64)> = counts.iter().map(|(p, n)| (p, *n)).collect();
    all.sort_by(|(a, _), (b, _)| (key(a), &a.kind, &a.owner).cmp(&(key(b), &b.kind, &b.owner)));
    all
}

/// Adds counts to those of a file.
pub(super) fn add(path: &Path, mut counts: Counts) -> Result<(), String> {
    let fault = |e: std::io::Error| format!("cannot write '{}': {}", path.display(), load::plain(&e));
    let mut lock = path.as_os_str().to_os_string();
    lock.push(".");
    lock.push(LOCK);
    let lock = std::fs::File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(PathBuf::from(lock))
        .map_err(fault)?;
    lock.lock().map_err(fault)?;
    if path.exists() {
        read(path, &mut counts)?;
    }
    let mut text = String::new();
    for (p, n) in sorted(&counts) {
        // A file may be called anything.
        let place = p.place.replace(['\t', '\n'], " ");
        let _ = writeln!(text, "{}\t{place}\t{}\t{n}", p.owner, p.kind);
    }
    output::write(path, &text).map_err(fault)
}

/// What never fired, by the counts of a file, or of all in a folder together.
pub(super) fn report(path: &Path) -> Result<String, String> {
    let mut counts = Counts::default();
    if path.is_dir() {
        let fault = |e: std::io::Error| format!("cannot read '{}': {}", path.display(), load::plain(&e));
        let mut files = Vec::new();
        for e in std::fs::read_dir(path).map_err(fault)? {
            files.push(e.map_err(fault)?.path());
        }
        files.sort();
        files.retain(|f| f.is_file() && f.extension().is_none_or(|x| x != LOCK));
        for f in files {
            read(&f, &mut counts)?;
        }
    } else {
        read(path, &mut counts)?;
    }
    let all = sorted(&counts);
    let never: Vec<&Point> = all.iter().filter(|(_, n)| *n == 0).map(|(p, _)| *p).collect();
    let mut out = String::new();
    for p in &never {
        let what = match p.kind.as_str() {
            "pattern" => format!("pattern '{}' was never applied", p.owner),
            kind => format!("{kind} in '{}' was never taken", p.owner),
        };
        let _ = writeln!(out, "{}: {what}", p.place);
    }
    let _ = writeln!(out, "{} of {} never fired", never.len(), all.len());
    Ok(out)
}
