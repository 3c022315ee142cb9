func.func @f(%a: memref<?xbf16>, %b: memref<64xbf16>) {
  %0 = penguin.access %a pattern [[1, 64]] as bf16 : memref<?xbf16>
  %1 = penguin.access %b pattern [[1, 64]] as bf16 : memref<64xbf16>
  penguin.dma_copy %0 -> %1
  return
}
