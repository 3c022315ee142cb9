/// C1: the families of DMAs. That of a DMA copy is its mode; the dedicated instructions are families of their own.
use bir;

/// What becomes descriptors; other instructions that move data are executed by engines, and stay in their stream (C13).
fn materialized(op: bir.Dma) -> bool =
  op is bir.dma_copy | bir.load | bir.save | bir.tensor_copy | bir.dma_cce | bir.dma_transpose | bir.dma_replicate;

/// The transposition of a DMA, if it is one.
fn transposition(op: bir.Dma) -> bir.TransposeOp? = case op {
  bir.dma_copy(..) { mode = .transpose, transpose_op = t } => t,
  bir.dma_transpose(..) { transpose_op = t } => t,
  _ => none
};
fn replicates(op: bir.Dma) -> bool = op is bir.dma_replicate or op is bir.dma_copy(..) { mode = .replicate };
fn accumulating(op: bir.Dma) -> bool = op is bir.dma_cce or op is bir.dma_copy(..) { mode = .cce };
/// Neither of them: elements are moved as they are, in order.
fn copies_only(op: bir.Dma) -> bool = transposition(op) == none and not replicates(op) and not accumulating(op);
