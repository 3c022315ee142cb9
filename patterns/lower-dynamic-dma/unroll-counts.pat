/// B3: counts of run time unroll to their bound, clone k under the predicate that there are more than k. Masks that no box is
/// unroll as far as they have to, and so does a DMA by register that leaves out what is out of bounds.
use bir, dma;

/// The dimension of a count of run time: how many positions are outside of it, its bound, and elements of one step.
fn count_outer(a: bir.ap) -> int = product(p.num for p in take(a.extent_dim, dims_of(a)));
fn count_bound(a: bir.ap) -> int = dims_of(a)[a.extent_dim].num;
fn count_inner(a: bir.ap) -> int = inner_counts(dims_of(a))[a.extent_dim];
/// The two sides count alike: nothing is outside, or as much, and a step is as many elements.
fn counts_agree(s: bir.ap, d: bir.ap) -> bool = count_outer(s) == 1 and count_outer(d) == 1
  or count_outer(s) == count_outer(d) and count_inner(s) == count_inner(d) and s.extent == d.extent;
rewrite more_than(a: bir.ap, k: int) -> value {
  return bir.predicate() { bound = (a.extent ?? 0) - 1 - k };
}
/// An access without one dimension, at one of its positions.
rewrite without_dim(a: bir.ap, dim: int, k: int) -> bir.ap {
  let dims = dims_of(a);
  let offset = a.offset + k * dims[dim].stride;
  if a.partition == none {
    return clone a { extent = none, extent_dim = 0, offset, pairs = all_but(dims, dim) };
  } else {
    if dim == 0 {
      return clone a { extent = none, extent_dim = 0, offset, partition = (dims[0].stride, 1) };
    } else {
      return clone a { extent = none, extent_dim = 0, offset, pairs = all_but(a.pairs, dim - 1) };
    }
  }
}
fn all_but(pairs: [dma.Pair], dim: int) -> [dma.Pair] {
  let rest = [p for (k, p) in enumerate(pairs) if k != dim];
  if len(rest) > 0 { rest } else { [(1, 1)] }
}

/// How far a mask has to be taken apart: pieces for which each of its predicates is about one dimension that both sides have, of
/// known bound, or about none.
fn piece_of_mask(op: bir.Dma, s: bir.ap, d: bir.ap, preds: [([int], affine)]) -> int {
  let each = inner_counts(dims_of(s));
  max([
    n for (k, n) in enumerate(each) if even_cut(dims_of(d), n)
      and all(mask_fits(op, s, d, coefs[min(k + 1, len(coefs)) .. len(coefs)], b, n) for (coefs, b) in preds)
  ])
}
fn mask_fits(op: bir.Dma, s: bir.ap, d: bir.ap, inner: [int], b: affine, n: int) -> bool = not positional(inner) or (
  len(c for c in inner if c != 0) == 1 and not any(type(v) is !dma.register for v in atoms(b)) and copies_only(op)
    and inner_shape(s, n) == inner_shape(d, n)
);
fn inner_shape(a: bir.ap, n: int) -> [int] {
  let dims = dims_of(a);
  let inner = [p.num for (p, each) in zip(dims, inner_counts(dims)) if each < n];
  if a.partition == none or product(inner) == count(a) { inner } else { [1] ++ inner }
}
fn mask_of(v: value) -> ([int], affine) {
  match p = bir.predicate of v;
  (p.dims, p.bound)
}

set unroll_counts {
  /// Where the order of the elements cannot be seen only the dimension itself is unrolled.
  pattern unroll_count_alone benefit 2 {
    match op = bir.Dma(src = bir.ap as s, dst = bir.ap as d, ..);
    where by_elements(op) and of_this_core(s, d) and sized_dynamic(s) and sized_dynamic(d) and s.extent == d.extent;
    where count_outer(s) > 1 else "nothing is outside of it";
    where s.extent_dim == d.extent_dim and [p.num for p in dims_of(s)] == [p.num for p in dims_of(d)]
      else "the sides have other dimensions";
    where len(op.mask) == 0 and not copy_order_shows(op, s, d) else "the order of its elements may show";
    rewrite {
      for k in 0 .. count_bound(s) {
        quiet_clone(op, without_dim(d, d.extent_dim, k), without_dim(s, s.extent_dim, k), [more_than(s, k)]);
      }
      tell(op, d, s);
      erase op;
    }
  }
  pattern unroll_count {
    match op = bir.Dma(src = bir.ap as s, dst = bir.ap as d, ..);
    where by_elements(op) and of_this_core(s, d) and sized_dynamic(s) and sized_dynamic(d);
    where counts_agree(s, d) else "the two sides do not count alike";
    let n = count_inner(s);
    where even_cut(dims_of(d), n) else "a step of the source is no piece of the destination";
    rewrite {
      for k in 0 .. count_outer(s) * count_bound(s) {
        quiet_clone(
          op, piece(d, k * n, n), piece(s, k * n, n),
          [more_than(s, k % count_bound(s))] ++ [piece_mask(m, s, k * n, n) for m in op.mask]
        );
      }
      tell(op, d, s);
      erase op;
    }
  }
}
set unroll_masks {
  pattern unroll_mask {
    match op = bir.Dma(src = bir.ap as s, dst = bir.ap as d, ..);
    where by_elements(op) and of_this_core(s, d) and not vector_dynamic(s) and not vector_dynamic(d);
    where len(op.mask) > 0 else "it has no mask";
    where not can_be_cut(op, s, d, take(1, iterations(op))) else "its mask can be cut";
    where not sized_dynamic(s) and not sized_dynamic(d);
    let n = piece_of_mask(op, s, d, [mask_of(m) for m in op.mask]);
    where n < count(s);
    rewrite {
      for k in 0 .. count(s) / n {
        quiet_clone(op, piece(d, k * n, n), piece(s, k * n, n), [piece_mask(m, s, k * n, n) for m in op.mask]);
      }
      tell(op, d, s);
      erase op;
    }
  }
}
set unroll_skips {
  /// Nothing depends on the run time: all of it is there.
  pattern nothing_left_out {
    match op = bir.dma_copy(bir.ap as s, bir.ap as d, _) { oob = .skip };
    where not dynamic(s) and not dynamic(d);
    rewrite { update op { oob = .error }; }
  }
  pattern unroll_skip unordered {
    match op = bir.dma_copy(bir.ap as s, bir.ap as d, _) { oob = .skip };
    where by_elements(op) and of_this_core(s, d) and (scalar_dynamic(s) or scalar_dynamic(d));
    where not vector_dynamic(s) and not vector_dynamic(d) and not sized_dynamic(s) and not sized_dynamic(d);
    let whole = count(s);
    let n = last([
      n for n in divisors(whole)
      if even_cut(dims_of(s), n) and even_cut(dims_of(d), n) and stay_whole(s, n) and stay_whole(d, n)
    ]);
    rewrite {
      for k in 0 .. whole / n {
        let when = end_checks(s, k * n, n) ++ end_checks(d, k * n, n) ++ [piece_mask(m, s, k * n, n) for m in op.mask];
        let (src, dst) = (piece(s, k * n, n), piece(d, k * n, n));
        clone op (src = src, dst = dst, mask = when) { name = numbered(op.name), oob = .error, notify = [] };
      }
      if len(op.notify) > 0 { tell_copy(op, piece(d, 0, 1)); }
      erase op;
    }
  }
}
fn stay_whole(a: bir.ap, n: int) -> bool = not scalar_dynamic(a)
  or any(all(stays_whole(a, step, k * n, n) for k in 0 .. count(a) / n) for step in offset_steps(a));
/// What all values of an offset are multiples of, but for its constant part: of the divisors of its memory's elements.
fn offset_steps(a: bir.ap) -> [int] =
  [n for n in reversed(divisors(elements_of(a))) if multiple_of(a.offset - constant_part(a.offset), n)];
rewrite end_checks(a: bir.ap, start: int, n: int) -> [value] {
  if scalar_dynamic(a) {
    return inside(a, a.offset + walk_offset(dims_of(a), start), pairs_of_piece(a, start, n));
  } else {
    return [];
  }
}
