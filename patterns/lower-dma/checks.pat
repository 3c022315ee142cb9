/// What materialization takes for granted.
use bir;

set lower_dma_checks {
  pattern unbound {
    match op = bir.Dma { queue = none };
    error op "this DMA has no queue: run bind-dma first";
  }
  /// C4: every address is physical.
  pattern unallocated {
    match m = bir.memory { address = none, reference = none };
    match u = bir.ap in users(m);
    error m "memory '{m.sym_name}' has no physical address" note u, "and is used here";
  }
  /// C1: the families beside copies come with their own patterns.
  pattern not_a_copy {
    match op = bir.Dma;
    where not (op is bir.dma_copy(..) { mode = .copy } or op is bir.load | bir.save | bir.tensor_copy);
    error op "only copies are materialized yet";
  }
}
