//! Larger elements: several that lie side by side on both sides, at aligned places, are one.

use super::transfer::{Joint, Order, Transfer};

/// The transfer with elements of `k` times the size; `None` where that is not the same bytes. Runs stay runs.
pub fn widened(t: &Transfer, k: i64) -> Option<Transfer> {
    let size = t.size.checked_mul(k)?;
    if k == 1 {
        return Some(t.clone());
    }
    if k < 1 || size > t.widest || matches!(t.order, Order::Accumulates | Order::Aliased) {
        return None;
    }
    let last = t.dims.len().checked_sub(1)?;
    let mut out = t.clone();
    out.size = size;
    for (n, d) in out.dims.iter_mut().enumerate() {
        if n == last {
            if d.src != 1 || d.dst != 1 || d.num % k != 0 {
                return None;
            }
            d.num /= k;
        } else {
            if d.src % k != 0 || d.dst % k != 0 {
                return None;
            }
            *d = Joint {
                src: d.src / k,
                dst: d.dst / k,
                num: d.num,
            };
        }
    }
    for o in [&mut out.src, &mut out.dst] {
        if !o.multiple_of(k) {
            return None;
        }
        o.at /= k;
        o.unknown /= k;
    }
    if out.dims.get(last).is_some_and(|d| d.num == 1) {
        out.dims.truncate(last);
    }
    Some(out)
}

/// The forms with every legal element size, ascending, the transfer itself first.
pub fn sizes(t: &Transfer) -> impl Iterator<Item = Transfer> + '_ {
    [1, 2, 4, 8, 16].into_iter().filter_map(|k| widened(t, k))
}

/// The form with the widest element.
pub fn widest(t: &Transfer) -> Transfer {
    sizes(t).last().unwrap_or_else(|| t.clone())
}
