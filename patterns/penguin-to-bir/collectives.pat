/// A13: the access of a collective (add_sb_to_sb_cc_ap of the seed, which flattens it, add_delinearized_access): neighbouring
/// dimensions that are one run are one pair; the channel stays an expression of its own.
use penguin, bir;

rewrite attach_collective(a: penguin.access) -> bir.ap {
  let (f, _) = normalize(a, a);
  return bir.ap(memory(a)) {
    partition = f.partition, pairs = f.pairs, offset = f.offset, dtype = a.dtype, channel = a.channel
  };
}
