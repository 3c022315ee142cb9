/// B4: a DMA of more ring entries than its ring is deep is split into passes over the ring, each within its depth.
use bir, dma;

/// The selector: opcode 32 comes first, and no other instruction takes it. Where no DGE fills the ring, there is no depth.
fn split_depth(op: bir.Dma) -> int? = if not (op is bir.dma_copy) {
  none
} else {
  case op.dge_type { .swdge => target.swdge_ring, .hwdge => target.hwdge_ring, _ => none }
};

/// Engines that a pass is dealt out to, at most.
fn spread_threshold() -> int = target.engines;
/// The factor of so many entries by which a pass spreads evenly over the engines.
fn spread_factor(n: int, depth: int) -> int = max(f for f in 1 .. min(spread_threshold(), depth) + 1 if n % f == 0);

/// Entries of a pass. Where a granule is one element, the fastest shape is the ring itself. Else they are as many for each
/// of the engines: descriptors = factor x shape.
fn split_budget(n: int, granule: int, depth: int) -> int = if granule == 1 {
  depth
} else {
  let factor = spread_factor(n, depth);
  let shape = depth / factor;
  factor * shape
};
/// Ring entries of each pass.
fn free_splits(n: int, granule: int, depth: int) -> [int] = chunk_sizes(n, split_budget(n, granule, depth));

/// What is ordered is not spread: its pass is the ring itself.
fn split_granule(op: bir.Dma, s: bir.ap, d: bir.ap) -> int =
  if op is bir.dma_copy(..) { ordered = true } { 1 } else { granule(s, d) };

/// Rows of each pass, where a row takes `each` entries: whole rows within the first size, and as many as spread evenly, if there
/// are such.
fn row_splits(rows: int, each: int, granule: int, depth: int) -> [int] {
  let sizes = free_splits(rows * each, granule, depth);
  if each == 1 {
    sizes
  } else {
    let fit = max(1, sizes[0] / each);
    let factor = if granule == 1 { 1 } else { spread_factor(rows * each, depth) };
    let even = min(k for k in 1 .. factor + 1 if k * each % factor == 0);
    chunk_sizes(rows, if fit >= even { fit / even * even } else { fit })
  }
}
fn split_sizes(op: bir.Dma, s: bir.ap, d: bir.ap, depth: int) -> [int] {
  let (rows, row, each) = rows_of(s, d);
  piece_sizes(row_splits(rows, each, split_granule(op, s, d), depth), row, count(s))
}
/// What a split makes smaller.
fn entries_of(op: bir.Dma) -> int {
  match s = bir.ap of op.src;
  match d = bir.ap of op.dst;
  ring_entries(op, s, d)
}

set split_dynamic_dma {
  pattern split decreases entries_of(op) {
    match op = bir.Dma(src = bir.ap as s, dst = bir.ap as d, ..);
    let depth? = split_depth(op);
    where depth != none else "it takes no selector";
    let n = ring_entries(op, s, d);
    where n > depth else "the ring holds it";
    where in_step(op, s, d) else "it is not cut by rows";
    let sizes = split_sizes(op, s, d, depth);
    where len(sizes) > 1;
    let (along, across) = (dims_to_cut(s, sizes), dims_to_cut(d, sizes));
    where has_pieces(along, sizes) and has_pieces(across, sizes) else "the boundaries of the sides do not nest";
    where mask_can_follow(op, s, d, along, across) else "its mask is about positions";
    rewrite {
      for (k, (start, m)) in enumerate(zip(offsets(sizes), sizes)) {
        let c = clone_masked(
          op, piece_along(d, across, start, m), piece_along(s, along, start, m),
          [piece_mask(v, s, start, m) for v in op.mask]
        );
        update c { notify = notified(op, k, len(sizes)) };
      }
      erase op;
    }
    example on tiny { """
      %s = bir.ap %m pattern [[4, 6], [1, 2]] as bf16
      %d = bir.ap %n pattern [[1, 12]] as bf16
      bir.dma_copy %s -> %d {name = "c", dge_type = swdge}
    """ => """
      %d0 = bir.ap %n pattern [[1, 6]] as bf16
      %s0 = bir.ap %m pattern [[4, 3], [1, 2]] as bf16
      bir.dma_copy %s0 -> %d0 {name = "c_0", dge_type = swdge}
      %d1 = bir.ap %n pattern [[1, 6]] offset 6 as bf16
      %s1 = bir.ap %m pattern [[4, 3], [1, 2]] offset 12 as bf16
      bir.dma_copy %s1 -> %d1 {name = "c_1", dge_type = swdge}
    """ }
    no_match "another instruction" on tiny """
      %s = bir.ap %m pattern [[4, 6], [1, 2]] as bf16
      %d = bir.ap %n pattern [[1, 12]] as bf16
      bir.load %s -> %d {name = "l", dge_type = swdge}
    """;
    no_match "no ring" on tiny """
      %s = bir.ap %m pattern [[4, 6], [1, 2]] as bf16
      %d = bir.ap %n pattern [[1, 12]] as bf16
      bir.dma_copy %s -> %d {name = "c", dge_type = none}
    """;
    no_match "at the limit" on tiny """
      %s = bir.ap %m pattern [[4, 5], [1, 2]] as bf16
      %d = bir.ap %n pattern [[1, 10]] as bf16
      bir.dma_copy %s -> %d {name = "c", dge_type = swdge}
    """;
  }
  /// Between whole batches.
  pattern split_transpose unordered decreases entries_of(op) {
    match op = bir.Dma(src = bir.ap as s, dst = bir.ap as d, ..);
    let depth? = split_depth(op);
    where depth != none else "it takes no selector";
    let n = ring_entries(op, s, d);
    where n > depth else "the ring holds it";
    let t? = transposition(op);
    where t != none else "no transpose";
    where batches_apart(op, s, d) else "its batches may not be moved one by one";
    let [(k, j), ..] = batch_dims(t, s);
    let each = batch_entries(s, d, k, j);
    where each < n else "a batch alone has as many entries";
    let sizes = row_splits(dims_of(s)[k].num, each, split_granule(op, s, d), depth);
    rewrite {
      for (i, (start, m)) in enumerate(zip(offsets(sizes), sizes)) {
        let c = clone_instruction(op, steps_of(d, j, start, m), steps_of(s, k, start, m));
        update c { notify = notified(op, i, len(sizes)) };
      }
      erase op;
    }
  }
}
/// isDescNumOk, after all splits.
set split_checks {
  pattern too_many_entries {
    match op = bir.Dma(src = bir.ap as s, dst = bir.ap as d, ..);
    let depth? = split_depth(op);
    where depth != none;
    let n = ring_entries(op, s, d);
    where n > depth;
    error op "{n} ring entries, but a {op.dge_type} ring of target '{target.name}' holds {depth}"
      note "it cannot be split: {why_whole(op, s, d)}";
    example on tiny { """
      %p = bir.predicate 2 dims [-1]
      %s = bir.ap %m pattern [[4, 6], [1, 2]] as bf16
      bir.dma_copy %s -> %s if %p {name = "c", dge_type = swdge}
    """ => error "6 ring entries, but a swdge ring of target 'tiny' holds 5" }
  }
}

/// Splits what is larger than its ring.
pass split_dynamic_dma on dma.kernel {
  stage split: greedy { split_dynamic_dma }
  stage check: walk { split_checks }
}
