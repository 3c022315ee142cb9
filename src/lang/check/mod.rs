//! From trees to the checked form: names become ids and slots, implicit conversions are written out, types are checked.
//! All faults are reported; what cannot be typed is left out and not reported again.

mod alternatives;
mod branches;
mod calls;
mod conds;
mod convert;
mod create;
mod exprs;
mod fields;
mod functions;
mod lost;
mod nodes;
mod order;
mod pats;
mod regions;
mod rules;
mod semantics;
mod stmts;
mod types;
mod values;

use super::ast;
use super::defs::{Families, FamilyId, Map, OpDefId, Registry, TypeRule};
use super::hir::{self, Slot};
use super::types::LType;
use crate::ir::types::FloatKind;
use crate::ir::{Context, TypeData};
use crate::support::diag::{Diagnostic, Reported, Sink};
use crate::support::kinds::Kind;
use crate::support::source::{FileId, Span};

pub use functions::{Outer, functions};
pub use rules::rule;
pub use semantics::computation;

/// Names of builtin types, for hints.
pub const BUILTIN_TYPES: [&str; 16] = [
    "any", "index", "none", "memref", "tensor", "vector", "shaped", "integer", "signless", "float", "f16",
    "f32", "f64", "i1", "i32", "i64",
];

/// The rule that a name of a builtin type stands for.
pub fn builtin_rule(ctx: &Context, name: &str) -> Option<TypeRule> {
    Some(match name {
        "any" => TypeRule::Any,
        "index" => TypeRule::Exact(ctx.known.index),
        "none" => TypeRule::Exact(ctx.known.none),
        "memref" => TypeRule::Class("memref"),
        "tensor" => TypeRule::Class("tensor"),
        "vector" => TypeRule::Class("vector"),
        "shaped" => TypeRule::Class("shaped"),
        "integer" => TypeRule::Class("integer"),
        "signless" => TypeRule::Class("signless"),
        "float" => TypeRule::Class("float"),
        _ => {
            if let Some((k, ..)) = FloatKind::ALL.iter().find(|f| f.1 == name) {
                return Some(TypeRule::Exact(ctx.ty(TypeData::Float(*k))));
            }
            let width = name
                .strip_prefix('i')?
                .parse::<u32>()
                .ok()
                .filter(|w| *w > 0 && *w < 1 << 24)?;
            TypeRule::Exact(ctx.int_type(width))
        }
    })
}

/// The result of checking a piece; the fault has been reported.
pub(crate) type Checked<T> = Result<T, Reported>;

/// What names may mean.
#[derive(Clone, Copy)]
pub struct Env<'a> {
    /// Interners.
    pub ctx: &'a Context,
    /// Definitions.
    pub reg: &'a Registry,
    /// Functions.
    pub fns: &'a hir::Functions,
    /// The families of targets that patterns read.
    pub families: Families,
    /// Options of passes by name.
    pub options: &'a Map<Box<str>, LType>,
    /// Names of the rules that are loaded.
    pub rules: &'a [Box<str>],
    /// Dialects that files say they use: their names cannot be variables there.
    pub used: &'a [(FileId, Box<str>)],
}

/// Narrower types of variables.
pub(crate) type Facts = Vec<(Slot, LType)>;

/// A variable.
pub(crate) struct Var {
    name: Box<str>,
    slot: Slot,
    ty: LType,
    span: Span,
    used: bool,
}

/// Checks one frame: a pattern, a function or a clause.
pub(crate) struct Checker<'a> {
    env: Env<'a>,
    ctx: &'a Context,
    reg: &'a Registry,
    sink: &'a mut Sink,
    vars: Vec<Var>,
    /// Names that are not bound because of a reported fault.
    lost: Vec<Box<str>>,
    /// Names that are bound and may not be read where the checker is, and why.
    hidden: Vec<(Box<str>, &'static str)>,
    /// Variables whose operations an earlier statement has erased or replaced.
    gone: Vec<Slot>,
    /// Errors that were reported before this frame.
    started: usize,
    next: Slot,
    names: Vec<Box<str>>,
    /// Slots of names that an earlier alternative of a pattern binds.
    shared: Vec<(Box<str>, Slot)>,
    /// What is known of the IR types of variables.
    rules: rustc_hash::FxHashMap<Slot, TypeRule>,
    /// What bare names may be fields of, in clauses.
    this: Option<LType>,
    /// Whether operations may be created here.
    rewriting: bool,
    /// What `return` gives, in rewrite functions.
    returns: Option<LType>,
    /// Where creating is forbidden, for the message.
    place: &'static str,
    /// Whether this is a rule of an e-graph.
    in_rule: bool,
    /// The operation whose semantics this is.
    computes: Option<OpDefId>,
}

impl<'a> Env<'a> {
    /// What a dialect file may name: no options, and no target but those of a family of its own.
    fn of_dialects(ctx: &'a Context, reg: &'a Registry, none: &'a Map<Box<str>, LType>) -> Self {
        Env {
            ctx,
            reg,
            fns: &reg.functions,
            families: Families::None,
            options: none,
            rules: &[],
            used: &[],
        }
    }
}

impl<'a> Checker<'a> {
    pub(crate) fn new(env: Env<'a>, sink: &'a mut Sink) -> Self {
        let started = sink.errors();
        Checker {
            env,
            ctx: env.ctx,
            reg: env.reg,
            sink,
            vars: Vec::new(),
            lost: Vec::new(),
            hidden: Vec::new(),
            gone: Vec::new(),
            started,
            next: 0,
            names: Vec::new(),
            shared: Vec::new(),
            rules: Default::default(),
            this: None,
            rewriting: false,
            returns: None,
            place: "a function",
            in_rule: false,
            computes: None,
        }
    }

    pub(crate) fn fault(&mut self, kind: Kind, at: Span, message: impl Into<String>) -> Reported {
        self.sink.fault(kind, at, message)
    }

    fn show(&self, t: &LType) -> String {
        t.show(self.reg)
    }

    // ---- variables

    fn var(&self, name: &str) -> Option<usize> {
        self.vars.iter().rposition(|v| &*v.name == name)
    }

    /// A new slot without a name.
    fn temp(&mut self, name: &str) -> Slot {
        let slot = self.next;
        self.next = self.next.saturating_add(1);
        self.names.push(name.into());
        slot
    }

    /// Binds a name.
    fn bind(&mut self, name: &ast::Name, ty: LType) -> Slot {
        let shared = self.shared.iter().rev().find(|s| s.0 == name.text).map(|s| s.1);
        let slot = match shared {
            Some(slot) => slot,
            None => self.temp(&name.text),
        };
        let used = |u: &(FileId, Box<str>)| u.0 == name.span.file && u.1 == name.text;
        if self.env.used.iter().any(used) {
            self.fault(
                Kind::Reserved,
                name.span,
                format!(
                    "'{}' is the name of a dialect and cannot be a variable",
                    name.text
                ),
            );
        } else if matches!(&*name.text, "target" | "options") {
            self.fault(
                Kind::Reserved,
                name.span,
                format!("'{}' cannot be a variable", name.text),
            );
        }
        self.vars.push(Var {
            name: name.text.clone(),
            slot,
            ty,
            span: name.span,
            used: name.text.starts_with('_'),
        });
        slot
    }

    /// Runs `f`; what it binds is unknown afterwards. Names never used are reported.
    fn scope<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let mark = self.vars.len();
        let out = f(self);
        self.close(mark);
        out
    }

    fn close(&mut self, mark: usize) {
        // What is in error may have been the use.
        let sound = self.sink.errors() == self.started;
        for v in self.vars.split_off(mark) {
            if !v.used && sound {
                let text = format!("'{}' is bound and never used; write '_'", v.name);
                self.sink.push(
                    Diagnostic::new(crate::support::diag::Severity::Warning, v.span, text).kind(Kind::Unused),
                );
            }
        }
    }

    /// Runs `f` with narrower types for some variables.
    fn narrowed<T>(&mut self, facts: &[(Slot, LType)], f: impl FnOnce(&mut Self) -> T) -> T {
        let mut saved = Vec::new();
        for (slot, ty) in facts {
            if let Some(v) = self.vars.iter_mut().rev().find(|v| v.slot == *slot) {
                saved.push((*slot, std::mem::replace(&mut v.ty, ty.clone())));
            }
        }
        let out = f(self);
        for (slot, ty) in saved.into_iter().rev() {
            if let Some(v) = self.vars.iter_mut().rev().find(|v| v.slot == slot) {
                v.ty = ty;
            }
        }
        out
    }
}

/// Checks a clause of an operation, an interface or a struct: bare names are its fields.
#[allow(clippy::too_many_arguments)] // the parts of a clause and where it stands
pub fn clause(
    ctx: &Context,
    reg: &Registry,
    this: &LType,
    expr: &ast::Expr,
    message: Option<&ast::StrLit>,
    want: Option<&LType>,
    span: Span,
    sink: &mut Sink,
) -> Option<hir::Clause> {
    let none = Map::default();
    let env = Env::of_dialects(ctx, reg, &none);
    let mut c = Checker::new(env, sink);
    c.place = "a verifier";
    c.this = Some(this.clone());
    c.temp("this");
    finish_clause(c, expr, message, want, span)
}

fn finish_clause(
    mut c: Checker<'_>,
    expr: &ast::Expr,
    message: Option<&ast::StrLit>,
    want: Option<&LType>,
    span: Span,
) -> Option<hir::Clause> {
    let e = c.expr(expr, want).and_then(|e| match want {
        Some(t) => c.convert(e, t),
        None => Ok(e),
    });
    let message = match message {
        Some(m) => c.text(m),
        None => Ok(hir::Text::default()),
    };
    c.close(0);
    Some(hir::Clause {
        expr: e.ok()?,
        message: message.ok()?,
        frame: c.next,
        span,
    })
}

/// Checks a clause of a target family: bare names are its parameters.
pub fn family_clause(
    ctx: &Context,
    reg: &Registry,
    family: FamilyId,
    v: &ast::Verify,
    sink: &mut Sink,
) -> Option<hir::Clause> {
    let none = Map::default();
    let env = Env {
        families: Families::One(family),
        ..Env::of_dialects(ctx, reg, &none)
    };
    let mut c = Checker::new(env, sink);
    c.place = "a verifier";
    c.temp("this");
    finish_clause(c, &v.condition, Some(&v.message), Some(&LType::Bool), v.span)
}

/// Checks a pattern.
pub fn pattern(env: Env<'_>, p: &ast::Pattern, sink: &mut Sink) -> Option<hir::Pattern> {
    let mut c = Checker::new(env, sink);
    c.place = "the match part of a pattern";
    let out = c.pattern(p);
    out.ok()
}

/// Checks a condition over the target and the pass's options.
pub fn condition(env: Env<'_>, e: &ast::Expr, sink: &mut Sink) -> Option<hir::Clause> {
    let mut c = Checker::new(env, sink);
    c.place = "a condition";
    let checked = c
        .expr(e, Some(&LType::Bool))
        .and_then(|x| c.convert(x, &LType::Bool));
    let frame = c.next;
    Some(hir::Clause {
        expr: checked.ok()?,
        message: hir::Text::default(),
        frame,
        span: e.span,
    })
}

/// A type of the language by its tree.
pub fn lang_type(env: Env<'_>, t: &ast::LangType, sink: &mut Sink) -> Option<LType> {
    Checker::new(env, sink).lang_type(t).ok()
}

/// Checks an expression of a wanted type, without variables.
pub fn constant(env: Env<'_>, e: &ast::Expr, want: &LType, sink: &mut Sink) -> Option<hir::Clause> {
    let mut c = Checker::new(env, sink);
    c.place = "a default";
    let checked = c.expr(e, Some(want)).and_then(|x| c.convert(x, want));
    let frame = c.next;
    Some(hir::Clause {
        expr: checked.ok()?,
        message: hir::Text::default(),
        frame,
        span: e.span,
    })
}
