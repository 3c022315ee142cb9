// A4, A5: what cannot be legalized, each with its numbers.
// RUN: not rookery-opt %s --kernels-from-functions --penguin-to-bir --split-input-file 2>&1 | FileCheck %s --implicit-check-not=error:

// Dealt out, the smallest of five dimensions would be 65 copies, one more than we make of one.
// CHECK: gate-refused.mlir:[[# @LINE + 5]]:3: error: Cannot legalize strided load!
// CHECK: note: 5 strides, but target 'trn2' takes 4 (neuron_max_strides)
func.func @too_many(%a: memref<100000000xi8>, %b: memref<2000000000xi8>) {
  %0 = penguin.access %a pattern [[1, 65], [0, 66], [2, 67], [0, 68], [3, 69]] as uint8 : memref<100000000xi8>
  %1 = penguin.access %b pattern [[24000000, 65], [360000, 66], [5000, 67], [70, 68], [1, 69]] as uint8 : memref<2000000000xi8>
  penguin.dma_copy %0 -> %1
  return
}
// -----
// Elements that land in one place go there in their order.
// CHECK: gate-refused.mlir:[[# @LINE + 4]]:3: error: Cannot legalize strided load!
func.func @order(%a: memref<1000xi8>, %b: memref<1000xi8>) {
  %0 = penguin.access %a pattern [[100, 2], [40, 2], [20, 2], [9, 2], [2, 2]] as uint8 : memref<1000xi8>
  %1 = penguin.access %b pattern [[100, 2], [40, 2], [3, 2], [9, 2], [3, 2]] as uint8 : memref<1000xi8>
  penguin.dma_copy %0 -> %1
  return
}
// -----
// CHECK: gate-refused.mlir:[[# @LINE + 5]]:3: error: no partition pattern can be derived: 4 partitions are spanned, and the hull has 3
// CHECK: gate-refused.mlir:[[# @LINE + 2]]:3: note: this access
func.func @hull(%a: memref<4x4xbf16, #dma.space<sbuf>>, %b: memref<16xbf16>) {
  %0 = penguin.access %a pattern [[2, 2], [1, 2]] partition [4, 4] as bf16 {hull = 3} : memref<4x4xbf16, #dma.space<sbuf>>
  %1 = penguin.access %b pattern [[1, 16]] as bf16 : memref<16xbf16>
  penguin.dma_copy %0 -> %1
  return
}
// -----
// CHECK: gate-refused.mlir:[[# @LINE + 4]]:3: error: no partition pattern can be derived: 4 partitions are spanned, and the hull has 2
func.func @other_partitions(%a: memref<4x4xbf16, #dma.space<sbuf>>, %b: memref<16xbf16>) {
  %0 = penguin.access %a pattern [[2, 2], [1, 2]] partition [4, 4] as bf16 {hull = 2} : memref<4x4xbf16, #dma.space<sbuf>>
  %1 = penguin.access %b pattern [[1, 16]] as bf16 : memref<16xbf16>
  penguin.dma_copy %0 -> %1
  return
}
// -----
// CHECK: gate-refused.mlir:[[# @LINE + 4]]:3: error: a collective access needs replica groups
func.func @no_groups(%a: memref<16xbf16>, %b: memref<16xbf16>) {
  %0 = penguin.access %a pattern [[1, 16]] channel 1 as bf16 : memref<16xbf16>
  %1 = penguin.access %b pattern [[1, 16]] as bf16 : memref<16xbf16>
  penguin.dma_copy %0 -> %1
  return
}
// -----
// CHECK: gate-refused.mlir:[[# @LINE + 6]]:3: error: a collective access has no count of run time
func.func @dynamic_collective(%a: memref<8xbf16>, %n: memref<1xi32>, %b: memref<8xbf16>) {
  %p = penguin.access %n pattern [[1, 1]] as int32 : memref<1xi32>
  %r = penguin.read_tensor_ptr %p
  %0 = penguin.access %a pattern [[1, 8]] extent %r channel 0 as bf16 : memref<8xbf16>
  %1 = penguin.access %b pattern [[1, 8]] extent %r as bf16 : memref<8xbf16>
  penguin.dma_copy %0 -> %1 {replica_groups = [[0, 1]]}
  return
}
// -----
// A collective with a mask keeps the dimensions that the mask counts in, here one more than there are pairs.
// CHECK: gate-refused.mlir:[[# @LINE + 6]]:3: error: Cannot legalize strided load!
// CHECK: note: a collective access has more dimensions than the 4 pairs of the instruction set
func.func @masked_collective(%a: memref<32xbf16>, %b: memref<32xbf16>) {
  %0 = penguin.access %a pattern [[16, 2], [8, 2], [4, 2], [2, 2], [1, 2]] channel 0 as bf16 : memref<32xbf16>
  %1 = penguin.access %b pattern [[1, 32]] as bf16 : memref<32xbf16>
  %2 = penguin.predicate 0 dims [-1, 0, 0, 0, 0]
  penguin.dma_copy %0 -> %1 if %2 {replica_groups = [[0, 1]]}
  return
}
// -----
// The positions of a mask are those of an access as it is written: it cannot be cut, and here it has too many dimensions.
// CHECK: gate-refused.mlir:[[# @LINE + 5]]:3: error: Cannot legalize strided load!
func.func @masked(%a: memref<32xbf16>, %b: memref<32xbf16>) {
  %0 = penguin.access %a pattern [[16, 2], [8, 2], [4, 2], [2, 2], [1, 2]] as bf16 : memref<32xbf16>
  %1 = penguin.access %b pattern [[1, 32]] as bf16 : memref<32xbf16>
  %2 = penguin.predicate 0 dims [-1, 0, 0, 0, 0]
  penguin.dma_copy %0 -> %1 if %2
  return
}
// -----
// 101 runs of 103 elements against 103 runs of 101: nearly each has to be cut.
// CHECK: gate-refused.mlir:[[# @LINE + 4]]:3: error: the boundaries of the two sides do not nest, and more than 64 DMAs would come of it
func.func @ragged(%a: memref<60000xbf16>, %b: memref<60000xbf16>) {
  %0 = penguin.access %a pattern [[20, 101], [1, 103]] as bf16 : memref<60000xbf16>
  %1 = penguin.access %b pattern [[20, 103], [1, 101]] as bf16 : memref<60000xbf16>
  penguin.dma_copy %0 -> %1
  return
}
// -----
// Few parts would do, but the last copy would read what the first has written.
// CHECK: gate-refused.mlir:[[# @LINE + 4]]:3: error: the boundaries of the two sides do not nest, and its elements are to be moved in order
func.func @onto_itself(%a: memref<24xbf16>) {
  %0 = penguin.access %a pattern [[8, 2], [1, 6]] as bf16 : memref<24xbf16>
  %1 = penguin.access %a pattern [[6, 3], [1, 4]] as bf16 : memref<24xbf16>
  penguin.dma_copy %0 -> %1
  return
}
