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

/// The granule: elements of the longest run contiguous on both sides, cut at the longest descriptor.
fn granule(s: bir.ap, d: bir.ap) -> int = min(longest_run(s, d), min(own_run(s), own_run(d)));

/// Ring entries of so many elements in runs of a on one side and b on the other, walked together: a piece that is contiguous on
/// both begins wherever a run of either does.
fn entries_of_runs(n: int, a: int, b: int, longest: int) -> int {
  let (least, most) = (min(a, b), max(a, b));
  let pieces = if most % least == 0 { n / least } else { n / a + n / b - 1 };
  pieces * ceil_div(least, longest)
}
fn joint_entries(s: bir.ap, d: bir.ap) -> int = entries_of_runs(count(s), own_run(s), own_run(d), longest_run(s, d));
fn joint_entries_of(v: value, d: bir.ap) -> int {
  match s = bir.ap of v;
  joint_entries(s, d)
}
/// Ring entries of a DMA. A transpose or a replicate reads its rows and writes its rows; all others walk their sides together, a
/// sum each source with the destination.
fn ring_entries(op: bir.Dma, s: bir.ap, d: bir.ap) -> int {
  let entries = if op is bir.dma_cce {
    max([joint_entries(s, d)] ++ [joint_entries_of(o, d) for o in further_operands(op)])
  } else if copies_only(op) or accumulating(op) {
    joint_entries(s, d)
  } else {
    rows_entries(max(count(s), count(d)), own_run(s), own_run(d), longest_run(s, d))
  };
  max(1, entries)
}
fn further_operands(op: bir.Dma) -> [value] = case op { bir.dma_cce(others = o, ..) => o, _ => [] };
fn rows_entries(n: int, a: int, b: int, longest: int) -> int =
  max(n / a * ceil_div(a, longest), n / b * ceil_div(b, longest));
