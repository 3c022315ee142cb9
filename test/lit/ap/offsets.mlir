// Offsets are a constant and multiples of indices, over just the values that they use.
// RUN: rookery-opt %s --canonicalize-ap --trace-patterns 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=TRACE < %t
// TRACE: 'penguin.access': normalize_penguin_offset
// TRACE: 'bir.ap': normalize_bir_offset
// TRACE-NOT: normalize_

// CHECK-LABEL: @f
// CHECK: penguin.access %{{.*}} pattern {{\[\[}}1, 8]] offset %[[I:.*]] * 2 as bf16
// CHECK: penguin.access %{{.*}} pattern {{\[\[}}1, 8]] offset %[[I]] + 3 as bf16
func.func @f(%a: memref<64xbf16>, %b: memref<64xbf16>) {
  penguin.loop from 0 to 2 (%i: index) {
    %0 = "penguin.access"(%a, %i, %i) {pairs = [[1, 8]], offset = affine_map<(d0, d1) -> (d0 + d1)>, dtype = #dma.dtype<bf16>} : (memref<64xbf16>, index, index) -> !penguin.access
    %1 = penguin.access %b pattern [[1, 8]] offset %i + 3 as bf16 : memref<64xbf16>
    penguin.dma_copy %0 -> %1
  }
  return
}
// CHECK-LABEL: @g
// CHECK: bir.ap %{{.*}} pattern {{\[\[}}1, 8]] offset %[[I:.*]] * 2 as bf16
// CHECK: bir.ap %{{.*}} pattern {{\[\[}}1, 8]] offset %[[I]] + 3 as bf16
dma.kernel @g() {
  %a = bir.memory @a hbm {bytes = 128}
  %b = bir.memory @b hbm {bytes = 128}
  bir.loop from 0 to 2 (%i: index) {
    %0 = "bir.ap"(%a, %i, %i) {operandSegmentSizes = array<i32: 1, 2, 0>, pairs = [[1, 8]], offset = affine_map<(d0, d1) -> (d0 + d1)>, dtype = #dma.dtype<bf16>} : (!bir.memory, index, index) -> !bir.access
    %1 = bir.ap %b pattern [[1, 8]] offset %i + 3 as bf16
    bir.dma_copy %0 -> %1 {name = "c"}
  }
}
