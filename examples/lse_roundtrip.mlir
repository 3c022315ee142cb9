// The backward pass of attention loads the log-sum-exp of 16 tiles, 64 bytes a partition, and stores it for another
// batch; a scan loads 512 steps of 128 channels.
func.func @lse_roundtrip(%lse: memref<2x128x16xf32>, %states: memref<2x256x4096xf32>) {
  %lse_tile = memref.alloc() : memref<128x16xf32, #dma.space<sbuf>>
  %scan_tile = memref.alloc() : memref<128x512xf32, #dma.space<sbuf>>
  %0 = penguin.access %lse pattern [[16, 128], [1, 16]] offset 2048 as fp32 : memref<2x128x16xf32>
  %1 = penguin.access %lse_tile pattern [[1, 16]] partition [16, 128] as fp32 : memref<128x16xf32, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1 {name = "load_lse"}
  %2 = penguin.access %lse_tile pattern [[1, 16]] partition [16, 128] as fp32 : memref<128x16xf32, #dma.space<sbuf>>
  %3 = penguin.access %lse pattern [[16, 128], [1, 16]] as fp32 : memref<2x128x16xf32>
  penguin.dma_copy %2 -> %3 {name = "store_lse"}
  penguin.loop from 0 to 2 (%half) {
    %4 = penguin.access %states pattern [[4096, 128], [1, 512]] offset %half * 524288 + 1024 as fp32 : memref<2x256x4096xf32>
    %5 = penguin.access %scan_tile pattern [[1, 512]] partition [512, 128] as fp32 : memref<128x512xf32, #dma.space<sbuf>>
    penguin.dma_copy %4 -> %5 {name = "load_states"}
  }
  return
}
