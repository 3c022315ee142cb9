//! Names that a faulty piece would have bound. They are not reported again where they are used.

use super::Checker;
use crate::lang::ast::*;
use crate::support::diag::Reported;

impl Checker<'_> {
    /// Whether a name is not bound for a reason that has been reported.
    pub(super) fn is_lost(&self, name: &str) -> Option<Reported> {
        self.lost.iter().any(|l| &**l == name).then_some(Reported)
    }

    fn lose(&mut self, name: &Name) {
        if self.var(&name.text).is_none() {
            self.lost.push(name.text.clone());
        }
    }

    /// What a condition that is in error would have bound.
    pub(super) fn lose_part(&mut self, p: &MatchPart) {
        match p {
            MatchPart::Match(m) => {
                m.name.iter().for_each(|n| self.lose(n));
                self.lose_node(&m.pattern);
            }
            MatchPart::Let(l) => self.lose_pat(&l.pattern),
            MatchPart::Where(_) => {}
        }
    }

    /// What a pattern of an operation would have bound.
    pub(super) fn lose_node(&mut self, n: &NodePat) {
        let results = match &n.results {
            Some(ResultsPat::List(items)) => items.as_slice(),
            _ => &[],
        };
        for o in n.operands.iter().flatten().chain(results) {
            if let OperandPat::One { pattern, .. } = o {
                self.lose_pat(pattern);
            }
        }
        for a in n.attributes.iter().flatten() {
            match &a.pattern {
                Some(p) => self.lose_pat(p),
                None => self.lose(&a.name),
            }
        }
    }

    /// What a pattern would have bound. Recursion follows nesting, which parsing bounds.
    pub(super) fn lose_pat(&mut self, p: &Pat) {
        p.as_name.iter().for_each(|n| self.lose(n));
        if let Some(t) = &p.ty {
            t.args.iter().flatten().for_each(|a| self.lose_pat(&a.pattern));
        }
        match &p.kind {
            PatKind::Bind { name, .. } => self.lose(name),
            PatKind::List(items) => {
                for i in items {
                    match i {
                        ElemPat::One(p) => self.lose_pat(p),
                        ElemPat::Rest { name, .. } => name.iter().for_each(|n| self.lose(n)),
                    }
                }
            }
            PatKind::Tuple(items) | PatKind::Alt(items) | PatKind::Term { args: items, .. } => {
                items.iter().for_each(|i| self.lose_pat(i));
            }
            PatKind::Node(n) => self.lose_node(n),
            PatKind::Type(t) => t.args.iter().flatten().for_each(|a| self.lose_pat(&a.pattern)),
            _ => {}
        }
    }
}
