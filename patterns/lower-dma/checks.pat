/// What materialization takes for granted.
use bir, dma;

set lower_dma_checks {
  pattern unbound {
    match op = bir.Dma { queue = none };
    where materialized(op);
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
  /// C3, C5: of what the run time knows only an offset may be left.
  pattern dynamic_access {
    match op = bir.Dma;
    where materialized(op);
    match a = bir.ap in [op.src, op.dst];
    where len(a.index) > 0 or a.extent != none;
    error op "DMA descriptor cannot have dynamic AP" note a, "run lower-dynamic-dma first";
  }
  pattern core_of_run_time {
    match a = bir.ap { channel = c };
    where any(type(v) is !dma.register for v in atoms(c));
    error a "a descriptor names the core of a side, and only the run time knows this one";
  }
  pattern leaves_out {
    match op = bir.dma_copy(src = src, dst = dst, ..) { oob = .skip };
    match a = bir.ap in [src, dst];
    where scalar_dynamic(a);
    error op "DMA descriptor cannot have dynamic AP"
      note a, "what of this is out of bounds only the run time knows: run lower-dynamic-dma first";
  }
  /// A2, of instructions that no pattern of ours made.
  pattern rank_of_transpose {
    match op = bir.Dma(src = bir.ap as s, dst = bir.ap as d, ..);
    where transposition(op) != none;
    where len(dims_of(s)) != 4 or len(dims_of(d)) != 4;
    error op "DGE transpose must have 4D AP"
      note "the source has {len(dims_of(s))} dimensions, the destination {len(dims_of(d))}";
  }
  /// Descriptors have no order, so none says which of several elements is the last.
  pattern written_again {
    match op = bir.Dma(dst = bir.ap as d, ..);
    where (transposition(op) != none or replicates(op)) and writes_again(d);
    error op "a transpose or a replicate writes every place once, but a stride of this destination is 0"
      note d, "the destination";
  }
  /// C6: the replica count is exact.
  pattern not_divisible {
    match op = bir.Dma(src = bir.ap as s, dst = bir.ap as d, ..);
    where replicates(op);
    where count(s) == 0 or count(d) % count(s) != 0;
    error op "a replicate of {count(s)} elements does not fill {count(d)} a whole number of times";
  }
  /// C8: what cannot be cut.
  pattern mask_beyond_a_box {
    match op = bir.Dma(src = bir.ap as s, dst = bir.ap as d, ..);
    where materialized(op) and len(op.mask) > 0;
    where not can_be_cut(op, s, d, iterations(op));
    error op "its mask cannot be cut to what moves: a predicate is about one dimension, which both sides have, and its bound is known";
  }
}
