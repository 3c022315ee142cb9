//! Dense `u32` ids and the vectors they index.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A dense id: a newtype over `u32`.
pub trait Id: Copy + Eq + std::hash::Hash + std::fmt::Debug {
    /// The id of position `n`.
    fn from_index(n: usize) -> Self;
    /// The position the id names.
    fn index(self) -> usize;
}

/// Declares `u32` id newtypes.
#[macro_export]
macro_rules! id_type {
    ($($(#[$meta:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(dead_code)]
        pub struct $name(u32);
        impl $crate::support::ids::Id for $name {
            #[inline]
            fn from_index(n: usize) -> Self {
                debug_assert!(n < u32::MAX as usize);
                $name(n as u32)
            }
            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }
        }
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}{}", stringify!($name), self.0)
            }
        }
        #[allow(dead_code)]
        impl $name {
            /// The id that stands for "none" in packed fields.
            pub const NONE: $name = $name(u32::MAX);
            /// Whether this is a real id.
            #[inline]
            pub fn is_some(self) -> bool {
                self.0 != u32::MAX
            }
            /// Whether this is [`Self::NONE`].
            #[inline]
            pub fn is_none(self) -> bool {
                self.0 == u32::MAX
            }
            /// The id as an option.
            #[inline]
            pub fn get(self) -> Option<$name> {
                if self.is_some() { Some(self) } else { None }
            }
        }
    )+};
}

/// A vector indexed by one kind of id.
#[derive(Clone)]
pub struct IdVec<I, T> {
    items: Vec<T>,
    marker: PhantomData<fn(I)>,
}

impl<I: Id, T> Default for IdVec<I, T> {
    fn default() -> Self {
        IdVec {
            items: Vec::new(),
            marker: PhantomData,
        }
    }
}

impl<I: Id, T: std::fmt::Debug> std::fmt::Debug for IdVec<I, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.items.fmt(f)
    }
}

impl<I: Id, T> IdVec<I, T> {
    /// An empty vector.
    pub fn new() -> Self {
        Self::default()
    }
    /// Appends, and gives the id.
    #[inline]
    pub fn push(&mut self, item: T) -> I {
        let id = I::from_index(self.items.len());
        self.items.push(item);
        id
    }
    /// Number of entries.
    #[inline]
    pub fn len(&self) -> usize {
        self.items.len()
    }
    /// Whether there are no entries.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
    /// The entry, if the id is in range.
    #[inline]
    pub fn try_get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }
    /// All entries in id order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }
    /// All ids with their entries.
    pub fn enumerate(&self) -> impl Iterator<Item = (I, &T)> {
        self.items.iter().enumerate().map(|(n, t)| (I::from_index(n), t))
    }
    /// All ids.
    pub fn ids(&self) -> impl Iterator<Item = I> + use<I, T> {
        (0..self.items.len()).map(I::from_index)
    }
}

/// An id that no arena made reached an arena: a fault of this program, reported with exit status 70.
#[cold]
#[inline(never)]
#[allow(clippy::panic)] // ids never come from input; the tools turn this into an internal error with a reproducer
fn stale(what: &str, index: usize) -> ! {
    panic!("internal error: id {index} of {what} is not in its arena")
}

impl<I: Id, T> Index<I> for IdVec<I, T> {
    type Output = T;
    #[inline]
    fn index(&self, id: I) -> &T {
        match self.items.get(id.index()) {
            Some(item) => item,
            None => stale(std::any::type_name::<I>(), id.index()),
        }
    }
}

impl<I: Id, T> IndexMut<I> for IdVec<I, T> {
    #[inline]
    fn index_mut(&mut self, id: I) -> &mut T {
        match self.items.get_mut(id.index()) {
            Some(item) => item,
            None => stale(std::any::type_name::<I>(), id.index()),
        }
    }
}
