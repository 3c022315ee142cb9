//! What a random program moves, whatever its level.

use crate::ap::random::Random;

/// How large programs are.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Copies.
    pub copies: i64,
    /// Dimensions of a copy, the partition included.
    pub rank: i64,
    /// Elements of a dimension.
    pub num: i64,
    /// Partitions of a copy.
    pub partitions: i64,
    /// Loops around a copy.
    pub loops: u64,
    /// Destinations may write an element more than once.
    pub repeat: bool,
    /// Source and destination may have bytes in common.
    pub overlap: bool,
    /// Source and destination may have different element types.
    pub casts: bool,
}

impl Size {
    /// For targets of ordinary size.
    pub const NORMAL: Size = Size {
        copies: 3,
        rank: 4,
        num: 6,
        partitions: 9,
        loops: 2,
        repeat: false,
        overlap: false,
        casts: true,
    };
    /// For a target of a few bytes.
    pub const SMALL: Size = Size {
        copies: 2,
        rank: 2,
        num: 3,
        partitions: 3,
        ..Size::NORMAL
    };
}

/// An element type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Element {
    /// Its bytes.
    pub bytes: i64,
    /// How many numbers it is.
    pub lanes: i64,
}

/// A memory. On chip it has rows, the partitions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Memory {
    /// Its number among the spaces that were given.
    pub space: usize,
    /// Whether that has partitions.
    pub chip: bool,
    /// Rows.
    pub rows: i64,
    /// Bytes of each.
    pub row: i64,
    /// It is an argument of the program; else it is allocated.
    pub argument: bool,
    /// Bytes of what is in it.
    pub element: i64,
}

/// A loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Loop {
    /// The first index.
    pub lower: i64,
    /// How often it runs.
    pub trips: i64,
    /// From one index to the next.
    pub step: i64,
}

impl Loop {
    /// The index of a turn.
    pub fn index(&self, turn: i64) -> i64 {
        self.lower.saturating_add(turn.saturating_mul(self.step))
    }
    /// The index that is not reached any more.
    pub fn upper(&self) -> i64 {
        self.index(self.trips)
    }
}

/// One side of a copy. Numbers are in elements, those of partitions in rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Side {
    /// The memory's number.
    pub memory: usize,
    /// The element type, by its number among those that were given.
    pub dtype: usize,
    /// Bytes of that.
    pub bytes: i64,
    /// Where the first element is in its row, before loops add to it.
    pub first: i64,
    /// The first row.
    pub row: i64,
    /// From row to row, and how many.
    pub partition: Option<(i64, i64)>,
    /// Stride and num, outermost first.
    pub pairs: Vec<(i64, i64)>,
    /// What the index of each loop is multiplied with.
    pub steps: Vec<i64>,
}

impl Side {
    /// Where the first element is for these indices.
    pub fn at(&self, indices: &[i64]) -> i64 {
        let moved = self.steps.iter().zip(indices).map(|(s, i)| s.saturating_mul(*i));
        moved.fold(self.first, i64::saturating_add)
    }
}

/// A copy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Copy {
    /// The loops around it, outermost first.
    pub loops: Vec<Loop>,
    /// From where.
    pub src: Side,
    /// To where.
    pub dst: Side,
}

impl Plan {
    /// Whether its memories have room in spaces of so many rows and bytes of each, with some left between them.
    pub fn fits(&self, room: &[(i64, i64)]) -> bool {
        const BETWEEN: i64 = 8;
        room.iter().enumerate().all(|(n, (rows, bytes))| {
            let mut here = self.memories.iter().filter(|m| m.space == n);
            let size = |m: &Memory| m.row.saturating_add(BETWEEN);
            here.clone().map(size).fold(0, i64::saturating_add) <= *bytes && here.all(|m| m.rows <= *rows)
        })
    }
}

/// A program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// Its memories.
    pub memories: Vec<Memory>,
    /// Its copies, in order.
    pub copies: Vec<Copy>,
}

/// Strides for these nums, in any order of dimensions, with gaps, mostly not negative; how far they reach down and up.
fn strides(r: &mut Random, nums: &[i64], zero: bool) -> (Vec<i64>, i64, i64) {
    let mut order: Vec<usize> = (0..nums.len()).collect();
    if r.one_in(3) {
        for n in (1..order.len()).rev() {
            order.swap(n, r.index(n + 1));
        }
    }
    let mut out = vec![0; nums.len()];
    let (mut extent, mut down, mut up) = (1i64, 0i64, 0i64);
    for at in order.into_iter().rev() {
        let gap = if r.one_in(3) { r.between(1, 3) } else { 0 };
        let mut stride = extent.saturating_add(gap);
        if zero && r.one_in(8) {
            stride = 0;
        } else if r.one_in(8) {
            stride = -stride;
        }
        let num = nums.get(at).copied().unwrap_or(1);
        let far = stride.saturating_mul(num.saturating_sub(1));
        down = down.saturating_add(far.min(0));
        up = up.saturating_add(far.max(0));
        if let Some(slot) = out.get_mut(at) {
            *slot = stride;
        }
        extent = up.saturating_sub(down).saturating_add(1);
    }
    (out, down, up)
}

/// Makes up a program. `dtypes` are the element types, `chips` says which spaces have partitions.
pub fn plan(r: &mut Random, size: Size, dtypes: &[Element], chips: &[bool]) -> Plan {
    let mut out = Plan::default();
    for _ in 0..r.between(1, size.copies) {
        copy(r, size, dtypes, chips, &mut out);
    }
    for m in &mut out.memories {
        let over = m.row.checked_rem(m.element).unwrap_or(0);
        m.row = m.row.saturating_add(if over == 0 {
            0
        } else {
            m.element.saturating_sub(over)
        });
    }
    out
}

fn copy(r: &mut Random, size: Size, dtypes: &[Element], chips: &[bool], out: &mut Plan) {
    let dtype = r.index(dtypes.len());
    let element = |n: usize| dtypes.get(n).copied().unwrap_or(Element { bytes: 1, lanes: 1 });
    // What is cast keeps its number of numbers.
    let other = r.index(dtypes.len());
    let cast = size.casts && r.one_in(6) && element(other).lanes == element(dtype).lanes;
    let types = [dtype, if cast { other } else { dtype }];
    let spaces = [r.index(chips.len()), r.index(chips.len())];
    let chip = |n: usize| chips.get(n).copied().unwrap_or(false);
    let on_chip = spaces.map(chip);
    let mut nums: Vec<i64> = (0..r.between(1, size.rank))
        .map(|_| r.between(1, size.num))
        .collect();
    if on_chip.contains(&true)
        && let Some(first) = nums.first_mut()
    {
        *first = r.between(1, size.partitions);
    }
    let loops: Vec<Loop> = (0..r.below(size.loops.saturating_add(1)))
        .map(|_| Loop {
            lower: if r.one_in(4) { r.between(1, 2) } else { 0 },
            trips: r.between(1, 3),
            step: if r.one_in(4) { 2 } else { 1 },
        })
        .collect();
    // What was written last is often what is read next.
    let last = out.copies.last().map(|c| c.dst.memory);
    let again = last.filter(|m| r.one_in(2) && out.memories.get(*m).is_some());
    let mut side = |r: &mut Random, source: bool, space: usize, again: Option<usize>, not: Option<usize>| {
        let [from_type, to_type] = types;
        let dtype = if source { from_type } else { to_type };
        let bytes = element(dtype).bytes;
        let space = again.and_then(|m| out.memories.get(m)).map_or(space, |m| m.space);
        let is_chip = chip(space);
        let (partition, free) = match nums.split_first() {
            Some((rows, free)) if is_chip => (Some(*rows), free),
            _ => (None, &nums[..]),
        };
        let zero = source || size.repeat;
        let (strides, down, up) = strides(r, free, zero);
        let mut pairs: Vec<(i64, i64)> = strides.into_iter().zip(free.iter().copied()).collect();
        if pairs.is_empty() {
            pairs.push((1, 1));
        }
        let extent = up.saturating_sub(down).saturating_add(1);
        let steps: Vec<i64> = loops
            .iter()
            .map(|_| r.between(0, extent.saturating_add(1).min(6)))
            .collect();
        let far = |(s, l): (&i64, &Loop)| s.saturating_mul(l.index(l.trips.saturating_sub(1)));
        let reach = steps.iter().zip(&loops).map(far).fold(0, i64::saturating_add);
        let first = r.between(0, 2);
        let elements = [extent, reach, first, r.between(0, 2)];
        let row = elements
            .into_iter()
            .fold(0, i64::saturating_add)
            .saturating_mul(bytes);
        let from = if is_chip { r.between(0, 1) } else { 0 };
        let across: Option<(i64, i64)> = partition.map(|n| (if r.one_in(4) { 2 } else { 1 }, n));
        let rows = across.map_or(1, |(s, n)| {
            from.saturating_add(s.saturating_mul(n.saturating_sub(1)))
                .saturating_add(1)
        });
        let fresh = Memory {
            space,
            chip: is_chip,
            rows,
            row,
            argument: !is_chip && !r.one_in(4),
            element: bytes,
        };
        let memory = match again.filter(|m| Some(*m) != not) {
            Some(m) => m,
            None => {
                out.memories.push(fresh.clone());
                out.memories.len().saturating_sub(1)
            }
        };
        if let Some(m) = out.memories.get_mut(memory) {
            (m.rows, m.row) = (m.rows.max(fresh.rows), m.row.max(fresh.row));
            m.element = m.element.max(bytes);
        }
        Side {
            memory,
            dtype,
            bytes,
            first: first.saturating_sub(down),
            row: from,
            partition: across,
            pairs,
            steps,
        }
    };
    let [from, to] = spaces;
    let src = side(r, true, from, again, None);
    let same = size.overlap && r.one_in(6);
    let dst = side(r, false, to, same.then_some(src.memory), None);
    out.copies.push(Copy { loops, src, dst });
}
