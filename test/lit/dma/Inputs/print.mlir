dma.kernel @prints(%a: memref<24xbf16>, %b: memref<24xbf16>) {
  %0 = penguin.access %a pattern [[1, 24]] as bf16 : memref<24xbf16>
  %1 = penguin.access %b pattern [[1, 24]] as bf16 : memref<24xbf16>
  penguin.dma_copy %0 -> %1
  penguin.print %0 {prefix = "a"}
}
