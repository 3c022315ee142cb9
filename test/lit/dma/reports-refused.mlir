// Bug reports whose right outcome is an error with its numbers, before anything runs.
// RUN: not rookery-opt %s --check-access-patterns --kernels-from-functions --penguin-to-bir --split-input-file 2>&1 | FileCheck %s --implicit-check-not=error:

// Steps of 46208 and -48528 do not fit the signed 16 bits of an engine's access.
// CHECK: reports-refused.mlir:[[# @LINE + 4]]:3: error: a stride of 46208 over 2 elements does not fit the fields of target 'trn2'
func.func @wide(%a: memref<1x100000xi8, #dma.space<sbuf>>, %i: memref<1x2xi16, #dma.space<sbuf>>) {
  %0 = penguin.access %a pattern [[46208, 2]] as uint8 : memref<1x100000xi8, #dma.space<sbuf>>
  %1 = penguin.access %i pattern [[1, 2]] as uint16 : memref<1x2xi16, #dma.space<sbuf>>
  penguin.pool_gather %0 -> %0 at %1
  return
}
// -----
// CHECK: error: a stride of -48528 over 2 elements does not fit the fields of target 'trn2'
func.func @negative(%a: memref<1x100000xi8, #dma.space<sbuf>>, %i: memref<1x2xi16, #dma.space<sbuf>>) {
  %0 = penguin.access %a pattern [[-48528, 2]] offset 60000 as uint8 : memref<1x100000xi8, #dma.space<sbuf>>
  %1 = penguin.access %i pattern [[1, 2]] as uint16 : memref<1x2xi16, #dma.space<sbuf>>
  penguin.pool_gather %0 -> %0 at %1
  return
}
// -----
// An access of an engine begins at partition 0, 32, 64 or 96.
// CHECK: error: an access to 16 partitions begins at partition 48; it may begin at [0, 32, 64, 96]
func.func @partition(%a: memref<128x406xi8, #dma.space<sbuf>>, %i: memref<1x2xi16, #dma.space<sbuf>>) {
  %0 = penguin.access %a pattern [[1, 203]] partition [406, 16] offset 19488 as uint8 : memref<128x406xi8, #dma.space<sbuf>>
  %1 = penguin.access %i pattern [[1, 2]] as uint16 : memref<1x2xi16, #dma.space<sbuf>>
  penguin.pool_gather %0 -> %0 at %1
  return
}
// -----
// Σ step (num - 1) + offset must stay below the size.
// CHECK: error: 'penguin.dma_copy' op Access pattern out of bound: the source reaches from element 8977 to 9876 of 9876
func.func @bound(%a: memref<128x9876xf32, #dma.space<sbuf>>, %b: memref<64x900xf32>) {
  %0 = penguin.access %a pattern [[1, 900]] partition [9876, 64] offset 8977 as fp32 : memref<128x9876xf32, #dma.space<sbuf>>
  %1 = penguin.access %b pattern [[1, 57600]] as fp32 : memref<64x900xf32>
  penguin.dma_copy %0 -> %1
  return
}
// -----
// The transpose from chip to chip that attention kernels tried on older hardware.
// CHECK: error: transpose only supported for HBM->SB
func.func @sb_to_sb(%a: memref<100x512xbf16, #dma.space<sbuf>>, %b: memref<128x512xbf16, #dma.space<sbuf>>) {
  %0 = penguin.access %a pattern [[1, 1], [128, 3], [1, 128]] partition [512, 100] as bf16 : memref<100x512xbf16, #dma.space<sbuf>>
  %1 = penguin.access %b pattern [[1, 1], [128, 3], [1, 100]] partition [512, 128] as bf16 : memref<128x512xbf16, #dma.space<sbuf>>
  penguin.dma_transpose %0 -> %1 {y_size = 3}
  return
}
