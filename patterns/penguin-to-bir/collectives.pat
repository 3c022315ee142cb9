/// A13: the access of a collective (add_sb_to_sb_cc_ap of the seed, which flattens it, add_delinearized_access): neighbouring
/// dimensions that are one run are one pair; the channel stays an expression of its own.
use penguin, bir, dma;

/// The positions of a mask are those of the accesses as they are written.
rewrite attach_collective(a: penguin.access, mask: [value]) -> bir.ap {
  let f = if len(mask) > 0 { dma.Form(a.partition, a.pairs, a.offset, a.dtype) } else { own_form(a) };
  return bir.ap(memory(a)) {
    partition = f.partition, pairs = f.pairs, offset = f.offset, dtype = a.dtype, channel = a.channel
  };
}
fn own_form(a: penguin.access) -> dma.Form {
  let (f, _) = normalize(a, a);
  f
}
fn collective_fits(a: penguin.access, mask: [value]) -> bool =
  (if len(mask) > 0 { strides(a.pairs) } else { len(refine(a, a)) }) <= target.max_free_dims;
