//! Examples of patterns: `example` gives what it says, and `no_match` is left alone, when only this pattern runs, once
//! at each operation that is written. What is pure and unused goes on both sides before they are compared.

use super::driver::{Anchor, Compiled, Setting, dead_code, sweep_over};
use super::engine::{PatternEngine, chosen};
use super::explain;
use crate::dialect::verify::Dialects;
use crate::ir::compare::{Difference, Side, difference};
use crate::ir::rewriter::{Rewriter, Silent};
use crate::ir::verify::{Flags, Ops, Tables, verify_local};
use crate::ir::{AttrId, Body, OpId, StrId};
use crate::lang::ast::{Example, ExampleOutcome, Severity as Word};
use crate::lang::defs::TargetDef;
use crate::lang::terms::Rule;
use crate::pass::{MODULE, RunConfig};
use crate::pattern::{Driver, PatternId, Stage};
use crate::session::{Before, RESULTS, Session, Snippet, tops};
use crate::support::diag::{Diagnostic, Place, Severity, Sink};
use crate::support::diff;
use crate::support::kinds::Kind;
use crate::support::source::{FileId, Span};

/// What was checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Patterns of the files that are in force.
    pub patterns: usize,
    /// Rules of the files.
    pub rules: usize,
    /// Examples of both.
    pub examples: usize,
    /// Those that do not give what they say.
    pub failed: usize,
}

impl PatternEngine {
    /// Runs the examples of the patterns of these files. Those of patterns that are overridden or disabled do not run.
    pub fn check_examples(
        &self,
        session: &Session,
        files: &[FileId],
        config: &RunConfig,
        sink: &mut Sink,
    ) -> Counts {
        let program = &self.program;
        let ours = |p: PatternId| files.contains(&program.patterns[p].name_span.file);
        let mut counts = Counts {
            patterns: program.patterns.ids().filter(|p| ours(*p)).count(),
            ..Counts::default()
        };
        let options = self.defaults();
        for (pattern, examples) in program.examples.iter().filter(|e| ours(e.0)) {
            for example in examples {
                counts.examples += 1;
                let before = sink.errors();
                if let Some(target) = target(session, example, config, sink) {
                    let run = Run {
                        engine: self,
                        session,
                        pattern: *pattern,
                        example,
                        target: &target,
                        options: &options,
                    };
                    run.check(sink);
                }
                counts.failed += usize::from(sink.errors() > before);
            }
        }
        let of_ours = |r: &Rule| files.contains(&r.span.file);
        for r in program.rules.iter().flat_map(|b| &b.rules).filter(|r| of_ours(r)) {
            counts.rules += 1;
            counts.examples += r.examples.len();
            // Those of users' files have been tried when they were loaded.
            if super::engine::shipped(session, r) {
                let before = sink.errors();
                let _ = super::engine::check_rules(session, program, &|o| o.name == r.name, sink);
                counts.failed += usize::from(sink.errors() > before);
            }
        }
        counts
    }
}

/// The target of an example: its own, else that of the command line, else the default.
fn target(session: &Session, e: &Example, config: &RunConfig, sink: &mut Sink) -> Option<TargetDef> {
    match (&e.target, &config.target) {
        (Some(t), _) => chosen(session, &t.text, &[], sink).ok(),
        (None, Some((name, settings))) => chosen(session, name, settings, sink).ok(),
        (None, None) => chosen(session, super::engine::DEFAULT_TARGET, &[], sink).ok(),
    }
}

/// The loaded dialects, for operations that only stand in a module: there a use must follow its definition.
struct Strict<'a>(Dialects<'a>, StrId);

impl Ops for Strict<'_> {
    fn flags(&self, name: StrId) -> Flags {
        let flags = self.0.flags(name);
        Flags {
            graph_region: flags.graph_region && name != self.1,
            ..flags
        }
    }
    fn verify(&self, body: &Body, op: OpId, tables: &mut Tables<'_>, sink: &mut Sink) {
        self.0.verify(body, op, tables, sink);
    }
}

/// Whether IR in the middle of a pass is valid: all but what needs a symbol table, or is around.
fn valid(session: &Session, body: &Body, sink: &mut Sink) -> bool {
    let (ctx, reg) = (&session.ctx, &session.reg);
    let before = sink.errors();
    let ops: Vec<OpId> = body.walk_iter(body.root()).collect();
    let strict = Strict(Dialects { ctx, reg }, ctx.known.module);
    verify_local(ctx, &strict, body, body.root(), &ops, sink);
    sink.errors() == before
}

/// One example.
struct Run<'a> {
    engine: &'a PatternEngine,
    session: &'a Session,
    pattern: PatternId,
    example: &'a Example,
    target: &'a TargetDef,
    options: &'a [Option<AttrId>],
}

/// What came of an example.
struct Got {
    /// How often the pattern changed or said something.
    applied: usize,
    anchor: Anchor,
}

impl Run<'_> {
    fn check(&self, sink: &mut Sink) {
        let Some(mut input) = self.read(self.example.input.span, None, sink) else {
            return;
        };
        let wanted = match &self.example.outcome {
            ExampleOutcome::Ir(text) => match self.read(text.span, Some(&input.before), sink) {
                Some(s) => Some(s),
                None => return,
            },
            _ => None,
        };
        let config = RunConfig::default();
        let stage = Stage {
            name: "example".into(),
            driver: Driver::Walk,
            bottom_up: false,
            condition: None,
            patterns: vec![self.pattern],
            span: self.example.span,
        };
        let engine = self.engine;
        let chooser = engine.chooser(self.session, self.target);
        let s = engine.setting(
            self.session,
            "example",
            &config,
            (self.target, self.options),
            &chooser,
        );
        let c = Compiled::new(&s, &stage);
        let original = self.text(&input.body);
        let mut got = self.run(&s, &c, &mut input);
        if got.anchor.stopped {
            // A limit, or a promise that was broken, is its own message.
            sink.append(&mut got.anchor.sink);
            return;
        }
        match &self.example.outcome {
            ExampleOutcome::NoMatch => self.left_alone(&input.body, &original, &mut got, sink),
            ExampleOutcome::Diagnostic(word, text) => {
                self.says(
                    &s,
                    &c,
                    &input,
                    (*word, text.plain().unwrap_or("")),
                    &mut got,
                    sink,
                );
            }
            ExampleOutcome::Ir(_) => {
                if let Some(wanted) = wanted {
                    self.gives(&s, &c, input, wanted, &mut got, sink);
                }
            }
        }
    }

    /// Runs the pattern where its pass would: in each operation that the pass is anchored on, in a body of its own, else in
    /// all that is written.
    fn run(&self, s: &Setting<'_>, c: &Compiled<'_>, input: &mut Snippet) -> Got {
        let mut passes = self.engine.program.passes.iter();
        let pass = passes.find(|p| p.stages.iter().any(|st| st.patterns.contains(&self.pattern)));
        let anchors: Vec<OpId> = match pass.filter(|p| &*p.anchor != MODULE) {
            Some(p) => {
                let name = s.ctx.str(&p.anchor);
                let here = |op: &OpId| input.body.name(*op) == name && input.body.operand_count(*op) == 0;
                input.tops().into_iter().filter(here).collect()
            }
            None => Vec::new(),
        };
        let mut got = Got {
            applied: 0,
            anchor: Anchor::new(s),
        };
        if anchors.is_empty() {
            let ops = self.written(input);
            got.applied = sweep_over(s, c, &mut input.body, ops, &mut got.anchor);
        }
        for op in anchors {
            let mut inner = input.body.detach(op);
            let mut a = Anchor::new(s);
            let ops = inner.walk_iter(inner.root()).collect();
            got.applied += sweep_over(s, c, &mut inner, ops, &mut a);
            got.anchor.sink.append(&mut a.sink);
            got.anchor.stopped |= a.stopped;
            input.body.attach(op, &inner);
        }
        got
    }

    /// Reads a text with its quotes.
    fn read(&self, quoted: Span, before: Option<&Before>, sink: &mut Sink) -> Option<Snippet> {
        let inner = Span {
            start: quoted.start + 3,
            end: quoted.end.saturating_sub(3).max(quoted.start + 3),
            ..quoted
        };
        let mut found = Sink::new();
        let read = self.session.snippet(inner, before, &mut found);
        let read = read.filter(|r| valid(self.session, &r.body, &mut found));
        for d in found.take() {
            sink.push(d.kind(Kind::ExampleText));
        }
        read
    }

    fn is_results(&self, body: &Body, op: OpId) -> bool {
        self.session.ctx.text(body.name(op)) == RESULTS
    }

    /// All operations that are written, in program order.
    fn written(&self, s: &Snippet) -> Vec<OpId> {
        let all = s
            .tops()
            .into_iter()
            .flat_map(|op| s.body.walk_iter(op).collect::<Vec<_>>());
        all.filter(|op| !self.is_results(&s.body, *op)).collect()
    }

    fn text(&self, body: &Body) -> String {
        let marker = format!("\"{RESULTS}\"(");
        let shown = |line: &str| match line.split_once(&marker) {
            // The use that is not written, without its spelling.
            Some((indent, rest)) => {
                let values = rest.split(')').next().unwrap_or("");
                format!("{indent}// results: {values}\n")
            }
            None => format!("{line}\n"),
        };
        self.session.show(body).lines().map(shown).collect()
    }

    /// `example "title" of 'pattern'`
    fn name(&self) -> String {
        let title = self.example.title.as_ref().and_then(|t| t.plain());
        let title = title.map(|t| format!(" \"{t}\"")).unwrap_or_default();
        let word = match self.example.outcome {
            ExampleOutcome::NoMatch => "no_match",
            _ => "example",
        };
        format!(
            "{word}{title} of '{}'",
            self.engine.program.patterns[self.pattern].name
        )
    }

    fn error(&self, text: &str) -> Diagnostic {
        let at = self.example.span;
        let width = match self.example.outcome {
            ExampleOutcome::NoMatch => "no_match".len(),
            _ => "example".len(),
        };
        let at = Span {
            end: at.start + width as u32,
            ..at
        };
        Diagnostic::error(at, format!("{}: {text}", self.name())).kind(Kind::Example)
    }

    fn left_alone(&self, body: &Body, original: &str, got: &mut Got, sink: &mut Sink) {
        if got.applied == 0 {
            return;
        }
        let mut d = self.error("the pattern matches");
        let difference = diff::lines(original, &self.text(body));
        if !difference.is_empty() {
            d = d.note(
                Place::Unknown,
                format!("what it changes:\n{}", difference.trim_end()),
            );
        }
        sink.push(heard(d, got));
    }

    /// An error for a pattern that was not applied, with the reasons.
    fn unmatched(&self, s: &Setting<'_>, c: &Compiled<'_>, input: &Snippet, got: &mut Got) -> Diagnostic {
        let body = &input.body;
        let text = if got.anchor.sink.items().is_empty() {
            "the pattern does not match"
        } else {
            "the pattern is not applied"
        };
        let mut d = heard(self.error(text), got);
        let mut any = false;
        for op in self.written(input) {
            if c.candidates(s, body, op).is_empty() {
                continue;
            }
            any = true;
            if let Some((at, why)) = explain::why(s, self.pattern, body, op, &mut got.anchor) {
                let text = format!("it does not take this '{}'", s.ctx.text(body.name(op)));
                d = d.note(s.ctx.place(body.loc(op)), text).note(at, why);
            }
        }
        if !any {
            let at = self.engine.program.patterns[self.pattern].name_span;
            d = d.note(at, "no operation of the example is one that the pattern takes");
        }
        d
    }

    fn says(
        &self,
        s: &Setting<'_>,
        c: &Compiled<'_>,
        input: &Snippet,
        (word, text): (Word, &str),
        got: &mut Got,
        sink: &mut Sink,
    ) {
        let severity = match word {
            Word::Error => Severity::Error,
            Word::Warning => Severity::Warning,
            Word::Remark => Severity::Remark,
        };
        let said = got.anchor.sink.items().iter();
        if got.applied > 0
            && said
                .clone()
                .any(|d| d.severity == severity && d.message.contains(text))
        {
            return;
        }
        sink.push(if got.applied == 0 {
            self.unmatched(s, c, input, got)
        } else {
            let wanted = format!("there is no {} with \"{text}\"", severity.word());
            heard(self.error(&wanted), got)
        });
    }

    fn gives(
        &self,
        s: &Setting<'_>,
        c: &Compiled<'_>,
        mut input: Snippet,
        mut wanted: Snippet,
        got: &mut Got,
        sink: &mut Sink,
    ) {
        if got.applied == 0 {
            sink.push(self.unmatched(s, c, &input, got));
            return;
        }
        if got.anchor.sink.errors() > 0 {
            sink.push(heard(self.error("the pattern reports an error"), got));
            return;
        }
        for body in [&mut input.body, &mut wanted.body] {
            let root = body.root();
            dead_code(s, body, root, &mut got.anchor);
        }
        let mut broken = Sink::new();
        if !valid(self.session, &input.body, &mut broken) {
            let mut d = self.error("the pattern leaves invalid IR");
            for b in broken.take() {
                d = d.note(b.place, b.message);
            }
            sink.push(d);
            return;
        }
        // Where the text does not say what the results become, it is not compared.
        if !wanted.tops().iter().any(|op| self.is_results(&wanted.body, *op)) {
            let user = input
                .tops()
                .into_iter()
                .find(|op| self.is_results(&input.body, *op));
            if let Some(user) = user {
                Rewriter::new(&mut input.body, &mut Silent).erase(user);
            }
        }
        let (have, want) = (tops(&input.body, input.block), wanted.tops());
        let found = difference(
            Side {
                body: &wanted.body,
                args: wanted.args(),
                ops: &want,
            },
            Side {
                body: &input.body,
                args: input.args(),
                ops: &have,
            },
        );
        if let Some(found) = found {
            sink.push(self.different(&input, &wanted, found));
        }
    }

    fn different(&self, input: &Snippet, wanted: &Snippet, found: Difference) -> Diagnostic {
        let ctx = &self.session.ctx;
        let mut d = self.error("the pattern gives something else");
        let name = |s: &Snippet, op: OpId| match self.is_results(&s.body, op) {
            true => "what stands for the results".to_string(),
            false => format!("'{}'", ctx.text(s.body.name(op))),
        };
        let text = match (found.left, found.right) {
            (Some(l), None) => format!("there is no {} in what it gives", name(wanted, l)),
            (None, Some(r)) => format!("what it gives has {} more", name(input, r)),
            (Some(l), Some(r)) if name(wanted, l) != name(input, r) => {
                format!("where this has {}, it gives {}", name(wanted, l), name(input, r))
            }
            (Some(l), Some(_)) => format!("the {} of {} differ", found.what.word(), name(wanted, l)),
            (None, None) => "they differ".to_string(),
        };
        let place = match found.left {
            Some(l) => ctx.place(wanted.body.loc(l)),
            None => Place::Unknown,
        };
        d = d.note(place, text);
        let lines = diff::lines(&self.text(&wanted.body), &self.text(&input.body));
        if !lines.is_empty() {
            let text = format!("wanted (-) and given (+):\n{}", lines.trim_end());
            d = d.note(Place::Unknown, text);
        }
        d
    }
}

/// Adds what was said as notes.
fn heard(mut d: Diagnostic, got: &mut Got) -> Diagnostic {
    for said in got.anchor.sink.take() {
        d = d.note(said.place, format!("{}: {}", said.severity.word(), said.message));
        d.notes.extend(said.notes);
    }
    d
}

#[cfg(test)]
mod tests {
    use crate::ir::compare::{Side, What, difference};
    use crate::session::Session;
    use crate::support::diag::Sink;
    use crate::support::limits::Limits;

    /// What differs between two texts.
    fn compared(left: &str, right: &str) -> Option<What> {
        let mut sink = Sink::new();
        let (mut s, _) = Session::new(&[], Limits::default(), &mut sink);
        let mut body = |text: &str| {
            let file = s.map.add("t", text);
            s.parse(file, false, &mut sink)
        };
        let (a, b) = (body(left).unwrap(), body(right).unwrap());
        let (l, r) = ([a.root()], [b.root()]);
        let side = |body, ops| Side { body, args: &[], ops };
        difference(side(&a, &l), side(&b, &r)).map(|d| d.what)
    }

    const TEXT: &str = "func.func @f(%a: i32, %b: i32) -> i32 {\n\
                        %r = arith.subi %a, %b {p = 1, q = 2} : i32\n cf.br ^x(%r : i32)\n\
                        ^x(%s: i32):\n return %s : i32\n}";

    #[test]
    fn names_and_the_order_of_attributes_do_not_count() {
        let other = TEXT
            .replace("%s", "%other")
            .replace("p = 1, q = 2", "q = 2, p = 1");
        assert_eq!(compared(TEXT, &other), None);
    }

    #[test]
    fn everything_else_does() {
        let with = |from: &str, to: &str| compared(TEXT, &TEXT.replace(from, to));
        assert_eq!(with("subi", "addi"), Some(What::Name));
        assert_eq!(with("q = 2", "q = 3"), Some(What::Attributes));
        assert_eq!(with("subi %a, %b", "subi %b, %a"), Some(What::Operands));
        assert_eq!(with("cf.br ^x(%r", "cf.br ^x(%a"), Some(What::Operands));
        let more = "return %s : i32\n}\nfunc.func private @g()";
        assert_eq!(with("return %s : i32\n}", more), Some(What::Missing));
    }
}
