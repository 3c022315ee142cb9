//! Mechanisms: what `semantics name(args) { attributes }` may name in a dialect file. Which operation means what is said
//! there; what a mechanism does is said where programs are executed. The table is closed.

use crate::ir::StrId;

/// What an operation does when it is executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mechanism {
    /// An access to a tensor, element by index expression.
    TensorAccess,
    /// An access to a memory, by nested loops over its pairs.
    MemoryAccess,
    /// Moves elements.
    Copy,
    /// Declares a memory.
    Memory,
    /// Makes a tensor that holds nothing yet.
    Allocate,
    /// Its result is what its operand is.
    Same,
    /// Runs its body for each value of an index.
    Loop,
    /// A program: its arguments are inputs and outputs.
    Kernel,
    /// What one firing of a queue runs.
    Block,
    /// Runs the next of its blocks.
    Fire,
    /// Nothing that can be seen in memory.
    Nothing,
}

/// What an argument of a mechanism must be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// One operand.
    Operand,
    /// An operand that gives an access, or an attribute that is a struct.
    Side,
    /// One result.
    Result,
    /// A region.
    Region,
    /// An attribute.
    Attribute,
}

impl Takes {
    /// As messages call it.
    pub fn word(self) -> &'static str {
        match self {
            Takes::Operand => "an operand",
            Takes::Side => "an operand or a struct",
            Takes::Result => "a result",
            Takes::Region => "a region",
            Takes::Attribute => "an attribute",
        }
    }
}

/// The signature of a mechanism.
pub struct Spec {
    /// As dialect files name it.
    pub name: &'static str,
    /// What it is.
    pub mechanism: Mechanism,
    /// Its arguments in order: name, what it must be, and whether it may be left out.
    pub params: &'static [(&'static str, Takes, bool)],
    /// Attributes that it reads, and must be given.
    pub reads: &'static [&'static str],
    /// Attributes that it reads where they are given.
    pub may_read: &'static [&'static str],
    /// Attributes that it can do nothing with: an operation is executed only where they are absent or have their default.
    pub only_default: &'static [&'static str],
    /// What it does, for the documentation.
    pub doc: &'static str,
}

const NONE: &[&str] = &[];

/// All mechanisms.
pub const MECHANISMS: &[Spec] = &[
    Spec {
        name: "dma.tensor_access",
        mechanism: Mechanism::TensorAccess,
        params: &[("tensor", Takes::Operand, false)],
        reads: &["pairs", "offset", "dtype"],
        may_read: &["partition"],
        only_default: &["channel"],
        doc: "an access to a tensor: each element by an index expression over the whole tensor",
    },
    Spec {
        name: "dma.memory_access",
        mechanism: Mechanism::MemoryAccess,
        params: &[("memory", Takes::Operand, false), ("index", Takes::Operand, true)],
        reads: &["pairs", "offset", "dtype"],
        may_read: &["partition"],
        only_default: &["indirect_dim", "max_index"],
        doc: "an access to a memory: nested loops over its pairs",
    },
    Spec {
        name: "dma.copy",
        mechanism: Mechanism::Copy,
        params: &[("src", Takes::Side, false), ("dst", Takes::Side, false)],
        reads: NONE,
        may_read: &["can_read_uninit"],
        only_default: &["mode", "indirect_dims", "oob"],
        doc: "moves the elements of `src`, in order, to `dst`; a side that is a struct is walked by the digits of the \
              element's number",
    },
    Spec {
        name: "dma.memory",
        mechanism: Mechanism::Memory,
        params: &[("location", Takes::Result, false)],
        reads: &["space", "bytes"],
        may_read: &["partitions", "address", "argument", "reference"],
        only_default: NONE,
        doc: "declares a memory; with `address`, of the bytes there; `argument` is the kernel's argument that it holds; \
              one with `reference` holds nothing and cannot be accessed",
    },
    Spec {
        name: "dma.allocate",
        mechanism: Mechanism::Allocate,
        params: &[("tensor", Takes::Result, false)],
        reads: NONE,
        may_read: NONE,
        only_default: NONE,
        doc: "a tensor that holds nothing yet; in a loop, the same one each time",
    },
    Spec {
        name: "control.same",
        mechanism: Mechanism::Same,
        params: &[
            ("source", Takes::Operand, false),
            ("result", Takes::Result, false),
        ],
        reads: NONE,
        may_read: NONE,
        only_default: NONE,
        doc: "the result is what the operand is",
    },
    Spec {
        name: "control.loop",
        mechanism: Mechanism::Loop,
        params: &[("body", Takes::Region, false)],
        reads: &["lower", "upper", "step"],
        may_read: NONE,
        only_default: NONE,
        doc: "runs the body for each index from `lower`, `upper` excluded",
    },
    Spec {
        name: "control.kernel",
        mechanism: Mechanism::Kernel,
        params: &[("body", Takes::Region, false)],
        reads: NONE,
        may_read: NONE,
        only_default: NONE,
        doc: "a program: its arguments are inputs and outputs",
    },
    Spec {
        name: "control.nothing",
        mechanism: Mechanism::Nothing,
        params: &[],
        reads: NONE,
        may_read: NONE,
        only_default: NONE,
        doc: "does nothing that can be seen in memory",
    },
    Spec {
        name: "queue.block",
        mechanism: Mechanism::Block,
        params: &[("body", Takes::Region, false)],
        reads: NONE,
        may_read: NONE,
        only_default: NONE,
        doc: "what one firing runs",
    },
    Spec {
        name: "queue.fire",
        mechanism: Mechanism::Fire,
        params: &[("blocks", Takes::Attribute, false)],
        reads: NONE,
        may_read: NONE,
        only_default: NONE,
        doc: "runs the next of `blocks` each time it is reached",
    },
];

/// The mechanism of a name.
pub fn spec(name: &str) -> Option<&'static Spec> {
    MECHANISMS.iter().find(|m| m.name == name)
}

/// Where an argument of a mechanism is, in the definition of the operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// An operand group.
    Operand(usize),
    /// A result group.
    Result(usize),
    /// A region.
    Region(usize),
    /// An inherent attribute.
    Attribute(usize),
}

/// The semantics of an operation: a mechanism, with what it works on.
#[derive(Clone, Debug)]
pub struct Semantics {
    /// Which.
    pub mechanism: Mechanism,
    /// Its arguments, in the order of [`Spec::params`]; those left out are at the end.
    pub args: Vec<Field>,
    /// Attributes that it reads: its own name for them, and where they are.
    pub reads: Vec<(&'static str, usize)>,
    /// Attributes that must have their default.
    pub only_default: Vec<StrId>,
}
