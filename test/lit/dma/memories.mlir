// Tensors become memories, arguments where the kernel begins, others where they are allocated, but in no loop: all
// iterations share one. Between two DMAs a memory closes no block. What has no static size has no memory.
// RUN: rookery-opt %s --dma | FileCheck %s
// RUN: not rookery-opt %S/Inputs/dynamic.mlir --dma 2>&1 | FileCheck %s --check-prefix=DYNAMIC

// CHECK-LABEL: dma.kernel @between
// CHECK-NEXT: bir.memory @arg0 hbm {bytes = 128, address = 0, argument = 0}
// CHECK-NEXT: bir.memory @arg1 hbm {bytes = 128, address = 128, argument = 1}
// CHECK-NEXT: desc.trigger {{.*}} fires [@q_pool_unassigned::@dma_block_0] on pool
// CHECK-NEXT: bir.memory @mem sbuf {partitions = 4, bytes = 16, address = 0}
// CHECK-NEXT: bir.memory @mem_0 psum {partitions = 4, bytes = 16, address = 0}
// CHECK-NEXT: desc.queue
// CHECK-NEXT: entries = 3}
// CHECK-LABEL: dma.kernel @looped
// CHECK-NEXT: bir.memory @arg0 hbm
// CHECK-NEXT: bir.memory @mem sbuf {partitions = 4, bytes = 16, address = 0}
// CHECK-NEXT: bir.loop from 0 to 2
// CHECK-NEXT: desc.trigger
// CHECK: -> {space = sbuf, address = {byte = 0}
// CHECK: -> {space = sbuf, address = {byte = 0}
// DYNAMIC: dynamic.mlir:4:3: error: a tensor of this copy has no memory: its sizes must be static and, on chip, its partitions at least one
// DYNAMIC-NOT: error:
func.func @between(%a: memref<64xbf16>, %b: memref<64xbf16>) {
  %0 = penguin.access %a pattern [[1, 8]] as bf16 : memref<64xbf16>
  %1 = penguin.access %b pattern [[1, 8]] as bf16 : memref<64xbf16>
  penguin.dma_copy %0 -> %1
  %t = memref.alloc() : memref<4x8xbf16, #dma.space<sbuf>>
  %2 = penguin.access %a pattern [[1, 8]] offset 8 as bf16 : memref<64xbf16>
  %3 = penguin.access %t pattern [[1, 8]] partition [8, 1] as bf16 : memref<4x8xbf16, #dma.space<sbuf>>
  penguin.dma_copy %2 -> %3
  %u = memref.alloc() : memref<4x8xbf16, #dma.space<psum>>
  %4 = penguin.access %a pattern [[1, 8]] offset 16 as bf16 : memref<64xbf16>
  %5 = penguin.access %u pattern [[1, 8]] partition [8, 1] as bf16 : memref<4x8xbf16, #dma.space<psum>>
  penguin.dma_copy %4 -> %5
  return
}
func.func @looped(%a: memref<64xbf16>) {
  penguin.loop from 0 to 2 (%i) {
    %t = memref.alloc() : memref<4x8xbf16, #dma.space<sbuf>>
    %2 = penguin.access %a pattern [[1, 8]] offset %i * 8 as bf16 : memref<64xbf16>
    %3 = penguin.access %t pattern [[1, 8]] partition [8, 1] as bf16 : memref<4x8xbf16, #dma.space<sbuf>>
    penguin.dma_copy %2 -> %3
  }
  return
}
