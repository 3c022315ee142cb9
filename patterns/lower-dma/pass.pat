/// Bound DMAs -> queues, blocks, descriptors, triggers. What the seed keeps in maps the IR says itself: the open block is what
/// the previous instruction fires, an id is a position.
use dma, penguin, bir, desc;

/// Materializes DMAs as descriptors in blocks, and triggers that fire them.
pass lower_dma on dma.kernel {
  /// Makes loops around one plain copy pairs of its accesses.
  option absorb_loops: bool = false;
  requires no penguin.*;
  stage check: walk { dynamic_clauses, lower_dma_checks, location_checks }
  stage sources: walk { source_locations }
  stage destinations: walk { destination_locations }
  stage others: walk { other_locations }
  stage absorb: walk bottom_up if options.absorb_loops { absorb_loops }
  stage last_writer: walk { last_writer, add_again }
  stage split_large: greedy { split_large }
  stage over_cap: walk { over_cap_checks, again_checks }
  stage queues: walk { lower_queues }
  stage blocks: walk { reuse_block, build_block }
  stage ids: walk { number_blocks }
  stage end: walk { terminators }
  stage triggers: walk { trigger_checks }
  ensures no bir.dma_copy, bir.load, bir.save, bir.tensor_copy, bir.dma_cce, bir.dma_transpose, bir.dma_replicate,
    bir.queue;
}

/// From tensoriser IR to descriptors.
pipeline dma = kernels_from_functions, penguin_to_bir, bind_dma, lower_dynamic_dma, lower_dma;
