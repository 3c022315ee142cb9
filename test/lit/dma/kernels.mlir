// A function that moves data becomes a kernel of the same name and signature; others stay functions.
// RUN: rookery-opt %s --kernels-from-functions | FileCheck %s
// RUN: rookery-opt %s --dma | FileCheck %s --check-prefix=DMA

// CHECK: dma.kernel @moves(%arg0: memref<64xbf16>, %arg1: memref<64xbf16>) {
// CHECK: penguin.dma_copy
// CHECK-NEXT: {{^  }$}}
// CHECK: dma.kernel @returns(%arg0: memref<64xbf16>) -> memref<64xbf16> {
// CHECK: dma.return %arg0 : memref<64xbf16>
// CHECK: func.func @still(%arg0: i32) -> i32 {
// CHECK-NEXT: return %arg0 : i32
// CHECK: func.func private @declared(memref<64xbf16>)
// CHECK-NOT: func.return
// DMA: module attributes {dma.target = "trn2"}
// DMA: dma.kernel @moves
// DMA-NOT: penguin.
// DMA-NOT: bir.ap
// DMA: func.func @still
func.func @moves(%a: memref<64xbf16>, %b: memref<64xbf16>) {
  %0 = penguin.access %a pattern [[1, 64]] as bf16 : memref<64xbf16>
  %1 = penguin.access %b pattern [[1, 64]] as bf16 : memref<64xbf16>
  penguin.dma_copy %0 -> %1
  return
}
func.func @returns(%a: memref<64xbf16>) -> memref<64xbf16> {
  %0 = penguin.access %a pattern [[1, 64]] as bf16 : memref<64xbf16>
  penguin.dma_copy %0 -> %0
  return %a : memref<64xbf16>
}
func.func @still(%x: i32) -> i32 {
  return %x : i32
}
func.func private @declared(memref<64xbf16>)
