// A6, A8, A9, A14: gathers and scatters. With is_offset_dma the opcode is the target's: trn2's DGE takes vectors of offsets,
// trn1's does not.
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir --verify-by-execution 2> %t | FileCheck %s --check-prefixes=CHECK,TRN2
// RUN: FileCheck %s --check-prefix=RAN < %t --implicit-check-not=differ
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir --target trn1 --verify-by-execution 2> %t | FileCheck %s --check-prefixes=CHECK,TRN1
// RUN: FileCheck %s --check-prefix=RAN < %t --implicit-check-not=differ
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir --trace-patterns=steps -o /dev/null 2>&1 | FileCheck %s --check-prefix=TRACE

// RAN: penguin-to-bir: kernel 'gather': 2 transfers before, 2 after
// CHECK-LABEL: @gather
// CHECK: %[[I:.*]] = bir.ap %1 pattern {{\[\[}}1, 3]] as int32
// CHECK: %[[S:.*]] = bir.ap %0 pattern {{\[\[}}1, 8]] as bf16 index %[[I]]
// CHECK: bir.generic_indirect_load %[[S]] -> {{.*}} {name = "g", dge_type = swdge, replica_groups = {{\[\[}}0, 1]], indirect_dims = [8]}
// CHECK: bir.generic_indirect_load {{.*}} {name = "indirect_load", indirect_dims = [8], oob = skip}
func.func @gather(%a: memref<16x8xbf16>, %i: memref<3xi32> {dma.input = [15, 0, 7]}, %b: memref<3x8xbf16>) {
  %0 = penguin.access %a pattern [[1, 8]] as bf16 : memref<16x8xbf16>
  %1 = penguin.access %i pattern [[1, 3]] as int32 : memref<3xi32>
  %2 = penguin.access %b pattern [[1, 24]] as bf16 : memref<3x8xbf16>
  penguin.indirect_load %0 -> %2 at %1 {generic_dims = [8], dge_mode = swdge, name = "g", replica_groups = [[0, 1]]}
  penguin.indirect_load %0 -> %2 at %1 {generic_dims = [8], oob = skip}
  return
}
// A plain scatter overwrites: it has no CCE op on any target.
// RAN: penguin-to-bir: kernel 'scatter': 1 transfers before, 1 after
// CHECK-LABEL: @scatter
// CHECK: bir.generic_indirect_save {{.*}} {name = "indirect_save", dge_type = hwdge, indirect_dims = [8]}
func.func @scatter(%a: memref<16x8xbf16>, %i: memref<3xi32> {dma.input = [15, 0, 7]}, %b: memref<3x8xbf16>) {
  %0 = penguin.access %a pattern [[1, 8]] as bf16 : memref<16x8xbf16>
  %1 = penguin.access %i pattern [[1, 3]] as int32 : memref<3xi32>
  %2 = penguin.access %b pattern [[1, 24]] as bf16 : memref<3x8xbf16>
  penguin.indirect_save %2 -> %0 at %1 {generic_dims = [8], dge_mode = hwdge}
  return
}
// RAN: penguin-to-bir: kernel 'offsets': 2 transfers before, 2 after
// CHECK-LABEL: @offsets
// TRN2: bir.dma_copy {{.*}} {name = "indirect_load", oob = skip, indirect_dims = [8]}
// TRN1: bir.generic_indirect_load {{.*}} {name = "indirect_load", indirect_dims = [8]}
// TRN2: bir.dma_copy {{.*}} {name = "indirect_save", oob = skip, indirect_dims = [8]}
// TRN1: bir.dma_copy {{.*}} {name = "indirect_save", indirect_dims = [8]}
func.func @offsets(%a: memref<16x8xbf16>, %i: memref<3xi32> {dma.input = [15, 0, 7]}, %b: memref<3x8xbf16>) {
  %0 = penguin.access %a pattern [[1, 8]] as bf16 : memref<16x8xbf16>
  %1 = penguin.access %i pattern [[1, 3]] as int32 : memref<3xi32>
  %2 = penguin.access %b pattern [[1, 24]] as bf16 : memref<3x8xbf16>
  penguin.indirect_load %0 -> %2 at %1 {generic_dims = [8], is_offset_dma, name = "indirect_load"}
  penguin.indirect_save %2 -> %0 at %1 {generic_dims = [8], is_offset_dma, name = "indirect_save"}
  return
}
// A4: each side passes the gate for itself: the dense one collapses, the strided one stays. A masked transfer keeps both.
// CHECK-LABEL: @sides
// CHECK: bir.ap %0 pattern {{\[\[}}5, 2], [2, 2]] as bf16 index
// CHECK: bir.ap %2 pattern {{\[\[}}1, 12]] as bf16
// CHECK: %[[M:.*]] = bir.predicate 1 dims [-1]
// CHECK: bir.ap %2 pattern {{\[\[}}4, 3], [2, 2], [1, 2]] as bf16
// CHECK: bir.generic_indirect_load {{.*}} if %[[M]] {
func.func @sides(%a: memref<16x8xbf16>, %i: memref<3xi32> {dma.input = [15, 0, 7]}, %b: memref<3x4xbf16>) {
  %0 = penguin.access %a pattern [[5, 2], [2, 2]] as bf16 : memref<16x8xbf16>
  %1 = penguin.access %i pattern [[1, 3]] as int32 : memref<3xi32>
  %2 = penguin.access %b pattern [[4, 3], [2, 2], [1, 2]] as bf16 : memref<3x4xbf16>
  penguin.indirect_load %0 -> %2 at %1 {generic_dims = [8]}
  %3 = penguin.predicate 1 dims [-1]
  penguin.indirect_load %0 -> %2 at %1 if %3 {generic_dims = [8]}
  return
}

// The surface in the seed's order: a save has its DGE type before the indirect dims, a load after them.
// TRACE: 'penguin.indirect_load': indirect_load
// TRACE: enter base_indirect_load
// TRACE: attribute #4 indirect_dims
// TRACE-NEXT: attribute #4 replica_groups
// TRACE-NEXT: attribute #4 dge_type
// TRACE: 'penguin.indirect_save': indirect_save
// TRACE: enter base_indirect_save
// TRACE: attribute #4 replica_groups
// TRACE-NEXT: attribute #4 dge_type
// TRACE: 'penguin.indirect_load': offset_load
// TRACE: attribute #4 mode
// TRACE-NEXT: attribute #4 oob
// TRACE-NEXT: attribute #4 replica_groups
// TRACE-NEXT: attribute #4 indirect_dims
// TRACE-NEXT: attribute #4 dge_type
// TRACE: 'penguin.indirect_save': offset_save
// TRACE: attribute #4 mode
// TRACE-NEXT: attribute #4 oob
// TRACE-NEXT: attribute #4 replica_groups
// TRACE-NEXT: attribute #4 dge_type
// TRACE-NEXT: attribute #4 indirect_dims
