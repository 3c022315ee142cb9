/// C1: the descriptor of one iteration of a DMA, by family: transpose, CCE, replicate, else copy.
use bir, desc, dma;

/// C6: how often a replicate moves its source: destination parts by source parts.
fn replica_count(s: bir.ap, d: bir.ap) -> int = count(d) / count(s);

rewrite emit(op: bir.Dma, s: bir.ap, d: bir.ap, idx: [(value, int)]) -> desc.Descriptor {
  if op is bir.dma_cce {
    match bir.dma_cce(others = others, ..) { cce_op, constants, accumulate } of op;
    return desc.cce() {
      src = side_cut(s, idx, mask_box(op, s, idx)), dst = side_cut(d, idx, mask_box(op, d, idx)), op = cce_op,
      constants, accumulate,
      others = [other_side(op, o, idx) for o in others], replica_groups = op.replica_groups
    };
  } else {
    if accumulating(op) {
      return desc.cce() {
        src = side_cut(s, idx, mask_box(op, s, idx)), dst = side_cut(d, idx, mask_box(op, d, idx)), op = .add,
        replica_groups = op.replica_groups
      };
    } else {
      if replicates(op) {
        return desc.replicate() {
          src = side_cut(s, idx, mask_box(op, s, idx)), dst = side_cut(d, idx, mask_box(op, d, idx)),
          copies = replica_count(s, d), replica_groups = op.replica_groups
        };
      } else {
        if transposition(op) == none {
          return descriptor(op, s, d, idx);
        } else {
          return desc.transpose() {
            src = ranked_side(s, idx, mask_box(op, s, idx)), dst = ranked_side(d, idx, mask_box(op, d, idx)),
            transpose_op = transposition(op), can_read_uninit = op.can_read_uninit, replica_groups = op.replica_groups
          };
        }
      }
    }
  }
}
/// A transpose is about dimensions, so a partition pair of one partition stays.
rewrite ranked_side(a: bir.ap, idx: [(value, int)], box: [(int, int)]) -> desc.Side {
  let s = side_cut(a, idx, box);
  return if a.partition != none and s.space != .hbm and s.partition == none {
    desc.Side(s.space, s.address, (1, 1), s.pairs, s.dtype)
  } else {
    s
  };
}
/// Its dimensions need not be those of the first source.
rewrite other_side(op: bir.Dma, v: value, idx: [(value, int)]) -> desc.Side {
  match a = bir.ap of v;
  return side_cut(a, idx, mask_box(op, a, idx));
}

rewrite descriptor(op: bir.Dma, s: bir.ap, d: bir.ap, idx: [(value, int)]) -> desc.copy {
  return desc.copy() {
    src = side_cut(s, idx, mask_box(op, s, idx)), dst = side_cut(d, idx, mask_box(op, d, idx)),
    can_read_uninit = op.can_read_uninit, replica_groups = op.replica_groups
  };
}
