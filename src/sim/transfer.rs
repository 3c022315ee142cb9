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
    pub watch: Option<(usize, i64, i64)>,
    /// Takes the buffer of the run.
    pub buffer: &'a mut Vec<u8>,
}

/// What a transfer was.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Moved {
    /// Bytes.
    pub bytes: u64,
    /// Stretches that are contiguous on both sides.
    pub runs: u64,
    /// Ring entries that they take.
    pub entries: u64,
    /// The watched byte was written.
    pub seen: bool,
    /// The bytes of each stretch, and how many in a row have as many.
    pub lengths: Vec<(u64, u64)>,
}

/// Why it stopped.
pub enum Stopped {
    /// At this row and byte of the source, which nothing has written.
    Unknown(i64, i64),
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
            r.byte = r.byte.saturating_add(signed(elements.saturating_mul(size)));
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
    let size = how.size.max(1);
    let each = signed(size);
    let watch = how.watch.filter(|w| w.0 == how.banks.1).map(|w| (w.1, w.2));
    let mut stretch = Stretch::new((each, each), how.granule, watch);
    let most = if how.slowly { 1 } else { (CHUNK / size).max(1) };
    while let (Some(s), Some(d)) = (src.fill(), dst.fill()) {
        let elements = s.elements.min(d.elements).min(most);
        let bytes = elements.saturating_mul(size);
        let length = usize::try_from(bytes).unwrap_or(0);
        let (from, to) = ((how.banks.0, s.row, s.byte), (how.banks.1, d.row, d.byte));
        if !how.slowly && banks.copy_known(from, to, length).map_err(Stopped::Limit)? {
            stretch.elements(Some((s.row, s.byte)), (d.row, d.byte), signed(elements));
            src.take(elements, size);
            dst.take(elements, size);
            continue;
        }
        how.buffer.resize(length, 0);
        let unknown = banks.read_at(how.banks.0, s.row, s.byte, how.buffer);
        if let Some(at) = unknown.filter(|_| !how.may_be_unknown) {
            return Err(Stopped::Unknown(s.row, s.byte.saturating_add(signed(at))));
        }
        let known: Option<Vec<bool>> = unknown.map(|_| {
            (0..signed(bytes))
                .map(|n| banks.known_at(how.banks.0, s.row, s.byte.saturating_add(n)))
                .collect()
        });
        banks
            .write_at(how.banks.1, d.row, d.byte, how.buffer, true)
            .map_err(Stopped::Limit)?;
        for (n, _) in known.iter().flatten().enumerate().filter(|k| !k.1) {
            let (at, byte) = (
                d.byte.saturating_add(signed(n as u64)),
                how.buffer.get(n..=n).unwrap_or(&[]),
            );
            banks
                .write_at(how.banks.1, d.row, at, byte, false)
                .map_err(Stopped::Limit)?;
        }
        stretch.elements(Some((s.row, s.byte)), (d.row, d.byte), signed(elements));
        src.take(elements, size);
        dst.take(elements, size);
    }
    Ok(stretch.end())
}

fn signed(n: u64) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// Row and byte of an element.
type At = (i64, i64);

/// Counts what is moved: bytes of the destination, and stretches that go on on both sides.
pub struct Stretch {
    /// Bytes of an element, source and destination.
    sizes: (i64, i64),
    granule: u64,
    /// Row and byte of the destination whose writer is wanted.
    watch: Option<At>,
    /// The bytes of the stretch that goes on, and where it would go on.
    bytes: u64,
    next: Option<(Option<At>, At)>,
    out: Moved,
}

impl Stretch {
    /// Nothing yet.
    pub fn new(sizes: (i64, i64), granule: u64, watch: Option<At>) -> Self {
        Stretch {
            sizes,
            granule,
            watch,
            bytes: 0,
            next: None,
            out: Moved::default(),
        }
    }
    /// One element has been moved.
    pub fn element(&mut self, from: Option<At>, to: At) {
        self.elements(from, to, 1);
    }
    /// So many neighbours have been moved.
    pub fn elements(&mut self, from: Option<At>, to: At, count: i64) {
        let end = |at: At, size: i64| (at.0, at.1.saturating_add(size.saturating_mul(count)));
        let after = end(to, self.sizes.1);
        let bytes = u64::try_from(self.sizes.1.saturating_mul(count)).unwrap_or(0);
        if self.next == Some((from, to)) {
            self.bytes = self.bytes.saturating_add(bytes);
        } else {
            self.out.add(self.bytes, self.granule);
            self.bytes = bytes;
        }
        self.next = Some((from.map(|f| end(f, self.sizes.0)), after));
        self.out.bytes = self.out.bytes.saturating_add(bytes);
        self.out.seen |= self
            .watch
            .is_some_and(|(row, byte)| row == to.0 && (to.1..after.1).contains(&byte));
    }
    /// What it came to.
    pub fn end(mut self) -> Moved {
        self.out.add(self.bytes, self.granule);
        self.out
    }
}

impl Moved {
    fn add(&mut self, stretch: u64, granule: u64) {
        if stretch > 0 {
            match self.lengths.last_mut() {
                Some((bytes, count)) if *bytes == stretch => *count = count.saturating_add(1),
                _ => self.lengths.push((stretch, 1)),
            }
            self.runs = self.runs.saturating_add(1);
            self.entries = self.entries.saturating_add(stretch.div_ceil(granule.max(1)));
        }
    }
}
