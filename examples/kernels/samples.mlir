// Two samples of the vendor: a state-space layer, and pooling by shifted loads with a mask.

// 128 channels by slices of the sequence.
func.func @mamba(%x: memref<2x256x512xf32>) {
  %tile = memref.alloc() : memref<128x512xf32, #dma.space<sbuf>>
  penguin.loop from 0 to 2 (%b) {
    penguin.loop from 0 to 2 (%c) {
      %0 = penguin.access %x pattern [[512, 128], [1, 512]] offset %b * 131072 + %c * 65536 as fp32 : memref<2x256x512xf32>
      %1 = penguin.access %tile pattern [[1, 512]] partition [512, 128] as fp32 : memref<128x512xf32, #dma.space<sbuf>>
      penguin.dma_copy %0 -> %1 {name = "load"}
    }
  }
  return
}

// Rows shifted by one; what would be beyond the last one is left as it is.
func.func @maxpool(%x: memref<60x64xf32>) {
  %tile = memref.alloc() : memref<64x64xf32, #dma.space<sbuf>>
  penguin.loop from 0 to 3 (%dy) {
    %0 = penguin.access %x pattern [[64, 57], [1, 64]] offset %dy * 64 as fp32 : memref<60x64xf32>
    %1 = penguin.access %tile pattern [[1, 64]] partition [64, 57] as fp32 : memref<64x64xf32, #dma.space<sbuf>>
    %2 = penguin.predicate 56 - %dy dims [-1]
    penguin.dma_copy %0 -> %1 if %2 {name = "load_row"}
  }
  return
}
