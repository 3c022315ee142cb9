// A7, A8: accumulating scatters that the target, or the hardware, does not have.
// RUN: not rookery-opt %s --kernels-from-functions --penguin-to-bir 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not rookery-opt %s --kernels-from-functions --penguin-to-bir --target "trn1{enable_dge_on_dst_reduce=true}" 2>&1 | FileCheck %s --check-prefix=OTHER --implicit-check-not=error:

// On a target whose DGE takes no vectors of offsets it is legal.
// CHECK: rmw-refused.mlir:[[# @LINE + 6]]:3: error: IndirectRMW does not support dynamic DMA mode
// CHECK: note: target 'trn2' has 'enable_dge_on_vector_indirect_dma'
func.func @dynamic(%a: memref<3x2xf32>, %i: memref<3xi32>, %b: memref<4x2xf32>) {
  %0 = penguin.access %a pattern [[1, 6]] as fp32 : memref<3x2xf32>
  %1 = penguin.access %i pattern [[1, 3]] as int32 : memref<3xi32>
  %2 = penguin.access %b pattern [[1, 2]] as fp32 : memref<4x2xf32>
  penguin.indirect_rmw %0 -> %2 at %1 {generic_dims = [2], is_offset_dma}
  return
}
// CHECK: error: an indirect_rmw accumulates by add, not by bypass
// OTHER: error: an indirect_rmw accumulates by add, not by bypass
func.func @bypass(%a: memref<3x2xf32>, %i: memref<3xi32>, %b: memref<4x2xf32>) {
  %0 = penguin.access %a pattern [[1, 6]] as fp32 : memref<3x2xf32>
  %1 = penguin.access %i pattern [[1, 3]] as int32 : memref<3xi32>
  %2 = penguin.access %b pattern [[1, 2]] as fp32 : memref<4x2xf32>
  penguin.indirect_rmw %0 -> %2 at %1 {generic_dims = [2], reduce = bypass}
  return
}
// CHECK: rmw-refused.mlir:[[# @LINE + 6]]:3: error: Cannot legalize strided store!
// OTHER: error: Cannot legalize strided store!
func.func @strides(%a: memref<64xf32>, %i: memref<1xi32>, %b: memref<400xf32>) {
  %0 = penguin.access %a pattern [[1, 32]] as fp32 : memref<64xf32>
  %1 = penguin.access %i pattern [[1, 1]] as int32 : memref<1xi32>
  %2 = penguin.access %b pattern [[100, 2], [48, 2], [22, 2], [9, 2], [2, 2]] as fp32 : memref<400xf32>
  penguin.indirect_rmw %0 -> %2 at %1 {generic_dims = [2]}
  return
}
// CHECK: rmw-refused.mlir:[[# @LINE + 6]]:3: error: Cannot legalize strided load!
// OTHER: error: Cannot legalize strided load!
func.func @load(%a: memref<64xf32>, %i: memref<1xi32>, %b: memref<400xf32>) {
  %0 = penguin.access %a pattern [[1, 32]] as fp32 : memref<64xf32>
  %1 = penguin.access %i pattern [[1, 1]] as int32 : memref<1xi32>
  %2 = penguin.access %b pattern [[100, 2], [48, 2], [22, 2], [9, 2], [2, 2]] as fp32 : memref<400xf32>
  penguin.indirect_load %2 -> %0 at %1 {generic_dims = [2]}
  return
}
// CHECK: rmw-refused.mlir:[[# @LINE + 6]]:3: error: Cannot legalize strided store!
// OTHER: error: Cannot legalize strided store!
func.func @save(%a: memref<64xf32>, %i: memref<1xi32>, %b: memref<400xf32>) {
  %0 = penguin.access %a pattern [[1, 32]] as fp32 : memref<64xf32>
  %1 = penguin.access %i pattern [[1, 1]] as int32 : memref<1xi32>
  %2 = penguin.access %b pattern [[100, 2], [48, 2], [22, 2], [9, 2], [2, 2]] as fp32 : memref<400xf32>
  penguin.indirect_save %0 -> %2 at %1 {generic_dims = [2]}
  return
}
