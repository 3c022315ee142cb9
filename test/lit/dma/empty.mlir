// A copy of no elements vanishes before the gate; a loop that never runs has no block and no trigger.
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
