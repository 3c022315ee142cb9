/// What the target takes of access patterns, for engines that read and write on-chip memory themselves. DMA sides have
/// rules of their own, which their lowering sees to.
use penguin, bir, dma;

/// Dimensions that are really walked.
fn walked(pairs: [dma.Pair]) -> [dma.Pair] = [p for p in pairs if p.num > 1];

/// Where an access may begin by the number of partitions that it has: a whole half or quarter of them fits.
fn partition_starts(count: int) -> [int] {
  let n = target.partitions;
  if count * 2 > n { [0] } else if count * 4 > n { [0, n / 2] } else { [0, n / 4, n / 2, n / 4 * 3] }
}

/// Operations that an engine executes on accesses of its own.
set access_widths {
  pattern penguin_widths {
    match op = penguin.indirect_copy | penguin.pool_gather;
    match a = penguin.access in [op.src, op.dst];
    let [w, ..] = [
      p for p in walked(a.pairs)
      if p.num > target.max_num or p.stride > target.max_stride or p.stride < -target.max_stride - 1
    ];
    error op "a stride of {w.stride} over {w.num} elements does not fit the fields of target '{target.name}'"
      note a, "strides have {-target.max_stride - 1} to {target.max_stride}, counts up to {target.max_num}";
  }
  pattern bir_widths {
    match op = bir.indirect_copy | bir.pool_gather;
    match a = bir.ap in [op.src, op.dst];
    let [w, ..] = [
      p for p in walked(a.pairs)
      if p.num > target.max_num or p.stride > target.max_stride or p.stride < -target.max_stride - 1
    ];
    error op "a stride of {w.stride} over {w.num} elements does not fit the fields of target '{target.name}'"
      note a, "strides have {-target.max_stride - 1} to {target.max_stride}, counts up to {target.max_num}";
  }
}
set access_partitions {
  pattern penguin_partition_start {
    match op = penguin.indirect_copy | penguin.pool_gather;
    match a = penguin.access in [op.src, op.dst];
    let [(first, last, _), _] = bounds(a);
    let starts = partition_starts(last - first + 1);
    where not (first in starts);
    error op "an access to {last - first + 1} partitions begins at partition {first}; it may begin at {starts}"
      note a, "the access";
  }
  pattern bir_partition_start {
    match op = bir.indirect_copy | bir.pool_gather;
    match a = bir.ap in [op.src, op.dst];
    let [(first, last, _), _] = bounds(a);
    let starts = partition_starts(last - first + 1);
    where not (first in starts);
    error op "an access to {last - first + 1} partitions begins at partition {first}; it may begin at {starts}"
      note a, "the access";
  }
}
/// Checks access patterns against the fields and the partition rules of the target.
pass check_access_patterns on builtin.module { stage all: walk { access_widths, access_partitions } }
