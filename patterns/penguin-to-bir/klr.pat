/// A15: the klr path. Copies attach as they stand, in one leaf that allocates and sets: no base, no gate, no QoS. What
/// they have of strides is left to the pass legalize-strided-dma. All else is lowered by the same patterns.
use penguin, bir;

set klr_service {
  /// QoS is not bound on this path, in no family: what the author asked for goes before anything is lowered.
  pattern klr_leaves_qos {
    match op = penguin.Dma { dma_qos };
    where dma_qos != 0 else "it has no class of service";
    rewrite { update op { dma_qos = 0 }; }
    example { """
      %s = penguin.access %a pattern [[1, 8]] as bf16 : memref<8xbf16>
      %d = penguin.access %b pattern [[1, 8]] as bf16 : memref<8xbf16>
      penguin.dma_copy %s -> %d {dma_qos = 3}
    """ => """
      %s = penguin.access %a pattern [[1, 8]] as bf16 : memref<8xbf16>
      %d = penguin.access %b pattern [[1, 8]] as bf16 : memref<8xbf16>
      penguin.dma_copy %s -> %d
    """ }
  }
}
set klr_leaf {
  pattern klr_dma_copy unordered {
    match op = penguin.dma_copy(penguin.access { channel = none } as s, penguin.access { channel = none } as d, mask)
      { dge_mode, replica_groups };
    rewrite {
      let when = bir_masks(mask);
      replace op with bir.dma_copy(attach(s), attach(d), when) {
        name = fresh(op.name ?? "dma_copy"), mode = .copy, dge_type = dge_type(dge_mode), replica_groups
      };
    }
  }
}
set klr = klr_leaf + collective_copy;
