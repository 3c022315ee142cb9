//! `--format-patterns`: what holds for every file, however it was laid out, and what the flag does with files.

// A test may stop at what it did not expect, in its helpers too.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use assert_cmd::Command;
use rookery::lang::format::{Language, format, meaning};
use rookery::support::diag::{Sink, render};
use rookery::support::limits::Limits;
use rookery::support::source::SourceMap;
use std::path::{Path, PathBuf};

fn formatted(text: &str, language: Language) -> Result<String, String> {
    let mut map = SourceMap::new();
    let file = map.add("t", text);
    let mut sink = Sink::new();
    format(&map, file, language, &Limits::default(), &mut sink)
        .map_err(|_| sink.items().iter().map(|d| render(&map, d, false)).collect())
}

fn collect(path: &Path, out: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let mut entries: Vec<_> = std::fs::read_dir(path)
            .unwrap()
            .map(|e| e.unwrap().path())
            .collect();
        entries.sort();
        for e in entries {
            collect(&e, out);
        }
    } else if path.extension().is_some_and(|x| x == "pat" || x == "dialect") {
        out.push(path.to_path_buf());
    }
}

/// Everything that ships, and files as people wrote them.
fn files() -> Vec<(PathBuf, Language, String)> {
    let mut paths = Vec::new();
    for place in ["patterns", "dialects", "test/data/lang", "test/lit"] {
        collect(Path::new(place), &mut paths);
    }
    // Mistakes of authors, some of them in the text itself.
    let faulty = ["test/lit/faults", "test/lit/patterns/Inputs/peers"];
    paths.retain(|p| !faulty.iter().any(|f| p.starts_with(f)));
    assert!(paths.len() > 60, "{}", paths.len());
    paths
        .into_iter()
        .map(|p| {
            let language = if p.extension().is_some_and(|x| x == "pat") {
                Language::Patterns
            } else {
                Language::Dialects
            };
            let text = std::fs::read_to_string(&p).unwrap();
            (p, language, text)
        })
        // Tests of what is no file of the language have some that are none; those are left alone, which has its own test.
        .filter(|(_, language, text)| meaning(text, *language, &Limits::default()).is_some())
        .collect()
}

/// Formats twice and compares; gives the result.
#[track_caller]
fn sound(text: &str, language: Language, name: &str) -> String {
    let limits = Limits::default();
    let once = formatted(text, language).unwrap_or_else(|e| panic!("{name}: {e}\n{text}"));
    let wanted = meaning(text, language, &limits);
    assert!(wanted.is_some(), "{name}");
    assert_eq!(meaning(&once, language, &limits), wanted, "{name}: {once}");
    let twice = formatted(&once, language).unwrap_or_else(|e| panic!("{name}, twice: {e}\n{once}"));
    assert_eq!(twice, once, "{name} is not idempotent; it was\n{text}");
    once
}

/// Whether the blanks at the ends of lines and the empty lines are as they should be, outside of IR texts.
#[track_caller]
fn tidy(text: &str, name: &str) {
    let outside: Vec<&str> = text.split("\"\"\"").step_by(2).collect();
    let outside = outside.join("\"");
    assert!(
        !outside.contains(" \n") && !outside.contains("\n\n\n"),
        "{name}:\n{text}"
    );
    assert!(
        text.is_empty() || (text.ends_with('\n') && !text.ends_with("\n\n")),
        "{name}"
    );
}

#[test]
fn every_file_keeps_its_meaning_and_formats_once() {
    for (path, language, text) in files() {
        let name = path.display().to_string();
        let done = sound(&text, language, &name);
        tidy(&done, &name);
        if path.starts_with("patterns") || path.starts_with("dialects") {
            assert!(
                done == text,
                "{name} is not formatted: rookery-opt --format-patterns patterns dialects"
            );
        }
    }
}

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

/// The same tokens with other blanks and line breaks between them, and with more comments.
fn laid_out_anew(tokens: &[String], n: &mut Numbers, eol: &str) -> String {
    let mut out = String::new();
    let style = n.next(4);
    for (k, t) in tokens.iter().enumerate() {
        out.push_str(t);
        if t.starts_with("//") {
            out.push_str(eol);
            // A word in the first column may begin an item, whatever is before it.
            out.push(' ');
            continue;
        }
        let next = tokens.get(k + 1).map_or("", String::as_str);
        let alone = |t: &str| [";", ",", "(", ")", "[", "]", "{", "}"].contains(&t);
        match n.next(if style == 0 { 6 } else { 30 }) {
            0 => {
                out.push_str(eol);
                out.push(' ');
            }
            1 => {
                out.push_str(eol);
                out.push_str(eol);
                out.push_str("\t   ");
            }
            2 => out.push_str("   "),
            // The words of assembly formats want their bracket next.
            3 if style > 1 && next != "(" => {
                out.push_str(if n.next(2) == 0 { eol } else { " " });
                out.push_str("// Grüße, \"x\" { 世界  ");
                out.push_str(eol);
                out.push(' ');
            }
            4.. if alone(t) || alone(next) => {}
            _ => out.push(' '),
        }
    }
    out
}

#[test]
fn any_layout_formats_once() {
    let mut n = Numbers(0x9E37_79B9_7F4A_7C15);
    for (path, language, text) in files() {
        let tokens = meaning(&text, language, &Limits::default()).unwrap();
        for round in 0..6 {
            let eol = ["\n", "\r\n"][usize::from(round == 5)];
            // Long names break what usually fits.
            let long = |t: &String| match t.as_bytes() {
                [b] if round % 2 == 1 && b.is_ascii_alphabetic() => t.repeat(1 + n.next(60)),
                _ => t.clone(),
            };
            let tokens: Vec<String> = tokens.iter().map(long).collect();
            let damaged = laid_out_anew(&tokens, &mut n, eol);
            sound(&damaged, language, &format!("{} {round}", path.display()));
        }
    }
}

#[test]
fn nesting_is_bounded() {
    for (open, close) in [
        ("(", ")"),
        ("[", "]"),
        ("f(", ")"),
        ("if a { ", " } else { b }"),
        ("case a { b => ", " }"),
    ] {
        for deep in [150, 100_000] {
            let text = format!(
                "fn f(a: int) -> int = {}1{};",
                open.repeat(deep),
                close.repeat(deep)
            );
            match formatted(&text, Language::Patterns) {
                Ok(_) => {
                    assert!(deep < 200, "{open}");
                    sound(&text, Language::Patterns, open);
                }
                Err(e) => assert!(e.contains("nesting deeper than 200"), "{open}: {e}"),
            }
        }
    }
    let text = format!("fn f(a: bool) -> bool = {}a;", "not ".repeat(100_000));
    assert!(formatted(&text, Language::Patterns).is_err());
}

#[test]
fn long_files_take_time_in_proportion() {
    // What is quadratic would not end.
    let list: String = (0..30_000).map(|n| format!("{n}, // {n}\n")).collect();
    sound(
        &format!("fn f() -> [int] = [{list}];"),
        Language::Patterns,
        "a list",
    );
    let one = "set s { pattern p { match op = a.b(x, _) { c = 1, d }; rewrite { replace op with x; } } }\n";
    sound(&one.repeat(4_000), Language::Patterns, "items");
}

fn tool() -> Command {
    Command::cargo_bin("rookery-opt").unwrap()
}

/// A folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("format").join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(path.join("sub")).unwrap();
    path
}

#[test]
fn files_are_written_only_when_they_change() {
    let at = folder("in-place");
    let (ugly, neat, bad) = (at.join("a.pat"), at.join("sub/b.dialect"), at.join("c.pat"));
    std::fs::write(&ugly, "use a ;").unwrap();
    std::fs::write(&neat, "dialect d {\n  type t;\n}\n").unwrap();
    std::fs::write(&bad, "use a\nuse  b;\n").unwrap();
    std::fs::write(at.join("d.txt"), "use   a;").unwrap();
    let before = std::fs::metadata(&neat).unwrap().modified().unwrap();
    // A fault in one file does not keep the others from being formatted.
    let run = tool().arg("--format-patterns").arg(&at).assert().code(1);
    let said = String::from_utf8(run.get_output().stderr.clone()).unwrap();
    assert!(said.contains("c.pat:1:6: error: expected ';'"), "{said}");
    assert_eq!(std::fs::read_to_string(&ugly).unwrap(), "use a;\n");
    assert_eq!(std::fs::read_to_string(&bad).unwrap(), "use a\nuse  b;\n");
    assert_eq!(std::fs::read_to_string(at.join("d.txt")).unwrap(), "use   a;");
    assert_eq!(std::fs::metadata(&neat).unwrap().modified().unwrap(), before);
}

#[test]
fn check_writes_nothing() {
    let at = folder("check");
    let file = at.join("a.pat");
    std::fs::write(&file, "use a;\nuse  b;\n").unwrap();
    let run = tool()
        .args(["--format-patterns", "--check"])
        .arg(&at)
        .assert()
        .code(1);
    let said = String::from_utf8(run.get_output().stderr.clone()).unwrap();
    assert!(
        said.ends_with("a.pat:2: would be formatted\n-use  b;\n+use b;\n"),
        "{said}"
    );
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "use a;\nuse  b;\n");
    tool()
        .arg("--format-patterns")
        .arg(&file)
        .assert()
        .code(0)
        .stdout("")
        .stderr("");
    tool()
        .args(["--format-patterns", "--check"])
        .arg(&file)
        .assert()
        .code(0)
        .stdout("")
        .stderr("");
}

#[test]
fn other_places_to_read_and_write() {
    let at = folder("elsewhere");
    let (from, to) = (at.join("a.pat"), at.join("b.pat"));
    std::fs::write(&from, "use  a;").unwrap();
    tool()
        .args(["-format-patterns", "-"])
        .write_stdin("use   a;")
        .assert()
        .code(0)
        .stdout("use a;\n");
    // Dialects are known by their first word where there is no name to know them by.
    let dialect = "// d\n/// d\ndialect  d { }";
    tool()
        .args(["-format-patterns"])
        .write_stdin(dialect)
        .assert()
        .code(0)
        .stdout("// d\n/// d\ndialect d { }\n");
    tool()
        .arg("--format-patterns")
        .arg(&from)
        .args(["-o", "-"])
        .assert()
        .code(0)
        .stdout("use a;\n");
    tool()
        .arg("--format-patterns")
        .arg(&from)
        .arg("-o")
        .arg(&to)
        .assert()
        .code(0)
        .stdout("");
    assert_eq!(std::fs::read_to_string(&to).unwrap(), "use a;\n");
    assert_eq!(std::fs::read_to_string(&from).unwrap(), "use  a;");
}

#[test]
fn wrong_usage() {
    let at = folder("usage");
    for args in [
        "--check",
        "--format-patterns --check -o x -",
        "--format-patterns --target tiny -",
        "--format-patterns --lower-dma -",
        "--format-patterns -o x patterns",
        "--format-patterns sub",
    ] {
        let root = env!("CARGO_MANIFEST_DIR");
        let args = args.split(' ').map(|a| {
            if a == "patterns" {
                format!("{root}/patterns")
            } else {
                a.to_string()
            }
        });
        tool()
            .current_dir(&at)
            .args(args)
            .write_stdin("")
            .assert()
            .code(2);
    }
    tool()
        .current_dir(&at)
        .args(["--format-patterns", "no-such.pat"])
        .assert()
        .code(1);
    let bomb = "(".repeat(1000);
    tool()
        .args(["--format-patterns", "-"])
        .write_stdin(format!("fn f() -> int = {bomb}"))
        .assert()
        .code(3);
}
