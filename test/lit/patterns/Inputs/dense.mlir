func.func @dense(%a: memref<4x8xbf16>, %b: memref<4x8xbf16>) {
  %0 = penguin.access %a pattern [[8, 4], [1, 8]] as bf16 : memref<4x8xbf16>
  %1 = penguin.access %b pattern [[8, 4], [1, 8]] as bf16 : memref<4x8xbf16>
  penguin.dma_copy %0 -> %1
  return
}
