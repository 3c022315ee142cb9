//! Bytes in rows, and which of them anything has written. A bank is one memory of its own, or a physical space; pages
//! come into being when they are written, so that a space of gigabytes costs what is used of it.

use crate::support::diag::Diagnostic;

const PAGE: usize = 4096;
const WORDS: usize = PAGE / 64;

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
        .saturating_add(at / PAGE as u64);
    let within = (at % PAGE as u64) as usize;
    let here = len.min(PAGE - within);
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
    fn new() -> Page {
        Page {
            bytes: vec![0; PAGE].into(),
            known: vec![0; WORDS].into(),
        }
    }
    fn mark(&mut self, from: usize, len: usize, known: bool) {
        let end = from.saturating_add(len);
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
        self.list.push(Bank {
            name,
            rows,
            row,
            pages_a_row: row.div_ceil(PAGE as u64).max(1),
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
            if b.pages.get(page).is_none_or(Option::is_none) {
                // The list of pages itself counts, so that one byte far up is not free.
                let slots = page.saturating_add(1).saturating_sub(b.pages.len()) as u64;
                self.used = self
                    .used
                    .saturating_add(PAGE as u64)
                    .saturating_add(slots.saturating_mul(16));
                if self.used > self.most {
                    return Err(Diagnostic::limit(format!(
                        "the memories of this program are over the limit of {} bytes (--limit sim-bytes=N)",
                        self.most
                    )));
                }
                if slots > 0 {
                    b.pages.resize_with(page.saturating_add(1), || None);
                }
            }
            let Some(slot) = b.pages.get_mut(page) else {
                return Ok(());
            };
            let p = slot.get_or_insert_with(Page::new);
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
    fn bytes_are_limited() {
        let mut b = Banks::new(10_000);
        let n = b.add("m".into(), 1, 1 << 40);
        assert!(b.write(n, 0, 0, &[1], true).is_ok());
        assert!(b.write(n, 0, 1 << 39, &[1], true).unwrap_err().limit);
    }
}
