//! Bodies of `semantics`: operands are numbers or accesses, attributes what they are.

use super::{Checked, Checker, Env};
use crate::ir::{Context, TypeData};
use crate::lang::ast::{self, EffectKind, ExprKind as A, StmtKind as S};
use crate::lang::bodies::{Computation, effect_word, undeclared};
use crate::lang::builtins::Builtin as B;
use crate::lang::defs::{Arity, Map, OpDef, OpDefId, Registry, TypeRule, ValueDef};
use crate::lang::hir::{Expr, ExprKind};
use crate::lang::types::LType;
use crate::support::diag::Sink;
use crate::support::kinds::Kind;
use crate::support::source::Span;

/// Checks the body of an operation's `semantics`.
pub fn computation(
    ctx: &Context,
    reg: &Registry,
    op: OpDefId,
    body: &ast::Block,
    sink: &mut Sink,
) -> Option<Computation> {
    let none = Map::default();
    let mut c = Checker::new(Env::of_dialects(ctx, reg, &none), sink);
    c.place = "the semantics of an operation";
    c.computes = Some(op);
    c.computation(&reg.ops[op], body).ok()
}

/// What numbers a rule allows: integers, floats.
fn numbers(ctx: &Context, def: &OpDef, rule: &TypeRule) -> (bool, bool) {
    match rule {
        TypeRule::Any => (true, true),
        TypeRule::Exact(t) => match ctx.type_data(*t) {
            TypeData::Float(_) => (false, true),
            TypeData::Integer { .. } | TypeData::Index => (true, false),
            _ => (false, false),
        },
        TypeRule::Class("integer" | "signless" | "index") => (true, false),
        TypeRule::Class("float") => (false, true),
        TypeRule::Class(_) | TypeRule::Dialect(_) => (false, false),
        TypeRule::AnyOf(all) => all.iter().fold((false, false), |(i, f), r| match r {
            TypeRule::Same(_) => (i, f),
            r => {
                let (a, b) = numbers(ctx, def, r);
                (i || a, f || b)
            }
        }),
        TypeRule::Same(name) => {
            let all = def.operands.iter().chain(&def.results);
            let of = all.into_iter().find(|v| v.name == *name).map(|v| &v.rule);
            match of {
                Some(TypeRule::Same(_)) | None => (true, true),
                Some(r) => numbers(ctx, def, r),
            }
        }
    }
}

fn has_effect(def: &OpDef, kind: EffectKind, operand: usize) -> bool {
    let mut all = def.effects.iter();
    all.any(|e| e.kind == kind && e.operand == Some(operand))
}

/// What an operand is in a body: a number of some type, or an access.
fn operand_type(ctx: &Context, def: &OpDef, n: usize, o: &ValueDef) -> LType {
    let touched = [EffectKind::Read, EffectKind::Write]
        .into_iter()
        .any(|k| has_effect(def, k, n));
    match numbers(ctx, def, &o.rule) {
        _ if touched => LType::Value,
        (false, true) => LType::Float,
        (true, true) => LType::Number,
        // Of the types that dialects declare those that hold numbers hold integers, as registers do.
        _ => LType::Int,
    }
}

const FORM: &str = "the body of 'semantics' is of 'let', 'where', 'for', 'if' and 'store(..);', and ends with 'yield(..);' \
                    where there are results";

impl Checker<'_> {
    fn computation(&mut self, def: &OpDef, body: &ast::Block) -> Checked<Computation> {
        let ctx = self.ctx;
        if !def.regions.is_empty() {
            let text = "a body says nothing of regions; what runs them is a mechanism";
            return Err(self.fault(Kind::Semantics, body.span, text));
        }
        let mut accesses = Vec::new();
        for (n, o) in def.operands.iter().enumerate() {
            let ty = operand_type(ctx, def, n, o);
            accesses.push(ty == LType::Value);
            if o.arity == Arity::One {
                self.bind_field(ctx.text(o.name), ty, body.span);
            } else {
                self.temp(ctx.text(o.name));
                let why = "a body reads single operands, and there may be none or several of this one";
                self.hidden.push((ctx.text(o.name).into(), why));
            }
        }
        for a in &def.attributes {
            let absent = a.optional && a.default.is_none();
            let ty = if absent {
                LType::option(a.ty.clone())
            } else {
                a.ty.clone()
            };
            self.bind_field(ctx.text(a.name), ty, body.span);
        }
        let (stmts, given) = match body.stmts.split_last() {
            Some((last, rest)) => match yielded(last) {
                Some(args) => (rest, Some(args)),
                None => (&*body.stmts, None),
            },
            None => (&*body.stmts, None),
        };
        self.plain(stmts)?;
        let stmts = self.stmts(stmts)?;
        let yields = self.yields(def, given, body.span)?;
        self.close(0);
        Ok(Computation {
            stmts,
            yields,
            accesses,
            frame: self.next,
            span: body.span,
        })
    }

    fn bind_field(&mut self, name: &str, ty: LType, span: Span) {
        let name = ast::Name {
            text: name.into(),
            span,
        };
        self.bind(&name, ty);
        if let Some(v) = self.vars.last_mut() {
            v.used = true;
        }
    }

    /// Only statements that change no IR.
    fn plain(&mut self, stmts: &[ast::Stmt]) -> Checked<()> {
        for s in stmts {
            if yielded(s).is_some() {
                let text = "'yield' is the last statement of the body";
                return Err(self.fault(Kind::Semantics, s.span, text));
            }
            match &s.kind {
                S::Let(_) | S::Where(_) => {}
                S::Expr(ast::Expr {
                    kind: A::Call { name, .. },
                    ..
                }) if &*name.text == "store" => {}
                S::For { body, .. } => self.plain(&body.stmts)?,
                S::If { arms, otherwise } => {
                    for (_, b) in arms {
                        self.plain(&b.stmts)?;
                    }
                    if let Some(b) = otherwise {
                        self.plain(&b.stmts)?;
                    }
                }
                _ => return Err(self.fault(Kind::Semantics, s.span, FORM)),
            }
        }
        Ok(())
    }

    fn yields(&mut self, def: &OpDef, given: Option<&ast::Args>, span: Span) -> Checked<Vec<Expr>> {
        if def.results.iter().any(|r| r.arity != Arity::One) {
            let text = "a body gives single results, and there may be none or several of these";
            return Err(self.fault(Kind::Semantics, span, text));
        }
        let Some(args) = given else {
            if def.results.is_empty() {
                return Ok(Vec::new());
            }
            return Err(self.fault(Kind::Semantics, span, "the body of 'semantics' yields nothing"));
        };
        let items = match &args.kind {
            ast::ArgsKind::List(items) if items.len() == def.results.len() => items,
            _ => {
                let text = format!(
                    "'yield' gives one value for each result, and there are {}",
                    def.results.len()
                );
                return Err(self.fault(Kind::Semantics, args.span, text));
            }
        };
        let mut out = Vec::new();
        for i in items {
            let e = self.expr(&i.value, None)?;
            if !matches!(e.ty, LType::Int | LType::Bool | LType::Float | LType::Number) {
                let text = format!("'yield' gives a number or a bool, not {}", self.show(&e.ty));
                return Err(self.fault(Kind::Semantics, e.span, text));
            }
            out.push(e);
        }
        Ok(out)
    }

    /// `load`, `store` and `convert`: the types of their arguments and what they give.
    pub(super) fn memory_call(
        &mut self,
        b: B,
        name: &ast::Name,
        args: Vec<Expr>,
        span: Span,
    ) -> Checked<(Vec<Expr>, LType)> {
        let Some(op) = self.computes else {
            let text = format!("'{}' stands in the 'semantics' of an operation only", name.text);
            return Err(self.fault(Kind::Unclear, span, text));
        };
        let wants: &[LType] = match b {
            B::Load => &[LType::Int],
            B::Store => &[LType::Int, LType::Number],
            _ => &[],
        };
        let mut args = args.into_iter();
        let (first, rest): (Option<Expr>, Vec<Expr>) = (args.next(), args.collect());
        let count = if b == B::Convert { 1 } else { wants.len() };
        let (Some(first), true) = (first, rest.len() == count) else {
            return Err(self.wrong_args(name, span, "other arguments are needed"));
        };
        if b == B::Convert {
            let x = self.convert(first, &LType::Number)?;
            let dtype = rest.into_iter().next();
            return match dtype {
                Some(d) if matches!(d.ty, LType::Enum(_) | LType::Attr) => Ok((vec![x, d], LType::Number)),
                _ => Err(self.wrong_args(name, span, "the second argument is an element type")),
            };
        }
        let kind = if b == B::Load {
            EffectKind::Read
        } else {
            EffectKind::Write
        };
        self.touches(op, kind, name, &first)?;
        let mut out = vec![first];
        for (e, t) in rest.into_iter().zip(wants) {
            out.push(self.convert(e, t)?);
        }
        let ty = if b == B::Load {
            LType::Number
        } else {
            LType::Nothing
        };
        Ok((out, ty))
    }

    /// An operand that is no access for want of an effect.
    pub(super) fn number_operand(&mut self, e: &Expr) -> Checked<()> {
        let (Some(op), ExprKind::Local(slot)) = (self.computes, &e.kind) else {
            return Ok(());
        };
        let Some(o) = self.reg.ops[op].operands.get(usize::from(*slot)) else {
            return Ok(());
        };
        let name = self.ctx.text(o.name);
        let text = format!(
            "'{name}' is a number here: an operand is an access where the effects say 'read {name}' or 'write {name}'"
        );
        Err(self.fault(Kind::Semantics, e.span, text))
    }

    /// Rewrites rely on effects, so a body keeps to those that are declared.
    fn touches(&mut self, op: OpDefId, kind: EffectKind, name: &ast::Name, e: &Expr) -> Checked<()> {
        let def = &self.reg.ops[op];
        let slot = match e.kind {
            ExprKind::Local(slot) => usize::from(slot),
            _ => usize::MAX,
        };
        let (operands, attributes) = (def.operands.len(), def.attributes.len());
        let field = match slot {
            n if n < operands => def.operands.get(n).map(|o| o.name),
            n => n
                .checked_sub(operands)
                .and_then(|n| def.attributes.get(n))
                .map(|a| a.name),
        };
        let Some(field) = field.filter(|_| slot < operands + attributes) else {
            let text = format!(
                "the first argument of '{}' is an operand or an attribute",
                name.text
            );
            return Err(self.fault(Kind::Semantics, e.span, text));
        };
        let field = self.ctx.text(field);
        let word = effect_word(kind);
        let text = if def.flags.pure_op {
            Some(format!(
                "its semantics {word} '{field}', but a Pure operation has no memory"
            ))
        } else if slot >= operands {
            let text = format!(
                "its semantics {word} '{field}', an attribute, which no effects can say: leave 'effects' out"
            );
            def.effects_known.then_some(text)
        } else {
            (!has_effect(def, kind, slot)).then(|| undeclared(kind, field))
        };
        match text {
            Some(text) => Err(self.fault(Kind::Semantics, e.span, text)),
            None => self.access(name, e),
        }
    }
}

/// The arguments of a `yield`.
fn yielded(s: &ast::Stmt) -> Option<&ast::Args> {
    match &s.kind {
        S::Expr(ast::Expr {
            kind: A::Call { name, args },
            ..
        }) if &*name.text == "yield" => Some(args),
        _ => None,
    }
}
