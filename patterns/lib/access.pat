/// What several steps ask of accesses. An access walks its partition pair first, then its free pairs.
use dma, bir;

/// The pairs that an access really steps through: those of more than one element, the partition's first.
fn steps(partition: dma.Pair?, pairs: [dma.Pair]) -> [dma.Pair] =
  [p for p in (case partition { none => [], q => [q] }) ++ pairs if p.num != 1];

/// The nums of those pairs.
fn shape_of(partition: dma.Pair?, pairs: [dma.Pair]) -> [int] = [p.num for p in steps(partition, pairs)];

/// Contiguous runs of an access; each is a ring entry of its own, or several where it is longer than a descriptor.
fn runs(pairs: [dma.Pair]) -> int = product(p.num for p in pairs[0 .. len(pairs) - 1]);

/// Ring entries of a DMA: its runs on the side that has more of them, each cut at the longest descriptor.
fn ring_entries(s: bir.ap, d: bir.ap) -> int {
  let moved = count(s);
  let longest = max(1, max_elements(s.dtype));
  let n = max(run_count(s), run_count(d));
  max(n, ceil_div(moved, longest))
}
fn run_count(a: bir.ap) -> int {
  let inner = if last(a.pairs).stride == 1 or last(a.pairs).num <= 1 {
    runs(a.pairs)
  } else {
    product(p.num for p in a.pairs)
  };
  inner * (case a.partition { none => 1, p => p.num })
}
/// Elements of the longest contiguous run that one descriptor moves.
fn max_elements(t: dma.Dtype) -> int =
  if target.max_dma_desc_elements > 0 { target.max_dma_desc_elements } else { target.max_dma_desc_bytes / bytes(t) };
