//! From the tree of an expression to instructions, and what a search may know in advance.

use super::Fault;
use super::parse::{Assert, ByteSet, Node};
use memchr::memmem::Finder;

/// One instruction; the next one follows unless it says otherwise.
#[derive(Clone, Debug)]
pub(super) enum Inst {
    Byte(u8),
    Set(Box<ByteSet>),
    Assert(Assert),
    /// Goes on at either place.
    Split(u32, u32),
    /// The end of a loop's body: back to its start, or on.
    Loop(u32),
    Jump(u32),
    Open(u32),
    Close(u32),
    /// The text of a group again; what stands between here and the given place is a copy of its expression.
    Back(u32, u32),
    Never,
}

/// Which instructions belong to which part of the expression.
#[derive(Debug)]
pub(super) struct Shape {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) groups: bool,
    pub(super) kind: Kind,
}

/// The parts that matter to where groups match.
#[derive(Debug)]
pub(super) enum Kind {
    /// Of a fixed width.
    Leaf(usize),
    Cat(Vec<Shape>),
    Alt(Vec<Shape>),
    /// One or more times.
    Plus(Box<Shape>),
    /// Once or not.
    Quest(Box<Shape>),
    Group(u32, Box<Shape>),
}

/// Most instructions of one expression; nested counts multiply.
const SIZE: usize = 50_000;

/// A compiled expression.
pub(super) struct Program {
    pub(super) code: Vec<Inst>,
    pub(super) shape: Shape,
    pub(super) groups: u32,
    pub(super) has_backrefs: bool,
    /// Bytes with which a match may begin; none when a match may be empty.
    pub(super) first: Option<ByteSet>,
    /// A text that every match contains, when no match goes over a line break.
    pub(super) line_literal: Option<Finder<'static>>,
}

impl Program {
    pub(super) fn compile(node: &Node) -> Result<Program, Fault> {
        let mut c = Compiler {
            code: Vec::new(),
            groups: 0,
            has_backrefs: false,
        };
        let shape = c.node(node)?;
        let mut first = ByteSet::default();
        let nullable = first_bytes(node, &mut first);
        let mut runs = Runs::default();
        runs.walk(node);
        runs.cut();
        let literal =
            (!runs.best.is_empty() && !has_newline(node)).then(|| Finder::new(&runs.best).into_owned());
        Ok(Program {
            code: c.code,
            shape,
            groups: c.groups,
            has_backrefs: c.has_backrefs,
            first: (!nullable).then_some(first),
            line_literal: literal,
        })
    }
}

struct Compiler {
    code: Vec<Inst>,
    groups: u32,
    has_backrefs: bool,
}

impl Compiler {
    fn at(&self) -> u32 {
        self.code.len() as u32
    }
    fn emit(&mut self, inst: Inst) -> Result<u32, Fault> {
        if self.code.len() >= SIZE {
            return Err(Fault::Syntax("expression too large"));
        }
        self.code.push(inst);
        Ok(self.at() - 1)
    }
    fn patch(&mut self, at: u32, inst: Inst) {
        if let Some(slot) = self.code.get_mut(at as usize) {
            *slot = inst;
        }
    }
    fn shape(&self, start: u32, groups: bool, kind: Kind) -> Shape {
        Shape {
            start,
            end: self.at(),
            groups,
            kind,
        }
    }

    fn node(&mut self, node: &Node) -> Result<Shape, Fault> {
        let start = self.at();
        let leaf = |c: &mut Self, inst, width| {
            c.emit(inst)?;
            Ok(c.shape(start, false, Kind::Leaf(width)))
        };
        match node {
            Node::Empty => Ok(self.shape(start, false, Kind::Leaf(0))),
            Node::Never => leaf(self, Inst::Never, 0),
            Node::Byte(b) => leaf(self, Inst::Byte(*b), 1),
            Node::Set(set) => leaf(self, Inst::Set(set.clone()), 1),
            Node::Assert(a) => leaf(self, Inst::Assert(*a), 0),
            Node::Cat(items) => {
                let shapes = items
                    .iter()
                    .map(|n| self.node(n))
                    .collect::<Result<Vec<_>, _>>()?;
                Ok(self.shape(start, shapes.iter().any(|s| s.groups), Kind::Cat(shapes)))
            }
            Node::Alt(branches) => self.alternatives(branches),
            Node::Group(number, inner) => {
                self.groups = self.groups.max(*number);
                self.emit(Inst::Open(*number))?;
                let inner = self.node(inner)?;
                self.emit(Inst::Close(*number))?;
                Ok(self.shape(start, true, Kind::Group(*number, Box::new(inner))))
            }
            Node::Backref(number, inner) => {
                self.has_backrefs = true;
                let back = self.emit(Inst::Never)?;
                let mut inner = self.node(inner)?;
                inner.groups = false;
                let end = self.at();
                self.patch(back, Inst::Back(*number, end));
                Ok(self.shape(start, false, Kind::Cat(vec![inner])))
            }
            Node::Repeat(inner, min, max) => self.repeat(inner, *min, *max),
        }
    }

    fn alternatives(&mut self, branches: &[Node]) -> Result<Shape, Fault> {
        let start = self.at();
        let (mut shapes, mut jumps) = (Vec::new(), Vec::new());
        for (n, branch) in branches.iter().enumerate() {
            let last = n + 1 == branches.len();
            let split = if last { None } else { Some(self.emit(Inst::Never)?) };
            shapes.push(self.node(branch)?);
            if let Some(split) = split {
                jumps.push(self.emit(Inst::Never)?);
                let next = self.at();
                self.patch(split, Inst::Split(split + 1, next));
            }
        }
        let end = self.at();
        for jump in jumps {
            self.patch(jump, Inst::Jump(end));
        }
        Ok(self.shape(start, shapes.iter().any(|s| s.groups), Kind::Alt(shapes)))
    }

    /// `x{2,4}` becomes `xx(x(x)?)?`, `x{2,}` becomes `xx+`, `x*` becomes `(x+)?`; the parentheses do not count.
    fn repeat(&mut self, inner: &Node, min: u32, max: Option<u32>) -> Result<Shape, Fault> {
        let start = self.at();
        match (min, max) {
            (_, Some(0)) => Ok(self.shape(start, false, Kind::Leaf(0))),
            (0, None) => {
                let split = self.emit(Inst::Never)?;
                let plus = self.repeat(inner, 1, None)?;
                let end = self.at();
                self.patch(split, Inst::Split(split + 1, end));
                Ok(self.shape(start, plus.groups, Kind::Quest(Box::new(plus))))
            }
            (1, None) => {
                let body = self.node(inner)?;
                self.emit(Inst::Loop(start))?;
                Ok(self.shape(start, body.groups, Kind::Plus(Box::new(body))))
            }
            (_, None) => {
                let mut shapes = (1..min)
                    .map(|_| self.node(inner))
                    .collect::<Result<Vec<_>, _>>()?;
                shapes.push(self.repeat(inner, 1, None)?);
                Ok(self.shape(start, shapes.iter().any(|s| s.groups), Kind::Cat(shapes)))
            }
            (_, Some(max)) => {
                let mut shapes = (0..min)
                    .map(|_| self.node(inner))
                    .collect::<Result<Vec<_>, _>>()?;
                if max > min {
                    let split = self.emit(Inst::Never)?;
                    let (from, first) = (self.at(), self.node(inner)?);
                    let mut parts = vec![first];
                    if max > min + 1 {
                        parts.push(self.repeat(inner, 0, Some(max - min - 1))?);
                    }
                    let body = self.shape(from, parts.iter().any(|s| s.groups), Kind::Cat(parts));
                    let end = self.at();
                    self.patch(split, Inst::Split(split + 1, end));
                    shapes.push(self.shape(split, body.groups, Kind::Quest(Box::new(body))));
                }
                Ok(self.shape(start, shapes.iter().any(|s| s.groups), Kind::Cat(shapes)))
            }
        }
    }
}

/// Adds the bytes with which a match may begin; true if a match may be empty.
fn first_bytes(node: &Node, out: &mut ByteSet) -> bool {
    match node {
        Node::Empty | Node::Assert(_) => true,
        Node::Never => false,
        Node::Byte(b) => {
            out.add(*b);
            false
        }
        Node::Set(set) => {
            out.join(set);
            false
        }
        Node::Cat(items) => items.iter().all(|n| first_bytes(n, out)),
        Node::Alt(branches) => branches
            .iter()
            .fold(false, |empty, n| first_bytes(n, out) | empty),
        Node::Repeat(inner, min, max) => *max == Some(0) || first_bytes(inner, out) || *min == 0,
        Node::Group(_, inner) | Node::Backref(_, inner) => first_bytes(inner, out),
    }
}

fn has_newline(node: &Node) -> bool {
    match node {
        Node::Empty | Node::Assert(_) | Node::Never => false,
        Node::Byte(b) => *b == b'\n',
        Node::Set(set) => set.has(b'\n'),
        Node::Cat(items) | Node::Alt(items) => items.iter().any(has_newline),
        Node::Repeat(inner, ..) | Node::Group(_, inner) | Node::Backref(_, inner) => has_newline(inner),
    }
}

/// The longest run of literal bytes that every match must contain.
#[derive(Default)]
struct Runs {
    best: Vec<u8>,
    now: Vec<u8>,
}

impl Runs {
    fn cut(&mut self) {
        if self.now.len() > self.best.len() {
            std::mem::swap(&mut self.best, &mut self.now);
        }
        self.now.clear();
    }
    fn walk(&mut self, node: &Node) {
        match node {
            Node::Byte(b) => self.now.push(*b),
            Node::Cat(items) => items.iter().for_each(|n| self.walk(n)),
            Node::Group(_, inner) => self.walk(inner),
            Node::Empty => {}
            Node::Repeat(inner, min, _) if *min > 0 => {
                self.cut();
                self.walk(inner);
                self.cut();
            }
            _ => self.cut(),
        }
    }
}
