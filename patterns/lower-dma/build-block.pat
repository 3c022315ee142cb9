/// C2, C10: a block of its own, one an iteration of the loops around the DMA, and the trigger in place, on the DMA's engine.
use bir, desc;

set build_block {
  pattern new_block {
    match op = bir.Dma(bir.ap as s, bir.ap as d) { queue = q, engine, dma_qos, notify };
    let its = iterations(op);
    where len(its) > 0 else "the loops around it never run";
    match dq = desc.queue of resolve(q);
    rewrite {
      let blocks = [
        at end of dq.blocks: desc.block() {
          sym_name = numbered(block_base(), dq), entries = ring_entries(s, d), priority_class = dma_qos, notify
        } with body { descriptor(op, s, d, i); } for i in its
      ];
      replace op with desc.trigger() { engine, qos = dma_qos, queue = ref(dq), blocks = [ref(b) for b in blocks] };
    }
  }
  /// A DMA in a loop that never runs moves nothing.
  pattern never_run unordered {
    match op = bir.Dma;
    where len(iterations(op)) == 0;
    rewrite { erase op; }
  }
}
