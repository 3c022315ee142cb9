//! Pipeline texts: `builtin.module(penguin-to-bir{klr=true threads=2},dma.kernel(bind-dma))`, the options of a pass's
//! own flag, and targets with overridden parameters. A fault is reported in the option's text, with a caret.
//!
//! Brackets are matched by a loop first: that words the commonest fault well, bounds the nesting before the grammar
//! recurses, and leaves the grammar nothing to backtrack over.

use super::{Engine, MODULE, PassInfo, Step};
use crate::lang::defs::Registry;
use crate::support::diag::{Diagnostic, Reported, Sink};
use crate::support::nearest::hint;
use crate::support::source::{FileId, SourceMap, Span};
use pest::Parser as _;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pair;

/// The generated parser; private, since its rules are not documented one by one.
mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "pass/pipeline.pest"]
    pub struct Grammar;
}
use grammar::{Grammar, Rule};

/// A setting `key=value` with its places in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// Its key.
    pub key: String,
    /// Its value without quotes; none for a bare key.
    pub value: Option<String>,
    /// Where the key is.
    pub key_span: Span,
    /// Where the value is, or the key if there is none.
    pub span: Span,
}

/// How many names one text may come to, pipelines in pipelines included: a few lines of declarations can double
/// without end.
const NAMES: usize = 10_000;

/// Steps, and how many names were looked up for them.
#[derive(Default)]
struct Found {
    steps: Vec<Step>,
    names: usize,
}

/// Reads texts into steps.
pub struct Reader<'a> {
    /// What passes there are.
    pub engine: &'a dyn Engine,
    /// What operations there are to nest under.
    pub reg: &'a Registry,
    /// Holds the texts.
    pub map: &'a SourceMap,
    /// Deepest nesting of brackets, and of pipelines in pipelines.
    pub nesting: u32,
}

impl Reader<'_> {
    /// The steps of a `--pass-pipeline`.
    pub fn pipeline(&self, file: FileId, sink: &mut Sink) -> Result<Vec<Step>, Reported> {
        let text = self.map.text(file);
        let root = parse(Rule::pipeline, &text, file, self.nesting, sink)?;
        let mut found = Found::default();
        let before = sink.errors();
        for elements in root.into_inner().filter(|p| p.as_rule() == Rule::elements) {
            self.elements(elements, file, None, &mut found, sink);
        }
        sink.since(before)?;
        Ok(found.steps)
    }

    /// The steps of a flag `--NAME` or `--NAME=TEXT`; `file` holds the text after `=`.
    pub fn flag(&self, name: &str, file: FileId, sink: &mut Sink) -> Result<Vec<Step>, Reported> {
        let text = self.map.text(file);
        let mut settings = settings(&text, file, self.nesting, sink)?;
        let mut name = name.to_string();
        // `--dma=tuned` is the pipeline `dma-tuned`.
        if let [Setting { key, value: None, .. }] = settings.as_slice() {
            let variant = format!("{name}-{key}");
            if self.engine.pipelines().iter().any(|p| p.name == variant) {
                name = variant;
                settings.clear();
            }
        }
        let mut found = Found::default();
        let before = sink.errors();
        let at = Span::new(file, 0, text.len());
        self.named(&name, at, settings, None, &mut found, 0, sink);
        sink.since(before)?;
        Ok(found.steps)
    }

    fn elements(
        &self,
        pair: Pair<'_, Rule>,
        file: FileId,
        anchor: Option<&str>,
        found: &mut Found,
        sink: &mut Sink,
    ) {
        for element in pair.into_inner() {
            let mut name = None;
            let mut braces = None;
            let mut nested = None;
            for part in element.into_inner() {
                match part.as_rule() {
                    Rule::name => name = Some(part),
                    Rule::braces => braces = Some(part),
                    Rule::nested => nested = Some(part),
                    _ => {}
                }
            }
            let Some(name) = name else { continue };
            let at = span(file, &name);
            let name = name.as_str();
            let Some(nested) = nested else {
                let given = braces.map(|b| braced(b, file)).unwrap_or_default();
                self.named(name, at, given, anchor, found, 0, sink);
                continue;
            };
            if let Some(b) = braces {
                sink.error(
                    span(file, &b),
                    format!("'{name}' is an operation to nest under, and takes no options"),
                );
                continue;
            }
            if !self.reg.ops.iter().any(|o| *o.name == *name) {
                let known = self.reg.ops.iter().map(|o| &*o.name);
                sink.error(
                    at,
                    format!("unknown operation '{name}' to nest under{}", hint(name, known)),
                );
                continue;
            }
            if name == MODULE && anchor.is_some_and(|a| a != MODULE) {
                let around = anchor.unwrap_or_default();
                sink.error(at, format!("'{name}' cannot be nested under '{around}'"));
                continue;
            }
            for inner in nested.into_inner() {
                self.elements(inner, file, Some(name), found, sink);
            }
        }
    }

    /// Adds what a name means: a pass, or the members of a pipeline.
    #[allow(clippy::too_many_arguments)] // the state of one recursion
    fn named(
        &self,
        name: &str,
        at: Span,
        given: Vec<Setting>,
        anchor: Option<&str>,
        found: &mut Found,
        depth: u32,
        sink: &mut Sink,
    ) {
        found.names += 1;
        if found.names > NAMES {
            sink.error(at, format!("this comes to more than {NAMES} passes"));
            return;
        }
        if let Some(pass) = self.engine.passes().iter().find(|p| p.name == name) {
            if let Some(a) = anchor.filter(|&a| a != MODULE && a != pass.anchor) {
                sink.error(
                    at,
                    format!("pass '{name}' runs on '{}', not on '{a}'", pass.anchor),
                );
                return;
            }
            let mut options = Vec::new();
            for s in given {
                if let Some(option) = option(pass, s, &options, sink) {
                    options.push(option);
                }
            }
            found.steps.push(Step {
                pass: name.to_string(),
                options,
                anchor: anchor.map(str::to_string),
            });
            return;
        }
        let Some(pipeline) = self.engine.pipelines().iter().find(|p| p.name == name) else {
            let passes = self.engine.passes().iter().map(|p| p.name.as_str());
            let known = passes.chain(self.engine.pipelines().iter().map(|p| p.name.as_str()));
            sink.error(at, format!("unknown pass '{name}'{}", hint(name, known)));
            return;
        };
        if let Some(s) = given.first() {
            sink.error(s.key_span, format!("pipeline '{name}' takes no options"));
            return;
        }
        // Pipelines that name each other never end; so does nothing else here.
        if depth >= self.nesting {
            sink.error(
                at,
                format!(
                    "pipeline '{name}' holds itself, or pipelines more than {} deep",
                    self.nesting
                ),
            );
            return;
        }
        for member in &pipeline.passes {
            // Members stand in a declaration and not in the option's text: their faults point at the name.
            let mut inner = Sink::new();
            let parsed = parse(Rule::pipeline, member, at.file, self.nesting, &mut inner);
            let element = parsed
                .ok()
                .and_then(|p| p.into_inner().next())
                .and_then(|e| e.into_inner().next());
            let mut parts = element.into_iter().flat_map(Pair::into_inner);
            let Some(first) = parts.next() else {
                sink.error(
                    at,
                    format!("pipeline '{name}' has a member that cannot be read: '{member}'"),
                );
                continue;
            };
            let mut given = Vec::new();
            for p in parts.filter(|p| p.as_rule() == Rule::braces) {
                given = braced(p, at.file);
            }
            for s in &mut given {
                (s.key_span, s.span) = (at, at);
            }
            let count = sink.errors();
            self.named(first.as_str(), at, given, anchor, found, depth + 1, sink);
            if sink.errors() > count {
                return;
            }
        }
    }
}

/// Steps as the text of a pipeline.
pub fn text(steps: &[Step]) -> String {
    let plain = |v: &str| {
        !v.is_empty()
            && v.bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"_.+-".contains(&b))
    };
    let one = |s: &Step| {
        let mut out = s.pass.clone();
        if !s.options.is_empty() {
            let options = s.options.iter().map(|(k, v)| match plain(v) {
                true => format!("{k}={v}"),
                false => format!("{k}=\"{}\"", v.replace('\\', "\\\\").replace('"', "\\\"")),
            });
            out = format!("{out}{{{}}}", options.collect::<Vec<_>>().join(" "));
        }
        match s.anchor.as_deref().filter(|a| *a != MODULE) {
            Some(a) => format!("{a}({out})"),
            None => out,
        }
    };
    let all: Vec<String> = steps.iter().map(one).collect();
    format!("{MODULE}({})", all.join(","))
}

/// Checks a setting against a pass's options.
fn option(
    pass: &PassInfo,
    s: Setting,
    before: &[(String, String)],
    sink: &mut Sink,
) -> Option<(String, String)> {
    // Both spellings of a name are in use: `max-rewrites` and `max_rewrites`.
    let key = s.key.replace('_', "-");
    let Some(info) = pass.options.iter().find(|o| o.name == key) else {
        let known = hint(&key, pass.options.iter().map(|o| o.name.as_str()));
        sink.error(
            s.key_span,
            format!("pass '{}' has no option '{}'{known}", pass.name, s.key),
        );
        return None;
    };
    if before.iter().any(|(k, _)| *k == key) {
        sink.error(
            s.key_span,
            format!("option '{key}' of pass '{}' is given twice", pass.name),
        );
        return None;
    }
    let value = match s.value {
        Some(v) => v,
        None if info.ty == "bool" => "true".to_string(),
        None => {
            sink.error(
                s.span,
                format!(
                    "option '{key}' of pass '{}' needs a value: {key}=<{}>",
                    pass.name, info.ty
                ),
            );
            return None;
        }
    };
    let good = match info.ty.as_str() {
        "int" => value.parse::<i64>().is_ok(),
        "bool" => matches!(value.as_str(), "true" | "false"),
        // The command line writes dashes where the language has underscores.
        choices if choices.contains('|') => choices.split('|').any(|c| c.trim() == value.replace('-', "_")),
        _ => true,
    };
    if !good {
        let text = format!(
            "'{value}' is no {} for option '{key}' of pass '{}'",
            info.ty, pass.name
        );
        sink.error(s.span, text);
        return None;
    }
    Some((key, value))
}

/// A target's text `NAME` or `NAME{key=value,...}`: the name with its place, and the settings.
pub fn target(
    text: &str,
    file: FileId,
    nesting: u32,
    sink: &mut Sink,
) -> Result<(String, Span, Vec<Setting>), Reported> {
    let root = parse(Rule::target, text, file, nesting, sink)?;
    let mut name = (String::new(), Span::new(file, 0, 0));
    let mut given = Vec::new();
    for p in root.into_inner() {
        match p.as_rule() {
            Rule::name => name = (p.as_str().to_string(), span(file, &p)),
            Rule::braces => given = braced(p, file),
            _ => {}
        }
    }
    Ok((name.0, name.1, given))
}

fn settings(text: &str, file: FileId, nesting: u32, sink: &mut Sink) -> Result<Vec<Setting>, Reported> {
    let root = parse(Rule::settings, text, file, nesting, sink)?;
    let mut out = Vec::new();
    for p in root.into_inner() {
        match p.as_rule() {
            Rule::braces => out.extend(braced(p, file)),
            Rule::items => out.extend(items(p, file)),
            _ => {}
        }
    }
    Ok(out)
}

fn braced(pair: Pair<'_, Rule>, file: FileId) -> Vec<Setting> {
    pair.into_inner().flat_map(|p| items(p, file)).collect()
}

fn items(pair: Pair<'_, Rule>, file: FileId) -> Vec<Setting> {
    let mut out = Vec::new();
    for item in pair.into_inner() {
        let mut parts = item.into_inner();
        let Some(key) = parts.next() else { continue };
        let key_span = span(file, &key);
        let value = parts.next();
        let at = value.as_ref().map_or(key_span, |v| span(file, v));
        let value = value.map(|v| unquoted(v.as_str()));
        out.push(Setting {
            key: key.as_str().to_string(),
            value,
            key_span,
            span: at,
        });
    }
    out
}

fn unquoted(text: &str) -> String {
    let Some(inner) = text.strip_prefix('"').and_then(|t| t.strip_suffix('"')) else {
        return text.to_string();
    };
    let mut out = String::new();
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        out.push(if c == '\\' { chars.next().unwrap_or(c) } else { c });
    }
    out
}

fn span(file: FileId, pair: &Pair<'_, Rule>) -> Span {
    let s = pair.as_span();
    Span::new(file, s.start(), s.end())
}

/// Parses a whole text with one of the three entry rules.
fn parse<'t>(
    rule: Rule,
    text: &'t str,
    file: FileId,
    nesting: u32,
    sink: &mut Sink,
) -> Result<Pair<'t, Rule>, Reported> {
    if let Err(d) = balanced(text, file, nesting) {
        return Err(sink.push(d));
    }
    match Grammar::parse(rule, text) {
        Ok(mut pairs) => match pairs.next() {
            Some(p) => Ok(p),
            None => Err(sink.error(Span::new(file, 0, 0), "expected a pass name")),
        },
        Err(e) => {
            let at = match e.location {
                InputLocation::Pos(p) => p,
                InputLocation::Span((p, _)) => p,
            };
            let wanted = match &e.variant {
                ErrorVariant::ParsingError { positives, .. } => {
                    wanted(rule, positives, text.get(at..).unwrap_or(""))
                }
                ErrorVariant::CustomError { message } => message.clone(),
            };
            Err(sink.error(Span::new(file, at, at), wanted))
        }
    }
}

/// What the grammar expected, in words.
fn wanted(entry: Rule, rules: &[Rule], rest: &str) -> String {
    let mut words: Vec<&str> = Vec::new();
    for r in rules {
        let word = match r {
            Rule::name if entry == Rule::target => "a target name",
            Rule::name | Rule::element | Rule::elements => "a pass or operation name",
            Rule::key | Rule::item | Rule::items => "an option name",
            Rule::value | Rule::text | Rule::string => "an option value",
            Rule::braces => "'{'",
            Rule::nested => "'('",
            Rule::EOI => "the end",
            _ => continue,
        };
        if !words.contains(&word) {
            words.push(word);
        }
    }
    let found = match rest.chars().next() {
        Some(c) => format!("but found '{}'", c.escape_debug()),
        None => "but the text ends here".to_string(),
    };
    match words.split_last() {
        None => "this cannot stand here".to_string(),
        Some((last, [])) => format!("expected {last}, {found}"),
        Some((last, more)) => format!("expected {} or {last}, {found}", more.join(", ")),
    }
}

/// Matches brackets and quotes.
fn balanced(text: &str, file: FileId, nesting: u32) -> Result<(), Diagnostic> {
    let mut open: Vec<(char, usize)> = Vec::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        let here = Span::new(file, at, at + c.len_utf8());
        match c {
            '"' => loop {
                match chars.next() {
                    Some((_, '\\')) => {
                        chars.next();
                    }
                    Some((_, '"')) => break,
                    Some(_) => {}
                    None => return Err(Diagnostic::error(here, "this string has no end")),
                }
            },
            '(' | '[' | '{' => {
                open.push((c, at));
                if open.len() > nesting as usize {
                    let text = format!("brackets are nested more than {nesting} deep (--limit nesting=N)");
                    return Err(Diagnostic::error(here, text));
                }
            }
            ')' | ']' | '}' => match open.pop() {
                Some((o, _)) if close(o) == c => {}
                Some((o, from)) => {
                    let text = format!("expected '{}', but found '{c}'", close(o));
                    let from = Span::new(file, from, from + 1);
                    return Err(Diagnostic::error(here, text).note(from, format!("this '{o}' is open")));
                }
                None => return Err(Diagnostic::error(here, format!("'{c}' closes nothing"))),
            },
            _ => {}
        }
    }
    match open.pop() {
        Some((o, from)) => {
            let message = format!("expected '{}', but the text ends here", close(o));
            let (end, from) = (
                Span::new(file, text.len(), text.len()),
                Span::new(file, from, from + 1),
            );
            Err(Diagnostic::error(end, message).note(from, format!("this '{o}' is open")))
        }
        None => Ok(()),
    }
}

fn close(open: char) -> char {
    match open {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}
