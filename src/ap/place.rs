//! Where elements are: a partition and an element in it, as one linear address and back.
//!
//! On chip, partitions are taken to lie [`PARTITION_BYTES`] apart, far more than one holds. Then a stride across
//! partitions is no multiple of anything inside of one, so that a partition never merges with a dimension inside it; sums,
//! multiples and comparisons of addresses are those of the vectors; and the halves of an even address are addresses of
//! elements of twice the size. In flat memory there is one partition.

use super::transfer::Step;

/// How far apart partitions lie in linear addresses.
pub const PARTITION_BYTES: i64 = 1 << 32;

/// A place, a distance or a stride: so many partitions and so many elements.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Addr {
    /// Partitions.
    pub part: i64,
    /// Elements inside a partition, or of flat memory.
    pub elem: i64,
}

/// One dimension of an access.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Pair {
    /// From one to the next.
    pub stride: Addr,
    /// How many; not negative.
    pub num: i64,
}

fn spacing(size: i64) -> Option<i64> {
    PARTITION_BYTES.checked_div(size).filter(|_| size > 0)
}

/// The linear address of a place, for elements of `size` bytes; `None` where the element is further out than half the
/// distance of two partitions, which no memory is. Flat memory takes any element.
pub fn linear(a: Addr, size: i64, chip: bool) -> Option<i64> {
    if !chip {
        return (a.part == 0).then_some(a.elem);
    }
    let apart = spacing(size)?;
    if a.elem.unsigned_abs() >= apart.unsigned_abs() / 2 {
        return None;
    }
    a.part.checked_mul(apart)?.checked_add(a.elem)
}

/// The place of a linear address.
pub fn place(at: i64, size: i64, chip: bool) -> Addr {
    match spacing(size).filter(|_| chip) {
        Some(apart) if apart > 1 => {
            let half = apart / 2;
            let part = at.saturating_add(half).div_euclid(apart);
            Addr {
                part,
                elem: at.saturating_sub(part.saturating_mul(apart)),
            }
        }
        _ => Addr { part: 0, elem: at },
    }
}

/// Dimensions as linear steps; `None` as in [`linear`], also where a dimension reaches out of its partition by elements.
pub fn steps(pairs: &[Pair], size: i64, chip: bool) -> Option<super::Steps> {
    let one = |p: &Pair| {
        let far = p.stride.elem.checked_mul(p.num.saturating_sub(1).max(0));
        if chip {
            linear(Addr { part: 0, elem: far? }, size, true)?;
        }
        Some(Step {
            stride: linear(p.stride, size, chip)?,
            num: p.num,
        })
    };
    pairs.iter().map(one).collect()
}

/// Linear steps as dimensions.
pub fn pairs(steps: &[Step], size: i64, chip: bool) -> smallvec::SmallVec<[Pair; 8]> {
    steps
        .iter()
        .map(|s| Pair {
            stride: place(s.stride, size, chip),
            num: s.num,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::random::Random;
    use super::*;

    #[test]
    fn there_and_back() {
        let mut r = Random::new(11);
        for _ in 0..20_000 {
            let size = [1, 2, 4, 8][r.index(4)];
            let a = Addr {
                part: r.between(-1024, 1024),
                elem: r.between(-(1 << 20), 1 << 20),
            };
            let at = linear(a, size, true);
            assert_eq!(at.map(|n| place(n, size, true)), Some(a));
            let flat = Addr { part: 0, ..a };
            assert_eq!(
                linear(flat, size, false).map(|n| place(n, size, false)),
                Some(flat)
            );
        }
    }

    #[test]
    fn arithmetic_is_that_of_the_vectors() {
        let mut r = Random::new(12);
        let mut some = || Addr {
            part: r.between(-40, 40),
            elem: r.between(-5000, 5000) * 2,
        };
        for n in -20..20 {
            let (a, b) = (some(), some());
            let to = |a: Addr| linear(a, 2, true).unwrap_or_default();
            let sum = Addr {
                part: a.part + n * b.part,
                elem: a.elem + n * b.elem,
            };
            assert_eq!(place(to(a) + n * to(b), 2, true), sum);
            let half = Addr {
                elem: a.elem / 2,
                ..a
            };
            assert_eq!(place(to(a) / 2, 4, true), half);
        }
    }

    #[test]
    fn what_leaves_a_partition_has_no_address() {
        let far = |elem| linear(Addr { part: 1, elem }, 1, true);
        assert_eq!(far(1 << 31), None);
        assert!(far((1 << 31) - 1).is_some());
        assert_eq!(linear(Addr { part: 1, elem: 0 }, 1, false), None);
        let long = Pair {
            stride: Addr {
                part: 0,
                elem: 1 << 20,
            },
            num: 1 << 20,
        };
        assert_eq!(steps(&[long], 2, true), None);
        assert!(steps(&[long], 2, false).is_some());
    }
}
