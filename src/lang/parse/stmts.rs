//! Statements.

use super::build::{Builder, Built, Kids, P, Stop};
use super::grammar::Rule;
use crate::lang::ast::*;

impl<'t> Builder<'t, '_> {
    /// `match_stmt`, `where_stmt` or `let_stmt`
    pub fn match_part(&mut self, p: P<'t>) -> Built<MatchPart> {
        Ok(match p.as_rule() {
            Rule::match_stmt => MatchPart::Match(self.match_stmt(p)?),
            Rule::where_stmt => MatchPart::Where(self.where_stmt(p)?),
            Rule::let_stmt => MatchPart::Let(self.let_stmt(p)?),
            _ => return Err(Stop::Mismatch(self.span(&p))),
        })
    }

    fn match_stmt(&mut self, p: P<'t>) -> Built<MatchStmt> {
        let mut k = self.kids(p);
        let name = self.key(&mut k, Rule::match_name)?;
        let pattern = k.need(Rule::node_pat)?;
        let pattern = self.node_pat(pattern)?;
        let source = if k.take(Rule::k_of).is_some() {
            Some((MatchSource::Of, self.next_expr(&mut k)?))
        } else if k.take(Rule::k_in).is_some() {
            Some((MatchSource::In, self.next_expr(&mut k)?))
        } else {
            None
        };
        Ok(MatchStmt {
            name,
            pattern,
            source,
            span: k.span,
        })
    }

    fn where_stmt(&mut self, p: P<'t>) -> Built<WhereStmt> {
        let mut k = self.kids(p);
        let condition = self.next_expr(&mut k)?;
        let reason = k.take(Rule::string).map(|p| self.string(p)).transpose()?;
        Ok(WhereStmt {
            condition,
            reason,
            span: k.span,
        })
    }

    fn let_stmt(&mut self, p: P<'t>) -> Built<LetStmt> {
        let mut k = self.kids(p);
        let pattern = k.need(Rule::dpat)?;
        let pattern = self.pat(pattern)?;
        Ok(LetStmt {
            pattern,
            value: self.next_expr(&mut k)?,
            span: k.span,
        })
    }

    /// `"{" stmt* "}"`
    pub fn block(&mut self, p: P<'t>) -> Built<Block> {
        let span = self.span(&p);
        self.deeper(1, span, |b| b.block_of_expr(p))
    }

    /// A block in an expression, whose level is counted already.
    pub fn block_of_expr(&mut self, p: P<'t>) -> Built<Block> {
        let mut k = self.kids(p);
        let mut stmts = Vec::new();
        while let Some(p) = k.take(Rule::stmt) {
            let p = self.kids(p).any()?;
            let span = self.span(&p);
            stmts.push(Stmt {
                kind: self.stmt(p)?,
                span,
            });
        }
        Ok(Block { stmts, span: k.span })
    }

    fn stmt(&mut self, p: P<'t>) -> Built<StmtKind> {
        let rule = p.as_rule();
        match rule {
            Rule::let_stmt => return Ok(StmtKind::Let(self.let_stmt(p)?)),
            Rule::match_stmt => return Ok(StmtKind::Match(self.match_stmt(p)?)),
            Rule::where_stmt => return Ok(StmtKind::Where(self.where_stmt(p)?)),
            Rule::diag => return Ok(StmtKind::Diagnostic(self.diagnostic(p)?)),
            _ => {}
        }
        let mut k = self.kids(p);
        Ok(match rule {
            Rule::replace => StmtKind::Replace {
                old: self.next_expr(&mut k)?,
                new: self.next_expr(&mut k)?,
            },
            Rule::erase => StmtKind::Erase(self.exprs(&mut k)?),
            Rule::update => {
                let place = k.need(Rule::place)?;
                let place = self.place(place)?;
                let (args, attrs) = self.args_and_attrs(&mut k)?;
                StmtKind::Update { place, args, attrs }
            }
            Rule::move_stmt => {
                let what = self.next_expr(&mut k)?;
                match k.take(Rule::point) {
                    Some(p) => StmtKind::Move {
                        what,
                        point: self.point(p)?,
                    },
                    None => StmtKind::MoveInto {
                        what,
                        into: self.next_expr(&mut k)?,
                    },
                }
            }
            Rule::inline => {
                let what = self.next_expr(&mut k)?;
                let args = k.take(Rule::args).map(|p| self.args(p)).transpose()?;
                let point = k.need(Rule::point)?;
                StmtKind::Inline {
                    what,
                    args,
                    point: self.point(point)?,
                }
            }
            Rule::rename => StmtKind::Rename {
                what: self.next_expr(&mut k)?,
                to: self.next_expr(&mut k)?,
            },
            Rule::for_stmt => {
                let pattern = k.need(Rule::dpat)?;
                let pattern = self.pat(pattern)?;
                k.need(Rule::k_in)?;
                let list = self.next_expr(&mut k)?;
                let body = k.need(Rule::block)?;
                StmtKind::For {
                    pattern,
                    list,
                    body: self.block(body)?,
                }
            }
            Rule::if_stmt => {
                let mut arms = Vec::new();
                while let Some(p) = k.take(Rule::expr) {
                    let condition = self.expr(p)?;
                    let body = k.need(Rule::block)?;
                    arms.push((condition, self.block(body)?));
                }
                let otherwise = k.take(Rule::block).map(|p| self.block(p)).transpose()?;
                StmtKind::If { arms, otherwise }
            }
            Rule::at_stmt => {
                let at = k.span;
                let point = k.need(Rule::point)?;
                let point = self.point(point)?;
                match k.take(Rule::block) {
                    Some(p) => StmtKind::At {
                        point,
                        body: self.block(p)?,
                    },
                    None => {
                        let value = self.deeper(1, at, |b| b.next_expr(&mut k))?;
                        let span = at.to(value.span);
                        let kind = ExprKind::At {
                            point: Box::new(point),
                            value: Box::new(value),
                        };
                        StmtKind::Expr(Expr { kind, span })
                    }
                }
            }
            Rule::return_stmt => StmtKind::Return(self.next_expr(&mut k)?),
            _ => StmtKind::Expr(self.next_expr(&mut k)?),
        })
    }

    /// `severity expr string note* ";"`
    pub fn diagnostic(&mut self, p: P<'t>) -> Built<DiagnosticStmt> {
        let mut k = self.kids(p);
        let severity = k.need(Rule::severity)?;
        let severity = self.severity(severity)?;
        let at = self.next_expr(&mut k)?;
        let message = k.need(Rule::string)?;
        let message = self.string(message)?;
        let mut notes = Vec::new();
        while let Some(p) = k.take(Rule::note) {
            let mut k = self.kids(p);
            let place = match k.take(Rule::note_at) {
                Some(p) => {
                    let mut k = self.kids(p);
                    Some(self.next_expr(&mut k)?)
                }
                None => None,
            };
            let text = k.need(Rule::string)?;
            notes.push((place, self.string(text)?));
        }
        Ok(DiagnosticStmt {
            severity,
            at,
            message,
            notes,
            span: k.span,
        })
    }

    /// `error`, `warning` or `remark`
    pub fn severity(&mut self, p: P<'t>) -> Built<Severity> {
        Ok(match self.kids(p).any()?.as_rule() {
            Rule::k_error => Severity::Error,
            Rule::k_warning => Severity::Warning,
            _ => Severity::Remark,
        })
    }

    /// `("before" | "after") expr | ("start" | "end") "of" expr`
    pub fn point(&mut self, p: P<'t>) -> Built<Point> {
        let mut k = self.kids(p);
        let kind = match k.any()?.as_rule() {
            Rule::k_before => PointKind::Before,
            Rule::k_after => PointKind::After,
            Rule::k_start => PointKind::Start,
            _ => PointKind::End,
        };
        k.take(Rule::k_of);
        Ok(Point {
            kind,
            of: self.next_expr(&mut k)?,
            span: k.span,
        })
    }

    /// The expressions that stand next.
    pub fn exprs(&mut self, k: &mut Kids<'t>) -> Built<Vec<Expr>> {
        let mut list = Vec::new();
        while let Some(p) = k.take(Rule::expr) {
            list.push(self.expr(p)?);
        }
        Ok(list)
    }

    /// The expression that stands next.
    pub fn next_expr(&mut self, k: &mut Kids<'t>) -> Built<Expr> {
        let p = k.need(Rule::expr)?;
        self.expr(p)
    }

    pub(super) fn region_args(&mut self, p: P<'t>) -> Built<Vec<RegionArg>> {
        let mut k = self.kids(p);
        let mut args = Vec::new();
        while let Some(p) = k.take(Rule::region_arg) {
            let mut k = self.kids(p);
            let name = self.name(&k.need(Rule::ident)?);
            let ty = match k.take(Rule::types_of) {
                Some(p) => {
                    let mut k = self.kids(p);
                    RegionArgType::Many(self.next_expr(&mut k)?)
                }
                None => {
                    let ty = k.need(Rule::itype)?;
                    RegionArgType::One(self.itype(ty)?)
                }
            };
            args.push(RegionArg {
                name,
                ty,
                span: k.span,
            });
        }
        Ok(args)
    }
}
