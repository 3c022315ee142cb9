//! Terms of transfers in the e-graph.
//!
//! Numbers are part of a node and not nodes of their own: they are computed before anything is added, so nothing is ever
//! half built.

use super::prints::{Points, Print};
use crate::ap::{Joint, Offset};
use egg::{Analysis, DidMerge, EGraph, Id, Language};

/// A node.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) enum Node {
    /// No dimensions.
    End,
    /// A dimension around others; `fixed` ones are not split again.
    Dim { fixed: bool, dim: Joint, rest: [Id; 1] },
    /// A transfer.
    Xfer {
        src: Offset,
        dst: Offset,
        size: i64,
        dims: [Id; 1],
    },
}

impl Language for Node {
    type Discriminant = std::mem::Discriminant<Self>;

    fn discriminant(&self) -> Self::Discriminant {
        std::mem::discriminant(self)
    }

    fn matches(&self, other: &Self) -> bool {
        match (self, other) {
            (Node::End, Node::End) => true,
            (Node::Dim { fixed, dim, .. }, Node::Dim { fixed: f, dim: d, .. }) => fixed == f && dim == d,
            (
                Node::Xfer { src, dst, size, .. },
                Node::Xfer {
                    src: s,
                    dst: d,
                    size: z,
                    ..
                },
            ) => (src, dst, size) == (s, d, z),
            _ => false,
        }
    }

    fn children(&self) -> &[Id] {
        match self {
            Node::End => &[],
            Node::Dim { rest, .. } => rest,
            Node::Xfer { dims, .. } => dims,
        }
    }

    fn children_mut(&mut self) -> &mut [Id] {
        match self {
            Node::End => &mut [],
            Node::Dim { rest, .. } => rest,
            Node::Xfer { dims, .. } => dims,
        }
    }
}

/// What is known of a class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Facts {
    /// Dimensions: how many elements, and the fingerprint.
    Dims(i64, Print),
    /// A whole transfer.
    Whole(Option<[u64; 2]>),
}

/// Computes the facts of classes.
pub(super) struct Prints {
    pub(super) points: Points,
    /// Two classes were united that do not move the same.
    pub(super) mismatch: bool,
}

impl Analysis<Node> for Prints {
    type Data = Facts;

    fn make(g: &mut EGraph<Node, Self>, node: &Node, _: Id) -> Facts {
        let below = |id: &[Id; 1]| {
            let [id] = id;
            match &g[*id].data {
                Facts::Dims(n, p) => (*n, *p),
                Facts::Whole(_) => (0, [[0; 4]; 2]),
            }
        };
        match node {
            Node::End => Facts::Dims(1, Points::end()),
            Node::Dim { dim, rest, .. } => {
                let (count, print) = below(rest);
                let print = g.analysis.points.dim(*dim, count, &print);
                Facts::Dims(count.saturating_mul(dim.num), print)
            }
            Node::Xfer { src, dst, size, dims } => {
                let (_, print) = below(dims);
                Facts::Whole(g.analysis.points.whole(*src, *dst, *size, &print))
            }
        }
    }

    fn merge(&mut self, a: &mut Facts, b: Facts) -> DidMerge {
        self.mismatch |= *a != b;
        DidMerge(false, false)
    }
}
