// A10, A11, A12, and sums: what engines execute themselves, and the CCE family.
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir --verify-by-execution 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=RAN < %t --implicit-check-not=differ
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir --target trn1 | FileCheck %s
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir --trace-patterns=steps -o /dev/null 2>&1 | FileCheck %s --check-prefix=TRACE

// The trip count times the free indices.
// RAN: penguin-to-bir: kernel 'local': 2 transfers before, 2 after
// CHECK-LABEL: @local
// CHECK: bir.indirect_copy {{.*}} at {{.*}} {name = "indirect_copy", num_valid_indices = 6, num_elem_per_idx = 2}
// CHECK: bir.pool_gather {{.*}} at {{.*}} {name = "p"}
func.func @local(%a: memref<2x4xi8, #dma.space<sbuf>>, %i: memref<1x6xi16, #dma.space<sbuf>> {dma.input = [1, 0, 1, 0, 0, 1]}, %b: memref<2x12xi8, #dma.space<sbuf>>) {
  %0 = penguin.access %a pattern [[1, 4]] partition [4, 2] as uint8 : memref<2x4xi8, #dma.space<sbuf>>
  %1 = penguin.access %i pattern [[1, 6]] as uint16 : memref<1x6xi16, #dma.space<sbuf>>
  %2 = penguin.access %b pattern [[1, 12]] partition [12, 2] as uint8 : memref<2x12xi8, #dma.space<sbuf>>
  penguin.indirect_copy %0 -> %2 at %1 {accumulated_tripcount = 2, free_indices = [3, 1], num_elem_per_idx = 2}
  penguin.pool_gather %0 -> %2 at %1 {name = "p"}
  return
}
// CHECK-LABEL: @register
// CHECK: %[[P:.*]] = bir.ap %1 pattern {{\[\[}}1, 1]] as int32
// CHECK: %[[R:.*]] = bir.read_var_addr %[[P]] {name = "read_var_addr"}
// CHECK: bir.ap %0 pattern {{\[\[}}1, 2]] offset %[[R]] * 2 as uint8
func.func @register(%a: memref<8xi8>, %n: memref<1xi32> {dma.input = [3]}, %b: memref<2xi8>) {
  %p = penguin.access %n pattern [[1, 1]] as int32 : memref<1xi32>
  %r = penguin.read_tensor_ptr %p
  %0 = penguin.access %a pattern [[1, 2]] offset %r * 2 as uint8 : memref<8xi8>
  %1 = penguin.access %b pattern [[1, 2]] as uint8 : memref<2xi8>
  penguin.dma_copy %0 -> %1
  return
}
// CHECK-LABEL: @print
// CHECK: bir.print {{.*}} {name = "print", prefix = "x", output_buffer = 2}
func.func @print(%a: memref<8xi8>) {
  %0 = penguin.access %a pattern [[1, 8]] as uint8 : memref<8xi8>
  penguin.print %0 {prefix = "x", output_buffer = 2}
  return
}
// RAN: penguin-to-bir: kernel 'compute': 1 transfers before, 1 after
// CHECK-LABEL: @compute
// CHECK: bir.dma_cce %[[A:.*]] + %[[B:.*]] -> %[[C:.*]] {name = "dma_compute", dge_type = swdge, constants = [1.000000e+00 : f64, 5.000000e-01 : f64], accumulate = false}
func.func @compute(%a: memref<4xbf16> {dma.input = dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xbf16>}, %b: memref<4xbf16> {dma.input = dense<2.0> : tensor<4xbf16>}, %c: memref<4xbf16>) {
  %0 = penguin.access %a pattern [[1, 4]] as bf16 : memref<4xbf16>
  %1 = penguin.access %b pattern [[1, 4]] as bf16 : memref<4xbf16>
  %2 = penguin.access %c pattern [[1, 4]] as bf16 : memref<4xbf16>
  penguin.dma_compute %0 + %1 -> %2 {scales = [1.0, 0.5], dge_mode = swdge}
  return
}
// A13: an access of another core keeps its channel; neighbouring dimensions of it are one.
// RAN: penguin-to-bir: kernel 'collective': 4 transfers before, 4 after
// CHECK-LABEL: @collective
// CHECK: bir.ap %0 pattern {{\[\[}}1, 8]] partition [8, 4] channel %{{.*}} as bf16
// CHECK: bir.dma_copy {{.*}} {name = "dma_copy", replica_groups = {{\[\[}}0, 1]]}
func.func @collective(%a: memref<4x8xbf16, #dma.space<sbuf>>, %b: memref<4x16xbf16, #dma.space<sbuf>>) {
  penguin.loop from 0 to 2 (%c) {
    %0 = penguin.access %a pattern [[4, 2], [1, 4]] partition [8, 4] channel %c as bf16 : memref<4x8xbf16, #dma.space<sbuf>>
    %1 = penguin.access %b pattern [[1, 8]] partition [16, 4] offset %c * 8 as bf16 : memref<4x16xbf16, #dma.space<sbuf>>
    penguin.dma_copy %0 -> %1 {replica_groups = [[0, 1]]}
  }
  return
}
// One with a mask keeps the dimensions that the mask counts in.
// RAN: penguin-to-bir: kernel 'masked_collective': 2 transfers before, 2 after
// CHECK-LABEL: @masked_collective
// CHECK: bir.predicate 0 dims [-1, 0]
// CHECK: bir.ap %0 pattern {{\[\[}}4, 2], [1, 4]] channel 0 as bf16
// CHECK: bir.ap %1 pattern {{\[\[}}1, 8]] as bf16
func.func @masked_collective(%a: memref<8xbf16>, %b: memref<8xbf16>) {
  %0 = penguin.access %a pattern [[4, 2], [1, 4]] channel 0 as bf16 : memref<8xbf16>
  %1 = penguin.access %b pattern [[1, 8]] as bf16 : memref<8xbf16>
  %2 = penguin.predicate 0 dims [-1, 0]
  penguin.dma_copy %0 -> %1 if %2 {replica_groups = [[0, 1]]}
  return
}
// Masks and counts of run time go along.
// CHECK-LABEL: @masked
// CHECK: bir.predicate %{{.*}} * -4 + 9 dims [-1]
// CHECK: bir.dma_copy {{.*}} if
func.func @masked(%a: memref<12xi8>, %b: memref<12xi8>) {
  penguin.loop from 0 to 3 (%i) {
    %0 = penguin.access %a pattern [[1, 4]] offset %i * 4 as uint8 : memref<12xi8>
    %1 = penguin.access %b pattern [[1, 4]] offset %i * 4 as uint8 : memref<12xi8>
    %2 = penguin.predicate 9 - %i * 4 dims [-1]
    penguin.dma_copy %0 -> %1 if %2
  }
  return
}

// TRACE: 'penguin.indirect_copy': indirect_copy
// TRACE: create #4 'bir.indirect_copy'
// TRACE: attribute #4 name
// TRACE: attribute #4 num_valid_indices = 6
// TRACE-NEXT: attribute #4 num_elem_per_idx
