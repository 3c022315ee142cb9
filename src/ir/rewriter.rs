//! The one way to change IR that exists: every change is an event that drivers, traces and checks listen to.

use super::body::{BlockId, Body, OpId, RegionId, ValueId};
use super::context::{AttrId, StrId, TypeId};
use super::location::Loc;
use super::origin::OriginId;
use smallvec::SmallVec;

/// What happened to the IR.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A new operation stands in a block.
    Inserted(OpId),
    /// Attributes, operands or successors changed in place.
    Modified(OpId),
    /// The uses of a value went over to another.
    Replaced(ValueId, ValueId),
    /// An operation is about to be erased; its operands can still be read.
    Erasing(OpId),
    /// An operation changed its place.
    Moved(OpId),
}

/// Hears of every change.
pub trait Listener {
    /// Called once a change, after it was made (before it for [`Event::Erasing`]).
    fn event(&mut self, body: &Body, event: Event);
}

/// Hears nothing.
pub struct Silent;
impl Listener for Silent {
    fn event(&mut self, _: &Body, _: Event) {}
}

/// Where new operations go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Point {
    /// The block.
    pub block: BlockId,
    /// The operation before which they go; `None` for the end of the block.
    pub before: Option<OpId>,
}

/// The parts of an operation that is to be created.
pub struct NewOp<'a> {
    /// Name.
    pub name: StrId,
    /// Location.
    pub loc: Loc,
    /// Inherent attributes.
    pub props: AttrId,
    /// Other attributes.
    pub attrs: AttrId,
    /// Operands.
    pub operands: &'a [ValueId],
    /// Types of the results.
    pub results: &'a [TypeId],
    /// Successors.
    pub successors: &'a [BlockId],
    /// How many empty regions it gets.
    pub regions: usize,
}

/// Changes a body and tells a listener.
pub struct Rewriter<'a> {
    body: &'a mut Body,
    listener: &'a mut dyn Listener,
}

impl<'a> Rewriter<'a> {
    /// A rewriter of `body`.
    pub fn new(body: &'a mut Body, listener: &'a mut dyn Listener) -> Self {
        Rewriter { body, listener }
    }
    /// The body as it is now.
    pub fn body(&self) -> &Body {
        self.body
    }
    fn tell(&mut self, event: Event) {
        self.listener.event(self.body, event);
    }

    /// The place before an operation; `None` if it is detached.
    pub fn before(&self, op: OpId) -> Option<Point> {
        self.body.block_of(op).map(|block| Point {
            block,
            before: Some(op),
        })
    }
    /// The place after an operation; `None` if it is detached.
    pub fn after(&self, op: OpId) -> Option<Point> {
        self.body.block_of(op).map(|block| Point {
            block,
            before: self.body.next(op),
        })
    }

    /// Creates an operation.
    pub fn create(&mut self, at: Point, new: NewOp<'_>) -> OpId {
        let op = self.body.make_op(
            new.name,
            new.loc,
            new.props,
            new.attrs,
            new.operands,
            new.results,
            new.successors,
            new.regions,
        );
        self.body.insert(op, at.block, at.before);
        self.tell(Event::Inserted(op));
        op
    }
    /// Copies an operation and everything in it. The copy has its own inherent attributes from the beginning, so that nobody
    /// hears of a second operation with the name of the first.
    pub fn clone_tree(&mut self, op: OpId, props: AttrId, at: Point) -> OpId {
        let copy = self.body.copy_tree(op);
        self.body.set_props(copy, props);
        self.body.insert(copy, at.block, at.before);
        let mut inside = Vec::new();
        self.body.walk(copy, |o| inside.push(o));
        for o in inside {
            self.tell(Event::Inserted(o));
        }
        copy
    }
    /// Creates a block at the end of a region.
    pub fn create_block(&mut self, region: RegionId) -> BlockId {
        self.body.make_block(region)
    }
    /// Adds an argument to a block.
    pub fn add_arg(&mut self, block: BlockId, ty: TypeId) -> ValueId {
        self.body.make_arg(block, ty)
    }
    /// Takes an unused argument away; false if it has uses.
    pub fn remove_arg(&mut self, block: BlockId, n: usize) -> bool {
        match self.body.args(block).get(n) {
            Some(&v) if self.body.is_unused(v) => {
                self.body.remove_arg(block, n);
                true
            }
            _ => false,
        }
    }

    /// Sends the uses of `old` to `new`.
    pub fn replace_uses(&mut self, old: ValueId, new: ValueId) {
        if old != new && !self.body.is_unused(old) {
            // The users are told of before they change hands, while the list of `old` still names them.
            let users: SmallVec<[OpId; 8]> = self.body.uses(old).map(|u| self.body.use_owner(u).0).collect();
            self.body.replace_uses(old, new);
            self.tell(Event::Replaced(old, new));
            for user in users {
                self.tell(Event::Modified(user));
            }
        }
    }
    /// Erases an operation and what is in it; false, and nothing happens, if a value of it is used from outside.
    pub fn erase(&mut self, op: OpId) -> bool {
        let outer = |v: ValueId| {
            let outside = |u| !self.body.encloses(op, self.body.use_owner(u).0);
            self.body.uses(v).any(outside)
        };
        if self.body.results(op).any(outer) {
            return false;
        }
        // Inside of valid IR no value is used from outside; but something may just have been moved in.
        let mut used = false;
        if self.body.region_count(op) > 0 {
            self.body.walk(op, |o| {
                used |= o != op && self.body.results(o).any(outer);
                for r in self.body.regions(o) {
                    used |= self
                        .body
                        .blocks(r)
                        .any(|b| self.body.args(b).iter().any(|v| outer(*v)));
                }
            });
        }
        if used {
            return false;
        }
        let mut inside: SmallVec<[OpId; 8]> = SmallVec::new();
        self.body.walk(op, |o| inside.push(o));
        for &o in inside.iter().rev() {
            self.tell(Event::Erasing(o));
        }
        self.body.erase_tree(op);
        true
    }
    /// Moves an operation.
    pub fn move_op(&mut self, op: OpId, at: Point) {
        if at.before == Some(op) {
            return;
        }
        self.body.detach_op(op);
        self.body.insert(op, at.block, at.before);
        self.tell(Event::Moved(op));
    }
    /// Moves all blocks of a region to the end of another.
    pub fn move_blocks(&mut self, from: RegionId, into: RegionId) {
        self.body.move_blocks(from, into);
        let (a, b) = (self.body.region_owner(from), self.body.region_owner(into));
        self.tell(Event::Modified(a));
        self.tell(Event::Modified(b));
    }
    /// Moves the operations of a block before a point of another.
    pub fn inline_block(&mut self, block: BlockId, at: Point) {
        let ops: Vec<OpId> = self.body.ops(block).collect();
        for op in ops {
            self.move_op(op, at);
        }
    }
    /// Replaces one operand.
    pub fn set_operand(&mut self, op: OpId, n: usize, value: ValueId) {
        self.body.set_operand(op, n, value);
        self.tell(Event::Modified(op));
    }
    /// Replaces all operands.
    pub fn set_operands(&mut self, op: OpId, operands: &[ValueId]) {
        self.body.set_operands(op, operands);
        self.tell(Event::Modified(op));
    }
    /// Replaces the inherent attributes.
    pub fn set_props(&mut self, op: OpId, dict: AttrId) {
        if self.body.props(op) != dict {
            self.body.set_props(op, dict);
            self.tell(Event::Modified(op));
        }
    }
    /// Replaces the other attributes.
    pub fn set_attrs(&mut self, op: OpId, dict: AttrId) {
        if self.body.attrs(op) != dict {
            self.body.set_attrs(op, dict);
            self.tell(Event::Modified(op));
        }
    }
    /// Replaces the location. No event: locations change nothing that a pattern can test.
    pub fn set_loc(&mut self, op: OpId, loc: Loc) {
        self.body.set_loc(op, loc);
    }
    /// Replaces what made it. No event, likewise.
    pub fn set_origin(&mut self, op: OpId, origin: OriginId) {
        self.body.set_origin(op, origin);
    }
    /// Replaces the successors.
    pub fn set_successors(&mut self, op: OpId, successors: &[BlockId]) {
        self.body.set_successors(op, successors);
        self.tell(Event::Modified(op));
    }
}
