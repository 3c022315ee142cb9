//! Types of the language as written.

use super::{Checked, Checker};
use crate::lang::ast;
use crate::lang::defs::{Entity, TypeRule};
use crate::lang::hir::{Expr, TypeExpr};
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

    /// A type of a result.
    pub(super) fn type_expr(&mut self, t: &ast::IrType) -> Checked<TypeExpr> {
        let name = &*t.name.text;
        if t.args.is_none() {
            if self.var(name).is_some() {
                let e = self.name(&t.name)?;
                let e = self.convert(e, &LType::Type)?;
                return Ok(TypeExpr::Expr(e));
            }
            if let Some(TypeRule::Exact(ty)) = super::builtin_rule(self.ctx, name) {
                return Ok(TypeExpr::Known(ty));
            }
            if let Some(id) = self.reg.type_def(name) {
                let def = &self.reg.types[id];
                if self.reg.type_params(id).is_empty() {
                    let data = crate::ir::TypeData::Dialect {
                        name: def.name,
                        params: Box::new([]),
                    };
                    return Ok(TypeExpr::Known(self.ctx.ty(data)));
                }
            }
            if super::builtin_rule(self.ctx, name).is_none() && self.reg.type_def(name).is_none() {
                let known = self.reg.types.iter().map(|t| self.ctx.text(t.name));
                let hint = nearest::hint(name, known.chain(super::BUILTIN_TYPES));
                let text = format!("unknown type '{name}'{hint}");
                return Err(self.fault(Kind::UnknownType, t.span, text));
            }
            let text = format!("'{name}' does not say one type");
            return Err(self.fault(Kind::ResultType, t.span, text));
        }
        if let (Some(id), true) = (
            self.reg.type_def(name),
            super::builtin_rule(self.ctx, name).is_none(),
        ) {
            return self.dialect_type(id, t);
        }
        if name != "memref" {
            return Err(self.fault(
                Kind::ResultType,
                t.span,
                "only memref types and types of dialects are built from parts",
            ));
        }
        let mut shape = None;
        let mut element = None;
        let mut layout = None;
        let mut space = None;
        for a in t.args.iter().flatten() {
            let (Some(part), ast::PatKind::Bind { name: var, .. }) = (&a.name, &a.pattern.kind) else {
                return Err(self.fault(Kind::Form, a.pattern.span, "write 'part = variable'"));
            };
            let e = self.name(var)?;
            match &*part.text {
                "shape" => shape = Some(self.convert(e, &LType::list(LType::Int))?),
                "element" => element = Some(self.convert(e, &LType::Type)?),
                "layout" => layout = Some(self.convert(e, &LType::option(LType::Attr))?),
                "space" => space = Some(self.convert(e, &LType::option(LType::Attr))?),
                other => {
                    return Err(self.fault(
                        Kind::ResultType,
                        part.span,
                        format!("a memref has no part '{other}'"),
                    ));
                }
            }
        }
        match (shape, element) {
            (Some(shape), Some(element)) => Ok(TypeExpr::MemRef {
                shape,
                element,
                layout,
                space,
            }),
            _ => Err(self.fault(Kind::ResultType, t.span, "a memref needs 'shape' and 'element'")),
        }
    }

    /// `doc.ring<size = n, of = t>`
    fn dialect_type(&mut self, id: crate::lang::defs::TypeDefId, t: &ast::IrType) -> Checked<TypeExpr> {
        let reg = self.reg;
        let fields = reg.type_params(id);
        let mut given: Vec<Option<Expr>> = vec![None; fields.len()];
        for a in t.args.iter().flatten() {
            let (Some(part), ast::PatKind::Bind { name: var, .. }) = (&a.name, &a.pattern.kind) else {
                return Err(self.fault(Kind::Form, a.pattern.span, "write 'part = variable'"));
            };
            let found = fields
                .iter()
                .position(|f| self.ctx.text(f.name) == &*part.text)
                .and_then(|n| Some((fields.get(n)?, given.get_mut(n)?)));
            let Some((field, slot)) = found else {
                let hint = nearest::hint(&part.text, fields.iter().map(|f| self.ctx.text(f.name)));
                let text = format!("type '{}' has no part '{}'{hint}", t.name.text, part.text);
                return Err(self.fault(Kind::UnknownField, part.span, text));
            };
            if slot.is_some() {
                let text = format!("'{}' is given twice", part.text);
                return Err(self.fault(Kind::Duplicate, part.span, text));
            }
            let e = self.name(var)?;
            *slot = Some(self.convert(e, &field.ty)?);
        }
        let missing = fields.iter().zip(&given).find(|(_, g)| g.is_none());
        if let Some((f, _)) = missing {
            let name = self.ctx.text(f.name);
            let text = format!("type '{}' needs '{name}': write '{name} = variable'", t.name.text);
            return Err(self.fault(Kind::Missing, t.span, text));
        }
        Ok(TypeExpr::Dialect {
            ty: id,
            params: given.into_iter().flatten().collect(),
        })
    }
}
