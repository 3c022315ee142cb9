//! The normal form: what two transfers that do the same have in common.
//!
//! Where the order of elements can be seen, the form is found by dropping dimensions of one element and merging
//! neighbours; it is unique because it is determined by the map from element numbers to addresses alone. Where the order
//! cannot be seen, dimensions may also be exchanged and turned round; with a destination that is written once each, the
//! form is unique then, too: the set of address pairs has the generating function `product (z^n - 1) / (z - 1)` with
//! `z = x^src y^dst`, and numerators that equal a denominator of another dimension are exactly the merges.

use super::injective::injective;
use super::transfer::{Joint, Joints, Order, Step, Transfer};

/// Whether `outer` steps exactly over all of `inner`, on both sides.
fn merges(outer: Joint, inner: Joint) -> Option<Joint> {
    let fits = |o: i64, i: i64| i.checked_mul(inner.num) == Some(o);
    let num = inner.num.checked_mul(outer.num)?;
    (fits(outer.src, inner.src) && fits(outer.dst, inner.dst)).then_some(Joint { num, ..inner })
}

/// Without dimensions of one element, neighbours merged. Keeps the order of elements.
pub fn coalesce(dims: &[Joint]) -> Joints {
    let mut out = Joints::new();
    for &d in dims.iter().filter(|d| d.num != 1) {
        match out.last_mut().and_then(|l| merges(*l, d).map(|m| (l, m))) {
            Some((last, m)) => *last = m,
            None => out.push(d),
        }
    }
    out
}

/// The normal form; `None` for a transfer of nothing. Never fails: a step whose numbers would leave 64 bits is not taken.
pub fn normalize(t: &Transfer) -> Option<Transfer> {
    if t.dims.iter().any(|d| d.num <= 0) {
        return None;
    }
    let mut out = t.clone();
    if out.order == Order::LastWriter {
        last_writer(&mut out);
    }
    match out.order {
        Order::Free => unordered(&mut out),
        _ => out.dims = coalesce(&out.dims),
    }
    Some(out)
}

/// Where a dimension stays at one destination, only its last element is ever seen.
fn last_writer(t: &mut Transfer) {
    let mut dims = Joints::new();
    let mut src = t.src;
    for d in &t.dims {
        let last = d.src.checked_mul(d.num - 1).and_then(|n| src.plus(n));
        match last {
            Some(s) if d.dst == 0 => src = s,
            _ => dims.push(*d),
        }
    }
    if dims.len() < t.dims.len() {
        t.src = src;
        t.dims = dims;
        if injective(t.side(false)) {
            t.order = Order::Free;
        }
    }
}

/// Any order of elements: destinations ascend, everything that is one run is one dimension.
fn unordered(t: &mut Transfer) {
    let mut dims = Joints::new();
    for d in std::mem::take(&mut t.dims) {
        if d.num != 1 {
            dims.push(turned(t, d).unwrap_or(d));
        }
    }
    dims.sort_unstable_by_key(|d| std::cmp::Reverse((d.dst, d.src, d.num)));
    // Where each dimension steps over all that the smaller ones reach, what merges stands side by side.
    dims = coalesce(&dims);
    // Where they are tangled, any two may merge.
    while let Some((outer, inner, m)) = mergeable(&dims) {
        dims.remove(inner);
        dims.remove(outer);
        let at = dims.partition_point(|d| (d.dst, d.src, d.num) > (m.dst, m.src, m.num));
        dims.insert(at, m);
    }
    t.dims = dims;
}

fn mergeable(dims: &[Joint]) -> Option<(usize, usize, Joint)> {
    for (i, a) in dims.iter().enumerate() {
        // The inner one has the smaller stride, so it comes later.
        for (j, b) in dims.iter().enumerate().skip(i + 1) {
            if let Some(m) = merges(*a, *b) {
                return Some((i, j, m));
            }
        }
    }
    None
}

/// The dimension from its other end, so that destinations ascend.
fn turned(t: &mut Transfer, d: Joint) -> Option<Joint> {
    if d.dst >= 0 {
        return None;
    }
    let end = |o: super::Offset, s: i64| s.checked_mul(d.num - 1).and_then(|n| o.plus(n));
    let (src, dst) = (end(t.src, d.src)?, end(t.dst, d.dst)?);
    let out = Joint {
        src: d.src.checked_neg()?,
        dst: d.dst.checked_neg()?,
        num: d.num,
    };
    (t.src, t.dst) = (src, dst);
    Some(out)
}

/// One side alone, in order: `(stride, num)` without dimensions of one element, neighbours merged.
pub fn coalesce_side(dims: &[Step]) -> super::Steps {
    let both: Joints = dims
        .iter()
        .map(|d| Joint {
            src: d.stride,
            dst: 0,
            num: d.num,
        })
        .collect();
    coalesce(&both)
        .iter()
        .map(|d| Step {
            stride: d.src,
            num: d.num,
        })
        .collect()
}
