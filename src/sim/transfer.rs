//! Moving the elements of one side to the other, in order, whatever walked them.

use super::bank::Banks;
use super::walk::Run;
use crate::support::diag::Diagnostic;

/// How bytes are moved.
pub struct Move<'a> {
    /// Source and destination bank.
    pub banks: (usize, usize),
    /// Bytes of an element.
    pub size: u64,
    /// Element by element, since the two sides have bytes in common.
    pub slowly: bool,
    /// What nothing has written may be read, and is no more known where it goes.
    pub may_be_unknown: bool,
    /// Bytes that one ring entry moves at most.
    pub granule: u64,
    /// A byte whose writer is wanted: bank, row, byte.
    pub watch: Option<(usize, u64, u64)>,
    /// Takes the buffer of the run.
    pub buffer: &'a mut Vec<u8>,
}

/// What a transfer was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moved {
    /// Bytes.
    pub bytes: u64,
    /// Stretches that are contiguous on both sides.
    pub runs: u64,
    /// Ring entries that they take.
    pub entries: u64,
    /// The watched byte was written.
    pub seen: bool,
}

/// Why it stopped.
pub enum Stopped {
    /// At this row and byte of the source, which nothing has written.
    Unknown(u64, u64),
    /// A limit.
    Limit(Diagnostic),
}

/// So many bytes are held at once.
const CHUNK: u64 = 1 << 16;

/// Where a side goes on, in a stretch of elements.
struct Front<I> {
    runs: I,
    now: Option<Run>,
}

impl<I: Iterator<Item = Run>> Front<I> {
    fn new(runs: I) -> Self {
        Front { runs, now: None }
    }
    fn fill(&mut self) -> Option<Run> {
        while self.now.is_none_or(|r| r.elements == 0) {
            self.now = Some(self.runs.next()?);
        }
        self.now
    }
    fn take(&mut self, elements: u64, size: u64) {
        if let Some(r) = &mut self.now {
            r.elements = r.elements.saturating_sub(elements);
            r.byte = r.byte.saturating_add(elements.saturating_mul(size));
        }
    }
}

/// Moves all that both sides have; of each side's walker only the runs are known here.
pub fn transfer(
    banks: &mut Banks,
    src: impl Iterator<Item = Run>,
    dst: impl Iterator<Item = Run>,
    how: Move<'_>,
) -> Result<Moved, Stopped> {
    let (mut src, mut dst) = (Front::new(src), Front::new(dst));
    let mut out = Moved::default();
    // The stretch that goes on, and where it would go on.
    let mut stretch = 0u64;
    let mut next = None;
    let size = how.size.max(1);
    let most = if how.slowly { 1 } else { (CHUNK / size).max(1) };
    while let (Some(s), Some(d)) = (src.fill(), dst.fill()) {
        let elements = s.elements.min(d.elements).min(most);
        let bytes = elements.saturating_mul(size);
        how.buffer.resize(usize::try_from(bytes).unwrap_or(0), 0);
        let unknown = banks.read(how.banks.0, s.row, s.byte, how.buffer);
        if let Some(at) = unknown.filter(|_| !how.may_be_unknown) {
            return Err(Stopped::Unknown(s.row, s.byte.saturating_add(at)));
        }
        let known: Option<Vec<bool>> = unknown.map(|_| {
            (0..bytes)
                .map(|n| banks.known(how.banks.0, s.row, s.byte.saturating_add(n)))
                .collect()
        });
        banks
            .write(how.banks.1, d.row, d.byte, how.buffer, true)
            .map_err(Stopped::Limit)?;
        for (n, _) in known.iter().flatten().enumerate().filter(|k| !k.1) {
            let (at, byte) = (
                d.byte.saturating_add(n as u64),
                how.buffer.get(n..=n).unwrap_or(&[]),
            );
            banks
                .write(how.banks.1, d.row, at, byte, false)
                .map_err(Stopped::Limit)?;
        }
        let end = |r: Run| (r.row, r.byte.saturating_add(bytes));
        if next == Some(((s.row, s.byte), (d.row, d.byte))) {
            stretch = stretch.saturating_add(bytes);
        } else {
            out.add(stretch, how.granule);
            stretch = bytes;
        }
        next = Some((end(s), end(d)));
        out.bytes = out.bytes.saturating_add(bytes);
        out.seen |= how.watch.is_some_and(|(bank, row, byte)| {
            bank == how.banks.1 && row == d.row && (d.byte..end(d).1).contains(&byte)
        });
        src.take(elements, size);
        dst.take(elements, size);
    }
    out.add(stretch, how.granule);
    Ok(out)
}

impl Moved {
    fn add(&mut self, stretch: u64, granule: u64) {
        if stretch > 0 {
            self.runs = self.runs.saturating_add(1);
            self.entries = self.entries.saturating_add(stretch.div_ceil(granule.max(1)));
        }
    }
}
