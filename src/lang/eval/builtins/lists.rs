//! Built-ins on lists.

use super::{B, Call, Eval, Machine, Val, Why};
use crate::lang::types::LType;

impl Machine<'_> {
    pub(super) fn list_function(&mut self, call: &Call<'_>) -> Eval<Val> {
        let [a, c, d] = call.v;
        let span = call.span;
        let range = call.range();
        let len = self.list_len(a).unwrap_or(0);
        match call.b {
            B::Len => self.list_len(a).map(Val::Int).ok_or(range),
            B::Zip => self.zip(call),
            B::Unzip => {
                let LType::Tuple(ts) = call.ty else {
                    return self.fail(span, Why::Shape);
                };
                let mark = self.s.aside.len();
                for part in 0..ts.len() as i64 {
                    let l = self.gather(len, span, |m, k| Ok(m.element(m.element(a, k), part)))?;
                    self.s.aside.push(l);
                }
                match self.gathered(mark, Ok(()))? {
                    Val::List(l) => Ok(Val::Tuple(l)),
                    v => Ok(v),
                }
            }
            B::Enumerate => self.gather(len, span, |m, k| {
                let x = m.element(a, k);
                Ok(m.make_tuple([Val::Int(k), x]))
            }),
            B::Reversed => self.gather(len, span, |m, k| Ok(m.element(a, len - 1 - k))),
            B::Last if len > 0 => Ok(self.element(a, len - 1)),
            B::Last => Err(range),
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
            B::SortBy => self.sort_by(call),
            B::Offsets => {
                let mut at = 0i64;
                self.gather(len, span, |m, k| {
                    let here = at;
                    let Val::Int(x) = m.element(a, k) else {
                        return m.fail(span, Why::Shape);
                    };
                    // The sum behind the last one is nowhere in the list, and may overflow.
                    if k + 1 < len {
                        at = at.checked_add(x).ok_or(call.overflow())?;
                    }
                    Ok(Val::Int(here))
                })
            }
            B::Digits => {
                let Val::Int(mut k) = a else { return Err(range) };
                let n = self.list_len(c).unwrap_or(0);
                let low_first = self.gather(n, span, |m, i| {
                    let Val::Int(radix) = m.element(c, n - 1 - i) else {
                        return Err(range);
                    };
                    if radix <= 0 {
                        return m.fail(span, Why::Divisor);
                    }
                    let digit = k.rem_euclid(radix);
                    k = k.div_euclid(radix);
                    Ok(Val::Int(digit))
                })?;
                if k != 0 {
                    return Err(range);
                }
                self.gather(n, span, |m, i| Ok(m.element(low_first, n - 1 - i)))
            }
            B::WithAt => match c {
                Val::Int(n) if n >= 0 && n < len => {
                    self.gather(len, span, |m, k| Ok(if k == n { d } else { m.element(a, k) }))
                }
                _ => Err(range),
            },
            _ => Err(range),
        }
    }

    fn zip(&mut self, call: &Call<'_>) -> Eval<Val> {
        let lists: smallvec::SmallVec<[Val; 8]> = call
            .v
            .into_iter()
            .take(call.count)
            .chain(call.more.iter().copied())
            .collect();
        let n = lists.first().and_then(|l| self.list_len(*l)).unwrap_or(0);
        if lists.iter().any(|l| self.list_len(*l) != Some(n)) {
            return Err(call.range());
        }
        self.gather(n, call.span, |m, k| {
            let start = m.mark();
            for l in &lists {
                let v = m.element(*l, k);
                m.push(v);
            }
            Ok(Val::Tuple(m.list_from(start)))
        })
    }

    /// Stable, since rows that compare equal stay in the order of their numbers.
    fn sort_by(&mut self, call: &Call<'_>) -> Eval<Val> {
        let [a, keys, _] = call.v;
        let span = call.span;
        let n = self.list_len(a).unwrap_or(0);
        if self.list_len(keys) != Some(n) {
            return Err(call.range());
        }
        let number = |v: Val| match v {
            Val::Int(i) => Some(i),
            Val::Bool(b) => Some(i64::from(b)),
            _ => None,
        };
        for k in 0..n {
            let key = self.element(keys, k);
            let good = match key {
                Val::Tuple(l) => (0..l.len as usize).all(|i| number(self.nth(l, i)).is_some()),
                v => number(v).is_some(),
            };
            if !good {
                return self.fail(span, Why::Shape);
            }
        }
        let mut order = std::mem::take(&mut self.s.order);
        order.clear();
        order.extend(0..n as u32);
        let part = |k: u32, i: usize| match self.element(keys, i64::from(k)) {
            Val::Tuple(l) => number(self.nth(l, i)),
            v => number(v),
        };
        let parts = match self.element(keys, 0) {
            Val::Tuple(l) => l.len as usize,
            _ => 1,
        };
        order.sort_unstable_by(|x, y| {
            let by_key = (0..parts).map(|i| part(*x, i).cmp(&part(*y, i)));
            by_key
                .fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
                .then(x.cmp(y))
        });
        let sorted = self.gather(n, span, |m, k| {
            let at = order.get(k as usize).copied().unwrap_or(0);
            Ok(m.element(a, i64::from(at)))
        });
        self.s.order = order;
        sorted
    }
}
