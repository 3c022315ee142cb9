//! Applying rules until nothing new comes, or a count is reached.

use super::prints::{Points, Sizes};
use super::term::{Facts, Node, Prints};
use crate::ap::{Joint, Offset, Order, Transfer};
use crate::ir::Body;
use crate::lang::eval::names::Tables;
use crate::lang::eval::rules::{Built, Leaf};
use crate::lang::eval::{Machine, Scratch, World};
use crate::lang::hir::{Expr, Slot};
use crate::lang::terms::{Chain, Field, Rule, Tail};
use egg::{EGraph, Id};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// Counts at which the growth of a graph ends.
#[derive(Clone, Copy, Debug)]
pub struct Caps {
    /// Nodes; none is added beyond them.
    pub nodes: usize,
    /// Rounds in which all rules are applied.
    pub rounds: usize,
    /// Matches of all rules in one round.
    pub matches: usize,
}

/// For choices: ten times what the shipped rules take on the largest transfers of kernels.
pub const CHOICE: Caps = Caps {
    nodes: 1_500,
    rounds: 12,
    matches: 20_000,
};

/// For laws: eight dimensions that exchange freely and all merge take about 2,000.
pub const LAWS: Caps = Caps {
    nodes: 20_000,
    rounds: 40,
    matches: 200_000,
};

/// Steps that the conditions of a rule may take on one match.
const STEPS: u64 = 200_000;

/// What a name of a rule stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Bound {
    Leaf(Leaf),
    Class(Id),
}
type Bounds = SmallVec<[Option<Bound>; 8]>;

/// What rules are run with.
pub(super) struct Runner<'a> {
    world: World<'a>,
    body: Body,
    tables: Tables,
    scratch: Scratch,
    /// A rule had more firings, or took more steps, than one match may.
    pub(super) overran: bool,
}

impl<'a> Runner<'a> {
    pub(super) fn new(world: World<'a>, order: Order) -> Self {
        Runner {
            world: World {
                order: Some(order),
                fuel: world.fuel.min(STEPS),
                ..world
            },
            body: Body::new(),
            tables: Tables::default(),
            scratch: Scratch::default(),
            overran: false,
        }
    }

    pub(super) fn machine(&mut self) -> Machine<'_> {
        Machine::new(self.world, &self.body, &mut self.tables, &mut self.scratch)
    }
}

/// One direction of a rule.
pub(super) struct Arrow<'a> {
    pub(super) rule: &'a Rule,
    lhs: &'a Chain<Field>,
    rhs: &'a Chain<Expr>,
}

/// The directions of rules, in the order given.
pub(super) fn arrows<'a>(rules: impl IntoIterator<Item = &'a Rule>) -> Vec<Arrow<'a>> {
    let mut out = Vec::new();
    for rule in rules {
        out.push(Arrow {
            rule,
            lhs: &rule.lhs,
            rhs: &rule.rhs,
        });
        if let Some((lhs, rhs)) = &rule.back {
            out.push(Arrow { rule, lhs, rhs });
        }
    }
    out
}

/// A firing that is wrong: which arrow, what it was given, what it made of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Wrong {
    pub(super) arrow: usize,
    pub(super) from: Id,
    pub(super) to: Built,
}

/// The graph of one transfer.
pub(super) struct Graph {
    pub(super) g: EGraph<Node, Prints>,
    /// Firings of each arrow.
    pub(super) fired: Vec<u64>,
    /// A count was reached.
    pub(super) truncated: bool,
    /// The first firing that does not keep the map.
    pub(super) wrong: Option<Wrong>,
    seen: FxHashSet<(usize, Id, Bounds)>,
}

impl Graph {
    pub(super) fn new(order: Order, sizes: Sizes) -> Self {
        Graph {
            g: EGraph::new(Prints {
                points: Points::new(order != Order::Free, sizes),
                mismatch: false,
            }),
            fired: Vec::new(),
            truncated: false,
            wrong: None,
            seen: FxHashSet::default(),
        }
    }

    /// Adds dimensions, outermost first, around `rest` or the end.
    pub(super) fn add_dims(
        &mut self,
        dims: impl DoubleEndedIterator<Item = (bool, Joint)>,
        rest: Option<Id>,
    ) -> Id {
        let mut at = rest.unwrap_or_else(|| self.g.add(Node::End));
        for (fixed, dim) in dims.rev() {
            at = self.g.add(Node::Dim {
                fixed,
                dim,
                rest: [at],
            });
        }
        at
    }

    pub(super) fn add_top(&mut self, src: Offset, dst: Offset, size: i64, dims: Id) -> Id {
        self.g.add(Node::Xfer {
            src,
            dst,
            size,
            dims: [dims],
        })
    }

    /// Adds a transfer.
    pub(super) fn add(&mut self, t: &Transfer) -> Id {
        let dims = self.add_dims(t.dims.iter().map(|d| (false, *d)), None);
        self.add_top(t.src, t.dst, t.size, dims)
    }

    /// Applies rules. Stops at the first firing that does not keep the map.
    pub(super) fn saturate(&mut self, arrows: &[Arrow<'_>], runner: &mut Runner<'_>, caps: Caps) {
        self.fired = vec![0; arrows.len()];
        self.g.rebuild();
        for _ in 0..caps.rounds {
            let mut matches = Vec::new();
            for (n, a) in arrows.iter().enumerate() {
                self.search(n, a, caps.matches, &mut matches);
            }
            let before = (self.g.total_number_of_nodes(), self.g.number_of_classes());
            for (n, root, bounds) in matches {
                if let Some(a) = arrows.get(n) {
                    self.fire(n, a, root, bounds, runner, caps);
                }
                if self.wrong.is_some() || self.truncated {
                    self.g.rebuild();
                    return;
                }
            }
            self.g.rebuild();
            if before == (self.g.total_number_of_nodes(), self.g.number_of_classes()) {
                return;
            }
        }
        self.truncated = true;
    }

    /// All ways in which an arrow matches.
    fn search(&mut self, n: usize, a: &Arrow<'_>, most: usize, out: &mut Vec<(usize, Id, Bounds)>) {
        let mut roots: Vec<Id> = self.g.classes().map(|c| c.id).collect();
        roots.sort_unstable();
        let empty: Bounds = SmallVec::from_elem(None, a.rule.frame as usize);
        for root in roots {
            let mut found = Vec::new();
            self.matches(a.lhs, root, &empty, &mut found);
            for b in found {
                if out.len() >= most {
                    self.truncated = true;
                    return;
                }
                out.push((n, root, b));
            }
        }
    }

    fn matches(&self, p: &Chain<Field>, root: Id, empty: &Bounds, out: &mut Vec<Bounds>) {
        match &p.top {
            Some([s, d, n]) => {
                for node in self.nodes(root) {
                    if let Node::Xfer {
                        src,
                        dst,
                        size,
                        dims: [dims],
                    } = node
                    {
                        let mut b = empty.clone();
                        let fits = bind(&mut b, *s, Leaf::Offset(0, *src))
                            && bind(&mut b, *d, Leaf::Offset(1, *dst))
                            && bind(&mut b, *n, Leaf::Int(*size));
                        if fits {
                            self.match_dims(p, 0, *dims, b, out);
                        }
                    }
                }
            }
            None => {
                // A class of transfers has no dimensions to match.
                if matches!(self.g[root].data, Facts::Dims(..)) {
                    self.match_dims(p, 0, root, empty.clone(), out);
                }
            }
        }
    }

    fn nodes(&self, id: Id) -> &[Node] {
        &self.g[self.g.find(id)].nodes
    }

    /// Dimension `k` and what follows, at a class. As deep as the pattern is long.
    fn match_dims(&self, p: &Chain<Field>, k: usize, id: Id, mut b: Bounds, out: &mut Vec<Bounds>) {
        let Some((fixed, [s, d, n])) = p.dims.get(k) else {
            let fits = match p.tail {
                Tail::Any => true,
                Tail::End => self.nodes(id).contains(&Node::End),
                Tail::Var(slot) => {
                    if let Some(x) = b.get_mut(slot as usize) {
                        *x = Some(Bound::Class(self.g.find(id)));
                    }
                    true
                }
            };
            if fits {
                out.push(b);
            }
            return;
        };
        for node in self.nodes(id) {
            if let Node::Dim {
                fixed: f,
                dim,
                rest: [rest],
            } = node
                && f == fixed
            {
                let mut b = b.clone();
                let fits = bind(&mut b, *s, Leaf::Int(dim.src))
                    && bind(&mut b, *d, Leaf::Int(dim.dst))
                    && bind(&mut b, *n, Leaf::Int(dim.num));
                if fits {
                    self.match_dims(p, k + 1, *rest, b, out);
                }
            }
        }
    }

    fn fire(&mut self, n: usize, a: &Arrow<'_>, root: Id, b: Bounds, runner: &mut Runner<'_>, caps: Caps) {
        let key = (n, root, b);
        if self.seen.contains(&key) {
            return;
        }
        let given = leaves(&key.2);
        let mut all = Vec::new();
        let fired = runner
            .machine()
            .fire(a.rule, a.rhs, &given, &mut |built| all.push(built));
        if fired.is_err() {
            runner.overran = true;
            all.clear();
        }
        for built in all {
            if self.g.total_number_of_nodes() + built.dims.len() + 2 > caps.nodes {
                self.truncated = true;
                return;
            }
            let rest = match a.rhs.tail {
                Tail::End => None,
                Tail::Any => continue,
                Tail::Var(slot) => match class(&key.2, slot) {
                    Some(id) => Some(id),
                    None => continue,
                },
            };
            if !self.sensible(&built, rest) {
                continue;
            }
            let mut to = self.add_dims(built.dims.iter().copied(), rest);
            if let Some((src, dst, size)) = built.top {
                to = self.add_top(src, dst, size, to);
            }
            let (from, to) = (self.g.find(root), self.g.find(to));
            if self.g[from].data != self.g[to].data {
                self.wrong = Some(Wrong {
                    arrow: n,
                    from,
                    to: built,
                });
                return;
            }
            if let Some(f) = self.fired.get_mut(n) {
                *f += 1;
            }
            self.g.union(from, to);
        }
        self.seen.insert(key);
    }

    /// What an arrow makes of one class, added to nothing: what is right, and the first that is wrong, each with the class
    /// that follows its dimensions.
    #[allow(clippy::type_complexity)] // firings
    pub(super) fn fire_at(
        &mut self,
        a: &Arrow<'_>,
        root: Id,
        runner: &mut Runner<'_>,
    ) -> (Vec<(Built, Option<Id>)>, Option<(Built, Option<Id>)>) {
        self.g.rebuild();
        let empty: Bounds = SmallVec::from_elem(None, a.rule.frame as usize);
        let mut found = Vec::new();
        self.matches(a.lhs, root, &empty, &mut found);
        let mut right = Vec::new();
        for b in found {
            let mut all = Vec::new();
            let fired = runner
                .machine()
                .fire(a.rule, a.rhs, &leaves(&b), &mut |built| all.push(built));
            if fired.is_err() {
                runner.overran = true;
                all.clear();
            }
            for built in all {
                let rest = match a.rhs.tail {
                    Tail::Var(slot) => match class(&b, slot) {
                        Some(id) => Some(id),
                        None => continue,
                    },
                    _ => None,
                };
                if !self.sensible(&built, rest) {
                    continue;
                }
                let mut to = self.add_dims(built.dims.iter().copied(), rest);
                if let Some((src, dst, size)) = built.top {
                    to = self.add_top(src, dst, size, to);
                }
                if self.g[self.g.find(root)].data != self.g[self.g.find(to)].data {
                    return (right, Some((built, rest)));
                }
                right.push((built, rest));
            }
        }
        (right, None)
    }

    /// Counts are positive and their product is a number; an element has a size that is looked at.
    fn sensible(&self, b: &Built, rest: Option<Id>) -> bool {
        let below = match rest.map(|id| &self.g[self.g.find(id)].data) {
            Some(Facts::Dims(n, _)) => *n,
            Some(Facts::Whole(_)) => return false,
            None => 1,
        };
        let count = b.dims.iter().try_fold(
            below,
            |n, (_, d)| if d.num > 0 { n.checked_mul(d.num) } else { None },
        );
        count.is_some()
            && b.top
                .is_none_or(|(_, _, size)| self.g.analysis.points.knows(size))
    }
}

/// The numbers among what names stand for.
fn leaves(b: &Bounds) -> SmallVec<[Option<Leaf>; 8]> {
    b.iter()
        .map(|b| match b {
            Some(Bound::Leaf(l)) => Some(*l),
            _ => None,
        })
        .collect()
}

fn class(b: &Bounds, slot: Slot) -> Option<Id> {
    match b.get(slot as usize) {
        Some(Some(Bound::Class(id))) => Some(*id),
        _ => None,
    }
}

fn bind(b: &mut Bounds, f: Field, leaf: Leaf) -> bool {
    match f {
        Field::Any => true,
        Field::Int(n) => match leaf {
            Leaf::Int(m) => n == m,
            Leaf::Offset(_, o) => o == Offset::known(n),
        },
        Field::Bind(slot) => {
            if let Some(x) = b.get_mut(slot as usize) {
                *x = Some(Bound::Leaf(leaf));
            }
            true
        }
        Field::Same(slot) => match (b.get(slot as usize), leaf) {
            (Some(Some(Bound::Leaf(Leaf::Offset(_, a)))), Leaf::Offset(_, c)) => *a == c && c.unknown == 0,
            (Some(Some(Bound::Leaf(l))), _) => *l == leaf,
            _ => false,
        },
    }
}
