//! One diagnostic type for everything a user can get wrong, where it is collected, and how it is shown.

use super::kinds::Kind;
use super::source::{SourceMap, Span};
use std::fmt::Write as _;
use std::sync::Arc;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Severity {
    /// The run fails.
    Error,
    /// The run goes on; something is probably wrong.
    Warning,
    /// Information about what the tool did.
    Remark,
    /// Attached to another diagnostic.
    Note,
}

impl Severity {
    /// The word in a message.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Remark => "remark",
            Severity::Note => "note",
        }
    }
}

/// Where a diagnostic points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// Bytes of a source text of this run.
    Span(Span),
    /// A file position carried by an operation; the text may or may not be known to this run.
    Position {
        /// As messages show it.
        file: Arc<str>,
        /// From 1.
        line: u32,
        /// From 1.
        column: u32,
    },
    /// Nowhere.
    Unknown,
}

impl From<Span> for Place {
    fn from(s: Span) -> Self {
        Place::Span(s)
    }
}

/// One message with its notes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad.
    pub severity: Severity,
    /// Where.
    pub place: Place,
    /// What, in one line, without a final stop.
    pub message: String,
    /// What belongs to it.
    pub notes: Vec<(Place, String)>,
    /// A limit was reached: the exit status is 3.
    pub limit: bool,
    /// What is wrong, of faults in dialect, target and pattern files.
    pub kind: Option<Kind>,
}

impl Diagnostic {
    /// A diagnostic of any severity.
    pub fn new(severity: Severity, place: impl Into<Place>, message: impl Into<String>) -> Self {
        Diagnostic {
            severity,
            place: place.into(),
            message: message.into(),
            notes: Vec::new(),
            limit: false,
            kind: None,
        }
    }
    /// An error.
    pub fn error(place: impl Into<Place>, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, place, message)
    }
    /// A limit that was reached, without a place.
    pub fn limit(message: impl Into<String>) -> Self {
        Diagnostic {
            limit: true,
            ..Self::error(Place::Unknown, message)
        }
    }
    /// The same with one more note.
    pub fn note(mut self, place: impl Into<Place>, message: impl Into<String>) -> Self {
        self.notes.push((place.into(), message.into()));
        self
    }
    /// The same, of a kind.
    pub fn kind(mut self, kind: Kind) -> Self {
        self.kind = Some(kind);
        self
    }
    /// The same, counted as a limit.
    pub fn into_limit(mut self) -> Self {
        self.limit = true;
        self
    }
}

/// Proof that an error has been put into a [`Sink`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reported;

/// Collects diagnostics in order.
#[derive(Default, Debug)]
pub struct Sink {
    items: Vec<Diagnostic>,
    errors: usize,
    limits: usize,
}

impl Sink {
    /// An empty sink.
    pub fn new() -> Self {
        Self::default()
    }
    /// Adds one; the proof lets a caller return it at once.
    pub fn push(&mut self, d: Diagnostic) -> Reported {
        if d.severity == Severity::Error {
            self.errors += 1;
        }
        if d.limit {
            self.limits += 1;
        }
        self.items.push(d);
        Reported
    }
    /// Adds an error.
    pub fn error(&mut self, place: impl Into<Place>, message: impl Into<String>) -> Reported {
        self.push(Diagnostic::error(place, message))
    }
    /// Adds an error in a dialect, target or pattern file.
    pub fn fault(&mut self, kind: Kind, place: impl Into<Place>, message: impl Into<String>) -> Reported {
        self.push(Diagnostic::error(place, message).kind(kind))
    }
    /// How many errors so far.
    pub fn errors(&self) -> usize {
        self.errors
    }
    /// Whether a limit was reached.
    pub fn hit_limit(&self) -> bool {
        self.limits > 0
    }
    /// All, in order.
    pub fn items(&self) -> &[Diagnostic] {
        &self.items
    }
    /// Takes all, in order, and leaves the sink empty.
    pub fn take(&mut self) -> Vec<Diagnostic> {
        self.errors = 0;
        self.limits = 0;
        std::mem::take(&mut self.items)
    }
    /// Adds all of another sink.
    pub fn append(&mut self, other: &mut Sink) {
        for d in other.take() {
            self.push(d);
        }
    }
    /// An error result if anything failed since `before` errors.
    pub fn since(&self, before: usize) -> Result<(), Reported> {
        if self.errors > before {
            Err(Reported)
        } else {
            Ok(())
        }
    }
}

/// Longest source line that is shown whole; of a longer one only the surroundings of the caret are.
const SHOWN: usize = 160;

/// The text of a diagnostic in MLIR's layout: `file:line:col: error: text`, the source line, a caret.
pub fn render(map: &SourceMap, d: &Diagnostic, color: bool) -> String {
    let mut out = String::new();
    one(map, &mut out, d.severity, &d.place, &d.message, color);
    for (place, text) in &d.notes {
        one(map, &mut out, Severity::Note, place, text, color);
    }
    out
}

fn one(map: &SourceMap, out: &mut String, severity: Severity, place: &Place, message: &str, color: bool) {
    let (file, line, column, width) = match place {
        Place::Span(s) => {
            let f = map.file(s.file);
            let (line, column) = f.line_column(s.start);
            (Some(f), line, column, s.end.saturating_sub(s.start).max(1))
        }
        Place::Position { file, line, column } => (map.by_name(file, *line), *line, *column, 1),
        Place::Unknown => (None, 0, 0, 0),
    };
    let (bold, tint, reset) = if color {
        let tint = match severity {
            Severity::Error => "\x1b[1;31m",
            Severity::Warning => "\x1b[1;35m",
            Severity::Remark => "\x1b[1;34m",
            Severity::Note => "\x1b[1;36m",
        };
        ("\x1b[1m", tint, "\x1b[0m")
    } else {
        ("", "", "")
    };
    match place {
        Place::Span(_) | Place::Position { .. } => {
            let name = match (file, place) {
                (Some(f), _) => &*f.name,
                (None, Place::Position { file, .. }) => &**file,
                _ => "-",
            };
            let _ = write!(out, "{bold}{name}:{line}:{column}: {reset}");
        }
        Place::Unknown => {}
    }
    let _ = writeln!(out, "{tint}{}:{reset} {bold}{message}{reset}", severity.word());
    let Some(text) = file.and_then(|f| f.line_text(line)) else {
        return;
    };
    let at = (column as usize).saturating_sub(1).min(text.len());
    let mut from = if text.len() > SHOWN {
        at.saturating_sub(SHOWN / 2)
    } else {
        0
    };
    while from > 0 && !text.is_char_boundary(from) {
        from -= 1;
    }
    let mut to = text.len().min(from + SHOWN);
    while to < text.len() && !text.is_char_boundary(to) {
        to += 1;
    }
    let shown = text.get(from..to).unwrap_or("");
    let shown: String = shown
        .chars()
        .map(|c| {
            if c.is_control() && c != '\t' {
                '\u{fffd}'
            } else {
                c
            }
        })
        .collect();
    let _ = writeln!(out, "{shown}");
    let before = text.get(from..at).unwrap_or("");
    let pad: String = before
        .chars()
        .map(|c| if c == '\t' { '\t' } else { ' ' })
        .collect();
    let under = text
        .get(at..(at + width as usize).min(to))
        .map_or(1, |t| t.chars().count())
        .max(1);
    let _ = writeln!(out, "{pad}{tint}^{}{reset}", "~".repeat(under - 1));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caret_stands_under_the_fault() {
        let mut map = SourceMap::new();
        let file = map.add("t.mlir", "a\n\té %x = oops\n");
        let d = Diagnostic::error(Span::new(file, 11, 15), "bad word").note(Place::Unknown, "why");
        assert_eq!(
            render(&map, &d, false),
            "t.mlir:2:10: error: bad word\n\té %x = oops\n\t       ^~~~\nnote: why\n"
        );
    }
}
