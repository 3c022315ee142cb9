// C2, C10: a DMA in a nest of 8 x 4 has 32 blocks of its own, in the order of its iterations, and one trigger that lists them.
// RUN: rookery-opt %s --dma | FileCheck %s
// RUN: rookery-opt %s --dma --verify-by-execution -o /dev/null 2>&1 | FileCheck %s --check-prefix=RAN

// RAN: lower-dma: kernel 'many': 32 transfers before, 32 after,

// CHECK: bir.loop from 0 to 8
// CHECK-NEXT: bir.loop from 0 to 4
// CHECK-NEXT: fires [@q_pool_unassigned::@dma_block_0, {{.*}}@q_pool_unassigned::@dma_block_30, @q_pool_unassigned::@dma_block_31] on pool
// CHECK-NOT: desc.trigger
// CHECK: desc.queue
// CHECK-COUNT-32: desc.block
// CHECK-NEXT: byte = 992}{{.*}}byte = 2016}
// CHECK-NOT: desc.block
func.func @many(%a: memref<8x4x16xbf16>, %b: memref<8x4x16xbf16>) {
  penguin.loop from 0 to 8 (%i) {
    penguin.loop from 0 to 4 (%j) {
      %0 = penguin.access %a pattern [[1, 16]] offset %i * 64 + %j * 16 as bf16 : memref<8x4x16xbf16>
      %1 = penguin.access %b pattern [[1, 16]] offset %i * 64 + %j * 16 as bf16 : memref<8x4x16xbf16>
      penguin.dma_copy %0 -> %1
    }
  }
  return
}
