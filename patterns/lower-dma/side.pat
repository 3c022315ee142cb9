/// C3, C4: one side of one iteration, at its physical place.
use bir, desc, dma;

/// An access in HBM: a byte address, and pairs as they are.
rewrite side(a: bir.ap, idx: [(value, int)]) -> desc.Side {
  return side_cut(a, idx, whole_box(a));
}
/// The same of a part: of each dimension, the partition's first, from which position on and how many.
rewrite side_cut(a: bir.ap, idx: [(value, int)], box: [(int, int)]) -> desc.Side {
  match m = bir.memory of a.memory;
  let size = bytes(a.dtype);
  let start = int(substitute(a.offset, idx)) + sum(p.stride * f for (p, (f, _)) in zip(dims_of(a), box));
  let cut = [dma.Pair(p.stride, n) for (p, (_, n)) in zip(dims_of(a), box)];
  let across? = if a.partition == none { none } else { cut[0] };
  let free = if a.partition == none { cut } else { cut[1 .. len(cut)] };
  if m.reference != none {
    return desc.Side(m.space, desc.Address(start * size, 0, ref(m), channel_of(a, idx)), none, cut, a.dtype);
  } else {
    if m.space == .hbm {
      return flat_side(a, m, start, size, cut, channel_of(a, idx));
    } else {
      return chip_side(a, m, start, size, across, free, channel_of(a, idx));
    }
  }
}

/// Of a collective: whose memory it is, as a position in the replica group.
fn channel_of(a: bir.ap, idx: [(value, int)]) -> int? = case a.channel { none => none, c => int(substitute(c, idx)) };

rewrite flat_side(a: bir.ap, m: bir.memory, start: int, size: int, all: [dma.Pair], channel: int?) -> desc.Side {
  let first = start + lowest(all);
  let end = start + highest(all) + 1;
  if first < 0 or end * size > m.bytes {
    error a "Access pattern out of bound: it reaches from element {first} to {end - 1} of memory '{m.sym_name}'"
      note m, "which has {m.bytes / size} elements of this type";
  }
  return desc.Side(m.space, desc.Address(m.address + start * size, 0, none, channel), none, all, a.dtype);
}

/// An access on chip: the start is in a partition, strides across partitions are whole partitions.
rewrite chip_side(
  a: bir.ap, m: bir.memory, start: int, size: int, given: dma.Pair?, free: [dma.Pair], channel: int?
) -> desc.Side {
  let row = m.bytes / size;
  where row > 0 else "a partition of memory '{m.sym_name}' has no element of this type";
  let p0 = start / row;
  let e0 = start % row;
  let across = given ?? (0, 1);
  if across.num > 1 and across.stride % row != 0 {
    error a "a stride across partitions is a multiple of the {row} elements of a partition, but this is {across.stride}";
  }
  let step = across.stride / row;
  let lowest_p = p0 + min(0, step * (across.num - 1));
  let highest_p = p0 + max(0, step * (across.num - 1));
  if lowest_p < 0 or highest_p >= m.partitions or e0 + lowest(free) < 0 or e0 + highest(free) >= row {
    error a "Access pattern out of bound: partitions {lowest_p} to {highest_p}, elements {e0 + lowest(free)} to {e0 + highest(free)} of a partition of memory '{m.sym_name}'"
      note m, "which has {m.partitions} partitions of {row} elements";
  }
  return desc.Side(
    m.space, desc.Address(m.address + e0 * size, p0, none, channel),
    if across.num == 1 { none } else { (step, across.num) }, free, a.dtype
  );
}
