// RUN: rookery-opt %s --dma -o %t.lowered
// RUN: rookery-opt %s --dma 2>&1 | FileCheck %s
// RUN: rookery-opt %s > %t.parsed
// RUN: not rookery-opt %s --dma --target=none
// RUN: rookery-opt %s --dma --verify-diagnostics
// RUN: rookery-opt %s -canonicalize | rookery-opt --pass-pipeline "builtin.module(kernels-from-functions)" -o %t.out
// CHECK-NOT: verify-by-execution
// CHECK: desc.copy
func.func @one(%a: memref<4xi8>, %b: memref<4xi8>) {
  %0 = penguin.access %a pattern [[1, 4]] as uint8 : memref<4xi8>
  %1 = penguin.access %b pattern [[1, 4]] as uint8 : memref<4xi8>
  penguin.dma_copy %0 -> %1
  return
}
