// Parameters of a normalisation: the scale is read once for each of 128 partitions (stride 0), the bias one element a
// partition, four bytes each: the least efficient transfer there is.
func.func @norm_params(%scale: memref<4096xbf16>, %bias: memref<512xf32>) {
  %scale_tile = memref.alloc() : memref<128x4096xbf16, #dma.space<sbuf>>
  %bias_tile = memref.alloc() : memref<128x1xf32, #dma.space<sbuf>>
  %0 = penguin.access %scale pattern [[0, 128], [1, 4096]] as bf16 : memref<4096xbf16>
  %1 = penguin.access %scale_tile pattern [[1, 4096]] partition [4096, 128] as bf16 : memref<128x4096xbf16, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1 {name = "scale"}
  %2 = penguin.access %bias pattern [[1, 128], [1, 1]] offset 384 as fp32 : memref<512xf32>
  %3 = penguin.access %bias_tile pattern [[1, 1]] partition [1, 128] as fp32 : memref<128x1xf32, #dma.space<sbuf>>
  penguin.dma_copy %2 -> %3 {name = "bias"}
  return
}
