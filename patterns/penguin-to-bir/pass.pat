/// Penguin to BIR: memories first, then every operation where it stands, then what is left over.
use dma, penguin, bir;

/// Lowers tensoriser IR to DMA instructions.
pass penguin_to_bir on dma.kernel {
  stage memories: walk { memories }
  stage lower: greedy { empty_copy, copies, loops }
  stage check: walk { copy_checks, not_yet }
  ensures no penguin.*;
}
