// One element, columns and rows at places known at run time.

// The logit of a label.
func.func @label(%logits: memref<1x5000xf32>, %label: memref<1xi32> {dma.input = [4321]}) {
  %tile = memref.alloc() : memref<1x1xf32, #dma.space<sbuf>>
  %p = penguin.access %label pattern [[1, 1]] as int32 : memref<1xi32>
  %r = penguin.read_tensor_ptr %p
  %0 = penguin.access %logits pattern [[5000, 1], [1, 1]] offset %r as fp32 : memref<1x5000xf32>
  %1 = penguin.access %tile pattern [[1, 1]] partition [1, 1] as fp32 : memref<1x1xf32, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1 {name = "pick"}
  return
}

// A few columns of three blocks of 128 rows.
func.func @columns(%x: memref<384x64xf32>, %column: memref<1xi32> {dma.input = [40]}) {
  %tile = memref.alloc() : memref<128x24xf32, #dma.space<sbuf>>
  %p = penguin.access %column pattern [[1, 1]] as int32 : memref<1xi32>
  %r = penguin.read_tensor_ptr %p
  %0 = penguin.access %x pattern [[64, 128], [8192, 3], [1, 8]] offset %r as fp32 : memref<384x64xf32>
  %1 = penguin.access %tile pattern [[8, 3], [1, 8]] partition [24, 128] as fp32 : memref<128x24xf32, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1 {name = "load_columns", dge_mode = hwdge}
  return
}

// Rows into a flat list; those whose index is beyond it are left out.
func.func @indexed_flatten(%x: memref<16x32xf32>, %ids: memref<16xi32> {dma.input = {step = 2}}, %out: memref<20x32xf32>) {
  %tile = memref.alloc() : memref<16x32xf32, #dma.space<sbuf>>
  %0 = penguin.access %x pattern [[32, 16], [1, 32]] as fp32 : memref<16x32xf32>
  %1 = penguin.access %tile pattern [[1, 32]] partition [32, 16] as fp32 : memref<16x32xf32, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1 {name = "load"}
  %2 = penguin.access %ids pattern [[1, 16]] as int32 : memref<16xi32>
  %3 = penguin.access %out pattern [[1, 32]] as fp32 : memref<20x32xf32>
  penguin.indirect_save %1 -> %3 at %2 {generic_dims = [32], oob = skip, dge_mode = swdge, name = "flatten"}
  return
}
