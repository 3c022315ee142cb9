//! Which functions a tree calls, by name.

use super::ast::*;

/// Calls in a block with a value.
pub(super) fn expr_block(b: &ExprBlock, out: &mut Vec<Box<str>>) {
    for p in &b.prefix {
        part(p, out);
    }
    expr(&b.value, out);
}

fn part(p: &MatchPart, out: &mut Vec<Box<str>>) {
    match p {
        MatchPart::Match(m) => {
            if let Some((_, e)) = &m.source {
                expr(e, out);
            }
        }
        MatchPart::Where(w) => {
            expr(&w.condition, out);
            if let Some(t) = &w.reason {
                text(t, out);
            }
        }
        MatchPart::Let(l) => expr(&l.value, out),
    }
}

fn text(t: &StrLit, out: &mut Vec<Box<str>>) {
    for p in &t.pieces {
        if let StrPiece::Expr(e) = p {
            expr(e, out);
        }
    }
}

/// Calls in statements.
pub(super) fn block(b: &Block, out: &mut Vec<Box<str>>) {
    for s in &b.stmts {
        stmt(s, out);
    }
}

fn args(a: &Args, out: &mut Vec<Box<str>>) {
    match &a.kind {
        ArgsKind::List(items) => items.iter().for_each(|i| expr(&i.value, out)),
        ArgsKind::Comprehension(c) => comprehension(c, out),
    }
}

fn attrs(list: &[AttrArg], out: &mut Vec<Box<str>>) {
    for a in list {
        match a {
            AttrArg::Spread { value, .. } => expr(value, out),
            AttrArg::One { value, .. } => value.iter().for_each(|v| expr(v, out)),
        }
    }
}

fn created(list: &[Created], out: &mut Vec<Box<str>>) {
    for c in list {
        match c {
            Created::Types { .. } => {}
            Created::TypesOf { list, .. } => expr(list, out),
            Created::Region { params, block: b, .. } => {
                for p in params {
                    if let RegionArgType::Many(e) = &p.ty {
                        expr(e, out);
                    }
                }
                block(b, out);
            }
        }
    }
}

fn comprehension(c: &Comprehension, out: &mut Vec<Box<str>>) {
    expr(&c.body, out);
    for k in &c.clauses {
        expr(&k.list, out);
        k.condition.iter().for_each(|e| expr(e, out));
    }
}

fn diagnostic(d: &DiagnosticStmt, out: &mut Vec<Box<str>>) {
    expr(&d.at, out);
    text(&d.message, out);
    for (e, t) in &d.notes {
        e.iter().for_each(|e| expr(e, out));
        text(t, out);
    }
}

fn stmt(s: &Stmt, out: &mut Vec<Box<str>>) {
    match &s.kind {
        StmtKind::Let(l) => expr(&l.value, out),
        StmtKind::Match(m) => part(&MatchPart::Match(m.clone()), out),
        StmtKind::Where(w) => part(&MatchPart::Where(w.clone()), out),
        StmtKind::Expr(e) | StmtKind::Return(e) => expr(e, out),
        StmtKind::Replace { old, new } => {
            expr(old, out);
            expr(new, out);
        }
        StmtKind::Erase(items) => items.iter().for_each(|e| expr(e, out)),
        StmtKind::Update {
            place,
            args: a,
            attrs: t,
        } => {
            expr(place, out);
            a.iter().for_each(|a| args(a, out));
            t.iter().for_each(|t| attrs(t, out));
        }
        StmtKind::Move { what, point } => {
            expr(what, out);
            expr(&point.of, out);
        }
        StmtKind::MoveInto { what, into } => {
            expr(what, out);
            expr(into, out);
        }
        StmtKind::Inline { what, args: a, point } => {
            expr(what, out);
            a.iter().for_each(|a| args(a, out));
            expr(&point.of, out);
        }
        StmtKind::Rename { what, to } => {
            expr(what, out);
            expr(to, out);
        }
        StmtKind::For { list, body, .. } => {
            expr(list, out);
            block(body, out);
        }
        StmtKind::If { arms, otherwise } => {
            for (c, b) in arms {
                expr(c, out);
                block(b, out);
            }
            otherwise.iter().for_each(|b| block(b, out));
        }
        StmtKind::At { point, body } => {
            expr(&point.of, out);
            block(body, out);
        }
        StmtKind::Diagnostic(d) => diagnostic(d, out),
    }
}

fn expr(e: &Expr, out: &mut Vec<Box<str>>) {
    match &e.kind {
        ExprKind::Call { name, args: a } => {
            out.push(name.text.clone());
            args(a, out);
        }
        ExprKind::Ctor(c) => {
            args(&c.args, out);
            c.attrs.iter().for_each(|a| attrs(a, out));
            created(&c.created, out);
        }
        ExprKind::Clone(c) => {
            expr(&c.place, out);
            c.args.iter().for_each(|a| args(a, out));
            c.attrs.iter().for_each(|a| attrs(a, out));
            created(&c.created, out);
        }
        ExprKind::Str(s) | ExprKind::Fail(s) => text(s, out),
        ExprKind::Field { base, .. } => expr(base, out),
        ExprKind::Index { base, index } => {
            expr(base, out);
            expr(index, out);
        }
        ExprKind::Neg(x) | ExprKind::Not(x) => expr(x, out),
        ExprKind::Binary { lhs, rhs, .. } | ExprKind::Compare { lhs, rhs, .. } => {
            expr(lhs, out);
            expr(rhs, out);
        }
        ExprKind::And(items)
        | ExprKind::Or(items)
        | ExprKind::Concat(items)
        | ExprKind::Coalesce(items)
        | ExprKind::List(items)
        | ExprKind::Tuple(items) => items.iter().for_each(|i| expr(i, out)),
        ExprKind::In { item, list } => {
            expr(item, out);
            expr(list, out);
        }
        ExprKind::Is { value, .. } => expr(value, out),
        ExprKind::Range { start, end } => {
            expr(start, out);
            expr(end, out);
        }
        ExprKind::Comprehension(c) => comprehension(c, out),
        ExprKind::If { arms, otherwise } => {
            for (c, b) in arms {
                expr(c, out);
                expr_block(b, out);
            }
            expr_block(otherwise, out);
        }
        ExprKind::CaseOf { value, arms } => {
            expr(value, out);
            for a in arms {
                a.guard.iter().for_each(|g| expr(g, out));
                expr(&a.body, out);
            }
        }
        ExprKind::At { point, value } => {
            expr(&point.of, out);
            expr(value, out);
        }
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Bool(_)
        | ExprKind::None
        | ExprKind::Case(_)
        | ExprKind::Name(_)
        | ExprKind::Type(_)
        | ExprKind::Ir(_) => {}
    }
}
