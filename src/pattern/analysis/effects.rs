//! What a rewrite may do to the IR, found by running its statements on unknown values: which operations it creates,
//! with what is known of their parts, which it changes, and what goes.

use super::View;
use super::reads::{Ops, ops_of_type};
use crate::ir::StrId;
use crate::lang::defs::OpDefId;
use crate::lang::hir::*;
use rustc_hash::FxHashMap;

/// What a value may be: some of the created operations, and maybe something else.
#[derive(Clone, Default)]
pub(super) struct Abs {
    pub(super) made: Vec<usize>,
    pub(super) unknown: bool,
    /// The operation that was matched.
    pub(super) root: bool,
}

impl Abs {
    fn unknown() -> Self {
        Abs {
            unknown: true,
            ..Abs::default()
        }
    }
    fn join(mut self, other: Abs) -> Abs {
        for m in other.made {
            if !self.made.contains(&m) {
                self.made.push(m);
            }
        }
        self.unknown |= other.unknown;
        self.root |= other.root;
        self
    }
}

/// A created operation.
pub(super) struct Made {
    pub(super) ops: Vec<OpDefId>,
    pub(super) operands: Vec<(StrId, Abs)>,
    /// Attributes whose value is known; all others may be anything, or absent.
    pub(super) attrs: Vec<(StrId, Option<Const>)>,
    /// Every attribute is listed.
    pub(super) whole: bool,
    /// Something that was there before uses a result of it.
    pub(super) exported: bool,
    /// Created any number of times.
    pub(super) many: bool,
}

/// A change in place.
pub(super) struct Change {
    pub(super) ops: Ops,
    pub(super) attrs: Vec<(StrId, Option<Const>)>,
    pub(super) operands: Vec<(StrId, Abs)>,
}

/// What a rewrite does.
#[derive(Default)]
pub(super) struct Effects {
    pub(super) made: Vec<Made>,
    pub(super) changes: Vec<Change>,
    /// Uses of some value become uses of another that was there.
    pub(super) redirects: bool,
    /// Something is moved.
    pub(super) moves: bool,
    /// Something beside the root goes.
    pub(super) erases: bool,
    /// The root goes on every path.
    pub(super) consumes_root: bool,
}

pub(super) fn effects(v: View<'_>, p: &Pattern) -> Effects {
    let mut run = Run {
        v,
        out: Effects::default(),
        frame: FxHashMap::default(),
        many: false,
        depth: 0,
    };
    run.frame.insert(
        p.root_slot,
        Abs {
            root: true,
            ..Abs::default()
        },
    );
    if let Action::Rewrite(stmts) = &p.action {
        let gone = run.stmts(stmts).gone;
        run.out.consumes_root = gone;
    }
    run.out
}

/// What statements came to.
#[derive(Default)]
struct Done {
    /// What `return` gives.
    value: Abs,
    /// The root goes on every path.
    gone: bool,
}

struct Run<'p> {
    v: View<'p>,
    out: Effects,
    frame: FxHashMap<Slot, Abs>,
    /// Inside of something that happens any number of times.
    many: bool,
    depth: u32,
}

fn constant(e: &Expr) -> Option<Const> {
    match &e.kind {
        ExprKind::Const(c) => Some(*c),
        ExprKind::ToAffine(x) | ExprKind::Unwrap(x) => constant(x),
        _ => None,
    }
}

impl<'p> Run<'p> {
    fn stmts(&mut self, list: &'p [Stmt]) -> Done {
        let mut all = Done::default();
        for s in list {
            let d = self.stmt(s);
            all.gone |= d.gone;
            all.value = all.value.join(d.value);
        }
        all
    }

    fn often<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.many, true);
        let out = f(self);
        self.many = outer;
        out
    }

    fn stmt(&mut self, s: &'p Stmt) -> Done {
        let mut done = Done::default();
        match &s.kind {
            StmtKind::Cond(CondKind::Let(p, e) | CondKind::Of(p, e) | CondKind::In(p, e)) => {
                let v = self.expr(e);
                self.bind(p, v);
            }
            StmtKind::Cond(CondKind::Where(e, _)) | StmtKind::Expr(e) => {
                self.expr(e);
            }
            StmtKind::Replace(old, new) => {
                let (o, n) = (self.expr(old), self.expr(new));
                done.gone = o.root && !o.unknown && o.made.is_empty();
                self.export(&n);
                self.out.redirects |= n.unknown;
            }
            StmtKind::Erase(items) => {
                for i in items {
                    let v = self.expr(i);
                    done.gone |= v.root && !v.unknown && v.made.is_empty();
                    self.out.erases |= !v.root;
                }
            }
            StmtKind::Update { op, operands, attrs } => {
                let target = self.expr(op);
                let operands: Vec<(StrId, Abs)> = operands.iter().map(|(n, e)| (*n, self.expr(e))).collect();
                let (attrs, _) = self.attrs(attrs);
                for &m in &target.made {
                    if let Some(made) = self.out.made.get_mut(m) {
                        for (n, v) in &operands {
                            made.operands.retain(|o| o.0 != *n);
                            made.operands.push((*n, v.clone()));
                        }
                        for (n, c) in &attrs {
                            made.attrs.retain(|a| a.0 != *n);
                            made.attrs.push((*n, *c));
                        }
                    }
                }
                if target.root || target.unknown {
                    operands.iter().for_each(|o| self.export(&o.1));
                    self.out.changes.push(Change {
                        ops: ops_of_type(self.v, &op.ty),
                        attrs,
                        operands,
                    });
                }
            }
            StmtKind::Move(e, p) => {
                self.expr(e);
                self.expr(&p.of);
                self.out.moves = true;
            }
            StmtKind::MoveInto(a, b) => {
                self.expr(a);
                self.expr(b);
                self.out.moves = true;
            }
            StmtKind::Inline(r, args, p) => {
                self.expr(r);
                for a in args {
                    let v = self.expr(a);
                    self.export(&v);
                }
                self.expr(&p.of);
                self.out.moves = true;
                self.out.redirects = true;
            }
            StmtKind::Rename(a, b) => {
                self.expr(a);
                self.expr(b);
                let name = self.v.ctx.known.sym_name;
                self.out.changes.push(Change {
                    ops: ops_of_type(self.v, &a.ty),
                    attrs: vec![(name, None)],
                    operands: Vec::new(),
                });
            }
            StmtKind::For(p, list, body) => {
                let v = self.expr(list);
                self.bind(p, v);
                let d = self.often(|r| r.stmts(body));
                done.value = d.value;
            }
            StmtKind::If(arms, otherwise) => {
                let mut gone = true;
                for (c, body) in arms {
                    self.expr(c);
                    let d = self.stmts(body);
                    gone &= d.gone;
                    done.value = std::mem::take(&mut done.value).join(d.value);
                }
                let d = self.stmts(otherwise);
                done.gone = gone && d.gone;
                done.value = std::mem::take(&mut done.value).join(d.value);
            }
            StmtKind::At(p, body) => {
                self.expr(&p.of);
                return self.stmts(body);
            }
            StmtKind::Diagnostic(_) => {}
            StmtKind::Return(e) => done.value = self.expr(e),
        }
        done
    }

    /// Names in a pattern stand for what is taken apart, or for parts of it.
    fn bind(&mut self, p: &'p Pat, v: Abs) {
        let part = Abs {
            root: false,
            unknown: true,
            ..v.clone()
        };
        if let Some(s) = p.bind {
            self.frame.insert(s, v.clone());
        }
        match &p.kind {
            PatKind::Bind(s) => {
                self.frame.insert(*s, v);
            }
            PatKind::Present(i) => self.bind(i, v),
            PatKind::List(a, rest, b) => {
                a.iter().chain(b).for_each(|p| self.bind(p, part.clone()));
                if let Some(Some(s)) = rest {
                    self.frame.insert(*s, part);
                }
            }
            PatKind::Search(s) => {
                let all = s.pre.iter().chain(&s.mid).chain(&s.post);
                all.for_each(|p| self.bind(p, part.clone()));
                for slot in [s.first, s.second].into_iter().flatten() {
                    self.frame.insert(slot, part.clone());
                }
            }
            PatKind::Tuple(items) | PatKind::Alt(items) => {
                items.iter().for_each(|p| self.bind(p, part.clone()));
            }
            PatKind::Struct(_, fields) => fields.iter().for_each(|f| self.bind(&f.1, part.clone())),
            _ => {}
        }
    }

    /// Something that is there uses this from now on.
    fn export(&mut self, v: &Abs) {
        let mut work = v.made.clone();
        while let Some(m) = work.pop() {
            if let Some(made) = self.out.made.get_mut(m) {
                made.exported = true;
            }
        }
    }

    fn attrs(&mut self, sets: &'p [AttrSet]) -> (Vec<(StrId, Option<Const>)>, bool) {
        let mut out = Vec::new();
        let mut whole = true;
        for s in sets {
            match s {
                AttrSet::Spread(e) => {
                    self.expr(e);
                    whole = false;
                }
                AttrSet::One { name, value, .. } => {
                    self.expr(value);
                    out.push((*name, constant(value)));
                }
            }
        }
        (out, whole)
    }

    fn made(&mut self, m: Made) -> Abs {
        self.out.made.push(m);
        Abs {
            made: vec![self.out.made.len() - 1],
            ..Abs::default()
        }
    }

    fn expr(&mut self, e: &'p Expr) -> Abs {
        match &e.kind {
            ExprKind::Local(s) => self.frame.get(s).cloned().unwrap_or_else(Abs::unknown),
            ExprKind::ToValue(x) | ExprKind::Unwrap(x) | ExprKind::ToAffine(x) => self.expr(x),
            // A result stands for its operation.
            ExprKind::Field(x, FieldRef::Result(_)) => {
                let v = self.expr(x);
                Abs {
                    root: false,
                    unknown: v.unknown || v.root,
                    ..v
                }
            }
            ExprKind::Create(c) => {
                let def = &self.v.reg.ops[c.op];
                let operands = def
                    .operands
                    .iter()
                    .zip(&c.operands)
                    .map(|(d, e)| (d.name, self.expr(e)))
                    .collect();
                let (attrs, whole) = self.attrs(&c.attrs);
                let made = Made {
                    ops: vec![c.op],
                    operands,
                    attrs,
                    whole,
                    exported: false,
                    many: self.many,
                };
                for r in &c.regions {
                    self.stmts(&r.body);
                }
                self.made(made)
            }
            ExprKind::Clone(c) => {
                self.expr(&c.op);
                let operands = c.operands.iter().map(|(n, e)| (*n, self.expr(e))).collect();
                let (attrs, _) = self.attrs(&c.attrs);
                let ops = ops_of_type(self.v, &c.op.ty)
                    .unwrap_or_else(|| self.v.reg.ops.enumerate().map(|d| d.0).collect());
                let many = self.many;
                self.made(Made {
                    ops,
                    operands,
                    attrs,
                    whole: false,
                    exported: false,
                    many,
                })
            }
            ExprKind::Call(f, args) => {
                let values: Vec<Abs> = args.iter().map(|a| self.expr(a)).collect();
                let FnBody::Rewrite(body) = &self.v.program.fns.list[*f].body else {
                    return Abs::unknown();
                };
                if self.depth > 32 {
                    return Abs::unknown();
                }
                self.depth += 1;
                let inner = values.into_iter().enumerate().map(|(n, v)| (n as Slot, v));
                let outer = std::mem::replace(&mut self.frame, inner.collect());
                let d = self.stmts(body);
                self.frame = outer;
                self.depth -= 1;
                d.value
            }
            ExprKind::Comp(c) => self.often(|r| {
                for k in &c.clauses {
                    let v = r.expr(&k.list);
                    r.bind(&k.pattern, v);
                }
                r.expr(&c.body)
            }),
            ExprKind::Map(slot, list, body) => {
                let v = self.expr(list);
                self.frame.insert(*slot, v);
                self.often(|r| r.expr(body))
            }
            ExprKind::At(p, x) => {
                self.expr(&p.of);
                self.expr(x)
            }
            ExprKind::If(..)
            | ExprKind::Case(..)
            | ExprKind::Coalesce(_)
            | ExprKind::List(_)
            | ExprKind::Concat(_)
            | ExprKind::Tuple(_) => {
                let mut out = Abs::default();
                let mut parts = Vec::new();
                e.each_part(&mut |p| parts.push(p));
                for p in parts {
                    match p {
                        Part::Expr(x) => out = out.join(self.expr(x)),
                        Part::Conds(conds) => {
                            for c in conds {
                                if let CondKind::Let(p, e) | CondKind::Of(p, e) | CondKind::In(p, e) = &c.kind
                                {
                                    let v = self.expr(e);
                                    self.bind(p, v);
                                }
                            }
                        }
                    }
                }
                out
            }
            _ => {
                let mut parts = Vec::new();
                e.each_part(&mut |p| parts.push(p));
                for p in parts {
                    if let Part::Expr(x) = p {
                        self.expr(x);
                    }
                }
                Abs::unknown()
            }
        }
    }
}
