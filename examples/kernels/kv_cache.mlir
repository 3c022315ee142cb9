// Writing new keys and values into a cache, at slots known at run time.

// Rows of 8 positions of 128 each, into the cache lines that a list names.
func.func @lines(%new: memref<4x8x128xbf16>, %slots: memref<4xi32> {dma.input = [5, 0, 9, 2]}, %cache: memref<12x8x128xbf16>) {
  %0 = penguin.access %new pattern [[1024, 4], [128, 8], [1, 128]] as bf16 : memref<4x8x128xbf16>
  %1 = penguin.access %slots pattern [[1, 4]] as int32 : memref<4xi32>
  %2 = penguin.access %cache pattern [[128, 8], [1, 128]] as bf16 : memref<12x8x128xbf16>
  penguin.indirect_save %0 -> %2 at %1 {generic_dims = [1024], name = "write_v"}
  return
}

// The transposed key of one position: runs of two bytes.
func.func @columns(%new: memref<4x128xbf16>, %slots: memref<4xi32> {dma.input = [3, 64, 17, 250]}, %cache: memref<128x256xbf16>) {
  %0 = penguin.access %new pattern [[128, 4], [1, 128]] as bf16 : memref<4x128xbf16>
  %1 = penguin.access %slots pattern [[1, 4]] as int32 : memref<4xi32>
  %2 = penguin.access %cache pattern [[256, 128], [1, 1]] as bf16 : memref<128x256xbf16>
  penguin.indirect_save %0 -> %2 at %1 {generic_dims = [1], name = "write_k"}
  return
}

// Slots of tokens that are on chip.
func.func @slot_mapping(%slots: memref<128xi32> {dma.input = {start = 511, step = -3}}, %cache: memref<512x64xbf16>) {
  %kv = memref.alloc() : memref<128x64xbf16, #dma.space<sbuf>>
  %rows = memref.alloc() : memref<128x1xi32, #dma.space<sbuf>>
  %0 = penguin.access %slots pattern [[1, 128]] as int32 : memref<128xi32>
  %1 = penguin.access %rows pattern [[1, 1]] partition [1, 128] as int32 : memref<128x1xi32, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1 {name = "load_slots"}
  %2 = penguin.access %cache pattern [[64, 128], [1, 64]] as bf16 : memref<512x64xbf16>
  %3 = penguin.access %kv pattern [[1, 64]] partition [64, 128] as bf16 : memref<128x64xbf16, #dma.space<sbuf>>
  penguin.dma_copy %2 -> %3 {name = "load_kv"}
  %4 = penguin.access %cache pattern [[1, 64]] as bf16 : memref<512x64xbf16>
  penguin.indirect_save %3 -> %4 at %1 {generic_dims = [64], is_offset_dma, dge_mode = swdge, name = "write_kv"}
  return
}
