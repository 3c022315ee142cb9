/// C9: a DMA of more ring entries than a block holds becomes several, each with a block of its own. Where it is cut is by family
/// (lib/cuts.pat); here every piece takes as many rows as a block holds, and what one firing moves is not spread any further.
use bir, dma;

/// Rows of each block.
fn block_rows(op: bir.Dma, rows: int, each: int) -> [int] = chunk_sizes(rows, max(1, cap(op) / each));
fn rows_for_blocks(op: bir.Dma, s: bir.ap, d: bir.ap) -> [int] {
  let (rows, row, each) = rows_of(s, d);
  piece_sizes(block_rows(op, rows, each), row, count(s))
}
fn replicas_for_blocks(op: bir.Dma, s: bir.ap, d: bir.ap) -> [int] {
  let (rows, row, each) = replicas_of(s, d);
  [n * row for n in block_rows(op, rows, each)]
}
fn over_cap(op: bir.Dma, s: bir.ap, d: bir.ap) -> bool = ring_entries(op, s, d) > cap(op);
/// What every cut makes smaller.
fn elements_moved(op: bir.Dma) -> int {
  match d = bir.ap of op.dst;
  count(d)
}

set split_large {
  /// Copies and accumulations, and between HBM and HBM what is contiguous on both sides, at multiples of the longest descriptor.
  pattern large_copy unordered decreases elements_moved(op) {
    match op = bir.Dma(src = bir.ap as s, dst = bir.ap as d, ..);
    where materialized(op) and in_step(op, s, d) else "it has rows of its own, or none";
    where over_cap(op, s, d) else "a block holds it";
    let sizes = rows_for_blocks(op, s, d);
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
      bir.load %s -> %d {name = "l", dge_type = swdge}
    """ => """
      %d0 = bir.ap %n pattern [[1, 10]] as bf16
      %s0 = bir.ap %m pattern [[4, 5], [1, 2]] as bf16
      bir.load %s0 -> %d0 {name = "l_0", dge_type = swdge}
      %d1 = bir.ap %n pattern [[1, 2]] offset 10 as bf16
      %s1 = bir.ap %m pattern [[1, 2]] offset 20 as bf16
      bir.load %s1 -> %d1 {name = "l_1", dge_type = swdge}
    """ }
    no_match "a block holds it" on tiny """
      %s = bir.ap %m pattern [[4, 5], [1, 2]] as bf16
      %d = bir.ap %n pattern [[1, 10]] as bf16
      bir.load %s -> %d {name = "l", dge_type = swdge}
    """;
  }
  /// All sources of a sum are cut alike.
  pattern large_sum unordered decreases elements_moved(op) {
    match op = bir.dma_cce(src = bir.ap as s, dst = bir.ap as d, others = others, ..) { name };
    where plain(s) and plain(d) and whole_mask(op) and over_cap(op, s, d) and sum_of_this_core(op, s, d);
    let sizes = rows_for_blocks(op, s, d);
    where len(sizes) > 1;
    let (along, across) = (dims_to_cut(s, sizes), dims_to_cut(d, sizes));
    where has_pieces(along, sizes) and has_pieces(across, sizes) and all(cuts_alike(o, sizes) for o in others)
      else "the boundaries of the sides do not nest";
    rewrite {
      for (k, (start, m)) in enumerate(zip(offsets(sizes), sizes)) {
        clone op (
          src = piece_along(s, along, start, m), dst = piece_along(d, across, start, m),
          others = [piece_alike(o, sizes, start, m) for o in others]
        ) { name = numbered(name), notify = notified(op, k, len(sizes)) };
      }
      erase op;
    }
  }
  pattern large_transpose unordered decreases elements_moved(op) {
    match op = bir.Dma(src = bir.ap as s, dst = bir.ap as d, ..);
    let t? = transposition(op);
    where t != none else "no transpose";
    where over_cap(op, s, d) else "a block holds it";
    where batches_apart(op, s, d) else "its batches may not be moved one by one";
    let [(k, j), ..] = batch_dims(t, s);
    let each = batch_entries(s, d, k, j);
    where each < ring_entries(op, s, d) else "a batch alone has as many entries";
    let sizes = block_rows(op, dims_of(s)[k].num, each);
    rewrite {
      for (i, (start, m)) in enumerate(zip(offsets(sizes), sizes)) {
        let c = clone_instruction(op, steps_of(d, j, start, m), steps_of(s, k, start, m));
        update c { notify = notified(op, i, len(sizes)) };
      }
      erase op;
    }
  }
  pattern large_replicate unordered decreases elements_moved(op) {
    match op = bir.Dma(src = bir.ap as s, dst = bir.ap as d, ..);
    where replicates(op) else "no replicate";
    where plain(s) and plain(d) and whole_mask(op) and over_cap(op, s, d) and of_this_core(s, d);
    where count(s) > 0 and count(d) % count(s) == 0;
    let sizes = replicas_for_blocks(op, s, d);
    where len(sizes) > 1;
    let across = dims_to_cut(d, sizes);
    where has_pieces(across, sizes) else "the replicas do not fit the destination's rows";
    rewrite {
      for (k, (start, m)) in enumerate(zip(offsets(sizes), sizes)) {
        let c = clone_instruction(op, piece_along(d, across, start, m), s);
        update c { notify = notified(op, k, len(sizes)) };
      }
      erase op;
    }
  }
}
fn cuts_alike(v: value, sizes: [int]) -> bool {
  match a = bir.ap of v;
  plain(a) and has_pieces(dims_to_cut(a, sizes), sizes)
}
rewrite piece_alike(v: value, sizes: [int], start: int, n: int) -> bir.ap {
  match a = bir.ap of v;
  return piece_along(a, dims_to_cut(a, sizes), start, n);
}

/// What is left over the cap stays one block, and the hardware has to walk it.
set over_cap_checks {
  pattern stays_whole {
    match op = bir.Dma(src = bir.ap as s, dst = bir.ap as d, ..);
    where materialized(op) and over_cap(op, s, d);
    warning op "Unable to find smaller DMA Block/descriptor, use DMA trigger instead"
      note "{ring_entries(op, s, d)} ring entries, but a block holds {cap(op)}: {why_whole(op, s, d)}";
    example on tiny { """
      %p = bir.predicate 2 dims [-1]
      %s = bir.ap %m pattern [[4, 6], [1, 2]] as bf16
      bir.load %s -> %s if %p {name = "l"}
    """ => warning "Unable to find smaller DMA Block/descriptor, use DMA trigger instead" }
  }
}
