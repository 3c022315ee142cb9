//! `--list-passes`, `--list-targets`, `--list-diagnostics`, `--show-dialects`.

use super::formats;
use crate::lang::defs::{OpDef, Registry};
use crate::pass::Engine;
use crate::session::Session;
use crate::support::kinds::Kind;
use crate::support::nearest::hint;
use std::fmt::Write as _;

/// A doc comment, indented.
fn doc(out: &mut String, indent: &str, text: Option<&str>) {
    for line in text.unwrap_or("").lines() {
        let _ = writeln!(out, "{indent}{}", line.trim());
    }
}

/// The passes and pipelines.
pub(super) fn passes(engine: &dyn Engine) -> String {
    let mut out = String::from("Passes:\n");
    for p in engine.passes() {
        let _ = writeln!(out, "  --{} (on {}; {})", p.name, p.anchor, p.origin);
        doc(&mut out, "      ", Some(&p.doc));
        for o in &p.options {
            let _ = writeln!(out, "      {}=<{}> [default: {}]", o.name, o.ty, o.default);
            doc(&mut out, "          ", Some(&o.doc));
        }
    }
    out.push_str("Pipelines:\n");
    for p in engine.pipelines() {
        let _ = writeln!(out, "  --{} = {}", p.name, p.passes.join(","));
        doc(&mut out, "      ", Some(&p.doc));
    }
    out
}

/// The kinds of diagnostics.
pub(super) fn diagnostics() -> String {
    let mut out = String::new();
    for k in Kind::ALL {
        let _ = writeln!(out, "{}  {}", k.id(), k.meaning());
    }
    out
}

/// The targets with their parameters.
pub(super) fn targets(session: &Session) -> String {
    let (ctx, reg) = (&session.ctx, &session.reg);
    let mut out = String::new();
    for t in reg.targets.iter() {
        let family = &reg.families[t.family];
        let _ = writeln!(out, "{} (family {})", t.name, family.name);
        doc(&mut out, "    ", t.doc.as_deref());
        for (p, v) in family.params.iter().zip(&t.values) {
            let shown = ctx.show_attr(*v);
            // The type of a number is that of the parameter, and not of interest here.
            let shown = shown.strip_suffix(" : i64").unwrap_or(&shown);
            let _ = writeln!(out, "    {} = {shown}", ctx.text(p.name));
        }
    }
    out
}

/// The operations of a dialect, by their names.
fn members<'a>(reg: &'a Registry, dialect: &str) -> Vec<&'a OpDef> {
    let of = |o: &&OpDef| o.name.split_once('.').is_some_and(|(d, _)| d == dialect);
    reg.ops.iter().filter(of).collect()
}

/// All dialects, or one with its operations.
pub(super) fn dialects(session: &Session, name: &str) -> Result<String, String> {
    let (ctx, reg) = (&session.ctx, &session.reg);
    let mut out = String::new();
    if name.is_empty() {
        for d in reg.dialects.values() {
            let count = members(reg, &d.name).len();
            let _ = writeln!(
                out,
                "{} ({count} operation{})",
                d.name,
                if count == 1 { "" } else { "s" }
            );
            doc(&mut out, "    ", d.doc.as_deref());
        }
        return Ok(out);
    }
    let Some(d) = reg.dialects.get(name) else {
        let known = hint(name, reg.dialects.keys().map(|k| &**k));
        return Err(format!("no dialect '{name}' is loaded{known}"));
    };
    let _ = writeln!(out, "{}", d.name);
    doc(&mut out, "    ", d.doc.as_deref());
    for op in members(reg, &d.name) {
        let format = match &op.assembly {
            Some(steps) => formats::show(ctx, op, steps),
            None => "(generic form)".to_string(),
        };
        let _ = writeln!(out, "\n  {} {format}", op.name);
        doc(&mut out, "      ", op.doc.as_deref());
    }
    Ok(out)
}
