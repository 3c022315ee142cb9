//! The items of pattern files.

use super::build::{Builder, Built, Kids, P, Stop};
use super::grammar::Rule;
use super::scan::{Chunk, Scan};
use crate::lang::ast::*;
use crate::support::diag::Diagnostic;
use crate::support::kinds::Kind;
use crate::support::source::Span;

impl<'t> Builder<'t, '_> {
    /// The items of a file.
    pub fn pat_items(&mut self, scan: &Scan<'t>) -> Vec<Item> {
        let mut items = Vec::new();
        for chunk in scan.chunks() {
            let mut next = Some(chunk);
            while let Some(chunk) = next {
                let item;
                (item, next) = match chunk.brace {
                    Some(brace) => self.set_with_members(scan, &chunk, brace),
                    None => self.unit(scan, &chunk, Rule::pat_item, 0, Self::item),
                };
                items.extend(item);
            }
        }
        items
    }

    /// A set, member by member, so that a mistake costs one pattern.
    fn set_with_members(
        &mut self,
        scan: &Scan<'t>,
        chunk: &Chunk,
        brace: usize,
    ) -> (Option<Item>, Option<Chunk>) {
        let (members, close) = scan.members(chunk, brace);
        let errors = self.sink.errors();
        let head = self.head(scan, Rule::set_head, chunk.toks.start..brace + 1);
        let mut patterns = Vec::new();
        for m in members {
            let mut next = Some(m);
            while let Some(m) = next {
                let pattern;
                (pattern, next) = self.unit(scan, &m, Rule::set_member, 1, Self::set_member);
                patterns.extend(pattern);
            }
        }
        let (end, rest) = self.close(scan, chunk, brace, close, errors, Rule::pat_item);
        let item = head.map(|(doc, extend, name, span)| {
            let span = Span { end, ..span };
            Item {
                doc,
                kind: ItemKind::Set(SetDecl {
                    name,
                    extend,
                    patterns,
                    span,
                }),
                span,
            }
        });
        (item, rest)
    }

    /// After the members of a set or dialect: the end of it, and what stands in its chunk after it.
    pub fn close(
        &mut self,
        scan: &Scan<'t>,
        chunk: &Chunk,
        brace: usize,
        close: Option<usize>,
        errors: usize,
        rule: Rule,
    ) -> (u32, Option<Chunk>) {
        let bytes = scan.bytes(&chunk.toks);
        let Some(close) = close else {
            // A text or bracket that never ends has taken the rest of the file.
            let taken = self
                .sink
                .items()
                .last()
                .is_some_and(|d| d.kind == Some(Kind::Unclosed));
            if self.sink.errors() == errors && !taken {
                let open = scan.bytes(&(brace..brace + 1));
                let open = Span::new(self.file, open.start, open.end);
                let end = Span::new(self.file, bytes.end, bytes.end);
                self.sink.push(
                    Diagnostic::error(end, "expected '}'")
                        .kind(Kind::Unclosed)
                        .note(open, "to close this"),
                );
            }
            return (bytes.end as u32, None);
        };
        let end = scan.bytes(&(close..close + 1)).end;
        let rest = scan.token_at(end).filter(|t| t.start < bytes.end).copied();
        let resumed = rest.and_then(|t| {
            super::errors::left_over(self, scan, &t, rule);
            scan.resume(chunk, t.start, 0)
        });
        (end as u32, resumed)
    }

    /// `doc* (use | import | ...)`
    fn item(&mut self, p: P<'t>) -> Built<Item> {
        let mut k = self.kids(p);
        let doc = self.doc(&mut k);
        let p = k.any()?;
        let span = self.span(&p);
        let kind = match p.as_rule() {
            Rule::use_decl => ItemKind::Use(self.idents(p)),
            Rule::import_decl => {
                let s = self.kids(p).need(Rule::string)?;
                ItemKind::Import(self.plain_string(s)?)
            }
            Rule::fn_decl => ItemKind::Fn(self.fn_decl(p)?),
            Rule::rewrite_fn => ItemKind::RewriteFn(self.rewrite_fn(p)?),
            Rule::pattern => ItemKind::Pattern(self.pattern(p, doc.clone())?),
            Rule::set_decl => self.set_decl(p)?,
            Rule::override_d => {
                let p = self.kids(p).any()?;
                ItemKind::Override(match p.as_rule() {
                    Rule::fn_decl => Override::Fn(self.fn_decl(p)?),
                    Rule::rewrite_fn => Override::RewriteFn(self.rewrite_fn(p)?),
                    Rule::pattern => Override::Pattern(self.pattern(p, doc.clone())?),
                    _ => Override::Stage(self.stage(p, doc.clone())?),
                })
            }
            Rule::disable_d => ItemKind::Disable(self.inner_name(p)?),
            Rule::rules => ItemKind::Rules(self.rules(p)?),
            Rule::pass => ItemKind::Pass(self.pass(p)?),
            Rule::pipeline => {
                let mut k = self.kids(p);
                let name = self.name(&k.need(Rule::ident)?);
                let passes = self.names(&mut k, Rule::ident);
                ItemKind::Pipeline(Pipeline { name, passes, span })
            }
            _ => return Err(Stop::Mismatch(span)),
        };
        Ok(Item { doc, kind, span })
    }

    /// The names that stand next.
    pub fn names(&self, k: &mut Kids<'t>, rule: Rule) -> Vec<Name> {
        let mut names = Vec::new();
        while let Some(p) = k.take(rule) {
            names.push(self.name(&p));
        }
        names
    }

    fn idents(&self, p: P<'t>) -> Vec<Name> {
        let mut k = self.kids(p);
        self.names(&mut k, Rule::ident)
    }

    fn set_decl(&mut self, p: P<'t>) -> Built<ItemKind> {
        let mut k = self.kids(p);
        let extend = k.take(Rule::k_extend);
        let name = self.name(&k.need(Rule::ident)?);
        let span = k.span;
        if let Some(first) = k.take(Rule::ident) {
            if let Some(p) = extend {
                let at = self.span(&p);
                self.sink.fault(
                    Kind::Syntax,
                    at,
                    "only a set with patterns can be extended: 'extend set NAME { ... }'",
                );
            }
            let mut rest = Vec::new();
            while let Some(op) = k.take(Rule::set_op) {
                let adds = op.as_str() == "+";
                rest.push((adds, self.name(&k.need(Rule::ident)?)));
            }
            return Ok(ItemKind::SetAlgebra(SetAlgebra {
                name,
                first: self.name(&first),
                rest,
                span,
            }));
        }
        let mut patterns = Vec::new();
        while let Some(p) = k.take(Rule::set_member) {
            patterns.push(self.set_member(p)?);
        }
        Ok(ItemKind::Set(SetDecl {
            name,
            extend: extend.is_some(),
            patterns,
            span,
        }))
    }

    fn set_member(&mut self, p: P<'t>) -> Built<Pattern> {
        let mut k = self.kids(p);
        let doc = self.doc(&mut k);
        let p = k.need(Rule::pattern)?;
        self.pattern(p, doc)
    }

    /// `"fn" ident params "->" ltype ("=" expr ";" | expr_block)`
    pub fn fn_decl(&mut self, p: P<'t>) -> Built<FnDecl> {
        let mut k = self.kids(p);
        let name = self.name(&k.need(Rule::ident)?);
        let params = k.need(Rule::params)?;
        let params = self.params(params)?;
        let result = k.need(Rule::ltype)?;
        let result = self.ltype(result)?;
        let body = k.any()?;
        let body = if body.as_rule() == Rule::expr {
            let value = self.expr(body)?;
            ExprBlock {
                prefix: Vec::new(),
                span: value.span,
                value: Box::new(value),
            }
        } else {
            self.expr_block(body)?
        };
        Ok(FnDecl {
            name,
            params,
            result,
            body,
            span: k.span,
        })
    }

    fn rewrite_fn(&mut self, p: P<'t>) -> Built<RewriteFn> {
        let mut k = self.kids(p);
        let name = self.name(&k.need(Rule::ident)?);
        let params = k.need(Rule::params)?;
        let params = self.params(params)?;
        let result = k.take(Rule::ltype).map(|p| self.ltype(p)).transpose()?;
        let body = k.need(Rule::block)?;
        Ok(RewriteFn {
            name,
            params,
            result,
            body: self.block(body)?,
            span: k.span,
        })
    }

    /// `"(" param,* ")"`
    pub fn params(&mut self, p: P<'t>) -> Built<Vec<Param>> {
        let mut k = self.kids(p);
        let mut params = Vec::new();
        while let Some(p) = k.take(Rule::param) {
            let mut k = self.kids(p);
            let name = self.name(&k.need(Rule::ident)?);
            let ty = k.need(Rule::ltype)?;
            let ty = self.ltype(ty)?;
            let default = k.take(Rule::expr).map(|p| self.expr(p)).transpose()?;
            params.push(Param {
                name,
                ty,
                default,
                span: k.span,
            });
        }
        Ok(params)
    }

    fn ltype(&mut self, p: P<'t>) -> Built<LangType> {
        let mut k = self.kids(p);
        let span = k.span;
        let p = k.any()?;
        let kind = self.deeper(1, span, |b| {
            Ok(match p.as_rule() {
                Rule::ltype_list => {
                    let inner = b.kids(p).need(Rule::ltype)?;
                    LangTypeKind::List(Box::new(b.ltype(inner)?))
                }
                Rule::ltype_tuple => {
                    let mut k = b.kids(p);
                    let mut types = Vec::new();
                    while let Some(p) = k.take(Rule::ltype) {
                        types.push(b.ltype(p)?);
                    }
                    LangTypeKind::Tuple(types)
                }
                _ => LangTypeKind::Name(b.name(&p)),
            })
        })?;
        Ok(LangType {
            kind,
            optional: k.take(Rule::opt).is_some(),
            span,
        })
    }

    fn pattern(&mut self, p: P<'t>, doc: Doc) -> Built<Pattern> {
        let mut k = self.kids(p);
        let name = self.name(&k.need(Rule::ident)?);
        let (mut options, mut body) = (Vec::new(), Vec::new());
        while let Some(p) = k.take(Rule::pattern_opt) {
            let mut k = self.kids(p);
            let p = k.any()?;
            options.push(match p.as_rule() {
                Rule::k_unordered => PatternOption::Unordered(self.span(&p)),
                Rule::k_benefit => PatternOption::Benefit(self.next_expr(&mut k)?),
                _ => PatternOption::Decreases(self.next_expr(&mut k)?),
            });
        }
        while let Some(p) = k.take(Rule::pattern_stmt) {
            body.push(self.pattern_stmt(p)?);
        }
        Ok(Pattern {
            doc,
            name,
            options,
            body,
            span: k.span,
        })
    }

    fn pattern_stmt(&mut self, p: P<'t>) -> Built<PatternStmt> {
        let mut k = self.kids(p);
        let doc = self.doc(&mut k);
        let p = k.any()?;
        let span = self.span(&p);
        Ok(match p.as_rule() {
            Rule::rewrite_act => {
                let p = self.kids(p).need(Rule::block)?;
                PatternStmt::Rewrite {
                    block: self.block(p)?,
                    span,
                }
            }
            Rule::diag => PatternStmt::Diagnostic(self.diagnostic(p)?),
            Rule::example | Rule::no_match => PatternStmt::Example(self.example(p, doc)?),
            _ => PatternStmt::Match(self.match_part(p)?),
        })
    }

    fn example(&mut self, p: P<'t>, doc: Doc) -> Built<Example> {
        let positive = p.as_rule() == Rule::example;
        let mut k = self.kids(p);
        let title = k.take(Rule::string).map(|p| self.string(p)).transpose()?;
        let target = k.take(Rule::ident).map(|p| self.name(&p));
        let input = self.ir_text(&k.need(Rule::ir_text)?);
        k.take(Rule::implies);
        let outcome = if let Some(p) = k.take(Rule::ir_text) {
            ExampleOutcome::Ir(self.ir_text(&p))
        } else if positive {
            let severity = k.need(Rule::severity)?;
            let severity = self.severity(severity)?;
            let text = k.need(Rule::string)?;
            ExampleOutcome::Diagnostic(severity, self.string(text)?)
        } else {
            ExampleOutcome::NoMatch
        };
        Ok(Example {
            doc,
            title,
            target,
            input,
            outcome,
            span: k.span,
        })
    }

    /// IR text, verbatim.
    pub fn ir_text(&self, p: &P<'t>) -> IrText {
        let text = p.as_str();
        IrText {
            text: text.get(3..text.len().saturating_sub(3)).unwrap_or("").into(),
            span: self.span(p),
        }
    }

    fn rules(&mut self, p: P<'t>) -> Built<Rules> {
        let mut k = self.kids(p);
        let name = self.name(&k.need(Rule::ident)?);
        let over = self.name(&k.any()?);
        let mut rules = Vec::new();
        while let Some(p) = k.take(Rule::rule_d) {
            rules.push(self.rule(p)?);
        }
        Ok(Rules {
            name,
            over,
            rules,
            span: k.span,
        })
    }

    fn rule(&mut self, p: P<'t>) -> Built<crate::lang::ast::Rule> {
        let mut k = self.kids(p);
        let doc = self.doc(&mut k);
        let choice = k.any()?.as_rule() == Rule::k_choice;
        let name = self.name(&k.need(Rule::ident)?);
        let lhs = k.need(Rule::dpat)?;
        let lhs = self.pat(lhs)?;
        let both_ways = k.any()?.as_rule() == Rule::both;
        let rhs = self.next_expr(&mut k)?;
        let (mut conditions, mut examples) = (Vec::new(), Vec::new());
        while let Some(p) = k.next() {
            match p.as_rule() {
                Rule::rule_for => {
                    let mut k = self.kids(p);
                    let pattern = k.need(Rule::dpat)?;
                    let pattern = self.pat(pattern)?;
                    k.need(Rule::k_in)?;
                    let list = self.next_expr(&mut k)?;
                    conditions.push(RuleCondition::For {
                        pattern,
                        list,
                        span: k.span,
                    });
                }
                Rule::rule_example => {
                    let mut k = self.kids(p);
                    let term = self.next_expr(&mut k)?;
                    let result = match k.take(Rule::implies) {
                        Some(_) => Some(self.next_expr(&mut k)?),
                        None => None,
                    };
                    examples.push(RuleExample {
                        term,
                        result,
                        span: k.span,
                    });
                }
                _ => conditions.push(match self.match_part(p)? {
                    MatchPart::Where(s) => RuleCondition::Where(s),
                    MatchPart::Let(s) => RuleCondition::Let(s),
                    MatchPart::Match(s) => return Err(Stop::Mismatch(s.span)),
                }),
            }
        }
        Ok(crate::lang::ast::Rule {
            doc,
            choice,
            name,
            lhs,
            both_ways,
            rhs,
            conditions,
            examples,
            span: k.span,
        })
    }

    fn pass(&mut self, p: P<'t>) -> Built<Pass> {
        let mut k = self.kids(p);
        let name = self.name(&k.need(Rule::ident)?);
        let anchor = self.name(&k.need(Rule::op_name)?);
        let mut items = Vec::new();
        while let Some(p) = k.take(Rule::pass_item) {
            let mut k = self.kids(p);
            let doc = self.doc(&mut k);
            let p = k.any()?;
            items.push(match p.as_rule() {
                Rule::option => {
                    let mut k = self.kids(p);
                    let name = self.name(&k.need(Rule::ident)?);
                    let ty = k.need(Rule::ltype)?;
                    let ty = self.ltype(ty)?;
                    let default = self.next_expr(&mut k)?;
                    PassItem::Option(OptionDecl {
                        doc,
                        name,
                        ty,
                        default,
                        span: k.span,
                    })
                }
                Rule::requires => PassItem::Requires(self.legality(p)?),
                Rule::ensures => PassItem::Ensures(self.legality(p)?),
                _ => PassItem::Stage(self.stage(p, doc)?),
            });
        }
        Ok(Pass {
            name,
            anchor,
            items,
            span: k.span,
        })
    }

    fn legality(&mut self, p: P<'t>) -> Built<Legality> {
        let mut k = self.kids(p);
        let span = k.span;
        let inner = k.need(Rule::legality)?;
        let mut k = self.kids(inner);
        let mut ops = Vec::new();
        while let Some(p) = k.take(Rule::op_ref) {
            ops.push(self.op_ref(p)?);
        }
        let message = k.take(Rule::string).map(|p| self.string(p)).transpose()?;
        Ok(Legality { ops, message, span })
    }

    fn stage(&mut self, p: P<'t>, doc: Doc) -> Built<Stage> {
        let mut k = self.kids(p);
        let name = self.name(&k.any()?);
        let driver = k.need(Rule::driver)?;
        let sets = k.need(Rule::stage_sets)?;
        let span = k.span;
        let mut k = self.kids(driver);
        let how = k.any()?;
        let at = self.span(&how);
        let driver = match how.as_rule() {
            Rule::k_walk => Driver::Walk,
            Rule::k_greedy => Driver::Greedy,
            _ => Driver::Egraph,
        };
        let bottom_up = k
            .take(Rule::k_bottom_up)
            .map(|p| (Direction::BottomUp, self.span(&p)));
        let direction = bottom_up.or_else(|| {
            k.take(Rule::k_top_down)
                .map(|p| (Direction::TopDown, self.span(&p)))
        });
        let condition = k.take(Rule::expr).map(|p| self.expr(p)).transpose()?;
        Ok(Stage {
            doc,
            name,
            driver: (driver, at),
            direction,
            condition,
            sets: self.idents(sets),
            span,
        })
    }
}
