//! The trace of applications: a line each, or an object each, and what the rewrite did in the order of its text.

use super::driver::{Anchor, Compiled, Setting};
use crate::ir::body::Def;
use crate::ir::{AttrId, Body, OpId, StrId, ValueId};
use crate::lang::eval::log::{Entry, Subject, What};
use crate::lang::eval::plan::{At, NewRef, Plan, RegionRef, Step};
use crate::lang::hir;
use crate::support::diag::Place;
use crate::support::json;
use crate::support::source::Span;
use std::fmt::Write as _;

/// A step of a rewrite: how deep in functions, what it is, and its parts.
struct Line {
    depth: usize,
    kind: &'static str,
    parts: Vec<(&'static str, String)>,
}

/// Where an operation comes from, `file:line:column`.
pub(super) fn location(s: &Setting<'_>, body: &Body, op: OpId) -> String {
    match s.ctx.place(body.loc(op)) {
        Place::Span(span) => {
            let (file, line, column) = s.map.position(span);
            format!("{file}:{line}:{column}")
        }
        Place::Position { file, line, column } => format!("{file}:{line}:{column}"),
        Place::Unknown => "unknown".to_string(),
    }
}

/// Where something stands in a text, `file:line`.
pub(super) fn stands(s: &Setting<'_>, span: Span) -> String {
    let (file, line, _) = s.map.position(span);
    format!("{file}:{line}")
}

/// Tells of an application that is about to be carried out.
pub(super) fn application(
    s: &Setting<'_>,
    c: &Compiled<'_>,
    p: &hir::Pattern,
    body: &Body,
    op: OpId,
    plan: &Plan,
    a: &mut Anchor,
) {
    let at = location(s, body, op);
    let name = s.ctx.text(body.name(op));
    let steps = match &a.scratch.log {
        Some(log) => Reader { s, body, plan }.lines(log),
        None => Vec::new(),
    };
    let out = &mut a.trace;
    if !s.observe.json {
        let _ = writeln!(out, "{at}: '{name}': {} ({})", p.name, stands(s, p.name_span));
        for l in steps {
            let _ = write!(out, "{:1$}{2}", "", 2 + 2 * l.depth, l.kind);
            for (key, text) in &l.parts {
                let _ = match *key {
                    "value" => write!(out, " = {text}"),
                    "with" | "to" => write!(out, " {key} {text}"),
                    "source" => write!(out, " ({text})"),
                    _ => write!(out, " {text}"),
                };
            }
            out.push('\n');
        }
        return;
    }
    let (file, line, _) = s.map.position(p.name_span);
    let mut object = String::from("{");
    json::field(&mut object, "pattern", &p.name);
    json::field(&mut object, "file", file);
    json::number(&mut object, "line", line);
    json::field(&mut object, "operation", name);
    json::field(&mut object, "location", &at);
    json::field(&mut object, "pass", s.pass);
    json::field(&mut object, "stage", &c.stage.name);
    if s.observe.steps {
        json::key(&mut object, "steps");
        object.push('[');
        for (n, l) in steps.iter().enumerate() {
            object.push_str(if n > 0 { ", {" } else { "{" });
            json::field(&mut object, "step", l.kind);
            json::number(&mut object, "depth", l.depth as u32);
            for (key, text) in &l.parts {
                json::field(&mut object, key, text);
            }
            object.push('}');
        }
        object.push(']');
    }
    object.push_str("}\n");
    out.push_str(&object);
}

/// Reads a plan and the log of its evaluation.
struct Reader<'a> {
    s: &'a Setting<'a>,
    body: &'a Body,
    plan: &'a Plan,
}

impl Reader<'_> {
    /// The steps of the plan, with what was logged between them.
    fn lines(&self, log: &[Entry]) -> Vec<Line> {
        let mut out = Vec::new();
        let mut depth = 0;
        let mut log = log.iter().peekable();
        for n in 0..=self.plan.steps.len() {
            while let Some(e) = log.next_if(|e| e.steps <= n) {
                if e.what == What::Leave {
                    depth -= usize::from(depth > 0);
                    continue;
                }
                out.extend(self.logged(&e.what, depth));
                depth += usize::from(matches!(e.what, What::Enter(_)));
            }
            if let Some(step) = self.plan.steps.get(n) {
                out.extend(
                    self.planned(step)
                        .map(|(kind, parts)| Line { depth, kind, parts }),
                );
            }
        }
        out
    }

    fn logged(&self, what: &What, depth: usize) -> Option<Line> {
        let text = |n: StrId| self.s.ctx.text(n).to_string();
        let (kind, parts) = match what {
            What::Enter(f) => {
                let f = &self.s.program.fns.list[*f];
                let at = ("source", stands(self.s, f.span));
                ("enter", vec![("function", f.name.to_string()), at])
            }
            What::Leave => return None,
            What::Operand(of, name, refs) => {
                let name = name.map_or("operands".to_string(), text);
                let refs: Vec<String> = refs.iter().map(|r| self.value(*r)).collect();
                let value = ("value", refs.join(", "));
                ("operand", vec![("of", self.subject(*of)), ("name", name), value])
            }
            What::Attribute(of, name, value) => {
                let value = ("value", self.attr(*of, *name, *value));
                (
                    "attribute",
                    vec![("of", self.subject(*of)), ("name", text(*name)), value],
                )
            }
        };
        Some(Line { depth, kind, parts })
    }

    #[allow(clippy::type_complexity)] // a kind and its parts
    fn planned(&self, step: &Step) -> Option<(&'static str, Vec<(&'static str, String)>)> {
        Some(match step {
            Step::Create(n) => {
                let o = self.plan.op(*n)?;
                let kind = if o.copy_of.is_some() { "clone" } else { "create" };
                let name = format!("'{}'", self.s.ctx.text(o.name));
                let at = ("source", stands(self.s, o.span));
                (
                    kind,
                    vec![("number", format!("#{}", n + 1)), ("operation", name), at],
                )
            }
            // What it changes has been logged by name.
            Step::Update(n) => (
                "update",
                vec![("operation", self.op(self.plan.updates.get(*n as usize)?.op))],
            ),
            Step::Replace(op, with) => {
                let with: Vec<String> = with.iter().map(|r| self.value(*r)).collect();
                let mut parts = vec![("operation", self.op(*op))];
                if !with.is_empty() {
                    parts.push(("with", with.join(", ")));
                }
                ("replace", parts)
            }
            Step::ReplaceValue(v, with) => (
                "replace",
                vec![("operation", self.old(*v)), ("with", self.value(*with))],
            ),
            Step::Erase(op) => ("erase", vec![("operation", self.op(*op))]),
            Step::EraseArg(v) => ("erase", vec![("operation", self.old(*v))]),
            Step::Move(op, at) => ("move", vec![("operation", self.op(*op)), ("to", self.at(*at))]),
            Step::MoveBlocks(a, b) => (
                "move",
                vec![("operation", self.region(*a)), ("to", self.region(*b))],
            ),
            Step::Inline(r, _, at) => (
                "inline",
                vec![
                    ("operation", self.region(RegionRef::Old(*r))),
                    ("to", self.at(*at)),
                ],
            ),
            Step::Rename(op, to) => (
                "rename",
                vec![
                    ("operation", self.op(*op)),
                    ("to", format!("@{}", self.s.ctx.text(*to))),
                ],
            ),
            Step::Say(said) => ("say", vec![("message", said.message.clone())]),
        })
    }

    fn subject(&self, of: Subject) -> String {
        match of {
            Subject::New(n) => format!("#{}", n + 1),
            Subject::Old(op) => self.op(op),
        }
    }

    fn op(&self, op: OpId) -> String {
        let name = self.s.ctx.text(self.body.name(op));
        format!("'{name}' at {}", location(self.s, self.body, op))
    }

    fn old(&self, v: ValueId) -> String {
        match self.body.def(v) {
            Def::Result(op, n) if self.body.result_count(op) > 1 => format!("result {n} of {}", self.op(op)),
            Def::Result(op, _) => self.op(op),
            Def::Arg(block, n) => {
                let owner = self.body.region_owner(self.body.block_region(block));
                format!("argument {n} of {}", self.op(owner))
            }
            _ => "a value".to_string(),
        }
    }

    fn value(&self, r: NewRef) -> String {
        match r {
            NewRef::Old(v) => self.old(v),
            NewRef::Result(o, n) if self.plan.op(o).is_some_and(|o| o.types.len() > 1) => {
                format!("result {n} of #{}", o + 1)
            }
            NewRef::Result(o, _) => format!("#{}", o + 1),
            NewRef::Arg(o, _, n) => format!("argument {n} of #{}", o + 1),
        }
    }

    fn region(&self, r: RegionRef) -> String {
        match r {
            RegionRef::Old(r) => format!("the body of {}", self.op(self.body.region_owner(r))),
            RegionRef::New(o, _) => format!("the body of #{}", o + 1),
        }
    }

    fn at(&self, at: At) -> String {
        match at {
            At::Nowhere => "nowhere".to_string(),
            At::Before(o) => format!("before {}", self.op(o)),
            At::After(o) => format!("after {}", self.op(o)),
            At::BeforeNew(n) => format!("before #{}", n + 1),
            At::AfterNew(n) => format!("after #{}", n + 1),
            At::End(r) => format!("the end of {}", self.region(r)),
            At::EndBlock(b) => {
                let owner = self.body.region_owner(self.body.block_region(b));
                format!("the end of a block of {}", self.op(owner))
            }
        }
    }

    /// An attribute; one that is not there is at its default, or taken away.
    fn attr(&self, of: Subject, name: StrId, value: Option<AttrId>) -> String {
        if let Some(a) = value {
            return self.s.ctx.show_attr(a);
        }
        let def = match of {
            Subject::New(n) => self.plan.op(n).and_then(|o| o.def),
            Subject::Old(op) => self.s.reg.op(self.body.name(op)),
        };
        let known = def.and_then(|d| self.s.reg.ops[d].attr(name));
        match known.and_then(|k| k.1.default) {
            Some(a) => self.s.ctx.show_attr(a),
            None => "none".to_string(),
        }
    }
}
