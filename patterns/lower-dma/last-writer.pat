/// C3: of several elements for one place the last one stays, so only that one is moved.
use bir, dma;

set last_writer {
  pattern last_writer {
    match op = bir.Dma(bir.ap as s, bir.ap as d);
    where materialized(op) and copies_only(op) else "no plain copy";
    where any(p.stride == 0 for p in steps(d.partition, d.pairs)) else "every element has a place of its own";
    where last_is_known(s, d) else "the last element of each place is not known";
    let sides = zip(steps(s.partition, s.pairs), steps(d.partition, d.pairs));
    let skipped = sum(p.stride * (p.num - 1) for (p, q) in sides if q.stride == 0);
    rewrite {
      let keep = [q.stride != 0 for (_, q) in sides];
      let src = clone s { partition = kept_partition(s, keep), pairs = kept(s, keep), offset = s.offset + skipped };
      let dst = clone d { partition = kept_partition(d, keep), pairs = kept(d, keep) };
      update op (src = src, dst = dst);
    }
  }
}
/// What is added to one place again and again is added by a DMA for each time: a descriptor knows no order.
set add_again {
  /// So is what a mask leaves of a copy onto one place: which one is last depends on it.
  pattern add_again unordered {
    match op = bir.Dma(src = bir.ap as s, dst = bir.ap as d, ..);
    where by_elements(op) and of_this_core(s, d) and (accumulating(op) or len(op.mask) > 0 or not last_is_known(s, d))
      else "the last writer is known";
    where writes_again(d) else "every element has a place of its own";
    let n = once(d);
    where even_cut(dims_of(s), n) else "the source cannot be cut there";
    rewrite {
      for k in 0 .. count(d) / n {
        let c = clone_masked(op, piece(d, k * n, n), piece(s, k * n, n), [piece_mask(m, s, k * n, n) for m in op.mask]);
        update c { notify = notified(op, k, count(d) / n) };
      }
      erase op;
    }
  }
  pattern sum_again unordered {
    match op = bir.dma_cce(src = bir.ap as s, dst = bir.ap as d, others = others, ..) { name };
    where writes_again(d) else "every element has a place of its own";
    where whole_mask(op) else "its mask is about positions";
    where sum_of_this_core(op, s, d) else "all cores read before any writes";
    let n = once(d);
    where even_cut(dims_of(s), n) and all(even_cut(dims_of_value(o), n) for o in others)
      else "a source cannot be cut there";
    rewrite {
      for k in 0 .. count(d) / n {
        clone op (
          src = piece(s, k * n, n), dst = piece(d, k * n, n), others = [piece_of_value(o, k * n, n) for o in others]
        ) { name = numbered(name), notify = notified(op, k, count(d) / n) };
      }
      erase op;
    }
  }
}
/// Both sides step alike, and what is written is not what the last element is read from.
fn last_is_known(s: bir.ap, d: bir.ap) -> bool =
  shape_of(s.partition, s.pairs) == shape_of(d.partition, d.pairs) and other_place(s, d);
fn writes_again(a: bir.ap) -> bool = any(p.stride == 0 and p.num > 1 for p in dims_of(a));
/// Elements of a walk that write no place twice, as far as strides of 0 tell.
fn once(a: bir.ap) -> int {
  let dims = dims_of(a);
  min([each for (p, each) in zip(dims, inner_counts(dims)) if p.stride == 0 and p.num > 1])
}
fn dims_of_value(v: value) -> [dma.Pair] {
  match a = bir.ap of v;
  dims_of(a)
}
rewrite piece_of_value(v: value, start: int, n: int) -> bir.ap {
  match a = bir.ap of v;
  return piece(a, start, n);
}
/// The free pairs of an access that stay; at least one.
fn kept(a: bir.ap, keep: [bool]) -> [dma.Pair] {
  let first = case a.partition { none => 0, p => if p.num != 1 { 1 } else { 0 } };
  let free = [p for (p, k) in zip([p for p in a.pairs if p.num != 1], keep[first .. len(keep)]) if k];
  if len(free) > 0 { free } else { [(1, 1)] }
}
/// The partition pair, where it stays: a single partition has one even so.
fn kept_partition(a: bir.ap, keep: [bool]) -> dma.Pair? = case a.partition {
  none => none,
  p => if p.num == 1 or keep[0] { p } else { (p.stride, 1) }
};
/// What no pattern has resolved.
set again_checks {
  pattern written_again_and_again {
    match op = bir.Dma(dst = bir.ap as d, ..);
    where materialized(op) and writes_again(d);
    error op "a descriptor writes every place once, and which element this DMA writes last to each is not known"
      note d, "the destination has a stride of 0; the source cannot be cut where it starts again, or all cores read before any writes";
  }
}
