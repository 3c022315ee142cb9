//! Printing the IR before and after passes, with the banners of MLIR.

use super::instrument::{Instrument, Moment, Tell};
use crate::text::print::{PrintOptions, print};

/// Which passes are meant.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Which {
    /// None.
    #[default]
    None,
    /// These.
    Named(Vec<String>),
    /// All.
    All,
}

impl Which {
    fn holds(&self, pass: &str) -> bool {
        match self {
            Which::None => false,
            Which::Named(names) => names.iter().any(|n| n == pass),
            Which::All => true,
        }
    }
}

/// See the module's description.
#[derive(Clone, Default, Debug)]
pub struct Dump {
    /// Before which passes.
    pub before: Which,
    /// After which passes.
    pub after: Which,
    /// After a pass only if it changed something.
    pub on_change: bool,
    /// Every operation in the generic form.
    pub generic: bool,
    /// With locations.
    pub locations: bool,
    /// The IR before the pass, when changes count.
    pub(crate) old: Option<String>,
}

impl Dump {
    /// Whether there is anything to do.
    pub fn wanted(&self) -> bool {
        self.before != Which::None || self.after != Which::None
    }

    fn print(&self, at: Moment<'_>, generic: bool) -> String {
        let (s, body) = (at.session, at.body);
        let options = PrintOptions {
            generic,
            locations: self.locations.then_some(&s.map),
        };
        print(&s.ctx, &s.reg, body, body.root(), options)
    }

    fn tell(&self, what: &str, text: &str, tell: &mut dyn Tell) {
        tell.text(&format!("// -----// IR Dump {what} //----- //\n{text}\n"));
    }
}

impl Instrument for Dump {
    fn before(&mut self, at: Moment<'_>, tell: &mut dyn Tell) {
        let pass = &at.step.pass;
        if self.before.holds(pass) {
            let text = self.print(at, self.generic);
            self.tell(&format!("Before {pass}"), &text, tell);
        }
        if self.on_change && self.after.holds(pass) {
            // What is compared does not depend on how things are shown.
            self.old = Some(self.print(at, true));
        }
    }

    fn after(&mut self, at: Moment<'_>, ok: bool, tell: &mut dyn Tell) {
        let pass = &at.step.pass;
        let old = self.old.take();
        if !ok {
            // Formats rely on what the verifier checks; the generic form shows anything.
            if self.after.holds(pass) {
                let text = self.print(at, true);
                self.tell(&format!("After {pass} Failed"), &text, tell);
            }
            return;
        }
        if !self.after.holds(pass) || old.is_some_and(|o| o == self.print(at, true)) {
            return;
        }
        let text = self.print(at, self.generic);
        self.tell(&format!("After {pass}"), &text, tell);
    }
}
