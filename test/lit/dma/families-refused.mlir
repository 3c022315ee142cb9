// C1, C5, C6, C8: what has no descriptor, with the reason.
// RUN: not rookery-opt %s --bind-dma --lower-dma 2>&1 | FileCheck %s --implicit-check-not=error:

// CHECK: families-refused.mlir:[[# @LINE + 6]]:3: error: a replicate of 3 elements does not fill 8 a whole number of times
dma.kernel @replicate(%x: memref<4xi8>, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 4, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, argument = 1}
  %0 = bir.ap %a pattern [[1, 3]] as uint8
  %1 = bir.ap %b pattern [[1, 8]] as uint8
  bir.dma_replicate %0 -> %1 {name = "c"}
  dma.return
}
// CHECK: families-refused.mlir:[[# @LINE + 8]]:3: error: DGE must be enabled when dynamic src access in DMA is used
dma.kernel @dge(%x: memref<8xi32>, %y: memref<8xi32>) {
  %a = bir.memory @a hbm {bytes = 32, argument = 0}
  %b = bir.memory @b hbm {bytes = 32, argument = 1}
  %p = bir.ap %b pattern [[1, 1]] as int32
  %r = bir.read_var_addr %p {name = "r"}
  %0 = bir.ap %a pattern [[1, 2]] offset %r as int32
  %1 = bir.ap %b pattern [[1, 2]] as int32
  bir.dma_copy %0 -> %1 {name = "c", dge_type = none}
  dma.return
}
// CHECK: families-refused.mlir:[[# @LINE + 9]]:3: error: DMA descriptor cannot have dynamic AP
// CHECK: note: only HBM is addressed at run time, and this is in sbuf
dma.kernel @chip(%x: memref<8xi32>, %y: memref<8xi32>) {
  %a = bir.memory @a sbuf {bytes = 32}
  %b = bir.memory @b hbm {bytes = 32, argument = 1}
  %p = bir.ap %b pattern [[1, 1]] as int32
  %r = bir.read_var_addr %p {name = "r"}
  %0 = bir.ap %a pattern [[1, 2]] offset %r as int32
  %1 = bir.ap %b pattern [[1, 2]] as int32
  bir.dma_copy %1 -> %0 {name = "c"}
  dma.return
}
// CHECK: families-refused.mlir:[[# @LINE + 7]]:3: error: its mask cannot be cut to what moves
dma.kernel @triangle(%x: memref<9xi8>, %y: memref<9xi8>) {
  %a = bir.memory @a hbm {bytes = 9, argument = 0}
  %b = bir.memory @b hbm {bytes = 9, argument = 1}
  %0 = bir.ap %a pattern [[3, 3], [1, 3]] as uint8
  %1 = bir.ap %b pattern [[3, 3], [1, 3]] as uint8
  %2 = bir.predicate 0 dims [1, -1]
  bir.dma_copy %0 -> %1 if %2 {name = "c"}
  dma.return
}
// CHECK: families-refused.mlir:[[# @LINE + 7]]:3: error: a transpose or a replicate writes every place once, but a stride of this destination is 0
// CHECK: families-refused.mlir:[[# @LINE + 5]]:3: note: the destination
dma.kernel @again(%x: memref<4xi8>, %y: memref<8xi8>) {
  %a = bir.memory @a hbm {bytes = 4, argument = 0}
  %b = bir.memory @b hbm {bytes = 8, argument = 1}
  %0 = bir.ap %a pattern [[1, 4]] as uint8
  %1 = bir.ap %b pattern [[0, 2], [1, 4]] as uint8
  bir.dma_replicate %0 -> %1 {name = "c"}
  dma.return
}
// CHECK: families-refused.mlir:[[# @LINE + 6]]:3: error: a descriptor writes every place once, and which element this DMA writes last to each is not known
// CHECK: families-refused.mlir:[[# @LINE + 4]]:3: note: the destination has a stride of 0
dma.kernel @collective_sum(%x: memref<4xi32>) {
  %a = bir.memory @a hbm {bytes = 16, argument = 0}
  %0 = bir.ap %a pattern [[1, 4]] channel 0 as int32
  %1 = bir.ap %a pattern [[0, 4]] offset 1 as int32
  bir.dma_cce %0 -> %1 {name = "g", replica_groups = [[0, 1]]}
  dma.return
}
