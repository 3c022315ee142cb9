//! Seeded numbers and transfers, for tests, rule checks and generated programs: the same on every machine.

use super::transfer::{Joint, Joints, Offset, Transfer};

/// SplitMix64 (Steele, Lea, Flood 2014).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers of a seed.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }
    /// Any number.
    pub fn any(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    /// A number from 0 up to `n`, which is excluded; 0 for 0.
    pub fn below(&mut self, n: u64) -> u64 {
        self.any().checked_rem(n).unwrap_or(0)
    }
    /// An index into `n` elements.
    pub fn index(&mut self, n: usize) -> usize {
        usize::try_from(self.below(n as u64)).unwrap_or(0)
    }
    /// A number between two, both included.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        let span = high.abs_diff(low).saturating_add(1);
        low.saturating_add_unsigned(self.below(span))
    }
    /// Yes once in `n` times.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}

/// A transfer with up to `ranks` dimensions of at most `most` each: strides that continue others, repeated, zero and
/// negative ones, counts of zero and one, destinations that overlap. Few elements, so that all can be looked at.
pub fn transfer(r: &mut Random, ranks: u64, most: i64) -> Transfer {
    let rank = r.below(ranks + 1);
    let mut dims = Joints::new();
    let (mut s, mut d) = (1i64, 1i64);
    let mut left = 4096i64;
    // From the inside, each dimension mostly continues or jumps over what is inside of it.
    for _ in 0..rank {
        let num = match r.below(12) {
            0 => 1,
            1 if r.one_in(6) => 0,
            _ => r.between(2, most).min(left.max(1)),
        };
        left /= num.max(1);
        let side = |r: &mut Random, reach: i64| match r.below(12) {
            0 => 0,
            1 | 2 => reach * r.between(2, 4),
            3 => reach + r.between(1, 5),
            4 => r.between(-8, 8),
            5 => -reach,
            _ => reach,
        };
        let joint = Joint {
            src: side(r, s),
            dst: side(r, d),
            num,
        };
        if joint.src != 0 {
            s = (joint.src.abs() * num.max(1)).max(s);
        }
        if joint.dst != 0 {
            d = (joint.dst.abs() * num.max(1)).max(d);
        }
        dims.push(joint);
    }
    dims.reverse();
    if r.one_in(3) {
        // Any order.
        for n in (1..dims.len()).rev() {
            let m = r.index(n + 1);
            dims.swap(n, m);
        }
    }
    let offset = |r: &mut Random| match r.below(4) {
        0 => Offset::known(r.between(0, 64)),
        1 => Offset::known(r.between(0, 8) * 8),
        2 => Offset {
            at: r.between(0, 16),
            unknown: pick(r, &[1, 2, 3, 4, 8, 64]),
        },
        _ => Offset::default(),
    };
    let (src, dst) = (offset(r), offset(r));
    let size = pick(r, &[1, 2, 4, 8]);
    let (aliased, accumulates) = (r.one_in(12), r.one_in(10));
    Transfer::new(src, dst, size, dims, aliased, accumulates)
}

fn pick(r: &mut Random, from: &[i64]) -> i64 {
    from.get(r.index(from.len())).copied().unwrap_or(1)
}
