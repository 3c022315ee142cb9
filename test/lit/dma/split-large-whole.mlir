// C9: what cannot be cut stays one block over the cap, and its trigger stays; a warning says so, with both numbers and why.
// RUN: rookery-opt %s --bind-dma --lower-dma --target tiny --verify-by-execution 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAID < %t --implicit-check-not=differ --implicit-check-not="not compared" --implicit-check-not=warning:

// SAID: split-large-whole.mlir:[[# @LINE + 10]]:3: warning: Unable to find smaller DMA Block/descriptor, use DMA trigger instead
// SAID: note: 8 ring entries, but a block holds 5: its mask is about positions
// CHECK-LABEL: @masked
// CHECK: desc.trigger @q_pool_unassigned fires [@q_pool_unassigned::@dma_block_0]
dma.kernel @masked(%x: memref<32xi8>, %y: memref<32xi8>) {
  %a = bir.memory @a hbm {bytes = 32, argument = 0}
  %b = bir.memory @b hbm {bytes = 32, argument = 1}
  %m = bir.predicate 0 dims [-1]
  %0 = bir.ap %a pattern [[16, 2], [1, 16]] as uint8
  %1 = bir.ap %b pattern [[16, 2], [1, 16]] as uint8
  bir.load %0 -> %1 if %m {name = "l"}
}
// SAID: split-large-whole.mlir:[[# @LINE + 9]]:3: warning: Unable to find smaller DMA Block/descriptor, use DMA trigger instead
// SAID: note: 9 ring entries, but a block holds 5: the boundaries of its sides do not nest
// CHECK-LABEL: @ragged
// CHECK: desc.block @dma_block_0 id 0 attributes {section_start, entries = 9}
dma.kernel @ragged(%x: memref<30xi8>, %y: memref<30xi8>) {
  %a = bir.memory @a hbm {bytes = 30, argument = 0}
  %b = bir.memory @b hbm {bytes = 30, argument = 1}
  %0 = bir.ap %a pattern [[5, 6], [1, 4]] as uint8
  %1 = bir.ap %b pattern [[7, 4], [1, 6]] as uint8
  bir.save %0 -> %1 {name = "s"}
}
// Its first source could be cut, the second not.
// SAID: split-large-whole.mlir:[[# @LINE + 11]]:3: warning: Unable to find smaller DMA Block/descriptor, use DMA trigger instead
// SAID: note: 6 ring entries, but a block holds 5: the boundaries of its sides do not nest
// CHECK-LABEL: @sum
// CHECK: desc.block @dma_block_0 id 0 attributes {section_start, entries = 6}
dma.kernel @sum(%x: memref<24xf32>, %y: memref<24xf32>, %z: memref<12xf32>) {
  %a = bir.memory @a hbm {bytes = 96, argument = 0}
  %b = bir.memory @b hbm {bytes = 96, argument = 1}
  %c = bir.memory @c hbm {bytes = 48, argument = 2}
  %0 = bir.ap %a pattern [[4, 6], [1, 2]] as fp32
  %1 = bir.ap %c pattern [[1, 12]] as fp32
  %2 = bir.ap %b pattern [[5, 4], [1, 3]] as fp32
  bir.dma_cce %0 + %2 -> %1 {name = "sum"}
}
// SAID: split-large-whole.mlir:[[# @LINE + 9]]:3: warning: Unable to find smaller DMA Block/descriptor, use DMA trigger instead
// SAID: note: 6 ring entries, but a block holds 5: it is one batch of a transpose
// CHECK-LABEL: @batch
// CHECK: desc.block @dma_block_0 id 0 attributes {section_start, entries = 6}
dma.kernel @batch(%x: memref<24xi8>, %y: memref<4x8xi8, #dma.space<sbuf>>) {
  %a = bir.memory @a hbm {bytes = 24, argument = 0}
  %b = bir.memory @b sbuf {partitions = 4, bytes = 8, argument = 1}
  %0 = bir.ap %a pattern [[4, 6], [1, 1], [1, 1], [1, 2]] as uint8
  %1 = bir.ap %b pattern [[1, 1], [1, 1], [1, 6]] partition [8, 2] as uint8
  bir.dma_transpose %0 -> %1 {name = "t"}
}
// Two batches, but what the first writes the second reads.
// SAID: split-large-whole.mlir:[[# @LINE + 8]]:3: warning: Unable to find smaller DMA Block/descriptor, use DMA trigger instead
// SAID: note: 8 ring entries, but a block holds 5: its batches may not be moved one by one
// CHECK-LABEL: @in_place
// CHECK: desc.block @dma_block_0 id 0 attributes {section_start, entries = 8}
dma.kernel @in_place(%x: memref<40xi8>) {
  %a = bir.memory @a hbm {bytes = 40, argument = 0}
  %0 = bir.ap %a pattern [[8, 4], [4, 2], [1, 1], [1, 2]] as uint8
  %1 = bir.ap %a pattern [[20, 2], [4, 2], [1, 1], [1, 4]] offset 1 as uint8
  bir.dma_transpose %0 -> %1 {name = "t"}
}
// SAID: split-large-whole.mlir:[[# @LINE + 9]]:3: warning: Unable to find smaller DMA Block/descriptor, use DMA trigger instead
// SAID: note: 6 ring entries, but a block holds 5: no whole number of replicas fits
// CHECK-LABEL: @replica
// CHECK: desc.block @dma_block_0 id 0 attributes {section_start, entries = 6}
dma.kernel @replica(%x: memref<24xi8>, %y: memref<24xi8>) {
  %a = bir.memory @a hbm {bytes = 24, argument = 0}
  %b = bir.memory @b hbm {bytes = 24, argument = 1}
  %0 = bir.ap %a pattern [[4, 6], [1, 2]] as uint8
  %1 = bir.ap %b pattern [[1, 12]] as uint8
  bir.dma_replicate %0 -> %1 {name = "r"}
}
