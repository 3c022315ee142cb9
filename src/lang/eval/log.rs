//! What the evaluation of a rewrite did beside adding steps to the plan: functions entered, operands and attributes
//! given. Together with the plan this is the rewrite in the order of its text.

use super::plan::NewRef;
use super::{Machine, Val};
use crate::ir::{AttrId, OpId, StrId};
use crate::lang::defs::{FnId, OpDef};
use crate::lang::hir::AttrSet;

/// What an operand or attribute was given to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// A planned operation.
    New(u32),
    /// One that exists.
    Old(OpId),
}

/// What was done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// A rewriting function was entered.
    Enter(FnId),
    /// It was left.
    Leave,
    /// Operands of a group were attached.
    Operand(Subject, Option<StrId>, Vec<NewRef>),
    /// An attribute was set; `None` if it is absent now, or at its default.
    Attribute(Subject, StrId, Option<AttrId>),
}

/// An entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// How many steps the plan had then.
    pub steps: usize,
    /// What was done.
    pub what: What,
}

impl Machine<'_> {
    pub(super) fn log(&mut self, what: What) {
        if let Some(log) = &mut self.s.log {
            let steps = self.s.plan.steps.len();
            log.push(Entry { steps, what });
        }
    }

    /// Whether anything is logged at all; what is logged may cost something to find out.
    pub(super) fn logs(&self) -> bool {
        self.s.log.is_some()
    }

    /// Logs the groups with these names, or all, and the attributes that were set, in the order of the text.
    pub(super) fn log_parts(
        &mut self,
        of: Subject,
        def: Option<&OpDef>,
        given: Option<&[StrId]>,
        sets: &[AttrSet],
    ) {
        if !self.logs() {
            return;
        }
        let plan = &self.s.plan;
        let parts = match of {
            Subject::New(n) => plan.op(n).map(|o| (o.groups.clone(), o.props.clone())),
            Subject::Old(op) => {
                let update = plan.updates.iter().find(|u| u.op == op);
                update.map(|u| (u.groups.clone(), u.props.clone()))
            }
        };
        let Some((groups, props)) = parts else { return };
        for (n, refs) in groups.into_iter().enumerate() {
            let name = def.and_then(|d| d.operands.get(n)).map(|o| o.name);
            let wanted = given.is_none_or(|g| name.is_some_and(|n| g.contains(&n)));
            if wanted && !refs.is_empty() {
                self.log(What::Operand(of, name, refs));
            }
        }
        let named = |k: StrId| {
            sets.iter()
                .any(|s| matches!(s, AttrSet::One { name, .. } if *name == k))
        };
        for s in sets {
            match s {
                AttrSet::One { name, .. } => {
                    let value = props.iter().find(|p| p.0 == *name).map(|p| p.1);
                    self.log(What::Attribute(of, *name, value));
                }
                AttrSet::Spread(_) => {
                    for (k, v) in props.iter().filter(|p| !named(p.0)) {
                        self.log(What::Attribute(of, *k, Some(*v)));
                    }
                }
            }
        }
    }

    /// Logs what an update changed.
    pub(super) fn log_update(
        &mut self,
        target: Val,
        operands: &[(StrId, crate::lang::hir::Expr)],
        sets: &[AttrSet],
    ) {
        if !self.logs() {
            return;
        }
        let (of, def) = match target {
            Val::NewOp(n) => (Subject::New(n), self.s.plan.op(n).and_then(|o| o.def)),
            Val::Op(o) => (Subject::Old(o), self.reg.op(self.body.name(o))),
            _ => return,
        };
        let names: Vec<StrId> = operands.iter().map(|o| o.0).collect();
        let def = self.op_def(def);
        self.log_parts(of, def, Some(&names), sets);
    }
}
