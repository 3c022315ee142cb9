/// C8: masks, iteration by iteration. What is false moves nothing, what is partly true is cut to the part that is, what is not
/// known becomes a predicate of the trigger.
use bir, desc, dma;

/// A predicate of one iteration: a number for each dimension of the source that has more than one position, and what is left of
/// its bound.
fn condition(op: bir.Dma, m: value, idx: [(value, int)]) -> ([int], affine) {
  match p = bir.predicate of m;
  (real_coefficients(op, p.dims), substitute(p.bound, idx))
}
fn real_coefficients(op: bir.Dma, coefs: [int]) -> [int] {
  match s = bir.ap of op.src;
  let dims = dims_of(s);
  let all = coefs ++ [0 for _ in len(coefs) .. len(dims)];
  [c for (c, p) in zip(all[0 .. len(dims)], dims) if p.num != 1]
}
fn conditions(op: bir.Dma, idx: [(value, int)]) -> [([int], affine)] = [condition(op, m, idx) for m in op.mask];
fn known_bound(b: affine) -> bool = len(atoms(b)) == 0;
fn positional(dims: [int]) -> bool = any(c != 0 for c in dims);

/// The part of a side that a mask leaves, of each dimension from which position on and how many; all of it without one.
fn mask_box(op: bir.Dma, a: bir.ap, idx: [(value, int)]) -> [(int, int)] {
  let known = [(dims, int(b)) for (dims, b) in conditions(op, idx) if positional(dims)];
  if len(known) == 0 {
    whole_box(a)
  } else {
    [
      if p.num == 1 { (0, 1) } else { box_of(len(q for q in take(k, dims_of(a)) if q.num != 1), p.num, known) }
      for (k, p) in enumerate(dims_of(a))
    ]
  }
}
fn box_of(k: int, num: int, known: [([int], int)]) -> (int, int) {
  let ups = [(dims[k], b) for (dims, b) in known if k < len(dims)];
  let first = max([0] ++ [ceil_div(0 - b, c) for (c, b) in ups if c > 0]);
  let end = min(
    [num] ++ [b / (0 - c) + 1 for (c, b) in ups if c < 0 and b >= 0] ++ [0 for (c, b) in ups if c < 0 and b < 0]
  );
  (first, end - first)
}

/// Whether an iteration moves anything, as far as that is known.
fn moves_any(op: bir.Dma, s: bir.ap, idx: [(value, int)]) -> bool = not any(
  known_bound(b) and not positional(dims) and int(b) < 0 for (dims, b) in conditions(op, idx)
) and all(n > 0 for (_, n) in mask_box(op, s, idx));

/// What a trigger has to find out: predicates whose bound no iteration knows.
fn run_time_mask(op: bir.Dma, its: [[(value, int)]]) -> [value] =
  [m for m in op.mask if any(not known_bound(b) for (_, b) in [condition(op, m, i) for i in its])];

/// A mask can be cut where each of its predicates is about one dimension, and both sides have the same. A trigger's predicate is
/// about none.
fn can_be_cut(op: bir.Dma, s: bir.ap, d: bir.ap, its: [[(value, int)]]) -> bool = all(
  not positional(dims)
    or (known_bound(b) and len(c for c in dims if c != 0) == 1 and same_dims(s, d) and copies_only(op))
  for (dims, b) in [condition(op, m, i) for m in op.mask for i in its]
) and not any(positional(mask_dims(m)) for m in run_time_mask(op, its));
fn same_dims(s: bir.ap, d: bir.ap) -> bool = shape_of(s.partition, s.pairs) == shape_of(d.partition, d.pairs);
