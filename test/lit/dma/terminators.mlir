// C11: a no-op for each data-path engine ends the stream, before the first operation that carries `postamble`, at the end
// where there is none; the engines are the target's. Where nothing is fired there is nothing to end.
// RUN: rookery-opt %s --dma | FileCheck %s
// RUN: rookery-opt %s --dma "--target=trn2{data_path_engines=[.pool,.sp]}" | FileCheck %s --check-prefix=TWO

// CHECK-LABEL: dma.kernel @post
// CHECK: desc.trigger
// CHECK-NEXT: desc.noop pool
// CHECK-NEXT: desc.noop activation
// CHECK-NEXT: desc.noop pe
// CHECK-NEXT: desc.noop dve
// CHECK-NEXT: arith.constant {postamble} 1
// CHECK-NEXT: func.call @done
// CHECK-LABEL: dma.kernel @plain
// CHECK: desc.queue
// CHECK: desc.noop pool
// CHECK-NEXT: desc.noop activation
// CHECK-NEXT: desc.noop pe
// CHECK-NEXT: desc.noop dve
// CHECK-NEXT: dma.return
// CHECK-LABEL: dma.kernel @nothing
// CHECK-NOT: desc.noop
// TWO: desc.noop pool
// TWO-NEXT: desc.noop sp
// TWO-NEXT: arith.constant
func.func @post(%a: memref<64xbf16>, %b: memref<64xbf16>) {
  %0 = penguin.access %a pattern [[1, 8]] as bf16 : memref<64xbf16>
  %1 = penguin.access %b pattern [[1, 8]] as bf16 : memref<64xbf16>
  penguin.dma_copy %0 -> %1
  %c = arith.constant {postamble} 1 : i32
  func.call @done(%c) {postamble} : (i32) -> ()
  return
}
func.func @plain(%a: memref<64xbf16>, %b: memref<64xbf16>) -> memref<64xbf16> {
  %0 = penguin.access %a pattern [[1, 8]] as bf16 : memref<64xbf16>
  %1 = penguin.access %b pattern [[1, 8]] as bf16 : memref<64xbf16>
  penguin.dma_copy %0 -> %1
  return %b : memref<64xbf16>
}
func.func @nothing(%a: memref<64xbf16>, %b: memref<64xbf16>) {
  %0 = penguin.access %a pattern [[1, 0]] as bf16 : memref<64xbf16>
  %1 = penguin.access %b pattern [[1, 0]] as bf16 : memref<64xbf16>
  penguin.dma_copy %0 -> %1
  return
}
func.func private @done(i32)
