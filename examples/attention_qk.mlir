// The DMA program of an attention tile: the query and key loads of one head, and the store of the scores.
// Shapes: batch 2, sequence 2048, head dimension 128; bf16.
func.func @attention_qk(%q: memref<2x2048x128xbf16>, %k: memref<128x2048xbf16>, %kt: memref<2x512x16384xbf16>,
                        %out: memref<2x2048x128xbf16>) {
  %q_tile = memref.alloc() : memref<128x128xbf16, #dma.space<sbuf>>
  %k_tile = memref.alloc() : memref<128x512xbf16, #dma.space<sbuf>>
  // Queries of batch 1, rows 256 .. 384: one dense tile.
  %0 = penguin.access %q pattern [[128, 128], [1, 128]] offset 294912 as bf16 : memref<2x2048x128xbf16>
  %1 = penguin.access %q_tile pattern [[1, 128]] partition [128, 128] as bf16 : memref<128x128xbf16, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1 {dge_mode = hwdge, dma_qos = 2, name = "load_q"}
  // Keys, already transposed: 512 columns of each of 128 rows.
  penguin.loop from 0 to 4 (%i) {
    %2 = penguin.access %k pattern [[2048, 128], [1, 512]] offset %i * 512 as bf16 : memref<128x2048xbf16>
    %3 = penguin.access %k_tile pattern [[1, 512]] partition [512, 128] as bf16 : memref<128x512xbf16, #dma.space<sbuf>>
    penguin.dma_copy %2 -> %3 {dge_mode = swdge, name = "load_k"}
  }
  %4 = penguin.access %q_tile pattern [[1, 128]] partition [128, 128] as bf16 : memref<128x128xbf16, #dma.space<sbuf>>
  %5 = penguin.access %out pattern [[128, 128], [1, 128]] offset 294912 as bf16 : memref<2x2048x128xbf16>
  penguin.dma_copy %4 -> %5 {name = "store"}
  return
}
