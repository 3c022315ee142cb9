// Copies between tensors in their normal form: found by plain code and by the laws in the graph alike, and a second run
// changes nothing.
// RUN: rookery-opt %s --canonicalize-ap > %t && FileCheck %s < %t
// RUN: rookery-opt %s --canonicalize-ap=engine=egraph | diff %t -
// RUN: rookery-opt %t --canonicalize-ap --trace-patterns 2>&1 | diff %t -

// A dimension of one element between two that merge (iree-amd-aie 564).
// CHECK-LABEL: @merge
// CHECK-NEXT: penguin.access %arg0 pattern {{\[\[}}1, 512]] as bf16
// CHECK-NEXT: penguin.access %arg1 pattern {{\[\[}}1, 512]] as bf16
// CHECK-NEXT: penguin.dma_copy
func.func @merge(%a: memref<4x128xbf16>, %b: memref<4x128xbf16>) {
  %0 = penguin.access %a pattern [[128, 4], [777, 1], [1, 128]] as bf16 : memref<4x128xbf16>
  %1 = penguin.access %b pattern [[128, 4], [1, 128]] as bf16 : memref<4x128xbf16>
  penguin.dma_copy %0 -> %1
  return
}
// The sides merge together or not at all: rows of 128 in rows of 256 (quidditch 79, tilelang 2746).
// CHECK-LABEL: @one_side
// CHECK-NEXT: penguin.access %arg0 pattern {{\[\[}}128, 4], [1, 128]] as bf16
// CHECK-NEXT: penguin.access %arg1 pattern {{\[\[}}256, 4], [1, 128]] as bf16
func.func @one_side(%a: memref<4x128xbf16>, %b: memref<4x256xbf16>) {
  %0 = penguin.access %a pattern [[1, 512]] as bf16 : memref<4x128xbf16>
  %1 = penguin.access %b pattern [[256, 4], [1, 128]] as bf16 : memref<4x256xbf16>
  penguin.dma_copy %0 -> %1
  return
}
// Strides stay strides: every second element, and what is read again and again (mlir-aie 2930 and 2308).
// CHECK-LABEL: @strides
// CHECK-NEXT: penguin.access %arg0 pattern {{\[\[}}2, 8]] as bf16
// CHECK-NEXT: penguin.access %arg1 pattern {{\[\[}}1, 8]] as bf16
// CHECK-NEXT: penguin.dma_copy
// CHECK-NEXT: penguin.access %arg0 pattern {{\[\[}}0, 16], [1, 64]] as bf16
// CHECK-NEXT: penguin.access %arg1 pattern {{\[\[}}64, 16], [1, 64]] as bf16
func.func @strides(%a: memref<1024xbf16>, %b: memref<1024xbf16>) {
  %0 = penguin.access %a pattern [[2, 8]] as bf16 : memref<1024xbf16>
  %1 = penguin.access %b pattern [[1, 8]] as bf16 : memref<1024xbf16>
  penguin.dma_copy %0 -> %1
  %2 = penguin.access %a pattern [[0, 2], [0, 8], [1, 64]] as bf16 : memref<1024xbf16>
  %3 = penguin.access %b pattern [[512, 2], [64, 8], [1, 64]] as bf16 : memref<1024xbf16>
  penguin.dma_copy %2 -> %3
  return
}
// Each element eight times is not the row eight times: repeats are not exchanged on one side alone.
// CHECK-LABEL: @repeats
// CHECK-NEXT: penguin.access %arg0 pattern {{\[\[}}1, 64], [0, 8]] as bf16
// CHECK-NEXT: penguin.access %arg1 pattern {{\[\[}}8, 64], [1, 8]] as bf16
func.func @repeats(%a: memref<1024xbf16>, %b: memref<1024xbf16>) {
  %0 = penguin.access %a pattern [[1, 64], [0, 8]] as bf16 : memref<1024xbf16>
  %1 = penguin.access %b pattern [[1, 512]] as bf16 : memref<1024xbf16>
  penguin.dma_copy %0 -> %1
  return
}
// Downwards on both sides is upwards, from the other end; on one side it is not.
// CHECK-LABEL: @turned
// CHECK-NEXT: penguin.access %arg0 pattern {{\[\[}}1, 192]] as bf16
// CHECK-NEXT: penguin.access %arg1 pattern {{\[\[}}1, 192]] offset 64 as bf16
// CHECK-NEXT: penguin.dma_copy %0 -> %1 {name = "turned"}
// CHECK-NEXT: penguin.access %arg0 pattern {{\[\[}}-1, 64]] offset 63 as bf16
// CHECK-NEXT: penguin.access %arg1 pattern {{\[\[}}1, 64]] as bf16
func.func @turned(%a: memref<512xbf16>, %b: memref<512xbf16>) {
  %0 = penguin.access %a pattern [[-64, 3], [1, 64]] offset 128 as bf16 : memref<512xbf16>
  %1 = penguin.access %b pattern [[-64, 3], [1, 64]] offset 192 as bf16 : memref<512xbf16>
  penguin.dma_copy %0 -> %1 {name = "turned"}
  %2 = penguin.access %a pattern [[1, 64]] as bf16 : memref<512xbf16>
  %3 = penguin.access %b pattern [[-1, 64]] offset 63 as bf16 : memref<512xbf16>
  penguin.dma_copy %2 -> %3
  return
}
// The partition is walked apart and never merges with what is inside of one, whatever its length is.
// CHECK-LABEL: @chip
// CHECK: penguin.access %arg0 pattern {{\[\[}}128, 4], [1, 128]] as bf16
// CHECK-NEXT: penguin.access %0 pattern {{\[\[}}1, 128]] partition [128, 4] as bf16
// CHECK-NEXT: penguin.dma_copy
// CHECK-NEXT: penguin.access %0 pattern {{\[\[}}1, 128]] partition [128, 4] as bf16
// CHECK-NEXT: penguin.access %1 pattern {{\[\[}}1, 128]] partition [128, 4] as bf16
// CHECK-NEXT: penguin.dma_copy
// CHECK-NEXT: penguin.access %0 pattern {{\[\[}}1, 1]] as bf16
// CHECK-NEXT: penguin.access %1 pattern {{\[\[}}1, 1]] offset 256 as bf16
func.func @chip(%a: memref<4x128xbf16>) {
  %s = memref.alloc() : memref<4x128xbf16, #dma.space<sbuf>>
  %t = memref.alloc() : memref<4x128xbf16, #dma.space<sbuf>>
  %0 = penguin.access %a pattern [[128, 4], [64, 2], [1, 64]] as bf16 : memref<4x128xbf16>
  %1 = penguin.access %s pattern [[64, 2], [1, 64]] partition [128, 4] as bf16 : memref<4x128xbf16, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1
  %2 = penguin.access %s pattern [[64, 2], [1, 64]] partition [128, 4] as bf16 : memref<4x128xbf16, #dma.space<sbuf>>
  %3 = penguin.access %t pattern [[64, 2], [1, 64]] partition [128, 4] as bf16 : memref<4x128xbf16, #dma.space<sbuf>>
  penguin.dma_copy %2 -> %3
  %4 = penguin.access %s pattern [[1, 1]] partition [128, 1] as bf16 : memref<4x128xbf16, #dma.space<sbuf>>
  %5 = penguin.access %t pattern [[1, 1]] partition [128, 1] offset 256 as bf16 : memref<4x128xbf16, #dma.space<sbuf>>
  penguin.dma_copy %4 -> %5
  return
}
// Offsets keep their loop variables and registers.
// CHECK-LABEL: @indices
// CHECK: penguin.access %arg0 pattern {{\[\[}}1, 128]] offset %arg2 * 128 as bf16
// CHECK-NEXT: penguin.access %arg1 pattern {{\[\[}}1, 128]] offset %arg2 * 128 + 3 as bf16
// CHECK-NEXT: penguin.dma_copy
// CHECK-NEXT: penguin.access %arg0 pattern {{\[\[}}1, 128]] offset %arg2 * 128 as bf16
// CHECK-NEXT: penguin.access %arg1 pattern {{\[\[}}1, 128]] as bf16
func.func @indices(%a: memref<2048xbf16>, %b: memref<2048xbf16>) {
  penguin.loop from 0 to 8 {
  ^bb0(%i: index):
    %0 = penguin.access %a pattern [[64, 2], [1, 64]] offset 128 * %i as bf16 : memref<2048xbf16>
    %1 = penguin.access %b pattern [[64, 2], [1, 64]] offset 128 * %i + 3 as bf16 : memref<2048xbf16>
    penguin.dma_copy %0 -> %1
    %2 = penguin.access %a pattern [[-64, 2], [1, 64]] offset 128 * %i + 64 as bf16 : memref<2048xbf16>
    %3 = penguin.access %b pattern [[-64, 2], [1, 64]] offset 64 as bf16 : memref<2048xbf16>
    penguin.dma_copy %2 -> %3
    penguin.end
  }
  return
}
// A destination that is written more than once: a dimension that stays at one destination leaves its last element; what
// overlaps otherwise stays in the order that is written.
// CHECK-LABEL: @written_again
// CHECK-NEXT: penguin.access %arg0 pattern {{\[\[}}1, 4]] offset 8 as bf16
// CHECK-NEXT: penguin.access %arg1 pattern {{\[\[}}1, 4]] as bf16
// CHECK-NEXT: penguin.dma_copy
// CHECK-NEXT: penguin.access %arg0 pattern {{\[\[}}1, 3], [3, 3]] as bf16
// CHECK-NEXT: penguin.access %arg1 pattern {{\[\[}}1, 3], [1, 3]] as bf16
func.func @written_again(%a: memref<1024xbf16>, %b: memref<1024xbf16>) {
  %0 = penguin.access %a pattern [[4, 3], [1, 4]] as bf16 : memref<1024xbf16>
  %1 = penguin.access %b pattern [[0, 3], [1, 4]] as bf16 : memref<1024xbf16>
  penguin.dma_copy %0 -> %1
  %2 = penguin.access %a pattern [[1, 3], [3, 3]] as bf16 : memref<1024xbf16>
  %3 = penguin.access %b pattern [[1, 3], [1, 3]] as bf16 : memref<1024xbf16>
  penguin.dma_copy %2 -> %3
  return
}
// A channel is written as it is.
// CHECK-LABEL: @channel
// CHECK-NEXT: penguin.access %arg0 pattern {{\[\[}}64, 2], [1, 64]] channel 0 as bf16
func.func @channel(%a: memref<1024xbf16>, %b: memref<1024xbf16>) {
  %0 = penguin.access %a pattern [[64, 2], [1, 64]] channel 0 as bf16 : memref<1024xbf16>
  %1 = penguin.access %b pattern [[64, 2], [1, 64]] as bf16 : memref<1024xbf16>
  penguin.dma_copy %0 -> %1
  return
}
