//! Reading files; the session and the engine that a command line asks for.

use crate::pass::{EmptyEngine, Engine, Step};
use crate::session::Session;
use crate::support::diag::{Diagnostic, Sink};
use crate::support::limits::Limits;
use crate::support::source::{FileId, SourceMap};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Makes the engine of the patterns in these files, the built-in ones first. Faults go to `sink`.
pub fn load_engine(session: &Session, pattern_files: &[FileId], sink: &mut Sink) -> Box<dyn Engine> {
    match crate::rewrite::engine(session, pattern_files, sink) {
        Ok(engine) => Box::new(engine),
        Err(_) => Box::new(EmptyEngine),
    }
}

/// Why a file could not be read.
pub(super) enum Unread {
    /// It cannot be opened or is not a file: a fault of the command line.
    Missing(String),
    /// Its contents are not text, or too long; the text as far as it can be shown.
    Bad(SourceMap, Box<Diagnostic>),
}

/// Reads a text. A file over the limit is not read to its end.
pub(super) fn read(name: &str, mut from: impl Read, limit: usize) -> Result<String, Unread> {
    let mut bytes = Vec::new();
    let most = (limit as u64).saturating_add(1);
    if let Err(e) = from.by_ref().take(most).read_to_end(&mut bytes) {
        return Err(Unread::Missing(format!("cannot read '{name}': {}", plain(&e))));
    }
    let mut map = SourceMap::new();
    if bytes.len() > limit {
        let text = format!("file '{name}' is over the limit of {limit} bytes (--limit file-bytes=N)");
        return Err(Unread::Bad(map, Box::new(Diagnostic::limit(text))));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text),
        // The source map words this fault, with its place.
        Err(e) => match map.add_bytes(name, e.into_bytes(), limit) {
            Ok(file) => Ok(map.text(file).to_string()),
            Err(d) => Err(Unread::Bad(map, Box::new(d))),
        },
    }
}

/// Reads a named file.
pub(super) fn read_file(name: &str, limit: usize) -> Result<String, Unread> {
    match std::fs::File::open(name) {
        Ok(f) => read(name, f, limit),
        Err(e) => Err(Unread::Missing(format!("cannot open '{name}': {}", plain(&e)))),
    }
}

/// Pattern files that others import, beside those that are read already: name and path. An import is relative to the
/// folder of its file and stays inside it; what is not a file there is reported when the patterns are loaded.
pub(super) fn imported(have: &[(String, String)]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for (name, text) in have {
        for line in text.lines() {
            let quoted = line
                .trim_start()
                .strip_prefix("import")
                .map(str::trim_start)
                .and_then(|l| l.strip_prefix('"'))
                .and_then(|l| l.split_once('"'));
            let Some((path, _)) = quoted else { continue };
            let inside = Path::new(path)
                .components()
                .all(|c| matches!(c, std::path::Component::Normal(_)));
            let folder = Path::new(name).parent().unwrap_or(Path::new(""));
            let full = folder.join(path);
            let (true, Some(full)) = (inside && full.is_file(), full.to_str()) else {
                continue;
            };
            if !have.iter().any(|h| h.0 == full) && !out.iter().any(|o| o == full) {
                out.push(full.to_string());
            }
        }
    }
    out
}

/// An error of the system without its number, which tells a user nothing.
pub(super) fn plain(e: &std::io::Error) -> String {
    let text = e.to_string();
    text.split_once(" (os error")
        .map_or(text.clone(), |(t, _)| t.to_string())
}

/// Folders in folders are followed this deep; a link to a folder above would otherwise never end.
const DEPTH: u32 = 20;

/// A file, or all with one of the extensions in a folder and its folders, by name. A file named twice is loaded once.
pub(super) fn files(paths: &[String], extensions: &[&str]) -> Result<Vec<String>, String> {
    let mut out: Vec<String> = Vec::new();
    for path in paths {
        let mut found = Vec::new();
        // '-' is the standard input, even where a folder is called so.
        if path != "-" && Path::new(path).is_dir() {
            for extension in extensions {
                folder(Path::new(path), extension, DEPTH, &mut found)?;
            }
            found.sort();
            if found.is_empty() {
                let all: Vec<String> = extensions.iter().map(|e| format!("'*.{e}'")).collect();
                return Err(format!("folder '{path}' has no file {}", all.join(" or ")));
            }
        } else {
            found.push(PathBuf::from(path));
        }
        for f in found {
            match f.to_str() {
                Some(name) if out.iter().any(|o| o == name) => {}
                Some(name) => out.push(name.to_string()),
                None => return Err(format!("the name of '{}' is not valid UTF-8", f.display())),
            }
        }
    }
    Ok(out)
}

/// `FILE` or `FILE:SET`.
pub(super) fn sets_of(text: &str) -> (&str, Option<&str>) {
    let name = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    match text.rsplit_once(':') {
        Some((file, set)) if name(set) => (file, Some(set)),
        _ => (text, None),
    }
}

/// The same as a step.
pub(super) fn sets_step(text: &str) -> Step {
    let (file, set) = sets_of(text);
    let mut options = vec![("file".to_string(), file.to_string())];
    options.extend(set.map(|s| ("set".to_string(), s.to_string())));
    Step {
        pass: super::args::APPLY.to_string(),
        options,
        anchor: None,
    }
}

/// Adds the files that `--apply-patterns` names, unless they are loaded already.
pub(super) fn applied(texts: &[String], stored: &[(String, String)], files: &mut Vec<String>) {
    for file in texts.iter().map(|t| sets_of(t).0) {
        let builtin = |name: &str| {
            let before = name.strip_suffix(file);
            before.is_some_and(|b| b.is_empty() || b.ends_with('/'))
        };
        let known = files.iter().any(|f| f == file)
            || stored.iter().any(|s| s.0 == file)
            || crate::shipped::PATTERNS.iter().any(|p| builtin(p.0));
        if !known && Path::new(file).is_file() {
            files.push(file.to_string());
        }
    }
}

/// All files with an extension in a folder and its folders, by name.
fn folder(path: &Path, extension: &str, depth: u32, out: &mut Vec<PathBuf>) -> Result<(), String> {
    let fault = |e: std::io::Error| format!("cannot read folder '{}': {}", path.display(), plain(&e));
    if depth == 0 {
        return Err(format!(
            "folder '{}' is more than {DEPTH} folders deep",
            path.display()
        ));
    }
    let mut entries = Vec::new();
    for e in std::fs::read_dir(path).map_err(fault)? {
        entries.push(e.map_err(fault)?.path());
    }
    entries.sort();
    for e in entries {
        if e.is_dir() {
            folder(&e, extension, depth - 1, out)?;
        } else if e.extension().is_some_and(|x| x == extension) {
            out.push(e);
        }
    }
    Ok(())
}

/// The session of these dialect files, and the engine of these pattern files: names and texts. With `None` no patterns
/// are loaded, not even the built-in ones. Faults go to `sink`.
pub(super) fn load(
    dialects: &[(String, String)],
    patterns: Option<&[(String, String)]>,
    limits: &Limits,
    allow_cycles: bool,
    sink: &mut Sink,
) -> (Session, Box<dyn Engine>) {
    // Files nest as deep as the built-in ones must; a smaller limit is meant for the input.
    let nesting = limits.nesting.max(Limits::default().nesting);
    let (mut session, loaded) = Session::new(
        dialects,
        Limits {
            nesting,
            ..limits.clone()
        },
        sink,
    );
    session.allow_cycles = allow_cycles;
    if loaded.is_err() {
        return (session, Box::new(EmptyEngine));
    }
    let Some(patterns) = patterns else {
        session.limits.nesting = limits.nesting;
        return (session, Box::new(EmptyEngine));
    };
    let mut files = Vec::new();
    for (name, text) in crate::shipped::PATTERNS {
        files.push(session.map.add(*name, *text));
    }
    for (name, text) in patterns {
        files.push(session.map.add(name.as_str(), text.as_str()));
    }
    let engine = load_engine(&session, &files, sink);
    session.limits.nesting = limits.nesting;
    (session, engine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_checked_as_they_are_read() {
        assert!(matches!(read("t", "abc".as_bytes(), 3), Ok(t) if t == "abc"));
        assert!(matches!(read("t", "abcd".as_bytes(), 3), Err(Unread::Bad(_, d)) if d.limit));
        let bad: &[u8] = b"ab\n\xff";
        let Err(Unread::Bad(map, d)) = read("t", bad, 9) else {
            panic!("accepted")
        };
        let said = crate::support::diag::render(&map, &d, false);
        assert!(
            said.starts_with("t:2:1: error: byte 3 of the file (0xFF) is not valid UTF-8"),
            "{said}"
        );
    }
}
