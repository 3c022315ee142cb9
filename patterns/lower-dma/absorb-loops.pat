/// B1b: a loop around one plain copy is one more pair on each side, the outermost: one descriptor instead of one an iteration.
/// The bytes and their order stay. Only where it is asked for, since the source of these passes keeps loops.
use bir, dma;

/// How far a step of one of the index moves an offset.
fn slope(o: affine, i: value) -> int {
  let start = substitute(o, [(i, 0)]);
  let c = int(substitute(o, [(i, 1)]) - start);
  where o == start + c * i else "the offset is not linear in the index";
  c
}
/// One more pair in front; where it goes on where the first one ends, the two are one.
fn with_outer(pairs: [dma.Pair], by: int, n: int) -> [dma.Pair] = case [p for p in pairs if p.num != 1] {
  [] => [dma.Pair(by, n)],
  [p, ..rest] if p.stride * p.num == by => [dma.Pair(p.stride, p.num * n)] ++ rest,
  inner => [dma.Pair(by, n)] ++ inner
};

/// Elements of a partition; 0 in HBM, which has none.
fn chip_row(a: bir.ap) -> int {
  match m = bir.memory of a.memory;
  if m.space == .hbm { 0 } else { elements_of_row(a, m) }
}
/// Steps over whole partitions.
fn over_partitions(a: bir.ap, by: int) -> bool = chip_row(a) > 0 and by != 0 and by % chip_row(a) == 0;
/// The element of a partition with which an iteration begins, whatever loops further out do; they go over whole partitions.
fn first_element(a: bir.ap, o: affine) -> int {
  where multiple_of(o - constant_part(o), chip_row(a)) else "what a loop further out moves is not known";
  constant_part(o) % chip_row(a)
}
/// Whether all iterations stay in the partition of the first.
fn in_partition(a: bir.ap, o: affine, by: int, n: int) -> bool {
  let last = first_element(a, o) + by * (n - 1);
  last >= 0 and last < chip_row(a)
}
/// The partition pair of all iterations; where it goes on where that of one iteration ends, the two are one.
fn outer_partition(a: bir.ap, by: int, n: int) -> dma.Pair? = if over_partitions(a, by) {
  case a.partition {
    none => dma.Pair(by, n),
    p => if p.num == 1 { dma.Pair(by, n) } else { dma.Pair(p.stride, p.num * n) }
  }
} else {
  a.partition
};
fn outer_pairs(a: bir.ap, by: int, n: int) -> [dma.Pair] =
  if over_partitions(a, by) { a.pairs } else { with_outer(a.pairs, by, n) };
/// The partition is walked first, so a loop can only become it, or be outside of a single one.
fn partition_allows(a: bir.ap, o: affine, by: int, n: int) -> bool = if chip_row(a) == 0 {
  a.partition == none
} else if over_partitions(a, by) {
  case a.partition { none => true, p => p.num == 1 or p.stride * p.num == by }
} else {
  partition_num(a) == 1 and in_partition(a, o, by, n)
};
/// The instruction set has so many pairs, and on chip fields of so many bits.
fn pairs_allow(a: bir.ap, pairs: [dma.Pair]) -> bool = len(pairs) <= target.max_free_dims and (
  chip_row(a) == 0 or all(p.num <= target.max_num and max(p.stride, -p.stride) <= target.max_stride for p in pairs)
);

set absorb_loops {
  pattern absorb {
    match l = bir.loop { lower, step };
    let [i] = args(l.body);
    let n = trips(l);
    where n > 0 else "it never runs";
    let [inner, _] = [x for x in ops(l.body) if not (x is bir.ap)];
    match op = bir.dma_copy | bir.load | bir.save | bir.tensor_copy (
      src = bir.ap as s, dst = bir.ap as d, mask = []
    ) of inner;
    where copies_only(op) and op.notify == [] else "it is no plain copy";
    where s.channel == none and d.channel == none else "a collective is one in each iteration";
    where plain(s) and plain(d) and not run_time_offset(s) and not run_time_offset(d)
      else "an access is known at run time only";
    let (by_s, by_d) = (slope(s.offset, i) * step, slope(d.offset, i) * step);
    where by_d != 0 or n == 1 else "every iteration writes the same place";
    let (from, to) = (substitute(s.offset, [(i, lower)]), substitute(d.offset, [(i, lower)]));
    where partition_allows(s, from, by_s, n) and partition_allows(d, to, by_d, n)
      else "it goes neither over whole partitions nor within one";
    where pairs_allow(s, outer_pairs(s, by_s, n)) and pairs_allow(d, outer_pairs(d, by_d, n))
      else "the instruction set has no room for one more pair";
    rewrite {
      let src = clone s { partition = outer_partition(s, by_s, n), pairs = outer_pairs(s, by_s, n), offset = from };
      let dst = clone d { partition = outer_partition(d, by_d, n), pairs = outer_pairs(d, by_d, n), offset = to };
      move op before l;
      update op (src = src, dst = dst);
      erase l;
    }
    example { """
      %m = bir.memory @m hbm {bytes = 64}
      bir.loop from 1 to 5 (%i) {
        %s = bir.ap %m pattern [[1, 2]] offset %i * 4 as uint8
        %d = bir.ap %m pattern [[1, 2]] offset %i * 2 + 32 as uint8
        bir.dma_copy %s -> %d {name = "c"}
      }
    """ => """
      %m = bir.memory @m hbm {bytes = 64}
      %s = bir.ap %m pattern [[4, 4], [1, 2]] offset 4 as uint8
      %d = bir.ap %m pattern [[1, 8]] offset 34 as uint8
      bir.dma_copy %s -> %d {name = "c"}
    """ }
    no_match "every iteration writes the same place" """
      %m = bir.memory @m hbm {bytes = 64}
      bir.loop from 1 to 5 (%i) {
        %s = bir.ap %m pattern [[1, 2]] offset %i * 4 as uint8
        %d = bir.ap %m pattern [[1, 2]] offset 32 as uint8
        bir.dma_copy %s -> %d {name = "c"}
      }
    """;
  }
}
