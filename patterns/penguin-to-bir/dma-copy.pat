/// A1: the plain copy. Surface in the seed's order: base, mode, dge type, QoS, replica groups, access patterns.
use penguin, bir;

/// All its elements are known, and of this core.
fn plain(a: penguin.access) -> bool = a.channel == none and a.extent == none;

set copies {
  pattern dma_copy {
    match op = penguin.dma_copy(penguin.access as s, penguin.access as d) { dge_mode, dma_qos, replica_groups };
    where plain(s) and plain(d) else "an access with a channel or a count of run time has patterns of its own";
    where not complicated(s, d) else "the access pattern is complicated";
    rewrite {
      let bb = base_dma_copy(op, attach(s), attach(d));
      update bb { mode = .copy, dge_type = dge_type(dge_mode), dma_qos = qos(dma_qos), replica_groups };
      replace op with bb;
    }
    example { """
      %s = builtin.unrealized_conversion_cast %m : !bir.memory to memref<8xbf16>
      %d = builtin.unrealized_conversion_cast %n : !bir.memory to memref<8xbf16>
      %a = penguin.access %s pattern [[1, 8]] as bf16 : memref<8xbf16>
      %b = penguin.access %d pattern [[1, 8]] as bf16 : memref<8xbf16>
      penguin.dma_copy %a -> %b {name = "copy", dma_qos = 2, dge_mode = swdge}
    """ => """
      %a = bir.ap %m pattern [[1, 8]] as bf16
      %b = bir.ap %n pattern [[1, 8]] as bf16
      bir.dma_copy %a -> %b {name = "copy", mode = copy, dma_qos = p0, dge_type = swdge}
    """ }
    no_match "sides of another shape" """
      %s = builtin.unrealized_conversion_cast %m : !bir.memory to memref<8x8xbf16>
      %d = builtin.unrealized_conversion_cast %n : !bir.memory to memref<8xbf16>
      %a = penguin.access %s pattern [[8, 2], [1, 4]] as bf16 : memref<8x8xbf16>
      %b = penguin.access %d pattern [[1, 8]] as bf16 : memref<8xbf16>
      penguin.dma_copy %a -> %b
    """;
  }
}
set empty_copy {
  /// A copy of no elements moves nothing.
  pattern empty_copy benefit 2 {
    match op = penguin.dma_copy(s, _);
    where count(s) == 0 else "there are elements to move";
    rewrite { erase op; }
    example { """
      %s = penguin.access %a pattern [[1, 0]] as bf16 : memref<8xbf16>
      %d = penguin.access %b pattern [[1, 0]] as bf16 : memref<8xbf16>
      penguin.dma_copy %s -> %d
    """ => """""" }
    no_match """
      %s = penguin.access %a pattern [[1, 1]] as bf16 : memref<8xbf16>
      %d = penguin.access %b pattern [[1, 1]] as bf16 : memref<8xbf16>
      penguin.dma_copy %s -> %d
    """;
  }
}
