//! Visiting a checked tree, outside in and in the order of the text.

use super::hir::*;

/// Sees the nodes of a tree.
pub trait Visit {
    /// An expression; false: not what is in it.
    fn expr(&mut self, _: &Expr) -> bool {
        true
    }
    /// A pattern.
    fn pat(&mut self, _: &Pat) {}
    /// A pattern of an operation.
    fn node(&mut self, _: &NodePat) {}
    /// A statement.
    fn stmt(&mut self, _: &Stmt) {}
}

/// A pattern of a file.
pub fn pattern(p: &Pattern, v: &mut dyn Visit) {
    node(&p.root, v);
    conds(&p.conds, v);
    match &p.action {
        Action::Rewrite(s) => stmts(s, v),
        Action::Diagnostic(d) => diagnostic(d, v),
    }
}

/// A function.
pub fn function(f: &Function, v: &mut dyn Visit) {
    match &f.body {
        FnBody::Missing => {}
        FnBody::Pure(b) => block(b, v),
        FnBody::Rewrite(s) => stmts(s, v),
    }
}

/// Conditions.
pub fn conds(list: &[Cond], v: &mut dyn Visit) {
    list.iter().for_each(|c| cond(&c.kind, v));
}

/// A condition.
pub fn cond(c: &CondKind, v: &mut dyn Visit) {
    match c {
        CondKind::Of(p, e) | CondKind::In(p, e) | CondKind::Let(p, e) => {
            pat(p, v);
            expr(e, v);
        }
        CondKind::Where(e, t) => {
            expr(e, v);
            t.iter().for_each(|t| text(t, v));
        }
    }
}

fn block(b: &ExprBlock, v: &mut dyn Visit) {
    conds(&b.prefix, v);
    expr(&b.value, v);
}

fn text(t: &Text, v: &mut dyn Visit) {
    for p in &t.pieces {
        if let Piece::Expr(e) = p {
            expr(e, v);
        }
    }
}

fn diagnostic(d: &Diag, v: &mut dyn Visit) {
    expr(&d.at, v);
    text(&d.message, v);
    for (e, t) in &d.notes {
        e.iter().for_each(|e| expr(e, v));
        text(t, v);
    }
}

fn attrs(list: &[AttrSet], v: &mut dyn Visit) {
    for a in list {
        match a {
            AttrSet::Spread(e) => expr(e, v),
            AttrSet::One { value, .. } => expr(value, v),
        }
    }
}

fn type_expr(t: &TypeExpr, v: &mut dyn Visit) {
    match t {
        TypeExpr::Known(_) => {}
        TypeExpr::Expr(e) => expr(e, v),
        TypeExpr::Dialect { params, .. } => params.iter().for_each(|e| expr(e, v)),
        TypeExpr::MemRef {
            shape,
            element,
            layout,
            space,
        } => {
            expr(shape, v);
            expr(element, v);
            layout.iter().for_each(|e| expr(e, v));
            space.iter().for_each(|e| expr(e, v));
        }
    }
}

/// Statements.
pub fn stmts(list: &[Stmt], v: &mut dyn Visit) {
    list.iter().for_each(|s| stmt(s, v));
}

fn stmt(s: &Stmt, v: &mut dyn Visit) {
    v.stmt(s);
    match &s.kind {
        StmtKind::Cond(c) => cond(c, v),
        StmtKind::Expr(e) | StmtKind::Return(e) => expr(e, v),
        StmtKind::Replace(a, b) | StmtKind::MoveInto(a, b) | StmtKind::Rename(a, b) => {
            expr(a, v);
            expr(b, v);
        }
        StmtKind::Erase(items) => items.iter().for_each(|e| expr(e, v)),
        StmtKind::Update {
            op,
            operands,
            attrs: sets,
        } => {
            expr(op, v);
            operands.iter().for_each(|o| expr(&o.1, v));
            attrs(sets, v);
        }
        StmtKind::Move(e, p) => {
            expr(e, v);
            expr(&p.of, v);
        }
        StmtKind::Inline(e, args, p) => {
            expr(e, v);
            args.iter().for_each(|a| expr(a, v));
            expr(&p.of, v);
        }
        StmtKind::For(p, e, body) => {
            pat(p, v);
            expr(e, v);
            stmts(body, v);
        }
        StmtKind::If(arms, otherwise) => {
            for (c, body) in arms {
                expr(c, v);
                stmts(body, v);
            }
            stmts(otherwise, v);
        }
        StmtKind::At(p, body) => {
            expr(&p.of, v);
            stmts(body, v);
        }
        StmtKind::Diagnostic(d) => diagnostic(d, v),
    }
}

/// An expression.
pub fn expr(e: &Expr, v: &mut dyn Visit) {
    if !v.expr(e) {
        return;
    }
    match &e.kind {
        ExprKind::Const(_) | ExprKind::Local(_) | ExprKind::Target(_) | ExprKind::PassOption(_) => {}
        ExprKind::Field(x, _)
        | ExprKind::Neg(x)
        | ExprKind::Not(x)
        | ExprKind::Unwrap(x)
        | ExprKind::ToAffine(x)
        | ExprKind::ToValue(x)
        | ExprKind::ToStruct(_, x) => expr(x, v),
        ExprKind::Index(a, b)
        | ExprKind::Arith(_, a, b)
        | ExprKind::AffineArith(_, a, b)
        | ExprKind::Compare(_, a, b)
        | ExprKind::In(a, b)
        | ExprKind::Range(a, b)
        | ExprKind::Map(_, a, b) => {
            expr(a, v);
            expr(b, v);
        }
        ExprKind::Slice(a, b, c) => {
            expr(a, v);
            expr(b, v);
            expr(c, v);
        }
        ExprKind::And(items)
        | ExprKind::Or(items)
        | ExprKind::Concat(items)
        | ExprKind::Coalesce(items)
        | ExprKind::List(items)
        | ExprKind::Tuple(items)
        | ExprKind::Builtin(_, items)
        | ExprKind::Call(_, items)
        | ExprKind::Struct(_, items) => items.iter().for_each(|i| expr(i, v)),
        ExprKind::Is(x, p) => {
            expr(x, v);
            pat(p, v);
        }
        ExprKind::Comp(c) => {
            expr(&c.body, v);
            for k in &c.clauses {
                pat(&k.pattern, v);
                expr(&k.list, v);
                k.condition.iter().for_each(|e| expr(e, v));
            }
        }
        ExprKind::If(arms, otherwise) => {
            for (c, b) in arms {
                expr(c, v);
                block(b, v);
            }
            block(otherwise, v);
        }
        ExprKind::Case(x, arms) => {
            expr(x, v);
            for a in arms {
                pat(&a.pattern, v);
                a.guard.iter().for_each(|g| expr(g, v));
                expr(&a.body, v);
            }
        }
        ExprKind::Fail(t) | ExprKind::Text(t) => text(t, v),
        ExprKind::Create(c) => {
            c.operands.iter().for_each(|o| expr(o, v));
            attrs(&c.attrs, v);
            match &c.types {
                NewTypes::Inferred => {}
                NewTypes::Given(types) => types.iter().for_each(|t| type_expr(t, v)),
                NewTypes::List(e) => expr(e, v),
            }
            for r in &c.regions {
                for (_, t) in &r.args {
                    match t {
                        ArgTypes::One(t) => type_expr(t, v),
                        ArgTypes::Many(e) => expr(e, v),
                    }
                }
                stmts(&r.body, v);
            }
        }
        ExprKind::Clone(c) => {
            expr(&c.op, v);
            c.operands.iter().for_each(|o| expr(&o.1, v));
            attrs(&c.attrs, v);
        }
        ExprKind::At(p, x) => {
            expr(&p.of, v);
            expr(x, v);
        }
        ExprKind::TypeLit(t) => type_expr(t, v),
    }
}

/// A pattern inside a condition.
pub fn pat(p: &Pat, v: &mut dyn Visit) {
    v.pat(p);
    p.ty.iter().for_each(|t| type_pat(t, v));
    match &p.kind {
        PatKind::Wild | PatKind::None | PatKind::Const(_) | PatKind::Bind(_) | PatKind::Same(_) => {}
        PatKind::Present(i) => pat(i, v),
        PatKind::List(pre, _, post) => pre.iter().chain(post).for_each(|p| pat(p, v)),
        PatKind::Search(s) => {
            let all = s.pre.iter().chain(&s.mid).chain(&s.post);
            all.for_each(|p| pat(p, v));
        }
        PatKind::Tuple(items) | PatKind::Alt(items) => items.iter().for_each(|p| pat(p, v)),
        PatKind::Struct(_, fields) => fields.iter().for_each(|f| pat(&f.1, v)),
        PatKind::Node(n) => node(n, v),
        PatKind::Type(t) => type_pat(t, v),
    }
}

fn type_pat(t: &TypePat, v: &mut dyn Visit) {
    t.parts.iter().for_each(|p| pat(&p.1, v));
}

fn node(n: &NodePat, v: &mut dyn Visit) {
    v.node(n);
    n.operands.iter().for_each(|o| pat(&o.1, v));
    n.positional.iter().flat_map(|p| &p.0).for_each(|p| pat(p, v));
    n.attrs.iter().for_each(|a| pat(&a.pattern, v));
    n.results.iter().for_each(|p| pat(p, v));
    n.result_type.iter().for_each(|t| type_pat(t, v));
}
