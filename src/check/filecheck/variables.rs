//! Variables and their values while checking.

use super::numeric::Format;
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

/// Names in both kinds of use; a name is of one kind only.
#[derive(Default)]
pub(super) struct Variables {
    text: FxHashMap<String, Vec<u8>>,
    number: FxHashMap<String, BigInt>,
}

impl Variables {
    pub(super) fn text(&self, name: &str) -> Option<&[u8]> {
        self.text.get(name).map(Vec::as_slice)
    }
    pub(super) fn number(&self, name: &str) -> Option<&BigInt> {
        self.number.get(name)
    }
    pub(super) fn set_text(&mut self, name: &str, value: &[u8]) {
        self.text.insert(name.to_string(), value.to_vec());
    }
    pub(super) fn set_number(&mut self, name: &str, value: BigInt) {
        self.number.insert(name.to_string(), value);
    }
    /// Forgets all but `$` variables.
    pub(super) fn forget_local(&mut self) {
        self.text.retain(|name, _| name.starts_with('$'));
        self.number.retain(|name, _| name.starts_with('$'));
    }
}

/// What the check file has said about names so far.
#[derive(Default)]
pub(super) struct Names {
    pub(super) text: rustc_hash::FxHashSet<String>,
    pub(super) number: FxHashMap<String, Declared>,
}

/// A numeric variable's declaration.
#[derive(Clone, Copy)]
pub(super) struct Declared {
    pub(super) format: Format,
    /// Line of the definition; none when it comes from the command line.
    pub(super) line: Option<usize>,
}
