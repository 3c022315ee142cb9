/// Where a DMA is cut for the sake of ring entries. It is cut at rows, the steps of the outermost dimension that both sides
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

/// Whether all that an access steps through is known, and of this core.
fn plain(a: bir.ap) -> bool = len(a.index) == 0 and a.extent == none and a.channel == none;
/// A mask that is about no position holds for all of the DMA or for none of it, so for each of its pieces.
fn whole_mask(op: bir.Dma) -> bool = all(not positional(mask_dims(m)) for m in op.mask);
fn mask_dims(m: value) -> [int] {
  match p = bir.predicate of m;
  p.dims
}
/// Whether a DMA moves its elements one by one, both sides together, so that any stretch of its walk is a DMA.
fn in_step(op: bir.Dma, s: bir.ap, d: bir.ap) -> bool =
  plain(s) and plain(d) and whole_mask(op) and (copies_only(op) or accumulating(op)) and not (op is bir.dma_cce);

/// Who waits for a DMA is told when the last of its pieces is there.
fn notified(op: bir.Dma, k: int, pieces: int) -> [int] = if k == pieces - 1 { op.notify } else { [] };

/// What stops a DMA from being cut, in words.
fn why_whole(op: bir.Dma, s: bir.ap, d: bir.ap) -> string = if not plain(s) or not plain(d) {
  "an access of it is by index, of another core, or has a count of run time"
} else if not whole_mask(op) {
  "its mask is about positions"
} else if transposition(op) != none {
  "it is one batch of a transpose"
} else if replicates(op) {
  "no whole number of replicas fits"
} else {
  "the boundaries of its sides do not nest"
};
