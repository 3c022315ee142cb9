/// B5: the one dynamic form that is left is an offset of registers, in HBM.
use bir, dma;

set check_dynamic_dma {
  pattern still_dynamic {
    match op = bir.Dma;
    where materialized(op);
    match a = bir.ap in all_sides(op);
    where vector_dynamic(a) or sized_dynamic(a);
    error op "DMA descriptor cannot have dynamic AP" note a, "this side is still dynamic";
  }
  pattern dynamic_on_chip {
    match op = bir.Dma;
    where materialized(op);
    match a = bir.ap in all_sides(op);
    where scalar_dynamic(a) and space_of(a) != .hbm;
    error op "DMA descriptor cannot have dynamic AP"
      note a, "only HBM is addressed at run time, and this is in {space_of(a)}";
  }
  pattern still_leaves_out {
    match op = bir.dma_copy { oob = .skip };
    match a = bir.ap in all_sides(op);
    where scalar_dynamic(a) and not vector_dynamic(a);
    error op "DMA descriptor cannot have dynamic AP"
      note a, "what of this access is out of bounds is known at run time only, and it cannot be cut to pieces that are so as a whole";
  }
}
