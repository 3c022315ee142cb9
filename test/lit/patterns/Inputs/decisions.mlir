func.func @decisions(%a: memref<8xf32>, %b: memref<8xf32>, %i: memref<3xi32>) {
  %0 = penguin.access %a pattern [[4, 2], [1, 4]] as fp32r : memref<8xf32>
  %1 = penguin.access %b pattern [[1, 8]] as fp32r : memref<8xf32>
  penguin.dma_copy %0 -> %1
  %2 = penguin.access %a pattern [[1, 6]] as fp32 : memref<8xf32>
  %3 = penguin.access %i pattern [[1, 3]] as int32 : memref<3xi32>
  %4 = penguin.access %b pattern [[1, 2]] as fp32 : memref<8xf32>
  penguin.indirect_rmw %2 -> %4 at %3 {generic_dims = [2], name = "rmw"}
  penguin.indirect_load %4 -> %2 at %3 {generic_dims = [2], name = "load", is_offset_dma}
  return
}
