/// A1: the plain copy. Surface in the seed's order: base, mode, dge type, QoS, replica groups, access patterns.
use penguin, bir;

set copies {
  /// Both sides attach as they stand.
  pattern dma_copy {
    match op = penguin.dma_copy(penguin.access as s, penguin.access as d, mask);
    where plain_access(s) and plain_access(d)
      else "an access with a channel or a count of run time has patterns of its own";
    where not complicated(s, d) else "the access pattern is complicated";
    rewrite {
      let when = bir_masks(mask);
      let bb = base_dma_copy(op, attach(s), attach(d));
      update bb { mode = .copy };
      configure(bb, op);
      update bb (mask = when);
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
  /// Both sides take the form that they share. The positions of a mask are those of the access as it is written.
  pattern complicated_copy unordered {
    match op = penguin.dma_copy(penguin.access as s, penguin.access as d);
    where plain_access(s) and plain_access(d)
      else "an access with a channel or a count of run time has patterns of its own";
    where complicated(s, d) else "both sides attach as they stand";
    where not seed_asserts(s, d) else "the shape is trivial, and the strides are too many";
    let (f, g) = normalize(s, d);
    where len(shared_pairs(f, g)) <= target.max_free_dims else "the instruction set has fewer pairs";
    rewrite {
      let bb = base_dma_copy(op, attach_complicated(op, s, f, []), attach_complicated(op, d, g, []));
      update bb { mode = .copy };
      configure(bb, op);
      replace op with bb;
    }
    example { """
      %s = builtin.unrealized_conversion_cast %m : !bir.memory to memref<4x8xbf16>
      %d = builtin.unrealized_conversion_cast %n : !bir.memory to memref<32xbf16>
      %a = penguin.access %s pattern [[8, 4], [1, 8]] as bf16 : memref<4x8xbf16>
      %b = penguin.access %d pattern [[1, 32]] as bf16 : memref<32xbf16>
      penguin.dma_copy %a -> %b
    """ => """
      %a = bir.ap %m pattern [[1, 32]] as bf16
      %b = bir.ap %n pattern [[1, 32]] as bf16
      bir.dma_copy %a -> %b {name = "dma_copy"}
    """ }
  }
  /// The positions of a mask are those of the access as it is written, so it stays as it is where the instruction set has
  /// its pairs.
  pattern masked_copy unordered {
    match op = penguin.dma_copy(penguin.access as s, penguin.access as d, [_, ..]);
    where plain_access(s) and plain_access(d)
      else "an access with a channel or a count of run time has patterns of its own";
    where complicated(s, d) else "both sides attach as they stand";
    where strides(s.pairs) <= target.max_free_dims and strides(d.pairs) <= target.max_free_dims else "too many strides";
    rewrite {
      let when = bir_masks(op.mask);
      let bb = base_dma_copy(op, attach(s), attach(d));
      update bb { mode = .copy };
      configure(bb, op);
      update bb (mask = when);
      replace op with bb;
    }
  }
  /// As many elements as the run time says: the dimensions stay as they are written, where the instruction set has them.
  pattern dynamic_copy unordered {
    match op = penguin.dma_copy(penguin.access { channel = none } as s, penguin.access { channel = none } as d, mask);
    where s.extent != none or d.extent != none else "all counts are known";
    where not over_budget(s) and not over_budget(d) else "too many strides";
    rewrite {
      let when = bir_masks(mask);
      let bb = base_dma_copy(op, attach(s), attach(d));
      update bb { mode = .copy };
      configure(bb, op);
      update bb (mask = when);
      replace op with bb;
    }
  }
  /// A13: an access with a channel expression is one of another core of its replica group.
  pattern collective_copy unordered {
    match op = penguin.dma_copy(penguin.access { extent = none } as s, penguin.access { extent = none } as d, mask);
    where s.channel != none or d.channel != none else "no access has a channel";
    where len(op.replica_groups) > 0 else "a collective access needs replica groups";
    where collective_fits(s, mask) and collective_fits(d, mask) else "the instruction set has fewer pairs";
    rewrite {
      let when = bir_masks(mask);
      let bb = base_dma_copy(op, attach_collective(s, mask), attach_collective(d, mask));
      update bb { mode = .copy };
      configure(bb, op);
      update bb (mask = when);
      replace op with bb;
    }
  }
}

set empty_copy {
  /// A copy of no elements moves nothing.
  pattern empty_copy benefit 2 {
    match op = penguin.dma_copy(s, _, _);
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
  pattern empty_sum benefit 2 {
    match op = penguin.dma_compute(dst = dst, ..);
    where count(dst) == 0 else "there are elements to add";
    rewrite { erase op; }
  }
  pattern empty_gather benefit 2 {
    match op = penguin.indirect_load(dst = dst, ..);
    where count(dst) == 0 else "there are elements to move";
    rewrite { erase op; }
  }
  pattern empty_scatter benefit 2 {
    match op = penguin.indirect_save | penguin.indirect_rmw (src = src, ..);
    where count(src) == 0 else "there are elements to move";
    rewrite { erase op; }
  }
}
