// A4: a joint shape that is not the nums of both sides is complicated, and so are boundaries that do not nest.
// RUN: not rookery-opt %s --dma --split-input-file 2>&1 | FileCheck %s

// CHECK: gate-complicated.mlir:[[# @LINE + 5]]:3: error: complicated access pattern: not lowered yet
// CHECK: note: both sides step through [32] together, the source has [4, 8], the destination [32]
func.func @merges(%a: memref<4x8xbf16>, %b: memref<4x8xbf16>) {
  %0 = penguin.access %a pattern [[8, 4], [1, 8]] as bf16 : memref<4x8xbf16>
  %1 = penguin.access %b pattern [[1, 32]] as bf16 : memref<4x8xbf16>
  penguin.dma_copy %0 -> %1
  return
}
// -----
// CHECK: note: both sides step through [4, 8] together, the source has [32], the destination [4, 8]
func.func @cuts(%a: memref<32xbf16>, %b: memref<64xbf16>) {
  %0 = penguin.access %a pattern [[1, 32]] as bf16 : memref<32xbf16>
  %1 = penguin.access %b pattern [[16, 4], [1, 8]] as bf16 : memref<64xbf16>
  penguin.dma_copy %0 -> %1
  return
}
// -----
// CHECK: error: complicated access pattern: the boundaries of the two sides do not nest; not lowered yet
// CHECK-NOT: error:
func.func @ragged(%a: memref<24xbf16>, %b: memref<24xbf16>) {
  %0 = penguin.access %a pattern [[8, 2], [1, 6]] as bf16 : memref<24xbf16>
  %1 = penguin.access %b pattern [[6, 3], [1, 4]] as bf16 : memref<24xbf16>
  penguin.dma_copy %0 -> %1
  return
}
