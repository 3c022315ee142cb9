/// C8: masks, iteration by iteration. What is false moves nothing, what is partly true is cut to the part that is, what is not
/// known becomes a predicate of the trigger.
use bir, desc, dma;

/// A predicate of one iteration: a number for each dimension, and what is left of its bound.
fn condition(m: value, idx: [(value, int)]) -> ([int], affine) {
  match p = bir.predicate of m;
  (p.dims, substitute(p.bound, idx))
}
fn conditions(op: bir.Dma, idx: [(value, int)]) -> [([int], affine)] = [condition(m, idx) for m in op.mask];
fn known_bound(b: affine) -> bool = len(atoms(b)) == 0;
fn positional(dims: [int]) -> bool = any(c != 0 for c in dims);

/// The part of a side that a mask leaves, of each dimension from which position on and how many; all of it without one.
fn mask_box(op: bir.Dma, a: bir.ap, idx: [(value, int)]) -> [(int, int)] {
  let known = [(dims, int(b)) for (dims, b) in conditions(op, idx) if positional(dims)];
  if len(known) == 0 { whole_box(a) } else { [box_of(k, p.num, known) for (k, p) in enumerate(dims_of(a))] }
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
  [m for m in op.mask if any(not known_bound(b) for (_, b) in [condition(m, i) for i in its])];

/// A mask can be cut where each of its predicates is about one dimension, and both sides have the same.
fn can_be_cut(op: bir.Dma, s: bir.ap, d: bir.ap, its: [[(value, int)]]) -> bool = all(
  not positional(dims)
    or (known_bound(b) and len(c for c in dims if c != 0) == 1 and same_dims(s, d) and copies_only(op))
  for (dims, b) in [condition(m, i) for m in op.mask for i in its]
);
fn same_dims(s: bir.ap, d: bir.ap) -> bool = [p.num for p in dims_of(s)] == [p.num for p in dims_of(d)];
