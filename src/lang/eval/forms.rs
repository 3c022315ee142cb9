//! What built-in functions ask of the rules that are loaded.

use super::{Why, World};
use crate::ap::{Joints, Offset, Transfer};
use crate::support::diag::Place;

/// One descriptor of a transfer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Descriptor {
    /// Where the source begins.
    pub src: Offset,
    /// Where the destination begins.
    pub dst: Offset,
    /// Bytes of an element.
    pub size: i64,
    /// Dimensions, outermost first.
    pub dims: Joints,
}

/// Forms of transfers by the rules that are loaded.
pub trait Forms: Sync {
    /// Told of each transfer whose form an operation asks for.
    fn asked(&self, _w: &World<'_>, _at: Place, _t: &Transfer, _chip: (bool, bool)) {}

    /// The normal form; none where nothing is moved. With the name of rules, it is found by their laws.
    fn normal(&self, w: &World<'_>, t: &Transfer, rules: Option<&str>) -> Option<Transfer>;

    /// The cheapest way to issue a transfer, by the rules of a block or by all. `chip`: whether source and destination are
    /// on chip.
    ///
    /// # Errors
    ///
    /// No form fits the target, or there are more descriptors than are worth listing.
    fn best(
        &self,
        w: &World<'_>,
        t: &Transfer,
        chip: (bool, bool),
        rules: Option<&str>,
    ) -> Result<Vec<Descriptor>, Why>;
}
