/// A2, A3: transposes are DMA copies in transpose mode, XZYW, whose sides have rank 4 (addBatchTransposeAP of the seed): the
/// dimension that becomes the last, batch, Y, and the dimension that becomes the first. Rank 2 and 3 become rank 4 by units.
use penguin, bir, dma, builtin, memref;

/// What stands between the first and the last dimension, as batch and Y.
fn batch_and_y(middle: [dma.Pair], batch: int, y: int) -> [dma.Pair] = if len(middle) == 0 {
  [(1, 1), (1, 1)]
} else {
  if len(middle) == 1 { [(middle[0].stride * y, batch), (middle[0].stride, y)] } else { middle }
};
fn tile_count(middle: [dma.Pair]) -> int = product(p.num for p in middle);

/// All dimensions of a source, the partition's first.
fn walked_pairs(a: penguin.access) -> [dma.Pair] = (case a.partition { none => [], p => [p] }) ++ a.pairs;
fn between_ends(pairs: [dma.Pair], first: int) -> [dma.Pair] = pairs[first .. len(pairs) - 1];

/// A side fits where it has at most rank 4, and as many tiles between its first and last dimension as the operation says.
fn fits_rank4(pairs: [dma.Pair], first: int, wanted: int) -> bool =
  len(pairs) > first and len(pairs) <= first + 3 and tile_count(between_ends(pairs, first)) == wanted;

rewrite attach_rank4(
  a: penguin.access, lead: [dma.Pair], pairs: [dma.Pair], batch: int, y: int, index: [value] = []
) -> bir.ap {
  return bir.ap(memory(a), index = index) {
    partition = if len(lead) == 0 { a.partition } else { none },
    pairs = lead ++ batch_and_y(between_ends(pairs, 0), batch, y) ++ [last(pairs)], offset = a.offset, dtype = a.dtype
  };
}

fn tensor_space(a: penguin.access) -> dma.Space = space_of_type(type(a.tensor));
fn transposable(s: penguin.access, d: penguin.access) -> bool =
  tensor_space(s) == .hbm and tensor_space(d) == .sbuf and plain_access(s) and plain_access(d);

set transposes {
  pattern dma_transpose {
    match op = penguin.dma_transpose(penguin.access as s, penguin.access { partition = _there } as d)
      { y_size, batch_size };
    where transposable(s, d) else "transposes go from HBM to SBUF";
    let [first, ..rest] = walked_pairs(s);
    where fits_rank4(walked_pairs(s), 1, batch_size * y_size) and fits_rank4(d.pairs, 0, batch_size * y_size)
      else "the sides have no rank-4 form";
    rewrite {
      let bb = base_dma_copy(
        op, attach_rank4(s, [first], rest, batch_size, y_size, []), attach_rank4(d, [], d.pairs, batch_size, y_size, [])
      );
      update bb { mode = .transpose, transpose_op = .xzyw };
      configure(bb, op);
      replace op with bb;
    }
    example { """
      %s = builtin.unrealized_conversion_cast %m : !bir.memory to memref<16x128xbf16>
      %d = builtin.unrealized_conversion_cast %n : !bir.memory to memref<128x16xbf16, #dma.space<sbuf>>
      %a = penguin.access %s pattern [[128, 16], [1, 128]] as bf16 : memref<16x128xbf16>
      %b = penguin.access %d pattern [[1, 16]] partition [16, 128] as bf16 : memref<128x16xbf16, #dma.space<sbuf>>
      penguin.dma_transpose %a -> %b {y_size = 1}
    """ => """
      %a = bir.ap %m pattern [[128, 16], [1, 1], [1, 1], [1, 128]] as bf16
      %b = bir.ap %n pattern [[1, 1], [1, 1], [1, 16]] partition [16, 128] as bf16
      bir.dma_copy %a -> %b {name = "dma_copy", mode = transpose, transpose_op = xzyw}
    """ }
  }
  /// A gather and a transpose in one: the indices are the first dimension of the source; pinned to Pool, out of bounds
  /// skipped.
  pattern dma_indirect_transpose {
    match op = penguin.dma_indirect_transpose(penguin.access as s, penguin.access { partition = _there } as d, addrs)
      { y_size, batch_size, generic_dims };
    where transposable(s, d) else "transposes go from HBM to SBUF";
    where fits_rank4(walked_pairs(s), 0, batch_size * y_size) and fits_rank4(d.pairs, 0, batch_size * y_size)
      else "the sides have no rank-4 form";
    rewrite {
      let bb = base_dma_copy(
        op, attach_rank4(s, [], walked_pairs(s), batch_size, y_size, index_accesses(addrs)),
        attach_rank4(d, [], d.pairs, batch_size, y_size, [])
      );
      update bb { mode = .transpose, transpose_op = .xzyw };
      update bb { dge_type = dge_type(op.dge_mode), indirect_dims = generic_dims, engine = .pool };
      update bb { dma_qos = qos(op.dma_qos), oob = .skip, replica_groups = op.replica_groups };
      replace op with bb;
    }
  }
}

/// The accesses to the indices, attached.
rewrite index_accesses(addrs: [value]) -> [value] {
  return [index_access(a) for a in addrs];
}
rewrite index_access(a: value) -> value {
  match i = penguin.access of a;
  return attach(i);
}

set transpose_checks {
  pattern transpose_memories benefit 3 {
    match op = penguin.dma_transpose | penguin.dma_indirect_transpose (
      src = penguin.access as s, dst = penguin.access as d, ..
    );
    where tensor_space(s) != .hbm or tensor_space(d) != .sbuf;
    error op "transpose only supported for HBM->SB" note "this one goes from {tensor_space(s)} to {tensor_space(d)}";
  }
  pattern transpose_takes_no_mask benefit 4 {
    match op = penguin.dma_transpose | penguin.dma_indirect_transpose (mask = [_, ..], ..);
    error op "a transpose has no mask: all of a tile is moved";
  }
  pattern transpose_rank benefit 2 {
    match op = penguin.dma_transpose | penguin.dma_indirect_transpose (
      src = penguin.access as s, dst = penguin.access as d, ..
    );
    error op "DGE transpose must have 4D AP" note s, "the source has {len(walked_pairs(s))} dimensions"
      note d, "the destination has {len(walked_pairs(d))}; between the first and the last of each are {op.batch_size} x {op.y_size} tiles";
  }
}
