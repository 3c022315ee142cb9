//! The built-in functions.
/// A built-in function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Builtin {
    /// Length of a list.
    Len,
}
