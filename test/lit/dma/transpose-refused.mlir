// A2: wrong transposes, in the seed's words.
// RUN: not rookery-opt %s --kernels-from-functions --penguin-to-bir 2>&1 | FileCheck %s --implicit-check-not=error:

// CHECK: transpose-refused.mlir:[[# @LINE + 5]]:3: error: transpose only supported for HBM->SB
// CHECK: note: this one goes from sbuf to sbuf
func.func @from_chip(%a: memref<16x128xbf16, #dma.space<sbuf>>, %b: memref<128x16xbf16, #dma.space<sbuf>>) {
  %0 = penguin.access %a pattern [[1, 128]] partition [128, 16] as bf16 : memref<16x128xbf16, #dma.space<sbuf>>
  %1 = penguin.access %b pattern [[1, 16]] partition [16, 128] as bf16 : memref<128x16xbf16, #dma.space<sbuf>>
  penguin.dma_transpose %0 -> %1 {y_size = 1}
  return
}
// CHECK: transpose-refused.mlir:[[# @LINE + 4]]:3: error: transpose only supported for HBM->SB
func.func @to_hbm(%a: memref<16x8xbf16>, %b: memref<8x16xbf16>) {
  %0 = penguin.access %a pattern [[8, 16], [1, 8]] as bf16 : memref<16x8xbf16>
  %1 = penguin.access %b pattern [[1, 128]] as bf16 : memref<8x16xbf16>
  penguin.dma_transpose %0 -> %1 {y_size = 1}
  return
}
// CHECK: transpose-refused.mlir:[[# @LINE + 6]]:3: error: DGE transpose must have 4D AP
// CHECK: note: the source has 5 dimensions
// CHECK: note: the destination has 2; between the first and the last of each are 1 x 4 tiles
func.func @rank5(%a: memref<64xbf16>, %b: memref<2x32xbf16, #dma.space<sbuf>>) {
  %0 = penguin.access %a pattern [[32, 2], [16, 2], [8, 2], [4, 2], [1, 2]] as bf16 : memref<64xbf16>
  %1 = penguin.access %b pattern [[1, 16]] partition [32, 2] as bf16 : memref<2x32xbf16, #dma.space<sbuf>>
  penguin.dma_transpose %0 -> %1 {y_size = 4}
  return
}
// CHECK: transpose-refused.mlir:[[# @LINE + 4]]:3: error: DGE transpose must have 4D AP
func.func @tiles(%a: memref<16x6x32xf32>, %b: memref<32x6x16xf32, #dma.space<sbuf>>) {
  %0 = penguin.access %a pattern [[192, 16], [32, 6], [1, 32]] as fp32 : memref<16x6x32xf32>
  %1 = penguin.access %b pattern [[16, 6], [1, 16]] partition [96, 32] as fp32 : memref<32x6x16xf32, #dma.space<sbuf>>
  penguin.dma_transpose %0 -> %1 {y_size = 4}
  return
}
// CHECK: transpose-refused.mlir:[[# @LINE + 5]]:3: error: a transpose has no mask: all of a tile is moved
func.func @masked(%a: memref<16x8xbf16>, %b: memref<8x16xbf16, #dma.space<sbuf>>) {
  %0 = penguin.access %a pattern [[8, 16], [1, 8]] as bf16 : memref<16x8xbf16>
  %1 = penguin.access %b pattern [[1, 16]] partition [16, 8] as bf16 : memref<8x16xbf16, #dma.space<sbuf>>
  %2 = penguin.predicate 3 dims [-1]
  penguin.dma_transpose %0 -> %1 if %2 {y_size = 1}
  return
}
// The same of those that gather.
// CHECK: transpose-refused.mlir:[[# @LINE + 7]]:3: error: transpose only supported for HBM->SB
// CHECK: transpose-refused.mlir:[[# @LINE + 9]]:3: error: DGE transpose must have 4D AP
// CHECK: transpose-refused.mlir:[[# @LINE + 9]]:3: error: a transpose has no mask: all of a tile is moved
func.func @gathers(%a: memref<16x8xbf16>, %i: memref<4xi32>, %b: memref<32xbf16>, %c: memref<8x4xbf16, #dma.space<sbuf>>) {
  %0 = penguin.access %a pattern [[1, 8]] as bf16 : memref<16x8xbf16>
  %1 = penguin.access %i pattern [[1, 4]] as int32 : memref<4xi32>
  %2 = penguin.access %b pattern [[1, 32]] as bf16 : memref<32xbf16>
  penguin.dma_indirect_transpose %0 -> %2 at %1 {y_size = 1, generic_dims = [8]}
  %3 = penguin.access %c pattern [[1, 4]] partition [4, 8] as bf16 : memref<8x4xbf16, #dma.space<sbuf>>
  %4 = penguin.predicate 3 dims [-1]
  penguin.dma_indirect_transpose %0 -> %3 at %1 {y_size = 2, generic_dims = [8]}
  penguin.dma_indirect_transpose %0 -> %3 at %1 if %4 {y_size = 1, generic_dims = [8]}
  return
}
