//! Two ways to say which elements a side touches, in order, that share nothing: nested loops, and digits of the element's
//! number. What one finds the other must find.

use super::transfer::{Step, Steps};

/// Nested loops, the last dimension fastest.
pub struct Nested<'a> {
    dims: &'a [Step],
    index: smallvec::SmallVec<[i64; 8]>,
    at: Option<i64>,
}

impl<'a> Nested<'a> {
    /// The elements of `dims` from `start`.
    pub fn new(start: i64, dims: &'a [Step]) -> Self {
        let empty = dims.iter().any(|d| d.num <= 0);
        Nested {
            dims,
            index: smallvec::smallvec![0; dims.len()],
            at: (!empty).then_some(start),
        }
    }
}

impl Iterator for Nested<'_> {
    type Item = i64;

    /// The next element; also ends where an address leaves 64 bits.
    fn next(&mut self) -> Option<i64> {
        let now = self.at?;
        let mut at = Some(now);
        let mut more = false;
        for (d, k) in self.dims.iter().zip(self.index.iter_mut()).rev() {
            if *k + 1 < d.num {
                *k += 1;
                at = at.and_then(|a| a.checked_add(d.stride));
                more = true;
                break;
            }
            // Back to the first of this dimension; the one outside goes on.
            at = d.stride.checked_mul(*k).and_then(|b| at?.checked_sub(b));
            *k = 0;
        }
        self.at = at.filter(|_| more);
        Some(now)
    }
}

/// Digits: the number of an element, written in the mixed radix of the counts, gives its indices.
pub struct Digits {
    start: i64,
    dims: Steps,
}

impl Digits {
    /// The elements of `dims` from `start`.
    pub fn new(start: i64, dims: &[Step]) -> Self {
        Digits {
            start,
            dims: dims.into(),
        }
    }

    /// Where element `n` is; `None` if there is no such element, or its address leaves 64 bits.
    pub fn address(&self, n: i64) -> Option<i64> {
        let mut rest = n;
        let mut sum = i128::from(self.start);
        for d in self.dims.iter().rev() {
            let digit = rest.checked_rem_euclid(d.num)?;
            rest = rest.checked_div_euclid(d.num)?;
            sum += i128::from(digit) * i128::from(d.stride);
        }
        (rest == 0).then(|| i64::try_from(sum).ok()).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::super::random::Random;
    use super::*;

    #[test]
    fn both_find_the_same() {
        let mut r = Random::new(7);
        let mut total = 0;
        for _ in 0..5_000 {
            let dims: Steps = (0..r.below(5))
                .map(|_| Step {
                    stride: r.between(-20, 20),
                    num: r.between(0, 5),
                })
                .collect();
            let start = r.between(-50, 50);
            let one: Vec<i64> = Nested::new(start, &dims).collect();
            let digits = Digits::new(start, &dims);
            let other: Vec<i64> = (0..).map_while(|n| digits.address(n)).collect();
            assert_eq!(one, other, "{dims:?}");
            total += one.len();
        }
        assert!(total > 20_000);
    }

    #[test]
    fn far_addresses_end() {
        let dims = [Step {
            stride: i64::MAX,
            num: 3,
        }];
        assert_eq!(Nested::new(0, &dims).collect::<Vec<_>>(), [0, i64::MAX]);
        assert_eq!(Digits::new(0, &dims).address(2), None);
    }
}
