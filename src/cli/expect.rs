//! `--verify-diagnostics`: comments that say which diagnostics are expected.
//!
//! `expected-error@+1 {{text}}`: kind `error`, `warning`, `remark` or `note`; `-re` when `{{..}}` inside the text are
//! regular expressions; place `@+N`, `@-N`, `@above`, `@below`, `@unknown`, or the same line. The text is a part of
//! the message. Each comment stands for one diagnostic.
//!
//! `expected-no-match@+1 {{pattern: why}}`: a pattern was tried at an operation there, was never applied there, and did
//! not match for a reason with this text.

use crate::check::filecheck::regex::Regex;
use crate::pass::instrument::Refused;
use crate::support::diag::{Diagnostic, Place, Severity, Sink};
use crate::support::source::{FileId, SourceMap, Span};

/// The text of a message, or part of it.
enum Text {
    Part(String),
    Pattern(Box<Regex>),
}

/// One expected diagnostic.
struct Expected {
    /// None: that a pattern does not match.
    severity: Option<Severity>,
    /// None: without a place.
    line: Option<u32>,
    text: Text,
    shown: String,
    at: Span,
    seen: bool,
}

/// Takes what the comments of `file` expect out of `found`, and says what is left on either side.
pub(super) fn check(
    map: &SourceMap,
    file: FileId,
    found: Vec<Diagnostic>,
    refused: &[Refused],
    sink: &mut Sink,
) {
    let mut expected = comments(map, file, sink);
    let name = &map.file(file).name;
    for e in expected.iter_mut().filter(|e| e.severity.is_none()) {
        e.seen = true;
        if let Some(d) = e.refusal(name, refused) {
            sink.push(d);
        }
    }
    for d in found {
        let notes = d.notes.into_iter().map(|(p, m)| (Severity::Note, p, m));
        for (severity, place, message) in std::iter::once((d.severity, d.place, d.message)).chain(notes) {
            let line = match &place {
                Place::Span(s) if s.file == file => Some(map.position(*s).1),
                Place::Position { file, line, .. } if file == name => Some(*line),
                Place::Unknown => None,
                // What lies in another file no comment of this one can expect.
                _ if severity == Severity::Note => continue,
                _ => {
                    sink.error(place, format!("unexpected {}: {message}", severity.word()));
                    continue;
                }
            };
            let hit = expected
                .iter_mut()
                .find(|e| !e.seen && e.severity == Some(severity) && e.line == line && e.fits(&message));
            match hit {
                Some(e) => e.seen = true,
                // A note without a place belongs to its diagnostic and need not be repeated.
                None if severity == Severity::Note && line.is_none() => {}
                None => {
                    sink.error(place, format!("unexpected {}: {message}", severity.word()));
                }
            }
        }
    }
    for e in expected.iter().filter(|e| !e.seen) {
        sink.error(
            e.at,
            format!(
                "expected {} \"{}\" was not produced",
                e.severity.map_or("", Severity::word),
                e.shown
            ),
        );
    }
}

/// The lines of a file where it is checked that patterns do not match.
pub(super) fn refusals(map: &SourceMap, file: FileId) -> Vec<(String, u32)> {
    let expected = comments(map, file, &mut Sink::new());
    let checks = expected.iter().filter(|e| e.severity.is_none());
    let lines = checks.filter_map(|e| e.line);
    lines.map(|l| (map.file(file).name.to_string(), l)).collect()
}

impl Expected {
    /// What is wrong with a check that a pattern does not match.
    fn refusal(&self, file: &str, refused: &[Refused]) -> Option<Diagnostic> {
        let here = |r: &&Refused| r.file == file && Some(r.line) == self.line;
        let applied = |p: &str| {
            refused
                .iter()
                .filter(here)
                .any(|r| r.pattern == p && r.text.is_none())
        };
        let texts = refused
            .iter()
            .filter(here)
            .filter_map(|r| Some((r, r.text.as_ref()?)));
        let mut other = Vec::new();
        for (r, text) in texts {
            match (self.fits(text), applied(&r.pattern)) {
                (true, false) => return None,
                (true, true) => other.push(format!("pattern '{}' matched there later", r.pattern)),
                (false, _) => other.push(text.clone()),
            }
        }
        let matched = refused.iter().filter(here).filter(|r| r.text.is_none());
        other.extend(matched.map(|r| format!("pattern '{}' was applied there", r.pattern)));
        let text = format!("expected refusal \"{}\" was not found", self.shown);
        let mut d = Diagnostic::error(self.at, text);
        other.dedup();
        for o in other {
            d = d.note(Place::Unknown, o);
        }
        Some(d)
    }

    fn fits(&self, message: &str) -> bool {
        match &self.text {
            Text::Part(p) => message.contains(p),
            Text::Pattern(r) => r.find(message.as_bytes()).is_ok_and(|m| m.is_some()),
        }
    }
}

fn comments(map: &SourceMap, file: FileId, sink: &mut Sink) -> Vec<Expected> {
    let text = map.text(file);
    let base = map.file(file).line_base;
    let mut out: Vec<Expected> = Vec::new();
    let mut start = 0;
    // The last line without an expectation of its own, for `@above`; those that wait for the next, for `@below`.
    let mut above = None;
    let mut below: Vec<usize> = Vec::new();
    for (n, line) in text.split_inclusive('\n').enumerate() {
        let number = base + n as u32 + 1;
        let before = out.len();
        let mut from = 0;
        while let Some(at) = line
            .get(from..)
            .and_then(|l| l.find("expected-"))
            .map(|a| a + from)
        {
            from = at + "expected-".len();
            let here = Span::new(file, start + at, start + at + "expected-".len());
            match one(line.get(from..).unwrap_or(""), number, above, here) {
                Ok(Some((e, waits))) => {
                    if waits {
                        below.push(out.len());
                    }
                    out.push(e);
                }
                Ok(None) => {}
                Err(message) => {
                    sink.error(here, message);
                }
            }
        }
        if out.len() == before {
            for waiting in below.drain(..) {
                if let Some(e) = out.get_mut(waiting) {
                    e.line = Some(number);
                }
            }
            above = Some(number);
        }
        start += line.len();
    }
    out
}

/// Reads what follows `expected-`; nothing if it is no expectation. The flag: it waits for the line below.
fn one(text: &str, number: u32, above: Option<u32>, at: Span) -> Result<Option<(Expected, bool)>, String> {
    let kinds = [
        Severity::Error,
        Severity::Warning,
        Severity::Remark,
        Severity::Note,
    ];
    let kind = kinds
        .iter()
        .find_map(|k| Some((*k, text.strip_prefix(k.word())?)));
    let (severity, rest) = match (kind, text.strip_prefix("no-match")) {
        (Some((s, rest)), _) => (Some(s), rest),
        (None, Some(rest)) => (None, rest),
        (None, None) => return Ok(None),
    };
    let (is_regex, rest) = rest.strip_prefix("-re").map_or((false, rest), |r| (true, r));
    let mut rest = rest.trim_start();
    let (mut line, mut waits) = (Some(number), false);
    if let Some(place) = rest.strip_prefix('@') {
        let end = place.find([' ', '\t', '{']).unwrap_or(place.len());
        let (word, after) = place.split_at(end);
        rest = after;
        line = match word {
            "unknown" => None,
            "above" => Some(above.ok_or("'@above', but there is no line above")?),
            "below" => {
                waits = true;
                line
            }
            offset => {
                let signed = offset
                    .starts_with(['+', '-'])
                    .then(|| offset.parse::<i32>().ok())
                    .flatten();
                let target = signed.and_then(|n| number.checked_add_signed(n));
                Some(target.ok_or_else(|| {
                    format!("expected '@+N', '@-N', '@above', '@below' or '@unknown', but found '@{word}'")
                })?)
            }
        };
    }
    let Some(body) = rest.trim_start().strip_prefix("{{") else {
        return if is_regex || rest.trim_start().starts_with('{') {
            Err("expected '{{' before the text of the message".to_string())
        } else {
            Ok(None)
        };
    };
    let body = closed(body).ok_or("expected '}}' after the text of the message")?;
    let text = if is_regex {
        Text::Pattern(Box::new(pattern(body)?))
    } else {
        Text::Part(body.to_string())
    };
    Ok(Some((
        Expected {
            severity,
            line,
            text,
            shown: body.to_string(),
            at,
            seen: false,
        },
        waits,
    )))
}

/// The text up to the `}}` that closes it; inner `{{..}}` come in pairs.
fn closed(text: &str) -> Option<&str> {
    let mut depth = 0;
    let mut at = 0;
    loop {
        let rest = text.get(at..)?;
        if rest.starts_with("}}") {
            if depth == 0 {
                // A brace of the message itself may stand before the two.
                let more = usize::from(rest.starts_with("}}}") && !rest.starts_with("}}}}"));
                return text.get(..at + more);
            }
            depth -= 1;
            at += 2;
        } else if rest.starts_with("{{") {
            depth += 1;
            at += 2;
        } else {
            at += rest.chars().next()?.len_utf8();
        }
    }
}

fn pattern(body: &str) -> Result<Regex, String> {
    let mut source = String::new();
    let mut rest = body;
    let literal = |source: &mut String, text: &str| {
        for c in text.chars() {
            if c.is_ascii_punctuation() {
                source.push('\\');
            }
            source.push(c);
        }
    };
    while let Some((before, after)) = rest.split_once("{{") {
        literal(&mut source, before);
        let (inside, after) = after
            .split_once("}}")
            .ok_or("expected '}}' after the regular expression")?;
        source.push('(');
        source.push_str(inside);
        source.push(')');
        rest = after;
    }
    literal(&mut source, rest);
    Regex::new(source.as_bytes(), false).map_err(|e| format!("faulty regular expression: {e}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said of a text in which `found` (line, message) turned up as errors.
    fn said(text: &str, found: &[(u32, &str)]) -> Vec<String> {
        let mut map = SourceMap::new();
        let file = map.add("t", text);
        let place = |line| Place::Position {
            file: "t".into(),
            line,
            column: 1,
        };
        let found = found.iter().map(|(l, m)| match l {
            0 => Diagnostic::error(Place::Unknown, *m),
            l => Diagnostic::error(place(*l), *m),
        });
        let mut sink = Sink::new();
        check(&map, file, found.collect(), &[], &mut sink);
        sink.items().iter().map(|d| d.message.clone()).collect()
    }

    #[test]
    fn comments_and_diagnostics_pair_up() {
        let none: [&str; 0] = [];
        assert_eq!(
            said("// expected-error@+1 {{bad}}\nx", &[(2, "a bad word")]),
            none
        );
        assert_eq!(said("x // expected-error {{bad}}", &[(1, "bad")]), none);
        assert_eq!(
            said(
                "x\n// expected-error@above {{a}}\n// expected-error@above {{b}}",
                &[(1, "b"), (1, "a")]
            ),
            none
        );
        assert_eq!(
            said(
                "// expected-error@below {{a}}\n// expected-error@below {{b}}\nx",
                &[(3, "a"), (3, "b")]
            ),
            none
        );
        assert_eq!(said("// expected-error@unknown {{a}}", &[(0, "a")]), none);
        assert_eq!(
            said(
                "x // expected-error-re {{at {{[0-9]+}}.}}",
                &[(1, "it is at 77.")]
            ),
            none
        );
        assert_eq!(said("x // expected-error {{in {a}}}", &[(1, "in {a}")]), none);
        assert_eq!(
            said("x // expected-error {{a}}", &[(1, "a"), (1, "a")]),
            ["unexpected error: a"]
        );
        assert_eq!(
            said("x // expected-error {{a}}", &[]),
            ["expected error \"a\" was not produced"]
        );
        let both = ["unexpected error: a", "expected warning \"a\" was not produced"];
        assert_eq!(said("x // expected-warning {{a}}", &[(1, "a")]), both);
        assert_eq!(said("// the expected-error comment", &[]), none);
        assert_eq!(said("// expected-error@x {{a}}", &[]).len(), 1);
        assert_eq!(said("// expected-error {{a", &[]).len(), 1);
    }
}
