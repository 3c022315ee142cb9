/// C2, the block ownership rule: a block belongs to one trigger. A DMA joins the open block of its queue only if the previous
/// instruction is that block's trigger, nothing is notified, the cap is not reached, and neither of the two touches what
/// the other writes. Then its descriptor is appended and the trigger stands for both.
use bir, desc, dma;

/// Bytes of a side as a half-open range of its space; on chip within each partition.
fn first_byte(s: desc.Side) -> int = s.address.byte + lowest(s.pairs) * bytes(s.dtype);
fn end_byte(s: desc.Side) -> int = s.address.byte + (highest(s.pairs) + 1) * bytes(s.dtype);
/// The same of an access that is in no loop.
fn ap_first(a: bir.ap, m: bir.memory) -> int {
  let size = bytes(a.dtype);
  let start = int(a.offset);
  if m.space == .hbm {
    m.address + (start + lowest(steps(a.partition, a.pairs))) * size
  } else {
    m.address + (start % (m.bytes / size) + lowest(a.pairs)) * size
  }
}
fn ap_end(a: bir.ap, m: bir.memory) -> int {
  let size = bytes(a.dtype);
  let start = int(a.offset);
  if m.space == .hbm {
    m.address + (start + highest(steps(a.partition, a.pairs)) + 1) * size
  } else {
    m.address + (start % (m.bytes / size) + highest(a.pairs) + 1) * size
  }
}
fn apart(a: bir.ap, s: desc.Side) -> bool {
  match m = bir.memory of a.memory;
  m.space != s.space or s.address.reference == none and (ap_end(a, m) <= first_byte(s) or end_byte(s) <= ap_first(a, m))
}

/// Whether a DMA may run in the same firing as these descriptors.
fn independent(s: bir.ap, d: bir.ap, others: [desc.Descriptor]) -> bool = all(
  apart(s, x.dst) and apart(d, x.src) and apart(d, x.dst) and all(apart(d, o) for o in further_sources(x))
  for x in others
);
/// Sources beside the first.
fn further_sources(x: desc.Descriptor) -> [desc.Side] = case x { desc.cce(..) { others = o } => o, _ => [] };

/// Whether a DMA joins a block that is open.
fn joins(op: bir.Dma, s: bir.ap, d: bir.ap, b: desc.block) -> bool =
  b.entries + ring_entries(op, s, d) <= cap(op) and independent(s, d, [x for x in ops(b.body) if x is desc.Descriptor]);

set reuse_block {
  pattern reuse_open_block benefit 2 {
    match op = bir.Dma(src = bir.ap as s, dst = bir.ap as d, ..) { queue = q, notify = [] };
    where materialized(op) else "an engine executes it";
    where not any(l is bir.loop for l in ancestors(op)) else "in a loop every iteration has a block of its own";
    match t = desc.trigger(when) { queue = tq, blocks = [name] } of prev(op);
    where q == tq else "the previous trigger is of another queue";
    where when == run_time_mask(op, [[]]) else "the previous trigger has other predicates";
    where can_be_cut(op, s, d, [[]]) else "its mask cannot be cut to what moves";
    match b = desc.block { notify = [] } of resolve(name);
    where joins(op, s, d, b) else "the open block is full, or holds what this DMA depends on";
    rewrite {
      if moves_any(op, s, []) { at end of b.body { emit(op, s, d, []); } }
      update b { entries = b.entries + ring_entries(op, s, d) };
      update t { };
      erase op;
    }
  }
}
