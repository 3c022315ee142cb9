//! The joint form of two sides that move the same elements in order: the coarsest list of dimensions that both step
//! through together.

use super::normal::coalesce_side;
use super::transfer::{Joint, Joints, Step, count};

/// Why there is no joint form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoForm {
    /// The sides move different numbers of elements: source, destination.
    Counts(i64, i64),
    /// A boundary of one side falls inside a run of the other; [`super::ragged`] cuts such a transfer into several.
    Ragged,
    /// Numbers leave 64 bits.
    Overflow,
    /// A `num` is negative.
    Negative,
    /// Cutting takes more pieces than [`super::ragged::PIECES`].
    Pieces,
}

/// The joint form, outermost first. A transfer of no elements gives one dimension of zero.
pub fn refine(src: &[Step], dst: &[Step]) -> Result<Joints, NoForm> {
    if src.iter().chain(dst).any(|d| d.num < 0) {
        return Err(NoForm::Negative);
    }
    let total = |s: &[Step]| count(s.iter().map(|d| d.num)).ok_or(NoForm::Overflow);
    let (a, b) = (total(src)?, total(dst)?);
    if a != b {
        return Err(NoForm::Counts(a, b));
    }
    if a == 0 {
        return Ok(smallvec::smallvec![Joint {
            src: 0,
            dst: 0,
            num: 0
        }]);
    }
    let (mut a, mut b) = (coalesce_side(src), coalesce_side(dst));
    let mut out = Joints::new();
    while let (Some(x), Some(y)) = (a.pop(), b.pop()) {
        let num = x.num.min(y.num);
        for (d, rest) in [(x, &mut a), (y, &mut b)] {
            if d.num.checked_rem(num) != Some(0) {
                return Err(NoForm::Ragged);
            }
            if d.num != num {
                let stride = d.stride.checked_mul(num).ok_or(NoForm::Overflow)?;
                rest.push(Step {
                    stride,
                    num: d.num / num,
                });
            }
        }
        let inner = Joint {
            src: x.stride,
            dst: y.stride,
            num,
        };
        // Built innermost first: what comes now is outside of what is there.
        match out.last_mut() {
            Some(last)
                if last.src.checked_mul(last.num) == Some(inner.src)
                    && last.dst.checked_mul(last.num) == Some(inner.dst) =>
            {
                last.num = last.num.checked_mul(num).ok_or(NoForm::Overflow)?;
            }
            _ => out.push(inner),
        }
    }
    out.reverse();
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::super::random::Random;
    use super::super::walk::Nested;
    use super::*;

    fn dims(list: &[(i64, i64)]) -> Vec<Step> {
        list.iter().map(|&(stride, num)| Step { stride, num }).collect()
    }
    fn nums(src: &[(i64, i64)], dst: &[(i64, i64)]) -> Result<Vec<i64>, NoForm> {
        refine(&dims(src), &dims(dst)).map(|j| j.iter().map(|j| j.num).collect())
    }

    #[test]
    fn what_both_sides_step_through_together() {
        assert_eq!(nums(&[(128, 4), (1, 128)], &[(128, 4), (1, 128)]), Ok(vec![512]));
        assert_eq!(
            nums(&[(128, 4), (1, 128)], &[(1 << 32, 4), (1, 128)]),
            Ok(vec![4, 128])
        );
        assert_eq!(
            nums(&[(2048, 8), (1, 512)], &[(512, 8), (1, 512)]),
            Ok(vec![8, 512])
        );
        assert_eq!(nums(&[(1, 12)], &[(100, 3), (1, 4)]), Ok(vec![3, 4]));
        assert_eq!(nums(&[(9, 2), (1, 3)], &[(7, 3), (1, 2)]), Err(NoForm::Ragged));
        assert_eq!(nums(&[(1, 3)], &[(1, 4)]), Err(NoForm::Counts(3, 4)));
        assert_eq!(nums(&[(1, -3)], &[(1, 4)]), Err(NoForm::Negative));
        assert_eq!(nums(&[(1, 0)], &[(1, 0)]), Ok(vec![0]));
        assert_eq!(nums(&[(5, 1)], &[(7, 1)]), Ok(vec![]));
    }

    #[test]
    fn the_sequence_of_addresses_stays() {
        let mut r = Random::new(1);
        let mut formed = 0;
        for _ in 0..20_000 {
            let mut side = |count: i64| {
                let mut rest = count;
                let mut out = Vec::new();
                while rest > 1 {
                    let f = [2, 3][r.index(2)];
                    let num = if rest % f == 0 { f } else { rest };
                    rest /= num;
                    let stride = [0, 1, 2, 3, 4, 6, 12, -1][r.index(8)];
                    out.push(Step { stride, num });
                }
                out
            };
            let (s, d) = (side(12), side(12));
            if let Ok(j) = refine(&s, &d) {
                formed += 1;
                let js: Vec<Step> = j
                    .iter()
                    .map(|j| Step {
                        stride: j.src,
                        num: j.num,
                    })
                    .collect();
                let jd: Vec<Step> = j
                    .iter()
                    .map(|j| Step {
                        stride: j.dst,
                        num: j.num,
                    })
                    .collect();
                assert!(Nested::new(0, &js).eq(Nested::new(0, &s)));
                assert!(Nested::new(0, &jd).eq(Nested::new(0, &d)));
            }
        }
        assert!(formed > 5_000);
    }
}
