///   The file.
use bir, dma;  // dialects
use desc;      // and one more
// ---- functions

fn cap(op: bir.Dma) -> int = if op.dge_type == .hwdge { target.hwdge_ring } else { target.swdge_ring };
fn first(a: bir.ap, b: bir.ap) -> bool {
  match m = bir.memory of a.memory;
  // between statements

  // and another
  m.space != .hbm and (count(a) > count(b) or not (a.pairs[0].num + 1 == -a.offset * 2))
    and a.pairs ++ b.pairs != [(1, 1)] and count(b) > 0
}
set s { pattern one { match op = bir.Dma { queue = none }; error op "no  {op.name}  queue"; } }
set t {
  pattern one { match op = bir.Dma { queue = none }; rewrite { erase op; } }

  /// Doc.
  pattern two benefit 2 {  // why
    match op = bir.dma_copy | bir.save (bir.ap { pairs = [p, ..rest] } as s, bir.ap as d)
      { mode = .copy, queue = q?, engine, dma_qos, notify = [] };
    where p.num > cap(op) else "it fits";
    rewrite {
      let n = bir.memory() {
        sym_name = fresh("x"), space = .sbuf,
        bytes = 4
      };
      for (a, b) in chunks(p.num, 4) { clone op (src = s, dst = d) { name = fresh(op.name) }; }
      if p.num > 1 {
        erase op;
      } else {
        at end of n.body { desc.noop() { engine = engine }; }
      }
    }
    no_match """  left   
      alone""";
  }
}
pass p on dma.kernel { option o: bool = false; stage a: walk if options.o { s, t } ensures no bir.Dma, penguin.*; }
