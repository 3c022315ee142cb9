// A1: every instruction has a name, given exactly once; names that are taken get a number.
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir | FileCheck %s

// CHECK: {name = "r"}
// CHECK: {name = "r_0"}
// CHECK: {name = "r_1"}
// CHECK: {name = "dma_copy"}
// CHECK: {name = "dma_copy_0"}
// Another kernel is another table.
// CHECK: dma.kernel @other
// CHECK: {name = "r"}
func.func @names(%a: memref<64xbf16>, %b: memref<64xbf16>) {
  %0 = penguin.access %a pattern [[1, 64]] as bf16 : memref<64xbf16>
  %1 = penguin.access %b pattern [[1, 64]] as bf16 : memref<64xbf16>
  penguin.dma_copy %0 -> %1 {name = "r"}
  penguin.dma_copy %0 -> %1 {name = "r"}
  penguin.dma_copy %0 -> %1 {name = "r"}
  penguin.dma_copy %0 -> %1
  penguin.dma_copy %0 -> %1
  return
}
func.func @other(%a: memref<64xbf16>, %b: memref<64xbf16>) {
  %0 = penguin.access %a pattern [[1, 64]] as bf16 : memref<64xbf16>
  %1 = penguin.access %b pattern [[1, 64]] as bf16 : memref<64xbf16>
  penguin.dma_copy %0 -> %1 {name = "r"}
  return
}
