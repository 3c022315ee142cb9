//! What the reference pages `docs/patterns.md`, `docs/dialects.md` and `docs/access-patterns.md` show is true. Each fenced block has a tag:
//!
//! | tag | meaning |
//! |---|---|
//! | `dialect` | a whole `.dialect` file |
//! | `dialect-member` | members of a dialect: it is loaded inside `dialect doc { .. }` |
//! | `dialect-op` | clauses of an operation: it is loaded inside `dialect doc { op x { .. } }` |
//! | `pat` | a whole `.pat` file: it is loaded with what ships, and its examples run |
//! | `mlir` | what stands in a module: it is read with the dialects of the last dialect block, and printed the same |
//! | `pest` | the grammar; `ROOKERY_BLESS=1 cargo test --test pages` writes it |
//! | `text`, `console` | anything else |
//!
//! All that is said of a block stands in it, in order, as lines `// error: text`, `// warning: text` and `// remark: text`.
//! What has an error has the word `refused` behind its tag, and only that.

// A test fails by panicking, in its helpers too.
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing
)]

use assert_cmd::Command;
use rookery::pass::RunConfig;
use rookery::rewrite::{Counts, engine};
use rookery::session::Session;
use rookery::shipped;
use rookery::support::diag::{Sink, render};
use rookery::support::limits::Limits;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// A fenced block of a page.
struct Block {
    tag: String,
    refused: bool,
    text: String,
    /// As `page:line`, for messages.
    place: String,
}

fn blocks(page: &str) -> Vec<Block> {
    let text = std::fs::read_to_string(root().join(page)).unwrap();
    let mut out: Vec<Block> = Vec::new();
    let mut open = false;
    for (n, line) in text.lines().enumerate() {
        match line.strip_prefix("```") {
            Some(tag) => {
                open = !open;
                if open {
                    let (tag, refused) = match tag.strip_suffix(" refused") {
                        Some(tag) => (tag, true),
                        None => (tag, false),
                    };
                    out.push(Block {
                        tag: tag.to_string(),
                        refused,
                        text: String::new(),
                        place: format!("{page}:{}", n + 1),
                    });
                }
            }
            None if open => {
                let block = out.last_mut().unwrap();
                block.text.push_str(line);
                block.text.push('\n');
            }
            None => {}
        }
    }
    assert!(!open, "{page}: a fence is not closed");
    out
}

/// What is said of a block is what stands in it.
fn judge(block: &Block, session: &Session, sink: &Sink) {
    let words = ["error: ", "warning: ", "remark: "];
    let lines = block.text.lines().filter_map(|l| l.trim().strip_prefix("// "));
    let wanted: Vec<&str> = lines.filter(|l| words.iter().any(|w| l.starts_with(w))).collect();
    let items = || sink.items().iter();
    let found: Vec<String> = items()
        .map(|d| format!("{}: {}", d.severity.word(), d.message))
        .collect();
    let shown: String = items().map(|d| render(&session.map, d, false)).collect();
    assert_eq!(found, wanted, "{}:\n{shown}", block.place);
    assert_eq!(
        block.refused,
        sink.errors() > 0,
        "{}: refused, or not?",
        block.place
    );
}

/// A dialect block as a whole file.
fn whole(tag: &str, text: &str) -> String {
    match tag {
        "dialect" => text.to_string(),
        "dialect-member" => format!("dialect doc {{\n{text}}}\n"),
        _ => format!("dialect doc {{\nop x {{\n{text}}}\n}}\n"),
    }
}

/// Reads operations with some dialects, and prints them.
fn read(dialects: &[(String, String)], block: &Block) {
    let mut sink = Sink::new();
    let (mut session, ok) = Session::new(dialects, Limits::default(), &mut sink);
    assert!(ok.is_ok(), "{}: the dialects before it are refused", block.place);
    let file = session.map.add("block.mlir", block.text.as_str());
    let body = session.parse(file, false, &mut sink);
    judge(block, &session, &sink);
    if !block.refused {
        let mut wanted = String::from("module {\n");
        for l in block.text.lines() {
            let _ = writeln!(wanted, "  {l}");
        }
        wanted.push_str("}\n");
        assert_eq!(session.show(&body.unwrap()), wanted, "{}", block.place);
    }
}

/// Loads a pattern file with what ships, and runs its examples.
fn apply(block: &Block) {
    let mut sink = Sink::new();
    let (mut session, ok) = Session::new(&[], Limits::default(), &mut sink);
    assert!(ok.is_ok());
    let mut files: Vec<_> = shipped::PATTERNS
        .iter()
        .map(|(name, text)| session.map.add(*name, *text))
        .collect();
    let mine = session.map.add("block.pat", block.text.as_str());
    files.push(mine);
    let loaded = engine(&session, &files, &mut sink);
    judge(block, &session, &sink);
    if let Ok(engine) = loaded {
        let _: Counts = engine.check_examples(&session, &[mine], &RunConfig::default(), &mut sink);
        judge(block, &session, &sink);
    }
}

#[test]
fn blocks_of_the_pages_are_true() {
    let mut counts = (0, 0, 0, 0);
    for page in ["docs/dialects.md", "docs/patterns.md", "docs/access-patterns.md"] {
        let mut dialects = Vec::new();
        for block in blocks(page) {
            match block.tag.as_str() {
                tag @ ("dialect" | "dialect-member" | "dialect-op") => {
                    let file = vec![("block.dialect".to_string(), whole(tag, &block.text))];
                    let mut sink = Sink::new();
                    let (session, _) = Session::new(&file, Limits::default(), &mut sink);
                    judge(&block, &session, &sink);
                    if block.refused {
                        counts.1 += 1;
                    } else {
                        dialects = file;
                        counts.0 += 1;
                    }
                }
                "mlir" => {
                    read(&dialects, &block);
                    counts.2 += 1;
                }
                "pat" => {
                    apply(&block);
                    counts.3 += 1;
                }
                "pest" | "text" | "console" => {}
                other => panic!("{}: a block needs a tag, and '{other}' is none", block.place),
            }
        }
    }
    assert!(
        counts.0 >= 15 && counts.1 >= 9 && counts.2 >= 14 && counts.3 >= 6,
        "{counts:?}"
    );
}

#[test]
fn the_file_of_the_reference_runs() {
    let block = blocks("docs/patterns.md")
        .into_iter()
        .find(|b| b.tag == "pat")
        .unwrap();
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("reference.pat");
    std::fs::write(&file, block.text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_rookery-opt"));
    let assert = command
        .arg("--patterns")
        .arg(&file)
        .arg("--all")
        .write_stdin("module {}")
        .assert();
    assert.code(0).stderr("");
}

#[test]
fn pages_name_files_that_are_there() {
    let read = |page| std::fs::read_to_string(root().join(page)).unwrap();
    let text = read("docs/dialects.md") + &read("docs/access-patterns.md");
    for path in text.split('`').skip(1).step_by(2) {
        let at = ["patterns/", "dialects/", "test/", "docs/", "examples/", "src/"];
        if at.iter().any(|a| path.starts_with(a))
            && !path.contains(|c: char| c.is_whitespace() || "*<>{".contains(c))
        {
            assert!(
                root().join(path).exists(),
                "the page names '{path}', which is not there"
            );
        }
    }
}

/// Sections of the grammar file: their titles and texts. Rules of keywords, which all look alike, are left out.
fn sections() -> Vec<(String, String)> {
    let text = std::fs::read_to_string(root().join("src/lang/rookery.pest")).unwrap();
    let mut out: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        let ruler = "// ------------------------------------------------------------------ ";
        if let Some(title) = line.strip_prefix(ruler) {
            out.push((title.to_string(), String::new()));
        } else if let Some((_, text)) = out.last_mut() {
            let keyword = line.strip_prefix("k_").is_some_and(|l| {
                let word = l.split(' ').next().unwrap();
                l == format!("{word} = @{{ \"{word}\" ~ !idchar }}")
            });
            if !keyword {
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    out
}

/// The sections with these titles as one text.
fn grammar(titles: &[&str]) -> String {
    let mut out = String::new();
    for (title, text) in sections().iter().filter(|s| titles.contains(&s.0.as_str())) {
        let _ = write!(out, "// {title}\n{}\n\n", text.trim_end());
    }
    format!("{}\n", out.trim_end())
}

const SHARED: [&str; 8] = [
    "white space, comments",
    "punctuation",
    "words",
    "literals",
    "pattern files",
    "patterns",
    "statements",
    "expressions",
];

#[test]
fn each_page_ends_with_its_grammar() {
    let all: Vec<String> = sections().into_iter().map(|s| s.0).collect();
    let mut known = SHARED.to_vec();
    known.push("dialect files");
    assert_eq!(all, known, "each section of the grammar is on one page");
    for (page, titles) in [
        ("docs/patterns.md", &SHARED[..]),
        ("docs/dialects.md", &["dialect files"]),
    ] {
        let path = root().join(page);
        let wanted = grammar(titles);
        if std::env::var_os("ROOKERY_BLESS").is_some() {
            bless(&path, &wanted);
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let last = blocks(page).pop().unwrap();
        assert!(
            last.tag == "pest" && last.text == wanted,
            "the grammar of {page} is not that of src/lang/rookery.pest; run `ROOKERY_BLESS=1 cargo test --test pages`"
        );
        let section = text.rsplit_once("\n## ").unwrap().1;
        assert!(section.starts_with("Grammar\n"), "{page} ends with its grammar");
        assert!(text.ends_with("\n```\n"), "{page} ends with its grammar");
    }
}

/// Puts a grammar into the last block of a page.
fn bless(path: &Path, grammar: &str) {
    let text = std::fs::read_to_string(path).unwrap();
    let (before, _) = text.rsplit_once("```pest\n").unwrap();
    std::fs::write(path, format!("{before}```pest\n{grammar}```\n")).unwrap();
}
