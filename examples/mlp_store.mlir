// Two cores share the hidden dimension of an MLP's result; this is the one with the upper half, storing 512 tokens.
func.func @mlp_store(%in: memref<128x8192xbf16>, %out: memref<512x4096xbf16>) {
  %tile = memref.alloc() : memref<128x8192xbf16, #dma.space<sbuf>>
  %0 = penguin.access %in pattern [[8192, 128], [1, 8192]] as bf16 : memref<128x8192xbf16>
  %1 = penguin.access %tile pattern [[1, 8192]] partition [8192, 128] as bf16 : memref<128x8192xbf16, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1 {name = "load"}
  penguin.loop from 0 to 4 (%i) {
    %2 = penguin.access %tile pattern [[1, 2048]] partition [8192, 128] offset %i * 2048 as bf16 : memref<128x8192xbf16, #dma.space<sbuf>>
    %3 = penguin.access %out pattern [[4096, 128], [1, 2048]] offset %i * 524288 + 2048 as bf16 : memref<512x4096xbf16>
    penguin.dma_copy %2 -> %3 {name = "store"}
  }
  return
}
