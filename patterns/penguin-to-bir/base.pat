/// The two-class emit model of the seed: a base allocates the bare instruction and names it, exactly once, and does nothing
/// else; the operation's own pattern calls it first and then sets the surface, in order. `name` has no default in the
/// dialect, so a pattern that builds a DMA without a base does not load.
use penguin, bir, builtin, dma;

rewrite base_dma_copy(op: penguin.Dma, src: value, dst: value) -> bir.dma_copy {
  return bir.dma_copy(src, dst) { name = fresh(op.name ?? "dma_copy") };
}
rewrite base_indirect_load(op: penguin.indirect_load, src: value, dst: value) -> bir.generic_indirect_load {
  return bir.generic_indirect_load(src, dst) {
    name = fresh(op.name ?? "indirect_load"), indirect_dims = op.generic_dims
  };
}
rewrite base_indirect_save(op: penguin.indirect_save, src: value, dst: value) -> bir.generic_indirect_save {
  return bir.generic_indirect_save(src, dst) {
    name = fresh(op.name ?? "indirect_save"), indirect_dims = op.generic_dims
  };
}

/// The memory that an access is on.
fn memory(a: penguin.access) -> value {
  match builtin.unrealized_conversion_cast([m]) of a.tensor;
  m
}

/// Attaches an access as it stands: the simple case of the gate.
rewrite attach(a: penguin.access) -> bir.ap {
  return attach_by(a, []);
}
/// The same, for each of the elements of other accesses.
rewrite attach_by(a: penguin.access, index: [value]) -> bir.ap {
  return bir.ap(memory(a), index = index) {
    partition = a.partition, pairs = a.pairs, offset = a.offset, dtype = a.dtype, extent = a.extent,
    extent_dim = a.extent_dim
  };
}

/// The predicates of a mask.
rewrite bir_masks(mask: [value]) -> [value] {
  return [bir_predicate(m) for m in mask];
}
rewrite bir_predicate(m: value) -> value {
  match p = penguin.predicate of m;
  return bir.predicate() { dims = p.dims, bound = p.bound };
}
