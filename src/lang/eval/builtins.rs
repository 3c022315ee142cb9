//! The built-in functions.

use super::affine::Atom;
use super::{Eval, Fail, Machine, Val, Why};
use crate::dma::refine::{Dim, Dims, NoForm, count, refine};
use crate::ir::{BlockId, OpId, TypeData};
use crate::lang::ast::EffectKind;
use crate::lang::builtins::Builtin as B;
use crate::lang::hir::Expr;
use crate::lang::types::LType;

impl Machine<'_> {
    pub(super) fn builtin(&mut self, b: B, args: &[Expr], e: &Expr) -> Eval<Val> {
        let span = e.span;
        // `cases` takes a name, not a value.
        if b == B::Cases {
            let Some(LType::EnumName(id)) = args.first().map(|a| a.ty.clone()) else {
                return self.fail(span, Why::Shape);
            };
            let n = self.reg.enums[id].cases.len();
            return Ok(self.make_list((0..n).map(|k| Val::Enum(id, k as u16))));
        }
        let mut v = [Val::None; 3];
        let mut more: smallvec::SmallVec<[Val; 4]> = smallvec::SmallVec::new();
        for (n, a) in args.iter().enumerate() {
            let x = self.expr(a)?;
            match v.get_mut(n) {
                Some(slot) => *slot = x,
                None => more.push(x),
            }
        }
        let [a, c, d] = v;
        let over = Fail {
            span,
            why: Why::Overflow,
        };
        let range = Fail {
            span,
            why: Why::Range,
        };
        match b {
            B::Len => self.list_len(a).map(Val::Int).ok_or(range),
            B::Sum if matches!(e.ty, LType::Affine) => {
                let mut sum = self.lin_const(0);
                for k in 0..self.list_len(a).unwrap_or(0) {
                    let x = self.element(a, k);
                    sum = self.affine_arith(crate::lang::ast::BinaryOp::Add, sum, x, span)?;
                }
                Ok(sum)
            }
            B::Sum | B::Product | B::Max | B::Min => {
                let n = self.list_len(a).unwrap_or(0);
                let mut acc: Option<i64> = match b {
                    B::Sum => Some(0),
                    B::Product => Some(1),
                    _ => None,
                };
                for k in 0..n {
                    self.step(span)?;
                    let Val::Int(x) = self.element(a, k) else {
                        return self.fail(span, Why::Shape);
                    };
                    acc = Some(match (acc, b) {
                        (Some(s), B::Sum) => s.checked_add(x).ok_or(over)?,
                        (Some(s), B::Product) => s.checked_mul(x).ok_or(over)?,
                        (Some(s), B::Max) => s.max(x),
                        (Some(s), _) => s.min(x),
                        (None, _) => x,
                    });
                }
                acc.map(Val::Int).ok_or(range)
            }
            B::Any | B::All => {
                for k in 0..self.list_len(a).unwrap_or(0) {
                    if (self.element(a, k) == Val::Bool(true)) == (b == B::Any) {
                        return Ok(Val::Bool(b == B::Any));
                    }
                }
                Ok(Val::Bool(b == B::All))
            }
            B::Zip => {
                let lists: smallvec::SmallVec<[Val; 4]> =
                    [a, c, d].into_iter().take(args.len()).chain(more).collect();
                let n = self.list_len(a).unwrap_or(0);
                if lists.iter().any(|l| self.list_len(*l) != Some(n)) {
                    return Err(range);
                }
                let mark = self.s.aside.len();
                for k in 0..n {
                    let start = self.mark();
                    for l in &lists {
                        let v = self.element(*l, k);
                        self.push(v);
                    }
                    let t = Val::Tuple(self.list_from(start));
                    self.s.aside.push(t);
                }
                self.gathered(mark, Ok(()))
            }
            B::Unzip => {
                let n = self.list_len(a).unwrap_or(0);
                let LType::Tuple(ts) = &e.ty else {
                    return self.fail(span, Why::Shape);
                };
                let mut lists = Vec::new();
                for part in 0..ts.len() {
                    let items: Vec<Val> = (0..n)
                        .map(|k| self.element(self.element(a, k), part as i64))
                        .collect();
                    lists.push(self.make_list(items));
                }
                let start = self.mark();
                self.s.vals.extend(lists);
                Ok(Val::Tuple(self.list_from(start)))
            }
            B::Enumerate => {
                let mark = self.s.aside.len();
                for k in 0..self.list_len(a).unwrap_or(0) {
                    let start = self.mark();
                    let x = self.element(a, k);
                    self.s.vals.extend([Val::Int(k), x]);
                    let t = Val::Tuple(self.list_from(start));
                    self.s.aside.push(t);
                }
                self.gathered(mark, Ok(()))
            }
            B::Reversed => {
                let n = self.list_len(a).unwrap_or(0);
                let items: Vec<Val> = (0..n).rev().map(|k| self.element(a, k)).collect();
                Ok(self.make_list(items))
            }
            B::Last => match self.list_len(a) {
                Some(n) if n > 0 => Ok(self.element(a, n - 1)),
                _ => Err(range),
            },
            B::Take => {
                let (Val::Int(n), Some(len)) = (a, self.list_len(c)) else {
                    return Err(range);
                };
                if n < 0 {
                    return Err(range);
                }
                let l = self.as_list(c, span)?;
                Ok(Val::List(self.sub(l, 0, n.min(len) as usize)))
            }
            B::SortBy => self.sort_by(a, c, span),
            B::Offsets => {
                let n = self.list_len(a).unwrap_or(0);
                let mut at = 0i64;
                let mut out = Vec::new();
                for k in 0..n {
                    out.push(Val::Int(at));
                    let Val::Int(x) = self.element(a, k) else {
                        return self.fail(span, Why::Shape);
                    };
                    at = at.checked_add(x).ok_or(over)?;
                }
                Ok(self.make_list(out))
            }
            B::Digits => {
                let Val::Int(mut k) = a else { return Err(range) };
                let n = self.list_len(c).unwrap_or(0);
                let mut out = Vec::new();
                for i in (0..n).rev() {
                    let Val::Int(radix) = self.element(c, i) else {
                        return Err(range);
                    };
                    if radix <= 0 {
                        return self.fail(span, Why::Divisor);
                    }
                    out.push(Val::Int(k.rem_euclid(radix)));
                    k = k.div_euclid(radix);
                }
                if k != 0 {
                    return Err(range);
                }
                out.reverse();
                Ok(self.make_list(out))
            }
            B::WithAt => {
                let (Val::Int(n), Some(len)) = (c, self.list_len(a)) else {
                    return Err(range);
                };
                if n < 0 || n >= len {
                    return Err(range);
                }
                let items: Vec<Val> = (0..len)
                    .map(|k| if k == n { d } else { self.element(a, k) })
                    .collect();
                Ok(self.make_list(items))
            }
            B::Divisors => {
                let Val::Int(n) = a else { return Err(range) };
                if n <= 0 {
                    return Err(range);
                }
                let mut low = Vec::new();
                let mut high = Vec::new();
                let mut f = 1i64;
                while f <= n / f {
                    self.step(span)?;
                    if n % f == 0 {
                        low.push(f);
                        if f != n / f {
                            high.push(n / f);
                        }
                    }
                    f += 1;
                }
                Ok(self.make_list(low.into_iter().chain(high.into_iter().rev()).map(Val::Int)))
            }
            B::IsPowerOfTwo => match a {
                Val::Int(n) => Ok(Val::Bool(n > 0 && n & (n - 1) == 0)),
                _ => Err(range),
            },
            B::Log2 => match a {
                Val::Int(n) if n > 0 && n & (n - 1) == 0 => Ok(Val::Int(i64::from(n.trailing_zeros()))),
                _ => Err(range),
            },
            B::Pow2 => match a {
                Val::Int(n) if (0..63).contains(&n) => Ok(Val::Int(1 << n)),
                _ => Err(range),
            },
            B::Wrap => match (a, c) {
                (Val::Int(n), Val::Int(w)) if (1..=64).contains(&w) => {
                    Ok(Val::Int(n << (64 - w) >> (64 - w)))
                }
                _ => Err(range),
            },
            B::Int => match a {
                Val::Affine(id) => {
                    let l = self.lin(id);
                    if l.terms.is_empty() {
                        Ok(Val::Int(l.constant))
                    } else {
                        self.fail(span, Why::NotConstant)
                    }
                }
                Val::Attr(a) => self.ctx.int_value(a).map(Val::Int).ok_or(Fail {
                    span,
                    why: Why::NotConstant,
                }),
                _ => self.fail(span, Why::NotConstant),
            },
            B::StartsWith => match (a, c) {
                (Val::Str(a), Val::Str(b)) => Ok(Val::Bool(self.ctx.text(a).starts_with(self.ctx.text(b)))),
                _ => Err(range),
            },
            B::Cases => Err(range),
            B::Ordinal => match a {
                Val::Enum(id, n) => match self.reg.enums[id].cases.get(n as usize) {
                    Some(c) => Ok(Val::Int(c.1)),
                    None => Err(range),
                },
                _ => Err(range),
            },
            B::EnumCase => self.enum_case(a, &e.ty, span),
            B::TypeOf => match a {
                Val::Value(v) => Ok(Val::Type(self.body.value_type(v))),
                _ => Err(range),
            },
            B::Element => match a {
                Val::Type(t) => Ok(Val::Type(self.ctx.element_type(t))),
                _ => Err(range),
            },
            B::Width => match a {
                Val::Type(t) => self.ctx.bit_width(t).map(|w| Val::Int(i64::from(w))).ok_or(range),
                _ => Err(range),
            },
            B::Shape => {
                let Val::Type(t) = a else { return Err(range) };
                let ctx = self.ctx;
                match ctx.shape(t) {
                    Some(s) if s.iter().all(|d| *d >= 0) => {
                        Ok(self.make_list(s.iter().map(|d| Val::Int(*d))))
                    }
                    _ => self.fail(span, Why::NotConstant),
                }
            }
            B::SpaceOf => match a {
                Val::Type(t) => match self.ctx.type_data(t) {
                    TypeData::MemRef { space, .. } | TypeData::UnrankedMemRef { space, .. } => {
                        Ok(space.map_or(Val::None, Val::Attr))
                    }
                    _ => Err(range),
                },
                _ => Err(range),
            },
            B::Bytes => match a {
                Val::Enum(id, n) => {
                    let fact = self.reg.enums[id].facts.iter().find(|f| &*f.0 == "bytes");
                    let a = fact.and_then(|f| f.2.get(n as usize).copied().flatten());
                    a.and_then(|a| self.ctx.int_value(a)).map(Val::Int).ok_or(range)
                }
                Val::Type(t) => self
                    .ctx
                    .bit_width(t)
                    .map(|w| Val::Int(i64::from(w.div_ceil(8))))
                    .ok_or(range),
                _ => Err(range),
            },
            B::ByteSize => {
                let Val::Type(t) = a else { return Err(range) };
                let bytes = self
                    .ctx
                    .bit_width(self.ctx.element_type(t))
                    .map(|w| i64::from(w.div_ceil(8)));
                match (self.ctx.shape(t), bytes) {
                    (Some(s), Some(b)) if s.iter().all(|d| *d >= 0) => {
                        let n = count(s.iter().copied())
                            .and_then(|n| n.checked_mul(b))
                            .ok_or(over)?;
                        Ok(Val::Int(n))
                    }
                    _ => self.fail(span, Why::NotConstant),
                }
            }
            B::Users => match a {
                Val::Value(v) => {
                    let mut users: Vec<OpId> = self.body.uses(v).map(|u| self.body.use_owner(u).0).collect();
                    self.program_order(&mut users);
                    Ok(self.make_list(users.into_iter().map(Val::Op)))
                }
                _ => Err(range),
            },
            B::OneUse => match a {
                Val::Value(v) => Ok(Val::Bool(self.body.has_one_use(v))),
                _ => Err(range),
            },
            B::Unused => match a {
                Val::Value(v) => Ok(Val::Bool(self.body.is_unused(v))),
                _ => Err(range),
            },
            B::Definition => match a {
                Val::Value(v) => Ok(self.body.def_op(v).map_or(Val::None, Val::Op)),
                _ => Err(range),
            },
            B::Writers | B::Readers => match a {
                Val::Value(v) => {
                    let kind = if b == B::Writers {
                        EffectKind::Write
                    } else {
                        EffectKind::Read
                    };
                    let mut out = self.affecting(v, kind, span)?;
                    self.program_order(&mut out);
                    Ok(self.make_list(out.into_iter().map(Val::Op)))
                }
                _ => Err(range),
            },
            B::Equivalent => match (a, c) {
                (Val::Op(x), Val::Op(y)) => Ok(Val::Bool(self.equivalent(x, y))),
                _ => Err(range),
            },
            B::Atoms => match a {
                Val::Affine(id) => {
                    let mut out = Vec::new();
                    self.atoms(id, &mut out);
                    Ok(self.make_list(out.into_iter().filter_map(atom_value)))
                }
                _ => Err(range),
            },
            B::ConstantPart => match a {
                Val::Affine(id) => Ok(Val::Int(self.lin(id).constant)),
                _ => Err(range),
            },
            B::Substitute => {
                let Val::Affine(id) = a else { return Err(range) };
                let mut with = Vec::new();
                for k in 0..self.list_len(c).unwrap_or(0) {
                    let pair = self.element(c, k);
                    let (v, n) = (self.element(pair, 0), self.element(pair, 1));
                    match (v, n) {
                        (Val::Value(v), Val::Int(n)) => with.push((Atom::Value(v), n)),
                        _ => return Err(range),
                    }
                }
                Ok(Val::Affine(self.substitute(id, &with, span)?))
            }
            B::Parent => match a {
                Val::Op(o) => Ok(self.body.parent(o).map_or(Val::None, Val::Op)),
                _ => Err(range),
            },
            B::Ancestors => match a {
                Val::Op(o) => {
                    let up: Vec<Val> = self.body.ancestors(o).skip(1).map(Val::Op).collect();
                    Ok(self.make_list(up))
                }
                _ => Err(range),
            },
            B::SymbolTable => match a {
                Val::Op(o) => Ok(match self.body.parent(o) {
                    Some(p) => Val::Op(super::names::table_of(self.reg, self.body, p)),
                    None => Val::None,
                }),
                _ => Err(range),
            },
            B::Prev | B::Next => {
                let Val::Op(o) = a else { return Err(range) };
                let step = |o| {
                    if b == B::Prev {
                        self.body.prev(o)
                    } else {
                        self.body.next(o)
                    }
                };
                let mut at = step(o);
                while let Some(o) = at {
                    if !self.reg.flags(self.body.name(o)).pure_op {
                        break;
                    }
                    at = step(o);
                }
                Ok(at.map_or(Val::None, Val::Op))
            }
            B::Ops => {
                let blocks: Vec<BlockId> = match a {
                    Val::Region(r) => self.body.blocks(r).collect(),
                    Val::Block(b) => vec![b],
                    _ => return Err(range),
                };
                let start = self.mark();
                for b in blocks {
                    let mut at = self.body.first_op(b);
                    while let Some(o) = at {
                        self.step(span)?;
                        self.push(Val::Op(o));
                        at = self.body.next(o);
                    }
                }
                Ok(Val::List(self.list_from(start)))
            }
            B::Walk => {
                let Val::Op(root) = a else { return Err(range) };
                let start = self.mark();
                let mut at = Some(root);
                while let Some(o) = at {
                    self.step(span)?;
                    self.push(Val::Op(o));
                    at = self.body.next_in_walk(root, o);
                }
                Ok(Val::List(self.list_from(start)))
            }
            B::Args => {
                let block = match a {
                    Val::Region(r) => self.body.entry(r),
                    Val::Block(b) => Some(b),
                    _ => return Err(range),
                };
                let args: Vec<Val> = block
                    .map(|b| self.body.args(b).iter().map(|v| Val::Value(*v)).collect())
                    .unwrap_or_default();
                Ok(self.make_list(args))
            }
            B::Terminator => {
                let Val::Region(r) = a else { return Err(range) };
                let last = self.body.entry(r).and_then(|b| self.body.last_op(b));
                match last {
                    Some(o) if self.reg.flags(self.body.name(o)).terminator => Ok(Val::Op(o)),
                    _ => self.fail(span, Why::Absent),
                }
            }
            B::IsEmpty => match a {
                Val::Region(r) => {
                    let any = self.body.blocks(r).any(|b| self.body.first_op(b).is_some());
                    Ok(Val::Bool(!any))
                }
                _ => Err(range),
            },
            B::Precedes => match (a, c) {
                (Val::Op(x), Val::Op(y)) => Ok(Val::Bool(self.body.precedes(x, y))),
                _ => Err(range),
            },
            B::Lookup => {
                let (Val::Op(t), Val::Str(n)) = (a, c) else {
                    return Err(range);
                };
                let found = self.tables.lookup(self.ctx, self.body, t, n);
                let LType::Option(want) = &e.ty else {
                    return Ok(found.map_or(Val::None, Val::Op));
                };
                let fits = |o: OpId| match &**want {
                    LType::Op(set) => {
                        self.reg
                            .op(self.body.name(o))
                            .is_some_and(|d| set.contains(self.reg, d))
                            || *set == crate::lang::types::OpSet::Any
                    }
                    _ => true,
                };
                Ok(found.filter(|o| fits(*o)).map_or(Val::None, Val::Op))
            }
            B::Resolve => {
                let Val::Symbol(s) = a else { return Err(range) };
                let found = self.resolve(s);
                let LType::Option(want) = &e.ty else {
                    return Ok(Val::None);
                };
                let good = found.filter(|o| match &**want {
                    LType::Op(set) => {
                        self.reg
                            .op(self.body.name(*o))
                            .is_some_and(|d| set.contains(self.reg, d))
                            || *set == crate::lang::types::OpSet::Any
                    }
                    _ => true,
                });
                Ok(good.map_or(Val::None, Val::Op))
            }
            B::Ref => self.reference(a, span),
            B::Fresh | B::Numbered => {
                let Val::Str(base) = a else { return Err(range) };
                let table = match c {
                    Val::Op(o) => o,
                    _ => match self.body.parent(self.root) {
                        Some(p) => super::names::table_of(self.reg, self.body, p),
                        None => self.root,
                    },
                };
                let (ctx, reg, body) = (self.ctx, self.reg, self.body);
                let name =
                    self.tables
                        .fresh(ctx, reg, body, &mut self.s.given, table, base, b == B::Numbered);
                Ok(Val::Str(name))
            }
            B::Count => {
                let (pairs, _) = self.pairs(a, span)?;
                count(pairs.into_iter().map(|p| p.1)).map(Val::Int).ok_or(over)
            }
            B::Refine => {
                let mut sides = [Dims::new(), Dims::new()];
                for (side, v) in sides.iter_mut().zip([a, c]) {
                    let (pairs, part) = self.pairs(v, span)?;
                    side.extend(pairs.into_iter().enumerate().map(|(n, (stride, num))| Dim {
                        stride,
                        num,
                        partition: part && n == 0,
                    }));
                }
                let [s, d] = &sides;
                match refine(s, d) {
                    Ok(joint) => {
                        let mark = self.s.aside.len();
                        for j in joint {
                            let start = self.mark();
                            self.s.vals.extend([
                                Val::Int(j.src.stride),
                                Val::Int(j.dst.stride),
                                Val::Int(j.src.num),
                            ]);
                            let t = Val::Tuple(self.list_from(start));
                            self.s.aside.push(t);
                        }
                        self.gathered(mark, Ok(()))
                    }
                    Err(NoForm::Ragged) => self.fail(span, Why::Ragged),
                    Err(NoForm::Counts) => Err(range),
                    Err(NoForm::Overflow) => Err(over),
                }
            }
        }
    }
}

fn atom_value(a: Atom) -> Option<Val> {
    match a {
        Atom::Value(v) => Some(Val::Value(v)),
        Atom::NewResult(o, n) => Some(Val::NewResult(o, n)),
        Atom::NewArg(o, r, n) => Some(Val::NewArg(o, r, n)),
        Atom::Div(..) => None,
    }
}
