// C2, C10: a block belongs to one trigger. A DMA joins the open block of its queue, and its trigger, if the previous
// instruction is that trigger and neither of the two touches what the other writes; else it has a block of its own.
// RUN: rookery-opt %s --dma | FileCheck %s
// RUN: rookery-opt %s --dma --verify-by-execution -o /dev/null 2>&1 | FileCheck %s --check-prefix=RAN --implicit-check-not=differ

// Each transfer is made once.
// RAN: lower-dma: kernel 'adjacent': 2 transfers before, 2 after,
// RAN: lower-dma: kernel 'dependent': 2 transfers before, 2 after,
// RAN: lower-dma: kernel 'looped': 4 transfers before, 4 after,

// CHECK-LABEL: dma.kernel @adjacent
// CHECK: desc.trigger {{.*}} fires [@q_pool_unassigned::@dma_block_0] on pool
// CHECK-NOT: desc.trigger
// CHECK: desc.block @dma_block_0 id 0 attributes {section_start, entries = 2}
// CHECK-NEXT: desc.copy {{.*}}byte = 0}{{.*}} -> {{.*}}byte = 128}
// CHECK-NEXT: desc.copy {{.*}}byte = 16}{{.*}} -> {{.*}}byte = 144}
// CHECK-NEXT: {{^ *}$}}
// CHECK-NEXT: {{^ *}$}}

// Ids are positions in a queue; its first block starts its section.
// CHECK-LABEL: dma.kernel @dependent
// CHECK: desc.trigger {{.*}} fires [@q_pool_unassigned::@dma_block_0] on pool
// CHECK-NEXT: desc.trigger {{.*}} fires [@q_pool_unassigned::@dma_block_1] on pool
// CHECK: desc.block @dma_block_0 id 0 attributes {section_start, entries = 1}
// CHECK: desc.block @dma_block_1 id 1 attributes {entries = 1}

// CHECK-LABEL: dma.kernel @overwrites
// CHECK-COUNT-2: desc.trigger

// A source that both read keeps nobody apart.
// CHECK-LABEL: dma.kernel @both_read
// CHECK: desc.trigger
// CHECK-NOT: desc.trigger
// CHECK: entries = 2}

// CHECK-LABEL: dma.kernel @queues
// CHECK: desc.trigger @q_pool_unassigned fires [@q_pool_unassigned::@dma_block_0] on pool
// CHECK-NEXT: desc.trigger @q_pool_p0 fires [@q_pool_p0::@dma_block_0] on pool {qos = p0}
// CHECK: desc.block @dma_block_0 id 0 attributes {section_start, entries = 1}
// CHECK: desc.block @dma_block_0 id 0 attributes {section_start, entries = 1, priority_class = p0}

// CHECK-LABEL: dma.kernel @looped
// CHECK: bir.loop
// CHECK-NEXT: desc.trigger {{.*}} fires [@q_pool_unassigned::@dma_block_0, @q_pool_unassigned::@dma_block_1] on pool
// CHECK-NEXT: desc.trigger {{.*}} fires [@q_pool_unassigned::@dma_block_2, @q_pool_unassigned::@dma_block_3] on pool
func.func @adjacent(%a: memref<64xbf16>, %b: memref<64xbf16>) {
  %0 = penguin.access %a pattern [[1, 8]] as bf16 : memref<64xbf16>
  %1 = penguin.access %b pattern [[1, 8]] as bf16 : memref<64xbf16>
  %2 = penguin.access %a pattern [[1, 8]] offset 8 as bf16 : memref<64xbf16>
  %3 = penguin.access %b pattern [[1, 8]] offset 8 as bf16 : memref<64xbf16>
  penguin.dma_copy %0 -> %1
  penguin.dma_copy %2 -> %3
  return
}
func.func @dependent(%a: memref<64xbf16>, %b: memref<64xbf16>) {
  %0 = penguin.access %a pattern [[1, 8]] as bf16 : memref<64xbf16>
  %1 = penguin.access %b pattern [[1, 8]] as bf16 : memref<64xbf16>
  %3 = penguin.access %b pattern [[1, 8]] offset 8 as bf16 : memref<64xbf16>
  penguin.dma_copy %0 -> %1
  penguin.dma_copy %1 -> %3
  return
}
func.func @overwrites(%a: memref<64xbf16>, %b: memref<64xbf16>) {
  %0 = penguin.access %a pattern [[1, 8]] as bf16 : memref<64xbf16>
  %1 = penguin.access %b pattern [[1, 8]] as bf16 : memref<64xbf16>
  %2 = penguin.access %a pattern [[1, 8]] offset 8 as bf16 : memref<64xbf16>
  %3 = penguin.access %b pattern [[1, 8]] offset 7 as bf16 : memref<64xbf16>
  penguin.dma_copy %0 -> %1
  penguin.dma_copy %2 -> %3
  return
}
func.func @both_read(%a: memref<64xbf16>, %b: memref<64xbf16>) {
  %0 = penguin.access %a pattern [[1, 8]] as bf16 : memref<64xbf16>
  %1 = penguin.access %b pattern [[1, 8]] as bf16 : memref<64xbf16>
  %3 = penguin.access %b pattern [[1, 8]] offset 8 as bf16 : memref<64xbf16>
  penguin.dma_copy %0 -> %1
  penguin.dma_copy %0 -> %3
  return
}
func.func @queues(%a: memref<64xbf16>, %b: memref<64xbf16>) {
  %0 = penguin.access %a pattern [[1, 8]] as bf16 : memref<64xbf16>
  %1 = penguin.access %b pattern [[1, 8]] as bf16 : memref<64xbf16>
  %2 = penguin.access %a pattern [[1, 8]] offset 8 as bf16 : memref<64xbf16>
  %3 = penguin.access %b pattern [[1, 8]] offset 8 as bf16 : memref<64xbf16>
  penguin.dma_copy %0 -> %1
  penguin.dma_copy %2 -> %3 {dma_qos = 2}
  return
}
func.func @looped(%a: memref<64xbf16>, %b: memref<64xbf16>) {
  penguin.loop from 0 to 2 (%i) {
    %0 = penguin.access %a pattern [[1, 8]] offset %i * 16 as bf16 : memref<64xbf16>
    %1 = penguin.access %b pattern [[1, 8]] offset %i * 16 as bf16 : memref<64xbf16>
    %2 = penguin.access %a pattern [[1, 8]] offset %i * 16 + 8 as bf16 : memref<64xbf16>
    %3 = penguin.access %b pattern [[1, 8]] offset %i * 16 + 8 as bf16 : memref<64xbf16>
    penguin.dma_copy %0 -> %1
    penguin.dma_copy %2 -> %3
  }
  return
}
