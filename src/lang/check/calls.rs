//! Calls of built-in functions: their types.

use super::{Checked, Checker};
use crate::lang::ast;
use crate::lang::builtins::{self, Builtin as B, TABLE};
use crate::lang::hir::{Expr, ExprKind};
use crate::lang::types::{LType, OpSet};
use crate::support::kinds::Kind;
use crate::support::nearest;
use crate::support::source::Span;

impl Checker<'_> {
    pub(super) fn call(
        &mut self,
        name: &ast::Name,
        args: &ast::Args,
        want: Option<&LType>,
        span: Span,
    ) -> Checked<Expr> {
        if let Some(id) = self.env.fns.names.get(&name.text) {
            return self.call_function(*id, name, args, span);
        }
        let Some(b) = builtins::by_name(&name.text) else {
            let known = self
                .env
                .fns
                .names
                .keys()
                .map(|k| &**k)
                .chain(TABLE.iter().map(|t| t.1));
            let mut hint = nearest::hint(&name.text, known);
            let ending = format!(".{}", name.text);
            if let Some(op) = self.reg.ops.iter().find(|o| o.name.ends_with(&*ending)) {
                hint = format!("; an operation has its dialect's name: '{}'", op.name);
            }
            return Err(self.fault(
                Kind::UnknownFunction,
                name.span,
                format!("unknown function '{}'{hint}", name.text),
            ));
        };
        self.builtin(b, name, args, want, span)
    }

    pub(super) fn wrong_args(
        &mut self,
        name: &ast::Name,
        at: Span,
        why: &str,
    ) -> crate::support::diag::Reported {
        let signature = TABLE.iter().find(|t| t.1 == &*name.text).map_or("", |t| t.2);
        self.fault(Kind::Arguments, at, format!("{why}: {}{signature}", name.text))
    }

    /// The arguments, a comprehension being one list.
    fn plain_args(&mut self, b: B, name: &ast::Name, args: &ast::Args) -> Checked<Vec<Expr>> {
        match &args.kind {
            ast::ArgsKind::Comprehension(c) => {
                let want = match b {
                    B::Any | B::All => Some(LType::Bool),
                    _ => None,
                };
                let (c, ty) = self.comprehension(c, want.as_ref())?;
                Ok(vec![Expr {
                    kind: ExprKind::Comp(Box::new(c)),
                    ty: LType::list(ty),
                    span: args.span,
                }])
            }
            ast::ArgsKind::List(items) => {
                let mut out: Vec<Expr> = Vec::new();
                for i in items {
                    if let Some(n) = &i.name {
                        return Err(self.wrong_args(
                            name,
                            n.span,
                            "the arguments of a built-in have no names",
                        ));
                    }
                    // The third argument names rules.
                    if matches!(b, B::BestForm | B::Normalize) && out.len() == 2 {
                        out.push(self.rules_name(&i.value)?);
                        continue;
                    }
                    // `cases(dma.Space)` names an enum.
                    if b == B::Cases
                        && let Some(e) = self.enum_name(&i.value)
                    {
                        out.push(e);
                        continue;
                    }
                    let hint = match b {
                        B::WithAt => out.first().map(|e: &Expr| match e.ty.unwrapped() {
                            LType::List(t) => (**t).clone(),
                            t => t.clone(),
                        }),
                        _ => None,
                    };
                    out.push(self.expr(&i.value, hint.as_ref())?);
                }
                Ok(out)
            }
        }
    }

    /// The name of loaded rules, as a string.
    fn rules_name(&mut self, e: &ast::Expr) -> Checked<Expr> {
        let ast::ExprKind::Name(n) = &e.kind else {
            return Err(self.fault(Kind::UnknownRules, e.span, "the name of 'rules' stands here"));
        };
        if !self.env.rules.contains(&n.text) {
            let hint = nearest::hint(&n.text, self.env.rules.iter().map(|r| &**r));
            return Err(self.fault(
                Kind::UnknownRules,
                n.span,
                format!("unknown rules '{}'{hint}", n.text),
            ));
        }
        let name = self.ctx.str(&n.text);
        Ok(Expr {
            kind: ExprKind::Const(crate::lang::hir::Const::Str(name)),
            ty: LType::Str,
            span: e.span,
        })
    }

    fn enum_name(&mut self, e: &ast::Expr) -> Option<Expr> {
        let ast::ExprKind::Field { base, name } = &e.kind else {
            return None;
        };
        let ast::ExprKind::Name(d) = &base.kind else {
            return None;
        };
        match self.reg.entity(&format!("{}.{}", d.text, name.text)) {
            Some(crate::lang::defs::Entity::Enum(id)) => Some(Expr {
                kind: ExprKind::Const(crate::lang::hir::Const::None),
                ty: LType::EnumName(id),
                span: e.span,
            }),
            _ => None,
        }
    }

    fn builtin(
        &mut self,
        b: B,
        name: &ast::Name,
        args: &ast::Args,
        want: Option<&LType>,
        span: Span,
    ) -> Checked<Expr> {
        let mut a = self.plain_args(b, name, args)?;
        // Options are unwrapped: an absent argument makes the call fail.
        let optional_ok = matches!(b, B::Fresh | B::Numbered | B::Lookup);
        for e in a.iter_mut() {
            if let (LType::Option(t), false) = (&e.ty, optional_ok) {
                let t = (**t).clone();
                *e = self.convert(e.clone(), &t)?;
            }
        }
        let int = LType::Int;
        let ints = LType::list(LType::Int);
        let ops = LType::list(LType::any_op());
        let maybe_op = LType::option(LType::any_op());
        let fixed =
            |c: &mut Self, a: Vec<Expr>, types: &[LType], result: LType| -> Checked<(Vec<Expr>, LType)> {
                if a.len() != types.len() {
                    return Err(c.wrong_args(name, span, &format!("{} arguments given", a.len())));
                }
                let mut out = Vec::new();
                for (e, t) in a.into_iter().zip(types) {
                    out.push(c.convert(e, t)?);
                }
                Ok((out, result))
            };
        let list = |c: &mut Self, e: Option<&Expr>| -> Checked<LType> {
            match e.map(|e| e.ty.unwrapped().clone()) {
                Some(LType::List(t)) => Ok((*t).clone()),
                _ => Err(c.wrong_args(name, span, "expected a list")),
            }
        };
        let (args, ty) = match b {
            B::Len => {
                let t = list(self, a.first())?;
                fixed(self, a, &[LType::list(t)], int)?
            }
            B::Sum | B::Product | B::Max | B::Min => {
                if a.len() == 2 && matches!(b, B::Max | B::Min) {
                    let floats = |e: &Expr| matches!(e.ty, LType::Float | LType::Number);
                    let ty = if a.iter().any(floats) { LType::Number } else { int };
                    let mut items = Vec::new();
                    for e in a {
                        items.push(self.convert(e, &ty)?);
                    }
                    let list = Expr {
                        kind: ExprKind::List(items),
                        ty: LType::list(ty.clone()),
                        span,
                    };
                    (vec![list], ty)
                } else {
                    let t = list(self, a.first())?;
                    match (b, &t) {
                        (B::Sum, LType::Affine) => (a, LType::Affine),
                        (_, LType::Float | LType::Number) => {
                            let list = LType::list(LType::Number);
                            fixed(self, a, &[list], LType::Number)?
                        }
                        _ => fixed(self, a, &[ints], int)?,
                    }
                }
            }
            B::Any | B::All => fixed(self, a, &[LType::list(LType::Bool)], LType::Bool)?,
            B::Zip => {
                let mut types = Vec::new();
                for e in &a {
                    types.push(list(self, Some(e))?);
                }
                if types.len() < 2 {
                    return Err(self.wrong_args(name, span, "at least two lists are needed"));
                }
                (a, LType::list(LType::tuple(types)))
            }
            B::Unzip => match list(self, a.first())? {
                LType::Tuple(ts) => {
                    let lists = ts.iter().map(|t| LType::list(t.clone())).collect();
                    (a, LType::tuple(lists))
                }
                _ => return Err(self.wrong_args(name, span, "expected a list of tuples")),
            },
            B::Enumerate => {
                let t = list(self, a.first())?;
                (a, LType::list(LType::tuple(vec![int, t])))
            }
            B::Reversed => {
                let t = list(self, a.first())?;
                (a, LType::list(t))
            }
            B::Last => {
                let t = list(self, a.first())?;
                (a, t)
            }
            B::Take => {
                let t = LType::list(list(self, a.get(1))?);
                fixed(self, a, &[int, t.clone()], t)?
            }
            B::SortBy => {
                let t = LType::list(list(self, a.first())?);
                list(self, a.get(1))?;
                (a, t)
            }
            B::Offsets => fixed(self, a, std::slice::from_ref(&ints), ints.clone())?,
            B::Digits => fixed(self, a, &[int, ints.clone()], ints)?,
            B::WithAt => {
                let t = list(self, a.first())?;
                let l = LType::list(t.clone());
                fixed(self, a, &[l.clone(), int, t], l)?
            }
            B::Divisors => fixed(self, a, &[int], ints)?,
            B::IsPowerOfTwo => fixed(self, a, &[int], LType::Bool)?,
            B::Log2 | B::Pow2 => fixed(self, a, std::slice::from_ref(&int), LType::Int)?,
            B::Wrap => fixed(self, a, &[int.clone(), int.clone()], int)?,
            B::Int => match a.first().map(|e| e.ty.clone()) {
                Some(LType::Attr) => fixed(self, a, &[LType::Attr], int)?,
                Some(LType::Number | LType::Float) => fixed(self, a, &[LType::Number], int)?,
                _ => fixed(self, a, &[LType::Affine], int)?,
            },
            B::StartsWith => fixed(self, a, &[LType::Str, LType::Str], LType::Bool)?,
            B::Cases => match a.first().map(|e| e.ty.clone()) {
                Some(LType::EnumName(e)) => (a, LType::list(LType::Enum(e))),
                _ => return Err(self.wrong_args(name, span, "expected the name of an enum")),
            },
            B::Ordinal => match a.first().map(|e| e.ty.clone()) {
                Some(LType::Enum(_)) => (a, int),
                _ => return Err(self.wrong_args(name, span, "expected a case of an enum")),
            },
            B::EnumCase => {
                let target = match want.map(LType::unwrapped) {
                    Some(LType::Enum(e)) => *e,
                    _ => return Err(self.wrong_args(name, span, "it is not known which enum is wanted")),
                };
                let good = matches!(
                    a.first().map(|e| &e.ty),
                    Some(LType::Int | LType::Attr | LType::Type | LType::Enum(_))
                );
                if !good || a.len() != 1 {
                    return Err(self.wrong_args(name, span, "expected an integer, an attribute or a type"));
                }
                (a, LType::Enum(target))
            }
            B::TypeOf => fixed(self, a, &[LType::Value], LType::Type)?,
            B::Element => fixed(self, a, &[LType::Type], LType::Type)?,
            B::Width | B::ByteSize => fixed(self, a, &[LType::Type], int)?,
            B::Shape => fixed(self, a, &[LType::Type], ints)?,
            B::SpaceOf => fixed(self, a, &[LType::Type], LType::option(LType::Attr))?,
            B::Bytes => match a.first().map(|e| e.ty.clone()) {
                Some(LType::Enum(e)) if self.reg.enums[e].facts.iter().any(|f| &*f.0 == "bytes") => (a, int),
                _ => fixed(self, a, &[LType::Type], int)?,
            },
            B::Users | B::Writers | B::Readers => fixed(self, a, &[LType::Value], ops)?,
            B::Definitions => match a.first().map(|e| e.ty.clone()) {
                Some(LType::Op(_)) => fixed(self, a, &[LType::any_op()], ops)?,
                _ => fixed(self, a, &[LType::Value], ops)?,
            },
            B::ConstantOf => fixed(self, a, &[LType::Value], int)?,
            B::AccessStrides => fixed(self, a, &[LType::Type], ints)?,
            B::DropDim => fixed(self, a, &[LType::Type, int], LType::Type)?,
            B::FunctionType => {
                let types = LType::list(LType::Type);
                fixed(self, a, &[types.clone(), types], LType::Type)?
            }
            B::InputTypes | B::ResultTypes => fixed(self, a, &[LType::Type], LType::list(LType::Type))?,
            B::MultipleOf => fixed(self, a, &[LType::Affine, int], LType::Bool)?,
            B::Canonical => fixed(self, a, &[LType::any_op()], LType::Bool)?,
            B::Mixed => {
                let values = LType::list(LType::Value);
                fixed(self, a, &[ints, values], LType::list(LType::Affine))?
            }
            B::Successors => fixed(self, a, &[LType::any_op()], LType::list(LType::Block))?,
            B::SymbolUses => fixed(self, a, &[LType::any_op()], ops)?,
            B::OneUse | B::Unused => fixed(self, a, &[LType::Value], LType::Bool)?,
            B::Definition => fixed(self, a, &[LType::Value], maybe_op)?,
            B::Equivalent | B::Precedes | B::ProperlyDominates => {
                fixed(self, a, &[LType::any_op(), LType::any_op()], LType::Bool)?
            }
            B::Atoms => fixed(self, a, &[LType::Affine], LType::list(LType::Value))?,
            B::ConstantPart => fixed(self, a, &[LType::Affine], int)?,
            B::Substitute => {
                let pairs = LType::list(LType::tuple(vec![LType::Value, int]));
                fixed(self, a, &[LType::Affine, pairs], LType::Affine)?
            }
            B::Parent | B::SymbolTable | B::Prev | B::Next => fixed(self, a, &[LType::any_op()], maybe_op)?,
            B::Ancestors | B::Walk => fixed(self, a, &[LType::any_op()], ops)?,
            B::Ops => {
                // What a dialect says may stand in a region is what its operations are.
                let ty = a.first().and_then(|e| self.region_ops(e)).unwrap_or(ops);
                match a.first().map(|e| e.ty.clone()) {
                    Some(LType::Block) => fixed(self, a, &[LType::Block], ty)?,
                    _ => fixed(self, a, &[LType::Region], ty)?,
                }
            }
            B::Args => match a.first().map(|e| e.ty.clone()) {
                Some(LType::Block) => fixed(self, a, &[LType::Block], LType::list(LType::Value))?,
                _ => fixed(self, a, &[LType::Region], LType::list(LType::Value))?,
            },
            B::Terminator => fixed(self, a, &[LType::Region], LType::any_op())?,
            B::IsEmpty => fixed(self, a, &[LType::Region], LType::Bool)?,
            B::Lookup => {
                let first = a.first().cloned();
                let Some(first) = first else {
                    return Err(self.wrong_args(name, span, "no arguments given"));
                };
                let first = self.convert(first, &LType::any_op())?;
                let rest: Vec<Expr> = a.into_iter().skip(1).collect();
                let (mut rest, _) = fixed(self, rest, &[LType::Str], LType::Str)?;
                rest.insert(0, first);
                let ty = match want.map(LType::unwrapped) {
                    Some(t @ LType::Op(_)) => t.clone(),
                    _ => LType::any_op(),
                };
                (rest, LType::option(ty))
            }
            B::Resolve => match a.first().map(|e| e.ty.clone()) {
                Some(LType::Symbol(set)) => (a, LType::option(LType::Op(set))),
                _ => return Err(self.wrong_args(name, span, "expected a symbol")),
            },
            B::Ref => match a.first().map(|e| e.ty.clone()) {
                Some(LType::Op(set)) => (a, LType::Symbol(set)),
                _ => return Err(self.wrong_args(name, span, "expected an operation")),
            },
            B::Fresh | B::Numbered => {
                self.effect(span, &format!("'{}'", name.text))?;
                let mut a = a.into_iter();
                let Some(base) = a.next() else {
                    return Err(self.wrong_args(name, span, "no arguments given"));
                };
                let mut out = vec![self.convert(base, &LType::Str)?];
                match a.next() {
                    Some(t) => out.push(self.convert(t, &LType::option(LType::any_op()))?),
                    None => out.push(Self::none(span)),
                }
                if a.next().is_some() {
                    return Err(self.wrong_args(name, span, "too many arguments given"));
                }
                (out, LType::Str)
            }
            B::Load | B::Store | B::Convert => self.memory_call(b, name, a, span)?,
            B::Count => {
                let Some(e) = a.first() else {
                    return Err(self.wrong_args(name, span, "no arguments given"));
                };
                self.access(name, e)?;
                (a, int)
            }
            B::Bounds => {
                let Some(e) = a.first() else {
                    return Err(self.wrong_args(name, span, "no arguments given"));
                };
                self.access(name, e)?;
                let three = LType::tuple(vec![int.clone(), int.clone(), int]);
                (a, LType::list(three))
            }
            B::EngineFactors => fixed(self, a, &[int], ints)?,
            B::OrderFree | B::Accumulates => {
                if !self.in_rule {
                    let text = format!(
                        "'{}' asks about the transfer of a rule and stands in 'rules' only",
                        name.text
                    );
                    return Err(self.fault(Kind::Unclear, span, text));
                }
                fixed(self, a, &[], LType::Bool)?
            }
            B::Normalize | B::RefineAll | B::BestForm => {
                for e in a.iter().take(2) {
                    self.access(name, e)?;
                }
                let most = if b == B::RefineAll { 2 } else { 3 };
                if a.len() < 2 || a.len() > most {
                    return Err(self.wrong_args(name, span, &format!("{} arguments given", a.len())));
                }
                let Some(form) = crate::lang::eval::form_type(self.reg) else {
                    let text = format!(
                        "'{}' gives 'dma.Form', which no loaded dialect declares",
                        name.text
                    );
                    return Err(self.fault(Kind::UnknownType, span, text));
                };
                let both = LType::tuple(vec![form.clone(), form]);
                (
                    a,
                    if b == B::Normalize {
                        both
                    } else {
                        LType::list(both)
                    },
                )
            }
            B::Refine => {
                for e in a.clone() {
                    self.access(name, &e)?;
                }
                if a.len() != 2 {
                    return Err(self.wrong_args(name, span, "two accesses are needed"));
                }
                (a, LType::list(LType::tuple(vec![int.clone(), int.clone(), int])))
            }
        };
        Ok(Expr {
            kind: ExprKind::Builtin(b, args),
            ty,
            span,
        })
    }

    /// Whether something is an access: an operation or struct with `pairs`, or a value that such an operation defines.
    pub(super) fn access(&mut self, name: &ast::Name, e: &Expr) -> Checked<()> {
        let pairs = self.ctx.find_str("pairs");
        let good = match &e.ty {
            LType::Value | LType::Op(OpSet::Any) => true,
            LType::Op(set) => self
                .defs_of(set)
                .iter()
                .all(|d| pairs.is_some_and(|p| d.attr(p).is_some())),
            LType::Struct(s) => self.reg.structs[*s].fields.iter().any(|f| Some(f.name) == pairs),
            _ => false,
        };
        if good {
            return Ok(());
        }
        self.number_operand(e)?;
        let text = format!(
            "'{}' takes an access, with a field 'pairs', but this is {}",
            name.text,
            self.show(&e.ty)
        );
        Err(self.fault(Kind::Types, e.span, text))
    }

    /// The type of the operations in a region whose dialect says what may stand there.
    fn region_ops(&self, e: &Expr) -> Option<LType> {
        let ExprKind::Field(base, crate::lang::hir::FieldRef::Region(name)) = &e.kind else {
            return None;
        };
        let LType::Op(set) = &base.ty else { return None };
        let defs = self.defs_of(set);
        let def = defs.first()?;
        let region = def.regions.get(def.region(*name)?)?;
        match region.of.as_slice() {
            [] => None,
            [one] => Some(LType::list(LType::Op(OpSet::One(*one)))),
            many => {
                let mut m = many.to_vec();
                m.sort();
                Some(LType::list(LType::Op(OpSet::Union(m.into()))))
            }
        }
    }
}
