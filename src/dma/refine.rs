//! The joint normal form of two access patterns that move the same elements in order.

use smallvec::SmallVec;

/// One dimension of one side. The stride of a partition is a component of its own, so a partition never merges with a
/// dimension inside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dim {
    /// Stride, in elements.
    pub stride: i64,
    /// How many.
    pub num: i64,
    /// Strides across partitions.
    pub partition: bool,
}

/// One dimension of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Joint {
    /// Of the source.
    pub src: Dim,
    /// Of the destination; the same `num`.
    pub dst: Dim,
}

/// One side. No allocation up to eight dimensions, which is what real accesses have.
pub type Dims = SmallVec<[Dim; 8]>;
/// Both sides.
pub type Joints = SmallVec<[Joint; 8]>;

/// Why there is no joint form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoForm {
    /// The sides move different numbers of elements.
    Counts,
    /// A boundary of one side falls inside a run of the other.
    Ragged,
    /// Numbers leave 64 bits.
    Overflow,
}

/// Elements moved; `None` on overflow.
pub fn count(dims: impl IntoIterator<Item = i64>) -> Option<i64> {
    dims.into_iter().try_fold(1i64, |n, d| n.checked_mul(d))
}

/// Whether `outer` steps exactly over all of `inner`: then both are one dimension with the stride of `inner`.
fn merges(outer: Dim, inner: Dim) -> bool {
    outer.partition == inner.partition && inner.stride.checked_mul(inner.num) == Some(outer.stride)
}

/// One side without dimensions of one element and with dimensions merged that are one run.
pub fn coalesce(dims: &[Dim]) -> Dims {
    let mut out = Dims::new();
    for d in dims.iter().copied().filter(|d| d.num != 1) {
        match out.last_mut() {
            Some(last) if merges(*last, d) => match last.num.checked_mul(d.num) {
                Some(num) => *last = Dim { num, ..d },
                None => out.push(d),
            },
            _ => out.push(d),
        }
    }
    out
}

/// The joint form, outermost first: the coarsest list of dimensions that both sides step through together. An access
/// of no elements gives one dimension of zero.
pub fn refine(src: &[Dim], dst: &[Dim]) -> Result<Joints, NoForm> {
    let total = |s: &[Dim]| {
        if s.iter().any(|d| d.num == 0) {
            Some(0)
        } else {
            count(s.iter().map(|d| d.num))
        }
    };
    let (a, b) = (
        total(src).ok_or(NoForm::Overflow)?,
        total(dst).ok_or(NoForm::Overflow)?,
    );
    if a != b {
        return Err(NoForm::Counts);
    }
    if a == 0 {
        let none = Dim {
            stride: 0,
            num: 0,
            partition: false,
        };
        return Ok(smallvec::smallvec![Joint { src: none, dst: none }]);
    }
    let (mut a, mut b) = (coalesce(src), coalesce(dst));
    let mut out = Joints::new();
    while let (Some(x), Some(y)) = (a.pop(), b.pop()) {
        let num = x.num.min(y.num);
        for (d, rest) in [(x, &mut a), (y, &mut b)] {
            if d.num % num != 0 {
                return Err(NoForm::Ragged);
            }
            if d.num != num {
                let stride = d.stride.checked_mul(num).ok_or(NoForm::Overflow)?;
                rest.push(Dim {
                    stride,
                    num: d.num / num,
                    ..d
                });
            }
        }
        let inner = Joint {
            src: Dim { num, ..x },
            dst: Dim { num, ..y },
        };
        // Built innermost first: what comes now is outside of what is there.
        match out.last_mut() {
            Some(last) if merges(inner.src, last.src) && merges(inner.dst, last.dst) => {
                let n = last.src.num.checked_mul(num).ok_or(NoForm::Overflow)?;
                last.src.num = n;
                last.dst.num = n;
            }
            _ => out.push(inner),
        }
    }
    out.reverse();
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dims(list: &[(i64, i64)], partition: bool) -> Vec<Dim> {
        list.iter()
            .enumerate()
            .map(|(n, &(stride, num))| Dim {
                stride,
                num,
                partition: partition && n == 0,
            })
            .collect()
    }
    fn nums(src: &[(i64, i64)], dst: &[(i64, i64)], chip: bool) -> Result<Vec<i64>, NoForm> {
        refine(&dims(src, false), &dims(dst, chip)).map(|j| j.iter().map(|j| j.src.num).collect())
    }

    #[test]
    fn what_both_sides_step_through_together() {
        assert_eq!(
            nums(&[(128, 4), (1, 128)], &[(128, 4), (1, 128)], false),
            Ok(vec![512])
        );
        assert_eq!(
            nums(&[(128, 4), (1, 128)], &[(128, 4), (1, 128)], true),
            Ok(vec![4, 128])
        );
        assert_eq!(
            nums(&[(2048, 8), (1, 512)], &[(512, 8), (1, 512)], false),
            Ok(vec![8, 512])
        );
        assert_eq!(nums(&[(1, 12)], &[(100, 3), (1, 4)], false), Ok(vec![3, 4]));
        assert_eq!(
            nums(&[(9, 2), (1, 3)], &[(7, 3), (1, 2)], false),
            Err(NoForm::Ragged)
        );
        assert_eq!(nums(&[(1, 3)], &[(1, 4)], false), Err(NoForm::Counts));
        assert_eq!(nums(&[(1, 0)], &[(1, 0)], false), Ok(vec![0]));
        assert_eq!(nums(&[(5, 1)], &[(7, 1)], false), Ok(vec![]));
    }

    /// Every address of both sides, in order, by nested counting.
    fn walk(dims: &[Dim]) -> Vec<i64> {
        dims.iter().fold(vec![0], |all, d| {
            all.iter()
                .flat_map(|a| (0..d.num).map(move |k| a + k * d.stride))
                .collect()
        })
    }

    #[test]
    fn the_sequence_of_addresses_stays() {
        let mut seed = 1u64;
        let mut next = |n: u64| {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (seed >> 33) % n
        };
        let mut formed = 0;
        for _ in 0..20_000 {
            let mut side = |count: i64| {
                let mut rest = count;
                let mut out = Vec::new();
                while rest > 1 {
                    let f = [2, 3][next(2) as usize];
                    let num = if rest % f == 0 { f } else { rest };
                    rest /= num;
                    let stride = [0, 1, 2, 3, 4, 6, 12, -1][next(8) as usize];
                    out.push(Dim {
                        stride,
                        num,
                        partition: false,
                    });
                }
                out
            };
            let (s, d) = (side(12), side(12));
            if let Ok(j) = refine(&s, &d) {
                formed += 1;
                let (js, jd): (Vec<Dim>, Vec<Dim>) = j.iter().map(|j| (j.src, j.dst)).unzip();
                assert_eq!(walk(&js), walk(&s));
                assert_eq!(walk(&jd), walk(&d));
            }
        }
        assert!(formed > 5_000);
    }
}
