/// B0: what the four stages share: what is dynamic, and the clone that takes a DMA's place. A stage differs from the others in how
/// it legalizes a destination and a source.
use bir, dma;

/// An offset that a register has.
fn scalar_dynamic(a: bir.ap) -> bool = run_time_offset(a);
/// An access by index: a list of offsets.
fn vector_dynamic(a: bir.ap) -> bool = len(a.index) > 0;
/// A dimension whose num a register has.
fn sized_dynamic(a: bir.ap) -> bool = a.extent != none;
fn dynamic(a: bir.ap) -> bool = scalar_dynamic(a) or vector_dynamic(a) or sized_dynamic(a);

/// Its sides; a sum has further sources.
fn all_sides(op: bir.Dma) -> [value] = [op.src, op.dst] ++ further_operands(op);
fn dynamic_side(v: value) -> bool {
  match a = bir.ap of v;
  dynamic(a)
}
fn any_dynamic(op: bir.Dma) -> bool = any(dynamic_side(v) for v in all_sides(op));

/// A copy of a DMA with other sides, named after it and entered in the kernel's table of names.
rewrite clone_instruction(op: bir.Dma, dst: bir.ap, src: bir.ap) -> bir.Dma {
  return clone op (src = src, dst = dst) { name = numbered(op.name) };
}
rewrite clone_masked(op: bir.Dma, dst: bir.ap, src: bir.ap, mask: [value]) -> bir.Dma {
  return clone op (src = src, dst = dst, mask = mask) { name = numbered(op.name) };
}
/// A clone whose mask the run time decides tells nobody that the DMA is done: where somebody waits, one that moves nothing and always
/// runs comes last, with these sides.
rewrite quiet_clone(op: bir.Dma, dst: bir.ap, src: bir.ap, mask: [value]) -> bir.Dma {
  return clone op (src = src, dst = dst, mask = mask) { name = numbered(op.name), notify = [] };
}
rewrite tell(op: bir.Dma, d: bir.ap, s: bir.ap) {
  if len(op.notify) > 0 {
    let never = bir.predicate() { bound = 0 - 1 };
    clone_masked(op, piece(d, 0, 1), piece(s, 0, 1), [never]);
  }
}
/// The same of a copy by index, or one that leaves out what is out of bounds: both sides are an access that is there.
rewrite tell_copy(op: bir.dma_copy, there: bir.ap) {
  let never = bir.predicate() { bound = 0 - 1 };
  clone op (src = there, dst = there, mask = [never]) {
    name = numbered(op.name), indirect_dims = [], oob = .error, unique_indices = false
  };
}
