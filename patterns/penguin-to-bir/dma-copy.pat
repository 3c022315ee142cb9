/// A1: the plain copy. Surface in the seed's order: base, mode, dge type, QoS, replica groups, access patterns.
use penguin, bir;

set copies {
  pattern dma_copy {
    match op = penguin.dma_copy(penguin.access { channel = none } as s, penguin.access { channel = none } as d)
      { dge_mode, dma_qos, replica_groups };
    where not complicated(s, d) else "the access pattern is complicated";
    rewrite {
      let bb = base_dma_copy(op, attach(s), attach(d));
      update bb { mode = .copy, dge_type = dge_type(dge_mode), dma_qos = qos(dma_qos), replica_groups };
      replace op with bb;
    }
  }
}
set empty_copy {
  /// A copy of no elements moves nothing.
  pattern empty_copy benefit 2 {
    match op = penguin.dma_copy(s, d);
    where count(s) == 0 else "there are elements to move";
    rewrite { erase op; }
  }
}
