//! Watching a run: what is told before and after each pass, and where passes put what they tell beside diagnostics.
//!
//! An [`Instrument`] sees the IR between passes; a [`Tell`] takes what a pass has to say. A run without instruments
//! visits an empty list.

use super::Step;
use crate::ir::Body;
use crate::session::Session;

/// Takes what a run tells beside diagnostics, in the order of the input, whatever the number of threads.
pub trait Tell {
    /// Text for the user, whole lines.
    fn text(&mut self, text: &str);
}

impl Tell for Vec<u8> {
    fn text(&mut self, text: &str) {
        self.extend_from_slice(text.as_bytes());
    }
}

/// A moment of a run.
#[derive(Clone, Copy)]
pub struct Moment<'a> {
    /// What is loaded.
    pub session: &'a Session,
    /// The IR as it is.
    pub body: &'a Body,
    /// The pass at hand.
    pub step: &'a Step,
    /// It and those that follow.
    pub rest: &'a [Step],
}

/// Told of every pass.
pub trait Instrument {
    /// A pass is about to run.
    fn before(&mut self, _at: Moment<'_>, _tell: &mut dyn Tell) {}
    /// It has run, and has not been verified yet.
    fn ran(&mut self, _at: Moment<'_>, _tell: &mut dyn Tell) {}
    /// It is done; `ok` unless it failed or left invalid IR, which may be broken in any way that a body can be.
    fn after(&mut self, _at: Moment<'_>, _ok: bool, _tell: &mut dyn Tell) {}
}
