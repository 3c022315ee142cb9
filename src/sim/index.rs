//! `penguin`: each element by an index expression. The position of the element with the indices `(c0, c1, ..)` is
//! `offset + s0 * c0 + s1 * c1 + ..`, computed anew for each, and split into the tensor's row and the place in it. The
//! partition's part of the expression says which row; the rest must stay in it.

use super::walk::{Access, Bad, Reach, Run};

/// The elements of an access in order. Where the last index counts neighbours, they come as one run.
pub struct Walk<'a> {
    access: &'a Access,
    indices: Vec<i64>,
    nums: Vec<i64>,
    inner: i64,
    done: bool,
}

/// Row and byte of the element with these indices: first that of the partition pair, if there is one.
fn place(a: &Access, indices: &[i64]) -> Option<(i64, i64)> {
    let row = a.row.checked_div(a.size).filter(|r| *r > 0)?;
    let (mut across, mut free) = (a.offset, 0i64);
    let mut indices = indices.iter();
    if let Some((stride, _)) = a.partition {
        across = across.checked_add(stride.checked_mul(*indices.next()?)?)?;
    }
    for ((stride, _), i) in a.pairs.iter().zip(indices) {
        free = free.checked_add(stride.checked_mul(*i)?)?;
    }
    if a.rows == 1 {
        return Some((0, across.checked_add(free)?.checked_mul(a.size)?));
    }
    let column = across.rem_euclid(row).checked_add(free)?;
    Some((across.div_euclid(row), column.checked_mul(a.size)?))
}

/// What an access reaches; an error if that is not all there.
pub fn reach(a: &Access) -> Result<Option<Reach>, Bad> {
    let row = a.row.checked_div(a.size).unwrap_or(0);
    let dims = || a.partition.iter().chain(&a.pairs);
    if dims().any(|d| d.1 <= 0) {
        return Ok(None);
    }
    if a.row > 0 && row == 0 {
        return Err(Bad::Row(a.size, a.row));
    }
    if let Some((stride, num)) = a.partition.filter(|_| a.rows > 1)
        && num > 1
        && stride.checked_rem(row) != Some(0)
    {
        return Err(Bad::Across(stride, row));
    }
    // The indices where the expression is least and greatest.
    let least: Vec<i64> = dims().map(|(s, n)| if *s < 0 { n - 1 } else { 0 }).collect();
    let most: Vec<i64> = dims().map(|(s, n)| if *s > 0 { n - 1 } else { 0 }).collect();
    let (low, high) = (place(a, &least), place(a, &most));
    let ((Some(low), Some(high)), true) = ((low, high), row > 0) else {
        return Err(if row > 0 {
            Bad::Overflow
        } else {
            Bad::Elements(0, 0, 0)
        });
    };
    let end = high.1.checked_add(a.size).ok_or(Bad::Overflow)?;
    if a.rows > 1 {
        if low.0 < 0 || high.0 >= a.rows {
            return Err(Bad::Rows(low.0, high.0.saturating_add(1), a.rows));
        }
        if low.1 < 0 || end > a.row {
            return Err(Bad::Bytes(low.1, end, a.row));
        }
    } else if low.1 < 0 || end > a.row {
        return Err(Bad::Elements(
            low.1.div_euclid(a.size),
            high.1.div_euclid(a.size),
            row,
        ));
    }
    Ok(Some(Reach {
        rows: (low.0, high.0.saturating_add(1)),
        bytes: (low.1, end),
    }))
}

impl<'a> Walk<'a> {
    /// Of an access whose reach is known to be fine.
    pub fn new(access: &'a Access) -> Self {
        let mut nums: Vec<i64> = access
            .partition
            .iter()
            .chain(&access.pairs)
            .map(|d| d.1)
            .collect();
        let inner = match access.pairs.last() {
            Some((1, n)) => *n,
            _ => 1,
        };
        if let Some(last) = nums.last_mut().filter(|_| inner > 1) {
            *last = 1;
        }
        Walk {
            access,
            indices: vec![0; nums.len()],
            done: nums.iter().any(|n| *n <= 0) || inner <= 0,
            nums,
            inner,
        }
    }
}

impl Iterator for Walk<'_> {
    type Item = Run;

    fn next(&mut self) -> Option<Run> {
        if self.done {
            return None;
        }
        let (row, byte) = place(self.access, &self.indices)?;
        self.done = true;
        for (i, num) in self.indices.iter_mut().zip(&self.nums).rev() {
            *i = i.saturating_add(1);
            if *i < *num {
                self.done = false;
                break;
            }
            *i = 0;
        }
        Some(Run {
            row,
            byte,
            elements: u64::try_from(self.inner).ok()?,
        })
    }
}
