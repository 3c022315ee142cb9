//! What is taken out of a graph: the shortest list of dimensions for laws, the cheapest form for choices.

use super::run::Graph;
use super::term::Node;
use crate::ap::cost::{Costs, Form, ceil};
use crate::ap::{Joint, Joints, Order, Transfer};
use egg::Id;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

/// Ways to walk the dimensions of one class that are kept; what is beyond is counted.
pub(super) const WAYS: usize = 128;

/// The normal form in a graph of laws: the fewest dimensions, of those the one whose destination strides descend.
pub(super) fn shortest(g: &Graph, root: Id, size: i64) -> Option<Transfer> {
    let mut memo: FxHashMap<Id, Option<Joints>> = FxHashMap::default();
    let mut best: Option<(Joints, Transfer)> = None;
    for node in &g.g[g.g.find(root)].nodes {
        let Node::Xfer {
            src,
            dst,
            size: s,
            dims: [dims],
        } = node
        else {
            continue;
        };
        if *s != size {
            continue;
        }
        let Some(list) = shortest_dims(g, *dims, &mut memo) else {
            continue;
        };
        let t = Transfer {
            src: *src,
            dst: *dst,
            size,
            widest: size,
            dims: list.clone(),
            order: Order::Free,
        };
        let wins = best.as_ref().is_none_or(|(b, o)| {
            order_of(&list, b)
                .then_with(|| (t.src, t.dst).cmp(&(o.src, o.dst)))
                .is_lt()
        });
        if wins {
            best = Some((list, t));
        }
    }
    best.map(|b| b.1)
}

/// Shorter lists first, then those with larger destination strides outside.
pub(super) fn order_of(a: &Joints, b: &Joints) -> Ordering {
    let key = |d: &Joint| (d.dst, d.src, d.num);
    a.len()
        .cmp(&b.len())
        .then_with(|| b.iter().map(key).cmp(a.iter().map(key)))
}

/// As deep as there are dimensions of more than one element, of which 64 bits hold 63.
fn shortest_dims(g: &Graph, id: Id, memo: &mut FxHashMap<Id, Option<Joints>>) -> Option<Joints> {
    let id = g.g.find(id);
    if let Some(known) = memo.get(&id) {
        return known.clone();
    }
    // A dimension of one element may lead back here.
    memo.insert(id, None);
    let mut best: Option<Joints> = None;
    for node in &g.g[id].nodes {
        let list = match node {
            Node::End => Some(Joints::new()),
            Node::Dim {
                dim, rest: [rest], ..
            } if dim.num > 1 => shortest_dims(g, *rest, memo).map(|r| {
                let mut list: Joints = smallvec::smallvec![*dim];
                list.extend(r);
                list
            }),
            _ => None,
        };
        if let Some(list) = list
            && best.as_ref().is_none_or(|b| order_of(&list, b).is_lt())
        {
            best = Some(list);
        }
    }
    // Only units are left: what is inside of them.
    if best.is_none() {
        best = g.g[id].nodes.iter().find_map(|n| match n {
            Node::Dim {
                dim, rest: [rest], ..
            } if dim.num == 1 => shortest_dims(g, *rest, memo),
            _ => None,
        });
    }
    memo.insert(id, best.clone());
    best
}

/// A way to walk the dimensions of a class.
#[derive(Clone, Copy)]
struct Way {
    descriptors: i64,
    hardware: i64,
    runs: i64,
    /// Elements of a run; 1 while none is found.
    run: i64,
    /// The outermost dimension, whether each iteration of it is a descriptor, and the way inside of it.
    outer: Option<(Joint, bool, u32)>,
}

/// Cost, descriptors, dimensions of one, bytes of an element: what forms are compared by first.
type Figures = (i64, i64, i64, std::cmp::Reverse<i64>);

/// Finds the cheapest forms of a graph.
pub(super) struct Extractor<'a> {
    g: &'a Graph,
    costs: &'a Costs,
    chip: (bool, bool),
    order: Order,
    ways: Vec<Way>,
    memo: FxHashMap<(Id, i64), Vec<u32>>,
    /// Classes with more ways than are kept.
    pub(super) cut: u64,
}

impl<'a> Extractor<'a> {
    pub(super) fn new(g: &'a Graph, costs: &'a Costs, chip: (bool, bool), order: Order) -> Self {
        Extractor {
            g,
            costs,
            chip,
            order,
            ways: Vec::new(),
            memo: FxHashMap::default(),
            cut: 0,
        }
    }

    /// The best forms of a class of transfers, best first, with elements of at most `widest` bytes. `outside` are
    /// dimensions around all of them whose iterations are descriptors of their own.
    pub(super) fn best(&mut self, root: Id, widest: i64, outside: &[Joint], most: usize) -> Vec<Form> {
        let before = outside.iter().fold(1i64, |n, d| n.saturating_mul(d.num));
        let mut nodes: Vec<&Node> = self.g.g[self.g.g.find(root)].nodes.iter().collect();
        nodes.sort_unstable();
        // Figures first: few of the forms are looked at any closer.
        let mut found: Vec<(Figures, u32, u32)> = Vec::new();
        for (n, node) in nodes.iter().enumerate() {
            let Node::Xfer {
                size, dims: [dims], ..
            } = node
            else {
                continue;
            };
            if *size > widest {
                continue;
            }
            for way in self.class(*dims, *size) {
                let Some(w) = self.way(way) else { continue };
                let descriptors = w.descriptors.saturating_mul(before);
                let run = w.run.saturating_mul(*size);
                let cost = self.costs.total(descriptors, w.runs, run, self.order);
                found.push((
                    (cost, descriptors, w.hardware, std::cmp::Reverse(*size)),
                    n as u32,
                    way,
                ));
            }
        }
        found.sort_unstable();
        // Beyond the first few, only those that tie with the last of them can still come among them.
        let last = found.get(most.saturating_sub(1)).map(|f| f.0);
        let keep = found.iter().take_while(|f| last.is_none_or(|l| f.0 <= l)).count();
        found.truncate(keep);
        let mut out: Vec<Form> = Vec::with_capacity(found.len());
        for (key, n, way) in found {
            let (Some(Node::Xfer { src, dst, size, .. }), Some(w)) = (nodes.get(n as usize), self.way(way))
            else {
                continue;
            };
            let (mut unrolled, hardware) = self.lists(way);
            unrolled.insert_from_slice(0, outside);
            out.push(Form {
                cost: key.0,
                descriptors: key.1,
                runs: w.runs,
                run: w.run.saturating_mul(*size),
                size: *size,
                src: *src,
                dst: *dst,
                unrolled,
                hardware,
            });
        }
        out.sort_by(Form::better);
        out.dedup();
        out.truncate(most);
        out
    }

    fn way(&self, n: u32) -> Option<Way> {
        self.ways.get(n as usize).copied()
    }

    /// The dimensions of a way: those taken apart, and those that the hardware walks.
    fn lists(&self, way: u32) -> (Joints, Joints) {
        let (mut unrolled, mut hardware) = (Joints::new(), Joints::new());
        let mut at = self.way(way);
        while let Some(Way {
            outer: Some((dim, apart, rest)),
            ..
        }) = at
        {
            if apart { &mut unrolled } else { &mut hardware }.push(dim);
            at = self.way(rest);
        }
        (unrolled, hardware)
    }

    /// The ways of a class. As deep as there are dimensions of more than one element, of which 64 bits hold 63.
    fn class(&mut self, id: Id, size: i64) -> Vec<u32> {
        let id = self.g.g.find(id);
        // The size of elements matters only where strides have a limit.
        let key = (id, if self.costs.stride > 0 { size } else { 0 });
        if let Some(known) = self.memo.get(&key) {
            return known.clone();
        }
        let g = self.g;
        let mut nodes: Vec<&Node> = g.g[id].nodes.iter().collect();
        nodes.sort_unstable();
        let mut all: Vec<Way> = Vec::new();
        for node in nodes {
            match node {
                Node::End => all.push(Way {
                    descriptors: 1,
                    hardware: 0,
                    runs: 1,
                    run: 1,
                    outer: None,
                }),
                Node::Dim {
                    dim, rest: [rest], ..
                } if dim.num > 1 => {
                    let walks = self.costs.walks(*dim, size, self.chip);
                    for inner in self.class(*rest, size) {
                        let Some(w) = self.way(inner) else { continue };
                        all.push(Way {
                            descriptors: w.descriptors.saturating_mul(dim.num),
                            outer: Some((*dim, true, inner)),
                            ..w
                        });
                        let in_order = self.order == Order::Free || w.descriptors == 1;
                        if walks && in_order && w.hardware < self.costs.dims {
                            all.push(self.walked(w, *dim, inner));
                        }
                    }
                }
                _ => {}
            }
        }
        let kept = self.kept(all);
        self.memo.insert(key, kept.clone());
        kept
    }

    /// A dimension that the hardware walks, around a way.
    fn walked(&self, w: Way, dim: Joint, inner: u32) -> Way {
        let k = self.costs.chunks(dim.num).max(1);
        let num = ceil(dim.num, k);
        let contiguous = dim.src == 1 && dim.dst == 1 && w.run == 1;
        let run = contiguous && (self.order == Order::Free || w.hardware == 0);
        Way {
            descriptors: w.descriptors.saturating_mul(k),
            hardware: w.hardware + 1,
            runs: if run { w.runs } else { w.runs.saturating_mul(num) },
            run: if run { num } else { w.run },
            outer: Some((dim, false, inner)),
        }
    }

    /// Without ways that another one is never dearer than: as many descriptors and dimensions, and no more runs that
    /// are no longer, or the same elements in fewer runs.
    fn kept(&mut self, mut all: Vec<Way>) -> Vec<u32> {
        let key = |w: &Way| (w.descriptors, w.hardware, w.runs, w.run);
        all.sort_unstable_by(|a, b| key(a).cmp(&key(b)).then_with(|| a.outer.cmp(&b.outer)));
        let mut out: Vec<Way> = Vec::new();
        for w in all {
            // The same figures: the smaller lists.
            if let Some(n) = out.iter().rposition(|o| key(o) == key(&w)) {
                let wins = out.get(n).is_some_and(|o| self.smaller(&w, o));
                if let Some(slot) = out.get_mut(n).filter(|_| wins) {
                    *slot = w;
                }
                continue;
            }
            let beaten = out.iter().any(|o| {
                (o.descriptors, o.hardware) == (w.descriptors, w.hardware)
                    && o.runs <= w.runs
                    && (o.run <= w.run || o.runs.checked_mul(o.run) == w.runs.checked_mul(w.run))
            });
            if !beaten {
                out.push(w);
            }
        }
        if out.len() > WAYS {
            self.cut += 1;
            // Few descriptors are the plain way, and many engines want many: keep both ends.
            out.drain(WAYS / 2..out.len() - WAYS / 2);
        }
        let first = self.ways.len();
        self.ways.extend(out);
        (first..self.ways.len()).map(|n| n as u32).collect()
    }

    /// Which of two ways with the same figures is kept: outermost first, the smaller dimension, and of the same one that
    /// is taken apart.
    fn smaller(&self, a: &Way, b: &Way) -> bool {
        let (mut a, mut b) = (a.outer, b.outer);
        loop {
            match (a, b) {
                (Some((d, apart, rest)), Some((e, other, left))) => {
                    match (d, !apart).cmp(&(e, !other)) {
                        Ordering::Equal if rest == left => return false,
                        Ordering::Equal => {}
                        unequal => return unequal.is_lt(),
                    }
                    a = self.way(rest).and_then(|w| w.outer);
                    b = self.way(left).and_then(|w| w.outer);
                }
                (None, Some(_)) => return true,
                (_, None) => return false,
            }
        }
    }
}
