/// What materialization takes for granted.
use bir;

set lower_dma_checks {
  pattern unbound {
    match op = bir.Dma { queue = none };
    error op "this DMA has no queue: run bind-dma first";
    example { """
      %a = bir.ap %m pattern [[1, 8]] as bf16
      bir.load %a -> %a {name = "l"}
    """ => error "run bind-dma first" }
  }
  /// A queue belongs to one engine.
  pattern other_engine {
    match op = bir.Dma { queue = q, engine };
    match dq = bir.queue of resolve(q);
    where engine != dq.engine;
    error op "this DMA is bound to engine {engine}, but its queue '{dq.sym_name}' to {dq.engine}" note dq, "the queue";
  }
  /// C4: every address is physical.
  pattern unallocated {
    match m = bir.memory { address = none, reference = none };
    match u = bir.ap in users(m);
    error m "memory '{m.sym_name}' has no physical address" note u, "and is used here";
  }
  /// What depends on the run time is not materialized yet.
  pattern dynamic {
    match op = bir.Dma;
    match a = bir.ap in [op.src, op.dst];
    where len(a.index) > 0 or a.extent != none or a.channel != none;
    error op "an access by index, with a count of run time or of another core is not materialized yet"
      note a, "this access";
  }
  pattern masked {
    match op = bir.Dma(mask = [_, ..], ..);
    error op "a masked DMA is not materialized yet";
  }
  pattern skips {
    match op = bir.dma_copy { oob = .skip };
    error op "a DMA that leaves out what is out of bounds is not materialized yet";
  }
  /// C1: the families beside copies come with their own patterns.
  pattern not_a_copy {
    match op = bir.Dma;
    where not (op is bir.dma_copy(..) { mode = .copy } or op is bir.load | bir.save | bir.tensor_copy);
    error op "only copies are materialized yet";
  }
}
