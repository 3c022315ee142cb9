// B4: what has more ring entries than its ring, and cannot be split, is an error with both numbers and the reason.
// RUN: not rookery-opt %s --split-dynamic-dma --target tiny 2>&1 | FileCheck %s --implicit-check-not error:
// RUN: not rookery-opt %s --split-dynamic-dma --target "tiny{swdge_ring=6}" 2>&1 | FileCheck %s --check-prefix=SIX --implicit-check-not error:

// At the end of the ring nothing is wrong.
dma.kernel @fits(%x: memref<24xi8>, %y: memref<24xi8>) {
  %a = bir.memory @a hbm {bytes = 24, argument = 0}
  %b = bir.memory @b hbm {bytes = 24, argument = 1}
  %m = bir.predicate 2 dims [-1]
  %0 = bir.ap %a pattern [[4, 5], [1, 2]] as uint8
  %1 = bir.ap %b pattern [[2, 5], [1, 2]] as uint8
  bir.dma_copy %0 -> %1 if %m {name = "c", dge_type = swdge}
}
// CHECK: split-refused.mlir:[[# @LINE + 9]]:3: error: 10 ring entries, but a swdge ring of target 'tiny' holds 5
// CHECK: note: it cannot be split: its mask is about positions
// SIX: split-refused.mlir:[[# @LINE + 7]]:3: error: 10 ring entries, but a swdge ring of target 'tiny' holds 6
dma.kernel @masked(%x: memref<40xi8>, %y: memref<40xi8>) {
  %a = bir.memory @a hbm {bytes = 40, argument = 0}
  %b = bir.memory @b hbm {bytes = 40, argument = 1}
  %m = bir.predicate 0 dims [-1]
  %0 = bir.ap %a pattern [[20, 2], [1, 20]] as uint8
  %1 = bir.ap %b pattern [[20, 2], [1, 20]] as uint8
  bir.dma_copy %0 -> %1 if %m {name = "c", dge_type = swdge}
}
// CHECK: split-refused.mlir:[[# @LINE + 8]]:3: error: 9 ring entries, but a swdge ring of target 'tiny' holds 5
// CHECK: note: it cannot be split: the boundaries of its sides do not nest
// SIX: split-refused.mlir:[[# @LINE + 6]]:3: error: 9 ring entries, but a swdge ring of target 'tiny' holds 6
dma.kernel @ragged(%x: memref<30xi8>, %y: memref<30xi8>) {
  %a = bir.memory @a hbm {bytes = 30, argument = 0}
  %b = bir.memory @b hbm {bytes = 30, argument = 1}
  %0 = bir.ap %a pattern [[5, 6], [1, 4]] as uint8
  %1 = bir.ap %b pattern [[7, 4], [1, 6]] as uint8
  bir.dma_copy %0 -> %1 {name = "c", dge_type = swdge}
}
// CHECK: split-refused.mlir:[[# @LINE + 8]]:3: error: 7 ring entries, but a swdge ring of target 'tiny' holds 5
// CHECK: note: it cannot be split: it is one batch of a transpose
// SIX: split-refused.mlir:[[# @LINE + 6]]:3: error: 7 ring entries, but a swdge ring of target 'tiny' holds 6
dma.kernel @batch(%x: memref<28xi8>, %y: memref<4x8xi8, #dma.space<sbuf>>) {
  %a = bir.memory @a hbm {bytes = 28, argument = 0}
  %b = bir.memory @b sbuf {partitions = 4, bytes = 8, argument = 1}
  %0 = bir.ap %a pattern [[4, 7], [1, 1], [1, 1], [1, 2]] as uint8
  %1 = bir.ap %b pattern [[1, 1], [1, 1], [1, 7]] partition [8, 2] as uint8
  bir.dma_copy %0 -> %1 {name = "t", dge_type = swdge, mode = transpose, transpose_op = xzyw}
}
