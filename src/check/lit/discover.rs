//! Finds test files.

use super::Test;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// How deep directories may nest; a loop of links ends here.
const DEPTH: u32 = 64;

/// All test files at and below the given paths, in the order of their names.
///
/// A file that is named itself is a test whatever its suffix.
pub(super) fn tests(paths: &[String], suffixes: &[String]) -> Result<Vec<Test>, String> {
    // One file may be reached in two ways; it counts once, under the first name.
    let mut found: BTreeMap<PathBuf, Test> = BTreeMap::new();
    for path in paths {
        let root = PathBuf::from(path);
        let meta = std::fs::metadata(&root).map_err(|e| format!("error: {path}: {e}"))?;
        if meta.is_dir() {
            walk(&root, &root, suffixes, DEPTH, &mut found)?;
        } else {
            add(root.clone(), root.display().to_string(), &mut found);
        }
    }
    let mut tests: Vec<Test> = found.into_values().collect();
    tests.sort();
    Ok(tests)
}

fn add(path: PathBuf, name: String, found: &mut BTreeMap<PathBuf, Test>) {
    let key = std::fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
    found.entry(key).or_insert(Test { name, path });
}

fn walk(
    root: &Path,
    at: &Path,
    suffixes: &[String],
    depth: u32,
    found: &mut BTreeMap<PathBuf, Test>,
) -> Result<(), String> {
    if depth == 0 {
        return Err(format!("error: {}: directories nest too deeply", at.display()));
    }
    let error = |e: std::io::Error| format!("error: {}: {e}", at.display());
    for entry in std::fs::read_dir(at).map_err(error)? {
        let entry = entry.map_err(error)?;
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if name.starts_with('.') {
            continue;
        }
        if path.is_dir() {
            if name != "Inputs" && name != "Output" {
                walk(root, &path, suffixes, depth - 1, found)?;
            }
        } else if suffixes.iter().any(|s| name.ends_with(s.as_str())) {
            let shown = path.strip_prefix(root).unwrap_or(&path).display().to_string();
            add(path, shown, found);
        }
    }
    Ok(())
}
