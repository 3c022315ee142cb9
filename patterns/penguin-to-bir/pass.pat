/// Penguin to BIR: memories first, then what is cut into several, then every operation where it stands, then what is left
/// over.
use dma, penguin, bir;

/// Lowers tensoriser IR to DMA instructions.
pass penguin_to_bir on dma.kernel {
  /// What the gate goes by: the seed's prose, or its pseudo-code.
  option gate: penguin.Gate = .prose;
  stage memories: walk { memories }
  stage empty: walk { empty_copy }
  stage cut: walk { cut_ragged }
  stage deal: walk { deal_out }
  stage registers: walk { registers }
  stage lower: greedy { copies, transposes, indirect, rmw, compute, engine_ops, loops }
  stage check: walk { copy_checks, transpose_checks, rmw_checks, indirect_checks, engine_op_checks, compute_checks }
  ensures no penguin.*;
}
