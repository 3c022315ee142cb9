/// Ring entries that a block may hold, by the DGE type of its DMAs.
use bir;

fn cap(op: bir.Dma) -> int = if op.dge_type == .hwdge { target.hwdge_ring } else { target.swdge_ring };
