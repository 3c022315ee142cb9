//! Affine maps, integer sets and locations.

use super::super::lexer::Tok;
use super::{Parsed, Parser};
use crate::ir::AttrData;
use crate::ir::affine::{AffineExpr, AffineId, AffineMap};
use crate::ir::location::{Loc, LocData};

/// Names of dimensions and symbols of the map at hand.
#[derive(Default)]
struct Scope<'a> {
    dims: Vec<&'a str>,
    syms: Vec<&'a str>,
}

impl<'a> Parser<'a> {
    fn map_head(&mut self) -> Parsed<Scope<'a>> {
        self.start_affine();
        let mut scope = Scope::default();
        self.expect(Tok::LParen, "'(' before the dimensions")?;
        self.id_list(Tok::RParen, "')'", |s| &mut s.dims, &mut scope)?;
        if self.eat(Tok::LBracket) {
            self.id_list(Tok::RBracket, "']'", |s| &mut s.syms, &mut scope)?;
        }
        Ok(scope)
    }

    fn id_list(
        &mut self,
        close: Tok,
        what: &str,
        which: for<'s> fn(&'s mut Scope<'a>) -> &'s mut Vec<&'a str>,
        scope: &mut Scope<'a>,
    ) -> Parsed<()> {
        self.comma_list(close, what, |p| {
            if !p.at(Tok::Bare) {
                return Err(p.expected("a dimension or symbol name"));
            }
            let word = p.word();
            if scope.dims.contains(&word) || scope.syms.contains(&word) {
                let span = p.span();
                return Err(p.error(span, format!("redefinition of identifier '{word}'")));
            }
            which(scope).push(word);
            p.bump();
            Ok(())
        })
    }

    /// The inside of `affine_map<..>`.
    pub(crate) fn affine_map(&mut self) -> Parsed<AffineMap> {
        let scope = self.map_head()?;
        self.expect(Tok::Arrow, "'->'")?;
        self.expect(Tok::LParen, "'(' before the results")?;
        let mut results = Vec::new();
        self.comma_list(Tok::RParen, "')'", |p| {
            results.push(p.affine_sum(&scope)?);
            Ok(())
        })?;
        Ok(AffineMap {
            dims: scope.dims.len() as u32,
            syms: scope.syms.len() as u32,
            results: results.into(),
        })
    }

    /// The inside of `affine_set<..>`.
    pub(crate) fn integer_set(&mut self) -> Parsed<AttrData> {
        let scope = self.map_head()?;
        self.expect(Tok::Colon, "':'")?;
        self.expect(Tok::LParen, "'(' before the constraints")?;
        let mut results = Vec::new();
        let mut equalities = Vec::new();
        self.comma_list(Tok::RParen, "')'", |p| {
            let left = p.affine_sum(&scope)?;
            let equal = match p.tok.tok {
                Tok::EqualEqual => true,
                Tok::GreaterEqual => false,
                _ => return Err(p.expected("'== ' or '>='")),
            };
            p.bump();
            let right = p.affine_sum(&scope)?;
            let minus = p.ctx.affine_mul(right, p.ctx.affine_const(-1));
            results.push(p.ctx.affine_add(left, minus));
            equalities.push(equal);
            Ok(())
        })?;
        let map = AffineMap {
            dims: scope.dims.len() as u32,
            syms: scope.syms.len() as u32,
            results: results.into(),
        };
        Ok(AttrData::IntegerSet {
            map,
            equalities: equalities.into(),
        })
    }

    fn affine_sum(&mut self, scope: &Scope<'a>) -> Parsed<AffineId> {
        self.nested(|p| {
            let mut sum = p.affine_product(scope)?;
            loop {
                if p.at(Tok::Plus) || p.at(Tok::Minus) {
                    p.affine_op()?;
                }
                if p.eat(Tok::Plus) {
                    let right = p.affine_product(scope)?;
                    sum = p.ctx.affine_add(sum, right);
                } else if p.eat(Tok::Minus) {
                    let right = p.affine_product(scope)?;
                    let minus = p.ctx.affine_mul(right, p.ctx.affine_const(-1));
                    sum = p.ctx.affine_add(sum, minus);
                } else {
                    return Ok(sum);
                }
            }
        })
    }

    fn affine_product(&mut self, scope: &Scope<'a>) -> Parsed<AffineId> {
        let mut left = self.affine_atom(scope)?;
        loop {
            let start = self.tok.start;
            let make: Option<fn(AffineId, AffineId) -> AffineExpr> = match self.tok.tok {
                Tok::Star => None,
                Tok::Bare => match self.word() {
                    "mod" => Some(AffineExpr::Mod),
                    "floordiv" => Some(AffineExpr::FloorDiv),
                    "ceildiv" => Some(AffineExpr::CeilDiv),
                    _ => return Ok(left),
                },
                _ => return Ok(left),
            };
            self.affine_op()?;
            self.bump();
            let right = self.affine_atom(scope)?;
            left = match make {
                None => {
                    if !self.ctx.affine_is_symbolic(left) && !self.ctx.affine_is_symbolic(right) {
                        let span = self.span_from(start);
                        let text = "non-affine expression: at least one of the multiply operands has to be either a constant or symbolic";
                        return Err(self.error(span, text));
                    }
                    self.ctx.affine_mul(left, right)
                }
                Some(make) => {
                    if !self.ctx.affine_is_symbolic(right) {
                        let span = self.span_from(start);
                        let text = "non-affine expression: right operand of floordiv, ceildiv or mod has to be either a constant or symbolic";
                        return Err(self.error(span, text));
                    }
                    self.ctx.affine_divide(make, left, right)
                }
            };
        }
    }

    fn affine_atom(&mut self, scope: &Scope<'a>) -> Parsed<AffineId> {
        match self.tok.tok {
            Tok::Minus => {
                self.bump();
                let e = self.nested(|p| p.affine_atom(scope))?;
                Ok(self.ctx.affine_mul(e, self.ctx.affine_const(-1)))
            }
            Tok::LParen => {
                self.bump();
                let e = self.affine_sum(scope)?;
                self.expect(Tok::RParen, "')'")?;
                Ok(e)
            }
            Tok::Int => {
                let n = self.int64("an integer")?;
                Ok(self.ctx.affine_const(n))
            }
            Tok::Bare => {
                let word = self.word();
                let found = scope
                    .dims
                    .iter()
                    .position(|d| *d == word)
                    .map(|n| AffineExpr::Dim(n as u32));
                let found = found.or_else(|| {
                    scope
                        .syms
                        .iter()
                        .position(|d| *d == word)
                        .map(|n| AffineExpr::Sym(n as u32))
                });
                match found {
                    Some(e) => {
                        self.bump();
                        Ok(self.ctx.affine(e))
                    }
                    None => {
                        let span = self.span();
                        Err(self.error(span, format!("use of undeclared identifier '{word}'")))
                    }
                }
            }
            _ => Err(self.expected("an affine expression")),
        }
    }

    /// `loc( .. )`, the word `loc` being the current token.
    pub(crate) fn location(&mut self) -> Parsed<Loc> {
        self.bump();
        self.expect(Tok::LParen, "'(' in location")?;
        let loc = self.location_inner()?;
        self.expect(Tok::RParen, "')' in location")?;
        Ok(loc)
    }

    fn location_inner(&mut self) -> Parsed<Loc> {
        self.nested(|p| match p.tok.tok {
            Tok::Hash => {
                let name = p.suffix();
                match p.attr_aliases.get(name).map(|&a| p.ctx.attr_data(a)) {
                    Some(AttrData::Location(loc)) => {
                        p.bump();
                        Ok(*loc)
                    }
                    // Locations may be named before their alias is defined, at the end of the text.
                    None => {
                        p.bump();
                        Ok(p.ctx.unknown_loc())
                    }
                    Some(_) => {
                        let span = p.span();
                        Err(p.error(
                            span,
                            format!("expected location, but '#{name}' is something else"),
                        ))
                    }
                }
            }
            Tok::Str => {
                let name = p.string()?;
                if p.eat(Tok::Colon) {
                    let line = p.int64("a line number")?;
                    p.expect(Tok::Colon, "':' and a column number")?;
                    let column = p.int64("a column number")?;
                    let (line, column) = (
                        line.clamp(0, i64::from(u32::MAX)),
                        column.clamp(0, i64::from(u32::MAX)),
                    );
                    return Ok(p.ctx.loc(LocData::File {
                        file: name,
                        line: line as u32,
                        column: column as u32,
                    }));
                }
                let child = if p.eat(Tok::LParen) {
                    let child = p.location_inner()?;
                    p.expect(Tok::RParen, "')' in location")?;
                    child
                } else {
                    p.ctx.unknown_loc()
                };
                Ok(p.ctx.loc(LocData::Name { name, child }))
            }
            Tok::Bare => match p.word() {
                "unknown" => {
                    p.bump();
                    Ok(p.ctx.unknown_loc())
                }
                "callsite" => {
                    p.bump();
                    p.expect(Tok::LParen, "'(' in location")?;
                    let callee = p.location_inner()?;
                    if !p.eat_word("at") {
                        return Err(p.expected("'at' in callsite location"));
                    }
                    let caller = p.location_inner()?;
                    p.expect(Tok::RParen, "')' in location")?;
                    Ok(p.ctx.loc(LocData::CallSite { callee, caller }))
                }
                "fused" => {
                    p.bump();
                    let meta = if p.eat(Tok::Less) {
                        let a = p.attr(None)?;
                        p.expect(Tok::Greater, "'>' after the metadata")?;
                        Some(a)
                    } else {
                        None
                    };
                    p.expect(Tok::LBracket, "'[' in fused location")?;
                    let mut parts = Vec::new();
                    p.comma_list(Tok::RBracket, "']'", |p| {
                        parts.push(p.location_inner()?);
                        Ok(())
                    })?;
                    Ok(p.ctx.loc(LocData::Fused {
                        meta,
                        parts: parts.into(),
                    }))
                }
                _ => Err(p.expected("location instance")),
            },
            _ => Err(p.expected("location instance")),
        })
    }
}
