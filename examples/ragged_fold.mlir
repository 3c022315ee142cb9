// A vector of 50988 elements folded into 100 rows of 512, the last of which has only 300: two copies, one of the first
// 300 columns of all rows, one of the rest of all rows but the last.
func.func @ragged_fold(%x: memref<50988xf32>) {
  %tile = memref.alloc() : memref<100x512xf32, #dma.space<sbuf>>
  %0 = penguin.access %x pattern [[512, 100], [1, 300]] as fp32 : memref<50988xf32>
  %1 = penguin.access %tile pattern [[1, 300]] partition [512, 100] as fp32 : memref<100x512xf32, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1 {name = "left"}
  %2 = penguin.access %x pattern [[512, 99], [1, 212]] offset 300 as fp32 : memref<50988xf32>
  %3 = penguin.access %tile pattern [[1, 212]] partition [512, 99] offset 300 as fp32 : memref<100x512xf32, #dma.space<sbuf>>
  penguin.dma_copy %2 -> %3 {name = "right"}
  return
}
