// The weights of an MLP. Gate weights: 1024 rows a step, folded so that each partition holds eight of them; the second
// matrix has one-byte elements and two rows a partition, as the double-row mode of the matrix engine wants them.
// Shapes: hidden 4096, intermediate 3584, of which this core has 896.
func.func @mlp_weights(%gate: memref<4096x3584xbf16>, %up: memref<256x4096xi8>) {
  %gate_tile = memref.alloc() : memref<128x28672xbf16, #dma.space<sbuf>>
  %up_tile = memref.alloc() : memref<128x2048xi8, #dma.space<sbuf>>
  penguin.loop from 0 to 4 (%i) {
    %0 = penguin.access %gate pattern [[3584, 128], [458752, 8], [1, 896]] offset %i * 3670016 + 1792 as bf16 : memref<4096x3584xbf16>
    %1 = penguin.access %gate_tile pattern [[896, 8], [1, 896]] partition [28672, 128] offset %i * 7168 as bf16 : memref<128x28672xbf16, #dma.space<sbuf>>
    penguin.dma_copy %0 -> %1 {dge_mode = none, name = "load_gate"}
  }
  %2 = penguin.access %up pattern [[4096, 128], [524288, 2], [1, 1024]] offset 1024 as int8 : memref<256x4096xi8>
  %3 = penguin.access %up_tile pattern [[1024, 2], [1, 1024]] partition [2048, 128] as int8 : memref<128x2048xi8, #dma.space<sbuf>>
  penguin.dma_copy %2 -> %3 {dge_mode = none, name = "load_up"}
  return
}
