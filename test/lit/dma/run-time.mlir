// C3: an offset that no loop with constant bounds gives is not lowered yet; one error says so, with why each pattern did not
// fit, and the expression that is not known.
// RUN: not rookery-opt %s --dma 2>&1 | FileCheck %s --implicit-check-not error:

// CHECK: run-time.mlir:[[# @LINE + 7]]:3: error: 'bir.dma_copy' was not lowered by lower-dma
// CHECK: reuse-block.pat:{{.*}}: note: reuse_open_block: an optional is absent: prev(op)
// CHECK: side.pat:{{.*}}: note: new_block: a number is needed, but this is known at run time only: int(substitute(a.offset, idx))
// CHECK: build-block.pat:{{.*}}: note: never_run: len(iterations(op)) == 0
func.func @f(%a: memref<64xbf16>, %b: memref<64xbf16>, %i: index) {
  %0 = penguin.access %a pattern [[1, 8]] offset %i as bf16 : memref<64xbf16>
  %1 = penguin.access %b pattern [[1, 8]] as bf16 : memref<64xbf16>
  penguin.dma_copy %0 -> %1
  return
}
