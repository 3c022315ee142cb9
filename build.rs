//! Lists the files of `dialects/` and `patterns/`, so that they are built into the binary and none is forgotten; and
//! parses them, since that takes longer than all the rest of loading (see `src/lang/parse/tree.rs`).
use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

// The parts of the program that say where items begin.
#[allow(dead_code, unused_imports, unused_macros)]
#[path = "src/support"]
mod support {
    pub mod diag;
    pub mod ids;
    pub mod kinds;
    pub mod limits;
    pub mod source;
}
#[allow(dead_code)]
#[path = "src/lang/parse/scan.rs"]
mod scan;

#[allow(missing_docs)]
mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "lang/rookery.pest"]
    pub struct Grammar;
}

use grammar::{Grammar, Rule};
use pest::Parser as _;
use pest::iterators::Pair;
use scan::{Chunk, Flavor, Scan};

fn collect(dir: &Path, extension: &str, out: &mut Vec<PathBuf>) {
    println!("cargo::rerun-if-changed={}", dir.display());
    let Ok(entries) = std::fs::read_dir(dir) else {
        return;
    };
    for e in entries.flatten() {
        let path = e.path();
        if path.is_dir() {
            collect(&path, extension, out);
        } else if path.extension().is_some_and(|x| x == extension) {
            out.push(path);
        }
    }
}

/// Parsed stretches of the files.
struct Trees {
    numbers: HashMap<Rule, u16>,
    /// Rule, start, end, next of each node; see `tree.rs`.
    nodes: Vec<[u16; 4]>,
    /// Hash, and the entry as text.
    entries: Vec<(u64, String)>,
}

impl Trees {
    fn flatten(&mut self, p: Pair<'_, Rule>, base: usize) -> Option<()> {
        let (at, span) = (self.nodes.len(), p.as_span());
        let number = *self.numbers.get(&p.as_rule())?;
        let (start, end) = (u16::try_from(span.start()).ok()?, u16::try_from(span.end()).ok()?);
        self.nodes.push([number, start, end, 0]);
        for p in p.into_inner() {
            self.flatten(p, base)?;
        }
        let next = u16::try_from(self.nodes.len() - base).ok()?;
        if let Some(n) = self.nodes.get_mut(at) {
            n[3] = next;
        }
        Some(())
    }

    /// What cannot be parsed, or is too long for 16 bits, is left to the program.
    fn add(&mut self, rule: Rule, pattern: bool, file: usize, text: &str, bytes: std::ops::Range<usize>) {
        let piece = text.get(bytes.clone()).unwrap_or("");
        let Ok(pairs) = Grammar::parse(rule, piece) else {
            return;
        };
        let first = self.nodes.len();
        for p in pairs {
            if self.flatten(p, first).is_none() {
                self.nodes.truncate(first);
                return;
            }
        }
        let hash = piece.bytes().fold(0xcbf2_9ce4_8422_2325u64, |h, b| {
            (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)
        });
        let entry = format!(
            "    Tree {{ hash: {hash}, rule: {}, pattern: {pattern}, file: {file}, start: {}, end: {}, first: {first}, count: {} }},",
            self.numbers.get(&rule).copied().unwrap_or(u16::MAX),
            bytes.start,
            bytes.end,
            self.nodes.len() - first
        );
        self.entries.push((hash, entry));
    }

    fn file(&mut self, pattern: bool, file: usize, text: &str) {
        let mut map = support::source::SourceMap::new();
        let id = map.add("", text);
        let mut sink = support::diag::Sink::new();
        let limits = support::limits::Limits::default();
        let (flavor, whole, start, inner) = if pattern {
            (Flavor::Pat, Rule::pat_item, Rule::set_head, Rule::set_member)
        } else {
            (
                Flavor::Dialect,
                Rule::dialect_item,
                Rule::dialect_head,
                Rule::member,
            )
        };
        let scan = Scan::new(text, id, flavor, &limits, &mut sink);
        let mut add = |rule, chunk: &Chunk| self.add(rule, pattern, file, text, scan.bytes(&chunk.toks));
        for chunk in scan.chunks() {
            let Some(brace) = chunk.brace else {
                add(whole, &chunk);
                continue;
            };
            let toks = chunk.toks.start..brace + 1;
            add(start, &Chunk { toks, brace: None });
            for m in scan.members(&chunk, brace).0 {
                add(inner, &m);
            }
        }
    }
}

fn write(name: &str, contents: impl AsRef<[u8]>) {
    let out = PathBuf::from(std::env::var("OUT_DIR").unwrap_or_default()).join(name);
    if let Err(e) = std::fs::write(&out, contents) {
        println!("cargo::error=cannot write {}: {e}", out.display());
    }
}

fn main() {
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default());
    let numbers = Rule::all_rules()
        .iter()
        .zip(0u16..)
        .map(|(r, n)| (*r, n))
        .collect();
    let mut trees = Trees {
        numbers,
        nodes: Vec::new(),
        entries: Vec::new(),
    };
    let mut text = String::new();
    for (name, dir, extension) in [
        ("DIALECTS", "dialects", "dialect"),
        ("PATTERNS", "patterns", "pat"),
    ] {
        let mut files = Vec::new();
        collect(&root.join(dir), extension, &mut files);
        files.sort();
        let _ = writeln!(
            text,
            "/// Built-in files: name as messages show it, text.\npub const {name}: &[(&str, &str)] = &["
        );
        for (n, f) in files.iter().enumerate() {
            let shown = f.strip_prefix(&root).unwrap_or(f).display().to_string();
            println!("cargo::rerun-if-changed={}", f.display());
            let _ = writeln!(
                text,
                "    (\"<rookery>/{shown}\", include_str!({:?})),",
                f.display().to_string()
            );
            if let Ok(source) = std::fs::read_to_string(f) {
                trees.file(extension == "pat", n, &source);
            }
        }
        let _ = writeln!(text, "];");
    }
    trees.entries.sort();
    let _ = writeln!(
        text,
        "/// Parsed stretches of the built-in files, by hash.\npub static TREES: &[Tree] = &["
    );
    for (_, e) in &trees.entries {
        let _ = writeln!(text, "{e}");
    }
    let _ = writeln!(
        text,
        "];\n/// Their nodes, eight bytes each.\npub static NODES: &[u8] = include_bytes!(concat!(env!(\"OUT_DIR\"), \"/trees.bin\"));"
    );
    let nodes: Vec<u8> = trees
        .nodes
        .iter()
        .flatten()
        .flat_map(|n| n.to_le_bytes())
        .collect();
    write("trees.bin", nodes);
    write("shipped.rs", text);
}
