//! `bir`: nested loops over the pairs, the outermost slowest. Each loop adds its stride to the place that the loop
//! around it has come to; the loop over the partition pair goes from row to row.

use super::walk::{Access, Bad, Reach, Run};

/// One loop: what it adds to row and byte, and how often it runs.
#[derive(Clone, Copy)]
struct Level {
    row: i64,
    byte: i64,
    num: i64,
}

/// The places of an access in order. An innermost loop over neighbours is one run.
pub struct Walk {
    levels: Vec<Level>,
    /// For each loop that is running: the place it is at, and how often it still runs.
    running: Vec<(i64, i64, i64)>,
    elements: u64,
}

/// The loops, and where they start.
fn levels(a: &Access) -> Result<(Vec<Level>, (i64, i64)), Bad> {
    let per_row = a.row.checked_div(a.size).unwrap_or(0);
    if per_row <= 0 {
        return Err(Bad::Row(a.size, a.row));
    }
    let bytes = |n: i64| n.checked_mul(a.size).ok_or(Bad::Overflow);
    let mut out = Vec::new();
    let start = if a.rows > 1 {
        if let Some((stride, num)) = a.partition {
            if num > 1 && stride % per_row != 0 {
                return Err(Bad::Across(stride, per_row));
            }
            out.push(Level {
                row: stride.div_euclid(per_row),
                byte: 0,
                num,
            });
        }
        (a.offset.div_euclid(per_row), bytes(a.offset.rem_euclid(per_row))?)
    } else {
        if let Some((stride, num)) = a.partition {
            out.push(Level {
                row: 0,
                byte: bytes(stride)?,
                num,
            });
        }
        (0, bytes(a.offset)?)
    };
    for (stride, num) in &a.pairs {
        out.push(Level {
            row: 0,
            byte: bytes(*stride)?,
            num: *num,
        });
    }
    Ok((out, start))
}

/// What an access reaches; an error if that is not all there.
pub fn reach(a: &Access) -> Result<Option<Reach>, Bad> {
    if a.partition.iter().chain(&a.pairs).any(|p| p.1 <= 0) {
        return Ok(None);
    }
    let (levels, (row, byte)) = levels(a)?;
    let mut r = Reach {
        rows: (row, row),
        bytes: (byte, byte),
    };
    let widen = |range: &mut (i64, i64), step: i64, num: i64| {
        let far = num.checked_sub(1).and_then(|n| step.checked_mul(n))?;
        let end = if far < 0 { &mut range.0 } else { &mut range.1 };
        *end = end.checked_add(far)?;
        Some(())
    };
    for l in &levels {
        widen(&mut r.rows, l.row, l.num).ok_or(Bad::Overflow)?;
        widen(&mut r.bytes, l.byte, l.num).ok_or(Bad::Overflow)?;
    }
    r.rows.1 = r.rows.1.checked_add(1).ok_or(Bad::Overflow)?;
    r.bytes.1 = r.bytes.1.checked_add(a.size).ok_or(Bad::Overflow)?;
    let inside = r.bytes.0 >= 0 && r.bytes.1 <= a.row;
    if a.rows <= 1 && !inside {
        let last = r.bytes.1.div_euclid(a.size).saturating_sub(1);
        return Err(Bad::Elements(r.bytes.0.div_euclid(a.size), last, a.row / a.size));
    }
    if r.rows.0 < 0 || r.rows.1 > a.rows {
        return Err(Bad::Rows(r.rows.0, r.rows.1, a.rows));
    }
    if !inside {
        return Err(Bad::Bytes(r.bytes.0, r.bytes.1, a.row));
    }
    Ok(Some(r))
}

impl Walk {
    /// Of an access whose reach is known to be fine.
    pub fn new(a: &Access) -> Self {
        let (mut levels, start) = levels(a).unwrap_or_default();
        let mut elements = 1;
        // The loop over neighbours is not run, but given as a whole.
        if let Some(l) = levels
            .last()
            .copied()
            .filter(|l| l.row == 0 && l.byte == a.size && l.num > 1)
        {
            levels.pop();
            elements = u64::try_from(l.num).unwrap_or(0);
        }
        let empty = levels.iter().any(|l| l.num <= 0);
        Walk {
            levels,
            // A loop of one around all.
            running: if empty {
                Vec::new()
            } else {
                vec![(start.0, start.1, 1)]
            },
            elements,
        }
    }
}

impl Iterator for Walk {
    type Item = Run;

    fn next(&mut self) -> Option<Run> {
        loop {
            let depth = self.running.len();
            let outer = depth.checked_sub(2).and_then(|d| self.levels.get(d)).copied();
            let (row, byte, left) = self.running.last_mut()?;
            if *left <= 0 {
                self.running.pop();
                continue;
            }
            let at = (*row, *byte);
            // This loop's next iteration starts where its stride leads.
            *left -= 1;
            if let Some(l) = outer {
                *row = row.saturating_add(l.row);
                *byte = byte.saturating_add(l.byte);
            }
            match self.levels.get(depth - 1) {
                Some(inner) => self.running.push((at.0, at.1, inner.num)),
                None => {
                    return Some(Run {
                        row: at.0,
                        byte: at.1,
                        elements: self.elements,
                    });
                }
            }
        }
    }
}
