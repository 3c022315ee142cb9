//! Bytes in rows, and which of them anything has written. A bank is one memory of its own, or a physical space; pages
//! come into being when they are written, so that a space of gigabytes costs what is used of it.

use crate::support::diag::Diagnostic;

/// A page has so many bytes at most; where rows are shorter, fewer.
const PAGE: usize = 4096;
/// And so many at least: one word of bits.
const LEAST: usize = 64;

struct Page {
    bytes: Box<[u8]>,
    /// A bit a byte: it has been written.
    known: Box<[u64]>,
}

/// See the module's description. An address is a row (a partition; HBM has one) and a byte in it.
pub struct Bank {
    /// As messages call it.
    pub name: String,
    /// Rows.
    pub rows: u64,
    /// Bytes of each.
    pub row: u64,
    /// Bytes of a page.
    page: usize,
    pages_a_row: u64,
    pages: Vec<Option<Page>>,
}

/// All banks of a run, under one limit of bytes.
#[derive(Default)]
pub struct Banks {
    list: Vec<Bank>,
    used: u64,
    most: u64,
}

/// Which part of a page a stretch of bytes covers first: page, where in it, and how many bytes.
fn part(bank: &Bank, row: u64, at: u64, len: usize) -> (usize, usize, usize) {
    let page = row
        .saturating_mul(bank.pages_a_row)
        .saturating_add(at >> bank.page.trailing_zeros());
    // The bytes of a page are a power of two.
    let within = (at as usize) & (bank.page - 1);
    let here = len.min(bank.page - within);
    (usize::try_from(page).unwrap_or(usize::MAX), within, here)
}

/// The bits of one word that a stretch covers.
fn mask(from: usize, to: usize) -> u64 {
    let all = u64::MAX;
    let high = if to >= 64 { all } else { (1u64 << to) - 1 };
    let low = if from >= 64 { 0 } else { all << from };
    high & low
}

impl Page {
    fn new(bytes: usize) -> Page {
        Page {
            bytes: vec![0; bytes].into(),
            known: vec![0; bytes.div_ceil(64)].into(),
        }
    }
    fn mark(&mut self, from: usize, len: usize, known: bool) {
        let end = from.saturating_add(len);
        if len == self.bytes.len() {
            self.known.fill(if known { u64::MAX } else { 0 });
            return;
        }
        for (n, word) in self.known.iter_mut().enumerate().skip(from / 64) {
            let start = n * 64;
            if start >= end {
                break;
            }
            let bits = mask(from.saturating_sub(start), end - start);
            if known {
                *word |= bits;
            } else {
                *word &= !bits;
            }
        }
    }
    /// The first byte of a stretch that nothing has written.
    fn unknown(&self, from: usize, len: usize) -> Option<usize> {
        let end = from.saturating_add(len);
        if len == self.bytes.len() && self.known.iter().all(|w| *w == u64::MAX) {
            return None;
        }
        for (n, word) in self.known.iter().enumerate().skip(from / 64) {
            let start = n * 64;
            if start >= end {
                break;
            }
            let missing = !word & mask(from.saturating_sub(start), end - start);
            if missing != 0 {
                return Some(start + missing.trailing_zeros() as usize);
            }
        }
        None
    }
}

impl Bank {
    /// A page, which comes into being.
    fn page(&mut self, n: usize, used: &mut u64, most: u64) -> Result<Option<&mut Page>, Diagnostic> {
        if self.pages.get(n).is_none_or(Option::is_none) {
            // The list of pages itself counts, so that one byte far up is not free.
            let slots = n.saturating_add(1).saturating_sub(self.pages.len()) as u64;
            *used = used
                .saturating_add(self.page as u64)
                .saturating_add(slots.saturating_mul(16));
            if *used > most {
                return Err(Diagnostic::limit(format!(
                    "the memories of this program are over the limit of {most} bytes (--limit sim-bytes=N)"
                )));
            }
            if slots > 0 {
                self.pages.resize_with(n.saturating_add(1), || None);
            }
        }
        let bytes = self.page;
        Ok(self
            .pages
            .get_mut(n)
            .map(|slot| slot.get_or_insert_with(|| Page::new(bytes))))
    }
}

impl Banks {
    /// None yet; their pages may take so many bytes.
    pub fn new(most: u64) -> Self {
        Banks {
            most,
            ..Banks::default()
        }
    }
    /// Adds a bank and gives its number.
    pub fn add(&mut self, name: String, rows: u64, row: u64) -> usize {
        let page = usize::try_from(row).map_or(PAGE, |r| r.clamp(LEAST, PAGE).next_power_of_two());
        self.list.push(Bank {
            name,
            rows,
            row,
            page,
            pages_a_row: row.div_ceil(page as u64).max(1),
            pages: Vec::new(),
        });
        self.list.len() - 1
    }
    /// A bank.
    pub fn get(&self, n: usize) -> Option<&Bank> {
        self.list.get(n)
    }

    /// Reads bytes into `out`; the offset of the first that nothing has written, if there is one. Those read as 0.
    pub fn read(&self, bank: usize, row: u64, at: u64, out: &mut [u8]) -> Option<u64> {
        let b = self.list.get(bank)?;
        let mut unknown = None;
        let mut done = 0;
        while done < out.len() {
            let here = at.saturating_add(done as u64);
            let (page, within, len) = part(b, row, here, out.len() - done);
            let into = out.get_mut(done..done + len)?;
            match b.pages.get(page).and_then(Option::as_ref) {
                Some(p) => {
                    into.copy_from_slice(p.bytes.get(within..within + len)?);
                    let first = p.unknown(within, len).map(|u| u - within);
                    unknown = unknown.or(first.map(|u| (done + u) as u64));
                }
                None => {
                    into.fill(0);
                    unknown = unknown.or(Some(done as u64));
                }
            }
            done += len;
        }
        unknown
    }
    /// The same of a place that need not be there: there, nothing is written.
    pub fn read_at(&self, bank: usize, row: i64, at: i64, out: &mut [u8]) -> Option<u64> {
        match (u64::try_from(row), u64::try_from(at)) {
            (Ok(row), Ok(at)) => self.read(bank, row, at, out),
            _ => {
                out.fill(0);
                Some(0)
            }
        }
    }
    /// Whether a byte of a place that need not be there has been written.
    pub fn known_at(&self, bank: usize, row: i64, at: i64) -> bool {
        self.read_at(bank, row, at, &mut [0]).is_none()
    }
    /// Writes bytes to a place that need not be there: there, nothing happens.
    ///
    /// # Errors
    ///
    /// The limit on bytes is reached.
    pub fn write_at(
        &mut self,
        bank: usize,
        row: i64,
        at: i64,
        bytes: &[u8],
        known: bool,
    ) -> Result<(), Diagnostic> {
        match (u64::try_from(row), u64::try_from(at)) {
            (Ok(row), Ok(at)) => self.write(bank, row, at, bytes, known),
            _ => Ok(()),
        }
    }
    /// Whether a byte has been written.
    pub fn known(&self, bank: usize, row: u64, at: u64) -> bool {
        self.read(bank, row, at, &mut [0]).is_none()
    }

    /// Copies bytes from one bank to another, if they are all known; places are bank, row and byte. If it says no, some may
    /// have been copied, and the source is as before.
    ///
    /// # Errors
    ///
    /// The limit on bytes is reached.
    pub fn copy_known(
        &mut self,
        from: (usize, i64, i64),
        to: (usize, i64, i64),
        bytes: usize,
    ) -> Result<bool, Diagnostic> {
        let Ok([source, target]) = self.list.get_disjoint_mut([from.0, to.0]) else {
            return Ok(false);
        };
        let place = |p: (usize, i64, i64)| Some((u64::try_from(p.1).ok()?, u64::try_from(p.2).ok()?));
        let (Some((row, at)), Some((to_row, to_at))) = (place(from), place(to)) else {
            return Ok(false);
        };
        let mut done = 0;
        while done < bytes {
            let (page, within, len) = part(source, row, at.saturating_add(done as u64), bytes - done);
            let (to_page, to_within, len) = part(target, to_row, to_at.saturating_add(done as u64), len);
            let Some(s) = source.pages.get(page).and_then(Option::as_ref) else {
                return Ok(false);
            };
            if s.unknown(within, len).is_some() {
                return Ok(false);
            }
            let Some(t) = target.page(to_page, &mut self.used, self.most)? else {
                return Ok(false);
            };
            let here = t.bytes.get_mut(to_within..to_within.saturating_add(len));
            let (Some(here), Some(there)) = (here, s.bytes.get(within..within.saturating_add(len))) else {
                return Ok(false);
            };
            here.copy_from_slice(there);
            t.mark(to_within, len, true);
            done += len;
        }
        Ok(true)
    }

    /// Writes bytes, which count as written or, with `known` unset, as not.
    ///
    /// # Errors
    ///
    /// The limit on bytes is reached.
    pub fn write(
        &mut self,
        bank: usize,
        row: u64,
        at: u64,
        bytes: &[u8],
        known: bool,
    ) -> Result<(), Diagnostic> {
        let Some(b) = self.list.get_mut(bank) else {
            return Ok(());
        };
        let mut done = 0;
        while done < bytes.len() {
            let here = at.saturating_add(done as u64);
            let (page, within, len) = part(b, row, here, bytes.len() - done);
            let Some(p) = b.page(page, &mut self.used, self.most)? else {
                return Ok(());
            };
            if let (Some(to), Some(from)) =
                (p.bytes.get_mut(within..within + len), bytes.get(done..done + len))
            {
                to.copy_from_slice(from);
            }
            p.mark(within, len, known);
            done += len;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_kept_across_pages_with_what_is_known_of_them() {
        let mut b = Banks::new(1 << 20);
        let n = b.add("m".into(), 2, 10_000);
        let bytes: Vec<u8> = (0..9000u32).map(|i| i as u8).collect();
        b.write(n, 1, 100, &bytes, true).unwrap();
        let mut out = vec![0; 9000];
        assert_eq!(b.read(n, 1, 100, &mut out), None);
        assert_eq!(out, bytes);
        assert_eq!(b.read(n, 1, 99, &mut out), Some(0));
        assert_eq!(b.read(n, 1, 101, &mut out), Some(8999));
        assert_eq!(b.read(n, 0, 100, &mut out), Some(0));
        b.write(n, 1, 4100, &[0], false).unwrap();
        assert_eq!(b.read(n, 1, 100, &mut out), Some(4000));
        assert!(b.known(n, 1, 4099) && !b.known(n, 1, 4100) && b.known(n, 1, 4101));
    }

    #[test]
    fn what_is_known_is_copied_and_nothing_else() {
        let mut b = Banks::new(1 << 20);
        let (from, to) = (b.add("a".into(), 1, 9000), b.add("b".into(), 3, 100));
        let bytes: Vec<u8> = (0..9000u32).map(|i| (i * 7) as u8).collect();
        b.write(from, 0, 0, &bytes[..8000], true).unwrap();
        for (at, len) in [(0, 100), (4090, 50), (4096, 64), (63, 2)] {
            assert!(b.copy_known((from, 0, at), (to, 2, 0), len).unwrap());
            let mut out = vec![0; len];
            assert_eq!(b.read(to, 2, 0, &mut out), None);
            assert_eq!(out, bytes[at as usize..][..len]);
        }
        assert!(!b.copy_known((from, 0, 7990), (to, 1, 0), 11).unwrap());
        assert!(!b.copy_known((from, 0, -1), (to, 1, 0), 11).unwrap());
        assert!(!b.copy_known((from, 0, 0), (from, 0, 100), 10).unwrap());
    }

    #[test]
    fn bytes_are_limited() {
        let mut b = Banks::new(10_000);
        let n = b.add("m".into(), 1, 1 << 40);
        assert!(b.write(n, 0, 0, &[1], true).is_ok());
        assert!(b.write(n, 0, 1 << 39, &[1], true).unwrap_err().limit);
    }
}
