//! What both directions of assembly formats share.

use crate::ir::ValueId;
use crate::ir::display::Writer;

pub use crate::lang::groups::{
    OPERAND_SEGMENTS, RESULT_SEGMENTS, is_segment, operand_group, result_group, segments,
};

/// Gives values their names when printing.
pub(crate) trait ValueNames {
    /// Writes `%name`.
    fn write(&self, w: &mut Writer<'_>, v: ValueId);
}

/// Directly inside the first operation, the second is written without its dialect.
pub(crate) const BARE_RETURN: (&str, &str, &str) = ("func.func", "func.return", "return");
