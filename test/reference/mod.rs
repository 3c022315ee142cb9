//! A second matcher, slow and direct, that `test/matcher.rs` holds the one in use against. It reads the checked form as
//! docs/patterns.md says it: a pattern at an operation has a list of solutions, in the order of its choice points in
//! the text, and the first of them is the match. Lists are vectors, environments are copied, and nothing is undone.

mod exprs;
pub use exprs::taken;
mod ir;

use rookery::ir::{AttrId, BlockId, Body, OpId, RegionId, StrId, TypeId, ValueId};
use rookery::lang::defs::{EnumId, StructId};
use rookery::lang::eval::{World, fits};
use rookery::lang::hir::{Cond, CondKind, NodePat, OpTest, Pat, PatKind, Pattern, TypePat};
use rookery::lang::types::OpSet;

/// A value of the language.
#[derive(Clone, PartialEq, Debug)]
pub enum V {
    None,
    Int(i64),
    Bool(bool),
    Str(StrId),
    Float(f64),
    Enum(EnumId, u16),
    Attr(AttrId),
    Type(TypeId),
    Value(ValueId),
    Op(OpId),
    Block(BlockId),
    Region(RegionId),
    Symbol(AttrId),
    List(Vec<V>),
    Tuple(Vec<V>),
    Struct(StructId, Vec<V>),
}

/// What is bound: a value by slot.
pub type Env = Vec<Option<V>>;

/// Why there is no value.
#[derive(Clone, PartialEq, Debug)]
pub enum Stop {
    /// Refused: there is no match this way.
    No,
    /// More work than a test should do.
    Fuel,
    /// The reference does not know this, or what it met cannot be: the test is wrong, or the checker.
    Unknown(String),
}

/// All solutions, in order.
pub type Solutions = Result<Vec<Env>, Stop>;

/// The most elements of one list, and solutions of one pattern.
const MOST: usize = 20_000;

/// The matcher over one body.
pub struct Reference<'a> {
    pub world: World<'a>,
    pub body: &'a Body,
    pub root: OpId,
}

/// What refuses is no solution; other reasons stay.
fn none_if_refused(s: Stop) -> Solutions {
    match s {
        Stop::No => Ok(Vec::new()),
        other => Err(other),
    }
}

impl Reference<'_> {
    /// All ways in which a pattern matches at its root.
    pub fn solutions(&self, p: &Pattern) -> Solutions {
        let mut env: Env = vec![None; p.frame as usize];
        if let Some(slot) = env.get_mut(p.root_slot as usize) {
            *slot = Some(V::Op(self.root));
        }
        self.then(self.node(&p.root, self.root, &env)?, |env| {
            self.conds(&p.conds, env)
        })
    }

    /// The solutions of `f` for each environment, one after the other.
    fn then(&self, envs: Vec<Env>, f: impl Fn(&Env) -> Solutions) -> Solutions {
        let mut out = Vec::new();
        for e in &envs {
            out.extend(f(e)?);
            if out.len() > MOST {
                return Err(Stop::Fuel);
            }
        }
        Ok(out)
    }

    /// Conditions in order.
    fn conds(&self, conds: &[Cond], env: &Env) -> Solutions {
        let Some((first, rest)) = conds.split_first() else {
            return Ok(vec![env.clone()]);
        };
        let here = match self.cond(&first.kind, env) {
            Ok(envs) => envs,
            Err(s) => return none_if_refused(s),
        };
        self.then(here, |e| self.conds(rest, e))
    }

    fn cond(&self, c: &CondKind, env: &Env) -> Solutions {
        let mut env = env.clone();
        match c {
            CondKind::Where(e, _) => {
                let holds = self.truth(e, &mut env)?;
                Ok(if holds { vec![env] } else { Vec::new() })
            }
            CondKind::Let(p, e) | CondKind::Of(p, e) => {
                let v = self.expr(e, &mut env)?;
                self.pat(p, &v, &env)
            }
            CondKind::In(p, e) => {
                let mut out = Vec::new();
                for v in self.list(e, &mut env)? {
                    out.extend(self.pat(p, &v, &env)?);
                }
                Ok(out)
            }
        }
    }

    /// A pattern against a value: what it must look like, then its type, then its name.
    fn pat(&self, p: &Pat, v: &V, env: &Env) -> Solutions {
        let fitting = self.kind(p, v, env)?;
        let typed = match (&p.ty, v) {
            (None, _) => fitting,
            (Some(t), V::Value(x)) => {
                self.then(fitting, |e| self.type_pat(t, self.body.value_type(*x), e))?
            }
            (Some(_), _) => Vec::new(),
        };
        let Some(slot) = p.bind else { return Ok(typed) };
        let named = match v {
            V::Value(x) if is_node(p) => self.body.def_op(*x).map(V::Op).unwrap_or(v.clone()),
            _ => v.clone(),
        };
        self.then(typed, |e| Ok(vec![with(e, slot, &named)]))
    }

    fn kind(&self, p: &Pat, v: &V, env: &Env) -> Solutions {
        let when = |good: bool| Ok(if good { vec![env.clone()] } else { Vec::new() });
        match &p.kind {
            PatKind::Wild => when(true),
            PatKind::None => when(*v == V::None),
            PatKind::Const(c) => when(self.equal(v, &self.constant(c))),
            PatKind::Bind(slot) => Ok(vec![with(env, *slot, v)]),
            PatKind::Same(slot) => match env.get(*slot as usize).cloned().flatten() {
                Some(bound) => when(self.equal(v, &bound)),
                None => Err(Stop::Unknown(format!(
                    "slot {slot} is compared before it is bound"
                ))),
            },
            PatKind::Present(inner) if *v != V::None => self.pat(inner, v, env),
            PatKind::Present(_) => when(false),
            PatKind::List(pre, rest, post) => {
                let V::List(items) = v else { return when(false) };
                let fixed = pre.len() + post.len();
                if items.len() < fixed || (rest.is_none() && items.len() != fixed) {
                    return when(false);
                }
                let (front, others) = items.split_at(pre.len());
                let (middle, back) = others.split_at(others.len() - post.len());
                let envs = self.all(pre, front, env)?;
                let envs = bind_rest(envs, rest.flatten(), middle);
                self.then(envs, |e| self.all(post, back, e))
            }
            PatKind::Search(s) => {
                let V::List(items) = v else { return when(false) };
                let mut out = Vec::new();
                for at in s.pre.len()..=items.len() {
                    let end = at + s.mid.len();
                    let Some(last) = items.len().checked_sub(s.post.len()).filter(|l| *l >= end) else {
                        break;
                    };
                    let envs = self.all(&s.pre, &items[..s.pre.len()], env)?;
                    let envs = bind_rest(envs, s.first, &items[s.pre.len()..at]);
                    let envs = self.then(envs, |e| self.all(&s.mid, &items[at..end], e))?;
                    let envs = bind_rest(envs, s.second, &items[end..last]);
                    out.extend(self.then(envs, |e| self.all(&s.post, &items[last..], e))?);
                }
                Ok(out)
            }
            PatKind::Tuple(items) => match v {
                V::Tuple(parts) | V::Struct(_, parts) if parts.len() == items.len() => {
                    self.all(items, parts, env)
                }
                _ => when(false),
            },
            PatKind::Struct(_, fields) => {
                let (V::Tuple(parts) | V::Struct(_, parts)) = v else {
                    return when(false);
                };
                let mut envs = vec![env.clone()];
                for (n, p) in fields {
                    let Some(part) = parts.get(*n as usize) else {
                        return when(false);
                    };
                    envs = self.then(envs, |e| self.pat(p, part, e))?;
                }
                Ok(envs)
            }
            PatKind::Node(n) => {
                let op = match v {
                    V::Op(o) => Some(*o),
                    V::Value(x) => self.body.def_op(*x),
                    _ => None,
                };
                op.map_or(when(false), |op| self.node(n, op, env))
            }
            PatKind::Type(t) => match v {
                V::Type(ty) => self.type_pat(t, *ty, env),
                V::Attr(a) => self
                    .type_of_attr(*a)
                    .map_or(when(false), |ty| self.type_pat(t, ty, env)),
                _ => when(false),
            },
            PatKind::Alt(items) => {
                let mut out = Vec::new();
                for i in items {
                    out.extend(self.pat(i, v, env)?);
                }
                Ok(out)
            }
        }
    }

    /// Patterns against as many values.
    fn all(&self, pats: &[Pat], values: &[V], env: &Env) -> Solutions {
        let mut envs = vec![env.clone()];
        for (p, v) in pats.iter().zip(values) {
            envs = self.then(envs, |e| self.pat(p, v, e))?;
        }
        Ok(envs)
    }

    /// A pattern of an operation: its operands as written and then exchanged, its attributes, its results.
    fn node(&self, n: &NodePat, op: OpId, env: &Env) -> Solutions {
        if !self.taken(&n.test, op) {
            return Ok(Vec::new());
        }
        let mut out = Vec::new();
        for swapped in [false, true].into_iter().take(1 + usize::from(n.commutes)) {
            match self.node_once(n, op, env, swapped) {
                Ok(envs) => out.extend(envs),
                Err(s) => out.extend(none_if_refused(s)?),
            }
        }
        Ok(out)
    }

    fn node_once(&self, n: &NodePat, op: OpId, env: &Env, swapped: bool) -> Solutions {
        let mut tests: Vec<(&Pat, V)> = Vec::new();
        if let Some((pats, open)) = &n.positional {
            let mut values: Vec<V> = self.body.operands(op).map(V::Value).collect();
            if pats.len() > values.len() || (!open && pats.len() != values.len()) {
                return Err(Stop::No);
            }
            if swapped {
                if values.len() < 2 {
                    return Err(Stop::No);
                }
                values.swap(0, 1);
            }
            tests.extend(pats.iter().zip(values));
        }
        for (name, p) in &n.operands {
            tests.push((p, self.operand(op, *name, swapped)?));
        }
        for a in &n.attrs {
            tests.push((&a.pattern, self.attr(op, a.name, &a.ty)?));
        }
        let results: Vec<ValueId> = self.body.results(op).collect();
        if n.results.len() > results.len() {
            return Err(Stop::No);
        }
        tests.extend(n.results.iter().zip(results.iter().map(|r| V::Value(*r))));
        let mut envs = vec![env.clone()];
        for (p, v) in &tests {
            envs = self.then(envs, |e| self.pat(p, v, e))?;
        }
        match (&n.result_type, results.as_slice()) {
            (None, _) => Ok(envs),
            (Some(t), [one]) => self.then(envs, |e| self.type_pat(t, self.body.value_type(*one), e)),
            (Some(_), _) => Ok(Vec::new()),
        }
    }

    fn taken(&self, t: &OpTest, op: OpId) -> bool {
        let name = self.body.name(op);
        match t {
            OpTest::Set(OpSet::Any) => true,
            OpTest::Set(set) => self
                .world
                .reg
                .op(name)
                .is_some_and(|d| set.contains(self.world.reg, d)),
            OpTest::Prefix(p) => self.world.ctx.text(name).starts_with(&**p),
        }
    }

    fn type_pat(&self, t: &TypePat, ty: TypeId, env: &Env) -> Solutions {
        if !fits(self.world.ctx, &t.rule, ty) {
            return Ok(Vec::new());
        }
        let mut envs = vec![env.clone()];
        for (part, p) in &t.parts {
            let v = match self.type_part(*part, ty) {
                Ok(v) => v,
                Err(s) => return none_if_refused(s),
            };
            envs = self.then(envs, |e| self.pat(p, &v, e))?;
        }
        Ok(envs)
    }
}

fn bind_rest(mut envs: Vec<Env>, slot: Option<u16>, items: &[V]) -> Vec<Env> {
    if let Some(slot) = slot {
        for e in &mut envs {
            *e = with(e, slot, &V::List(items.to_vec()));
        }
    }
    envs
}

fn with(env: &Env, slot: u16, v: &V) -> Env {
    let mut env = env.clone();
    env[slot as usize] = Some(v.clone());
    env
}

/// Whether what a pattern matches is always an operation.
fn is_node(p: &Pat) -> bool {
    match &p.kind {
        PatKind::Node(_) => true,
        PatKind::Present(i) => is_node(i),
        PatKind::Alt(items) => items.iter().all(is_node),
        _ => false,
    }
}
