// A7, A8, A14: an accumulating scatter is a DMA copy with a CCE op, never a GenericIndirectSave; its duplicates add again.
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir --verify-by-execution 2> %t | FileCheck %s --implicit-check-not=generic_indirect_save
// RUN: FileCheck %s --check-prefix=RAN < %t --implicit-check-not=differ
// RUN: not rookery-opt %s --kernels-from-functions --penguin-to-bir --target trn1 2>&1 | FileCheck %s --check-prefix=TRN1
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir --target "trn1{enable_dge_on_dst_reduce=true}" | FileCheck %s
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir --trace-patterns=steps -o /dev/null 2>&1 | FileCheck %s --check-prefix=TRACE

// TRN1: rmw.mlir:[[# @LINE + 10]]:3: error: an indirect_rmw needs 'enable_dge_on_dst_reduce', which target 'trn1' does not have
// RAN: penguin-to-bir: kernel 'adds': 2 transfers before, 2 after
// CHECK-LABEL: @adds
// CHECK: bir.ap %3 pattern {{\[\[}}1, 2]] as fp32 index
// CHECK: bir.dma_copy {{.*}} {name = "r", dge_type = swdge, mode = cce, cce_op = add, oob = skip, indirect_dims = [2], ordered}
// CHECK: bir.dma_copy {{.*}} {name = "dma_copy", mode = cce, cce_op = add, oob = skip, indirect_dims = [2], unique_indices}
func.func @adds(%a: memref<3x2xf32>, %i: memref<3xi32> {dma.input = [1, 1, 0]}, %j: memref<3xi32> {dma.input = [2, 1, 0]}, %b: memref<4x2xf32>) {
  %0 = penguin.access %a pattern [[1, 6]] as fp32 : memref<3x2xf32>
  %1 = penguin.access %i pattern [[1, 3]] as int32 : memref<3xi32>
  %2 = penguin.access %b pattern [[1, 2]] as fp32 : memref<4x2xf32>
  penguin.indirect_rmw %0 -> %2 at %1 {generic_dims = [2], name = "r", dge_mode = swdge}
  %3 = penguin.access %j pattern [[1, 3]] as int32 : memref<3xi32>
  penguin.indirect_rmw %0 -> %2 at %3 {generic_dims = [2], unique_indices}
  return
}

// TRACE: 'penguin.indirect_rmw': indirect_rmw
// TRACE: enter base_dma_copy
// TRACE: attribute #4 name
// TRACE-NEXT: attribute #4 unique_indices
// TRACE-NEXT: attribute #4 mode
// TRACE-NEXT: attribute #4 cce_op
// TRACE-NEXT: attribute #4 oob
// TRACE-NEXT: attribute #4 replica_groups
// TRACE-NEXT: attribute #4 dge_type
// TRACE-NEXT: attribute #4 indirect_dims
