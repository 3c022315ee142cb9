//! Lists the files of `dialects/` and `patterns/`, so that they are built into the binary and none is forgotten.
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

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

fn main() {
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default());
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
        for f in files {
            let shown = f.strip_prefix(&root).unwrap_or(&f).display().to_string();
            println!("cargo::rerun-if-changed={}", f.display());
            let _ = writeln!(
                text,
                "    (\"<rookery>/{shown}\", include_str!({:?})),",
                f.display().to_string()
            );
        }
        let _ = writeln!(text, "];");
    }
    let out = PathBuf::from(std::env::var("OUT_DIR").unwrap_or_default()).join("shipped.rs");
    if let Err(e) = std::fs::write(&out, text) {
        println!("cargo::error=cannot write {}: {e}", out.display());
    }
}
