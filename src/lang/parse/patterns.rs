//! Patterns and IR types.

use super::build::{Builder, Built, Kids, P};
use super::grammar::Rule;
use crate::lang::ast::*;
use crate::support::source::Span;

impl<'t> Builder<'t, '_> {
    /// `slot`, `dpat` or `is_pat`: alternatives, then `as`, then a type.
    pub fn pat(&mut self, p: P<'t>) -> Built<Pat> {
        let mut k = self.kids(p);
        let span = k.span;
        self.deeper(1, span, |b| {
            let mut alternatives = Vec::new();
            while !matches!(k.peek(), None | Some(Rule::as_name | Rule::itype)) {
                let p = k.any()?;
                alternatives.push((b.span(&p), p));
            }
            let kind = if alternatives.len() > 1 {
                let mut all = Vec::new();
                for (span, p) in alternatives {
                    all.push(b.alternative(p)?.into_pat(span));
                }
                Alternative::Kind(PatKind::Alt(all))
            } else {
                let (_, p) = alternatives.pop().ok_or(super::build::Stop::Mismatch(span))?;
                b.alternative(p)?
            };
            let as_name = k.take(Rule::as_name).map(|p| b.inner_name(p)).transpose()?;
            let ty = k.take(Rule::itype).map(|p| b.itype(p)).transpose()?.map(Box::new);
            Ok(match kind {
                // Parentheses around one pattern are only that, unless something is said about what is in them.
                Alternative::Whole(inner) if as_name.is_none() && ty.is_none() => Pat { span, ..*inner },
                Alternative::Whole(inner) if inner.as_name.is_none() && inner.ty.is_none() => Pat {
                    kind: inner.kind,
                    as_name,
                    ty,
                    span,
                },
                Alternative::Whole(inner) => Pat {
                    kind: PatKind::Alt(vec![*inner]),
                    as_name,
                    ty,
                    span,
                },
                Alternative::Kind(kind) => Pat {
                    kind,
                    as_name,
                    ty,
                    span,
                },
            })
        })
    }

    fn alternative(&mut self, p: P<'t>) -> Built<Alternative> {
        let span = self.span(&p);
        Ok(Alternative::Kind(match p.as_rule() {
            Rule::k_none => PatKind::None,
            Rule::boolean => PatKind::Bool(p.as_str() == "true"),
            Rule::float => PatKind::Float(p.as_str().into()),
            Rule::int => PatKind::Int(self.int(&p)),
            Rule::string => PatKind::Str(self.string(p)?),
            Rule::enum_case => PatKind::Case(self.case_name(&p)),
            Rule::type_lit => PatKind::Type(Box::new(self.type_lit(p)?)),
            Rule::bind_pat => {
                let mut k = self.kids(p);
                let name = self.name(&k.need(Rule::ident)?);
                PatKind::Bind {
                    name,
                    optional: k.take(Rule::opt).is_some(),
                }
            }
            Rule::term_pat => {
                let mut k = self.kids(p);
                let name = self.name(&k.need(Rule::ident)?);
                let mut args = Vec::new();
                while let Some(p) = k.take(Rule::dpat) {
                    args.push(self.pat(p)?);
                }
                PatKind::Term { name, args }
            }
            Rule::tuple_pat => {
                let only = self.only_parentheses(&p);
                let mut k = self.kids(p);
                let mut parts = Vec::new();
                while let Some(p) = k.take(Rule::slot) {
                    parts.push(self.pat(p)?);
                }
                if only && let Some(one) = parts.pop() {
                    return Ok(Alternative::Whole(Box::new(Pat { span, ..one })));
                }
                PatKind::Tuple(parts)
            }
            Rule::list_pat => {
                let mut k = self.kids(p);
                let mut elements = Vec::new();
                while let Some(p) = k.take(Rule::elem_pat) {
                    elements.push(self.element(p)?);
                }
                PatKind::List(elements)
            }
            _ => {
                let node = self.node_pat(p)?;
                let bare = node.operands.is_none() && node.attributes.is_none() && node.results.is_none();
                let any = node.names.iter().all(|n| n.kind == OpNameKind::Any);
                if bare && any && node.commutes.is_none() {
                    PatKind::Wild
                } else {
                    PatKind::Node(Box::new(node))
                }
            }
        }))
    }

    fn element(&mut self, p: P<'t>) -> Built<ElemPat> {
        let p = self.kids(p).any()?;
        if p.as_rule() == Rule::slot {
            return Ok(ElemPat::One(self.pat(p)?));
        }
        let mut k = self.kids(p);
        k.need(Rule::dots)?;
        Ok(ElemPat::Rest {
            name: k.take(Rule::ident).map(|p| self.name(&p)),
            span: k.span,
        })
    }

    /// `node_pat` or `is_node`
    pub fn node_pat(&mut self, p: P<'t>) -> Built<NodePat> {
        let mut k = self.kids(p);
        let span = k.span;
        let commutes = k.take(Rule::k_commutes).map(|p| self.span(&p));
        let mut names = Vec::new();
        while let Some(Rule::op_ref | Rule::any_op) = k.peek() {
            let p = k.any()?;
            names.push(self.op_ref(p)?);
        }
        let operands = k
            .take(Rule::operands_pat)
            .map(|p| self.operands_pat(p))
            .transpose()?;
        let mut attributes = None;
        if let Some(p) = k.take(Rule::attrs_pat) {
            let mut k = self.kids(p);
            let mut list = Vec::new();
            while let Some(p) = k.take(Rule::attr_pat) {
                let mut k = self.kids(p);
                let name = self.name(&k.need(Rule::name)?);
                let pattern = k.take(Rule::dpat).map(|p| self.pat(p)).transpose()?;
                list.push(AttrPat {
                    name,
                    pattern,
                    span: k.span,
                });
            }
            attributes = Some(list);
        }
        let results = k
            .take(Rule::results_pat)
            .map(|p| self.results_pat(p))
            .transpose()?;
        Ok(NodePat {
            commutes,
            names,
            operands,
            attributes,
            results,
            span,
        })
    }

    /// `op_ref` or `any_op`
    pub fn op_ref(&mut self, p: P<'t>) -> Built<OpName> {
        if p.as_rule() == Rule::any_op {
            return Ok(OpName {
                kind: OpNameKind::Any,
                name: self.name(&p),
            });
        }
        let p = self.kids(p).any()?;
        let kind = if p.as_rule() == Rule::op_glob {
            OpNameKind::Glob
        } else {
            OpNameKind::Exact
        };
        Ok(OpName {
            kind,
            name: self.name(&p),
        })
    }

    fn operands_pat(&mut self, p: P<'t>) -> Built<Vec<OperandPat>> {
        let mut k = self.kids(p);
        let mut operands = Vec::new();
        while let Some(p) = k.take(Rule::operand_pat) {
            let mut k = self.kids(p);
            operands.push(match k.take(Rule::dots) {
                Some(p) => OperandPat::Rest(self.span(&p)),
                None => {
                    let name = self.key(&mut k, Rule::pat_key)?;
                    let p = k.need(Rule::slot)?;
                    OperandPat::One {
                        name,
                        pattern: self.pat(p)?,
                    }
                }
            });
        }
        Ok(operands)
    }

    fn results_pat(&mut self, p: P<'t>) -> Built<ResultsPat> {
        let p = self.kids(p).any()?;
        Ok(match p.as_rule() {
            Rule::operands_pat => ResultsPat::List(self.operands_pat(p)?),
            _ => ResultsPat::Type(self.itype(p)?),
        })
    }

    /// The name before `=`, if it stands next.
    pub fn key(&mut self, k: &mut Kids<'t>, rule: Rule) -> Built<Option<Name>> {
        k.take(rule).map(|p| self.inner_name(p)).transpose()
    }

    /// `.case` without its dot.
    pub fn case_name(&self, p: &P<'t>) -> Name {
        let span = self.span(p);
        Name {
            text: p.as_str().trim_start_matches('.').into(),
            span: Span {
                start: span.start + 1,
                ..span
            },
        }
    }

    /// Whether a tuple is one thing in parentheses, without a comma.
    pub fn only_parentheses(&self, p: &P<'t>) -> bool {
        !p.clone().into_inner().any(|p| p.as_rule() == Rule::comma)
    }

    /// `"!" itype` as an expression or a pattern.
    pub fn type_lit(&mut self, p: P<'t>) -> Built<IrType> {
        let p = self.kids(p).need(Rule::itype)?;
        self.itype(p)
    }

    /// An IR type.
    pub fn itype(&mut self, p: P<'t>) -> Built<IrType> {
        let mut k = self.kids(p);
        let span = k.span;
        k.take(Rule::bang);
        let head = k.any()?;
        if head.as_rule() != Rule::type_open {
            let name = self.name(&head);
            return Ok(IrType {
                name,
                args: None,
                optional: k.take(Rule::opt).is_some(),
                span,
            });
        }
        let name = self.inner_name(head)?;
        let mut args = Vec::new();
        while let Some(p) = k.take(Rule::itype_arg) {
            let mut k = self.kids(p);
            let name = self.key(&mut k, Rule::pat_key)?;
            let p = k.need(Rule::dpat)?;
            args.push(IrTypeArg {
                name,
                pattern: self.pat(p)?,
            });
        }
        Ok(IrType {
            name,
            args: Some(args),
            optional: k.take(Rule::opt).is_some(),
            span,
        })
    }
}

/// An alternative: a kind, or a whole pattern that stood in parentheses.
enum Alternative {
    Kind(PatKind),
    Whole(Box<Pat>),
}

impl Alternative {
    fn into_pat(self, span: Span) -> Pat {
        match self {
            Alternative::Kind(kind) => Pat {
                kind,
                as_name: None,
                ty: None,
                span,
            },
            Alternative::Whole(pat) => *pat,
        }
    }
}
