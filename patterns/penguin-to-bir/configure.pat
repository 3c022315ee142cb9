/// What every DMA takes over, in the seed's order: DGE type, QoS, replica groups.
use penguin, bir;

rewrite configure(bb: bir.Dma, op: penguin.Dma) {
  update bb { dge_type = dge_type(op.dge_mode), dma_qos = qos(op.dma_qos), replica_groups = op.replica_groups };
}
