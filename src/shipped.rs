//! The dialect and pattern files that are built in, so that the binary runs alone.

include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// A stretch of a built-in file that was parsed when this program was built.
#[derive(Clone, Copy, Debug)]
pub struct Tree {
    /// Hash of the text.
    pub hash: u64,
    /// Number of the rule.
    pub rule: u16,
    /// Whether the file is one of [`PATTERNS`].
    pub pattern: bool,
    /// Which file.
    pub file: u16,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// First of its [`NODES`].
    pub first: u32,
    /// How many nodes there are.
    pub count: u32,
}
