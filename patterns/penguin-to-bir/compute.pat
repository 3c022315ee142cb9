/// penguin.dma_compute: a sum of scaled sources is a DMA in the CCE family, which leaves out what was there.
use penguin, bir;

rewrite attach_value(v: value) -> value {
  match a = penguin.access of v;
  return attach(a);
}

set compute {
  pattern dma_compute {
    match op = penguin.dma_compute(penguin.access as s, penguin.access as d, others, mask) { scales, reduce };
    where reduce == .add else "sums only";
    rewrite {
      let when = bir_masks(mask);
      let bb = bir.dma_cce(attach(s), attach(d), others = [attach_value(o) for o in others]) {
        name = fresh(op.name ?? "dma_compute")
      };
      update bb { cce_op = .add, constants = scales, accumulate = false };
      configure(bb, op);
      update bb (mask = when);
      replace op with bb;
    }
  }
}
set compute_checks {
  pattern compute_adds {
    match op = penguin.dma_compute { reduce };
    where reduce != .add;
    error op "a dma_compute adds up its sources; it has no reduce op {reduce}";
  }
}
