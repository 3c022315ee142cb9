//! Attributes are tested before operands, since they are cheap and most often decide. Those that must wait are found here:
//! the answer does not depend on the order of tests, and the first solution is that of the order in the text.

use crate::lang::hir::{NodePat, Pat, PatKind, Slot, TypePat};

/// What a pattern does to its frame.
#[derive(Default)]
struct Use {
    /// Slots that it binds.
    bound: Vec<Slot>,
    /// Slots that it compares with.
    compared: Vec<Slot>,
    /// It has alternatives that bind differently.
    choice: bool,
}

impl Use {
    fn of(p: &Pat) -> Use {
        let mut u = Use::default();
        u.pat(p);
        u
    }

    /// Recursion follows nesting, which parsing bounds.
    fn pat(&mut self, p: &Pat) {
        let before = self.bound.len();
        self.bound.extend(p.bind);
        if let Some(t) = &p.ty {
            self.type_pat(t);
        }
        match &p.kind {
            PatKind::Wild | PatKind::None | PatKind::Const(_) => {}
            PatKind::Bind(s) => self.bound.push(*s),
            PatKind::Same(s) => self.compared.push(*s),
            PatKind::Present(i) => self.pat(i),
            PatKind::List(pre, rest, post) => {
                self.bound.extend(rest.flatten());
                pre.iter().chain(post).for_each(|p| self.pat(p));
            }
            PatKind::Search(s) => {
                self.bound.extend(s.first.into_iter().chain(s.second));
                let parts = s.pre.iter().chain(&s.mid).chain(&s.post);
                parts.for_each(|p| self.pat(p));
                self.choice |= self.bound.len() > before;
            }
            PatKind::Tuple(items) => items.iter().for_each(|p| self.pat(p)),
            PatKind::Struct(_, fields) => fields.iter().for_each(|f| self.pat(&f.1)),
            PatKind::Node(n) => self.node(n),
            PatKind::Type(t) => self.type_pat(t),
            PatKind::Alt(items) => {
                items.iter().for_each(|p| self.pat(p));
                self.choice |= self.bound.len() > before;
            }
        }
    }

    fn type_pat(&mut self, t: &TypePat) {
        t.parts.iter().for_each(|p| self.pat(&p.1));
    }

    fn node(&mut self, n: &NodePat) {
        self.operands(n);
        n.attrs.iter().for_each(|a| self.pat(&a.pattern));
        n.results.iter().for_each(|p| self.pat(p));
        n.result_type.iter().for_each(|t| self.type_pat(t));
        self.choice |= n.commutes;
    }

    fn operands(&mut self, n: &NodePat) {
        let positional = n.positional.iter().flat_map(|p| &p.0);
        let named = n.operands.iter().map(|o| &o.1);
        named.chain(positional).for_each(|p| self.pat(p));
    }
}

/// Says which attributes of an operation are tested after its operands.
pub(super) fn order(n: &mut NodePat) {
    let mut operands = Use::default();
    operands.operands(n);
    let mut later = operands.bound;
    for a in &mut n.attrs {
        let u = Use::of(&a.pattern);
        a.late = u.choice || u.compared.iter().any(|s| later.contains(s));
        if a.late {
            later.extend(u.bound);
        }
    }
}
