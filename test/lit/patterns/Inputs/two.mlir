func.func @two(%a: memref<16xbf16>, %b: memref<16xbf16>) {
  %0 = penguin.access %a pattern [[1, 8]] as bf16 : memref<16xbf16>
  %1 = penguin.access %b pattern [[1, 8]] as bf16 : memref<16xbf16>
  %2 = penguin.access %a pattern [[1, 8]] offset 8 as bf16 : memref<16xbf16>
  %3 = penguin.access %b pattern [[1, 8]] offset 8 as bf16 : memref<16xbf16>
  penguin.dma_copy %0 -> %1
  penguin.dma_copy %2 -> %3
  return
}
