// Block-scaled formats: scales in quadrants of 32 partitions, and rows interleaved by four.

func.func @scales(%s: memref<16x64xi8>) {
  %tile = memref.alloc() : memref<128x64xi8, #dma.space<sbuf>>
  penguin.loop from 0 to 4 (%q) {
    %0 = penguin.access %s pattern [[64, 4], [1, 64]] offset %q * 256 as e8m0 : memref<16x64xi8>
    %1 = penguin.access %tile pattern [[1, 64]] partition [64, 4] offset %q * 2048 as e8m0 : memref<128x64xi8, #dma.space<sbuf>>
    penguin.dma_copy %0 -> %1 {name = "load_scales"}
  }
  return
}

// Four rows, element by element.
func.func @interleave(%x: memref<128x48xi8>) {
  %tile = memref.alloc() : memref<32x192xi8, #dma.space<sbuf>>
  %0 = penguin.access %x pattern [[48, 32], [1, 48], [1536, 4]] as fp8e5 : memref<128x48xi8>
  %1 = penguin.access %tile pattern [[1, 192]] partition [192, 32] as fp8e5 : memref<32x192xi8, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1 {name = "interleave"}
  return
}

// The same four rows, run by run.
func.func @by_rows(%x: memref<128x48xi8>) {
  %tile = memref.alloc() : memref<32x192xi8, #dma.space<sbuf>>
  %0 = penguin.access %x pattern [[48, 32], [1536, 4], [1, 48]] as fp8e5 : memref<128x48xi8>
  %1 = penguin.access %tile pattern [[1, 192]] partition [192, 32] as fp8e5 : memref<32x192xi8, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1 {name = "by_rows"}
  return
}
