// The transpose from chip to chip of the same kernel, which no hardware before the third has: three tiles of 128 columns, and 33
// that are left over. "transpose only supported for HBM->SB", on trn1 and on trn2.

func.func @probabilities() {
  %a = memref.alloc() : memref<100x417xbf16, #dma.space<sbuf>>
  %b = memref.alloc() : memref<128x512xbf16, #dma.space<sbuf>>
  %0 = penguin.access %a pattern [[1, 1], [128, 3], [1, 128]] partition [417, 100] as bf16 : memref<100x417xbf16, #dma.space<sbuf>>
  %1 = penguin.access %b pattern [[1, 1], [128, 3], [1, 100]] partition [512, 128] as bf16 : memref<128x512xbf16, #dma.space<sbuf>>
  penguin.dma_transpose %0 -> %1 {y_size = 3}
  %2 = penguin.access %a pattern [[1, 1], [128, 1], [1, 33]] partition [417, 100] offset 384 as bf16 : memref<100x417xbf16, #dma.space<sbuf>>
  %3 = penguin.access %b pattern [[1, 1], [128, 1], [1, 100]] partition [512, 33] offset 384 as bf16 : memref<128x512xbf16, #dma.space<sbuf>>
  penguin.dma_transpose %2 -> %3 {y_size = 1}
  return
}
