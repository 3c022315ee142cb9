/// B3, B6: transfers by a list of indices become one DMA for each index, with an offset register of its own, and what is out of
/// bounds is a predicate of it.
use bir, dma;

/// How many elements further on each index of a list is.
fn index_steps(op: bir.Dma, a: bir.ap) -> [int] = case op {
  bir.dma_copy(..) { indirect_dims = c } if len(c) > 0 => c,
  _ => [1 for _ in a.index]
};
/// A step that all indices are multiples of.
fn common_step(steps: [int]) -> int {
  let least = min([max(c, 0) for c in steps]);
  if least > 0 and all(c % least == 0 for c in steps) { least } else { 1 }
}
fn left_out(op: bir.Dma) -> bool = case op { bir.dma_copy(..) { oob = .skip } => true, _ => false };
fn elements_of(a: bir.ap) -> int {
  match m = bir.memory of a.memory;
  m.bytes / bytes(a.dtype)
}

/// So many elements divide a walk evenly into pieces.
fn even_cut(dims: [dma.Pair], n: int) -> bool = any(
  n % each == 0 and p.num % (n / each) == 0 for (p, each) in zip(dims, inner_counts(dims)) if each > 0 and n >= each
);
/// All of a piece is there or nothing, wherever multiples of `step` lead it: both its ends are between the same two of them, seen
/// from either end of the memory.
fn stays_whole(a: bir.ap, step: int, start: int, n: int) -> bool {
  let dims = dims_of(a);
  let [k, ..] = piece_dims(dims, start, n);
  let pairs = piece_pairs(dims, k, n);
  let first = constant_part(a.offset) + walk_offset(dims, start);
  let (low, high, size) = (first + lowest(pairs), first + highest(pairs), elements_of(a));
  low == high or (
    multiple_of(a.offset - constant_part(a.offset), step) and low / step == high / step
      and (low - size) / step == (high - size) / step
  )
}
/// The most elements of an index that one DMA moves.
fn piece_of_index(op: bir.Dma, by: bir.ap, flat: bir.ap, step: int) -> int {
  let each = count(by);
  last([
    n for n in divisors(each) if even_cut(dims_of(by), n) and even_cut(dims_of(flat), n)
      and (not left_out(op) or all(stays_whole(by, step, k * n, n) for k in 0 .. each / n))
      and (dynamic_side(op.dst) or all(mask_stays(m, by, flat, n) for m in op.mask))
  ])
}
/// The mask of a gather is about positions in its destination, that of a plain DMA about those in its source: it stays where both
/// have the same, or a piece has one position.
fn mask_stays(v: value, by: bir.ap, flat: bir.ap, n: int) -> bool {
  match p = bir.predicate of v;
  let dims = dims_of(flat);
  let [k, ..] = piece_dims(dims, 0, n);
  not positional(p.dims) or piece_nums(by, n) == piece_nums(flat, n)
    or not positional(piece_coefficients(flat, p.dims ++ [0 for _ in len(p.dims) .. len(dims)], k, n))
}
/// The nums of a piece as its access has them, the partition's first.
fn piece_nums(a: bir.ap, n: int) -> [int] {
  let dims = dims_of(a);
  let [k, ..] = piece_dims(dims, 0, n);
  let inner = [p.num for p in piece_pairs(dims, k, n)];
  if a.partition == none or k == 0 and len(inner) == len(dims) { inner } else { [1] ++ inner }
}

/// In which order the clones of unrolled dimensions come: that of the elements, outermost slowest; where it cannot be seen, dynamic
/// dimensions first, then those of the smallest trip counts, then the outermost.
fn unroll_order(nums: [int], dynamic: [bool], free: bool) -> [int] = if free {
  sort_by([k for k in 0 .. len(nums)], [(if v { 0 } else { 1 }, n, k) for (k, (n, v)) in enumerate(zip(nums, dynamic))])
} else {
  [k for k in 0 .. len(nums)]
};
/// The numbers of the clones in that order.
fn unrolled(nums: [int], order: [int]) -> [int] {
  let weights = inner_nums(nums);
  [sum(weights[k] * x for (k, x) in zip(order, idx)) for idx in nest([nums[k] for k in order])]
}
/// Whether the order of the elements may show: some land in one place, or on what is still to be read.
fn copy_order_shows(op: bir.Dma, s: bir.ap, d: bir.ap) -> bool = not copies_only(op) or is_ordered(op)
  or not other_place(s, d) or vector_dynamic(d) or not spread_out(steps(d.partition, d.pairs));
fn is_ordered(op: bir.Dma) -> bool = case op { bir.dma_copy(..) { ordered = true } => true, _ => false };

/// The lists have as many indices as they say, and each index as many elements.
fn lists_known(s: bir.ap, d: bir.ap) -> bool =
  not sized_dynamic(s) and not sized_dynamic(d) and not any(list_sized(v) for v in s.index ++ d.index);
fn list_sized(v: value) -> bool {
  match i = bir.ap of v;
  sized_dynamic(i)
}
/// The dimensions of a list of indices.
fn index_nums(a: bir.ap) -> [int] {
  let [v, ..] = a.index;
  match i = bir.ap of v;
  [p.num for p in dims_of(i)]
}
/// B6: reads an index to a register of its own.
rewrite read_index(v: value, n: int, name: string) -> value {
  match i = bir.ap of v;
  return bir.read_var_addr(piece(i, n, 1)) { name = numbered("{name}_reg") };
}
/// An index that is all ones is -1, whatever its type, and moves nothing.
rewrite is_an_index(v: value, r: value) -> value {
  match i = bir.ap of v;
  let bits = min(62, 8 * bytes(i.dtype));
  return bir.predicate() { bound = (r + 1) % pow2(bits) - 1 };
}
fn index_limit(a: bir.ap) -> [int] = case a.max_index { none => [], m => [m] };
/// What has to hold for a piece with this offset and these pairs to be moved.
rewrite there(op: bir.Dma, by: bir.ap, regs: [value], offset: affine, pairs: [dma.Pair]) -> [value] {
  let real = [is_an_index(v, r) for (v, r) in zip(by.index, regs)];
  if left_out(op) {
    let allowed = [bir.predicate() { bound = m - 1 - r } for m in index_limit(by) for r in regs];
    return real ++ allowed ++ inside(by, offset, pairs);
  } else {
    return real;
  }
}
rewrite inside(a: bir.ap, offset: affine, pairs: [dma.Pair]) -> [value] {
  let low = bir.predicate() { bound = offset + lowest(pairs) };
  let high = bir.predicate() { bound = elements_of(a) - 1 - highest(pairs) - offset };
  return [low, high];
}
/// The pairs of a piece, whatever its partition.
fn pairs_of_piece(a: bir.ap, start: int, n: int) -> [dma.Pair] {
  let dims = dims_of(a);
  let [k, ..] = piece_dims(dims, start, n);
  piece_pairs(dims, k, n)
}

/// The clone that moves elements start .. start + n of an index; `at` is where they are on the side without.
rewrite clone_of_index(
  op: bir.dma_copy, by: bir.ap, flat: bir.ap, gather: bool, regs: [value], start: int, n: int, from: int
) {
  let offset = by.offset + walk_offset(dims_of(by), start) + sum(c * r for (c, r) in zip(index_steps(op, by), regs));
  let when =
    there(op, by, regs, offset, pairs_of_piece(by, start, n)) ++ [piece_mask(m, flat, from, n) for m in op.mask];
  let one = piece_at(by, offset, start, n);
  let other = piece(flat, from, n);
  let (src, dst) = if gather { (one, other) } else { (other, one) };
  clone op (src = src, dst = dst, mask = when) {
    name = numbered(op.name), indirect_dims = [], oob = .error, unique_indices = false, notify = []
  };
}

set unroll_dynamic_dma {
  /// Registers are read before anything moves, since what moves may overwrite the list.
  pattern unroll_indices {
    match op = bir.dma_copy(bir.ap as s, bir.ap as d, _) { mode, name };
    where mode != .transpose and mode != .replicate;
    where vector_dynamic(s) != vector_dynamic(d);
    where lists_known(s, d) else "a count of run time belongs to it";
    where of_this_core(s, d) else "all cores read before any writes";
    let gather = vector_dynamic(s);
    let (by, flat) = if gather { (s, d) } else { (d, s) };
    let each = count(by);
    let step = common_step(index_steps(op, by));
    let n = piece_of_index(op, by, flat, step);
    let nums = index_nums(by);
    let order = unrolled(
      nums ++ [each / n],
      unroll_order(nums ++ [each / n], [true for _ in nums] ++ [false], not copy_order_shows(op, s, d))
    );
    rewrite {
      let regs = [[read_index(v, k, name) for v in by.index] for k in 0 .. product(nums)];
      for k in order { clone_of_index(op, by, flat, gather, regs[k * n / each], k * n % each, n, k * n); }
      if len(op.notify) > 0 { tell_copy(op, piece(flat, 0, 1)); }
      erase op;
    }
  }
  /// Each index of a gather that is transposed too gives the destination's elements of one position in its last dimension.
  pattern unroll_transposed benefit 2 {
    match op = bir.dma_copy(bir.ap { pairs = ps } as s, bir.ap { pairs = [..qs, q] } as d) { mode = .transpose, name };
    where vector_dynamic(s) and s.partition == none and not dynamic(d) and lists_known(s, d);
    where of_this_core(s, d) and other_place(s, d) and spread_out(steps(d.partition, d.pairs))
      else "the order of its elements may show";
    let step = common_step(index_steps(op, s));
    where not left_out(op) or stays_whole(s, step, 0, count(s)) else "part of an index may be out of bounds";
    let nums = index_nums(s);
    where product(nums) == q.num else "the last dimension of the destination is not the indices";
    rewrite {
      let regs = [[read_index(v, k, name) for v in s.index] for k in 0 .. product(nums)];
      for k in 0 .. product(nums) {
        let offset = s.offset + sum(c * r for (c, r) in zip(index_steps(op, s), regs[k]));
        let when = there(op, s, regs[k], offset, ps);
        let src = clone s (index = []) { offset, pairs = [dma.Pair(1, 1)] ++ ps };
        let dst = clone d { offset = d.offset + k * q.stride, pairs = qs ++ [dma.Pair(q.stride, 1)] };
        clone op (src = src, dst = dst, mask = when) {
          name = numbered(name), indirect_dims = [], oob = .error, notify = []
        };
      }
      if len(op.notify) > 0 {
        tell_copy(op, clone d { pairs = qs ++ [dma.Pair(q.stride, 1)] });
      }
      erase op;
    }
  }
}
