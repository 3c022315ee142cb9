//! Every kind of diagnostic is provoked by a test, and every message about a dialect or pattern file has a kind.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

fn tool(args: &[&str]) -> String {
    let out = Command::new(env!("CARGO_BIN_EXE_rookery-opt"))
        .args(args)
        .env_clear()
        .output()
        .unwrap();
    let status = out.status.code();
    assert!(matches!(status, Some(0..=3)), "{args:?} ended with {status:?}");
    String::from_utf8(out.stdout).unwrap() + &String::from_utf8(out.stderr).unwrap()
}

fn files(folder: &str) -> Vec<PathBuf> {
    let mut out: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.extension().is_some_and(|x| x == "pat" || x == "dialect"))
        .collect();
    out.sort();
    out
}

/// What the tool says of a file, with the flags that its `RUN` line has.
fn said(path: &Path) -> String {
    let name = path.to_str().unwrap();
    let text = String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned();
    let run: String = text.lines().filter(|l| l.starts_with("// RUN:")).collect();
    let flag = ["--check-patterns", "--target-file", "--dialects"]
        .into_iter()
        .find(|f| run.contains(f))
        .unwrap_or("--patterns");
    match flag {
        "--check-patterns" => tool(&["--show-diagnostic-kinds", flag, name]),
        _ => tool(&["--show-diagnostic-kinds", "--list-passes", flag, name]),
    }
}

/// `file:line:column: severity: text` of a message about such a file; notes belong to their message.
fn is_message(line: &str) -> bool {
    let severity = [": error: ", ": warning: ", ": remark: "]
        .iter()
        .filter_map(|s| line.find(s))
        .min();
    let Some(place) = severity.and_then(|at| line.get(..at)) else {
        return false;
    };
    let mut parts = place.rsplitn(3, ':');
    let numbers = parts.next().zip(parts.next());
    let number = |n: &str| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit());
    let file = parts.next().unwrap_or("");
    numbers.is_some_and(|(c, l)| number(c) && number(l))
        && (file.ends_with(".pat") || file.ends_with(".dialect"))
}

#[test]
fn every_kind_is_provoked_and_every_message_has_one() {
    let listed = tool(&["--list-diagnostics"]);
    let listed: Vec<&str> = listed.lines().map(|l| l.split("  ").next().unwrap()).collect();
    assert!(listed.windows(2).all(|w| w[0] < w[1]), "not sorted");
    let mut seen = BTreeSet::new();
    let mut without = Vec::new();
    let mut all = files("test/lit/faults");
    assert!(all.len() >= 60, "{} files", all.len());
    all.extend(files("test/lit/patterns").into_iter().filter(|f| {
        let name = f.file_name().unwrap().to_str().unwrap();
        name.starts_with("load-") || name.starts_with("examples")
    }));
    for file in all {
        let text = said(&file);
        for line in text.lines().filter(|l| is_message(l)) {
            let kind = line
                .strip_suffix(']')
                .and_then(|l| l.rsplit_once(" ["))
                .map_or("", |k| k.1);
            if listed.contains(&kind) {
                seen.insert(kind.to_string());
            } else {
                without.push(line.to_string());
            }
        }
    }
    assert!(without.is_empty(), "without a kind: {without:#?}");
    let never: Vec<&&str> = listed.iter().filter(|k| !seen.contains(**k)).collect();
    assert!(never.is_empty(), "no test provokes {never:?}");
}

/// Where all that is reported is about dialect and pattern files.
const LOADING: [&str; 5] = [
    "src/lang/check",
    "src/lang/parse",
    "src/dialect",
    "src/pattern",
    "src/pattern/analysis",
];

#[test]
fn loading_reports_nothing_without_a_kind() {
    let mut wrong = Vec::new();
    for folder in LOADING {
        for e in std::fs::read_dir(folder).unwrap() {
            let path = e.unwrap().path();
            if path.extension().is_none_or(|x| x != "rs") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let text = text.split("#[cfg(test)]").next().unwrap();
            let dense: String = text.split_whitespace().collect();
            let dense = dense.replace("';'", "");
            for at in dense.match_indices("sink.error(").map(|m| m.0) {
                let rest: String = dense[at..].chars().take(60).collect();
                // What is a fault of the tool itself has no kind.
                if !rest.contains("internalerror") {
                    wrong.push(format!("{}: {rest}", path.display()));
                }
            }
            for new in ["Diagnostic::error(", "Diagnostic::new("] {
                for at in dense.match_indices(new).map(|m| m.0) {
                    let rest: String = dense[at..].chars().take(400).collect();
                    if !rest.split(';').next().unwrap().contains(".kind(") {
                        wrong.push(format!("{}: {rest}", path.display()));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
