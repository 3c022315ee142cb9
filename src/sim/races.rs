//! Races between queues: which transfers touch the same bytes, one of them writing, with nothing that orders them.
//!
//! A queue runs its transfers one after the other; queues run side by side, and no operation waits for another queue. So
//! two transfers of different queues are ordered by nothing that the program says, and need a wait that a later tool has to
//! put in. What has no queue is ordered with everything.

use crate::ir::{AttrId, OpId};
use crate::support::diag::Diagnostic;
use rustc_hash::{FxHashMap, FxHashSet};

const PAGE: u64 = 1024;
/// As many races are kept.
const MOST: usize = 100;

/// The last accesses to a byte, as numbers of [`Races::accesses`] plus one.
#[derive(Clone, Copy, Default)]
struct Touched {
    writer: u32,
    /// Of two queues, so that reads of the own one do not hide those of another.
    readers: [u32; 2],
}

/// One transfer's part: its operation and its queue.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Access {
    op: OpId,
    queue: AttrId,
}

/// Two transfers that race.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Race {
    /// The one that came first in the text, and whether it wrote.
    pub(super) first: (OpId, bool),
    /// The other one.
    pub(super) second: (OpId, bool),
    /// Bank, row and byte where they first meet.
    pub(super) at: (usize, i64, i64),
}

/// What queues have touched.
#[derive(Default)]
pub(super) struct Races {
    accesses: Vec<Access>,
    pages: FxHashMap<(usize, i64, u64), Box<[Touched]>>,
    seen: FxHashSet<(OpId, OpId)>,
    pub(super) found: Vec<Race>,
    used: u64,
}

impl Races {
    /// Begins the transfer of an operation on a queue; gives its number.
    pub(super) fn begin(&mut self, op: OpId, queue: AttrId) -> u32 {
        let access = Access { op, queue };
        if self.accesses.last() != Some(&access) {
            self.accesses.push(access);
        }
        u32::try_from(self.accesses.len()).unwrap_or(u32::MAX)
    }

    /// Notes that a transfer reads or writes bytes.
    ///
    /// # Errors
    ///
    /// What is noted takes more than `most` bytes.
    pub(super) fn touch(
        &mut self,
        number: u32,
        writes: bool,
        (bank, row, byte): (usize, i64, i64),
        bytes: u64,
        most: u64,
    ) -> Result<(), Diagnostic> {
        let Ok(start) = u64::try_from(byte) else {
            return Ok(());
        };
        let own = self.accesses.get((number as usize).wrapping_sub(1)).copied();
        let Some(own) = own else { return Ok(()) };
        let mut meets: Vec<(u32, bool, u64)> = Vec::new();
        let mut at = start;
        let end = start.saturating_add(bytes);
        while at < end {
            let stop = end.min((at / PAGE).saturating_add(1).saturating_mul(PAGE));
            let page = self.pages.entry((bank, row, at / PAGE)).or_insert_with(|| {
                self.used = self.used.saturating_add(PAGE * 12);
                vec![Touched::default(); PAGE as usize].into()
            });
            let (from, to) = ((at % PAGE) as usize, (stop - at) as usize);
            for (n, t) in page.iter_mut().skip(from).take(to).enumerate() {
                let queue = |n: u32| self.accesses.get((n as usize).wrapping_sub(1)).map(|a| a.queue);
                let other = |n: u32| n != 0 && queue(n) != Some(own.queue);
                if other(t.writer) {
                    meets.push((t.writer, true, at.saturating_add(n as u64)));
                }
                if writes {
                    for r in t.readers {
                        if other(r) {
                            meets.push((r, false, at.saturating_add(n as u64)));
                        }
                    }
                    *t = Touched {
                        writer: number,
                        readers: [0; 2],
                    };
                } else if let Some(same) = t.readers.iter_mut().find(|r| **r == 0 || !other(**r)) {
                    *same = number;
                }
                if meets.len() > 8 {
                    meets.dedup_by_key(|m| m.0);
                }
            }
            at = stop;
        }
        if self.used > most {
            return Err(Diagnostic::limit(format!(
                "what queues have touched is over the limit of {most} bytes (--limit sim-bytes=N)"
            )));
        }
        for (n, wrote, byte) in meets {
            let Some(first) = self.accesses.get((n as usize).wrapping_sub(1)) else {
                continue;
            };
            if self.found.len() < MOST && self.seen.insert((first.op, own.op)) {
                self.found.push(Race {
                    first: (first.op, wrote),
                    second: (own.op, writes),
                    at: (bank, row, i64::try_from(byte).unwrap_or(i64::MAX)),
                });
            }
        }
        Ok(())
    }
}
