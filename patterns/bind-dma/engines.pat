/// The engine that triggers a DMA. IR that is bound already matches nothing here.
use bir, dma;

fn space_of(a: bir.ap) -> dma.Space {
  match bir.memory { space } of a.memory;
  space
}

fn is_argument(v: value) -> bool {
  match bir.memory { argument = n? } of v;
  n != none
}

set bind_engines {
  /// HWDGE is driven from SP or Activation only.
  pattern hwdge_engine benefit 2 unordered {
    match op = bir.Dma { dge_type = .hwdge, engine = e };
    where target.has_hwdge;
    where e != .sp and e != .activation and e != .pe;
    rewrite { update op { engine = if e == .dve { .activation } else { .sp } }; }
    example { """
      %a = bir.ap %m pattern [[1, 8]] as bf16
      bir.dma_copy %a -> %a {name = "c", mode = copy, dge_type = hwdge, engine = dve}
    """ => """
      %a = bir.ap %m pattern [[1, 8]] as bf16
      bir.dma_copy %a -> %a {name = "c", mode = copy, dge_type = hwdge, engine = activation}
    """ }
    no_match "bound already" """
      %a = bir.ap %m pattern [[1, 8]] as bf16
      bir.dma_copy %a -> %a {name = "c", mode = copy, dge_type = hwdge, engine = sp}
    """;
  }
  /// The limiter of I/O queues, where it is asked for: what touches an argument of the kernel and is not HWDGE is driven from SP.
  pattern io_on_sp benefit 2 {
    match op = bir.Dma(bir.ap(m, ..), bir.ap(n, ..)) { engine = .unassigned, dge_type };
    where options.limit_io_queues else "the limiter is off";
    where target.has_hwdge and dge_type != .hwdge;
    where is_argument(m) or is_argument(n) else "no argument of the kernel is touched";
    rewrite { update op { engine = .sp }; }
  }
  /// The default of the seed.
  pattern default_engine {
    match op = bir.Dma { engine = .unassigned };
    rewrite { update op { engine = .pool }; }
    example { """
      %a = bir.ap %m pattern [[1, 8]] as bf16
      bir.load %a -> %a {name = "l"}
    """ => """
      %a = bir.ap %m pattern [[1, 8]] as bf16
      bir.load %a -> %a {name = "l", engine = pool}
    """ }
  }
}

set engine_checks {
  pattern no_hwdge {
    match op = bir.Dma { dge_type = .hwdge };
    where not target.has_hwdge;
    error op "this DMA asks for HWDGE, which target '{target.name}' does not have";
  }
  pattern pe_hwdge {
    match op = bir.Dma { dge_type = .hwdge, engine = .pe };
    where target.has_hwdge;
    error op "the PE cannot drive HWDGE";
    example { """
      %a = bir.ap %m pattern [[1, 8]] as bf16
      bir.load %a -> %a {name = "l", dge_type = hwdge, engine = pe}
    """ => error "the PE cannot drive HWDGE" }
  }
}
