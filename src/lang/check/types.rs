//! Types of the language as written.

use super::{Checked, Checker};
use crate::lang::ast;
use crate::lang::defs::Entity;
use crate::lang::types::{LType, OpSet};
use crate::support::kinds::Kind;
use crate::support::nearest;

const NAMES: [&str; 11] = [
    "int", "bool", "string", "float", "affine", "attr", "type", "value", "op", "block", "region",
];

impl Checker<'_> {
    pub(super) fn lang_type(&mut self, t: &ast::LangType) -> Checked<LType> {
        let base = match &t.kind {
            ast::LangTypeKind::List(inner) => LType::list(self.lang_type(inner)?),
            ast::LangTypeKind::Tuple(items) => {
                let mut out = Vec::new();
                for i in items {
                    out.push(self.lang_type(i)?);
                }
                LType::tuple(out)
            }
            ast::LangTypeKind::Name(name) => match &*name.text {
                "int" => LType::Int,
                "bool" => LType::Bool,
                "string" => LType::Str,
                "float" => LType::Float,
                "affine" => LType::Affine,
                "attr" => LType::Attr,
                "type" => LType::Type,
                "value" => LType::Value,
                "op" => LType::Op(OpSet::Any),
                "block" => LType::Block,
                "region" => LType::Region,
                "symbol" => LType::Symbol(OpSet::Any),
                text => match self.reg.entity(text) {
                    Some(Entity::Op(o)) => LType::Op(OpSet::One(o)),
                    Some(Entity::Interface(i)) => LType::Op(OpSet::Interface(i)),
                    Some(Entity::Enum(e)) => LType::Enum(e),
                    Some(Entity::Struct(s)) => LType::Struct(s),
                    None => {
                        let known = NAMES.into_iter().chain(self.reg.entities.keys().map(|k| &**k));
                        let hint = nearest::hint(text, known);
                        return Err(self.fault(
                            Kind::UnknownType,
                            name.span,
                            format!("unknown type '{text}'{hint}"),
                        ));
                    }
                },
            },
        };
        Ok(if t.optional { LType::option(base) } else { base })
    }
}
