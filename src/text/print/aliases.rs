//! The order in which MLIR's generic form names affine maps and sets: regions before the operation's own types, these
//! before its attributes.

use crate::ir::aliases::Aliases;
use crate::ir::display::Writer;
use crate::ir::{AttrId, BlockId, Body, Context, OpId, StrId, TypeId};
use crate::support::ids::Id;

enum Step {
    Op(OpId),
    Block(BlockId),
    Tail(OpId),
}

/// Each type and attribute needs one look only.
#[derive(Default)]
struct Seen(Vec<bool>);

impl Seen {
    fn first(&mut self, n: usize) -> bool {
        if self.0.len() <= n {
            self.0.resize(n + 1, false);
        }
        self.0.get_mut(n).is_some_and(|s| !std::mem::replace(s, true))
    }
}

struct Visitor<'a> {
    w: Writer<'a>,
    types: Seen,
    attrs: Seen,
}

impl Visitor<'_> {
    fn ty(&mut self, t: TypeId) {
        if self.types.first(t.index()) {
            self.w.ty(t);
            self.w.out.clear();
        }
    }
    fn attr(&mut self, a: AttrId) {
        if self.attrs.first(a.index()) {
            self.w.attr(a);
            self.w.out.clear();
        }
    }
    fn tail(&mut self, body: &Body, op: OpId) {
        for v in body.operands(op).chain(body.results(op)) {
            self.ty(body.value_type(v));
        }
        let ctx = self.w.ctx;
        let (props, attrs) = (body.props(op), body.attrs(op));
        if self.attrs.first(props.index()) | self.attrs.first(attrs.index()) {
            let mut all: Vec<(StrId, AttrId)> = ctx.entries(props).to_vec();
            all.extend(ctx.entries(attrs));
            all.sort_by(|a, b| ctx.text(a.0).cmp(ctx.text(b.0)));
            for (_, a) in all {
                self.attr(a);
            }
        }
    }
}

/// The names for the generic form of `root`.
pub(super) fn in_generic_order(ctx: &Context, body: &Body, root: OpId) -> Aliases {
    let mut w = Writer::new(ctx);
    w.aliases = Some(Aliases::default());
    let mut v = Visitor {
        w,
        types: Seen::default(),
        attrs: Seen::default(),
    };
    let mut work = vec![Step::Op(root)];
    while let Some(step) = work.pop() {
        match step {
            Step::Op(op) => {
                if op != root {
                    work.extend(body.next(op).map(Step::Op));
                }
                work.push(Step::Tail(op));
                let blocks: Vec<BlockId> = body.regions(op).flat_map(|r| body.blocks(r)).collect();
                work.extend(blocks.into_iter().rev().map(Step::Block));
            }
            Step::Block(b) => {
                for &a in body.args(b) {
                    v.ty(body.value_type(a));
                }
                work.extend(body.first_op(b).map(Step::Op));
            }
            Step::Tail(op) => v.tail(body, op),
        }
    }
    v.w.aliases.unwrap_or_default()
}
