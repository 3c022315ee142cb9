/// Ring entries, which is what the depth of a ring bounds: each run of a DMA is one, or several where it is longer than a
/// descriptor.
use bir, dma;

/// Elements of the longest run that one descriptor moves.
fn max_elements(t: dma.Dtype) -> int =
  if target.max_dma_desc_elements > 0 { target.max_dma_desc_elements } else { target.max_dma_desc_bytes / bytes(t) };
fn longest_run(s: bir.ap, d: bir.ap) -> int = max(1, min(max_elements(s.dtype), max_elements(d.dtype)));

/// Elements that lie side by side on one side; on chip a run ends with its partition.
fn own_run(a: bir.ap) -> int = case refine(a, a) {
  [] => 1,
  [_] if a.partition != none and (a.partition ?? (1, 1)).num > 1 => 1,
  [.., (1, _, n)] => n,
  _ => 1
};

/// Pieces that are contiguous on both sides: one begins wherever a run of either side does.
fn joint_runs(s: bir.ap, d: bir.ap) -> int {
  let (n, a, b) = (count(s), own_run(s), own_run(d));
  if max(a, b) % min(a, b) == 0 { n / min(a, b) } else { n / a + n / b - 1 }
}
/// The granule: elements of the longest run contiguous on both sides, cut at the longest descriptor.
fn granule(s: bir.ap, d: bir.ap) -> int = min(longest_run(s, d), min(own_run(s), own_run(d)));

/// Ring entries of what walks two sides together.
fn joint_entries(s: bir.ap, d: bir.ap) -> int =
  joint_runs(s, d) * ceil_div(min(own_run(s), own_run(d)), longest_run(s, d));
fn joint_entries_of(v: value, d: bir.ap) -> int {
  match s = bir.ap of v;
  joint_entries(s, d)
}
/// Ring entries of a DMA. A transpose or a replicate reads its rows and writes its rows; all others walk their sides together, a
/// sum each source with the destination.
fn ring_entries(op: bir.Dma, s: bir.ap, d: bir.ap) -> int {
  let (longest, n) = (longest_run(s, d), max(count(s), count(d)));
  let others = case op { bir.dma_cce(others = o, ..) => o, _ => [] };
  let entries = if copies_only(op) or accumulating(op) {
    max([joint_entries(s, d)] ++ [joint_entries_of(o, d) for o in others])
  } else {
    max(n / own_run(s) * ceil_div(own_run(s), longest), n / own_run(d) * ceil_div(own_run(d), longest))
  };
  max(1, entries)
}
