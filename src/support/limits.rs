//! Every limit of the tools, in one place. Crossing one is a diagnostic that names it, and exit status 3.

/// Limits on inputs and on work; the values of [`Limits::default`] are what `--help` documents.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Nesting of regions, attributes, types and expressions, one shared counter.
    pub nesting: u32,
    /// Operators of one affine map, set or offset; expressions lean to the left, so that each adds a level.
    pub affine_ops: u32,
    /// Bytes of one input file.
    pub file_bytes: usize,
    /// Diagnostics printed before the rest are only counted.
    pub diagnostics: usize,
    /// Operands, results, attributes or successors of one operation.
    pub op_fields: usize,
    /// Regions of one operation.
    pub regions: usize,
    /// Applications of patterns per operation of the anchor; see [`Limits::rewrites`].
    pub rewrites_per_op: usize,
    /// Applications of patterns whatever the size.
    pub rewrites_base: usize,
    /// Steps of evaluation in one attempt to match, and again in one rewrite.
    pub eval_steps: u64,
    /// Operations that one pass may create in one anchor.
    pub created_ops: usize,
    /// Bytes of text and elements of lists that the rewrites of one pass may build in one anchor: attributes stay until the end.
    pub built: u64,
    /// Operations and elements of one run of the simulator.
    pub sim_steps: u64,
    /// Bytes of one run's memories.
    pub sim_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            nesting: 200,
            affine_ops: 1000,
            file_bytes: 256 << 20,
            diagnostics: 100,
            op_fields: 65_535,
            regions: 255,
            rewrites_per_op: 64,
            rewrites_base: 10_000,
            eval_steps: 50_000_000,
            created_ops: 20_000_000,
            built: 1 << 28,
            sim_steps: 1 << 32,
            sim_bytes: 1 << 32,
        }
    }
}

impl Limits {
    /// How many applications a greedy stage may make in an anchor that held `ops` operations.
    pub fn rewrites(&self, ops: usize) -> usize {
        ops.saturating_mul(self.rewrites_per_op)
            .saturating_add(self.rewrites_base)
    }
}
