//! Random choices, made from numbers that a test case is and that shrink.

/// Numbers that a test case is made of; when they run out, all further ones are 0.
pub struct Dice {
    numbers: std::vec::IntoIter<u32>,
}

impl Dice {
    pub fn new(numbers: &[u32]) -> Dice {
        Dice {
            numbers: Vec::from(numbers).into_iter(),
        }
    }
    /// A number below `n`; 0 is the simplest choice.
    pub fn below(&mut self, n: usize) -> usize {
        self.numbers.next().unwrap_or(0) as usize % n
    }
    /// True in `k` of `n` cases.
    pub fn chance(&mut self, k: usize, n: usize) -> bool {
        self.below(n) >= n - k
    }
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}
