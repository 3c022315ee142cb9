//! The pass `apply-patterns`, which no file declares: the sets of a file, or one of them, to a fixpoint.
//!
//! It runs on each isolated function that stands directly in the module, a body and a thread of its own each, and on the
//! module itself if there is none.

use super::driver::Compiled;
use super::engine::{PatternEngine, Run, target};
use crate::ir::{Body, OpId};
use crate::lang::defs::Map;
use crate::pass::instrument::Tell;
use crate::pass::{MODULE, OptionInfo, PassInfo, RunConfig, Step};
use crate::pattern::analysis::fixpoint;
use crate::pattern::{Driver, Pass, PatternId, Program, Stage};
use crate::session::Session;
use crate::support::diag::{Place, Reported, Sink};
use crate::support::nearest;
use crate::support::source::{SourceMap, Span};

/// The name of the pass.
pub(super) const PASS: &str = "apply-patterns";

/// The pass as listings show it.
pub(super) fn info() -> PassInfo {
    let option = |name: &str, default: &str, doc: &str| OptionInfo {
        name: name.to_string(),
        ty: "string".to_string(),
        default: default.to_string(),
        doc: doc.to_string(),
    };
    PassInfo {
        name: PASS.to_string(),
        doc: "Applies the sets of a pattern file to a fixpoint, to each function of the module.".to_string(),
        anchor: MODULE.to_string(),
        options: vec![
            option("file", "", "The pattern file, by its name or the end of it."),
            option("set", "", "One of its sets; else all, in the order of the text."),
        ],
        stages: Vec::new(),
        origin: "built in".to_string(),
    }
}

/// The name of a file, or the end of it from a `/` on.
fn names(shown: &str, given: &str) -> bool {
    shown
        .strip_suffix(given)
        .is_some_and(|before| before.is_empty() || before.ends_with('/'))
}

/// The sets that a file declares or extends, in the order of its text.
fn sets<'p>(program: &'p Program, map: &SourceMap, file: &str) -> Result<Vec<(&'p str, Span)>, String> {
    let shown = |span: Span| &*map.file(span.file).name;
    let mut files: Vec<&str> = Vec::new();
    for p in program.patterns.iter() {
        if !files.contains(&shown(p.name_span)) {
            files.push(shown(p.name_span));
        }
    }
    for (_, span) in &program.set_parts {
        if !files.contains(&shown(*span)) {
            files.push(shown(*span));
        }
    }
    let exact: Vec<&str> = files.iter().copied().filter(|f| *f == file).collect();
    let found = match exact.is_empty() {
        true => files.iter().copied().filter(|f| names(f, file)).collect(),
        false => exact,
    };
    match found.as_slice() {
        [one] => {
            let own = program.set_parts.iter().filter(|(_, span)| shown(*span) == *one);
            let mut out: Vec<(&str, Span)> = own.map(|(name, span)| (&**name, *span)).collect();
            out.sort_by_key(|s| s.1.start);
            Ok(out)
        }
        [] => {
            let last = |f: &str| f.rsplit('/').next().unwrap_or(f).to_string();
            let short: Vec<String> = files.iter().map(|f| last(f)).collect();
            let near = nearest::hint(&last(file), short.iter().map(String::as_str));
            Err(format!(
                "there is no pattern file '{file}', and none of the name is loaded{near}"
            ))
        }
        several => Err(format!("'{file}' may be {}", several.join(" or "))),
    }
}

/// What a step applies: patterns in the order in which they are asked, and where the first set stands.
fn resolve(program: &Program, map: &SourceMap, step: &Step) -> Result<(Vec<PatternId>, Span), String> {
    let option = |name: &str| {
        let found = step.options.iter().find(|o| o.0 == name);
        found.map(|o| o.1.as_str()).filter(|v| !v.is_empty())
    };
    let Some(file) = option("file") else {
        return Err(format!("pass '{PASS}' needs a file: --{PASS}=FILE"));
    };
    let mut own = sets(program, map, file)?;
    if let Some(set) = option("set") {
        let known: Vec<&str> = own.iter().map(|s| s.0).collect();
        let near = nearest::hint(set, known.iter().copied());
        own.retain(|s| s.0 == set);
        if own.is_empty() {
            let has = match known.as_slice() {
                [] => "; it has no sets".to_string(),
                names => format!("; it has {}", names.join(", ")),
            };
            return Err(format!("no set '{set}' is in '{file}'{near}{has}"));
        }
    }
    let Some(first) = own.first() else {
        return Err(format!("'{file}' has no sets"));
    };
    let span = first.1;
    let mut patterns: Vec<PatternId> = Vec::new();
    for p in own.iter().filter_map(|s| program.sets.get(s.0)).flatten() {
        if !patterns.contains(p) {
            patterns.push(*p);
        }
    }
    Ok((patterns, span))
}

impl PatternEngine {
    /// Whether a step of this pass names what is there.
    pub(super) fn resolve_sets(&self, session: &Session, step: &Step) -> Result<(), String> {
        match step.pass == PASS {
            true => resolve(&self.program, &session.map, step).map(|_| ()),
            false => Ok(()),
        }
    }

    /// Runs the pass.
    pub(super) fn apply_sets(
        &self,
        session: &Session,
        body: &mut Body,
        step: &Step,
        config: &RunConfig,
        sink: &mut Sink,
        tell: &mut dyn Tell,
    ) -> Result<(), Reported> {
        let before = sink.errors();
        let program = &self.program;
        let found = resolve(program, &session.map, step);
        let (patterns, span) = found.map_err(|text| sink.error(Place::Unknown, text))?;
        let target = target(session, body, config, sink)?;
        let options = self.defaults();
        let stage = Stage {
            name: "sets".into(),
            driver: Driver::Greedy,
            bottom_up: false,
            condition: None,
            patterns,
            span,
        };
        let loaded = (&session.ctx, &session.reg, &session.map);
        fixpoint(loaded, program, &stage, session.allow_cycles, sink);
        sink.since(before)?;
        let pass = Pass {
            name: PASS.into(),
            doc: None,
            anchor: MODULE.into(),
            options: Vec::new(),
            requires: Vec::new(),
            stages: Vec::new(),
            ensures: Vec::new(),
            span,
        };
        let chooser = self.chooser(session, &target);
        let s = self.setting(session, &step.pass, config, (&target, &options), &chooser);
        super::observe::fault(&s, 0);
        let run = Run {
            points: match config.observe.coverage {
                true => super::coverage::points(session, program),
                false => Map::default(),
            },
            pass: &pass,
            stages: vec![Compiled::new(&s, &stage)],
            partial: false,
            whole: true,
            s,
        };
        let anchors = functions(session, body);
        run.on(
            (!anchors.is_empty()).then_some(anchors),
            body,
            config.threads,
            sink,
            tell,
        );
        super::engine::wrong_rules(&chooser, sink);
        sink.since(before)
    }
}

/// Isolated functions directly in the module.
fn functions(session: &Session, body: &Body) -> Vec<OpId> {
    let blocks = body.regions(body.root()).flat_map(|r| body.blocks(r));
    let ops = blocks.flat_map(|b| body.ops(b));
    ops.filter(|op| {
        let def = session.reg.op(body.name(*op)).map(|d| &session.reg.ops[d]);
        def.is_some_and(|d| d.flags.function && d.flags.isolated)
    })
    .collect()
}
