// Weights and partial results of an MLP.

// Eight blocks of 128 rows side by side.
func.func @gate_up(%w: memref<1024x768xbf16>) {
  %tile = memref.alloc() : memref<128x2048xbf16, #dma.space<sbuf>>
  %0 = penguin.access %w pattern [[768, 128], [98304, 8], [1, 256]] as bf16 : memref<1024x768xbf16>
  %1 = penguin.access %tile pattern [[256, 8], [1, 256]] partition [2048, 128] as bf16 : memref<128x2048xbf16, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1 {name = "load_w"}
  return
}

// Two rows of fp8 at once.
func.func @fp8_rows(%w: memref<256x512xi8>) {
  %tile = memref.alloc() : memref<128x512xi8, #dma.space<sbuf>>
  %0 = penguin.access %w pattern [[512, 128], [65536, 2], [1, 256]] as fp8e4 : memref<256x512xi8>
  %1 = penguin.access %tile pattern [[256, 2], [1, 256]] partition [512, 128] as fp8e4 : memref<128x512xi8, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1 {name = "load_w"}
  return
}

// The sum of two partial results.
func.func @reduce(%a: memref<128x640xf32> {dma.input = {start = 1065353216, step = 8192, modulo = 1082130432}}, %b: memref<128x640xf32> {dma.input = {start = 1073741824, step = 4096, modulo = 1082130432}}, %out: memref<128x640xf32>) {
  %0 = penguin.access %a pattern [[640, 128], [1, 640]] as fp32 : memref<128x640xf32>
  %1 = penguin.access %b pattern [[640, 128], [1, 640]] as fp32 : memref<128x640xf32>
  %2 = penguin.access %out pattern [[640, 128], [1, 640]] as fp32 : memref<128x640xf32>
  penguin.dma_compute %0 + %1 -> %2 {name = "reduce", scales = [1.0, 1.0]}
  return
}

// Half of each row, of the second shard.
func.func @half_store(%x: memref<128x320xbf16>, %out: memref<128x640xbf16>) {
  %tile = memref.alloc() : memref<128x320xbf16, #dma.space<sbuf>>
  %0 = penguin.access %x pattern [[320, 128], [1, 320]] as bf16 : memref<128x320xbf16>
  %1 = penguin.access %tile pattern [[1, 320]] partition [320, 128] as bf16 : memref<128x320xbf16, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1 {name = "load"}
  %2 = penguin.access %out pattern [[640, 128], [1, 320]] offset 320 as bf16 : memref<128x640xbf16>
  penguin.dma_copy %1 -> %2 {name = "store"}
  return
}

// fp8 seen as bf16, two at a time, and transposed.
func.func @fp8_transposed(%x: memref<256x1024xi8>) {
  %tile = memref.alloc() : memref<128x256xbf16, #dma.space<sbuf>>
  %0 = penguin.access %x pattern [[512, 256], [1, 1], [1, 1], [1, 128]] as bf16 : memref<256x1024xi8>
  %1 = penguin.access %tile pattern [[1, 1], [1, 1], [1, 256]] partition [256, 128] as bf16 : memref<128x256xbf16, #dma.space<sbuf>>
  penguin.dma_transpose %0 -> %1 {y_size = 1, name = "load_x"}
  return
}
