//! Sums: adding elements to those in memory, and sums of scaled elements. Floats add up in fp32 and are rounded once more,
//! to their own type, so that what fp8 cannot say is infinite there.

use super::{Format, Number, word};

impl Format {
    /// Adds elements to those that are there, one by one, and appends the sums. Integers wrap.
    ///
    /// # Errors
    ///
    /// Elements of this type are not added to memory.
    pub fn add(&self, old: &[u8], new: &[u8], out: &mut Vec<u8>) -> Result<(), String> {
        if !self.accumulates {
            return Err("elements of this type are not added to memory".to_string());
        }
        for (a, b) in old.chunks_exact(self.bytes).zip(new.chunks_exact(self.bytes)) {
            let (a, b) = (word(a), word(b));
            let mut sum = 0;
            for lane in 0..self.lanes {
                let (x, y) = (self.lane(a, lane), self.lane(b, lane));
                let bits = match (x, y) {
                    (Number::Int(x), Number::Int(y)) => {
                        x.wrapping_add(y) as u64 & (u64::MAX >> (64 - self.bits))
                    }
                    (x, y) => self.cast(single(x.to_f32() + y.to_f32())),
                };
                sum |= bits << (lane * self.bits);
            }
            self.append(sum, out);
        }
        Ok(())
    }

    /// Appends the sums of elements of several lists, each times its scale: in fp32, in their order, after the elements
    /// that are there, if any. There are as many sums as the shortest list has elements.
    ///
    /// # Errors
    ///
    /// There is nothing to add up, or it packs more numbers into an element than this type does.
    pub fn sum(
        &self,
        old: Option<&[u8]>,
        terms: &[(f32, Format, &[u8])],
        out: &mut Vec<u8>,
    ) -> Result<(), String> {
        if terms.iter().any(|t| t.1.lanes != self.lanes) {
            return Err("elements of more and of fewer numbers cannot be added".to_string());
        }
        let lists = terms.iter().map(|(_, f, list)| list.len() / f.bytes);
        let Some(count) = lists.chain(old.map(|o| o.len() / self.bytes)).min() else {
            return Err("there is nothing to add up".to_string());
        };
        for k in 0..count {
            let old = old.map(|o| (1.0, self, o)).into_iter();
            let all = old.chain(terms.iter().map(|(s, f, list)| (*s, f, *list)));
            let words: Vec<(f32, &Format, u64)> = all
                .map(|(s, f, list)| (s, f, list.chunks_exact(f.bytes).nth(k).map_or(0, word)))
                .collect();
            let mut packed = 0;
            for lane in 0..self.lanes {
                let mut scaled = words.iter().map(|(s, f, w)| s * f.lane(*w, lane).to_f32());
                let first = scaled.next().unwrap_or(0.0);
                packed |= self.cast(single(scaled.fold(first, |a, b| a + b))) << (lane * self.bits);
            }
            self.append(packed, out);
        }
        Ok(())
    }
}

fn single(x: f32) -> Number {
    Number::Float(f64::from(x))
}
