func.func @strided(%a: memref<64xbf16>, %b: memref<64xbf16>) {
  %0 = penguin.access %a pattern [[16, 4], [2, 4]] as bf16 : memref<64xbf16>
  %1 = penguin.access %b pattern [[8, 4], [2, 4]] as bf16 : memref<64xbf16>
  penguin.dma_copy %0 -> %1
  return
}
