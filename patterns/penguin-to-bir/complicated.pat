/// A5: the access that the gate calls complicated, in the seed's order: free pairs, reshaped to the form that both sides share;
/// fp32r to fp32; the memory; the partition pair, the operation's own or the re-derived one; the access; the caller attaches
/// it.
use penguin, bir, dma;

rewrite attach_complicated(op: penguin.Dma, a: penguin.access, form: dma.Form, index: [value]) -> bir.ap {
  let pairs = form.pairs;
  let dtype = strip_fp32r(op, a.dtype);
  let tensor = memory(a);
  let partition? = partition_pair(a, form.partition);
  return bir.ap(tensor, index = index) { partition, pairs, offset = form.offset, dtype };
}

fn strip_fp32r(op: penguin.Dma, t: dma.Dtype) -> dma.Dtype = if op.strip_fp32r and t == .fp32r { .fp32 } else { t };

/// Elements of a partition of an on-chip tensor, in the access's type.
fn row_elements(a: penguin.access) -> int {
  let t = type(a.tensor);
  byte_size(t) / shape(t)[0] / bytes(a.dtype)
}
/// Partitions that the local access spans.
fn spanned_partitions(a: penguin.access, p: dma.Pair) -> int = p.stride / row_elements(a) * p.num;

/// Where the access spans as many partitions as the tile's hull has, its own pair. Else the partition stride is derived
/// anew, so that the hull's partitions lie evenly in those spanned.
fn partition_pair(a: penguin.access, p: dma.Pair?) -> dma.Pair? = case (p, a.hull) {
  (none, _) => none,
  (q, none) => q,
  (q, h) => if spanned_partitions(a, q) == h { q } else { rederived_pair(a, q, h) }
};
fn rederived_pair(a: penguin.access, p: dma.Pair, h: int) -> dma.Pair {
  let l = spanned_partitions(a, p);
  if h < 1 or l % h != 0 {
    fail "{l} partitions are spanned, which the hull of {h} does not divide"
  } else {
    let q = dma.Pair(l / h * row_elements(a), h);
    if q == p { q } else { fail "{l} partitions are spanned, and {h} of them are others than those of the access" }
  }
}
