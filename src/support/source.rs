//! Source texts, and positions in them.

use super::diag::Diagnostic;
use super::ids::IdVec;
use std::sync::Arc;

crate::id_type!(
    /// A source text known to a [`SourceMap`].
    FileId
);

/// A range of bytes in one source text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Span {
    /// The text.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span of bytes `start..end` of `file`.
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        Span {
            file,
            start: start as u32,
            end: end as u32,
        }
    }
    /// The empty span at the start of this one.
    pub fn at_start(self) -> Self {
        Span {
            end: self.start,
            ..self
        }
    }
    /// From the start of this span to the end of `other` (of the same file).
    pub fn to(self, other: Span) -> Self {
        Span {
            end: other.end.max(self.start),
            ..self
        }
    }
}

/// One source text with its name as messages show it.
pub struct SourceFile {
    /// As messages show it: the path as given, or `<stdin>`.
    pub name: Arc<str>,
    /// The whole text.
    pub text: Arc<str>,
    /// Lines before the first of this text, when it is a piece of a larger file (`--split-input-file`).
    pub line_base: u32,
    lines: std::sync::OnceLock<Vec<u32>>,
}

impl SourceFile {
    fn lines(&self) -> &[u32] {
        self.lines.get_or_init(|| {
            let breaks = self
                .text
                .bytes()
                .enumerate()
                .filter(|&(_, b)| b == b'\n')
                .map(|(n, _)| n as u32 + 1);
            std::iter::once(0).chain(breaks).collect()
        })
    }
    /// Line and column of a byte, both from 1; columns count bytes, as MLIR's do.
    pub fn line_column(&self, byte: u32) -> (u32, u32) {
        let lines = self.lines();
        let line = lines.partition_point(|&s| s <= byte).saturating_sub(1);
        let start = lines.get(line).copied().unwrap_or(0);
        (line as u32 + 1 + self.line_base, byte - start + 1)
    }
    /// The text of a line counted from 1, without its line break.
    pub fn line_text(&self, line: u32) -> Option<&str> {
        let line = line.checked_sub(1 + self.line_base)? as usize;
        let start = *self.lines().get(line)? as usize;
        let end = self
            .lines()
            .get(line + 1)
            .map_or(self.text.len(), |&e| e as usize);
        self.text
            .get(start..end)
            .map(|l| l.trim_end_matches(['\n', '\r']))
    }
}

/// All source texts of a run.
#[derive(Default)]
pub struct SourceMap {
    files: IdVec<FileId, SourceFile>,
}

impl SourceMap {
    /// An empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text under the name that messages show.
    pub fn add(&mut self, name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> FileId {
        self.add_piece(name, text, 0)
    }

    /// Adds a piece of a larger file that begins after `line_base` lines.
    pub fn add_piece(
        &mut self,
        name: impl Into<Arc<str>>,
        text: impl Into<Arc<str>>,
        line_base: u32,
    ) -> FileId {
        let (name, text) = (name.into(), text.into());
        self.files.push(SourceFile {
            name,
            text,
            line_base,
            lines: std::sync::OnceLock::new(),
        })
    }

    /// Adds the bytes of a file; an error says where they are not UTF-8 or that they are over `limit` bytes.
    pub fn add_bytes(&mut self, name: &str, bytes: Vec<u8>, limit: usize) -> Result<FileId, Diagnostic> {
        if bytes.len() > limit {
            let text = format!(
                "file '{name}' has {} bytes, over the limit of {limit}",
                bytes.len()
            );
            return Err(Diagnostic::limit(text));
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(self.add(name, text)),
            Err(e) => {
                let at = e.utf8_error().valid_up_to();
                let bytes = e.into_bytes();
                let byte = bytes.get(at).copied().unwrap_or(0);
                let file = self.add(name, String::from_utf8_lossy(&bytes).into_owned());
                let message = format!("byte {at} of the file (0x{byte:02X}) is not valid UTF-8");
                Err(Diagnostic::error(Span::new(file, at, at), message))
            }
        }
    }

    /// A file's record.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id]
    }

    /// A file's text.
    pub fn text(&self, id: FileId) -> Arc<str> {
        self.files[id].text.clone()
    }

    /// The file of a name; of several pieces, the one that holds `line`.
    pub fn by_name(&self, name: &str, line: u32) -> Option<&SourceFile> {
        let mut found = None;
        for f in self.files.iter() {
            if &*f.name == name && f.line_base < line.max(1) {
                found = Some(f);
            }
        }
        found
    }

    /// Name, line and column (from 1) of the start of a span.
    pub fn position(&self, span: Span) -> (&str, u32, u32) {
        let f = &self.files[span.file];
        let (line, column) = f.line_column(span.start);
        (&f.name, line, column)
    }
}
