// A10: local gathers beyond what the engine takes.
// RUN: not rookery-opt %s --kernels-from-functions --penguin-to-bir 2>&1 | FileCheck %s --implicit-check-not=error:

// CHECK: engine-ops-refused.mlir:[[# @LINE + 4]]:3: error: an indirect_copy has at most 4096 valid indices, not 4098
func.func @indices(%a: memref<1x4xi8, #dma.space<sbuf>>, %i: memref<1x6xi16, #dma.space<sbuf>>) {
  %0 = penguin.access %a pattern [[1, 4]] as uint8 : memref<1x4xi8, #dma.space<sbuf>>
  %1 = penguin.access %i pattern [[1, 6]] as uint16 : memref<1x6xi16, #dma.space<sbuf>>
  penguin.indirect_copy %0 -> %0 at %1 {accumulated_tripcount = 2, free_indices = [2049]}
  return
}
// CHECK: error: an indirect_copy moves 1, 2, 4, 8, 16 or 32 elements an index, not 3
func.func @elements(%a: memref<1x4xi8, #dma.space<sbuf>>, %i: memref<1x6xi16, #dma.space<sbuf>>) {
  %0 = penguin.access %a pattern [[1, 4]] as uint8 : memref<1x4xi8, #dma.space<sbuf>>
  %1 = penguin.access %i pattern [[1, 6]] as uint16 : memref<1x6xi16, #dma.space<sbuf>>
  penguin.indirect_copy %0 -> %0 at %1 {accumulated_tripcount = 2, free_indices = [2], num_elem_per_idx = 3}
  return
}
// CHECK: error: a dma_compute adds up its sources; it has no reduce op bypass
func.func @bypass(%a: memref<4xi8>) {
  %0 = penguin.access %a pattern [[1, 4]] as uint8 : memref<4xi8>
  penguin.dma_compute %0 + %0 -> %0 {reduce = bypass}
  return
}
