/// B1, B6, B7: what may depend on the run time, and how. Instructions that engines execute are outside of this.
use bir, dma;

fn register_atoms(a: bir.ap) -> [value] = [v for v in atoms(a.offset) if type(v) is !dma.register];
/// A gather by a list of offset registers, the one dynamic form that hardware descriptor generation takes.
fn offset_register_gather(s: bir.ap, d: bir.ap) -> bool = vector_dynamic(s) and not dynamic(d);

fn list_count(v: value) -> int {
  match i = bir.ap of v;
  count(i)
}

set dynamic_clauses {
  pattern dge_is_off {
    match op = bir.Dma { dge_type = .none };
    where materialized(op) and any_dynamic(op);
    error op "DGE must be enabled when dynamic src access in DMA is used";
  }
  pattern no_offset_register {
    match op = bir.Dma;
    where materialized(op);
    match a = bir.ap in all_sides(op);
    match v = _ in register_atoms(a);
    where not (v is bir.read_var_addr | bir.register_alu);
    error op "DGE's RegisterAP must be offset register"
      note a, "the offset of this access is of a register that no instruction computes";
  }
  /// Of a whole DMA: one side by register and the other by index is both, too.
  pattern scalar_and_vector {
    match op = bir.Dma;
    where materialized(op);
    match a = bir.ap in all_sides(op);
    where scalar_dynamic(a);
    match b = bir.ap in all_sides(op);
    where vector_dynamic(b);
    error op "a DMA has a scalar dynamic offset or a vector dynamic offset, and this one has both"
      note a, "the scalar one: {a.offset}" note b, "the vector one";
  }
  pattern hwdge_transpose {
    match op = bir.Dma { dge_type = .hwdge };
    where transposition(op) != none;
    error op "a transpose is made by software DGE, but this one asks for HWDGE";
    example { """
      %a = bir.ap %m pattern [[1, 8]] as bf16
      bir.dma_transpose %a -> %a {name = "t", dge_type = hwdge, engine = sp}
    """ => error "asks for HWDGE" }
  }
  pattern hwdge_without_engine {
    match op = bir.Dma { dge_type = .hwdge, engine = .unassigned };
    where materialized(op) and transposition(op) == none;
    error op "HWDGE needs an engine, and this DMA is bound to none: run bind-dma first";
    example { """
      %a = bir.ap %m pattern [[1, 8]] as bf16
      bir.load %a -> %a {name = "l", dge_type = hwdge}
    """ => error "bound to none" }
  }
  pattern both_by_index {
    match op = bir.Dma(src = bir.ap as s, dst = bir.ap as d, ..);
    where vector_dynamic(s) and vector_dynamic(d);
    error op "source and destination are both by index";
  }
  pattern lists_and_steps unordered {
    match op = bir.dma_copy(src = src, dst = dst, ..) { indirect_dims = dims };
    match a = bir.ap in [src, dst];
    where len(a.index) > 0 and len(dims) > 0 and len(a.index) != len(dims);
    error op "{len(a.index)} index accesses but {len(dims)} indirect dims" note a, "the access by index";
  }
  pattern lists_of_different_counts unordered {
    match op = bir.Dma(src = src, dst = dst, ..);
    match a = bir.ap in [src, dst];
    match v = _ in a.index;
    where list_count(v) != index_count(a);
    error op "index accesses of different counts: {list_count(v)} and {index_count(a)}" note a, "the access by index";
  }
  /// The num of the dimension is the bound of its count.
  pattern no_bound {
    match op = bir.Dma;
    match a = bir.ap in all_sides(op);
    where sized_dynamic(a) and (a.extent_dim < 0 or a.extent_dim >= len(dims_of(a)));
    error op "a count of run time needs a bound, which is the num of its dimension"
      note a, "there is no dimension {a.extent_dim} here";
  }
}

set dynamic_setup {
  /// Descriptor lists of run time, and transposes, are made by software.
  pattern unassigned_is_swdge {
    match op = bir.Dma { dge_type = .unassigned };
    where materialized(op) and (any_dynamic(op) or transposition(op) != none) else "all of it is known";
    rewrite { update op { dge_type = .swdge }; }
    example { """
      %a = bir.ap %m pattern [[1, 8]] as bf16
      bir.dma_transpose %a -> %a {name = "t"}
    """ => """
      %a = bir.ap %m pattern [[1, 8]] as bf16
      bir.dma_transpose %a -> %a {name = "t", dge_type = swdge}
    """ }
  }
  pattern hwdge_is_swdge {
    match op = bir.Dma(src = bir.ap as s, dst = bir.ap as d, ..) { dge_type = .hwdge };
    where materialized(op) and any_dynamic(op) else "all of it is known";
    where not offset_register_gather(s, d) else "hardware takes a gather by offset registers";
    rewrite {
      update op { dge_type = .swdge };
      remark op "HWDGE cannot hold addresses of the run time: made by software DGE";
    }
  }
}
