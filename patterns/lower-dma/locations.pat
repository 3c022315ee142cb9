/// C5: an access whose offset a register has becomes one to a location, the only memory without an address of its own. The
/// stream says where it is, right before the trigger, which is when descriptors read it.
use bir, desc, dma;

fn run_time_offset(a: bir.ap) -> bool = any(type(v) is !dma.register for v in atoms(a.offset));
/// An access may go back from where it begins; its location is where it goes back to.
fn goes_back(a: bir.ap) -> int = 0 - lowest(dims_of(a));
fn location_name(op: bir.Dma) -> string = "{op.name}_at";

set source_locations {
  pattern source_location {
    match op = bir.Dma(src = bir.ap as s, ..);
    where materialized(op) and run_time_offset(s) else "its offset is known";
    where space_of(s) == .hbm else "only HBM is addressed at run time";
    match k = dma.kernel of symbol_table(op);
    rewrite { update op (src = located(op, k, op.src)); }
  }
}
set destination_locations {
  pattern destination_location {
    match op = bir.Dma(dst = bir.ap as d, ..);
    where materialized(op) and run_time_offset(d) else "its offset is known";
    where space_of(d) == .hbm else "only HBM is addressed at run time";
    match k = dma.kernel of symbol_table(op);
    rewrite { update op (dst = located(op, k, op.dst)); }
  }
}
set other_locations {
  /// Each further source of a sum.
  pattern other_location {
    match op = bir.dma_cce(others = others, ..);
    where any(offset_of_run_time(o) for o in others) else "their offsets are known";
    match k = dma.kernel of symbol_table(op);
    rewrite {
      let there = [if offset_of_run_time(o) { located(op, k, o) } else { o } for o in others];
      update op (others = there);
    }
  }
}
fn offset_of_run_time(v: value) -> bool {
  match a = bir.ap of v;
  run_time_offset(a) and space_of(a) == .hbm
}
rewrite located(op: bir.Dma, k: dma.kernel, v: value) -> value {
  match a = bir.ap of v;
  match m = bir.memory of a.memory;
  let l = at start of k.body: bir.memory() {
    sym_name = fresh(location_name(op)), space = m.space, bytes = m.bytes, reference = ref(m)
  };
  desc.patch() { location = ref(l), offset = (a.offset - goes_back(a)) * bytes(a.dtype) };
  return clone a (memory = l) { offset = goes_back(a) };
}
set location_checks {
  pattern on_chip_address {
    match op = bir.Dma;
    where materialized(op);
    match a = bir.ap in all_sides(op);
    match m = bir.memory of a.memory;
    where run_time_offset(a) and m.space != .hbm;
    error op "DMA descriptor cannot have dynamic AP"
      note a, "only HBM is addressed at run time, and this is in {m.space}";
  }
}
