//! What a DMA moves: a source and a destination that are stepped through together.
//!
//! Strides and offsets are in elements. On chip they are linear addresses of a memory whose partitions lie far apart (see
//! [`super::place`]), so that one integer is a vector of partition and element, and arithmetic on it is component-wise.

use smallvec::SmallVec;

/// One dimension of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Step {
    /// Distance from one to the next, in elements; negative ones and 0 are fine.
    pub stride: i64,
    /// How many; not negative.
    pub num: i64,
}

/// One dimension of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Joint {
    /// Stride of the source, in elements.
    pub src: i64,
    /// Stride of the destination, in elements.
    pub dst: i64,
    /// How many; not negative.
    pub num: i64,
}

/// One side, outermost first. No allocation up to eight dimensions, which is what real accesses have.
pub type Steps = SmallVec<[Step; 8]>;
/// Both sides, outermost first.
pub type Joints = SmallVec<[Joint; 8]>;

/// Where a side begins, in elements: `at + unknown * x`, where `x` is an integer that only run time knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Offset {
    /// What is known.
    pub at: i64,
    /// What the unknown part is a multiple of; 0: there is none.
    pub unknown: i64,
}

impl Offset {
    /// A known offset.
    pub fn known(at: i64) -> Self {
        Offset { at, unknown: 0 }
    }
    /// Whether it is a multiple of `k` whatever the unknown part is; `k` is positive.
    pub fn multiple_of(self, k: i64) -> bool {
        self.at.checked_rem(k) == Some(0) && self.unknown.checked_rem(k) == Some(0)
    }
    /// Moved by `n` elements.
    pub fn plus(self, n: i64) -> Option<Self> {
        Some(Offset {
            at: self.at.checked_add(n)?,
            ..self
        })
    }
}

/// Whether the order in which elements are moved can be seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Order {
    /// No: each destination is written once and no source is written.
    Free,
    /// A destination is written more than once; the last one counts.
    LastWriter,
    /// Source and destination may overlap.
    Aliased,
    /// The destination accumulates.
    Accumulates,
}

/// A transfer.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Transfer {
    /// Where the source begins.
    pub src: Offset,
    /// Where the destination begins.
    pub dst: Offset,
    /// Bytes of an element.
    pub size: i64,
    /// The largest element, in bytes, that both memories can be seen as having; at least `size`.
    pub widest: i64,
    /// Dimensions, outermost first.
    pub dims: Joints,
    /// What is known of its order.
    pub order: Order,
}

impl Transfer {
    /// A transfer whose order is what its destination says. `aliased`: the sides may overlap.
    pub fn new(src: Offset, dst: Offset, size: i64, dims: Joints, aliased: bool, accumulates: bool) -> Self {
        let order = if accumulates {
            Order::Accumulates
        } else if aliased {
            Order::Aliased
        } else if super::injective::injective(dims.iter().map(|d| Step {
            stride: d.dst,
            num: d.num,
        })) {
            Order::Free
        } else {
            Order::LastWriter
        };
        let widest = if accumulates { size } else { size.max(8) };
        Transfer {
            src,
            dst,
            size,
            widest,
            dims,
            order,
        }
    }

    /// Elements moved; `None` where that leaves 64 bits.
    pub fn count(&self) -> Option<i64> {
        count(self.dims.iter().map(|d| d.num))
    }

    /// Dimensions of one side.
    pub fn side(&self, source: bool) -> Steps {
        let step = |d: &Joint| Step {
            stride: if source { d.src } else { d.dst },
            num: d.num,
        };
        self.dims.iter().map(step).collect()
    }
}

/// A product of counts, 0 as soon as one is 0; `None` where it leaves 64 bits.
pub fn count(nums: impl IntoIterator<Item = i64> + Clone) -> Option<i64> {
    if nums.clone().into_iter().any(|n| n == 0) {
        return Some(0);
    }
    nums.into_iter().try_fold(1i64, |n, d| n.checked_mul(d))
}

/// Lowest and highest element from the start; `None` where they leave 64 bits or nothing is touched.
pub fn extent(steps: impl IntoIterator<Item = Step>) -> Option<(i64, i64)> {
    let (mut low, mut high) = (0i64, 0i64);
    for s in steps {
        let far = s.stride.checked_mul(s.num.checked_sub(1)?)?;
        if s.num <= 0 {
            return None;
        }
        if far < 0 {
            low = low.checked_add(far)?;
        } else {
            high = high.checked_add(far)?;
        }
    }
    Some((low, high))
}
