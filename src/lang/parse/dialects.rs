//! Dialect files.

use super::build::{Builder, Built, Kids, P, Stop};
use super::grammar::Rule;
use super::scan::{Chunk, Scan};
use crate::lang::ast::*;
use crate::support::kinds::Kind;
use crate::support::source::Span;

impl<'t> Builder<'t, '_> {
    /// The items of a file.
    pub fn dialect_items(&mut self, scan: &Scan<'t>) -> Vec<DialectItem> {
        let mut items = Vec::new();
        for chunk in scan.chunks() {
            let mut next = Some(chunk);
            while let Some(chunk) = next {
                let item;
                (item, next) = match chunk.brace {
                    Some(brace) => self.dialect_with_members(scan, &chunk, brace),
                    None => self.unit(scan, &chunk, Rule::dialect_item, 0, Self::dialect_item),
                };
                items.extend(item);
            }
        }
        items
    }

    /// A dialect, member by member, so that a mistake costs one member.
    fn dialect_with_members(
        &mut self,
        scan: &Scan<'t>,
        chunk: &Chunk,
        brace: usize,
    ) -> (Option<DialectItem>, Option<Chunk>) {
        let (found, close) = scan.members(chunk, brace);
        let errors = self.sink.errors();
        let head = self.head(scan, Rule::dialect_head, chunk.toks.start..brace + 1);
        let mut members = Vec::new();
        for m in found {
            let mut next = Some(m);
            while let Some(m) = next {
                let member;
                (member, next) = self.unit(scan, &m, Rule::member, 1, Self::member);
                members.extend(member);
            }
        }
        let (end, rest) = self.close(scan, chunk, brace, close, errors, Rule::dialect_item);
        let item = head.map(|(doc, _, name, span)| {
            DialectItem::Dialect(Dialect {
                doc,
                name,
                members,
                span: Span { end, ..span },
            })
        });
        (item, rest)
    }

    fn dialect_item(&mut self, p: P<'t>) -> Built<DialectItem> {
        let mut k = self.kids(p);
        let doc = self.doc(&mut k);
        let p = k.any()?;
        let rule = p.as_rule();
        let mut k = self.kids(p);
        let span = k.span;
        let name = self.name(&k.need(Rule::ident)?);
        Ok(match rule {
            Rule::dialect => {
                let mut members = Vec::new();
                while let Some(p) = k.take(Rule::member) {
                    members.push(self.member(p)?);
                }
                DialectItem::Dialect(Dialect {
                    doc,
                    name,
                    members,
                    span,
                })
            }
            Rule::target_family => {
                let (mut params, mut verify) = (Vec::new(), Vec::new());
                while let Some(p) = k.next() {
                    match p.as_rule() {
                        Rule::tparam => {
                            let field = self.kids(p).need(Rule::field_d)?;
                            params.push(self.field(field)?);
                        }
                        _ => verify.push(self.verify(p)?),
                    }
                }
                DialectItem::TargetFamily(TargetFamily {
                    doc,
                    name,
                    params,
                    verify,
                    span,
                })
            }
            _ => {
                let family = self.name(&k.need(Rule::ident)?);
                DialectItem::Target(Target {
                    doc,
                    name,
                    family,
                    values: self.facts(&mut k)?,
                    span,
                })
            }
        })
    }

    /// `(name "=" expr),*`
    fn facts(&mut self, k: &mut Kids<'t>) -> Built<Vec<(Name, Expr)>> {
        let mut facts = Vec::new();
        while let Some(p) = k.take(Rule::fact) {
            let mut k = self.kids(p);
            let name = self.name(&k.need(Rule::name)?);
            facts.push((name, self.next_expr(&mut k)?));
        }
        Ok(facts)
    }

    fn member(&mut self, p: P<'t>) -> Built<Member> {
        let mut k = self.kids(p);
        let doc = self.doc(&mut k);
        let p = k.any()?;
        let span = self.span(&p);
        let rule = p.as_rule();
        if rule == Rule::fn_decl {
            return Ok(Member {
                doc,
                kind: MemberKind::Fn(self.fn_decl(p)?),
                span,
            });
        }
        let mut k = self.kids(p);
        let kind = match rule {
            Rule::enum_d => {
                let name = self.name(&k.need(Rule::name)?);
                let repr = k.take(Rule::name).map(|p| self.name(&p));
                let mut cases = Vec::new();
                while let Some(p) = k.take(Rule::enum_c) {
                    cases.push(self.enum_case(p)?);
                }
                MemberKind::Enum(EnumDecl { name, repr, cases })
            }
            Rule::record_d => MemberKind::Record(self.record(&mut k)?),
            Rule::constraint_d => {
                let name = self.name(&k.need(Rule::name)?);
                let slot = k.need(Rule::cslot)?;
                MemberKind::Constraint {
                    name,
                    slot: self.slot(slot)?,
                }
            }
            Rule::datatype_d => {
                let name = self.name(&k.need(Rule::name)?);
                let mut cases = Vec::new();
                while let Some(p) = k.take(Rule::data_case) {
                    let mut k = self.kids(p);
                    let doc = self.doc(&mut k);
                    let name = self.name(&k.need(Rule::name)?);
                    let fields = self.fields_par(&mut k)?.unwrap_or_default();
                    let sort = k.take(Rule::name).map(|p| self.name(&p));
                    cases.push(DataCase {
                        doc,
                        name,
                        fields,
                        sort,
                        span: k.span,
                    });
                }
                MemberKind::Datatype(DatatypeDecl { name, cases })
            }
            Rule::interface_d => MemberKind::Interface(self.op(&mut k)?),
            _ => MemberKind::Op(self.op(&mut k)?),
        };
        Ok(Member { doc, kind, span })
    }

    fn enum_case(&mut self, p: P<'t>) -> Built<EnumCase> {
        let mut k = self.kids(p);
        let doc = self.doc(&mut k);
        let name = self.name(&k.need(Rule::name)?);
        let value = k.take(Rule::int).map(|p| (self.int(&p), self.span(&p)));
        let facts = match k.take(Rule::enum_facts) {
            Some(p) => {
                let mut k = self.kids(p);
                self.facts(&mut k)?
            }
            None => Vec::new(),
        };
        Ok(EnumCase {
            doc,
            name,
            value,
            facts,
            span: k.span,
        })
    }

    fn record(&mut self, k: &mut Kids<'t>) -> Built<RecordDecl> {
        let kind = match k.any()?.as_rule() {
            Rule::k_struct => RecordKind::Struct,
            Rule::k_type => RecordKind::Type,
            _ => RecordKind::Attr,
        };
        let name = self.name(&k.need(Rule::name)?);
        let fields = self.fields_par(k)?.unwrap_or_default();
        let (mut verify, mut assembly) = (Vec::new(), Vec::new());
        while let Some(p) = k.next() {
            match p.as_rule() {
                Rule::verify => verify.push(self.verify(p)?),
                _ => assembly.push(self.assembly(p)?),
            }
        }
        Ok(RecordDecl {
            kind,
            name,
            fields,
            verify,
            assembly,
        })
    }

    fn op(&mut self, k: &mut Kids<'t>) -> Built<OpDecl> {
        let name = self.name(&k.any()?);
        let mut clauses = Vec::new();
        while let Some(p) = k.take(Rule::clause) {
            clauses.push(self.clause(p)?);
        }
        Ok(OpDecl { name, clauses })
    }

    fn clause(&mut self, p: P<'t>) -> Built<Clause> {
        let mut k = self.kids(p);
        let doc = self.doc(&mut k);
        let p = k.any()?;
        let span = self.span(&p);
        let rule = p.as_rule();
        match rule {
            Rule::verify => {
                let verify = self.verify(p)?;
                return Ok(Clause {
                    doc,
                    kind: ClauseKind::Verify(verify),
                    span,
                });
            }
            Rule::assembly => {
                return Ok(Clause {
                    doc,
                    kind: ClauseKind::Assembly(self.assembly(p)?),
                    span,
                });
            }
            _ => {}
        }
        let mut k = self.kids(p);
        let kind = match rule {
            Rule::operands_c => ClauseKind::Operands(self.fields(&mut k)?),
            Rule::results_c => ClauseKind::Results(self.fields(&mut k)?),
            Rule::attributes_c => ClauseKind::Attributes(self.fields(&mut k)?),
            Rule::successors_c => ClauseKind::Successors(self.fields(&mut k)?),
            Rule::regions_c => {
                let mut regions = Vec::new();
                while let Some(p) = k.take(Rule::region_f) {
                    regions.push(self.region(p)?);
                }
                ClauseKind::Regions(regions)
            }
            Rule::traits_c => {
                let mut traits = Vec::new();
                while let Some(p) = k.take(Rule::trait_u) {
                    let mut k = self.kids(p);
                    let name = self.name(&k.any()?);
                    traits.push(TraitUse {
                        name,
                        args: self.exprs(&mut k)?,
                        span: k.span,
                    });
                }
                ClauseKind::Traits(traits)
            }
            Rule::const_c => {
                let name = self.name(&k.need(Rule::name)?);
                ClauseKind::Const {
                    name,
                    value: self.next_expr(&mut k)?,
                }
            }
            Rule::infer_c => {
                let name = self.name(&k.need(Rule::name)?);
                ClauseKind::Infer {
                    name,
                    value: self.next_expr(&mut k)?,
                }
            }
            Rule::effects_c => {
                let mut effects = Vec::new();
                while let Some(p) = k.take(Rule::effect) {
                    let mut k = self.kids(p);
                    let kind = match k.any()?.as_rule() {
                        Rule::k_read => EffectKind::Read,
                        Rule::k_write => EffectKind::Write,
                        Rule::k_allocate => EffectKind::Allocate,
                        _ => EffectKind::View,
                    };
                    effects.push(Effect {
                        kind,
                        on: self.next_expr(&mut k)?,
                        span: k.span,
                    });
                }
                ClauseKind::Effects(effects)
            }
            Rule::semantics_c => match k.take(Rule::block) {
                Some(p) => ClauseKind::Semantics(Semantics::Body(self.block(p)?)),
                None => {
                    let name = self.name(&k.need(Rule::op_name)?);
                    let args = k.need(Rule::args)?;
                    let args = self.args(args)?;
                    let mut names = Vec::new();
                    while let Some(p) = k.take(Rule::reads) {
                        let mut k = self.kids(p);
                        let own = self.name(&k.need(Rule::name)?);
                        let of = k.take(Rule::name).map(|p| self.name(&p));
                        names.push((own.clone(), of.unwrap_or(own)));
                    }
                    ClauseKind::Semantics(Semantics::Mechanism { name, args, names })
                }
            },
            _ => return Err(Stop::Mismatch(span)),
        };
        Ok(Clause { doc, kind, span })
    }

    fn region(&mut self, p: P<'t>) -> Built<RegionDecl> {
        let mut k = self.kids(p);
        let name = self.name(&k.need(Rule::name)?);
        let args = self.fields_par(&mut k)?;
        let ends = match k.take(Rule::region_ends) {
            Some(p) => {
                let p = self.kids(p).any()?;
                Some(match p.as_rule() {
                    Rule::k_nothing => RegionEnd::Nothing(self.span(&p)),
                    _ => RegionEnd::Op(self.name(&p)),
                })
            }
            None => None,
        };
        k.take(Rule::k_of);
        Ok(RegionDecl {
            name,
            args,
            ends,
            of: self.names(&mut k, Rule::op_name),
            span: k.span,
        })
    }

    fn verify(&mut self, p: P<'t>) -> Built<Verify> {
        let mut k = self.kids(p);
        let doc = self.doc(&mut k);
        k.need(Rule::k_verify)?;
        let condition = self.next_expr(&mut k)?;
        let message = k.need(Rule::string)?;
        Ok(Verify {
            doc,
            condition,
            message: self.string(message)?,
            span: k.span,
        })
    }

    fn fields_par(&mut self, k: &mut Kids<'t>) -> Built<Option<Vec<Field>>> {
        let Some(p) = k.take(Rule::fields_par) else {
            return Ok(None);
        };
        let mut k = self.kids(p);
        if k.peek().is_none() {
            Ok(Some(Vec::new()))
        } else {
            self.fields(&mut k).map(Some)
        }
    }

    fn fields(&mut self, k: &mut Kids<'t>) -> Built<Vec<Field>> {
        let p = k.need(Rule::fields)?;
        let mut k = self.kids(p);
        let mut fields = Vec::new();
        while let Some(p) = k.take(Rule::field_d) {
            fields.push(self.field(p)?);
        }
        Ok(fields)
    }

    /// `name ":" slot ("=" default)? ("over" group)? ("if" expr)?`
    fn field(&mut self, p: P<'t>) -> Built<Field> {
        // `=` and `if` are what tells the two expressions apart.
        let has_default = p.clone().into_inner().any(|p| p.as_rule() == Rule::eq);
        let mut k = self.kids(p);
        let doc = self.doc(&mut k);
        let name = self.name(&k.need(Rule::name)?);
        let slot = k.need(Rule::cslot)?;
        let slot = self.slot(slot)?;
        let default = if has_default {
            Some(self.next_expr(&mut k)?)
        } else {
            None
        };
        let over = k.take(Rule::name).map(|p| self.name(&p));
        let condition = k.take(Rule::expr).map(|p| self.expr(p)).transpose()?;
        Ok(Field {
            doc,
            name,
            slot,
            default,
            over,
            condition,
            span: k.span,
        })
    }

    fn slot(&mut self, p: P<'t>) -> Built<Slot> {
        let mut k = self.kids(p);
        let span = k.span;
        self.deeper(1, span, |b| {
            let mut alternatives = Vec::new();
            while let Some(p) = k.take(Rule::cslot_1) {
                alternatives.push(b.slot_alt(p)?);
            }
            Ok(Slot { alternatives, span })
        })
    }

    fn slot_alt(&mut self, p: P<'t>) -> Built<SlotAlt> {
        let mut k = self.kids(p);
        let span = k.span;
        let p = k.any()?;
        let mut optional = k.take(Rule::opt).is_some();
        let rule = p.as_rule();
        if rule == Rule::itype {
            let bang = p.as_str().starts_with('!');
            let mut ty = self.itype(p)?;
            // The `?` of a slot is the slot's, wherever the grammar found it.
            optional |= std::mem::take(&mut ty.optional);
            let kind = if bang {
                SlotKind::Type(ty)
            } else {
                SlotKind::Name(ty)
            };
            return Ok(SlotAlt { kind, optional, span });
        }
        let mut k = self.kids(p);
        let kind = match rule {
            Rule::cs_list => {
                let p = k.need(Rule::cslot)?;
                SlotKind::List(Box::new(self.slot(p)?))
            }
            Rule::cs_tuple => {
                let mut parts = Vec::new();
                while let Some(p) = k.take(Rule::cslot) {
                    parts.push(self.slot(p)?);
                }
                SlotKind::Tuple(parts)
            }
            Rule::cs_variadic => {
                let p = k.need(Rule::cslot)?;
                SlotKind::Variadic(Box::new(self.slot(p)?))
            }
            Rule::cs_symbol => SlotKind::Symbol(self.name(&k.need(Rule::op_name)?)),
            Rule::cs_int => {
                k.take(Rule::k_in);
                let p = k.need(Rule::range_e)?;
                SlotKind::IntIn(Box::new(self.expr(p)?))
            }
            _ => {
                let name = self.name(&k.need(Rule::name)?);
                SlotKind::Apply {
                    name,
                    arg: Box::new(self.next_expr(&mut k)?),
                }
            }
        };
        Ok(SlotAlt { kind, optional, span })
    }

    fn assembly(&mut self, p: P<'t>) -> Built<Assembly> {
        let mut k = self.kids(p);
        Ok(Assembly {
            directives: self.directives(&mut k)?,
            span: k.span,
        })
    }

    fn directives(&mut self, k: &mut Kids<'t>) -> Built<Vec<Directive>> {
        let mut list = Vec::new();
        while !matches!(k.peek(), None | Some(Rule::asm_else | Rule::asm_repeat)) {
            let p = k.any()?;
            list.push(self.directive(p)?);
        }
        Ok(list)
    }

    fn directive(&mut self, p: P<'t>) -> Built<Directive> {
        let span = self.span(&p);
        let text = p.as_str();
        let kind = match p.as_rule() {
            Rule::asm_lit => {
                DirectiveKind::Literal(text.get(1..text.len().saturating_sub(1)).unwrap_or("").into())
            }
            Rule::asm_var => {
                let mut k = self.kids(p);
                let name = self.name(&k.need(Rule::name)?);
                DirectiveKind::Field {
                    name,
                    anchor: k.take(Rule::anchor).is_some(),
                }
            }
            Rule::asm_word => match text {
                "attr-dict" => DirectiveKind::AttrDict,
                "attr-dict-with-keyword" => DirectiveKind::AttrDictWithKeyword,
                "operands" => DirectiveKind::Operands,
                "results" => DirectiveKind::Results,
                "regions" => DirectiveKind::Regions,
                "successors" => DirectiveKind::Successors,
                _ => DirectiveKind::FunctionalType(Vec::new()),
            },
            Rule::asm_call => {
                let mut k = self.kids(p);
                let of_type = k.need(Rule::asm_fn)?.as_str() == "type";
                let mut args = self.directives(&mut k)?;
                match (of_type, args.len()) {
                    (false, 2) => DirectiveKind::FunctionalType(args),
                    (true, 1) => match args.pop() {
                        Some(one) => DirectiveKind::TypeOf(Box::new(one)),
                        None => return Err(Stop::Mismatch(span)),
                    },
                    (true, _) => {
                        return Err(self
                            .sink
                            .fault(Kind::AssemblyFormat, span, "'type' takes one field")
                            .into());
                    }
                    (false, _) => {
                        return Err(self
                            .sink
                            .fault(Kind::AssemblyFormat, span, "'functional-type' takes two fields")
                            .into());
                    }
                }
            }
            Rule::asm_group => self.deeper(1, span, |b| {
                let mut k = b.kids(p);
                let body = b.directives(&mut k)?;
                let otherwise = match k.take(Rule::asm_else) {
                    Some(p) => {
                        let mut k = b.kids(p);
                        b.directives(&mut k)?
                    }
                    None => Vec::new(),
                };
                let repeat = match k.take(Rule::asm_repeat).map(|p| p.as_str()) {
                    Some("?") => GroupRepeat::Optional,
                    Some(_) => GroupRepeat::Many,
                    None => GroupRepeat::Once,
                };
                Ok(DirectiveKind::Group {
                    body,
                    otherwise,
                    repeat,
                })
            })?,
            _ => return Err(Stop::Mismatch(span)),
        };
        Ok(Directive { kind, span })
    }
}
