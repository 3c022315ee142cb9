// Attention loads in two more layouts. Queries arrive with the head dimension before the sequence, so that a tile is a
// plain rectangle; keys arrive row by row and 512 of them are spread over the partitions, 128 at a time.
// Shapes: batch 2, sequence 2048, head dimension 128; bf16.
func.func @attention_kv(%q: memref<2x128x2048xbf16>, %k: memref<2x2048x128xbf16>) {
  %q_tile = memref.alloc() : memref<128x512xbf16, #dma.space<sbuf>>
  %k_tile = memref.alloc() : memref<128x512xbf16, #dma.space<sbuf>>
  // Batch 1, columns 512 .. 1024.
  %0 = penguin.access %q pattern [[2048, 128], [1, 512]] offset 262656 as bf16 : memref<2x128x2048xbf16>
  %1 = penguin.access %q_tile pattern [[1, 512]] partition [512, 128] as bf16 : memref<128x512xbf16, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1 {dge_mode = none, name = "load_q"}
  // Batch 0, keys 512 .. 1024: key 512 + 128 t + p goes to partition p, columns 128 t .. 128 t + 128.
  %2 = penguin.access %k pattern [[128, 128], [16384, 4], [1, 128]] offset 65536 as bf16 : memref<2x2048x128xbf16>
  %3 = penguin.access %k_tile pattern [[128, 4], [1, 128]] partition [512, 128] as bf16 : memref<128x512xbf16, #dma.space<sbuf>>
  penguin.dma_copy %2 -> %3 {dge_mode = none, name = "load_k"}
  return
}
