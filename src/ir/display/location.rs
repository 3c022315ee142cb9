//! Writing locations.

use super::{DEPTH, Writer, quoted};
use crate::ir::location::{Loc, LocData};
use std::fmt::Write as _;

impl Writer<'_> {
    /// Writes `loc(..)`.
    pub fn location(&mut self, loc: Loc) {
        self.out.push_str("loc(");
        self.location_inner(loc);
        self.out.push(')');
    }

    fn location_inner(&mut self, loc: Loc) {
        if self.depth > DEPTH {
            self.out.push_str("unknown");
            return;
        }
        self.depth += 1;
        let from_source;
        let data = match (loc.as_source(), self.sources) {
            (Some(span), Some(map)) => {
                from_source = self.ctx.loc_file(map, span);
                &from_source
            }
            (Some(_), None) => &LocData::Unknown,
            (None, _) => self.ctx.loc_data(loc).unwrap_or(&LocData::Unknown),
        };
        match data {
            LocData::Unknown => self.out.push_str("unknown"),
            LocData::File { file, line, column } => {
                quoted(&mut self.out, self.ctx.text(*file));
                let _ = write!(self.out, ":{line}:{column}");
            }
            LocData::Name { name, child } => {
                quoted(&mut self.out, self.ctx.text(*name));
                let unknown = matches!(self.ctx.loc_data(*child), Some(LocData::Unknown));
                if !unknown {
                    self.out.push('(');
                    self.location_inner(*child);
                    self.out.push(')');
                }
            }
            LocData::CallSite { callee, caller } => {
                self.out.push_str("callsite(");
                self.location_inner(*callee);
                self.out.push_str(" at ");
                self.location_inner(*caller);
                self.out.push(')');
            }
            LocData::Fused { meta, parts } => {
                self.out.push_str("fused");
                if let Some(m) = meta {
                    self.out.push('<');
                    self.attr(*m);
                    self.out.push('>');
                }
                self.out.push('[');
                let parts = parts.clone();
                self.list(parts.iter(), |w, l| w.location_inner(*l));
                self.out.push(']');
            }
        }
        self.depth -= 1;
    }
}
