//! `desc`: the place of the n-th element from the digits of n, by division and remainder, the innermost pair first.
//! Addresses are bytes and partitions; strides are elements, across partitions whole partitions.

use super::walk::{Bad, Reach, Run};

/// One side of a descriptor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Side {
    /// The byte where the first element is, in its partition.
    pub byte: i64,
    /// That partition.
    pub row: i64,
    /// Stride in partitions, and how many.
    pub partition: Option<(i64, i64)>,
    /// Stride in elements and num, outermost first.
    pub pairs: Vec<(i64, i64)>,
    /// Bytes of an element.
    pub size: i64,
}

impl Side {
    /// How many elements.
    pub fn count(&self) -> Option<i64> {
        let nums = self.partition.iter().chain(&self.pairs).map(|p| p.1);
        nums.clone()
            .try_fold(1i64, |n, m| n.checked_mul(m))
            .or_else(|| nums.clone().any(|n| n == 0).then_some(0))
    }

    /// Partition and byte of element `n`.
    fn address(&self, mut n: i64) -> Option<(i64, i64)> {
        let (mut row, mut element) = (self.row, 0i64);
        for (stride, num) in self.pairs.iter().rev() {
            element = element.checked_add(stride.checked_mul(n.checked_rem(*num)?)?)?;
            n = n.checked_div(*num)?;
        }
        if let Some((stride, _)) = self.partition {
            row = row.checked_add(stride.checked_mul(n)?)?;
        }
        Some((row, self.byte.checked_add(element.checked_mul(self.size)?)?))
    }

    /// What it reaches in a space of so many rows of so many bytes; an error if that is not all there.
    pub fn reach(&self, rows: i64, row: i64) -> Result<Option<Reach>, Bad> {
        if self.count().ok_or(Bad::Overflow)? <= 0 {
            return Ok(None);
        }
        let ends = |dims: &[(i64, i64)]| {
            let far = |up: bool| {
                let it = dims.iter().filter(|(s, _)| (*s > 0) == up);
                it.map(|(s, n)| s.checked_mul(n - 1))
                    .try_fold(0i64, |a, b| a.checked_add(b?))
            };
            Some((far(false)?, far(true)?))
        };
        let across = ends(self.partition.as_slice()).ok_or(Bad::Overflow)?;
        let along = ends(&self.pairs).ok_or(Bad::Overflow)?;
        let at = |e: i64| e.checked_mul(self.size)?.checked_add(self.byte);
        let reach = || {
            Some(Reach {
                rows: (
                    self.row.checked_add(across.0)?,
                    self.row.checked_add(across.1)?.checked_add(1)?,
                ),
                bytes: (at(along.0)?, at(along.1)?.checked_add(self.size)?),
            })
        };
        let r = reach().ok_or(Bad::Overflow)?;
        if r.rows.0 < 0 || r.rows.1 > rows {
            return Err(Bad::Rows(r.rows.0, r.rows.1, rows));
        }
        if r.bytes.0 < 0 || r.bytes.1 > row {
            let bad = if rows == 1 { Bad::Flat } else { Bad::Bytes };
            return Err(bad(r.bytes.0, r.bytes.1, row));
        }
        Ok(Some(r))
    }

    /// Its elements in order; neighbours of the innermost pair as one run.
    pub fn walk(&self) -> impl Iterator<Item = Run> + '_ {
        let count = self.count().unwrap_or(0);
        let together = match self.pairs.last() {
            Some((1, n)) if *n > 0 => *n,
            _ => 1,
        };
        let mut n = 0i64;
        std::iter::from_fn(move || {
            if n >= count {
                return None;
            }
            let (row, byte) = self.address(n)?;
            n = n.saturating_add(together);
            Some(Run {
                row,
                byte,
                elements: u64::try_from(together).ok()?,
            })
        })
    }
}
