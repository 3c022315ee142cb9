//! Numbers in memory: what the bytes of an element say, and which bytes say a number.
//!
//! * How an element type keeps numbers is said by facts of its case, in the dialect; nothing here knows their names.
//! * A cast goes through fp32, as casts of DMA do, and rounds to the nearest, ties to even, at both steps. Between types
//!   that keep numbers in the same way it keeps every byte, of NaNs too.
//! * Integers saturate; NaN as an integer is 0. What floats do with what they cannot say is in [`float::from_f64`].

mod facts;
mod sums;
#[cfg(test)]
mod tests;

use crate::support::float;

/// A number, exactly.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    /// Of an integer type.
    Int(i128),
    /// Of a float type. All of them fit.
    Float(f64),
}

impl Number {
    /// The nearest fp32, which casts go through.
    pub fn to_f32(self) -> f32 {
        match self {
            Number::Int(n) => n as f32,
            Number::Float(x) => x as f32,
        }
    }
}

/// How one number is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kept {
    /// Two's complement.
    Signed,
    /// An integer without a sign.
    Unsigned,
    /// A float.
    Float(float::Format),
}

/// How an element type keeps numbers. Found once for a transfer, by [`Format::of`].
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Of an element; 1 to 8.
    bytes: usize,
    /// Numbers in an element; the first is in its lowest bits.
    lanes: u32,
    /// Of a number.
    bits: u32,
    kept: Kept,
    accumulates: bool,
}

impl Format {
    /// Bytes of an element.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
    /// Numbers in an element.
    pub fn lanes(&self) -> u32 {
        self.lanes
    }
    /// Whether its numbers are floats.
    pub fn is_float(&self) -> bool {
        matches!(self.kept, Kept::Float(_))
    }
    /// Whether the hardware adds elements of this type to memory.
    pub fn accumulates(&self) -> bool {
        self.accumulates
    }
    /// Whether both keep numbers in the same way, so that a cast changes no byte.
    pub fn same(&self, other: &Format) -> bool {
        (self.bytes, self.lanes, self.kept) == (other.bytes, other.lanes, other.kept)
    }

    /// Casts elements, one after the other, and appends them. Bytes after the last whole element are no element.
    ///
    /// # Errors
    ///
    /// One of them packs more numbers into an element than the other.
    pub fn convert(&self, to: &Format, from: &[u8], out: &mut Vec<u8>) -> Result<(), String> {
        if self.same(to) {
            out.extend_from_slice(from);
            return Ok(());
        }
        if self.lanes != to.lanes {
            return Err(format!(
                "elements of {} and of {} numbers cannot be cast to one another",
                self.lanes, to.lanes
            ));
        }
        out.reserve(from.len() / self.bytes * to.bytes);
        for element in from.chunks_exact(self.bytes) {
            let word = word(element);
            let mut cast = 0;
            for lane in 0..self.lanes {
                cast |= to.cast(self.lane(word, lane)) << (lane * to.bits);
            }
            to.append(cast, out);
        }
        Ok(())
    }

    /// The number that an element is; none of an element of several, or of no element.
    pub fn number(&self, element: &[u8]) -> Option<Number> {
        (self.lanes == 1 && element.len() == self.bytes).then(|| self.lane(word(element), 0))
    }
    /// Appends the element nearest to a number, without going through fp32; nothing where elements are several numbers.
    pub fn element(&self, n: Number, out: &mut Vec<u8>) {
        if self.lanes == 1 {
            self.append(self.nearest(n), out);
        }
    }
    /// The same as a float: exact but for integers of more than 53 bits.
    pub fn to_f64(&self, element: &[u8]) -> Option<f64> {
        self.number(element).map(|n| match n {
            Number::Int(n) => n as f64,
            Number::Float(x) => x,
        })
    }
    /// Appends the element nearest to a float.
    pub fn from_f64(&self, x: f64, out: &mut Vec<u8>) {
        self.element(Number::Float(x), out);
    }

    /// One number of an element.
    fn lane(&self, word: u64, lane: u32) -> Number {
        let bits = (word >> (lane * self.bits)) & (u64::MAX >> (64 - self.bits));
        match self.kept {
            Kept::Unsigned => Number::Int(i128::from(bits)),
            Kept::Signed => {
                let up = 64 - self.bits;
                Number::Int(i128::from((bits << up) as i64 >> up))
            }
            Kept::Float(f) => Number::Float(float::to_f64(f, u128::from(bits))),
        }
    }
    /// The bits of a number that comes through fp32.
    fn cast(&self, n: Number) -> u64 {
        self.nearest(Number::Float(f64::from(n.to_f32())))
    }
    /// The bits of the number of this format that is nearest.
    fn nearest(&self, n: Number) -> u64 {
        let (low, high) = match self.kept {
            Kept::Float(f) => {
                let x = match n {
                    Number::Int(n) => n as f64,
                    Number::Float(x) => x,
                };
                return float::from_f64(f, x) as u64;
            }
            Kept::Unsigned => (0, i128::from(u64::MAX >> (64 - self.bits))),
            Kept::Signed => {
                let top = i128::from(u64::MAX >> (64 - self.bits) >> 1);
                (-top - 1, top)
            }
        };
        let n = match n {
            Number::Int(n) => n,
            // NaN is 0, and what is out of range is at its end.
            Number::Float(x) => x.round_ties_even() as i128,
        };
        n.clamp(low, high) as u64 & (u64::MAX >> (64 - self.bits))
    }
    fn append(&self, word: u64, out: &mut Vec<u8>) {
        out.extend(word.to_le_bytes().iter().take(self.bytes));
    }
}

/// The bits of an element of at most 8 bytes.
fn word(element: &[u8]) -> u64 {
    element
        .iter()
        .rev()
        .fold(0, |word, byte| word << 8 | u64::from(*byte))
}
