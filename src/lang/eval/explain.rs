//! Why a pattern does not match: the first failed condition of the attempt that got furthest, and the values in it.
//!
//! A condition is an attribute or operand of a node pattern, a `match` line, a `let`, or a conjunct of a `where`. They
//! are counted as they hold; where there are choices, each attempt starts from the count of the choice. Of attempts
//! that got equally far the first one in the order of the text is kept.

use super::{Fail, Machine, Val};
use crate::ir::{OpId, StrId};
use crate::lang::hir::{self, CondKind, Expr, ExprKind};
use crate::lang::visit::{self, Visit};
use crate::support::source::Span;

/// What a value is the value of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    /// What is written there.
    Text(Span),
    /// An attribute or operand.
    Field(StrId),
}

/// Why a pattern does not match.
#[derive(Clone, PartialEq, Debug)]
pub struct Refusal {
    /// How many conditions held before.
    pub passed: u32,
    /// The condition of the pattern that failed.
    pub condition: Span,
    /// What failed in it, or in a function that it calls.
    pub fail: Fail,
    /// The text of the author.
    pub said: String,
    /// The attribute or operand that was tested.
    pub tested: Option<StrId>,
    /// The values in the condition.
    pub values: Vec<(Named, String)>,
}

/// The attempt at hand.
#[derive(Default)]
pub struct Attempt {
    passed: u32,
    /// Inside of what a condition evaluates: its own conditions do not count.
    quiet: u32,
    condition: Option<Span>,
    tested: Option<(StrId, Val)>,
    best: Option<Refusal>,
}

/// `x`, `x.a`, `x.a.b`, `target.a`, `options.a`.
fn is_name(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Local(_) | ExprKind::Target(_) | ExprKind::PassOption(_) => true,
        ExprKind::Field(base, _) => is_name(base),
        _ => false,
    }
}

/// Shows the values of names as it meets them.
struct Shower<'m, 'a> {
    m: &'m mut Machine<'a>,
    out: Vec<(Named, String)>,
}

/// Longest value that is shown whole, in characters.
const SHOWN: usize = 120;

impl Visit for Shower<'_, '_> {
    fn expr(&mut self, e: &Expr) -> bool {
        // What a comprehension or an inner condition binds has no value outside of it.
        if matches!(e.kind, ExprKind::Comp(_) | ExprKind::If(..) | ExprKind::Case(..)) {
            return false;
        }
        if !is_name(e) {
            return true;
        }
        if let Ok(v) = self.m.expr(e) {
            self.add(Named::Text(e.span), v);
        }
        false
    }
}

impl Shower<'_, '_> {
    fn add(&mut self, name: Named, v: Val) {
        // The root is what the explanation is about.
        let root = v == Val::Op(self.m.root);
        if root || matches!(v, Val::Region(_) | Val::Block(_)) || self.out.iter().any(|o| o.0 == name) {
            return;
        }
        let v = match v {
            Val::Value(x) => self.m.body.def_op(x).map_or(v, Val::Op),
            v => v,
        };
        let mut text = String::new();
        self.m.show(v, &mut text);
        if text.chars().count() > SHOWN {
            text = text.chars().take(SHOWN - 3).chain("...".chars()).collect();
        }
        self.out.push((name, text));
    }
}

impl<'a> Machine<'a> {
    /// Why a pattern does not match and rewrite here; nothing if it does.
    pub fn explain(&mut self, p: &'a hir::Pattern, root: OpId) -> Option<Refusal> {
        self.s.attempt = Attempt::default();
        self.s.said.clear();
        self.explaining = Some(p);
        let done = self.matches(p, root);
        if done.is_ok() {
            // Whatever failed before, the match as a whole did not.
            self.s.attempt.best = None;
        }
        if let Err(f) = done.and_then(|()| self.plan(p, root)) {
            self.refused(f);
        }
        self.explaining = None;
        self.s.attempt.best.take()
    }

    /// A condition is about to be tested.
    pub(super) fn at_condition(&mut self, span: Span, tested: Option<(StrId, Val)>) {
        if self.explaining.is_some() && self.s.attempt.quiet == 0 {
            (self.s.attempt.condition, self.s.attempt.tested) = (Some(span), tested);
        }
    }

    /// It holds.
    pub(super) fn passed(&mut self) {
        if self.explaining.is_some() && self.s.attempt.quiet == 0 {
            self.s.attempt.passed += 1;
        }
    }

    /// The conditions inside of `f` do not count.
    pub(super) fn quietly<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        self.s.attempt.quiet += 1;
        let out = f(self);
        self.s.attempt.quiet -= 1;
        out
    }

    /// The count at a choice, for [`Machine::next_attempt`].
    pub(super) fn choice(&self) -> u32 {
        self.s.attempt.passed
    }

    /// An attempt failed, and the next one starts at the choice.
    pub(super) fn next_attempt(&mut self, choice: u32, f: Fail) {
        self.refused(f);
        self.s.attempt.passed = choice;
    }

    /// Keeps a refusal if this attempt got further than those before.
    fn refused(&mut self, fail: Fail) {
        let Some(p) = self.explaining else { return };
        let at = &self.s.attempt;
        if at.quiet > 0 || at.best.as_ref().is_some_and(|b| b.passed >= at.passed) {
            return;
        }
        let (passed, tested) = (at.passed, at.tested);
        let condition = at.condition.unwrap_or(fail.span);
        let said = std::mem::take(&mut self.s.said);
        // Showing values evaluates; nothing of that is part of the match.
        self.explaining = None;
        let mut shower = Shower {
            m: self,
            out: Vec::new(),
        };
        if let Some((name, v)) = tested {
            shower.add(Named::Field(name), v);
        }
        for c in &p.conds {
            match &c.kind {
                CondKind::Where(e, _) => match conjuncts(e).iter().find(|i| i.span == condition) {
                    Some(i) => visit::expr(i, &mut shower),
                    None => continue,
                },
                CondKind::Let(_, e) | CondKind::Of(_, e) | CondKind::In(_, e) if c.span == condition => {
                    visit::expr(e, &mut shower);
                }
                _ => {}
            }
        }
        let values = shower.out;
        self.explaining = Some(p);
        self.s.attempt.best = Some(Refusal {
            passed,
            condition,
            fail,
            said,
            tested: tested.map(|t| t.0),
            values,
        });
    }
}

/// The parts of a `where`, each a condition of its own.
pub(super) fn conjuncts(e: &Expr) -> &[Expr] {
    match &e.kind {
        ExprKind::And(items) => items,
        _ => std::slice::from_ref(e),
    }
}
