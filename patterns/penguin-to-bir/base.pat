/// The two-class emit model of the seed: a base allocates the bare instruction and names it, exactly once, and does nothing
/// else; the operation's own pattern calls it first and then sets the surface, in order. `name` has no default in the
/// dialect, so a pattern that builds a DMA without a base does not load.
use penguin, bir, builtin;

rewrite base_dma_copy(op: penguin.Dma, src: value, dst: value) -> bir.dma_copy {
  return bir.dma_copy(src, dst) { name = fresh(op.name ?? "dma_copy") };
}

/// The memory that an access is on.
fn memory(a: penguin.access) -> value {
  match builtin.unrealized_conversion_cast([m]) of a.tensor;
  m
}

/// Attaches an access as it stands: the simple case of the gate.
rewrite attach(a: penguin.access) -> bir.ap {
  return bir.ap(memory(a)) { partition = a.partition, pairs = a.pairs, offset = a.offset, dtype = a.dtype };
}
