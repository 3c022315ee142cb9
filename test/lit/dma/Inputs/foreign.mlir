dma.kernel @k() {
  %a = memref.alloc() : memref<8xbf16>
  %b = memref.alloc() : memref<8xbf16>
  %0 = penguin.access %a pattern [[1, 8]] as bf16 : memref<8xbf16>
  %1 = penguin.access %b pattern [[1, 8]] as bf16 : memref<8xbf16>
  penguin.dma_copy %0 -> %1
  "other.use"(%0) : (!penguin.access) -> ()
  dma.return
}
