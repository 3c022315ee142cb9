//! The syntax of functions, of operations with the trait `Function`.

use super::{Read, set};
use crate::ir::{AttrData, AttrId, TypeData};
use crate::lang::defs::OpDef;
use crate::text::lexer::Tok;
use crate::text::parse::ops::EntryArg;
use crate::text::parse::{Parsed, Parser};

impl<'a> Parser<'a> {
    /// `{ entries }?` behind an argument or result of a function.
    fn argument_attrs(&mut self) -> Parsed<AttrId> {
        if !self.eat(Tok::LBrace) {
            return Ok(self.ctx.known.empty_dict);
        }
        let items = self.dict_entries(Tok::RBrace)?;
        Ok(self.ctx.dict(items))
    }

    fn set_argument_attrs(&mut self, def: &OpDef, name: &str, dicts: Vec<AttrId>, read: &mut Read<'a>) {
        if dicts.iter().any(|d| *d != self.ctx.known.empty_dict) {
            let key = self.ctx.str(name);
            let value = self.ctx.array(dicts);
            match def.attr(key) {
                Some((n, _)) => set(&mut read.attrs, n, Some(value)),
                None => read.extra.push((key, value)),
            }
        }
    }

    pub(super) fn function(
        &mut self,
        def: &'a OpDef,
        at: (usize, usize, usize),
        read: &mut Read<'a>,
    ) -> Parsed<()> {
        let (name, ty, body) = at;
        if self.at(Tok::Bare) && matches!(self.word(), "private" | "public" | "nested") {
            let visibility = self.ctx.string(self.word());
            let key = self.ctx.str("sym_visibility");
            self.bump();
            match def.attr(key) {
                Some((n, _)) => set(&mut read.attrs, n, Some(visibility)),
                None => read.extra.push((key, visibility)),
            }
        }
        let symbol = self.symbol_name()?;
        set(&mut read.attrs, name, Some(self.ctx.string_of(symbol)));
        self.expect(Tok::LParen, "'(' and the arguments")?;
        let mut args: Vec<EntryArg<'a>> = Vec::new();
        let mut inputs = Vec::new();
        let mut arg_attrs = Vec::new();
        self.comma_list(Tok::RParen, "')'", |p| {
            let named = p.at(Tok::Percent);
            if named {
                let name = p.operand()?;
                p.expect(Tok::Colon, "':' and a type")?;
                let ty = p.ty()?;
                args.push(EntryArg { name, ty });
                inputs.push(ty);
            } else {
                inputs.push(p.ty()?);
            }
            let dict = p.argument_attrs()?;
            if p.at_word("loc") {
                p.location()?;
            }
            arg_attrs.push(dict);
            Ok(())
        })?;
        self.set_argument_attrs(def, "arg_attrs", arg_attrs, read);
        let (mut results, mut result_attrs) = (Vec::new(), Vec::new());
        if self.eat(Tok::Arrow) {
            if self.eat(Tok::LParen) {
                self.comma_list(Tok::RParen, "')'", |p| {
                    results.push(p.ty()?);
                    result_attrs.push(p.argument_attrs()?);
                    Ok(())
                })?;
            } else {
                results.push(self.ty()?);
            }
        }
        self.set_argument_attrs(def, "res_attrs", result_attrs, read);
        let f = self.ctx.ty(TypeData::Function {
            inputs: inputs.into(),
            results: results.into(),
        });
        set(&mut read.attrs, ty, Some(self.ctx.attr(AttrData::Type(f))));
        if self.eat_word("attributes") {
            self.expect(Tok::LBrace, "'{'")?;
            self.attr_dict(def, read)?;
        }
        if self.at(Tok::LBrace) {
            let r = self.region(def.id, args)?;
            self.implied_terminator(def, body, r);
            set(&mut read.regions, body, Some(r));
        }
        Ok(())
    }
}
