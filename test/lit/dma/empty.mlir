// A transfer of no elements vanishes before the gate; a loop that never runs has no block and no trigger.
// RUN: rookery-opt %s --dma | FileCheck %s

// CHECK: dma.kernel @empty
// CHECK: bir.loop from 5 to 5
// CHECK-NEXT: }
// CHECK: desc.queue @q_pool_unassigned engine pool qos unassigned {
// CHECK-NEXT: }
// CHECK-NOT: desc.
func.func @empty(%a: memref<24xbf16>, %b: memref<24xbf16>) {
  %0 = penguin.access %a pattern [[8, 2], [1, 0]] as bf16 : memref<24xbf16>
  %1 = penguin.access %b pattern [[1, 0]] as bf16 : memref<24xbf16>
  penguin.dma_copy %0 -> %1
  %2 = penguin.access %a pattern [[1, 24]] as bf16 : memref<24xbf16>
  %3 = penguin.access %b pattern [[1, 24]] as bf16 : memref<24xbf16>
  penguin.loop from 5 to 5 (%i) {
    penguin.dma_copy %2 -> %3
  }
  return
}
// By index, too: no indices, and none of the elements of each.
// CHECK: dma.kernel @by_index
// CHECK-NOT: bir.generic
// CHECK-NOT: desc.block
func.func @by_index(%a: memref<24xf32>, %i: memref<3xi32>, %b: memref<24xf32>) {
  %0 = penguin.access %a pattern [[1, 4]] as fp32 : memref<24xf32>
  %1 = penguin.access %i pattern [[1, 0]] as int32 : memref<3xi32>
  %2 = penguin.access %b pattern [[4, 0], [1, 4]] as fp32 : memref<24xf32>
  penguin.indirect_load %0 -> %2 at %1 {generic_dims = [4]}
  penguin.indirect_save %2 -> %0 at %1 {generic_dims = [4]}
  penguin.indirect_rmw %2 -> %0 at %1 {generic_dims = [4]}
  %3 = penguin.access %a pattern [[2, 0], [1, 2]] as fp32 : memref<24xf32>
  %4 = penguin.access %i pattern [[1, 3]] as int32 : memref<3xi32>
  %5 = penguin.access %b pattern [[4, 3], [2, 0], [1, 2]] as fp32 : memref<24xf32>
  penguin.indirect_load %3 -> %5 at %4 {generic_dims = [4]}
  return
}
// CHECK-LABEL: dma.kernel @sum
// CHECK-NOT: bir.dma_cce
// CHECK-NOT: desc.block
func.func @sum(%a: memref<24xf32>, %b: memref<24xf32>) {
  %0 = penguin.access %a pattern [[1, 0]] as fp32 : memref<24xf32>
  %1 = penguin.access %a pattern [[2, 2], [-2, 0]] offset 2 as fp32 : memref<24xf32>
  %2 = penguin.access %b pattern [[1, 0]] as fp32 : memref<24xf32>
  penguin.dma_compute %0 + %1 -> %2 {scales = [0.5, 0.5]}
  return
}
