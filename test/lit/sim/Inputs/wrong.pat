/// A lowering with a fault: destinations of copies go one byte too far.
use bir, desc;

override rewrite descriptor(op: bir.Dma, s: bir.ap, d: bir.ap, idx: [(value, int)]) -> desc.copy {
  let right = side(d, idx);
  let wrong = desc.Side(
    right.space, desc.Address(right.address.byte + 1, right.address.partition), right.partition, right.pairs, right.dtype
  );
  return desc.copy() { src = side(s, idx), dst = wrong };
}
