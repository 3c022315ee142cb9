/// What several steps ask of accesses. An access walks its partition pair first, then its free pairs.
use dma, bir;

/// The pairs that an access really steps through: those of more than one element, the partition's first.
fn steps(partition: dma.Pair?, pairs: [dma.Pair]) -> [dma.Pair] =
  [p for p in (case partition { none => [], q => [q] }) ++ pairs if p.num != 1];

/// The nums of those pairs.
fn shape_of(partition: dma.Pair?, pairs: [dma.Pair]) -> [int] = [p.num for p in steps(partition, pairs)];

/// Dimensions of an access in the order of its walk: the partition's first.
fn dims_of(a: bir.ap) -> [dma.Pair] = (case a.partition { none => [], p => [p] }) ++ a.pairs;
fn whole_box(a: bir.ap) -> [(int, int)] = [(0, p.num) for p in dims_of(a)];
