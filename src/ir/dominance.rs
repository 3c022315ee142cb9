//! Dominance between blocks of one region, from petgraph's dominator tree.

use super::body::{BlockId, Body, OpId, RegionId, ValueId};
use petgraph::algo::dominators::{Dominators, simple_fast};
use petgraph::graphmap::DiGraphMap;
use rustc_hash::FxHashMap;

/// Dominator trees of the regions asked about, each made once.
#[derive(Default)]
pub struct Dominance {
    regions: FxHashMap<RegionId, Region>,
}

/// Depth-first intervals in the dominator tree: `a` dominates `b` iff the interval of `b` lies in that of `a`.
#[derive(Default)]
struct Region {
    intervals: FxHashMap<BlockId, (u32, u32)>,
}

impl Region {
    fn new(body: &Body, region: RegionId) -> Region {
        let Some(entry) = body.entry(region) else {
            return Region::default();
        };
        let mut graph: DiGraphMap<BlockId, ()> = DiGraphMap::new();
        for b in body.blocks(region) {
            graph.add_node(b);
            if let Some(last) = body.last_op(b) {
                for s in body.successors(last) {
                    graph.add_edge(b, s, ());
                }
            }
        }
        let tree: Dominators<BlockId> = simple_fast(&graph, entry);
        let mut children: FxHashMap<BlockId, Vec<BlockId>> = FxHashMap::default();
        for b in body.blocks(region) {
            if let Some(parent) = tree.immediate_dominator(b) {
                children.entry(parent).or_default().push(b);
            }
        }
        let mut intervals = FxHashMap::default();
        let mut clock = 0;
        let mut stack = vec![(entry, false)];
        while let Some((b, done)) = stack.pop() {
            if done {
                if let Some(interval) = intervals.get_mut(&b) {
                    *interval = (interval_start(*interval), clock);
                }
                continue;
            }
            clock += 1;
            intervals.insert(b, (clock, clock));
            stack.push((b, true));
            stack.extend(children.get(&b).into_iter().flatten().map(|&c| (c, false)));
        }
        Region { intervals }
    }
}

fn interval_start(i: (u32, u32)) -> u32 {
    i.0
}

impl Dominance {
    /// Whether the block can be reached from its region's entry.
    pub fn is_reachable(&mut self, body: &Body, block: BlockId) -> bool {
        let region = body.block_region(block);
        if body.entry(region) == Some(block) {
            return true;
        }
        let r = self
            .regions
            .entry(region)
            .or_insert_with(|| Region::new(body, region));
        r.intervals.contains_key(&block)
    }

    /// Whether block `a` dominates block `b` of the same region; unreachable blocks are dominated by all.
    pub fn dominates(&mut self, body: &Body, a: BlockId, b: BlockId) -> bool {
        let region = body.block_region(a);
        if a == b || body.entry(region) == Some(a) {
            return true;
        }
        let r = self
            .regions
            .entry(region)
            .or_insert_with(|| Region::new(body, region));
        match (r.intervals.get(&a), r.intervals.get(&b)) {
            (Some(a), Some(b)) => a.0 <= b.0 && b.1 <= a.1,
            (_, None) => true,
            (None, Some(_)) => false,
        }
    }

    /// Whether a value is defined where `user` can use it, outside regions of its own definition. `graph` says whether
    /// an operation's region has no order among its operations.
    pub fn value_reaches(
        &mut self,
        body: &Body,
        value: ValueId,
        user: OpId,
        graph: &dyn Fn(RegionId) -> bool,
    ) -> bool {
        let Some(block) = body.def_block(value) else {
            return false;
        };
        let region = body.block_region(block);
        // The ancestor of the user that stands in the region of the definition.
        let mut at = user;
        let place = loop {
            let Some(b) = body.block_of(at) else { return false };
            if body.block_region(b) == region {
                break b;
            }
            match body.parent(at) {
                Some(p) => at = p,
                None => return false,
            }
        };
        if place != block {
            return self.dominates(body, block, place) || graph(region);
        }
        match body.def_op(value) {
            None => true,
            Some(def) if def == at => at == user && (graph(region) || !self.is_reachable(body, block)),
            Some(def) => body.is_before_in_block(def, at) || graph(region) || !self.is_reachable(body, block),
        }
    }
}
