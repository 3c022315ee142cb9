// Folded rows, a column of parameters, and one of results.

// A matrix whose rows are folded: 5 of 96, of which the last has 70 only, hence two DMAs.
func.func @ragged_fold(%x: memref<454xf32>) {
  %tile = memref.alloc() : memref<5x96xf32, #dma.space<sbuf>>
  %0 = penguin.access %x pattern [[96, 5], [1, 70]] as fp32 : memref<454xf32>
  %1 = penguin.access %tile pattern [[1, 70]] partition [96, 5] as fp32 : memref<5x96xf32, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1 {name = "load_head"}
  %2 = penguin.access %x pattern [[96, 4], [1, 26]] offset 70 as fp32 : memref<454xf32>
  %3 = penguin.access %tile pattern [[1, 26]] partition [96, 4] offset 70 as fp32 : memref<5x96xf32, #dma.space<sbuf>>
  penguin.dma_copy %2 -> %3 {name = "load_tail"}
  return
}

// Four bytes in each partition.
func.func @bias(%b: memref<128xf32>) {
  %tile = memref.alloc() : memref<128x1xf32, #dma.space<sbuf>>
  %0 = penguin.access %b pattern [[1, 128], [1, 1]] as fp32 : memref<128xf32>
  %1 = penguin.access %tile pattern [[1, 1]] partition [1, 128] as fp32 : memref<128x1xf32, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1 {name = "load_bias"}
  return
}

// The log-sum-exp of attention, in and out.
func.func @lse(%x: memref<128x16xf32>, %y: memref<128x16xf32>) {
  %tile = memref.alloc() : memref<128x16xf32, #dma.space<sbuf>>
  %0 = penguin.access %x pattern [[16, 128], [1, 16]] as fp32 : memref<128x16xf32>
  %1 = penguin.access %tile pattern [[1, 16]] partition [16, 128] as fp32 : memref<128x16xf32, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1 {name = "load_lse"}
  %2 = penguin.access %y pattern [[16, 128], [1, 16]] as fp32 : memref<128x16xf32>
  penguin.dma_copy %1 -> %2 {name = "store_lse"}
  return
}

// A vector for all partitions, and a number for all elements of one.
func.func @broadcast(%v: memref<512xf32>, %w: memref<128xf32>) {
  %rows = memref.alloc() : memref<128x512xf32, #dma.space<sbuf>>
  %columns = memref.alloc() : memref<128x512xf32, #dma.space<sbuf>>
  %0 = penguin.access %v pattern [[0, 128], [1, 512]] as fp32 : memref<512xf32>
  %1 = penguin.access %rows pattern [[1, 512]] partition [512, 128] as fp32 : memref<128x512xf32, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1 {name = "load_rows"}
  %2 = penguin.access %w pattern [[1, 128], [0, 512]] as fp32 : memref<128xf32>
  %3 = penguin.access %columns pattern [[1, 512]] partition [512, 128] as fp32 : memref<128x512xf32, #dma.space<sbuf>>
  penguin.dma_copy %2 -> %3 {name = "load_columns"}
  return
}
