//! Patterns of data.

use super::{Checked, Checker};
use crate::lang::ast::{self, PatKind as A};
use crate::lang::defs::TypeRule;
use crate::lang::hir::{Const, OpTest, Pat, PatKind, Search, TypePart, TypePat};
use crate::lang::types::{LType, OpSet};
use crate::support::kinds::Kind;

impl Checker<'_> {
    /// A pattern of a value of type `ty`; binds its names.
    pub(super) fn pat(&mut self, p: &ast::Pat, ty: &LType) -> Checked<Pat> {
        let span = p.span;
        let mut out = self.pat_kind(p, ty)?;
        if let Some(t) = &p.ty {
            out.ty = Some(Box::new(self.type_pat(t)?));
        }
        if let Some(name) = &p.as_name {
            let bound = self.pattern_type(&out).unwrap_or_else(|| match out.kind {
                PatKind::Wild | PatKind::None => ty.clone(),
                _ => ty.unwrapped().clone(),
            });
            if self.var(&name.text).is_some() {
                return Err(self.fault(
                    Kind::BoundTwice,
                    name.span,
                    format!("'{}' is bound already", name.text),
                ));
            }
            out.bind = Some(self.bind(name, bound));
        }
        out.span = span;
        Ok(out)
    }

    /// The type that a matched value is known to have.
    pub(super) fn pattern_type(&self, p: &Pat) -> Option<LType> {
        match &p.kind {
            PatKind::Node(n) => match &n.test {
                OpTest::Set(set) => Some(LType::Op(set.clone())),
                OpTest::Prefix(_) => Some(LType::any_op()),
            },
            PatKind::Present(inner) => self.pattern_type(inner),
            PatKind::Alt(items) => {
                let mut members = Vec::new();
                for i in items {
                    match self.pattern_type(i)? {
                        LType::Op(OpSet::Any) => return Some(LType::any_op()),
                        LType::Op(set) => members.extend(set.members(self.reg)),
                        _ => return None,
                    }
                }
                members.sort();
                members.dedup();
                Some(LType::Op(OpSet::Union(members.into())))
            }
            _ => None,
        }
    }

    fn pat_kind(&mut self, p: &ast::Pat, ty: &LType) -> Checked<Pat> {
        let span = p.span;
        let plain = |kind| Pat {
            kind,
            bind: None,
            ty: None,
            span,
        };
        // Only `none`, `_` and `x?` see an option itself; anything else demands that it is there.
        if let LType::Option(inner) = ty {
            match &p.kind {
                A::None => return Ok(plain(PatKind::None)),
                A::Wild => return Ok(plain(PatKind::Wild)),
                A::Bind { name, optional: true } => {
                    let kind = self.bind_pat(name, ty)?;
                    return Ok(plain(kind));
                }
                A::Alt(items) => return Ok(plain(PatKind::Alt(self.alternatives(items, ty)?))),
                _ => {
                    let inner = (**inner).clone();
                    let p = self.pat_kind(p, &inner)?;
                    return Ok(plain(PatKind::Present(Box::new(p))));
                }
            }
        }
        let kind = match &p.kind {
            A::Wild => PatKind::Wild,
            A::None => {
                let text = format!("{} is never none", self.show(ty));
                return Err(self.fault(Kind::NeverNone, span, text));
            }
            A::Bind { name, optional } => {
                if *optional && *ty != LType::Unknown {
                    let text = format!("'{}?' binds an option, but this is {}", name.text, self.show(ty));
                    return Err(self.fault(Kind::Types, span, text));
                }
                self.bind_pat(name, ty)?
            }
            A::Bool(b) => self.literal(Const::Bool(*b), &LType::Bool, ty, p)?,
            A::Int(n) => self.literal(Const::Int(*n), &LType::Int, ty, p)?,
            A::Float(f) => self.literal(Const::Float(f.parse().unwrap_or(f64::NAN)), &LType::Float, ty, p)?,
            A::Str(s) => match s.plain() {
                Some(t) => {
                    let id = self.ctx.str(t);
                    self.literal(Const::Str(id), &LType::Str, ty, p)?
                }
                None => return Err(self.fault(Kind::Form, span, "a string in a pattern has no {..} in it")),
            },
            A::Case(name) => match ty {
                LType::Enum(e) => match self.case(*e, name, span)?.kind {
                    crate::lang::hir::ExprKind::Const(c) => PatKind::Const(c),
                    _ => PatKind::Wild,
                },
                _ => {
                    let text = format!(
                        "'.{}' is a case of an enum, but this is {}",
                        name.text,
                        self.show(ty)
                    );
                    return Err(self.fault(Kind::Types, span, text));
                }
            },
            A::List(items) => return self.list_pat(items, ty, p),
            A::Tuple(items) => {
                let types: Vec<LType> = match ty {
                    LType::Tuple(ts) => ts.to_vec(),
                    LType::Struct(s) => self.reg.structs[*s].fields.iter().map(|f| f.ty.clone()).collect(),
                    _ => {
                        let text = format!("a tuple pattern, but this is {}", self.show(ty));
                        return Err(self.fault(Kind::Types, span, text));
                    }
                };
                if types.len() != items.len() {
                    let text = format!(
                        "{} has {} parts, {} given",
                        self.show(ty),
                        types.len(),
                        items.len()
                    );
                    return Err(self.fault(Kind::Arity, span, text));
                }
                let mut out = Vec::new();
                for (i, t) in items.iter().zip(&types) {
                    out.push(self.pat(i, t)?);
                }
                PatKind::Tuple(out)
            }
            A::Term { name, .. } => {
                let text = format!("'{}' is a case of a datatype; those stand in rules", name.text);
                return Err(self.fault(Kind::Form, name.span, text));
            }
            A::Node(n) => return self.node_or_struct(n, ty, span),
            A::Type(t) => {
                if !matches!(ty, LType::Type | LType::Attr) {
                    let text = format!("a pattern of a type, but this is {}", self.show(ty));
                    return Err(self.fault(Kind::Types, span, text));
                }
                PatKind::Type(Box::new(self.type_pat(t)?))
            }
            A::Alt(items) => PatKind::Alt(self.alternatives(items, ty)?),
        };
        Ok(plain(kind))
    }

    /// The pattern for the elements of a list that is gone through. A name from outside would be a test that all of them
    /// must pass, which nobody means.
    pub(super) fn element_pat(&mut self, p: &ast::Pat, ty: &LType) -> Checked<Pat> {
        let mut names = Vec::new();
        plain_names(p, &mut names);
        if let Some(n) = names.iter().find(|n| self.var(&n.text).is_some()) {
            let text = format!("'{}' is bound already; give the elements another name", n.text);
            return Err(self.fault(Kind::BoundTwice, n.span, text));
        }
        self.pat(p, ty)
    }

    fn bind_pat(&mut self, name: &ast::Name, ty: &LType) -> Checked<PatKind> {
        if let Some(n) = self.var(&name.text)
            && let Some(v) = self.vars.get_mut(n)
        {
            v.used = true;
            let (slot, have) = (v.slot, v.ty.clone());
            if self.join(&have, ty).is_none() {
                let text = format!(
                    "'{}' is bound to {}, which {} never equals",
                    name.text,
                    self.show(&have),
                    self.show(ty)
                );
                return Err(self.fault(Kind::NeverEqual, name.span, text));
            }
            return Ok(PatKind::Same(slot));
        }
        Ok(PatKind::Bind(self.bind(name, ty.clone())))
    }

    fn literal(&mut self, c: Const, is: &LType, ty: &LType, p: &ast::Pat) -> Checked<PatKind> {
        let fits = is == ty || matches!((is, ty), (LType::Int, LType::Affine) | (_, LType::Attr));
        if fits {
            return Ok(PatKind::Const(c));
        }
        let text = format!("{} is never equal to this {}", self.show(ty), self.show(is));
        Err(self.fault(Kind::NeverEqual, p.span, text))
    }

    fn list_pat(&mut self, items: &[ast::ElemPat], ty: &LType, p: &ast::Pat) -> Checked<Pat> {
        let LType::List(element) = ty else {
            let text = format!("a list pattern, but this is {}", self.show(ty));
            return Err(self.fault(Kind::Types, p.span, text));
        };
        let mut parts: Vec<Vec<Pat>> = vec![Vec::new()];
        let mut rests = Vec::new();
        for i in items {
            match i {
                ast::ElemPat::One(p) => {
                    let p = self.pat(p, element)?;
                    if let Some(last) = parts.last_mut() {
                        last.push(p);
                    }
                }
                ast::ElemPat::Rest { name, span } => {
                    let slot = match name {
                        Some(n) if self.var(&n.text).is_some() => {
                            return Err(self.fault(
                                Kind::BoundTwice,
                                *span,
                                format!("'{}' is bound already", n.text),
                            ));
                        }
                        Some(n) => Some(self.bind(n, ty.clone())),
                        None => None,
                    };
                    rests.push(slot);
                    parts.push(Vec::new());
                }
            }
        }
        let mut parts = parts.into_iter();
        let kind = match rests.as_slice() {
            [] => PatKind::List(parts.next().unwrap_or_default(), None, Vec::new()),
            [one] => {
                let pre = parts.next().unwrap_or_default();
                PatKind::List(pre, Some(*one), parts.next().unwrap_or_default())
            }
            [first, second] => PatKind::Search(Box::new(Search {
                pre: parts.next().unwrap_or_default(),
                first: *first,
                mid: parts.next().unwrap_or_default(),
                second: *second,
                post: parts.next().unwrap_or_default(),
            })),
            _ => return Err(self.fault(Kind::Form, p.span, "a list pattern has at most two rests")),
        };
        Ok(Pat {
            kind,
            bind: None,
            ty: None,
            span: p.span,
        })
    }

    /// A pattern of an IR type: `memref<shape = s, element = e>`, `i32`, `!bir.access`.
    pub(super) fn type_pat(&mut self, t: &ast::IrType) -> Checked<TypePat> {
        let name = &*t.name.text;
        let mut out = match (super::builtin_rule(self.ctx, name), self.reg.type_def(name)) {
            (Some(rule), _) => TypePat {
                rule,
                parts: Vec::new(),
            },
            (None, Some(id)) => {
                let def = &self.reg.types[id];
                let rule = if self.reg.type_params(id).is_empty() {
                    let data = crate::ir::TypeData::Dialect {
                        name: def.name,
                        params: Box::new([]),
                    };
                    TypeRule::Exact(self.ctx.ty(data))
                } else {
                    TypeRule::Dialect(def.name)
                };
                TypePat {
                    rule,
                    parts: Vec::new(),
                }
            }
            (None, None) => {
                let known = self.reg.types.iter().map(|t| self.ctx.text(t.name));
                let hint = crate::support::nearest::hint(name, known.chain(super::BUILTIN_TYPES));
                return Err(self.fault(Kind::UnknownType, t.span, format!("unknown type '{name}'{hint}")));
            }
        };
        for a in t.args.iter().flatten() {
            let Some(part) = &a.name else {
                let text = "parts of a type are given by name: shape, strides, offset, element, layout, space, width";
                return Err(self.fault(Kind::Form, a.pattern.span, text));
            };
            let (which, ty) = match &*part.text {
                "shape" => (TypePart::Shape, LType::list(LType::Int)),
                "strides" => (TypePart::Strides, LType::list(LType::Int)),
                "offset" => (TypePart::Offset, LType::Int),
                "element" => (TypePart::Element, LType::Type),
                "layout" => (TypePart::Layout, LType::option(LType::Attr)),
                "space" => (TypePart::Space, LType::option(LType::Attr)),
                "width" => (TypePart::Width, LType::Int),
                other => {
                    let fields = self.reg.type_def(name).map(|d| self.reg.type_params(d));
                    let mut fields = fields.unwrap_or_default().iter().enumerate();
                    let found = fields.find(|(_, p)| self.ctx.text(p.name) == other);
                    match found.map(|(n, p)| (n, p.ty.clone())) {
                        Some((n, ty)) => (TypePart::Param(n as u16), ty),
                        None => {
                            let known = [
                                "shape", "strides", "offset", "element", "layout", "space", "width",
                            ];
                            let hint = crate::support::nearest::hint(other, known);
                            let text = format!("type '{name}' has no part '{other}'{hint}");
                            return Err(self.fault(Kind::UnknownField, part.span, text));
                        }
                    }
                }
            };
            let p = self.pat(&a.pattern, &ty)?;
            out.parts.push((which, p));
        }
        Ok(out)
    }
}

/// The names that a pattern of names and tuples of them binds.
fn plain_names<'p>(p: &'p ast::Pat, out: &mut Vec<&'p ast::Name>) {
    match &p.kind {
        ast::PatKind::Bind { name, .. } => out.push(name),
        ast::PatKind::Tuple(items) => items.iter().for_each(|i| plain_names(i, out)),
        _ => {}
    }
}
