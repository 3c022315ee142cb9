//! `%s` and its like.

use super::Config;
use std::path::Path;

/// A character of a command, and whether it came from a path and so never means anything to the shell.
pub(super) type Marked = Vec<(char, bool)>;

/// The values of one test.
pub(super) struct Values {
    /// Paths, the longer names first.
    paths: Vec<(&'static str, String)>,
    params: Vec<(String, String)>,
}

/// Replacements inside replacements go no deeper.
const DEPTH: u32 = 10;

impl Values {
    pub(super) fn new(path: &Path, directory: &Path, config: &Config) -> Values {
        let absolute = |p: &Path| {
            std::path::absolute(p)
                .unwrap_or_else(|_| p.to_path_buf())
                .display()
                .to_string()
        };
        let source = absolute(path);
        let parent = path
            .parent()
            .filter(|p| !p.as_os_str().is_empty())
            .unwrap_or(Path::new("."));
        let parent = absolute(parent);
        let base = path
            .file_name()
            .map(|n| n.to_string_lossy().into_owned())
            .unwrap_or_default();
        let paths = vec![
            ("basename_t", base.clone()),
            ("s", source),
            ("S", parent.clone()),
            ("p", parent),
            ("t", absolute(&directory.join(format!("{base}.tmp")))),
            ("T", absolute(directory)),
        ];
        Values {
            paths,
            params: config.params.clone(),
        }
    }

    /// The command with its replacements.
    pub(super) fn apply(&self, text: &str, defines: &[(String, String)]) -> Result<Marked, String> {
        let mut out = Marked::new();
        self.into(text, defines, 0, &mut out)?;
        Ok(out)
    }

    fn into(
        &self,
        text: &str,
        defines: &[(String, String)],
        depth: u32,
        out: &mut Marked,
    ) -> Result<(), String> {
        let mut rest = text;
        while let Some(at) = rest.find('%') {
            let (before, after) = rest.split_at(at);
            out.extend(before.chars().map(|c| (c, false)));
            rest = after.get(1..).unwrap_or("");
            if let Some(tail) = rest.strip_prefix('%') {
                out.push(('%', false));
                rest = tail;
            } else if let Some((name, tail)) = rest.strip_prefix('{').and_then(|r| r.split_once('}')) {
                // `%{a` is also how a pattern may begin; only words are names.
                if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || "_-:.".contains(c)) {
                    out.push(('%', false));
                    continue;
                }
                let found = defines.iter().rev().chain(&self.params).find(|(n, _)| n == name);
                let (_, value) = found.ok_or_else(|| {
                    format!("%{{{name}}} has no value; give it with DEFINE: or --param {name}=TEXT")
                })?;
                if depth >= DEPTH {
                    return Err(format!("%{{{name}}} refers to itself"));
                }
                self.into(value, defines, depth + 1, out)?;
                rest = tail;
            } else if let Some((name, value)) = self.paths.iter().find(|(n, _)| rest.starts_with(n)) {
                out.extend(value.chars().map(|c| (c, true)));
                rest = rest.get(name.len()..).unwrap_or("");
            } else {
                out.push(('%', false));
            }
        }
        out.extend(rest.chars().map(|c| (c, false)));
        Ok(())
    }
}

/// The command as text.
pub(super) fn shown(marked: &Marked) -> String {
    marked.iter().map(|(c, _)| *c).collect()
}
