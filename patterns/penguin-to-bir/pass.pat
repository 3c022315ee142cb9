/// Penguin to BIR: memories first, then what is cut into several, then every operation where it stands, then what is left
/// over.
use dma, penguin, bir;

/// Lowers tensoriser IR to DMA instructions.
pass penguin_to_bir on dma.kernel {
  /// What the gate goes by: the seed's prose, or its pseudo-code.
  option gate: penguin.Gate = .prose;
  /// The klr path: copies attach as they stand, and QoS stays at its default.
  option klr: bool = false;
  stage memories: walk { memories }
  stage empty: walk { empty_copy }
  stage cut: walk if not options.klr { cut_ragged }
  stage deal: walk if not options.klr { deal_out }
  stage service: walk if options.klr { klr_service }
  stage registers: walk { registers }
  stage lower: greedy if not options.klr { copies, transposes, indirect, rmw, compute, engine_ops, loops }
  stage klr: greedy if options.klr { klr, transposes, indirect, rmw, compute, engine_ops, loops }
  stage check: walk { copy_checks, transpose_checks, rmw_checks, indirect_checks, engine_op_checks, compute_checks }
  ensures no penguin.*;
}
