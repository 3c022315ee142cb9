//! Datatypes: what rules are about. The one that means something to the tool has a fixed shape.

use super::load::Loader;
use crate::lang::ast;
use crate::lang::defs::DatatypeDef;
use crate::lang::terms::TRANSFER;
use crate::support::kinds::Kind;

/// The cases of a transfer and the types of their fields.
const SHAPE: [(&str, &[&str]); 4] = [
    ("xfer", &["affine", "affine", "int", "Transfer"]),
    ("dim", &["int", "int", "int", "Transfer"]),
    ("fdim", &["int", "int", "int", "Transfer"]),
    ("end", &[]),
];

impl Loader<'_> {
    pub(super) fn datatype(&mut self, full: Box<str>, t: &ast::DatatypeDecl) {
        for (n, c) in t.cases.iter().enumerate() {
            if t.cases.iter().take(n).any(|o| o.name.text == c.name.text) {
                let text = format!("case '{}' is declared twice", c.name.text);
                self.fault(Kind::Duplicate, c.name.span, text);
            }
        }
        if *full == *TRANSFER {
            let as_it_is = t.cases.len() == SHAPE.len()
                && t.cases.iter().zip(SHAPE).all(|(c, (name, fields))| {
                    let types = c.fields.iter().map(|f| plain(&f.slot));
                    *c.name.text == *name && types.eq(fields.iter().map(|f| Some(*f)))
                });
            if !as_it_is {
                let text = format!(
                    "'{TRANSFER}' is xfer(affine, affine, int, Transfer), dim(int, int, int, Transfer), fdim(int, int, int, Transfer) and end, in this order: rules are applied to it"
                );
                self.fault(Kind::Datatype, t.name.span, text);
                return;
            }
        }
        if *full != *TRANSFER {
            let text = format!("rules are over '{TRANSFER}', so nothing can use the datatype '{full}'");
            self.fault(Kind::Datatype, t.name.span, text);
        }
        self.reg.datatypes.insert(full, DatatypeDef { span: t.name.span });
    }
}

/// The name that a slot is, where it is nothing more.
fn plain(slot: &ast::Slot) -> Option<&str> {
    match slot.alternatives.as_slice() {
        [
            ast::SlotAlt {
                kind: ast::SlotKind::Name(n),
                optional: false,
                ..
            },
        ] => Some(&n.name.text),
        _ => None,
    }
}
