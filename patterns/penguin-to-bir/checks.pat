/// What no pattern lowered, and why. These see exactly the operations that are left.
use penguin, dma, builtin;

fn has_memory(a: penguin.access) -> bool = a.tensor is builtin.unrealized_conversion_cast;

set copy_checks {
  pattern no_memory benefit 4 {
    match op = penguin.dma_copy(penguin.access as s, penguin.access as d);
    where not (has_memory(s) and has_memory(d));
    error op "a tensor of this copy has no memory: its sizes must be static and, on chip, its partitions at least one";
    example { """
      %s = penguin.access %a pattern [[1, 8]] as bf16 : memref<?xbf16>
      %d = penguin.access %b pattern [[1, 8]] as bf16 : memref<8xbf16>
      penguin.dma_copy %s -> %d
    """ => error "has no memory" }
  }
  pattern cannot_legalize benefit 3 {
    match op = penguin.dma_copy(penguin.access as s, penguin.access as d);
    where over_budget(s) or over_budget(d);
    let n = max(strides(s.pairs), strides(d.pairs));
    error op "Cannot legalize strided load!"
      note "{n} strides, but target '{target.name}' takes {target.neuron_max_strides} (neuron_max_strides)";
    example "five strides" on trn2 { """
      %s = penguin.access %a pattern [[64, 2], [32, 2], [16, 2], [4, 2], [1, 2]] as bf16 : memref<256xbf16>
      %d = penguin.access %b pattern [[64, 2], [32, 2], [16, 2], [4, 2], [1, 2]] as bf16 : memref<256xbf16>
      penguin.dma_copy %s -> %d
    """ => error "Cannot legalize strided load!" }
    no_match "two strides" on trn2 """
      %s = penguin.access %a pattern [[4, 2], [1, 2]] as bf16 : memref<256xbf16>
      %d = penguin.access %b pattern [[4, 2], [1, 2]] as bf16 : memref<256xbf16>
      penguin.dma_copy %s -> %d
    """;
  }
  pattern complicated_copy benefit 2 {
    match op = penguin.dma_copy(penguin.access as s, penguin.access as d);
    let shape = block_shape(s, d);
    where own_shape(s) != shape or own_shape(d) != shape;
    error op "complicated access pattern: not lowered yet"
      note "both sides step through {shape} together, the source has {own_shape(s)}, the destination {own_shape(d)}";
  }
  pattern ragged_copy {
    match op = penguin.dma_copy(penguin.access, penguin.access);
    error op "complicated access pattern: the boundaries of the two sides do not nest; not lowered yet";
  }
}
set not_yet {
  pattern other_dma {
    match op = penguin.Dma;
    where not (op is penguin.dma_copy);
    error op "this DMA is not lowered yet";
  }
}
