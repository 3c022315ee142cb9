//! Assembly formats as text, for `--show-dialects`.

use crate::ir::{Context, StrId};
use crate::lang::defs::{Anchor, FormatStep, OpDef};

/// An operation's format, in the spelling of dialect files.
pub(super) fn show(ctx: &Context, def: &OpDef, steps: &[FormatStep]) -> String {
    let mut words = Vec::new();
    for s in steps {
        words.push(step(ctx, def, s, None));
    }
    words.join(" ")
}

fn step(ctx: &Context, def: &OpDef, step: &FormatStep, anchor: Option<Anchor>) -> String {
    let named = |name: Option<StrId>| format!("${}", name.map_or("?", |n| ctx.text(n)));
    let operand = |n: usize| named(def.operands.get(n).map(|o| o.name));
    let result = |n: usize| named(def.results.get(n).map(|o| o.name));
    let attr = |n: usize| named(def.attributes.get(n).map(|o| o.name));
    let region = |n: usize| named(def.regions.get(n).map(|o| o.name));
    let (text, own) = match step {
        FormatStep::Literal(t) => (format!("\"{t}\""), None),
        FormatStep::Operand(n) => (operand(*n), Some(Anchor::Operand(*n))),
        FormatStep::Attr(n) | FormatStep::SymbolName(n) => (attr(*n), Some(Anchor::Attr(*n))),
        FormatStep::Region(n) => (region(*n), Some(Anchor::Region(*n))),
        FormatStep::Regions => ("regions".to_string(), None),
        FormatStep::Successor(n) => (named(def.successors.get(*n).map(|s| s.0)), None),
        FormatStep::Operands => ("operands".to_string(), None),
        FormatStep::OperandType(n) => (format!("type({})", operand(*n)), None),
        FormatStep::ResultType(n) => (format!("type({})", result(*n)), Some(Anchor::Result(*n))),
        FormatStep::FunctionalType => ("functional-type(operands, results)".to_string(), None),
        FormatStep::Function { name, body, .. } => (
            format!("{}(arguments) -> (results) {}", attr(*name), region(*body)),
            None,
        ),
        FormatStep::AttrDict { keyword: false } => ("attr-dict".to_string(), None),
        FormatStep::AttrDict { keyword: true } => ("attr-dict-with-keyword".to_string(), None),
        FormatStep::Group {
            body,
            otherwise,
            anchor,
        } => {
            // Groups hold no groups, so this goes no deeper.
            let inner = |steps: &[FormatStep]| -> String {
                let words: Vec<String> = steps
                    .iter()
                    .map(|s| self::step(ctx, def, s, Some(*anchor)))
                    .collect();
                words.join(" ")
            };
            let other = if otherwise.is_empty() {
                String::new()
            } else {
                format!(":({})", inner(otherwise))
            };
            (format!("({}){other}?", inner(body)), None)
        }
    };
    let mark = if anchor.is_some() && own == anchor {
        "^"
    } else {
        ""
    };
    format!("{text}{mark}")
}
