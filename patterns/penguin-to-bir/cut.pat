/// A4b and A4: copies that no one access serves on both sides, cut into several.
use penguin, dma;

/// All its elements are known, and of this core.
fn plain_access(a: penguin.access) -> bool = a.channel == none and a.extent == none;

/// An access with the pairs of a form.
rewrite access_of(a: penguin.access, f: dma.Form) -> value {
  return clone a { partition = f.partition, pairs = f.pairs, offset = f.offset };
}

/// Dimensions that both sides step through; where one side has a partition, the other's first pair is it.
fn shared_pairs(f: dma.Form, g: dma.Form) -> [dma.Pair] {
  let n = min(len(f.pairs), len(g.pairs));
  f.pairs[len(f.pairs) - n .. len(f.pairs)]
}
fn lead_pairs(f: dma.Form, g: dma.Form) -> [dma.Pair] = take(len(f.pairs) - min(len(f.pairs), len(g.pairs)), f.pairs);

/// Which of these nums are dealt out: so many, the smallest first, of equal ones the outermost.
fn dealt_out(nums: [int], n: int) -> [bool] {
  let first = take(n, sort_by([i for (i, _) in enumerate(nums)], nums));
  [i in first for (i, _) in enumerate(nums)]
}
fn dealt_nums(nums: [int], out: [bool]) -> [int] = [n for (n, o) in zip(nums, out) if o];
fn kept_pairs(pairs: [dma.Pair], out: [bool]) -> [dma.Pair] = [p for (p, o) in zip(pairs, out) if not o];
/// Where the copy with these indices of what is dealt out begins.
fn dealt_offset(pairs: [dma.Pair], out: [bool], idx: [int]) -> int =
  sum(p.stride * i for (p, i) in zip([p for (p, o) in zip(pairs, out) if o], idx));

/// As many DMAs at most come out of one (ours).
fn most_copies() -> int = 64;
/// Whether the order of the elements may show: some land in one place, as far as strides tell, or on what is still to be read.
fn order_shows(s: penguin.access, d: penguin.access) -> bool =
  s.tensor == d.tensor or not spread_out(steps(d.partition, d.pairs));
/// Every stride, from the smallest on, goes beyond all that the smaller ones reach: no two elements have one place.
fn spread_out(pairs: [dma.Pair]) -> bool {
  let far = sort_by([(max(p.stride, -p.stride), p.num) for p in pairs], [max(p.stride, -p.stride) for p in pairs]);
  let reach = offsets([s * (n - 1) for (s, n) in far]);
  all(s > r for ((s, _), r) in zip(far, reach))
}

set cut_ragged {
  /// Where the boundaries of the two sides do not nest, no one access serves both.
  pattern cut_ragged {
    match op = penguin.dma_copy(penguin.access as s, penguin.access as d);
    where plain_access(s) and plain_access(d);
    let parts = refine_all(s, d);
    where len(parts) > 1 else "the boundaries nest";
    where len(parts) <= most_copies() else "too many DMAs would come of it";
    where not order_shows(s, d) else "its elements are to be moved in order";
    rewrite {
      for (f, g) in parts { clone op (src = access_of(s, f), dst = access_of(d, g)); }
      erase op;
    }
    example { """
      %s = penguin.access %a pattern [[8, 2], [1, 6]] as bf16 : memref<24xbf16>
      %d = penguin.access %b pattern [[6, 3], [1, 4]] as bf16 : memref<24xbf16>
      penguin.dma_copy %s -> %d
    """ => """
      %s = penguin.access %a pattern [[8, 2], [1, 6]] as bf16 : memref<24xbf16>
      %d = penguin.access %b pattern [[6, 3], [1, 4]] as bf16 : memref<24xbf16>
      %s1 = penguin.access %a pattern [[1, 4]] as bf16 : memref<24xbf16>
      %d1 = penguin.access %b pattern [[1, 4]] as bf16 : memref<24xbf16>
      penguin.dma_copy %s1 -> %d1
      %s2 = penguin.access %a pattern [[4, 2], [1, 2]] offset 4 as bf16 : memref<24xbf16>
      %d2 = penguin.access %b pattern [[2, 2], [1, 2]] offset 6 as bf16 : memref<24xbf16>
      penguin.dma_copy %s2 -> %d2
      %s3 = penguin.access %a pattern [[1, 4]] offset 10 as bf16 : memref<24xbf16>
      %d3 = penguin.access %b pattern [[1, 4]] offset 12 as bf16 : memref<24xbf16>
      penguin.dma_copy %s3 -> %d3
    """ }
  }
}
set deal_out {
  /// A form with more pairs than the instruction set has: the cheapest of them become DMAs of their own.
  pattern deal_out {
    match op = penguin.dma_copy(penguin.access as s, penguin.access as d);
    where plain_access(s) and plain_access(d);
    where not seed_asserts(s, d) and complicated(s, d) else "it attaches as it stands, or not at all";
    let (f, g) = normalize(s, d);
    let (fs, gs) = (shared_pairs(f, g), shared_pairs(g, f));
    let over = len(fs) - target.max_free_dims;
    where over > 0 else "the instruction set has as many pairs";
    let nums = [p.num for p in fs];
    let out = dealt_out(nums, over);
    where product(dealt_nums(nums, out)) <= most_copies() else "too many DMAs would come of it";
    where not order_shows(s, d) else "its elements are to be moved in order";
    rewrite {
      for idx in nest(dealt_nums(nums, out)) {
        clone op (
          src = clone s {
            partition = f.partition, pairs = lead_pairs(f, g) ++ kept_pairs(fs, out),
            offset = f.offset + dealt_offset(fs, out, idx)
          }, dst = clone d {
            partition = g.partition, pairs = lead_pairs(g, f) ++ kept_pairs(gs, out),
            offset = g.offset + dealt_offset(gs, out, idx)
          }
        );
      }
      erase op;
    }
  }
}
