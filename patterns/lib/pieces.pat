/// Parts of a DMA: so many elements of its walk, from one of them on. Peeling, unrolling and splitting all cut DMAs so.
use bir, dma;

/// Elements of one step of each dimension.
fn inner_counts(dims: [dma.Pair]) -> [int] = inner_nums([p.num for p in dims]);
fn inner_nums(nums: [int]) -> [int] = [product(nums[k + 1 .. len(nums)]) for k in 0 .. len(nums)];
/// The dimensions along which elements start .. start + n lie side by side.
fn piece_dims(dims: [dma.Pair], start: int, n: int) -> [int] = [
  k for (k, (p, each)) in enumerate(zip(dims, inner_counts(dims)))
  if each > 0 and start % each == 0 and n % each == 0 and start % (each * p.num) + n <= each * p.num
];
fn has_piece(a: bir.ap, start: int, n: int) -> bool = len(piece_dims(dims_of(a), start, n)) > 0;
/// How far behind the first element of an access another one is.
fn walk_offset(dims: [dma.Pair], element: int) -> int =
  sum(p.stride * x for (p, x) in zip(dims, digits(element, [p.num for p in dims])));

/// The pairs of a piece: part of one dimension, all of those within it; a dimension of one step goes where another stays.
fn piece_pairs(dims: [dma.Pair], k: int, n: int) -> [dma.Pair] {
  let each = product(p.num for p in dims[k + 1 .. len(dims)]);
  let inner = dims[k + 1 .. len(dims)];
  if n == each and len(inner) > 0 { inner } else { [dma.Pair(dims[k].stride, n / each)] ++ inner }
}
rewrite piece(a: bir.ap, start: int, n: int) -> bir.ap {
  return piece_along(a, dims_of(a), start, n);
}
/// The same, beginning elsewhere.
rewrite piece_at(a: bir.ap, offset: affine, start: int, n: int) -> bir.ap {
  return walked_piece(a, dims_of(a), offset, start, n);
}
/// The same of other dimensions of the same walk, such as the merged ones.
rewrite piece_along(a: bir.ap, dims: [dma.Pair], start: int, n: int) -> bir.ap {
  return walked_piece(a, dims, a.offset + walk_offset(dims, start), start, n);
}
rewrite walked_piece(a: bir.ap, dims: [dma.Pair], offset: affine, start: int, n: int) -> bir.ap {
  let [k, ..] = piece_dims(dims, start, n);
  if a.partition == none {
    return clone a (index = []) { extent = none, extent_dim = 0, offset, pairs = piece_pairs(dims, k, n) };
  } else {
    let free = dims[1 .. len(dims)];
    if k == 0 {
      return clone a (index = []) {
        extent = none, extent_dim = 0, offset, partition = (dims[0].stride, n / product(p.num for p in free)),
        pairs = free
      };
    } else {
      return clone a (index = []) {
        extent = none, extent_dim = 0, offset, partition = (dims[0].stride, 1), pairs = piece_pairs(free, k - 1, n)
      };
    }
  }
}

/// The dimensions of an access with neighbours merged that are one; the partition stays what it is.
fn merged_dims(a: bir.ap) -> [dma.Pair] {
  let all = [dma.Pair(s, n) for (s, _, n) in refine(a, a)];
  let free = case a.partition { none => all, p => if p.num == 1 { all } else { all[1 .. len(all)] } };
  (case a.partition { none => [], p => [p] }) ++ (if len(free) > 0 { free } else { [dma.Pair(1, 1)] })
}
/// Whether these stretches, one behind the other, are all pieces.
fn has_pieces(dims: [dma.Pair], sizes: [int]) -> bool =
  all(len(piece_dims(dims, start, n)) > 0 for (start, n) in zip(offsets(sizes), sizes));
/// The dimensions to take such pieces along: as they are written, if there are such, else merged.
fn dims_to_cut(a: bir.ap, sizes: [int]) -> [dma.Pair] =
  if has_pieces(dims_of(a), sizes) { dims_of(a) } else { merged_dims(a) };
/// The numbers of a predicate for the dimensions of a piece; a dimension of one position has none.
fn piece_coefficients(a: bir.ap, coefs: [int], k: int, n: int) -> [int] {
  let dims = dims_of(a);
  let each = product(p.num for p in dims[k + 1 .. len(dims)]);
  let nums = [if j == k { n / each } else { p.num } for (j, p) in enumerate(dims)];
  let counting = [if num == 1 { 0 } else { c } for (c, num) in zip(coefs, nums)];
  let from = if n == each and k + 1 < len(dims) { k + 1 } else { k };
  if a.partition == none {
    counting[from .. len(dims)]
  } else {
    if k == 0 { counting } else { [0] ++ counting[from .. len(dims)] }
  }
}
/// A predicate on the elements of an access, for a piece of it.
rewrite piece_mask(v: value, a: bir.ap, start: int, n: int) -> value {
  match p = bir.predicate of v;
  if positional(p.dims) {
    let dims = dims_of(a);
    let coefs = p.dims ++ [0 for _ in len(p.dims) .. len(dims)];
    let [k, ..] = piece_dims(dims, start, n);
    return clone p {
      dims = piece_coefficients(a, coefs, k, n),
      bound = p.bound + sum(c * x for (c, x) in zip(coefs, digits(start, [q.num for q in dims])))
    };
  } else {
    return v;
  }
}
