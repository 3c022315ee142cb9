// A9, A13: transfers by index, and of other cores, that have no form.
// RUN: not rookery-opt %s --kernels-from-functions --penguin-to-bir 2>&1 | FileCheck %s --implicit-check-not=error:

// CHECK: indirect-refused.mlir:[[# @LINE + 5]]:3: error: a transfer by index has no channel and no count of run time
func.func @channel(%a: memref<64xf32>, %i: memref<2xi32>, %b: memref<64xf32>) {
  %0 = penguin.access %a pattern [[1, 8]] channel 1 as fp32 : memref<64xf32>
  %1 = penguin.access %i pattern [[1, 2]] as int32 : memref<2xi32>
  %2 = penguin.access %b pattern [[1, 16]] as fp32 : memref<64xf32>
  penguin.indirect_load %0 -> %2 at %1 {generic_dims = [8], replica_groups = [[0, 1]]}
  return
}
// CHECK: indirect-refused.mlir:[[# @LINE + 5]]:3: error: Cannot legalize strided load!
// CHECK: note: a collective access has more dimensions than the 4 pairs of the instruction set
func.func @collective(%a: memref<400xf32>, %b: memref<400xf32>) {
  %0 = penguin.access %a pattern [[100, 2], [48, 2], [22, 2], [9, 2], [2, 2]] channel 1 as fp32 : memref<400xf32>
  %1 = penguin.access %b pattern [[1, 32]] as fp32 : memref<400xf32>
  penguin.dma_copy %0 -> %1 {replica_groups = [[0, 1]]}
  return
}
