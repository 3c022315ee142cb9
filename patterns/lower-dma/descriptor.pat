/// C1: the descriptor of one iteration of a DMA, by family; copies so far.
use bir, desc;

rewrite descriptor(op: bir.Dma, s: bir.ap, d: bir.ap, idx: [(value, int)]) -> desc.copy {
  return desc.copy() { src = side(s, idx), dst = side(d, idx), can_read_uninit = op.can_read_uninit };
}
