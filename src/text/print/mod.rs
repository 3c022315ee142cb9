//! The printer: operations in their own format or in the generic one, without recursion over regions.

mod aliases;
mod custom;
mod names;
mod typed;

use super::format;
use crate::ir::aliases::Aliases;
use crate::ir::display::{Writer, quoted};
use crate::ir::{BlockId, Body, Context, OpId, RegionId};
use crate::lang::defs::Registry;
use crate::support::source::SourceMap;
use names::Names;

/// How to print.
#[derive(Clone, Copy)]
pub struct PrintOptions<'a> {
    /// Everything in the generic form.
    pub generic: bool,
    /// Locations after operations; source bytes are turned into positions with this map.
    pub locations: Option<&'a SourceMap>,
}

/// What is still to be written.
pub(crate) enum Task<'f> {
    /// An operation at an indentation, with its line.
    Op(OpId, usize),
    /// What follows an operation's regions in the generic form.
    GenericTail(OpId),
    /// Further steps of a format.
    Steps(OpId, usize, std::slice::Iter<'f, crate::lang::defs::FormatStep>),
    /// A region: `{ .. }`.
    Region(RegionShape),
    /// A block with its label or without.
    Block(BlockId, usize, bool, Option<OpId>),
    /// An operation of a block and those after it, without this last one.
    Ops(OpId, usize, Option<OpId>),
    /// Verbatim.
    Text(&'static str),
    /// The end of an operation's line.
    EndOp(OpId),
    /// A line break and spaces.
    Line(usize),
}

/// How a region is written.
#[derive(Clone, Copy)]
pub(crate) struct RegionShape {
    pub(crate) region: RegionId,
    pub(crate) indent: usize,
    /// Without the label of its first block.
    pub(crate) bare_entry: bool,
    /// Without this last operation.
    pub(crate) elide: Option<OpId>,
}

/// Prints `op` and everything in it, with a final line break.
pub fn print(ctx: &Context, reg: &Registry, body: &Body, op: OpId, options: PrintOptions<'_>) -> String {
    let names = Names::new(body, op, options.generic);
    let mut w = Writer::new(ctx);
    w.sources = options.locations;
    w.aliases = Some(if options.generic {
        aliases::in_generic_order(ctx, body, op)
    } else {
        Aliases::default()
    });
    let mut p = Printer {
        reg,
        body,
        names,
        options,
        w,
        tasks: vec![Task::Op(op, 0)],
        after_punctuation: false,
    };
    while let Some(task) = p.tasks.pop() {
        p.run(task);
    }
    p.w.out.push('\n');
    match p.w.aliases.filter(|a| !a.is_empty()) {
        Some(a) => a.definitions(ctx) + &p.w.out,
        None => p.w.out,
    }
}

pub(crate) struct Printer<'a> {
    pub(crate) reg: &'a Registry,
    pub(crate) body: &'a Body,
    pub(crate) names: Names,
    options: PrintOptions<'a>,
    pub(crate) w: Writer<'a>,
    pub(crate) tasks: Vec<Task<'a>>,
    /// The last step of a format wrote punctuation.
    pub(crate) after_punctuation: bool,
}

impl<'a> Printer<'a> {
    fn run(&mut self, task: Task<'a>) {
        match task {
            Task::Op(op, indent) => self.op(op, indent),
            Task::GenericTail(op) => self.generic_tail(op),
            Task::Steps(op, indent, steps) => self.steps(op, indent, steps),
            Task::Region(shape) => self.region(shape),
            Task::Block(b, indent, label, elide) => self.block(b, indent, label, elide),
            Task::Ops(op, indent, elide) => {
                if elide != Some(op) {
                    self.w.out.push('\n');
                    self.pad(indent);
                    if let Some(next) = self.body.next(op) {
                        self.tasks.push(Task::Ops(next, indent, elide));
                    }
                    self.op(op, indent);
                }
            }
            Task::Text(t) => self.w.out.push_str(t),
            Task::EndOp(op) => self.end_op(op),
            Task::Line(indent) => {
                self.w.out.push('\n');
                self.pad(indent);
            }
        }
    }

    fn pad(&mut self, indent: usize) {
        self.w.out.extend(std::iter::repeat_n(' ', indent));
    }

    fn op(&mut self, op: OpId, indent: usize) {
        let body = self.body;
        let count = body.result_count(op);
        if let Some(first) = body.result(op, 0) {
            self.names.write(&mut self.w, first);
            if count > 1 {
                self.w.out.push(':');
                crate::ir::display::number(&mut self.w.out, count as i64);
            }
            self.w.out.push_str(" = ");
        }
        self.tasks.push(Task::EndOp(op));
        let name = body.name(op);
        let def = self.reg.op(name).map(|d| &self.reg.ops[d]);
        match def {
            Some(def) if !self.options.generic && def.assembly.is_some() && self.fits(op, def) => {
                let text = self.w.ctx.text(name);
                let text = match text {
                    "builtin.module" => "module",
                    t if t == format::BARE_RETURN.1 && self.directly_in_function(op) => format::BARE_RETURN.2,
                    t => t,
                };
                self.w.out.push_str(text);
                self.after_punctuation = false;
                let steps = def.assembly.as_deref().unwrap_or(&[]);
                self.tasks.push(Task::Steps(op, indent, steps.iter()));
            }
            _ => self.generic(op, indent),
        }
    }

    fn directly_in_function(&self, op: OpId) -> bool {
        let parent = self.body.parent(op);
        parent.is_some_and(|p| self.w.ctx.text(self.body.name(p)) == format::BARE_RETURN.0)
    }

    fn generic(&mut self, op: OpId, indent: usize) {
        let (body, ctx) = (self.body, self.w.ctx);
        quoted(&mut self.w.out, ctx.text(body.name(op)));
        self.w.out.push('(');
        for (n, v) in body.operands(op).enumerate() {
            if n > 0 {
                self.w.out.push_str(", ");
            }
            self.names.write_use(&mut self.w, v, body);
        }
        self.w.out.push(')');
        if body.successor_count(op) > 0 {
            self.w.out.push('[');
            for (n, b) in body.successors(op).enumerate() {
                if n > 0 {
                    self.w.out.push_str(", ");
                }
                self.names.write_block(&mut self.w, b);
            }
            self.w.out.push(']');
        }
        let props = ctx.entries(body.props(op));
        if !props.is_empty() {
            self.w.out.push_str(" <{");
            self.w.entries(props);
            self.w.out.push_str("}>");
        }
        self.tasks.push(Task::GenericTail(op));
        if body.region_count(op) > 0 {
            self.w.out.push_str(" (");
            self.tasks.push(Task::Text(")"));
            for (n, region) in body.regions(op).enumerate().collect::<Vec<_>>().into_iter().rev() {
                self.tasks.push(Task::Region(RegionShape {
                    region,
                    indent,
                    bare_entry: false,
                    elide: None,
                }));
                if n > 0 {
                    self.tasks.push(Task::Text(", "));
                }
            }
        }
    }

    fn generic_tail(&mut self, op: OpId) {
        let (body, ctx) = (self.body, self.w.ctx);
        let attrs = ctx.entries(body.attrs(op));
        if !attrs.is_empty() {
            self.w.out.push_str(" {");
            self.w.entries(attrs);
            self.w.out.push('}');
        }
        self.w.out.push_str(" : ");
        self.signature(op);
    }

    /// `(operand types) -> result types`
    pub(crate) fn signature(&mut self, op: OpId) {
        let body = self.body;
        let operands: Vec<_> = body.operands(op).map(|v| body.value_type(v)).collect();
        let results: Vec<_> = body.results(op).map(|v| body.value_type(v)).collect();
        self.w.signature(&operands, &results);
    }

    fn end_op(&mut self, op: OpId) {
        if self.options.locations.is_some() {
            self.w.out.push(' ');
            self.w.location(self.body.loc(op));
        }
    }

    fn region(&mut self, shape: RegionShape) {
        let RegionShape {
            region,
            indent,
            bare_entry,
            elide,
        } = shape;
        self.w.out.push('{');
        self.tasks.push(Task::Text("}"));
        self.tasks.push(Task::Line(indent));
        let blocks: Vec<BlockId> = self.body.blocks(region).collect();
        for (n, b) in blocks.into_iter().enumerate().rev() {
            // The label of an entry block without arguments goes without saying, unless the block is empty.
            let plain = self.body.args(b).is_empty() && self.body.first_op(b).is_some();
            let label = n > 0 || !(bare_entry || plain);
            self.tasks.push(Task::Block(b, indent, label, elide));
        }
    }

    fn block(&mut self, b: BlockId, indent: usize, label: bool, elide: Option<OpId>) {
        let body = self.body;
        if label {
            self.w.out.push('\n');
            self.pad(indent);
            self.names.write_block(&mut self.w, b);
            let args = body.args(b);
            if !args.is_empty() {
                self.w.out.push('(');
                for (n, &a) in args.iter().enumerate() {
                    if n > 0 {
                        self.w.out.push_str(", ");
                    }
                    self.names.write(&mut self.w, a);
                    self.w.out.push_str(": ");
                    self.w.ty(body.value_type(a));
                }
                self.w.out.push(')');
            }
            self.w.out.push(':');
            if body.entry(body.block_region(b)) != Some(b) {
                self.names.write_predecessors(&mut self.w, b);
            }
        }
        if let Some(first) = body.first_op(b) {
            self.tasks.push(Task::Ops(first, indent + 2, elide));
        }
    }
}
