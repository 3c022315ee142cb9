//! Mechanisms: what `semantics name(args) { attributes }` may name in a dialect file. Which operation means what is said
//! there; what a mechanism does is said where programs are executed. The table is closed.

/// What an operation does when it is executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mechanism {
    /// An access to a tensor, element by index expression.
    TensorAccess,
    /// An access to a memory, by nested loops over its pairs.
    MemoryAccess,
    /// Moves elements.
    Copy,
    /// Puts the sum of sources to a destination.
    Sum,
    /// The same, the source by index.
    Gather,
    /// The same, the destination by index.
    Scatter,
    /// Moves the elements of a source whose dimensions are exchanged.
    Transpose,
    /// Moves a source several times.
    Replicate,
    /// A gather inside each partition.
    LocalGather,
    /// Which elements are moved.
    Predicate,
    /// Declares a memory.
    Memory,
    /// Makes a tensor that holds nothing yet.
    Allocate,
    /// Reads a register.
    Read,
    /// Says what an access holds.
    Print,
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
    /// Says where a location is from now on.
    Patch,
    /// Nothing that can be seen in memory.
    Nothing,
}

impl Mechanism {
    /// Whether it moves elements from sides to sides.
    pub fn moves(self) -> bool {
        use Mechanism::{Copy, Gather, Replicate, Scatter, Sum, Transpose};
        matches!(self, Copy | Sum | Gather | Scatter | Transpose | Replicate)
    }
}

/// What an argument of a mechanism must be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// One operand.
    Operand,
    /// A group of operands.
    Operands,
    /// An operand that gives an access, or an attribute that is a struct.
    Side,
    /// A group of such operands, or an attribute that is a list of structs.
    Sides,
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
            Takes::Operands => "operands",
            Takes::Side => "an operand or a struct",
            Takes::Sides => "operands or a list of structs",
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
    /// What it does, for the documentation.
    pub doc: &'static str,
}

const NONE: &[&str] = &[];

const fn spec_of(
    name: &'static str,
    mechanism: Mechanism,
    params: &'static [(&'static str, Takes, bool)],
    (reads, may_read): (&'static [&'static str], &'static [&'static str]),
    doc: &'static str,
) -> Spec {
    Spec {
        name,
        mechanism,
        params,
        reads,
        may_read,
        doc,
    }
}

/// All mechanisms.
pub const MECHANISMS: &[Spec] = &[
    spec_of(
        "dma.tensor_access",
        Mechanism::TensorAccess,
        &[("tensor", Takes::Operand, false)],
        (
            &["pairs", "offset", "dtype"],
            &["partition", "channel", "extent", "extent_dim"],
        ),
        "an access to a tensor: each element by an index expression over the whole tensor. `channel` is the position in \
         the replica group of the core whose tensor it is, `extent` how many elements dimension `extent_dim` has at run \
         time",
    ),
    spec_of(
        "dma.memory_access",
        Mechanism::MemoryAccess,
        &[
            ("memory", Takes::Operand, false),
            ("index", Takes::Operands, true),
        ],
        (
            &["pairs", "offset", "dtype"],
            &[
                "partition",
                "channel",
                "extent",
                "extent_dim",
                "indirect_dim",
                "max_index",
            ],
        ),
        "an access to a memory: nested loops over its pairs, for each element of `index` anew; an index of `max_index` or \
         more is out of bounds",
    ),
    spec_of(
        "dma.copy",
        Mechanism::Copy,
        &[
            ("src", Takes::Side, false),
            ("dst", Takes::Side, false),
            ("mask", Takes::Operands, true),
            ("others", Takes::Sides, true),
        ],
        (
            NONE,
            &[
                "can_read_uninit",
                "mode",
                "transpose_op",
                "combine",
                "constants",
                "accumulate",
                "coefficients",
                "oob",
                "unique_indices",
                "replica_groups",
                "queue",
            ],
        ),
        "moves the elements of `src`, in order, to `dst`; a side that is a struct is walked by the digits of the element's \
         number. `combine = add` adds `src` and `others`, times their `constants`, to what is there, or with \
         `accumulate = false` puts their sum there",
    ),
    spec_of(
        "dma.gather",
        Mechanism::Gather,
        &[
            ("src", Takes::Side, false),
            ("dst", Takes::Side, false),
            ("index", Takes::Operands, false),
            ("mask", Takes::Operands, true),
        ],
        (
            &["coefficients"],
            &["can_read_uninit", "oob", "replica_groups", "queue"],
        ),
        "moves `src` once for each index, from where the indices times `coefficients`, in elements, are behind its offset",
    ),
    spec_of(
        "dma.scatter",
        Mechanism::Scatter,
        &[
            ("src", Takes::Side, false),
            ("dst", Takes::Side, false),
            ("index", Takes::Operands, false),
            ("mask", Takes::Operands, true),
        ],
        (
            &["coefficients"],
            &[
                "can_read_uninit",
                "oob",
                "combine",
                "unique_indices",
                "replica_groups",
                "queue",
            ],
        ),
        "the same with `dst`; with `combine = add`, in the order of the indices, so that the same index adds again",
    ),
    spec_of(
        "dma.sum",
        Mechanism::Sum,
        &[
            ("src", Takes::Side, false),
            ("dst", Takes::Side, false),
            ("mask", Takes::Operands, true),
            ("others", Takes::Sides, true),
        ],
        (
            NONE,
            &["can_read_uninit", "combine", "constants", "replica_groups"],
        ),
        "puts the sum of `src` and `others`, each times its constant, to `dst`; `combine = bypass` leaves the others out",
    ),
    spec_of(
        "dma.transpose",
        Mechanism::Transpose,
        &[
            ("src", Takes::Side, false),
            ("dst", Takes::Side, false),
            ("index", Takes::Operands, true),
            ("mask", Takes::Operands, true),
        ],
        (
            NONE,
            &[
                "can_read_uninit",
                "transpose_op",
                "coefficients",
                "oob",
                "replica_groups",
                "queue",
            ],
        ),
        "moves the elements of `src` with its dimensions in the order of the fact `axes` of `transpose_op`, or without one \
         with the first and the last exchanged; a dimension of indices is the first",
    ),
    spec_of(
        "dma.replicate",
        Mechanism::Replicate,
        &[
            ("src", Takes::Side, false),
            ("dst", Takes::Side, false),
            ("mask", Takes::Operands, true),
        ],
        (NONE, &["can_read_uninit", "copies", "replica_groups", "queue"]),
        "moves all of `src` again and again until `dst` is full; the counts divide, by `copies` where that is given",
    ),
    spec_of(
        "dma.local_gather",
        Mechanism::LocalGather,
        &[
            ("src", Takes::Side, false),
            ("dst", Takes::Side, false),
            ("index", Takes::Operand, false),
        ],
        (NONE, &["valid", "trips", "free", "elements"]),
        "in each partition moves, for each of the first `valid` (or `trips` times all of `free`) elements of `index`, so \
         many `elements` from that multiple of them; without a count, for all",
    ),
    spec_of(
        "dma.predicate",
        Mechanism::Predicate,
        &[],
        (&["bound"], &["dims"]),
        "holds where `bound` and the element's position, in each dimension times the number in `dims`, come to 0 or more. \
         The dimensions are those of the side without an index, of two such of the source",
    ),
    spec_of(
        "dma.memory",
        Mechanism::Memory,
        &[("location", Takes::Result, false)],
        (
            &["space", "bytes"],
            &["partitions", "address", "argument", "reference"],
        ),
        "declares a memory; with `address`, of the bytes there; `argument` is the kernel's argument that it holds; one with \
         `reference` is a location in that memory, which `queue.patch` says",
    ),
    spec_of(
        "dma.allocate",
        Mechanism::Allocate,
        &[("tensor", Takes::Result, false)],
        (NONE, NONE),
        "a tensor that holds nothing yet; in a loop, the same one each time",
    ),
    spec_of(
        "register.read",
        Mechanism::Read,
        &[("ptr", Takes::Side, false), ("value", Takes::Result, false)],
        (NONE, NONE),
        "reads the integer that the one element of an access holds",
    ),
    spec_of(
        "debug.print",
        Mechanism::Print,
        &[("src", Takes::Side, false)],
        (NONE, &["prefix"]),
        "prints the bytes of an access, after `prefix`",
    ),
    spec_of(
        "control.same",
        Mechanism::Same,
        &[
            ("source", Takes::Operand, false),
            ("result", Takes::Result, false),
        ],
        (NONE, NONE),
        "the result is what the operand is",
    ),
    spec_of(
        "control.loop",
        Mechanism::Loop,
        &[("body", Takes::Region, false)],
        (&["lower", "upper", "step"], NONE),
        "runs the body for each index from `lower`, `upper` excluded",
    ),
    spec_of(
        "control.kernel",
        Mechanism::Kernel,
        &[("body", Takes::Region, false)],
        (NONE, NONE),
        "a program: its arguments are inputs and outputs",
    ),
    spec_of(
        "control.nothing",
        Mechanism::Nothing,
        &[],
        (NONE, NONE),
        "does nothing that can be seen in memory",
    ),
    spec_of(
        "queue.block",
        Mechanism::Block,
        &[("body", Takes::Region, false)],
        (NONE, NONE),
        "what one firing runs",
    ),
    spec_of(
        "queue.fire",
        Mechanism::Fire,
        &[
            ("blocks", Takes::Attribute, false),
            ("predicates", Takes::Operands, true),
        ],
        (NONE, &["queue"]),
        "goes on to the next of `blocks` each time it is reached, and runs it if all `predicates` hold",
    ),
    spec_of(
        "queue.patch",
        Mechanism::Patch,
        &[("location", Takes::Attribute, false)],
        (&["offset"], NONE),
        "from now on `location` is so many bytes behind the beginning of the memory that it refers to; descriptors read that \
         when they are fired",
    ),
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
    /// Its arguments by the names of [`Spec::params`].
    pub args: Vec<(&'static str, Field)>,
    /// Attributes that it reads: its own name for them, and where they are.
    pub reads: Vec<(&'static str, usize)>,
}

impl Semantics {
    /// An argument, unless it is left out.
    pub fn arg(&self, name: &str) -> Option<Field> {
        self.args.iter().find(|a| a.0 == name).map(|a| a.1)
    }
}
