/// A4, the gate: which access patterns attach as they are. The decision is taken once for both sides of a copy, and for each
/// side of a transfer by index.
use penguin, dma;

/// What both sides step through together, once all that is contiguous on both has collapsed
/// (extract_offloaded_memcpy_shape_block of the seed).
fn block_shape(s: penguin.access, d: penguin.access) -> [int] = [n for (_, _, n) in refine(s, d)];
fn own_shape(a: penguin.access) -> [int] = shape_of(a.partition, a.pairs);

/// The shape is trivial when both sides' own pairs have exactly these nums: then there is nothing to reshape.
fn shape_is_nontrivial(s: penguin.access, d: penguin.access) -> bool {
  let shape = block_shape(s, d);
  own_shape(s) != shape or own_shape(d) != shape
}

/// What counts against the budget of strides: free pairs of more than one element; a stride of 0 counts.
fn strides(pairs: [dma.Pair]) -> int = len(p for p in pairs if p.num > 1);
fn over_budget(a: penguin.access) -> bool = strides(a.pairs) > target.neuron_max_strides;

/// Complicated: the shape is not trivial, or one side has more strides than the target takes.
fn complicated(s: penguin.access, d: penguin.access) -> bool =
  over_budget(s) or over_budget(d) or shape_is_nontrivial(s, d);

/// The prose of the seed, or its pseudo-code, which asserts on the strides of what has a trivial shape.
fn seed_strict() -> bool = options.gate == .seed_strict;
/// What the pseudo-code asserts on: many strides, and nothing to reshape.
fn seed_asserts(s: penguin.access, d: penguin.access) -> bool =
  seed_strict() and (over_budget(s) or over_budget(d)) and not shape_is_nontrivial(s, d);
