// Mixture of experts: tokens gathered and scattered, block ids, and the weights of an expert chosen at run time.

// Tokens of 2880; those marked by an index beyond the last are left out.
func.func @gather_tokens(%x: memref<200x2880xbf16>, %ids: memref<128xi32> {dma.input = {step = 2}}) {
  %tile = memref.alloc() : memref<128x2880xbf16, #dma.space<sbuf>>
  %0 = penguin.access %x pattern [[2880, 128], [1, 2880]] as bf16 : memref<200x2880xbf16>
  %1 = penguin.access %tile pattern [[1, 2880]] partition [2880, 128] as bf16 : memref<128x2880xbf16, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1 {name = "clear"}
  %2 = penguin.access %x pattern [[1, 2880]] as bf16 : memref<200x2880xbf16>
  %3 = penguin.access %ids pattern [[1, 128]] as int32 : memref<128xi32>
  penguin.indirect_load %2 -> %1 at %3 {generic_dims = [2880], oob = skip, is_offset_dma, dge_mode = swdge, name = "load_tokens"}
  return
}

// One of two shards writes its half of each row.
func.func @scatter_half(%y: memref<128x1440xbf16>, %ids: memref<128xi32> {dma.input = {start = 127, step = -1}}, %out: memref<128x2880xbf16>) {
  %0 = penguin.access %y pattern [[1440, 128], [1, 1440]] as bf16 : memref<128x1440xbf16>
  %1 = penguin.access %ids pattern [[1, 128]] as int32 : memref<128xi32>
  %2 = penguin.access %out pattern [[1, 1440]] offset 1440 as bf16 : memref<128x2880xbf16>
  penguin.indirect_save %0 -> %2 at %1 {generic_dims = [2880], name = "store_half"}
  return
}

// Block ids, 128 in a column: runs of four bytes.
func.func @block_ids(%ids: memref<6x128xi32>) {
  %tile = memref.alloc() : memref<128x6xi32, #dma.space<sbuf>>
  %0 = penguin.access %ids pattern [[1, 128], [128, 6]] as int32 : memref<6x128xi32>
  %1 = penguin.access %tile pattern [[1, 6]] partition [6, 128] as int32 : memref<128x6xi32, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1 {name = "load_ids"}
  return
}

func.func @expert_weights(%w: memref<4x128x512xbf16>, %expert: memref<1xi32> {dma.input = [2]}) {
  %tile = memref.alloc() : memref<128x256xbf16, #dma.space<sbuf>>
  %p = penguin.access %expert pattern [[1, 1]] as int32 : memref<1xi32>
  %r = penguin.read_tensor_ptr %p
  %0 = penguin.access %w pattern [[512, 128], [1, 256]] offset %r * 65536 + 256 as bf16 : memref<4x128x512xbf16>
  %1 = penguin.access %tile pattern [[1, 256]] partition [256, 128] as bf16 : memref<128x256xbf16, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1 {name = "load_w"}
  return
}

// Every other element, of a shard.
func.func @every_other(%x: memref<256xf32>) {
  %tile = memref.alloc() : memref<1x128xf32, #dma.space<sbuf>>
  %0 = penguin.access %x pattern [[1, 1], [2, 128]] offset 1 as fp32 : memref<256xf32>
  %1 = penguin.access %tile pattern [[1, 128]] partition [128, 1] as fp32 : memref<1x128xf32, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1 {name = "load_x"}
  return
}
