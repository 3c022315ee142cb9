//! Passes that pattern files declare, as the pass manager sees them.

use super::driver::{Anchor, Compiled, Setting, holds, run_stage};
use super::observe::Notes;
use super::{coverage, explain, sets};
use crate::dialect::{override_target, parse_setting};
use crate::egraph::Chooser;
use crate::ir::{AttrId, Body, OpId};
use crate::lang::defs::{Map, TargetDef};
use crate::lang::eval::World;
use crate::lang::hir::OpTest;
use crate::lang::terms::Rule;
use crate::lang::types::{LType, OpSet};
use crate::pass::instrument::{Point, Tell};
use crate::pass::{Engine, OptionInfo, PassInfo, PipelineInfo, RunConfig, Step, TraceMode};
use crate::pattern::{self, Legality, Pass, Program, Stage};
use crate::session::Session;
use crate::support::diag::{Diagnostic, Place, Reported, Sink};
use crate::support::nearest;
use crate::support::source::{FileId, Span};
use rayon::prelude::*;

/// The target when neither the command line nor the IR names one.
pub(super) const DEFAULT_TARGET: &str = "trn2";
/// The attribute of a module that says for which target it was lowered.
const TARGET_ATTR: &str = "dma.target";

/// The passes of loaded pattern files.
pub struct PatternEngine {
    pub(super) program: Program,
    passes: Vec<PassInfo>,
    pipelines: Vec<PipelineInfo>,
}

fn kebab(name: &str) -> String {
    name.replace('_', "-")
}

/// Checks rules, as far as `which` says: their examples, and terms like those.
pub(super) fn check_rules(
    session: &Session,
    program: &Program,
    which: &dyn Fn(&Rule) -> bool,
    sink: &mut Sink,
) -> Result<(), Reported> {
    if !program.rules.iter().flat_map(|b| &b.rules).any(which) {
        return Ok(());
    }
    let before = sink.errors();
    let target = chosen(session, DEFAULT_TARGET, &[], &mut Sink::new()).ok();
    let w = World {
        ctx: &session.ctx,
        reg: &session.reg,
        fns: &program.fns,
        target: target.as_ref(),
        options: &[],
        fuel: session.limits.eval_steps,
        explain: false,
        forms: None,
        order: None,
    };
    crate::egraph::check_rules(w, &program.rules, which, sink);
    sink.since(before).map(|_| ())
}

/// Loads pattern files, those that are built in first.
pub fn engine(session: &Session, files: &[FileId], sink: &mut Sink) -> Result<PatternEngine, Reported> {
    let program = pattern::load(
        &session.ctx,
        &session.reg,
        &session.map,
        files,
        &session.limits,
        session.allow_cycles,
        sink,
    )?;
    check_rules(session, &program, &|r| !shipped(session, r), sink)?;
    let ctx = &session.ctx;
    if let Some(p) = program.passes.iter().find(|p| kebab(&p.name) == sets::PASS) {
        let text = format!("a pass of the name '{}' is built in", sets::PASS);
        return Err(sink.fault(crate::support::kinds::Kind::Reserved, p.span, text));
    }
    let mut passes: Vec<PassInfo> = program
        .passes
        .iter()
        .map(|p| {
            let (file, line, _) = session.map.position(p.span);
            let mut options: Vec<OptionInfo> = p
                .options
                .iter()
                .map(|o| OptionInfo {
                    name: kebab(&o.name),
                    ty: match &o.ty {
                        // Choices are what the command line can check before a run.
                        LType::Enum(e) => {
                            let cases = session.reg.enums[*e].cases.iter().map(|c| ctx.text(c.0));
                            cases.collect::<Vec<_>>().join("|")
                        }
                        t => t.show(&session.reg),
                    },
                    default: match ctx.attr_data(o.default) {
                        crate::ir::AttrData::Enum { case, .. } => ctx.text(*case).to_string(),
                        crate::ir::AttrData::String { value, .. } => ctx.text(*value).to_string(),
                        crate::ir::AttrData::Integer { value, .. } if o.ty == LType::Int => value.to_string(),
                        _ => ctx.show_attr(o.default),
                    },
                    doc: o.doc.as_deref().unwrap_or("").to_string(),
                })
                .collect();
            if !p.ensures.is_empty() {
                options.push(OptionInfo {
                    name: "partial".to_string(),
                    ty: "bool".to_string(),
                    default: "false".to_string(),
                    doc: "Leave what no pattern lowers instead of failing.".to_string(),
                });
            }
            PassInfo {
                name: kebab(&p.name),
                doc: p.doc.as_deref().unwrap_or("").to_string(),
                anchor: p.anchor.to_string(),
                options,
                stages: p.stages.iter().map(|s| kebab(&s.name)).collect(),
                origin: format!("{file}:{line}"),
            }
        })
        .collect();
    passes.push(sets::info());
    let pipelines = program
        .pipelines
        .iter()
        .map(|p| PipelineInfo {
            name: kebab(&p.name),
            doc: p.doc.as_deref().unwrap_or("").to_string(),
            passes: p.passes.iter().map(|n| kebab(n)).collect(),
        })
        .collect();
    Ok(PatternEngine {
        program,
        passes,
        pipelines,
    })
}

impl Engine for PatternEngine {
    fn passes(&self) -> &[PassInfo] {
        &self.passes
    }
    fn pipelines(&self) -> &[PipelineInfo] {
        &self.pipelines
    }
    fn points(&self, session: &Session) -> Vec<Point> {
        coverage::points(session, &self.program).into_values().collect()
    }
    fn sources(&self, session: &Session) -> String {
        self.list_sources(session)
    }
    fn transfer(
        &self,
        session: &Session,
        file: FileId,
        elements: usize,
        config: &RunConfig,
        sink: &mut Sink,
    ) -> Result<String, Reported> {
        self.about_transfer(session, file, elements, config, sink)
    }
    fn accesses(&self, session: &Session, body: &Body, config: &RunConfig, sink: &mut Sink) -> String {
        self.about_accesses(session, body, config, sink)
    }
    fn resolve(&self, session: &Session, step: &Step) -> Result<(), String> {
        self.resolve_sets(session, step)
    }
    fn run(
        &self,
        session: &Session,
        body: &mut Body,
        step: &Step,
        config: &RunConfig,
        sink: &mut Sink,
        tell: &mut dyn Tell,
    ) -> Result<(), Reported> {
        if step.pass == sets::PASS {
            return self.apply_sets(session, body, step, config, sink, tell);
        }
        let Some(pass) = self.program.passes.iter().find(|p| kebab(&p.name) == step.pass) else {
            let hint = nearest::hint(&step.pass, self.passes.iter().map(|p| p.name.as_str()));
            return Err(sink.error(Place::Unknown, format!("unknown pass '{}'{hint}", step.pass)));
        };
        let before = sink.errors();
        let target = target(session, body, config, sink)?;
        let (options, partial) = self.options(session, pass, step, sink)?;
        let mut chooser = self.chooser(session, &target);
        if config.observe.accesses {
            chooser.listen();
        }
        let s = self.setting(session, &step.pass, config, (&target, &options), &chooser);
        super::observe::fault(&s, 0);
        let mut running: Vec<&Stage> = pass.stages.iter().collect();
        running.retain(|st| st.condition.as_ref().is_none_or(|c| holds(&s, c)));
        let last = config.stop.as_ref().and_then(|stop| stop.stage_of(step));
        if let Some(last) = last {
            let Some(n) = running.iter().position(|st| kebab(&st.name) == last) else {
                return Err(sink.push(left_out(pass, last, &running)));
            };
            running.truncate(n + 1);
        }
        let stages: Vec<Compiled<'_>> = running.into_iter().map(|st| Compiled::new(&s, st)).collect();
        let points = if config.observe.coverage {
            coverage::points(session, &self.program)
        } else {
            Map::default()
        };
        let run = Run {
            s,
            points,
            pass,
            stages,
            partial,
            whole: last.is_none(),
        };
        let anchors = (&*pass.anchor != crate::pass::MODULE).then(|| run.anchors(body));
        let ran = run.on(anchors, body, config.threads, sink, tell);
        wrong_rules(&chooser, sink);
        sink.append(&mut chooser.said(&session.map));
        if ran && !pass.ensures.is_empty() {
            record(session, body, &target, config);
        }
        sink.since(before)
    }
}

impl PatternEngine {
    /// What the run of a pass shares.
    pub(super) fn setting<'a>(
        &'a self,
        session: &'a Session,
        pass: &'a str,
        config: &'a RunConfig,
        (target, options): (&'a TargetDef, &'a [Option<AttrId>]),
        chooser: &'a Chooser<'a>,
    ) -> Setting<'a> {
        Setting {
            ctx: &session.ctx,
            reg: &session.reg,
            map: &session.map,
            program: &self.program,
            target,
            options,
            limits: &session.limits,
            trace: config.trace != TraceMode::Off,
            observe: &config.observe,
            pass,
            forms: Some(chooser),
        }
    }

    /// What rules are run with.
    pub fn world<'a>(&'a self, session: &'a Session, target: &'a TargetDef) -> World<'a> {
        World {
            ctx: &session.ctx,
            reg: &session.reg,
            fns: &self.program.fns,
            target: Some(target),
            options: &[],
            fuel: session.limits.eval_steps,
            explain: false,
            forms: None,
            order: None,
        }
    }

    /// Forms of transfers for a target.
    pub fn chooser(&self, session: &Session, target: &TargetDef) -> Chooser<'_> {
        let costs = crate::egraph::costs_of(&session.ctx, &session.reg, target).ok();
        Chooser::new(&self.program.rules, costs, &|r| shipped(session, r))
    }

    /// The options that every pass has when none are given.
    pub(super) fn defaults(&self) -> Vec<Option<AttrId>> {
        let mut out: Vec<Option<AttrId>> = vec![None; self.program.options.len()];
        for o in self.program.passes.iter().flat_map(|p| &p.options) {
            if let Some(slot) = out.get_mut(o.index) {
                slot.get_or_insert(o.default);
            }
        }
        out
    }

    #[allow(clippy::type_complexity)] // values by index, and the one option that every lowering has
    fn options(
        &self,
        session: &Session,
        pass: &Pass,
        step: &Step,
        sink: &mut Sink,
    ) -> Result<(Vec<Option<AttrId>>, bool), Reported> {
        let mut out: Vec<Option<AttrId>> = vec![None; self.program.options.len()];
        for o in &pass.options {
            if let Some(slot) = out.get_mut(o.index) {
                *slot = Some(o.default);
            }
        }
        let mut partial = false;
        for (name, text) in &step.options {
            if name == "partial" && !pass.ensures.is_empty() {
                partial = text == "true" || text.is_empty();
                continue;
            }
            let Some(o) = pass.options.iter().find(|o| kebab(&o.name) == kebab(name)) else {
                let hint = nearest::hint(name, pass.options.iter().map(|o| &*o.name));
                let text = format!("pass '{}' has no option '{name}'{hint}", step.pass);
                return Err(sink.error(Place::Unknown, text));
            };
            let value = match (&o.ty, text.as_str()) {
                (LType::Bool, "") => Some(session.ctx.known.yes),
                (LType::Enum(e), t) => {
                    // The command line writes dashes where the language has underscores.
                    let t = t.replace('-', "_");
                    parse_setting(&session.ctx, &session.reg, &LType::Enum(*e), &t)
                }
                (ty, t) => parse_setting(&session.ctx, &session.reg, ty, t),
            };
            match (value, out.get_mut(o.index)) {
                (Some(a), Some(slot)) => *slot = Some(a),
                _ => {
                    let ty = o.ty.show(&session.reg);
                    let text = format!("option '{name}' of pass '{}' is {ty}, not '{text}'", step.pass);
                    return Err(sink.error(Place::Unknown, text));
                }
            }
        }
        Ok((out, partial))
    }
}

/// The error of a stage that a run should end after, but that its condition leaves out.
fn left_out(pass: &Pass, last: &str, running: &[&Stage]) -> Diagnostic {
    let name = kebab(&pass.name);
    let names: Vec<String> = running.iter().map(|st| kebab(&st.name)).collect();
    let text =
        format!("the run cannot end after stage '{last}' of pass '{name}': its condition does not hold here");
    let d = Diagnostic::error(Place::Unknown, text);
    let d = match pass.stages.iter().find(|st| kebab(&st.name) == last) {
        Some(st) => d.note(st.span, "the stage"),
        None => d,
    };
    d.note(
        Place::Unknown,
        format!("the stages that run are: {}", names.join(", ")),
    )
}

/// Whether a rule comes with the tool.
pub(super) fn shipped(session: &Session, r: &Rule) -> bool {
    let file = session.map.file(r.span.file);
    crate::shipped::PATTERNS
        .iter()
        .any(|p| *p.0 == *file.name && *p.1 == *file.text)
}

/// Rules that turned out to be wrong while they were used.
pub(super) fn wrong_rules(chooser: &Chooser<'_>, sink: &mut Sink) {
    for u in chooser.unsound() {
        sink.push(u.diagnostic());
    }
}

/// The target of a run: that of the command line, else the one that the IR was lowered for, else the default.
///
/// # Errors
///
/// There is no such target, or the command line and the IR name two; it has been reported.
pub fn target(
    session: &Session,
    body: &Body,
    config: &RunConfig,
    sink: &mut Sink,
) -> Result<TargetDef, Reported> {
    let ctx = &session.ctx;
    let key = ctx.str(TARGET_ATTR);
    let recorded = body
        .attr(ctx, body.root(), key)
        .and_then(|a| ctx.string_value(a))
        .map(|s| ctx.text(s).to_string());
    let given = config.target.as_ref().map(|(n, o)| (n.clone(), o.clone()));
    if let (Some((name, over)), Some(r)) = (&given, &recorded) {
        let wanted = spelled(name, over);
        if wanted != *r {
            let text = format!("this IR was lowered for target '{r}', not '{wanted}'");
            return Err(sink.error(ctx.place(body.loc(body.root())), text));
        }
    }
    let (name, settings) = match (given, recorded) {
        (Some(g), _) => g,
        (None, Some(r)) => unspelled(&r),
        (None, None) => (DEFAULT_TARGET.to_string(), Vec::new()),
    };
    chosen(session, &name, &settings, sink)
}

/// A target by its name, with some parameters changed.
///
/// # Errors
///
/// There is no such target, or a parameter is wrong; it has been reported.
pub fn chosen(
    session: &Session,
    name: &str,
    settings: &[(String, String)],
    sink: &mut Sink,
) -> Result<TargetDef, Reported> {
    let (ctx, reg) = (&session.ctx, &session.reg);
    let Some(id) = reg.target(name) else {
        let known: Vec<&str> = reg.targets.iter().map(|t| &*t.name).collect();
        let hint = nearest::hint(name, known.iter().copied());
        let text = format!("unknown target '{name}'{hint}; known are {}", known.join(", "));
        return Err(sink.error(Place::Unknown, text));
    };
    match override_target(ctx, reg, &reg.targets[id], settings) {
        Ok(t) => Ok(t),
        Err(text) => Err(sink.error(Place::Unknown, text)),
    }
}

/// `name{key=value,key=value}`, as the module keeps it.
fn spelled(name: &str, settings: &[(String, String)]) -> String {
    if settings.is_empty() {
        return name.to_string();
    }
    let items: Vec<String> = settings.iter().map(|(k, v)| format!("{k}={v}")).collect();
    format!("{name}{{{}}}", items.join(","))
}

fn unspelled(text: &str) -> (String, Vec<(String, String)>) {
    let Some((name, rest)) = text.split_once('{') else {
        return (text.to_string(), Vec::new());
    };
    let settings = rest
        .trim_end_matches('}')
        .split(',')
        .filter_map(|s| s.split_once('='))
        .map(|(k, v)| (k.trim().to_string(), v.trim().to_string()))
        .collect();
    (name.to_string(), settings)
}

/// Records the target on the module, so that what is printed needs no flag to be read again.
fn record(session: &Session, body: &mut Body, target: &TargetDef, config: &RunConfig) {
    let ctx = &session.ctx;
    let key = ctx.str(TARGET_ATTR);
    if body.attr(ctx, body.root(), key).is_some() {
        return;
    }
    let settings = config.target.as_ref().map_or(&[][..], |t| &t.1);
    let value = ctx.string(&spelled(&target.name, settings));
    let root = body.root();
    let attrs = ctx.with_entry(body.attrs(root), key, Some(value));
    crate::ir::rewriter::Rewriter::new(body, &mut crate::ir::rewriter::Silent).set_attrs(root, attrs);
}

/// One pass, ready to run.
pub(super) struct Run<'a> {
    pub(super) s: Setting<'a>,
    pub(super) pass: &'a Pass,
    pub(super) stages: Vec<Compiled<'a>>,
    /// What is counted, if anything.
    pub(super) points: Map<Span, Point>,
    pub(super) partial: bool,
    /// All of its stages run; else its work is unfinished.
    pub(super) whole: bool,
}

impl Run<'_> {
    /// The operations inside the module that the pass runs on.
    fn anchors(&self, body: &Body) -> Vec<OpId> {
        let mut anchors: Vec<OpId> = Vec::new();
        let name = self.s.ctx.str(&self.pass.anchor);
        let mut at = Some(body.root());
        while let Some(op) = at {
            let here = body.name(op) == name && op != body.root() && body.operand_count(op) == 0;
            if here {
                anchors.push(op);
            }
            at = body.next_in_walk(body.root(), op);
            // What is inside an anchor belongs to its run.
            while let Some(inner) = at {
                if here && body.encloses(op, inner) {
                    at = body.next_in_walk(body.root(), inner);
                } else {
                    break;
                }
            }
        }
        anchors
    }

    /// Runs on these operations, or on the module. Gives whether there is one.
    pub(super) fn on(
        &self,
        anchors: Option<Vec<OpId>>,
        body: &mut Body,
        threads: usize,
        sink: &mut Sink,
        tell: &mut dyn Tell,
    ) -> bool {
        if let Some(anchors) = anchors {
            return self.each(anchors, body, threads, sink, tell);
        }
        let root = body.root();
        let mut a = Anchor::new(&self.s);
        self.anchor(body, root, &mut a);
        tell.text(&a.trace);
        sink.append(&mut a.sink);
        if let Some(n) = a.notes {
            n.tell(&self.s, &self.points, &self.stages, tell);
        }
        true
    }

    /// Runs on each of these operations in a body of its own, on several threads.
    fn each(
        &self,
        anchors: Vec<OpId>,
        body: &mut Body,
        threads: usize,
        sink: &mut Sink,
        tell: &mut dyn Tell,
    ) -> bool {
        let mut jobs: Vec<(OpId, Body, Anchor)> = anchors
            .into_iter()
            .map(|op| (op, body.detach(op), Anchor::new(&self.s)))
            .collect();
        let work = |job: &mut (OpId, Body, Anchor)| {
            let root = job.1.root();
            self.anchor(&mut job.1, root, &mut job.2);
        };
        let pool = if threads > 1 && jobs.len() > 1 {
            rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .stack_size(64 << 20)
                .build()
                .ok()
        } else {
            None
        };
        match pool {
            Some(pool) => pool.install(|| jobs.par_iter_mut().for_each(work)),
            None => jobs.iter_mut().for_each(work),
        }
        let any = !jobs.is_empty();
        let mut notes = Notes::new(self.s.observe);
        for (op, inner, mut a) in jobs {
            body.attach(op, &inner);
            tell.text(&a.trace);
            sink.append(&mut a.sink);
            if let (Some(all), Some(n)) = (&mut notes, a.notes) {
                all.join(*n);
            }
        }
        if let Some(n) = notes {
            n.tell(&self.s, &self.points, &self.stages, tell);
        }
        any
    }

    fn anchor(&self, body: &mut Body, root: OpId, a: &mut Anchor) {
        self.stages(body, root, a);
        if let (Some(n), Some(t)) = (&mut a.notes, a.scratch.taken.take()) {
            n.taken(t);
        }
    }

    fn stages(&self, body: &mut Body, root: OpId, a: &mut Anchor) {
        self.legality(&self.pass.requires, body, root, a, "requires");
        if a.sink.errors() > 0 {
            return;
        }
        for c in &self.stages {
            if a.stopped {
                return;
            }
            run_stage(&self.s, c, body, root, a);
        }
        if !a.stopped {
            explain::left(&self.s, &self.stages, body, root, a);
        }
        if self.whole && !self.partial && !a.stopped {
            self.legality(&self.pass.ensures, body, root, a, "ensures");
        }
    }

    /// Reports operations that must not be there. One with an error already is not reported again.
    fn legality(&self, list: &[Legality], body: &Body, root: OpId, a: &mut Anchor, what: &str) {
        if list.is_empty() {
            return;
        }
        let (ctx, reg) = (self.s.ctx, self.s.reg);
        let hit = |op: OpId| {
            let name = body.name(op);
            list.iter().find(|l| {
                l.tests.iter().any(|(t, _)| match t {
                    OpTest::Prefix(p) => ctx.text(name).starts_with(&**p),
                    OpTest::Set(OpSet::Any) => true,
                    OpTest::Set(set) => reg.op(name).is_some_and(|d| set.contains(reg, d)),
                })
            })
        };
        // What holds together operations that were not lowered has nothing wrong of its own.
        let holds = |op: OpId| {
            let flags = reg.flags(body.name(op));
            flags.pure_op || body.region_count(op) > 0 || flags.terminator
        };
        let left: Vec<(OpId, &Legality)> = body
            .walk_iter(root)
            .filter(|op| !a.errored.contains(op))
            .filter_map(|op| Some((op, hit(op)?)))
            .collect();
        let failed = a.sink.errors() > 0 || left.iter().any(|(op, _)| !holds(*op));
        for (op, l) in left {
            if failed && holds(op) {
                continue;
            }
            let name = body.name(op);
            let place = ctx.place(body.loc(op));
            let pass = kebab(&self.pass.name);
            let text = match (&l.otherwise, what) {
                (Some(t), _) => format!("'{}': {t}", ctx.text(name)),
                (None, "requires") => format!("'{}' may not be there before {pass}", ctx.text(name)),
                (None, _) => format!("'{}' was not lowered by {pass}", ctx.text(name)),
            };
            let mut d = Diagnostic::error(place, text);
            if what == "ensures" {
                for (place, note) in explain::notes(&self.s, &self.stages, body, op, a) {
                    d = d.note(place, note);
                }
            }
            a.sink.push(d);
        }
    }
}
