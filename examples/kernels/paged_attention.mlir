// Keys and values in pages of 16 rows: gathers by block table, plain and transposed.

func.func @pages(%kv: memref<300x2048xbf16>, %table: memref<128x1xi32> {dma.input = {start = 7, step = 31, modulo = 300}}) {
  %ids = memref.alloc() : memref<128x1xi32, #dma.space<sbuf>>
  %tile = memref.alloc() : memref<128x2048xbf16, #dma.space<sbuf>>
  %0 = penguin.access %table pattern [[1, 128], [1, 1]] as int32 : memref<128x1xi32>
  %1 = penguin.access %ids pattern [[1, 1]] partition [1, 128] as int32 : memref<128x1xi32, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1 {name = "load_ids"}
  %2 = penguin.access %kv pattern [[1, 2048]] as bf16 : memref<300x2048xbf16>
  %3 = penguin.access %tile pattern [[1, 2048]] partition [2048, 128] as bf16 : memref<128x2048xbf16, #dma.space<sbuf>>
  penguin.indirect_load %2 -> %3 at %1 {generic_dims = [2048], is_offset_dma, dge_mode = swdge, name = "load_pages"}
  return
}

// 64 pages of 16 rows of 64, each row a column on chip.
func.func @pages_transposed(%kv: memref<100x16x64xbf16>, %table: memref<64xi32> {dma.input = {start = 3, step = 17, modulo = 100}}) {
  %tile = memref.alloc() : memref<64x1024xbf16, #dma.space<sbuf>>
  %0 = penguin.access %kv pattern [[64, 16], [1, 64]] as bf16 : memref<100x16x64xbf16>
  %1 = penguin.access %table pattern [[1, 64]] as int32 : memref<64xi32>
  %2 = penguin.access %tile pattern [[64, 16], [1, 64]] partition [1024, 64] as bf16 : memref<64x1024xbf16, #dma.space<sbuf>>
  penguin.dma_indirect_transpose %0 -> %2 at %1 {generic_dims = [1024], y_size = 16, dge_mode = swdge, name = "load_pages"}
  return
}
