/// Physical addresses: memories one behind the other in their space, on chip in every partition at the same byte.
use bir, dma;

fn capacity(s: dma.Space) -> int =
  case s { .hbm => target.hbm_bytes, .sbuf => target.sbuf_bytes, .psum => target.psum_bytes };

set place_memories {
  pattern place {
    match f = dma.kernel;
    let all = [m for m in ops(f.body) if m is bir.memory];
    where any(m.address == none and m.reference == none for m in all);
    rewrite {
      for space in cases(dma.Space) {
        let free = [m for m in all if m.space == space and m.address == none and m.reference == none];
        let base = max(
          [align((m.address ?? 0) + m.bytes, target.alignment) for m in all if m.space == space and m.address != none]
            ++ [0]
        );
        for (m, o) in zip(free, offsets([align(m.bytes, target.alignment) for m in free])) {
          update m { address = base + o };
        }
      }
    }
    example on trn2 { """
      dma.kernel @k() {
        %a = bir.memory @a hbm {bytes = 100}
        %b = bir.memory @b hbm {bytes = 100}
        dma.return
      }
    """ => """
      dma.kernel @k() {
        %a = bir.memory @a hbm {bytes = 100, address = 0}
        %b = bir.memory @b hbm {bytes = 100, address = 128}
        dma.return
      }
    """ }
  }
}

set memory_checks {
  pattern over_capacity {
    match m = bir.memory { address = a, bytes, space };
    where a + bytes > capacity(space);
    error m "memory '{m.sym_name}' ends at byte {a + bytes}, but {space} of target '{target.name}' has {capacity(space)}";
  }
  pattern too_many_partitions {
    match m = bir.memory { partitions, space };
    where space != .hbm and partitions > target.partitions;
    error m "memory '{m.sym_name}' has {partitions} partitions, but target '{target.name}' has {target.partitions}";
  }
}

/// Binds DMAs to engines and queues, and memories to addresses.
pass bind_dma on dma.kernel {
  /// Drives DMAs on the kernel's arguments from SP, unless they are HWDGE.
  option limit_io_queues: bool = false;
  stage engines: walk { bind_engines }
  stage queues: walk { bind_queues }
  stage memories: walk { place_memories }
  stage check: walk { engine_checks, memory_checks }
}
