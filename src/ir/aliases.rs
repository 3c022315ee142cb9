//! Names that the printer gives to affine maps and integer sets: `#map`, `#map1`, `#set`, defined before the IR, as MLIR
//! does.

use super::attrs::AttrData;
use super::context::{AttrId, Context};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// The names given so far, in the order of first mention.
#[derive(Default, Debug)]
pub struct Aliases {
    maps: IndexMap<AttrId, (), FxBuildHasher>,
    sets: IndexMap<AttrId, (), FxBuildHasher>,
}

impl Aliases {
    /// The name of an attribute, if it is of a kind that has one: prefix and number.
    pub fn name(&mut self, a: AttrId, data: &AttrData) -> Option<(&'static str, usize)> {
        let (prefix, table) = match data {
            AttrData::AffineMap(_) => ("#map", &mut self.maps),
            AttrData::IntegerSet { .. } => ("#set", &mut self.sets),
            _ => return None,
        };
        Some((prefix, table.insert_full(a, ()).0))
    }
    /// Whether no name was given.
    pub fn is_empty(&self) -> bool {
        self.maps.is_empty() && self.sets.is_empty()
    }
    /// The lines that define the names.
    pub fn definitions(&self, ctx: &Context) -> String {
        let mut out = String::new();
        for (prefix, table) in [("#map", &self.maps), ("#set", &self.sets)] {
            for (n, a) in table.keys().enumerate() {
                push_name(&mut out, prefix, n);
                out.push_str(" = ");
                out.push_str(&ctx.show_attr(*a));
                out.push('\n');
            }
        }
        out
    }
}

/// Writes a name: the first of a kind has no number.
pub(super) fn push_name(out: &mut String, prefix: &str, n: usize) {
    out.push_str(prefix);
    if n > 0 {
        super::display::number(out, n as i64);
    }
}
