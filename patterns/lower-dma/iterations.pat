/// C3: the loops around a DMA, resolved. No symbolic index is left in a descriptor.
use bir;

fn loops_of(op: bir.Dma) -> [op] = [l for l in reversed(ancestors(op)) if l is bir.loop];
fn trips(l: bir.loop) -> int = max(0, ceil_div(l.upper - l.lower, l.step));
fn index_of(l: bir.loop) -> value {
  let [i] = args(l.body);
  i
}

/// One binding of the indices around a DMA an iteration, outermost loop slowest; a DMA in no loop has one, empty.
fn iterations(op: bir.Dma) -> [[(value, int)]] {
  let loops = [l for l in reversed(ancestors(op)) if l is bir.loop];
  [[(index_of(l), l.lower + k * l.step) for (l, k) in zip(loops, idx)] for idx in nest([trips(l) for l in loops])]
}
