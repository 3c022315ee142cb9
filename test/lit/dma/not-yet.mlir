// What no pattern lowers is an error at the operation, and only there; '{partial}' leaves what has no check of its own.
// RUN: not rookery-opt %s --dma 2>&1 | FileCheck %s
// RUN: rookery-opt %S/Inputs/print.mlir --penguin-to-bir=partial | FileCheck %s --check-prefix=PARTIAL
// RUN: not rookery-opt %S/Inputs/print.mlir --penguin-to-bir 2>&1 | FileCheck %s --check-prefix=WHOLE

// CHECK: not-yet.mlir:[[# @LINE + 11]]:3: error: this DMA is not lowered yet
// CHECK-NOT: error:
// PARTIAL: penguin.access
// PARTIAL: bir.dma_copy
// PARTIAL: penguin.print
// WHOLE: print.mlir:5:3: error: 'penguin.print' was not lowered by penguin-to-bir
// WHOLE-NOT: error:
func.func @others(%a: memref<24xbf16>, %b: memref<24xbf16>) {
  %0 = penguin.access %a pattern [[1, 24]] as bf16 : memref<24xbf16>
  %1 = penguin.access %b pattern [[1, 24]] as bf16 : memref<24xbf16>
  penguin.dma_copy %0 -> %1
  penguin.dma_transpose %0 -> %1 {y_size = 4}
  return
}
