//! Whether a side touches each of its elements once.

use super::transfer::{Step, Steps, count};
use super::walk::Digits;

/// As many elements are looked at one by one where the strides alone do not tell.
pub const ENUMERATED: i64 = 1 << 16;

/// Whether no element is touched twice. A `false` may also mean that it was not found out: the strides are tangled and
/// there are more than [`ENUMERATED`] elements.
pub fn injective(steps: impl IntoIterator<Item = Step>) -> bool {
    let mut dims = Steps::new();
    for s in steps {
        if s.num == 0 {
            return true;
        }
        if s.num > 1 {
            dims.push(s);
        }
    }
    dims.sort_unstable_by_key(|d| d.stride.unsigned_abs());
    nested(&dims) || enumerated(&dims)
}

/// Each dimension steps over all that the smaller ones reach: then none of them meet.
fn nested(dims: &[Step]) -> bool {
    let mut reach = 0u64;
    for d in dims {
        let stride = d.stride.unsigned_abs();
        if stride <= reach {
            return false;
        }
        let far = u64::try_from(d.num - 1).ok().and_then(|n| stride.checked_mul(n));
        match far.and_then(|f| reach.checked_add(f)) {
            Some(r) => reach = r,
            None => return false,
        }
    }
    true
}

fn enumerated(dims: &[Step]) -> bool {
    if dims.iter().any(|d| d.stride == 0) {
        return false;
    }
    let Some(n) = count(dims.iter().map(|d| d.num)).filter(|n| *n <= ENUMERATED) else {
        return false;
    };
    let walk = Digits::new(0, dims);
    let mut seen: Vec<i64> = Vec::with_capacity(usize::try_from(n).unwrap_or(0));
    for k in 0..n {
        match walk.address(k) {
            Some(a) => seen.push(a),
            None => return false,
        }
    }
    seen.sort_unstable();
    seen.windows(2).all(|w| w.first() != w.last())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(list: &[(i64, i64)]) -> bool {
        injective(list.iter().map(|&(stride, num)| Step { stride, num }))
    }

    #[test]
    fn each_once() {
        assert!(check(&[]));
        assert!(check(&[(1, 8)]));
        assert!(check(&[(8, 4), (1, 8)]));
        assert!(check(&[(-8, 4), (1, 8)]));
        assert!(check(&[(0, 1), (1, 8)]));
        assert!(check(&[(0, 0)]));
        assert!(!check(&[(0, 2)]));
        assert!(!check(&[(3, 3), (1, 4)]));
        // Tangled, and yet no two meet: 0 2 4 3 5 7.
        assert!(check(&[(3, 2), (2, 3)]));
        assert!(!check(&[(3, 3), (2, 4)]));
        assert!(!check(&[(1 << 62, 3), (1 << 62, 3)]));
    }
}
