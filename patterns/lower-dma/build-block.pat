/// C2, C10: a block of its own, one an iteration of the loops around the DMA, and the trigger in place, on the DMA's engine.
use bir, desc;

set build_block {
  pattern new_block {
    match op = bir.Dma(src = bir.ap as s, dst = bir.ap as d, ..) { queue = q, engine, dma_qos, notify };
    where materialized(op) else "an engine executes it";
    let its = iterations(op);
    where len(its) > 0 else "the loops around it never run";
    where can_be_cut(op, s, d, its) else "its mask cannot be cut to what moves";
    match dq = desc.queue of resolve(q);
    rewrite {
      let blocks = [
        at end of dq.blocks: desc.block() {
          sym_name = numbered(block_base(), dq), entries = ring_entries(op, s, d), priority_class = dma_qos, notify
        } with body { if moves_any(op, s, i) { emit(op, s, d, i); } } for i in its
      ];
      replace op with desc.trigger(predicates = run_time_mask(op, its)) {
        engine, qos = dma_qos, queue = ref(dq), blocks = [ref(b) for b in blocks]
      };
    }
  }
  /// A DMA in a loop that never runs moves nothing.
  pattern never_run unordered {
    match op = bir.Dma;
    where materialized(op) else "an engine executes it";
    where len(iterations(op)) == 0;
    rewrite { erase op; }
  }
}
