// A mask is about positions, so a masked copy keeps its accesses as they are written, however complicated, where the
// instruction set has the pairs.
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir --verify-by-execution 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=RAN < %t --implicit-check-not=differ
// RUN: not rookery-opt %s --kernels-from-functions --penguin-to-bir --target "trn2{max_free_dims=2}" 2>&1 | FileCheck %s --check-prefix=FEW --implicit-check-not=error:

// RAN: penguin-to-bir: kernel 'masked': 2 transfers before, 2 after
// CHECK-LABEL: @masked
// CHECK: %[[M:.*]] = bir.predicate 0 dims [-1, 1, 0]
// CHECK: bir.ap %0 pattern {{\[\[}}8, 2], [4, 2], [1, 4]] as bf16
// CHECK: bir.ap %1 pattern {{\[\[}}1, 16]] as bf16
// CHECK: bir.dma_copy {{.*}} if %[[M]] {name = "dma_copy", dma_qos = p0}
// CHECK: bir.ap %0 pattern {{\[\[}}1, 16]] as bf16
// CHECK: bir.ap %1 pattern {{\[\[}}1, 16]] as bf16
// FEW: gate-masks.mlir:[[# @LINE + 5]]:3: error: the positions of its mask are those of an access pattern that would have to change
func.func @masked(%a: memref<16xbf16>, %b: memref<16xbf16>) {
  %0 = penguin.access %a pattern [[8, 2], [4, 2], [1, 4]] as bf16 : memref<16xbf16>
  %1 = penguin.access %b pattern [[1, 16]] as bf16 : memref<16xbf16>
  %2 = penguin.predicate 0 dims [-1, 1, 0]
  penguin.dma_copy %0 -> %1 if %2 {dma_qos = 2}
  penguin.dma_copy %0 -> %1
  return
}
