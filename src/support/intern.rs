//! An interner that many threads share: equal values get one dense id, and a value never moves once it has one.
//!
//! Reads take no lock: values live in chunks of doubling size whose slots are written once. Only adding a value
//! takes the lock of the lookup table. Ids depend on the order of interning, so nothing may order output by them.

use super::ids::Id;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::borrow::Borrow;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::sync::{Mutex, OnceLock, PoisonError};

const FIRST_BITS: u32 = 6;
const CHUNKS: usize = 27;

/// See the module's description.
pub struct Interner<I, T> {
    chunks: [OnceLock<Box<[OnceLock<T>]>>; CHUNKS],
    table: Mutex<HashTable<(u64, u32)>>,
    marker: PhantomData<fn() -> I>,
}

fn hash_of<Q: Hash + ?Sized>(value: &Q) -> u64 {
    let mut h = FxHasher::default();
    value.hash(&mut h);
    h.finish()
}

/// Chunk and place in it of a dense index: chunk `c` holds `2^(FIRST_BITS + c)` slots.
#[inline]
fn place(index: usize) -> (usize, usize) {
    let n = index + (1 << FIRST_BITS);
    let bits = usize::BITS - 1 - n.leading_zeros();
    ((bits - FIRST_BITS) as usize, n - (1 << bits))
}

impl<I: Id, T: Eq + Hash> Default for Interner<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Id, T: Eq + Hash> Interner<I, T> {
    /// An empty interner.
    pub fn new() -> Self {
        Interner {
            chunks: std::array::from_fn(|_| OnceLock::new()),
            table: Mutex::new(HashTable::new()),
            marker: PhantomData,
        }
    }

    #[inline]
    fn slot(&self, index: usize) -> Option<&T> {
        let (chunk, at) = place(index);
        self.chunks.get(chunk)?.get()?.get(at)?.get()
    }

    /// The value of an id that this interner gave.
    #[inline]
    pub fn get(&self, id: I) -> &T {
        match self.slot(id.index()) {
            Some(value) => value,
            None => foreign(id.index()),
        }
    }

    /// The id of `value` if it has been interned.
    pub fn find<Q>(&self, value: &Q) -> Option<I>
    where
        T: Borrow<Q>,
        Q: Eq + Hash + ?Sized,
    {
        let hash = hash_of(value);
        let table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        let same =
            |&(h, n): &(u64, u32)| h == hash && self.slot(n as usize).is_some_and(|v| v.borrow() == value);
        table.find(hash, same).map(|&(_, n)| I::from_index(n as usize))
    }

    /// The id of `value`, added by `make` when it is new.
    pub fn intern_with<Q>(&self, value: &Q, make: impl FnOnce() -> T) -> I
    where
        T: Borrow<Q>,
        Q: Eq + Hash + ?Sized,
    {
        let hash = hash_of(value);
        let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        let same =
            |&(h, n): &(u64, u32)| h == hash && self.slot(n as usize).is_some_and(|v| v.borrow() == value);
        if let Some(&(_, n)) = table.find(hash, same) {
            return I::from_index(n as usize);
        }
        self.add(&mut table, hash, make())
    }

    fn add(&self, table: &mut HashTable<(u64, u32)>, hash: u64, value: T) -> I {
        let index = table.len();
        let (chunk, at) = place(index);
        let slots = self.chunks.get(chunk).map(|c| {
            c.get_or_init(|| {
                (0..1usize << (FIRST_BITS as usize + chunk))
                    .map(|_| OnceLock::new())
                    .collect()
            })
        });
        if let Some(slot) = slots.and_then(|s| s.get(at)) {
            let _ = slot.set(value);
        }
        table.insert_unique(hash, (hash, index as u32), |&(h, _)| h);
        I::from_index(index)
    }

    /// The id of `value`.
    pub fn intern(&self, value: T) -> I {
        let hash = hash_of(&value);
        let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |&(h, n): &(u64, u32)| h == hash && self.slot(n as usize) == Some(&value);
        if let Some(&(_, n)) = table.find(hash, same) {
            return I::from_index(n as usize);
        }
        self.add(&mut table, hash, value)
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.table.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Whether nothing has been interned.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cold]
#[inline(never)]
#[allow(clippy::panic)] // ids never come from input
fn foreign(index: usize) -> ! {
    panic!("internal error: interned id {index} does not exist")
}

#[cfg(test)]
mod tests {
    use super::*;
    crate::id_type!(
        /// Test ids.
        TestId
    );

    #[test]
    fn equal_values_share_an_id_across_chunks_and_threads() {
        let interner: Interner<TestId, String> = Interner::new();
        std::thread::scope(|s| {
            for _ in 0..2 {
                s.spawn(|| {
                    for n in 0..5000 {
                        let text = format!("v{n}");
                        let id = interner.intern_with(text.as_str(), || text.clone());
                        assert_eq!(interner.get(id), &text);
                    }
                });
            }
        });
        assert_eq!(interner.len(), 5000);
        assert_eq!(interner.find("v77"), Some(interner.intern("v77".to_string())));
        assert_eq!(interner.find("absent"), None);
    }
}
