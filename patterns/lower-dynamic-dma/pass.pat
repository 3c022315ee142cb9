/// Peel, unroll, split, check: four stages, each a pass of its own, and all of them as one.
use dma, bir;

/// Cuts dynamic dimensions into chunks that one descriptor holds.
pass peel_dynamic_dma on dma.kernel {
  stage clauses: walk { dynamic_clauses }
  stage setup: walk { dynamic_setup }
  stage peel: walk { peel_dynamic_dma }
}
/// Unrolls dynamic dimensions: a DMA for each index, and for each step of a count.
pass unroll_dynamic_dma on dma.kernel {
  stage clauses: walk { dynamic_clauses }
  stage setup: walk { dynamic_setup }
  stage unroll: walk { unroll_dynamic_dma }
  stage counts: walk { unroll_counts }
  stage skips: walk { unroll_skips }
  stage masks: walk { unroll_masks }
}
/// Finds what is still dynamic.
pass check_dynamic_dma on dma.kernel { stage check: walk { check_dynamic_dma } }
/// Resolves DMAs whose addresses or counts only the run time knows: peel, unroll, split, check.
pass lower_dynamic_dma on dma.kernel {
  stage clauses: walk { dynamic_clauses }
  stage setup: walk { dynamic_setup }
  stage peel: walk { peel_dynamic_dma }
  stage unroll: walk { unroll_dynamic_dma }
  stage counts: walk { unroll_counts }
  stage skips: walk { unroll_skips }
  stage masks: walk { unroll_masks }
  stage split: greedy { split_dynamic_dma }
  stage check: walk { check_dynamic_dma, split_checks }
}
