/// What no pattern lowered, and why. These see exactly the operations that are left.
use penguin, dma, builtin;

fn has_memory(a: penguin.access) -> bool = a.tensor is builtin.unrealized_conversion_cast;
/// Why a partition pair cannot be derived for the hull: both numbers; none where it can.
fn bad_hull(a: penguin.access) -> (int, int)? = case (a.partition, a.hull) {
  (none, _) => none,
  (_, none) => none,
  (q, h) => hull_misfit(a, q, spanned_partitions(a, q), h)
};
fn hull_misfit(a: penguin.access, p: dma.Pair, l: int, h: int) -> (int, int)? =
  if l == h or (h > 0 and l % h == 0 and p.num == h and p.stride == l / h * row_elements(a)) { none } else { (l, h) };

set copy_checks {
  pattern no_memory benefit 6 {
    match op = penguin.dma_copy(penguin.access as s, penguin.access as d, _);
    where not (has_memory(s) and has_memory(d));
    error op "a tensor of this copy has no memory: its sizes must be static and, on chip, its partitions at least one";
    example { """
      %s = penguin.access %a pattern [[1, 8]] as bf16 : memref<?xbf16>
      %d = penguin.access %b pattern [[1, 8]] as bf16 : memref<8xbf16>
      penguin.dma_copy %s -> %d
    """ => error "has no memory" }
  }
  pattern no_groups benefit 5 {
    match op = penguin.dma_copy(penguin.access as s, penguin.access as d, _) { replica_groups = [] };
    where s.channel != none or d.channel != none;
    error op "a collective access needs replica groups";
  }
  pattern dynamic_collective benefit 5 unordered {
    match op = penguin.dma_copy(penguin.access as s, penguin.access as d, _);
    where (s.channel != none or d.channel != none) and (s.extent != none or d.extent != none);
    error op "a collective access has no count of run time";
  }
  pattern no_partition_pair benefit 4 {
    match op = penguin.dma_copy(src, dst, _);
    match a = penguin.access in [src, dst];
    let (l, h) = bad_hull(a);
    error op "no partition pattern can be derived: {l} partitions are spanned, and the hull has {h}"
      note a, "this access";
  }
  /// The same of a collective, whose sides are not dealt out.
  pattern cannot_legalize_collective benefit 4 unordered {
    match op = penguin.dma_copy(penguin.access as s, penguin.access as d, mask);
    where s.channel != none or d.channel != none;
    where not (collective_fits(s, mask) and collective_fits(d, mask));
    error op "Cannot legalize strided load!"
      note "a collective access has more dimensions than the {target.max_free_dims} pairs of the instruction set";
  }
  /// A4: nothing fits, in the seed's words.
  pattern cannot_legalize benefit 3 {
    match op = penguin.dma_copy(penguin.access as s, penguin.access as d, _);
    where seed_asserts(s, d) or over_budget(s) or over_budget(d) or len(refine(s, d)) > target.max_free_dims;
    let n = max(strides(s.pairs), strides(d.pairs));
    error op "Cannot legalize strided load!"
      note "{n} strides, but target '{target.name}' takes {target.neuron_max_strides} (neuron_max_strides)";
  }
  pattern mask_of_complicated benefit 2 {
    match op = penguin.dma_copy(_, _, [_, ..]);
    error op "the positions of its mask are those of an access pattern that would have to change: write both sides in the form that they share";
  }
  pattern ragged_in_order benefit 2 {
    match op = penguin.dma_copy(penguin.access as s, penguin.access as d);
    where order_shows(s, d) and len(refine_all(s, d)) <= most_copies();
    error op "the boundaries of the two sides do not nest, and its elements are to be moved in order: some of them land in one place, or on what is still to be read";
  }
  pattern ragged_copy {
    match op = penguin.dma_copy;
    error op "the boundaries of the two sides do not nest, and more than {most_copies()} DMAs would come of it";
  }
}
