//! Fields of structs and parameters of types and targets.

use super::load::Loader;
use crate::ir::types::TypePiece;
use crate::lang::ast::{self, DirectiveKind};
use crate::lang::defs::*;
use crate::lang::encode;
use crate::lang::hir;
use crate::lang::types::LType;
use crate::support::kinds::Kind;
use crate::support::nearest;

impl Loader<'_> {
    /// Reports what a field may be followed by elsewhere, but not here.
    pub(super) fn only_slot(&mut self, f: &ast::Field, what: &str) {
        if let Some(e) = &f.condition {
            let text = format!(
                "a field has no condition; write '{0}: T?' and 'verify ({0} != none) == (condition) else \"..\"'",
                f.name.text
            );
            self.fault(Kind::NotSupported, e.span, text);
        }
        if let Some(group) = &f.over {
            let text = format!("only an affine attribute of an operation is over operands, not {what}");
            self.fault(Kind::Over, group.span, text);
        }
    }

    /// Reports a default that is outside of the bounds of its field.
    pub(super) fn default_in_bounds(
        &mut self,
        default: Option<crate::ir::AttrId>,
        bounds: Option<&Bounds>,
        span: crate::support::source::Span,
    ) {
        if let (Some(a), Some(bounds)) = (default, bounds)
            && let Some((n, (low, high))) = encode::out_of_range(self.ctx, a, bounds)
        {
            let text = format!("the default {n} is outside of {low} .. {high}, which ends before {high}");
            self.fault(Kind::Default, span, text);
        }
    }

    /// A field that holds data.
    pub(super) fn field(&mut self, d: &ast::Dialect, f: &ast::Field, what: &str) -> Option<FieldDef> {
        self.only_slot(f, what);
        let slot = self.data_slot(d, &f.slot).ok()?;
        if slot.typed.is_some() {
            let text = format!("'typed(..)' is for attributes of operations, not for {what}; write 'attr'");
            self.fault(Kind::Slot, f.slot.span, text);
            return None;
        }
        let ty = if slot.optional {
            LType::option(slot.ty)
        } else {
            slot.ty
        };
        let default = match &f.default {
            Some(e) => Some(self.constant(e, &ty).ok()?),
            None => None,
        };
        self.default_in_bounds(default, slot.range.as_ref(), f.span);
        Some(FieldDef {
            name: self.str(&f.name),
            ty,
            range: slot.range,
            default,
            doc: f.doc.clone(),
            span: f.name.span,
        })
    }

    /// Reports fields of one name.
    pub(super) fn two_fields(&mut self, of: &str, fields: &[FieldDef]) {
        for (n, f) in fields.iter().enumerate() {
            if fields.iter().take(n).any(|o| o.name == f.name) {
                let text = format!("'{of}' has two fields named '{}'", self.ctx.text(f.name));
                self.fault(Kind::Duplicate, f.span, text);
            }
        }
    }

    /// The parameters of a type are kept like a struct in brackets.
    pub(super) fn type_params(&mut self, d: &ast::Dialect, r: &ast::RecordDecl, full: &str) {
        let mut fields = Vec::new();
        for f in &r.fields {
            let Some(field) = self.field(d, f, "a parameter of a type") else {
                continue;
            };
            if field.ty.is_option() || field.default.is_some() {
                let text = format!(
                    "the parameters of a type are all written, so '{}' has no '?' and no default",
                    f.name.text
                );
                self.fault(Kind::Slot, f.span, text);
                continue;
            }
            fields.push(field);
        }
        self.two_fields(full, &fields);
        let format = self.type_format(r, &fields);
        let Some(t) = self.reg.type_def(full) else { return };
        self.ctx.set_type_format(self.reg.types[t].name, format);
        if fields.is_empty() && r.verify.is_empty() {
            return;
        }
        let s = self.reg.structs.push(StructDef {
            name: format!("!{full}").into(),
            fields,
            positional: true,
            verify: Vec::new(),
            span: r.name.span,
        });
        self.reg.types[t].params = Some(s);
    }

    /// The format of a type: literals and all parameters, in angle brackets.
    fn type_format(&mut self, r: &ast::RecordDecl, fields: &[FieldDef]) -> Option<Vec<TypePiece>> {
        if let Some(second) = r.assembly.get(1) {
            self.fault(
                Kind::AssemblyFormat,
                second.span,
                "a type has one assembly format",
            );
        }
        let format = r.assembly.first()?;
        if fields.is_empty() {
            let text = "a type without parameters has no format: it is written by its name alone";
            self.fault(Kind::AssemblyFormat, format.span, text);
            return None;
        }
        let mut pieces = Vec::new();
        let mut seen = vec![false; fields.len()];
        for d in &format.directives {
            match &d.kind {
                DirectiveKind::Literal(text) => pieces.push(TypePiece::Literal(text.clone())),
                DirectiveKind::Field { name, anchor: false } => {
                    let found = fields.iter().position(|f| self.ctx.text(f.name) == &*name.text);
                    let Some((n, field)) = found.and_then(|n| Some((n, fields.get(n)?))) else {
                        let hint = nearest::hint(&name.text, fields.iter().map(|f| self.ctx.text(f.name)));
                        let text = format!("type '{}' has no parameter '{}'{hint}", r.name.text, name.text);
                        self.fault(Kind::UnknownField, name.span, text);
                        return None;
                    };
                    if seen.get_mut(n).is_some_and(|s| std::mem::replace(s, true)) {
                        let text = format!("'${}' stands twice in the format", name.text);
                        self.fault(Kind::AssemblyFormat, d.span, text);
                        return None;
                    }
                    pieces.push(match field.ty {
                        LType::Int => TypePiece::Int(n),
                        LType::Enum(_) => TypePiece::Case(n),
                        _ => TypePiece::Attr(n),
                    });
                }
                _ => {
                    let text = "the format of a type has literals and '$parameter' only";
                    self.fault(Kind::AssemblyFormat, d.span, text);
                    return None;
                }
            }
        }
        let missing = fields.iter().zip(&seen).find(|(_, s)| !**s).map(|(f, _)| f.name);
        if let Some(name) = missing {
            let text = format!("the format does not mention parameter '${}'", self.ctx.text(name));
            self.fault(Kind::AssemblyFormat, format.span, text);
            return None;
        }
        let bracket = |p: Option<&TypePiece>, c: &str| matches!(p, Some(TypePiece::Literal(t)) if **t == *c);
        if !bracket(pieces.first(), "<") || !bracket(pieces.last(), ">") {
            let text = "the format of a type begins with \"<\" and ends with \">\"";
            self.fault(Kind::AssemblyFormat, format.span, text);
            return None;
        }
        Some(pieces)
    }

    /// The checks of a type.
    pub(super) fn type_checks(&mut self, d: &ast::Dialect, r: &ast::RecordDecl) {
        let Some(s) = self
            .reg
            .type_def(&Self::full(d, &r.name))
            .and_then(|t| self.reg.types[t].params)
        else {
            return;
        };
        let ty = LType::Struct(s);
        let verify: Vec<hir::Clause> = r.verify.iter().filter_map(|v| self.clause(&ty, v)).collect();
        self.reg.structs[s].verify = verify;
    }
}
