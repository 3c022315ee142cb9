//! Why patterns do not match: for operations that are left, for `ensures`, and for checks of refusals.
//!
//! The evaluator says which condition failed and what the values are; here that becomes text and JSON.

use super::driver::{Anchor, Compiled, Setting};
use super::trace::location;
use crate::ir::{Body, OpId};
use crate::lang::eval::explain::{Named, Refusal};
use crate::lang::eval::{Machine, Why};
use crate::lang::hir::Action;
use crate::pass::instrument::Refused;
use crate::pattern::PatternId;
use crate::support::diag::Place;
use crate::support::json;
use crate::support::source::Span;
use std::fmt::Write as _;

/// Longest text of a condition that is shown whole, in characters.
const SHOWN: usize = 100;

/// Why a pattern did not take an operation.
pub(super) struct Reason {
    pattern: PatternId,
    /// The condition that failed; none if the pattern matches.
    condition: Option<Span>,
    /// What failed in it.
    fail: Option<Span>,
    /// Why, in words: the author's, or with the text of the condition.
    why: String,
    /// Names and values.
    values: Vec<(String, String)>,
    /// The function that refused, and the line in it.
    function: Option<(String, u32)>,
}

/// Asks a pattern why it does not take an operation; nothing if it does.
fn ask(s: &Setting<'_>, id: PatternId, body: &Body, op: OpId, a: &mut Anchor) -> Option<Reason> {
    let p = &s.program.patterns[id];
    // What is asked is no part of the run.
    let (log, taken) = (a.scratch.log.take(), a.scratch.taken.take());
    let mut m = Machine::new(s.world(true), body, &mut a.tables, &mut a.scratch);
    let refusal = m.explain(p, op);
    (a.scratch.log, a.scratch.taken) = (log, taken);
    Some(reason(s, id, refusal?))
}

fn reason(s: &Setting<'_>, pattern: PatternId, r: Refusal) -> Reason {
    let source = source(s, r.fail.span);
    // A test that stands in braces or parentheses says little without what it tests.
    let source = match r.tested.map(|t| s.ctx.text(t)) {
        Some(t) if r.condition == r.fail.span && source != t => format!("{t} = {source}"),
        _ => source,
    };
    let whole = r.fail.span == s.program.patterns[pattern].span;
    let why = match (r.fail.why, r.said.is_empty()) {
        (Why::Said, false) => r.said,
        (Why::False, _) if whole => "the rewrite would change nothing".to_string(),
        (why, _) if whole => why.word().to_string(),
        (Why::False, _) => source,
        (why, _) => format!("{}: {source}", why.word()),
    };
    let values = r.values.into_iter().map(|(name, value)| {
        let name = match name {
            Named::Text(span) => self::source(s, span),
            Named::Field(name) => s.ctx.text(name).to_string(),
        };
        (name, value)
    });
    // A function is known by where it begins; what is not in the pattern is in the last one before it.
    let (whole, at) = (s.program.patterns[pattern].span, r.fail.span);
    let inside = whole.file == at.file && whole.start <= at.start && at.end <= whole.end;
    let before = |f: &&crate::lang::hir::Function| f.span.file == at.file && f.span.start <= at.start;
    let functions = s.program.fns.list.iter().filter(before);
    let function = functions.max_by_key(|f| f.span.start).filter(|_| !inside);
    Reason {
        pattern,
        condition: Some(r.condition),
        fail: Some(r.fail.span),
        why,
        values: values.collect(),
        function: function.map(|f| (f.name.to_string(), s.map.position(r.fail.span).1)),
    }
}

/// The text of a span, on one line.
fn source(s: &Setting<'_>, span: Span) -> String {
    let text = s.map.text(span.file);
    let text = text.get(span.start as usize..span.end as usize).unwrap_or("");
    let flat: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if flat.chars().count() > SHOWN {
        flat.chars().take(SHOWN - 3).chain("...".chars()).collect()
    } else {
        flat
    }
}

impl Reason {
    /// `pattern: why   [values]`
    fn text(&self, s: &Setting<'_>) -> String {
        let mut out = format!("{}: {}", s.program.patterns[self.pattern].name, self.why);
        if !self.values.is_empty() {
            let values: Vec<String> = self.values.iter().map(|(n, v)| format!("{n} = {v}")).collect();
            let _ = write!(out, "   [{}]", values.join(", "));
        }
        out
    }

    fn json(&self, s: &Setting<'_>, out: &mut String) {
        let p = &s.program.patterns[self.pattern];
        let (file, line, _) = s.map.position(self.condition.unwrap_or(p.name_span));
        out.push('{');
        json::field(out, "pattern", &p.name);
        json::field(out, "file", file);
        json::number(out, "line", line);
        json::field(out, "reason", &self.why);
        if let Some(c) = self.condition {
            json::field(out, "condition", &source(s, c));
        }
        json::key(out, "values");
        out.push('{');
        for (name, value) in &self.values {
            json::field(out, name, value);
        }
        out.push('}');
        if let Some((name, line)) = &self.function {
            json::field(out, "function", name);
            json::number(out, "function_line", *line);
        }
        out.push('}');
    }
}

/// Why each candidate of these stages does not take an operation, in the order in which they are asked.
fn reasons(s: &Setting<'_>, stages: &[Compiled<'_>], body: &Body, op: OpId, a: &mut Anchor) -> Vec<Reason> {
    let mut out: Vec<Reason> = Vec::new();
    for c in stages {
        for &id in c.candidates(s, body, op) {
            let says = matches!(s.program.patterns[id].action, Action::Diagnostic(_));
            if says || out.iter().any(|r| r.pattern == id) {
                continue;
            }
            out.push(ask(s, id, body, op, a).unwrap_or_else(|| Reason {
                pattern: id,
                condition: None,
                fail: None,
                why: "it matches now, but its stage had ended".to_string(),
                values: Vec::new(),
                function: None,
            }));
        }
    }
    out
}

/// Why a pattern does not take an operation: where the condition stands, and the reason with the values. Nothing if it
/// does.
pub(super) fn why(
    s: &Setting<'_>,
    id: PatternId,
    body: &Body,
    op: OpId,
    a: &mut Anchor,
) -> Option<(Place, String)> {
    let r = ask(s, id, body, op, a)?;
    Some((r.fail.map_or(Place::Unknown, Place::Span), r.text(s)))
}

/// The notes of an operation that `ensures` forbids.
pub(super) fn notes(
    s: &Setting<'_>,
    stages: &[Compiled<'_>],
    body: &Body,
    op: OpId,
    a: &mut Anchor,
) -> Vec<(Place, String)> {
    let reasons = reasons(s, stages, body, op, a);
    let failed = reasons.iter().filter_map(|r| Some((r.fail?, r)));
    failed.map(|(at, r)| (Place::Span(at), r.text(s))).collect()
}

/// Explains every operation of interest that is left: those with candidates, or those of the names asked for.
pub(super) fn left(s: &Setting<'_>, stages: &[Compiled<'_>], body: &Body, root: OpId, a: &mut Anchor) {
    let Some(names) = &s.observe.explain else { return };
    for op in body.walk_iter(root) {
        let name = s.ctx.text(body.name(op));
        if !names.is_empty() && !names.iter().any(|n| n == name) {
            continue;
        }
        let reasons = reasons(s, stages, body, op, a);
        if reasons.is_empty() && names.is_empty() {
            continue;
        }
        let at = location(s, body, op);
        let mut out = String::new();
        if s.observe.json {
            out.push('{');
            json::field(&mut out, "left", name);
            json::field(&mut out, "location", &at);
            json::field(&mut out, "pass", s.pass);
            json::key(&mut out, "candidates");
            out.push('[');
            for (n, r) in reasons.iter().enumerate() {
                out.push_str(if n > 0 { ", " } else { "" });
                r.json(s, &mut out);
            }
            out.push_str("]}\n");
        } else {
            let _ = writeln!(out, "{at}: '{name}' was left by {}", s.pass);
            if reasons.is_empty() {
                out.push_str("  no pattern of the pass takes such an operation\n");
            }
            for r in &reasons {
                let place = r.condition.unwrap_or(s.program.patterns[r.pattern].name_span);
                let (file, line, _) = s.map.position(place);
                let _ = write!(out, "  {file}:{line}  {}", r.text(s));
                if let Some((name, line)) = &r.function {
                    let _ = write!(out, "   [in {name}, line {line}]");
                }
                out.push('\n');
            }
        }
        a.trace.push_str(&out);
    }
}

/// The line of an operation, if refusals there are to be noted.
fn wanted(s: &Setting<'_>, body: &Body, op: OpId) -> Option<(String, u32)> {
    let (file, line) = match s.ctx.place(body.loc(op)) {
        Place::Span(span) => {
            let (file, line, _) = s.map.position(span);
            (file.to_string(), line)
        }
        Place::Position { file, line, .. } => (file.to_string(), line),
        Place::Unknown => return None,
    };
    let hit = s.observe.refusals.iter().any(|r| r.0 == file && r.1 == line);
    hit.then_some((file, line))
}

/// Notes that a pattern did not take an operation, if that is checked.
pub(super) fn refusal(s: &Setting<'_>, id: PatternId, body: &Body, op: OpId, a: &mut Anchor) {
    let Some((file, line)) = wanted(s, body, op) else {
        return;
    };
    let Some(r) = ask(s, id, body, op, a) else { return };
    let text = r.text(s);
    note(s, a, id, file, line, Some(text));
}

/// Notes that a pattern is applied to an operation, likewise.
pub(super) fn applies(s: &Setting<'_>, id: PatternId, body: &Body, op: OpId, a: &mut Anchor) {
    if let Some((file, line)) = wanted(s, body, op) {
        note(s, a, id, file, line, None);
    }
}

fn note(s: &Setting<'_>, a: &mut Anchor, id: PatternId, file: String, line: u32, text: Option<String>) {
    let r = Refused {
        file,
        line,
        pattern: s.program.patterns[id].name.to_string(),
        text,
    };
    if let Some(n) = &mut a.notes {
        n.refused(r);
    }
}
