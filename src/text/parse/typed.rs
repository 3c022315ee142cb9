//! Attributes in the spelling of their declared type: `cce` for an enum's case, `[128, 4]` for a struct with a bracket
//! format, `%i * 64` for an affine attribute over operands. The generic spelling is accepted too.

use super::super::affine::Group;
use super::super::lexer::Tok;
use super::{Parsed, Parser};
use crate::ir::{AttrData, AttrId};
use crate::lang::defs::{EnumId, StructId};
use crate::lang::encode;
use crate::lang::types::LType;
use crate::support::nearest;

impl<'a> Parser<'a> {
    /// A case of an enum by its bare name.
    pub(crate) fn enum_case(&mut self, e: EnumId) -> Parsed<AttrId> {
        let def = &self.reg.enums[e];
        if !self.at(Tok::Bare) {
            return Err(self.expected(&format!("a case of {}", def.name)));
        }
        let word = self.word();
        let found = self.ctx.find_str(word).filter(|c| self.reg.case(e, *c).is_some());
        match found {
            Some(case) => {
                self.bump();
                Ok(self.ctx.attr(AttrData::Enum {
                    name: def.mnemonic,
                    case,
                }))
            }
            None => {
                let names: Vec<&str> = def.cases.iter().map(|c| self.ctx.text(c.0)).collect();
                let hint = nearest::hint(word, names.iter().copied());
                let span = self.span();
                let text = format!("'{word}' is no case of {} ({}){hint}", def.name, names.join(", "));
                Err(self.error(span, text))
            }
        }
    }

    /// A value of a type. `group` takes the operands of an affine one.
    pub(crate) fn typed_value(&mut self, ty: &LType, group: Option<&mut Group<'a>>) -> Parsed<AttrId> {
        let start = self.tok.start;
        let a = match (ty, self.tok.tok) {
            (LType::Option(t), _) => return self.typed_value(t, group),
            (LType::Enum(e), Tok::Bare) => return self.enum_case(*e),
            (LType::Int, Tok::Int | Tok::Minus) => {
                let n = self.int64("an integer")?;
                if self.eat(Tok::Colon) {
                    let ty = self.ty()?;
                    self.ctx.attr(AttrData::Integer { value: n, ty })
                } else {
                    self.ctx.int(n)
                }
            }
            (LType::Str, Tok::Str) => {
                let value = self.string()?;
                return Ok(self.ctx.string_of(value));
            }
            (LType::Affine, Tok::Bare) if self.at_word("affine_map") => self.attr(None)?,
            (LType::Affine, _) => match group {
                Some(g) => self.affine_over(g)?,
                None => {
                    let mut none = Group::default();
                    let a = self.affine_over(&mut none)?;
                    if let Some(v) = none.values.first() {
                        return Err(self.error(v.span, "this affine expression is over no operands"));
                    }
                    a
                }
            },
            (LType::List(t), Tok::LBracket) => return self.nested(|p| p.typed_list(t)),
            (LType::Tuple(ts), Tok::LBracket) => {
                let ts = ts.clone();
                self.nested(|p| p.typed_tuple(&ts))?
            }
            (LType::Struct(s), Tok::LBracket | Tok::LBrace) => {
                let s = *s;
                self.nested(|p| p.typed_struct(s))?
            }
            _ => self.attr(None)?,
        };
        if let Err(text) = encode::check(self.reg, self.ctx, a, ty) {
            let span = self.span_from(start);
            return Err(self.error(span, format!("this {text}")));
        }
        Ok(a)
    }

    fn typed_list(&mut self, ty: &LType) -> Parsed<AttrId> {
        self.bump();
        let mut items = Vec::new();
        self.comma_list(Tok::RBracket, "']'", |p| {
            items.push(p.typed_value(ty, None)?);
            Ok(())
        })?;
        Ok(self.ctx.array(items))
    }

    fn typed_tuple(&mut self, types: &[LType]) -> Parsed<AttrId> {
        self.bump();
        let mut items = Vec::new();
        self.comma_list(Tok::RBracket, "']'", |p| {
            match types.get(items.len()) {
                Some(t) => items.push(p.typed_value(t, None)?),
                None => return Err(p.expected(&format!("']' after {} items", types.len()))),
            }
            Ok(())
        })?;
        Ok(self.ctx.array(items))
    }

    fn typed_struct(&mut self, s: StructId) -> Parsed<AttrId> {
        let def = &self.reg.structs[s];
        let start = self.tok.start;
        if def.positional {
            if !self.at(Tok::LBracket) {
                return Err(self.expected(&format!("'[' of a {}", def.name)));
            }
            let types: Vec<LType> = def.fields.iter().map(|f| f.ty.clone()).collect();
            return self.typed_tuple(&types);
        }
        if !self.at(Tok::LBrace) {
            return Err(self.expected(&format!("'{{' of a {}", def.name)));
        }
        self.bump();
        let mut items = Vec::new();
        self.comma_list(Tok::RBrace, "'}'", |p| {
            let span = p.span();
            let key = p.key()?;
            let Some(f) = def.fields.iter().find(|f| f.name == key) else {
                let hint = nearest::hint(p.ctx.text(key), def.fields.iter().map(|f| p.ctx.text(f.name)));
                let text = format!("{} has no field '{}'{hint}", def.name, p.ctx.text(key));
                return Err(p.error(span, text));
            };
            p.expect(Tok::Equal, "'='")?;
            let v = p.typed_value(&f.ty, None)?;
            if f.default != Some(v) {
                items.push((key, v));
            }
            Ok(())
        })?;
        for f in &def.fields {
            if !f.ty.is_option() && f.default.is_none() && !items.iter().any(|i| i.0 == f.name) {
                let span = self.span_from(start);
                let text = format!("{} needs its field '{}'", def.name, self.ctx.text(f.name));
                return Err(self.error(span, text));
            }
        }
        Ok(self.ctx.dict(items))
    }
}
