// Block scales of a mixture of experts: four rows to the start of each quadrant of 32 partitions, so the loop walks over
// partitions; and four matrices interleaved element by element.
func.func @moe_scales(%scales: memref<16x256xi8>, %w: memref<4x128x512xbf16>) {
  %scale_tile = memref.alloc() : memref<128x256xi8, #dma.space<sbuf>>
  %w_tile = memref.alloc() : memref<128x2048xbf16, #dma.space<sbuf>>
  penguin.loop from 0 to 4 (%q) {
    %0 = penguin.access %scales pattern [[256, 4], [1, 256]] offset %q * 1024 as int8 : memref<16x256xi8>
    %1 = penguin.access %scale_tile pattern [[1, 256]] partition [256, 4] offset %q * 8192 as int8 : memref<128x256xi8, #dma.space<sbuf>>
    penguin.dma_copy %0 -> %1 {name = "scales"}
  }
  %2 = penguin.access %w pattern [[512, 128], [1, 512], [65536, 4]] as bf16 : memref<4x128x512xbf16>
  %3 = penguin.access %w_tile pattern [[4, 512], [1, 4]] partition [2048, 128] as bf16 : memref<128x2048xbf16, #dma.space<sbuf>>
  penguin.dma_copy %2 -> %3 {name = "interleave"}
  return
}
