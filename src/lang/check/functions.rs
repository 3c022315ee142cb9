//! Functions: signatures first, then bodies, then the check that none calls itself.

use super::{Checker, Env};
use crate::ir::Context;
use crate::lang::ast;
use crate::lang::defs::{Families, FnId, Map, Registry};
use crate::lang::hir::{self, FnBody, Function, Functions};
use crate::lang::types::LType;
use crate::support::diag::Sink;
use crate::support::kinds::Kind;
use crate::support::nearest;
use crate::support::source::FileId;
use petgraph::graphmap::DiGraphMap;

/// What functions of pattern files may read beside the dialects.
#[derive(Clone, Copy)]
pub struct Outer<'a> {
    /// The families of targets.
    pub families: Families,
    /// Options of passes.
    pub options: &'a Map<Box<str>, LType>,
    /// Names of rules.
    pub rules: &'a [Box<str>],
    /// See [`Env::used`].
    pub used: &'a [(FileId, Box<str>)],
}

/// Checks functions into `out`, which may hold earlier ones that these call.
pub fn functions(
    ctx: &Context,
    reg: &Registry,
    out: &mut Functions,
    pure_fns: &[&ast::FnDecl],
    rewrite_fns: &[&ast::RewriteFn],
    outer: Option<Outer<'_>>,
    sink: &mut Sink,
) {
    let none = Map::default();
    let (families, options, rules, used) = match outer {
        Some(o) => (o.families, o.options, o.rules, o.used),
        None => (Families::None, &none, &[][..], &[][..]),
    };
    let mut bodies: Vec<(FnId, Decl<'_>)> = Vec::new();
    let all = pure_fns
        .iter()
        .map(|f| Decl::Pure(f))
        .chain(rewrite_fns.iter().map(|f| Decl::Rewrite(f)));
    for decl in all {
        let env = Env {
            ctx,
            reg,
            fns: out,
            families,
            options,
            rules,
            used,
        };
        let (name, params, result) = decl.signature();
        let mut c = Checker::new(env, sink);
        if super::super::builtins::by_name(&name.text).is_some() {
            c.fault(
                Kind::Reserved,
                name.span,
                format!("'{}' is the name of a built-in function", name.text),
            );
            continue;
        }
        if out.names.contains_key(&name.text) {
            c.fault(
                Kind::Duplicate,
                name.span,
                format!("function '{}' is declared twice", name.text),
            );
            continue;
        }
        let mut typed = Vec::new();
        let mut good = true;
        for (n, p) in params.iter().enumerate() {
            if &*p.name.text != "_" && params.iter().take(n).any(|q| q.name.text == p.name.text) {
                let text = format!("parameter '{}' is declared twice", p.name.text);
                c.fault(Kind::Duplicate, p.name.span, text);
                good = false;
                continue;
            }
            match c.lang_type(&p.ty) {
                Ok(t) => typed.push((p.name.text.clone(), t, None)),
                Err(_) => good = false,
            }
        }
        let result = match result {
            Some(t) => match c.lang_type(t) {
                Ok(t) => t,
                Err(_) => continue,
            },
            None => LType::Nothing,
        };
        if !good {
            continue;
        }
        let id = out.list.push(Function {
            name: name.text.clone(),
            params: typed,
            result,
            rewriting: matches!(decl, Decl::Rewrite(_)),
            body: FnBody::Missing,
            frame: 0,
            span: name.span,
        });
        out.names.insert(name.text.clone(), id);
        bodies.push((id, decl));
    }
    let mut checked = Vec::new();
    for (id, decl) in &bodies {
        let env = Env {
            ctx,
            reg,
            fns: out,
            families,
            options,
            rules,
            used,
        };
        if let Some(done) = body(env, *id, decl, sink) {
            checked.push((*id, done));
        }
    }
    for (id, (body, frame, defaults)) in checked {
        let f = &mut out.list[id];
        f.body = body;
        f.frame = frame;
        for (p, d) in f.params.iter_mut().zip(defaults) {
            p.2 = d;
        }
    }
    recursion(out, &bodies, sink);
}

enum Decl<'a> {
    Pure(&'a ast::FnDecl),
    Rewrite(&'a ast::RewriteFn),
}

impl<'a> Decl<'a> {
    fn signature(&self) -> (&'a ast::Name, &'a [ast::Param], Option<&'a ast::LangType>) {
        match self {
            Decl::Pure(f) => (&f.name, &f.params, Some(&f.result)),
            Decl::Rewrite(f) => (&f.name, &f.params, f.result.as_ref()),
        }
    }
}

type Body = (FnBody, u16, Vec<Option<hir::Expr>>);

fn body(env: Env<'_>, id: FnId, decl: &Decl<'_>, sink: &mut Sink) -> Option<Body> {
    let f = &env.fns.list[id];
    let (_, params, _) = decl.signature();
    let mut c = Checker::new(env, sink);
    let mut defaults = Vec::new();
    for (p, (_, ty, _)) in params.iter().zip(&f.params) {
        defaults.push(match &p.default {
            Some(e) => {
                let e = c.expr(e, Some(ty)).and_then(|e| c.convert(e, ty)).ok()?;
                Some(e)
            }
            None => None,
        });
    }
    for (p, (_, ty, _)) in params.iter().zip(&f.params) {
        c.bind(&p.name, ty.clone());
        // A parameter that an override does not need is no mistake.
        if let Some(v) = c.vars.last_mut() {
            v.used = true;
        }
    }
    let body = match decl {
        Decl::Pure(d) => {
            c.place = "a function";
            let want = f.result.clone();
            let block = c.scope(|c| {
                let (prefix, facts) = c.conds(&d.body.prefix)?;
                let value = c.narrowed(&facts, |c| c.expr(&d.body.value, Some(&want)))?;
                let value = c.convert(value, &want)?;
                Ok::<_, crate::support::diag::Reported>(hir::ExprBlock { prefix, value })
            });
            FnBody::Pure(block.ok()?)
        }
        Decl::Rewrite(d) => {
            c.rewriting = true;
            c.returns = (f.result != LType::Nothing).then(|| f.result.clone());
            let stmts = c.scope(|c| c.stmts(&d.body.stmts)).ok()?;
            if f.result != LType::Nothing && !returns(&stmts) {
                let text = format!("'{}' does not return on every path", f.name);
                c.fault(Kind::Return, d.name.span, text);
                return None;
            }
            FnBody::Rewrite(stmts)
        }
    };
    Some((body, c.next, defaults))
}

/// Whether every path ends in `return`.
fn returns(stmts: &[hir::Stmt]) -> bool {
    stmts.iter().any(|s| match &s.kind {
        hir::StmtKind::Return(_) => true,
        hir::StmtKind::If(arms, otherwise) => {
            !otherwise.is_empty() && arms.iter().all(|a| returns(&a.1)) && returns(otherwise)
        }
        hir::StmtKind::At(_, body) => returns(body),
        _ => false,
    })
}

/// Functions do not call themselves, not through others either.
fn recursion(out: &Functions, bodies: &[(FnId, Decl<'_>)], sink: &mut Sink) {
    let mut graph: DiGraphMap<FnId, ()> = DiGraphMap::new();
    for (id, decl) in bodies {
        graph.add_node(*id);
        let mut called = Vec::new();
        names_called(decl, &mut called);
        for name in called {
            if let Some(callee) = out.names.get(&*name) {
                graph.add_edge(*id, *callee, ());
            }
        }
    }
    for component in petgraph::algo::tarjan_scc(&graph) {
        let first = component.iter().min().copied();
        let Some(first) = first else { continue };
        let cyclic = component.len() > 1 || graph.contains_edge(first, first);
        if cyclic {
            let mut ids = component.clone();
            ids.sort();
            let names: Vec<&str> = ids.iter().map(|f| &*out.list[*f].name).collect();
            let text = if names.len() == 1 {
                format!(
                    "'{}' calls itself; functions may not be recursive",
                    names.concat()
                )
            } else {
                format!(
                    "functions may not be recursive, but these call each other: {}",
                    names.join(", ")
                )
            };
            sink.fault(Kind::Recursion, out.list[first].span, text);
        }
    }
}

/// The names of the functions called anywhere in a declaration; found in its debug-free tree walk below.
fn names_called(decl: &Decl<'_>, out: &mut Vec<Box<str>>) {
    match decl {
        Decl::Pure(f) => super::super::calls_in::expr_block(&f.body, out),
        Decl::Rewrite(f) => super::super::calls_in::block(&f.body, out),
    }
}

impl Checker<'_> {
    /// A call of a declared function.
    pub(super) fn call_function(
        &mut self,
        id: FnId,
        name: &ast::Name,
        args: &ast::Args,
        span: crate::support::source::Span,
    ) -> super::Checked<hir::Expr> {
        let f = &self.env.fns.list[id];
        if f.rewriting {
            self.effect(span, &format!("calling the rewrite function '{}'", name.text))?;
        }
        let ast::ArgsKind::List(items) = &args.kind else {
            return Err(self.fault(
                Kind::Form,
                args.span,
                "a comprehension gives a list; put it in brackets",
            ));
        };
        let mut values: Vec<Option<hir::Expr>> = vec![None; f.params.len()];
        for (k, a) in items.iter().enumerate() {
            let at = match &a.name {
                Some(n) => f.params.iter().position(|p| p.0 == n.text),
                None => Some(k),
            };
            let Some((k, p)) = at.and_then(|k| f.params.get(k).map(|p| (k, p))) else {
                let names: Vec<&str> = f.params.iter().map(|p| &*p.0).collect();
                let text = match &a.name {
                    Some(n) => {
                        let hint = nearest::hint(&n.text, names.iter().copied());
                        format!("'{}' has no parameter '{}'{hint}", name.text, n.text)
                    }
                    None => format!(
                        "'{}' takes {} argument{} ({}), {} given",
                        name.text,
                        names.len(),
                        if names.len() == 1 { "" } else { "s" },
                        names.join(", "),
                        items.len()
                    ),
                };
                return Err(self.fault(Kind::Arguments, a.value.span, text));
            };
            let want = p.1.clone();
            let e = self.expr(&a.value, Some(&want))?;
            let e = self.convert(e, &want)?;
            if let Some(slot) = values.get_mut(k) {
                *slot = Some(e);
            }
        }
        let mut out = Vec::new();
        for (v, p) in values.into_iter().zip(&f.params) {
            match v.or_else(|| p.2.clone()) {
                Some(e) => out.push(e),
                // The default of a function checked later in the same file is filled in when it is called.
                None if has_default(&self.env, id, &p.0) => {
                    out.push(hir::Expr {
                        kind: hir::ExprKind::Const(hir::Const::None),
                        ty: p.1.clone(),
                        span,
                    });
                }
                None => {
                    let text = format!("'{}' needs '{}'", name.text, p.0);
                    return Err(self.fault(Kind::Arguments, span, text));
                }
            }
        }
        Ok(hir::Expr {
            kind: hir::ExprKind::Call(id, out),
            ty: f.result.clone(),
            span,
        })
    }
}

/// Only `none` is a default of a parameter that can be left out before its function has been checked.
fn has_default(env: &Env<'_>, id: FnId, param: &str) -> bool {
    env.fns.list[id]
        .params
        .iter()
        .any(|p| *p.0 == *param && p.1.is_option())
}
