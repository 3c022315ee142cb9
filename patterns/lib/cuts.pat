/// Where a DMA is cut for the sake of ring entries, by family: what its rows are, and how they are taken from it.
/// Copies and accumulations are cut at rows, the steps of the outermost dimension that both sides
/// share: each is taken alone where one of them is too long, so that the dimension within it is the next. A single run is cut at
/// multiples of the longest descriptor. Pieces are in the order of the walk, so what is ordered stays ordered.
use bir, dma;

/// Lengths of stretches of at most so many, all but the last of that length.
fn chunk_sizes(n: int, most: int) -> [int] = [min(most, n - k * most) for k in 0 .. ceil_div(n, most)];

/// What a DMA is cut into: how many rows, elements of a row, and its ring entries.
fn rows_of(s: bir.ap, d: bir.ap) -> (int, int, int) {
  let form = refine(s, d);
  let longest = longest_run(s, d);
  let nums = [n for (_, _, n) in form];
  let inner = nums[min(1, len(nums)) .. len(nums)];
  case form {
    [] => (1, 1, 1),
    [(1, 1, n)] => (ceil_div(n, longest), longest, 1),
    [.., (1, 1, run)] => (nums[0], product(inner), product(inner) / run * ceil_div(run, longest)),
    _ => (nums[0], product(inner), product(inner))
  }
}
/// Elements of each piece, from rows of each piece; the last run may be shorter.
fn piece_sizes(rows: [int], row: int, n: int) -> [int] =
  [min(r * row, n - start * row) for (start, r) in zip(offsets(rows), rows)];

/// Whether all that an access steps through is known.
fn plain(a: bir.ap) -> bool = len(a.index) == 0 and a.extent == none;
/// In a collective all cores read before any writes, and would not where the pieces of one are several.
fn of_this_core(s: bir.ap, d: bir.ap) -> bool = s.channel == none and d.channel == none or other_place(s, d);
/// A mask that is about no position holds for all of the DMA or for none of it, so for each of its pieces. One that is needs the
/// dimensions as they are written.
fn mask_can_follow(op: bir.Dma, s: bir.ap, d: bir.ap, along: [dma.Pair], across: [dma.Pair]) -> bool =
  whole_mask(op) or (along == dims_of(s) and across == dims_of(d) and same_dims(s, d));
fn whole_mask(op: bir.Dma) -> bool = all(not positional(mask_dims(m)) for m in op.mask);
fn mask_dims(m: value) -> [int] {
  match p = bir.predicate of m;
  p.dims
}
/// Whether a DMA moves its elements one by one, both sides together, so that any stretch of its walk is a DMA.
fn in_step(op: bir.Dma, s: bir.ap, d: bir.ap) -> bool =
  plain(s) and plain(d) and of_this_core(s, d) and by_elements(op);
/// A sum of its own instruction has more sides than the two.
fn by_elements(op: bir.Dma) -> bool =
  materialized(op) and (copies_only(op) or accumulating(op)) and not (op is bir.dma_cce);

/// Elements that lie side by side at the end of a walk along these dimensions.
fn run_of(dims: [dma.Pair]) -> int = max(
  [1] ++ [product(p.num for p in dims[k .. len(dims)]) for k in 0 .. len(dims) if side_by_side(dims[k .. len(dims)])]
);
fn side_by_side(dims: [dma.Pair]) -> bool =
  all(p.num == 1 or p.stride == each for (p, each) in zip(dims, inner_counts(dims)));
/// Ring entries of one side with these dimensions; on chip a run ends with its partition.
fn side_entries(a: bir.ap, dims: [dma.Pair], longest: int) -> int {
  let run = run_of(if a.partition == none { dims } else { dims[1 .. len(dims)] });
  product(p.num for p in dims) / run * ceil_div(run, longest)
}

/// A transpose is cut between whole batches: the dimensions of the source that it leaves between the two others, the outer one
/// first, and those of the destination that they become.
fn batch_dims(t: bir.TransposeOp, s: bir.ap) -> [(int, int)] =
  [(k, j) for k in 1 .. 3 for (j, axis) in enumerate(t.axes) if axis == k and dims_of(s)[k].num > 1];
fn one_batch(dims: [dma.Pair], k: int) -> [dma.Pair] = with_at(dims, k, dma.Pair(dims[k].stride, 1));
fn batch_entries(s: bir.ap, d: bir.ap, k: int, j: int) -> int = max(
  side_entries(s, one_batch(dims_of(s), k), longest_run(s, d)),
  side_entries(d, one_batch(dims_of(d), j), longest_run(s, d))
);
/// Batches are moved in another order than elements are, which may not show.
fn batches_apart(op: bir.Dma, s: bir.ap, d: bir.ap) -> bool = plain(s) and plain(d) and whole_mask(op)
  and len(dims_of(s)) == 4 and len(dims_of(d)) == 4 and spread_out(steps(d.partition, d.pairs)) and other_place(s, d);
/// Memories are places of their own, except those that refer to others.
fn other_place(s: bir.ap, d: bir.ap) -> bool {
  match m = bir.memory of s.memory;
  match n = bir.memory of d.memory;
  m.space != n.space or (m != n and m.reference == none and n.reference == none and bytes_apart(m, n))
}
/// Addresses that somebody gave may overlap; memories that are not placed yet will not.
fn bytes_apart(m: bir.memory, n: bir.memory) -> bool = m.address == none or n.address == none
  or (m.address ?? 0) + m.bytes <= (n.address ?? 0) or (n.address ?? 0) + n.bytes <= (m.address ?? 0);
/// The same of all sources of a sum.
fn sum_of_this_core(op: bir.Dma, s: bir.ap, d: bir.ap) -> bool =
  of_this_core(s, d) and all(source_of_this_core(v, d) for v in further_operands(op));
fn source_of_this_core(v: value, d: bir.ap) -> bool {
  match s = bir.ap of v;
  of_this_core(s, d)
}
/// So many steps of one dimension, the partition's being the first.
rewrite steps_of(a: bir.ap, k: int, start: int, n: int) -> bir.ap {
  let dims = dims_of(a);
  let cut = with_at(dims, k, dma.Pair(dims[k].stride, n));
  let offset = a.offset + start * dims[k].stride;
  if a.partition == none {
    return clone a { offset, pairs = cut };
  } else {
    return clone a { offset, partition = cut[0], pairs = cut[1 .. len(cut)] };
  }
}

/// A replicate is cut between whole replicas, along the outermost dimension of its destination: how many rows, elements of a row,
/// and its ring entries.
fn replicas_of(s: bir.ap, d: bir.ap) -> (int, int, int) {
  let (one, longest) = (count(s), longest_run(s, d));
  let dims = merged_dims(d);
  let outer = [k for (k, p) in enumerate(dims) if p.num > 1];
  let row = inner_counts(dims)[outer[0]];
  let of_one = max(
    one / own_run(s) * ceil_div(own_run(s), longest),
    ceil_div(one, own_run(d)) * ceil_div(min(one, own_run(d)), longest)
  );
  if row % one == 0 { (count(d) / row, row, of_one * (row / one)) } else { (count(d) / one, one, of_one) }
}

/// Who waits for a DMA is told when the last of its pieces is there.
fn notified(op: bir.Dma, k: int, pieces: int) -> [int] = if k == pieces - 1 { op.notify } else { [] };

/// What stops a DMA from being cut, in words.
fn why_whole(op: bir.Dma, s: bir.ap, d: bir.ap) -> string = if not plain(s) or not plain(d) {
  "an access of it is by index, or has a count of run time"
} else if not of_this_core(s, d) {
  "all cores read before any writes"
} else if not whole_mask(op) {
  "its mask is about positions"
} else if replicates(op) {
  "no whole number of replicas fits"
} else if transposition(op) == none {
  "the boundaries of its sides do not nest"
} else if batches_apart(op, s, d) {
  "it is one batch of a transpose"
} else {
  "its batches may not be moved one by one"
};
