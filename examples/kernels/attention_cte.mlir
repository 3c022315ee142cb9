// Context encoding of attention: loads of q and k tiles of 128 rows, d = 128, S = 2048.

// A q tile of 128 rows of one batch.
func.func @q_tile(%q: memref<2x2048x128xbf16>) {
  %tile = memref.alloc() : memref<128x128xbf16, #dma.space<sbuf>>
  penguin.loop from 0 to 16 (%s) {
    %0 = penguin.access %q pattern [[128, 128], [1, 128]] offset %s * 16384 + 262144 as bf16 : memref<2x2048x128xbf16>
    %1 = penguin.access %tile pattern [[1, 128]] partition [128, 128] as bf16 : memref<128x128xbf16, #dma.space<sbuf>>
    penguin.dma_copy %0 -> %1 {name = "load_q", dge_mode = none}
  }
  return
}

// q with the sequence innermost.
func.func @q_columns(%q: memref<2x128x2048xbf16>) {
  %tile = memref.alloc() : memref<128x512xbf16, #dma.space<sbuf>>
  %0 = penguin.access %q pattern [[2048, 128], [1, 512]] offset 512 as bf16 : memref<2x128x2048xbf16>
  %1 = penguin.access %tile pattern [[1, 512]] partition [512, 128] as bf16 : memref<128x512xbf16, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1 {name = "load_q", dge_mode = none}
  return
}

// Four tiles of k side by side, and the rows that are left over apart.
func.func @k_tiles(%k: memref<600x128xbf16>) {
  %tile = memref.alloc() : memref<128x512xbf16, #dma.space<sbuf>>
  %rest = memref.alloc() : memref<88x128xbf16, #dma.space<sbuf>>
  %0 = penguin.access %k pattern [[128, 128], [16384, 4], [1, 128]] as bf16 : memref<600x128xbf16>
  %1 = penguin.access %tile pattern [[128, 4], [1, 128]] partition [512, 128] as bf16 : memref<128x512xbf16, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1 {name = "load_k", dge_mode = none}
  %2 = penguin.access %k pattern [[128, 88], [1, 128]] offset 65536 as bf16 : memref<600x128xbf16>
  %3 = penguin.access %rest pattern [[1, 128]] partition [128, 88] as bf16 : memref<88x128xbf16, #dma.space<sbuf>>
  penguin.dma_copy %2 -> %3 {name = "load_k_rest", dge_mode = none}
  return
}

// Rows of HBM become columns on chip.
func.func @k_transposed(%k: memref<512x128xbf16>) {
  %tile = memref.alloc() : memref<128x512xbf16, #dma.space<sbuf>>
  penguin.loop from 0 to 4 (%i) {
    %0 = penguin.access %k pattern [[128, 128], [1, 1], [1, 1], [1, 128]] offset %i * 16384 as bf16 : memref<512x128xbf16>
    %1 = penguin.access %tile pattern [[1, 1], [1, 1], [1, 128]] partition [512, 128] offset %i * 128 as bf16 : memref<128x512xbf16, #dma.space<sbuf>>
    penguin.dma_transpose %0 -> %1 {y_size = 1, name = "load_kt"}
  }
  return
}

// Where k begins is known at run time: a number of rows, on one axis only, hence four DMAs.
func.func @k_from(%k: memref<2x2048x128xbf16>, %first: memref<1xi32> {dma.input = [192]}) {
  %tile = memref.alloc() : memref<128x512xbf16, #dma.space<sbuf>>
  %p = penguin.access %first pattern [[1, 1]] as int32 : memref<1xi32>
  %r = penguin.read_tensor_ptr %p
  penguin.loop from 0 to 4 (%i) {
    %0 = penguin.access %k pattern [[128, 128], [1, 128]] offset %r * 128 + %i * 16384 + 262144 as bf16 : memref<2x2048x128xbf16>
    %1 = penguin.access %tile pattern [[1, 128]] partition [512, 128] offset %i * 128 as bf16 : memref<128x512xbf16, #dma.space<sbuf>>
    penguin.dma_copy %0 -> %1 {name = "load_k"}
  }
  return
}
