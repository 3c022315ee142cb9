/// B5: the one dynamic form that is left is an offset of registers, in HBM.
use bir, dma;

set check_dynamic_dma {
  pattern transposed_in_part benefit 2 {
    match op = bir.dma_copy(src = bir.ap as s, ..) { mode = .transpose };
    where vector_dynamic(s) and left_out(op) and not stays_whole(s, common_step(index_steps(op, s)), 0, count(s));
    error op "DMA descriptor cannot have dynamic AP"
      note s, "a gather is transposed index by index, and part of an index may be out of bounds";
  }
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
