//! Expressions. Arithmetic is done in 128 bits and refused where it leaves 64; the built-in functions are the program's.

use super::{Env, MOST, Reference, Stop, V};
use rookery::lang::ast::{BinaryOp, CompareOp};
use rookery::lang::builtins::Builtin;
use rookery::lang::eval::names::Tables;
use rookery::lang::eval::{Machine, Scratch, Val, Why};
use rookery::lang::hir::{Comp, Expr, ExprBlock, ExprKind as K, FieldRef, FnBody};
use rookery::lang::types::LType;

type Result<T> = std::result::Result<T, Stop>;

impl Reference<'_> {
    /// The value of an expression. What an `is` that holds binds stays bound.
    pub(super) fn expr(&self, e: &Expr, env: &mut Env) -> Result<V> {
        match &e.kind {
            K::Const(c) => Ok(self.constant(c)),
            K::Local(s) => match env.get(*s as usize).cloned().flatten() {
                Some(v) => Ok(v),
                None => Err(Stop::Unknown(format!("slot {s} is read before it is bound"))),
            },
            K::Field(base, field) => {
                let base = self.expr(base, env)?;
                self.field(&base, field, &e.ty)
            }
            K::Index(list, index) => {
                let items = self.list(list, env)?;
                let n = self.int(index, env)?;
                usize::try_from(n)
                    .ok()
                    .and_then(|n| items.get(n).cloned())
                    .ok_or(Stop::No)
            }
            K::Slice(list, from, to) => {
                let items = self.list(list, env)?;
                let (a, b) = (self.int(from, env)?, self.int(to, env)?);
                if a < 0 || b < a || b > items.len() as i64 {
                    return Err(Stop::No);
                }
                Ok(V::List(items[a as usize..b as usize].to_vec()))
            }
            K::Neg(x) => narrow(-i128::from(self.int(x, env)?)),
            K::Not(x) => Ok(V::Bool(!self.truth(x, &mut env.clone())?)),
            K::Arith(op, a, b) => {
                let (a, b) = (i128::from(self.int(a, env)?), i128::from(self.int(b, env)?));
                match op {
                    BinaryOp::Add => narrow(a + b),
                    BinaryOp::Sub => narrow(a - b),
                    BinaryOp::Mul => narrow(a * b),
                    BinaryOp::Div | BinaryOp::Rem if b <= 0 => Err(Stop::No),
                    BinaryOp::Div => narrow((a - ((a % b) + b) % b) / b),
                    BinaryOp::Rem => narrow(((a % b) + b) % b),
                }
            }
            K::And(items) => {
                for i in items {
                    if !self.truth(i, env)? {
                        return Ok(V::Bool(false));
                    }
                }
                Ok(V::Bool(true))
            }
            K::Or(items) => {
                for i in items {
                    if self.truth(i, &mut env.clone())? {
                        return Ok(V::Bool(true));
                    }
                }
                Ok(V::Bool(false))
            }
            K::Compare(op, a, b) => {
                let (a, b) = (self.expr(a, env)?, self.expr(b, env)?);
                Ok(V::Bool(match (op, &a, &b) {
                    (CompareOp::Eq, ..) => self.equal(&a, &b),
                    (CompareOp::Ne, ..) => !self.equal(&a, &b),
                    (CompareOp::Lt, V::Int(a), V::Int(b)) => a < b,
                    (CompareOp::Le, V::Int(a), V::Int(b)) => a <= b,
                    (CompareOp::Gt, V::Int(a), V::Int(b)) => a > b,
                    (CompareOp::Ge, V::Int(a), V::Int(b)) => a >= b,
                    _ => return Err(Stop::Unknown(format!("{a:?} {op:?} {b:?}"))),
                }))
            }
            K::In(item, list) => {
                let item = self.expr(item, env)?;
                let items = self.list(list, env)?;
                Ok(V::Bool(items.iter().any(|i| self.equal(&item, i))))
            }
            K::Is(value, pattern) => {
                let v = self.expr(value, env)?;
                Ok(V::Bool(match self.pat(pattern, &v, env)?.into_iter().next() {
                    Some(found) => {
                        *env = found;
                        true
                    }
                    None => false,
                }))
            }
            K::Range(a, b) => {
                let (a, b) = (self.int(a, env)?, self.int(b, env)?);
                if i128::from(b) - i128::from(a) > MOST as i128 {
                    return Err(Stop::Fuel);
                }
                Ok(V::List((a..b).map(V::Int).collect()))
            }
            K::Concat(parts) => {
                let mut out = Vec::new();
                for p in parts {
                    out.extend(self.list(p, env)?);
                }
                Ok(V::List(out))
            }
            K::Coalesce(items) => {
                for i in items {
                    match self.expr(i, env)? {
                        V::None => {}
                        v => return Ok(v),
                    }
                }
                Ok(V::None)
            }
            K::List(items) => self.values(items, env).map(V::List),
            K::Tuple(items) => self.values(items, env).map(V::Tuple),
            K::Comp(c) => {
                let mut out = Vec::new();
                self.comp(c, 0, env, &mut out)?;
                Ok(V::List(out))
            }
            K::If(arms, otherwise) => {
                for (c, b) in arms {
                    let mut inside = env.clone();
                    if self.truth(c, &mut inside)? {
                        return self.block(b, &inside);
                    }
                }
                self.block(otherwise, env)
            }
            K::Case(value, arms) => {
                let v = self.expr(value, env)?;
                for a in arms {
                    let Some(mut inside) = self.pat(&a.pattern, &v, env)?.into_iter().next() else {
                        continue;
                    };
                    let good = match &a.guard {
                        Some(g) => self.truth(g, &mut inside)?,
                        None => true,
                    };
                    if good {
                        return self.expr(&a.body, &mut inside);
                    }
                }
                Err(Stop::No)
            }
            K::Fail(_) => Err(Stop::No),
            K::Builtin(b, args) => self.builtin(*b, args, e, env),
            K::Call(f, args) => {
                let def = &self.world.fns.list[*f];
                let mut frame: Env = vec![None; def.frame as usize];
                for (slot, v) in frame.iter_mut().zip(self.values(args, env)?) {
                    *slot = Some(v);
                }
                let FnBody::Pure(b) = &def.body else {
                    return Err(Stop::Unknown(format!("'{}' is no pure function", def.name)));
                };
                match self.block(b, &frame)? {
                    V::None if !def.result.is_option() => Err(Stop::No),
                    v => Ok(v),
                }
            }
            K::Unwrap(x) => match self.expr(x, env)? {
                V::None => Err(Stop::No),
                v => Ok(v),
            },
            K::ToValue(x) => match self.expr(x, env)? {
                V::Op(o) => self.body.result(o, 0).map(V::Value).ok_or(Stop::No),
                v => Ok(v),
            },
            K::Map(slot, list, body) => {
                let mut out = Vec::new();
                for v in self.list(list, env)? {
                    let mut inside = super::with(env, *slot, &v);
                    out.push(self.expr(body, &mut inside)?);
                }
                Ok(V::List(out))
            }
            other => Err(Stop::Unknown(format!("{other:?}"))),
        }
    }

    pub(super) fn truth(&self, e: &Expr, env: &mut Env) -> Result<bool> {
        match self.expr(e, env)? {
            V::Bool(b) => Ok(b),
            v => Err(Stop::Unknown(format!("{v:?} as a condition"))),
        }
    }

    fn int(&self, e: &Expr, env: &mut Env) -> Result<i64> {
        match self.expr(e, env)? {
            V::Int(n) => Ok(n),
            v => Err(Stop::Unknown(format!("{v:?} as a number"))),
        }
    }

    pub(super) fn list(&self, e: &Expr, env: &mut Env) -> Result<Vec<V>> {
        match self.expr(e, env)? {
            V::List(items) => Ok(items),
            v => Err(Stop::Unknown(format!("{v:?} as a list"))),
        }
    }

    fn values(&self, items: &[Expr], env: &mut Env) -> Result<Vec<V>> {
        items.iter().map(|i| self.expr(i, env)).collect()
    }

    /// The value with the first way in which the conditions before it hold and it has one.
    fn block(&self, b: &ExprBlock, env: &Env) -> Result<V> {
        for mut found in self.conds(&b.prefix, env)? {
            match self.expr(&b.value, &mut found) {
                Err(Stop::No) => {}
                done => return done,
            }
        }
        Err(Stop::No)
    }

    /// A pattern that refuses an element makes the whole fail, as in `let`.
    fn comp(&self, c: &Comp, n: usize, env: &Env, out: &mut Vec<V>) -> Result<()> {
        let Some(clause) = c.clauses.get(n) else {
            out.push(self.expr(&c.body, &mut env.clone())?);
            return Ok(());
        };
        for v in self.list(&clause.list, &mut env.clone())? {
            let found = self.pat(&clause.pattern, &v, env)?.into_iter().next();
            let mut inside = found.ok_or(Stop::No)?;
            let good = match &clause.condition {
                Some(e) => self.truth(e, &mut inside)?,
                None => true,
            };
            if good {
                self.comp(c, n + 1, &inside, out)?;
            }
        }
        Ok(())
    }

    fn field(&self, base: &V, field: &FieldRef, ty: &LType) -> Result<V> {
        match (base, field) {
            (V::None, _) => Err(Stop::No),
            (V::Op(o), FieldRef::Attr(name)) => self.attr(*o, *name, ty),
            (V::Op(o), FieldRef::Operand(name)) => self.operand(*o, *name, false),
            (V::Op(o), FieldRef::Result(name)) => self.result(*o, *name),
            (V::Op(o), FieldRef::Region(name)) => self.region(*o, *name),
            (V::Struct(_, parts), FieldRef::Struct(n)) => parts.get(*n as usize).cloned().ok_or(Stop::No),
            _ => Err(Stop::Unknown(format!("{field:?} of {base:?}"))),
        }
    }

    fn builtin(&self, b: Builtin, args: &[Expr], e: &Expr, env: &mut Env) -> Result<V> {
        if let (
            Builtin::Cases,
            [
                Expr {
                    ty: LType::EnumName(id),
                    ..
                },
            ],
        ) = (b, args)
        {
            let n = self.world.reg.enums[*id].cases.len() as u16;
            return Ok(V::List((0..n).map(|k| V::Enum(*id, k)).collect()));
        }
        let values = self.values(args, env)?;
        let (mut tables, mut scratch) = (Tables::default(), Scratch::default());
        let mut m = Machine::new(self.world, self.body, &mut tables, &mut scratch);
        let args: Vec<Val> = values.iter().map(|v| given(&mut m, v)).collect();
        match m.call_builtin(b, &args, e, self.root) {
            Ok(v) => taken(&m, v),
            Err(f) if f.why == Why::Fuel => Err(Stop::Fuel),
            Err(_) => Err(Stop::No),
        }
    }
}

fn narrow(n: i128) -> Result<V> {
    i64::try_from(n).map(V::Int).map_err(|_| Stop::No)
}

/// A value for a machine.
fn given(m: &mut Machine<'_>, v: &V) -> Val {
    let mut list = |items: &[V]| {
        let items: Vec<Val> = items.iter().map(|i| given(m, i)).collect();
        m.put(&items)
    };
    match v {
        V::None => Val::None,
        V::Int(n) => Val::Int(*n),
        V::Bool(b) => Val::Bool(*b),
        V::Str(s) => Val::Str(*s),
        V::Float(f) => Val::Float(*f),
        V::Enum(e, n) => Val::Enum(*e, *n),
        V::Attr(a) => Val::Attr(*a),
        V::Type(t) => Val::Type(*t),
        V::Value(v) => Val::Value(*v),
        V::Op(o) => Val::Op(*o),
        V::Block(b) => Val::Block(*b),
        V::Region(r) => Val::Region(*r),
        V::Symbol(a) => Val::Symbol(*a),
        V::List(items) => Val::List(list(items)),
        V::Tuple(items) => Val::Tuple(list(items)),
        V::Struct(s, items) => Val::Struct(*s, list(items)),
    }
}

/// A value of a machine.
pub fn taken(m: &Machine<'_>, v: Val) -> Result<V> {
    let all = |l| {
        m.items(l)
            .into_iter()
            .map(|v| taken(m, v))
            .collect::<Result<Vec<V>>>()
    };
    Ok(match v {
        Val::None => V::None,
        Val::Int(n) => V::Int(n),
        Val::Bool(b) => V::Bool(b),
        Val::Str(s) => V::Str(s),
        Val::Float(f) => V::Float(f),
        Val::Enum(e, n) => V::Enum(e, n),
        Val::Attr(a) => V::Attr(a),
        Val::Type(t) => V::Type(t),
        Val::Value(v) => V::Value(v),
        Val::Op(o) => V::Op(o),
        Val::Block(b) => V::Block(b),
        Val::Region(r) => V::Region(r),
        Val::Symbol(a) => V::Symbol(a),
        Val::Range(a, b) if i128::from(b) - i128::from(a) > MOST as i128 => return Err(Stop::Fuel),
        Val::Range(a, b) => V::List((a..b).map(V::Int).collect()),
        Val::List(l) => V::List(all(l)?),
        Val::Tuple(l) => V::Tuple(all(l)?),
        Val::Struct(s, l) => V::Struct(s, all(l)?),
        other => return Err(Stop::Unknown(format!("{other:?}"))),
    })
}
