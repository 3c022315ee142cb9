//! Fingerprints of address maps: whether two terms move the same elements to the same places.
//!
//! The map of a term is the polynomial `sum X^src Y^dst` over all bytes that it moves, with `Z^position` as a factor
//! where their order counts. A dimension multiplies it by a geometric series, so that the value at a point takes
//! logarithmic time. Two points modulo `2^61 - 1` tell different maps apart but for one case in about `2^40`.

use crate::ap::{Joint, Offset};

/// The modulus, a prime.
const P: u64 = (1 << 61) - 1;

fn mul(a: u64, b: u64) -> u64 {
    let wide = u128::from(a) * u128::from(b);
    let (low, high) = ((wide as u64) & P, (wide >> 61) as u64);
    add(low, high)
}

fn add(a: u64, b: u64) -> u64 {
    let s = a + b;
    if s >= P { s - P } else { s }
}

fn pow(mut base: u64, mut n: u64) -> u64 {
    let mut out = 1;
    while n > 0 {
        if n & 1 == 1 {
            out = mul(out, base);
        }
        base = mul(base, base);
        n >>= 1;
    }
    out
}

/// `1 + q + .. + q^(n - 1)`.
fn series(q: u64, n: u64) -> u64 {
    // (sum of the first m terms, q^m) for m, the leading bits of n.
    let (mut sum, mut power) = (0, 1);
    for bit in (0..64 - n.leading_zeros()).rev() {
        sum = add(sum, mul(sum, power));
        power = mul(power, power);
        if n >> bit & 1 == 1 {
            sum = add(sum, power);
            power = mul(power, q);
        }
    }
    sum
}

/// Powers of one base by powers of two, both ways, so that strides with few bits take few multiplications.
struct Powers {
    up: [u64; 64],
    down: [u64; 64],
}

impl Powers {
    fn new(base: u64) -> Self {
        let table = |mut b: u64| {
            [(); 64].map(|()| {
                let now = b;
                b = mul(b, b);
                now
            })
        };
        Powers {
            up: table(base),
            down: table(pow(base, P - 2)),
        }
    }

    /// The base to a power.
    fn to(&self, n: i64) -> u64 {
        let table = if n < 0 { &self.down } else { &self.up };
        let mut bits = n.unsigned_abs();
        let mut out = 1;
        while bits != 0 {
            let at = bits.trailing_zeros();
            out = mul(out, table.get(at as usize).copied().unwrap_or(1));
            bits &= bits - 1;
        }
        out
    }
}

/// A point at which polynomials are looked at.
struct Point {
    x: Powers,
    y: Powers,
    z: Powers,
    /// What the unknown of either side is taken to be.
    unknown: [i64; 2],
}

/// The points.
pub(super) struct Points {
    points: [Point; 2],
    ordered: bool,
    /// Bytes of the elements that terms may have.
    sizes: Sizes,
}

/// Element sizes, ascending.
pub(super) type Sizes = smallvec::SmallVec<[i64; 4]>;

/// The values of a list of dimensions at each point, for elements of each size.
pub(super) type Print = [[u64; 4]; 2];

impl Points {
    /// Points for transfers whose order counts or does not, with elements of these sizes, of which there are at most four.
    pub(super) fn new(ordered: bool, sizes: Sizes) -> Self {
        let point = |seed: u64| {
            // Three bases of no structure.
            let mut r = crate::ap::random::Random::new(seed);
            let mut base = || Powers::new(r.any() % (P - 2) + 2);
            let (x, y, z) = (base(), base(), base());
            Point {
                x,
                y,
                z,
                unknown: [
                    i64::try_from(r.any() >> 40).unwrap_or(1),
                    i64::try_from(r.any() >> 40).unwrap_or(1),
                ],
            }
        };
        Points {
            points: [point(0x526f_6f6b), point(0x6572_7921)],
            ordered,
            sizes,
        }
    }

    /// Whether elements of this size are looked at.
    pub(super) fn knows(&self, size: i64) -> bool {
        self.sizes.contains(&size)
    }

    /// Of no dimensions: one element.
    pub(super) fn end() -> Print {
        [[1; 4]; 2]
    }

    /// Of a dimension around others that have `count` elements.
    pub(super) fn dim(&self, d: Joint, count: i64, rest: &Print) -> Print {
        let mut out = *rest;
        let num = u64::try_from(d.num).unwrap_or(0);
        for (p, values) in self.points.iter().zip(out.iter_mut()) {
            for (size, v) in self.sizes.iter().zip(values.iter_mut()) {
                let power = |t: &Powers, s: i64| match s.checked_mul(*size) {
                    Some(n) => t.to(n),
                    // Further than 64 bits of bytes: the power of a power.
                    None => pow(t.to(s), size.unsigned_abs()),
                };
                let mut q = mul(power(&p.x, d.src), power(&p.y, d.dst));
                if self.ordered {
                    q = mul(q, power(&p.z, count));
                }
                *v = mul(*v, series(q, num));
            }
        }
        out
    }

    /// Of a whole transfer; none where elements have a size that is not looked at.
    pub(super) fn whole(&self, src: Offset, dst: Offset, size: i64, dims: &Print) -> Option<[u64; 2]> {
        let n = self.sizes.iter().position(|s| *s == size)?;
        let mut out = [0; 2];
        for ((p, values), o) in self.points.iter().zip(dims).zip(out.iter_mut()) {
            let at = |t: &Powers, off: Offset, unknown: i64| {
                let one = mul(t.to(off.at), pow_signed(t, off.unknown, unknown));
                pow(one, size.unsigned_abs())
            };
            let [u, v] = p.unknown;
            let mut q = mul(p.x.to(1), p.y.to(1));
            if self.ordered {
                q = mul(q, p.z.to(1));
            }
            let element = series(q, size.unsigned_abs());
            let start = mul(at(&p.x, src, u), at(&p.y, dst, v));
            *o = mul(mul(start, element), values.get(n).copied().unwrap_or(0));
        }
        Some(out)
    }
}

/// `base ^ (a * b)`.
fn pow_signed(t: &Powers, a: i64, b: i64) -> u64 {
    pow(t.to(a), b.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn series_are_sums() {
        for n in 0..40u64 {
            for q in [0, 1, 2, 3, P - 1, 123_456_789] {
                let want = (0..n).fold(0, |s, k| add(s, pow(q, k)));
                assert_eq!(series(q, n), want, "{q} {n}");
            }
        }
    }

    #[test]
    fn powers_go_both_ways() {
        let t = Powers::new(12345);
        for n in [0, 1, 7, 1 << 40, i64::MAX] {
            assert_eq!(mul(t.to(n), t.to(-n)), 1);
        }
        assert_eq!(t.to(5), pow(12345, 5));
    }
}
