//! What a pattern asks of operations: nodes with their operands and attributes, in its match part and in the tests of
//! its conditions.

use super::View;
use crate::ir::StrId;
use crate::lang::builtins::Builtin;
use crate::lang::defs::OpDefId;
use crate::lang::hir::*;
use crate::lang::types::{LType, OpSet};

/// Operations by definition; `None` for any.
pub(super) type Ops = Option<Vec<OpDefId>>;

/// The operations that a test takes.
pub(super) fn ops_of(v: View<'_>, t: &OpTest) -> Ops {
    match t {
        OpTest::Set(OpSet::Any) => None,
        OpTest::Set(set) => Some(set.members(v.reg)),
        OpTest::Prefix(p) => Some(
            v.reg
                .ops
                .enumerate()
                .filter(|(_, d)| d.name.starts_with(&**p))
                .map(|d| d.0)
                .collect(),
        ),
    }
}

/// The operations that a value of a type of the language may be.
pub(super) fn ops_of_type(v: View<'_>, t: &LType) -> Ops {
    match t.unwrapped() {
        LType::Op(OpSet::Any) => None,
        LType::Op(set) => Some(set.members(v.reg)),
        _ => None,
    }
}

pub(super) fn meet(a: &Ops, b: &Ops) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a.iter().any(|o| b.contains(o)),
        (Some(a), None) | (None, Some(a)) => !a.is_empty(),
        (None, None) => true,
    }
}

pub(super) fn holds(ops: &Ops, op: OpDefId) -> bool {
    ops.as_ref().is_none_or(|l| l.contains(&op))
}

/// What a pattern looks at.
#[derive(Default)]
pub(super) struct Reads<'p> {
    /// Every node pattern beside the root, and whether it is looked for elsewhere than behind an operand.
    pub(super) nodes: Vec<(&'p NodePat, bool)>,
    /// Attributes that conditions read, with the operations that have them.
    pub(super) attrs: Vec<(Ops, StrId)>,
    /// Operands that conditions read.
    pub(super) operands: Vec<(Ops, StrId)>,
    /// Whether conditions look at what is around, before, or behind an operation.
    pub(super) places: bool,
    /// Whether they look at users of values.
    pub(super) uses: bool,
    /// Whether they look at symbols, or up a chain of definitions.
    pub(super) names: bool,
    /// Whether it looks at what defines an operand of an operand.
    pub(super) deep: bool,
}

/// What the match part and, for what it reads of the snapshot, the conditions of a pattern look at.
pub(super) fn reads<'p>(v: View<'p>, p: &'p Pattern) -> Reads<'p> {
    let mut w = Walk {
        v,
        out: Reads::default(),
        depth: 0,
        level: 0,
        elsewhere: false,
        bound: p
            .root
            .operands
            .iter()
            .filter_map(|o| match o.1.kind {
                PatKind::Bind(s) => Some(s),
                _ => None,
            })
            .collect(),
    };
    w.inside(&p.root);
    w.elsewhere = true;
    w.conds(&p.conds);
    w.out
}

struct Walk<'p> {
    v: View<'p>,
    out: Reads<'p>,
    /// Calls being followed; functions are not recursive, so this ends.
    depth: u32,
    /// Nodes around this one, without the root.
    level: u32,
    elsewhere: bool,
    /// Slots of operands of the root.
    bound: Vec<Slot>,
}

impl<'p> Walk<'p> {
    fn inside(&mut self, n: &'p NodePat) {
        n.operands.iter().for_each(|o| self.pat(&o.1));
        if let Some((items, _)) = &n.positional {
            items.iter().for_each(|p| self.pat(p));
        }
        n.attrs.iter().for_each(|a| self.pat(&a.pattern));
        n.results.iter().for_each(|p| self.pat(p));
        n.result_groups.iter().for_each(|r| self.pat(&r.1));
    }

    fn pat(&mut self, p: &'p Pat) {
        match &p.kind {
            PatKind::Node(n) => {
                self.out.nodes.push((n, self.elsewhere));
                self.out.deep |= self.level > 0;
                self.level += 1;
                self.inside(n);
                self.level -= 1;
            }
            PatKind::Present(i) => self.pat(i),
            PatKind::List(a, _, b) => a.iter().chain(b).for_each(|p| self.pat(p)),
            PatKind::Search(s) => {
                let all = s.pre.iter().chain(&s.mid).chain(&s.post);
                all.for_each(|p| self.pat(p));
            }
            PatKind::Tuple(items) | PatKind::Alt(items) => items.iter().for_each(|p| self.pat(p)),
            PatKind::Struct(_, fields) => fields.iter().for_each(|f| self.pat(&f.1)),
            _ => {}
        }
    }

    fn conds(&mut self, conds: &'p [Cond]) {
        for c in conds {
            match &c.kind {
                CondKind::Of(p, e) | CondKind::In(p, e) | CondKind::Let(p, e) => {
                    self.pat(p);
                    self.expr(e);
                }
                CondKind::Where(e, _) => self.expr(e),
            }
        }
    }

    fn expr(&mut self, e: &'p Expr) {
        match &e.kind {
            ExprKind::Is(x, p) => {
                // A test of an operand that the root binds is about its definition, as a pattern there would be.
                let operand =
                    matches!(&x.kind, ExprKind::Local(s) if self.bound.contains(s)) && self.depth == 0;
                let outer = std::mem::replace(&mut self.elsewhere, !operand);
                self.pat(p);
                self.elsewhere = outer;
            }
            ExprKind::Field(base, FieldRef::Attr(name)) => {
                self.out.attrs.push((ops_of_type(self.v, &base.ty), *name));
            }
            ExprKind::Field(base, FieldRef::Operand(name)) => {
                self.out.operands.push((ops_of_type(self.v, &base.ty), *name));
            }
            ExprKind::Case(_, arms) => arms.iter().for_each(|a| self.pat(&a.pattern)),
            ExprKind::Builtin(b, _) => match b {
                Builtin::Prev
                | Builtin::Next
                | Builtin::Parent
                | Builtin::Ancestors
                | Builtin::Ops
                | Builtin::Walk
                | Builtin::Precedes
                | Builtin::Terminator
                | Builtin::IsEmpty => self.out.places = true,
                Builtin::Users | Builtin::OneUse | Builtin::Unused | Builtin::Writers | Builtin::Readers => {
                    self.out.uses = true;
                }
                Builtin::Definition
                | Builtin::Definitions
                | Builtin::Resolve
                | Builtin::Lookup
                | Builtin::SymbolUses => self.out.names = true,
                _ => {}
            },
            ExprKind::Call(f, _) if self.depth < 32 => {
                self.depth += 1;
                if let FnBody::Pure(b) = &self.v.program.fns.list[*f].body {
                    self.conds(&b.prefix);
                    self.expr(&b.value);
                }
                self.depth -= 1;
            }
            _ => {}
        }
        e.each_part(&mut |part| match part {
            Part::Expr(e) => self.expr(e),
            Part::Conds(c) => self.conds(c),
        });
    }
}
