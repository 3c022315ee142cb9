//! Transfers whose sides do not step together: cut into several that do.
//!
//! Between two boundaries, whichever side they belong to, both sides are one run. These pieces, in order, are put
//! together again where several of one length lie in even steps on both sides. So source `(100, 2)(1, 3)` and
//! destination `(100, 3)(1, 2)` are two transfers: the runs of two elements and those of one.

use super::normal::coalesce_side;
use super::refine::{NoForm, refine};
use super::transfer::{Joint, Joints, Step, Steps, count};
use super::walk::Digits;

/// As many pieces a transfer may be cut into before they are put together.
pub const PIECES: usize = 1 << 14;

/// One of the transfers that a ragged one is cut into: where it begins, from the beginning of each side, and its
/// dimensions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Of the source, in elements.
    pub src: i64,
    /// Of the destination, in elements.
    pub dst: i64,
    /// Dimensions, outermost first.
    pub dims: Joints,
}

/// The joint forms of two sides: one where the boundaries nest, else several. `keep_order`: pieces are put together only
/// with those right behind them, so that one after the other they move the elements in the order given.
pub fn refine_all(src: &[Step], dst: &[Step], keep_order: bool) -> Result<Vec<Piece>, NoForm> {
    match refine(src, dst) {
        Err(NoForm::Ragged) => {}
        other => {
            return other.map(|dims| vec![Piece { src: 0, dst: 0, dims }]);
        }
    }
    let (a, b) = (coalesce_side(src), coalesce_side(dst));
    // Outer dimensions that both have in common stay out of the cutting.
    let period = common_period(&a, &b).ok_or(NoForm::Overflow)?;
    let ((a_out, a_in), (b_out, b_in)) = (split_at(&a, period)?, split_at(&b, period)?);
    let mut pieces = cut(&a_in, &b_in, period)?;
    loop {
        let before = pieces.len();
        pieces = grouped(pieces, keep_order);
        if pieces.len() == before {
            break;
        }
    }
    let outer = match refine(&a_out, &b_out) {
        Ok(o) => o,
        // The period is the smallest at which both can be split; what is outside may be ragged again.
        Err(NoForm::Ragged) => return outside_ragged(&a_out, &b_out, pieces, keep_order),
        Err(e) => return Err(e),
    };
    if keep_order && pieces.len() > 1 && !outer.is_empty() {
        return each_outside(&outer, &pieces);
    }
    for p in &mut pieces {
        let mut dims = outer.clone();
        dims.append(&mut p.dims);
        p.dims = super::normal::coalesce(&dims);
    }
    Ok(pieces)
}

/// What is outside as pieces of its own, each with all the inner ones.
fn outside_ragged(a: &[Step], b: &[Step], inner: Vec<Piece>, keep: bool) -> Result<Vec<Piece>, NoForm> {
    let mut out = Vec::new();
    for o in refine_all(a, b, keep)? {
        if keep && inner.len() > 1 {
            for p in each_outside(&o.dims, &inner)? {
                out.push(shifted(p, o.src, o.dst)?);
            }
            continue;
        }
        for p in &inner {
            let dims: Joints = o.dims.iter().chain(&p.dims).copied().collect();
            let dims = super::normal::coalesce(&dims);
            out.push(shifted(Piece { dims, ..*p }, o.src, o.dst)?);
        }
    }
    Ok(out)
}

fn shifted(p: Piece, src: i64, dst: i64) -> Result<Piece, NoForm> {
    Ok(Piece {
        src: p.src.checked_add(src).ok_or(NoForm::Overflow)?,
        dst: p.dst.checked_add(dst).ok_or(NoForm::Overflow)?,
        dims: p.dims,
    })
}

/// In order: for each iteration of the outer dimensions all pieces.
fn each_outside(outer: &[Joint], pieces: &[Piece]) -> Result<Vec<Piece>, NoForm> {
    let n = count(outer.iter().map(|d| d.num)).and_then(|n| usize::try_from(n).ok());
    let n = n
        .filter(|n| n.saturating_mul(pieces.len()) <= PIECES)
        .ok_or(NoForm::Pieces)?;
    let side = |source| -> Steps {
        outer
            .iter()
            .map(|d| Step {
                stride: if source { d.src } else { d.dst },
                num: d.num,
            })
            .collect()
    };
    let (src, dst) = (Digits::new(0, &side(true)), Digits::new(0, &side(false)));
    let mut out = Vec::with_capacity(n * pieces.len());
    for k in 0..n as i64 {
        let (s, d) = src.address(k).zip(dst.address(k)).ok_or(NoForm::Overflow)?;
        for p in pieces {
            out.push(shifted(p.clone(), s, d)?);
        }
    }
    Ok(out)
}

/// The smallest number of elements at which both sides can be split, above the first boundaries that do not nest.
fn common_period(a: &[Step], b: &[Step]) -> Option<i64> {
    let total = count(a.iter().map(|d| d.num))?;
    let mut candidates: Vec<i64> = Vec::new();
    for (x, y) in boundaries(a)?.iter().flat_map(|x| {
        boundaries(b)
            .unwrap_or_default()
            .into_iter()
            .map(move |y| (*x, y))
    }) {
        candidates.extend(lcm(x, y).filter(|l| *l < total));
    }
    candidates.sort_unstable();
    candidates.dedup();
    let splits = |side: &[Step], at: i64| split_at(side, at).is_ok();
    let nests = |at: i64| {
        let inner = |side: &[Step]| split_at(side, at).map(|s| s.1).unwrap_or_default();
        refine(&inner(a), &inner(b)) != Err(NoForm::Ragged)
    };
    candidates
        .into_iter()
        .find(|c| splits(a, *c) && splits(b, *c) && !nests(*c))
        .or(Some(total))
}

/// Products of the inner counts, from the inside.
fn boundaries(side: &[Step]) -> Option<Vec<i64>> {
    let mut n = 1i64;
    let mut out = Vec::new();
    for d in side.iter().rev() {
        n = n.checked_mul(d.num)?;
        out.push(n);
    }
    Some(out)
}

fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
fn lcm(a: i64, b: i64) -> Option<i64> {
    a.checked_div(gcd(a, b))?.checked_mul(b)
}

/// A side as what is outside of `at` elements and what is inside.
fn split_at(side: &[Step], at: i64) -> Result<(Steps, Steps), NoForm> {
    let mut inner = Steps::new();
    let mut outer = Steps::new();
    let mut left = at;
    for d in side.iter().rev() {
        if left == 1 {
            outer.push(*d);
        } else if left % d.num == 0 {
            inner.push(*d);
            left /= d.num;
        } else if d.num % left == 0 {
            inner.push(Step { num: left, ..*d });
            outer.push(Step {
                stride: d.stride.checked_mul(left).ok_or(NoForm::Overflow)?,
                num: d.num / left,
            });
            left = 1;
        } else {
            return Err(NoForm::Ragged);
        }
    }
    inner.reverse();
    outer.reverse();
    Ok((outer, inner))
}

/// Both sides between their boundaries, in order.
fn cut(a: &[Step], b: &[Step], total: i64) -> Result<Vec<Piece>, NoForm> {
    let run = |side: &[Step]| side.last().copied().unwrap_or(Step { stride: 0, num: 1 });
    let (ra, rb) = (run(a), run(b));
    let (da, db) = (Digits::new(0, a), Digits::new(0, b));
    let mut out = Vec::new();
    let mut at = 0i64;
    while at < total {
        let left = |r: Step| r.num - at % r.num.max(1);
        let num = left(ra).min(left(rb));
        let (src, dst) = da.address(at).zip(db.address(at)).ok_or(NoForm::Overflow)?;
        if out.len() == PIECES {
            return Err(NoForm::Pieces);
        }
        let one = Joint {
            src: ra.stride,
            dst: rb.stride,
            num,
        };
        let dims = if num == 1 {
            Joints::new()
        } else {
            smallvec::smallvec![one]
        };
        out.push(Piece { src, dst, dims });
        at = at.saturating_add(num);
    }
    Ok(out)
}

/// Pieces of the same dimensions at even distances as one; each list is walked once.
fn grouped(pieces: Vec<Piece>, keep_order: bool) -> Vec<Piece> {
    let mut out: Vec<Piece> = Vec::new();
    let mut used = vec![false; pieces.len()];
    // By dimensions, in order: members of a class that are next to one another are candidates.
    let mut class_of: indexmap::IndexMap<&Joints, Vec<usize>> = indexmap::IndexMap::new();
    for (n, p) in pieces.iter().enumerate() {
        class_of.entry(&p.dims).or_default().push(n);
    }
    let at = |n: usize| pieces.get(n);
    for (n, p) in pieces.iter().enumerate() {
        if used.get(n).copied().unwrap_or(true) {
            continue;
        }
        let members = class_of.get(&p.dims).map_or(&[][..], |m| m);
        let from = members.partition_point(|m| *m <= n);
        let mut last = (n, p);
        let mut step: Option<(i64, i64)> = None;
        let mut num = 1;
        let mut taken = vec![n];
        for &m in members.iter().skip(from) {
            if keep_order && m != last.0 + 1 {
                break;
            }
            if used.get(m).copied().unwrap_or(true) {
                continue;
            }
            let Some(q) = at(m) else { break };
            let diff = q.src.checked_sub(last.1.src).zip(q.dst.checked_sub(last.1.dst));
            match (step, diff) {
                (None, Some(d)) => step = Some(d),
                (Some(s), Some(d)) if s == d => {}
                _ if keep_order => break,
                _ => continue,
            }
            last = (m, q);
            num += 1;
            taken.push(m);
        }
        for t in taken {
            if let Some(u) = used.get_mut(t) {
                *u = true;
            }
        }
        let mut dims = Joints::new();
        if let (Some((src, dst)), true) = (step, num > 1) {
            dims.push(Joint { src, dst, num });
        }
        dims.extend(p.dims.iter().copied());
        out.push(Piece {
            src: p.src,
            dst: p.dst,
            dims: super::normal::coalesce(&dims),
        });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::random::Random;
    use super::super::walk::Nested;
    use super::*;

    fn pairs(p: &[Piece]) -> Vec<(i64, i64)> {
        let mut out = Vec::new();
        for p in p {
            let side = |source: bool| -> Steps {
                p.dims
                    .iter()
                    .map(|d| Step {
                        stride: if source { d.src } else { d.dst },
                        num: d.num,
                    })
                    .collect()
            };
            out.extend(Nested::new(p.src, &side(true)).zip(Nested::new(p.dst, &side(false))));
        }
        out
    }
    fn side(list: &[(i64, i64)]) -> Vec<Step> {
        list.iter().map(|&(stride, num)| Step { stride, num }).collect()
    }

    #[test]
    fn case_14() {
        let got =
            refine_all(&side(&[(100, 2), (1, 3)]), &side(&[(100, 3), (1, 2)]), false).unwrap_or_default();
        let want = [(0, 0, vec![(101, 200, 2), (1, 1, 2)]), (2, 100, vec![(98, 1, 2)])];
        let got: Vec<_> = got
            .iter()
            .map(|p| {
                (
                    p.src,
                    p.dst,
                    p.dims.iter().map(|d| (d.src, d.dst, d.num)).collect::<Vec<_>>(),
                )
            })
            .collect();
        assert_eq!(got, want);
    }

    #[test]
    fn every_element_once_and_in_order_where_asked() {
        let mut r = Random::new(3);
        let mut several = 0;
        let mut pieces = (0, 0);
        for _ in 0..4_000 {
            let mut one = |total: i64| {
                let mut rest = total;
                let mut out = Vec::new();
                while rest > 1 {
                    let f = [2, 3, 4, 5, 6][r.index(5)];
                    let num = if rest % f == 0 { f } else { rest };
                    rest /= num;
                    out.push(Step {
                        stride: r.between(-9, 9) * 7,
                        num,
                    });
                }
                out
            };
            let (a, b) = (one(120), one(120));
            let want: Vec<(i64, i64)> = Nested::new(0, &a).zip(Nested::new(0, &b)).collect();
            let kept = refine_all(&a, &b, true).unwrap_or_default();
            assert_eq!(pairs(&kept), want, "{a:?} {b:?}");
            let free = refine_all(&a, &b, false).unwrap_or_default();
            let (mut x, mut y) = (pairs(&free), want);
            x.sort_unstable();
            y.sort_unstable();
            assert_eq!(x, y, "{a:?} {b:?}");
            several += usize::from(free.len() > 1);
            pieces = (pieces.0 + kept.len(), pieces.1 + free.len());
        }
        assert!(several > 1_000);
        assert!(pieces.1 < pieces.0, "{pieces:?}");
    }

    #[test]
    fn large_ones_are_cut_by_their_period() {
        let a = side(&[(1 << 20, 1 << 20), (100, 2), (1, 3)]);
        let b = side(&[(1 << 21, 1 << 20), (100, 3), (1, 2)]);
        assert_eq!(refine_all(&a, &b, false).map(|p| p.len()), Ok(2));
        let a = side(&[(1 << 30, 999_983), (1, 1_000_003)]);
        let b = side(&[(1 << 30, 1_000_003), (1, 999_983)]);
        assert_eq!(refine_all(&a, &b, false), Err(NoForm::Pieces));
    }
}
