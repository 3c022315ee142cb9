/// B2: a dynamic dimension in chunks that one descriptor holds, with what is left before the first whole one and behind the last.
use bir, dma;

/// Elements that a chunk holds: the longest descriptor's on the sides in DRAM; on chip there is no such limit.
fn chunk_elements(s: bir.ap, d: bir.ap) -> int? {
  let longest = [max_elements(a.dtype) for a in [s, d] if space_of(a) == .hbm];
  if len(longest) > 0 { max(1, min(longest)) } else { none }
}
/// So many rows from `start` on, cut where a number of rows is a multiple of `most`.
fn aligned_chunks(start: int, rows: int, most: int) -> [(int, int)] {
  let first = min(rows, (most - start % most) % most);
  let rest = rows - first;
  [(0, first) for _ in take(first, [0])]
    ++ [(first + k * most, min(most, rest - k * most)) for k in 0 .. ceil_div(rest, most)]
}

/// Indices n .. n + len of a list of them.
rewrite index_part(v: value, n: int, len: int) -> value {
  match i = bir.ap of v;
  return piece(i, n, len);
}
rewrite indexed_part(a: bir.ap, n: int, len: int) -> bir.ap {
  let parts = [index_part(v, n, len) for v in a.index];
  return clone a (index = parts);
}
/// Whether all lists of indices can be cut there.
fn lists_cut(a: bir.ap, chunks: [(int, int)]) -> bool =
  all(list_has_piece(v, n, len) for v in a.index for (n, len) in chunks);
fn list_has_piece(v: value, n: int, len: int) -> bool {
  match i = bir.ap of v;
  has_piece(i, n, len)
}
/// Where the first index stands in what holds it: whole chunks begin at multiples of their rows.
fn first_index(a: bir.ap) -> int {
  let [v, ..] = a.index;
  match i = bir.ap of v;
  constant_part(i.offset)
}
fn index_count(a: bir.ap) -> int {
  let [v, ..] = a.index;
  list_count(v)
}
fn index_chunks(by: bir.ap, s: bir.ap, d: bir.ap) -> [(int, int)] {
  let rows = case chunk_elements(s, d) { none => index_count(by), n => n / max(1, count(by)) };
  aligned_chunks(first_index(by), index_count(by), max(1, rows))
}
/// The list is read chunk by chunk then, so the DMA must not write it.
fn list_stays(by: bir.ap, d: bir.ap) -> bool = all(list_apart(v, d) for v in by.index);
fn list_apart(v: value, d: bir.ap) -> bool {
  match i = bir.ap of v;
  other_place(i, d)
}

set peel_dynamic_dma {
  pattern peel_gather {
    match op = bir.dma_copy(bir.ap as s, bir.ap as d, mask) { mode };
    where vector_dynamic(s) and not vector_dynamic(d) and mode != .transpose and mode != .replicate;
    where lists_known(s, d) and of_this_core(s, d);
    let chunks = index_chunks(s, s, d);
    where len(chunks) > 1 else "one descriptor holds it";
    where list_stays(s, d) else "it may write its own indices";
    let each = count(s);
    where lists_cut(s, chunks) and all(has_piece(d, n * each, len * each) for (n, len) in chunks)
      else "the sides cannot be cut there";
    rewrite {
      for (k, (n, len)) in enumerate(chunks) {
        let part = clone_masked(
          op, piece(d, n * each, len * each), indexed_part(s, n, len),
          [piece_mask(m, d, n * each, len * each) for m in mask]
        );
        update part { notify = notified(op, k, len(chunks)) };
      }
      erase op;
    }
  }
  pattern peel_scatter {
    match op = bir.dma_copy(bir.ap as s, bir.ap as d, mask);
    where vector_dynamic(d) and not vector_dynamic(s) and lists_known(s, d) and of_this_core(s, d);
    let chunks = index_chunks(d, s, d);
    where len(chunks) > 1 else "one descriptor holds it";
    where list_stays(d, d) else "it may write its own indices";
    let each = count(d);
    where lists_cut(d, chunks) and all(has_piece(s, n * each, len * each) for (n, len) in chunks)
      else "the sides cannot be cut there";
    rewrite {
      for (k, (n, len)) in enumerate(chunks) {
        let part = clone_masked(
          op, indexed_part(d, n, len), piece(s, n * each, len * each),
          [piece_mask(m, s, n * each, len * each) for m in mask]
        );
        update part { notify = notified(op, k, len(chunks)) };
      }
      erase op;
    }
  }
}
