// Which memories are surely apart: only then does the order of elements not matter. Distinct tensors and distinct
// arguments of a function do not overlap; everything else may.
// RUN: rookery-opt %s --canonicalize-ap | FileCheck %s
// RUN: rookery-opt %s --canonicalize-ap=engine=egraph | FileCheck %s

// CHECK-LABEL: @apart
// CHECK: penguin.access %arg0 pattern {{\[\[}}1, 32]] as bf16
// CHECK: penguin.access %arg1 pattern {{\[\[}}1, 32]] as bf16
// CHECK: penguin.access %arg0 pattern {{\[\[}}1, 32]] as bf16
// CHECK: penguin.access %2 pattern {{\[\[}}1, 32]] as bf16
func.func @apart(%a: memref<1024xbf16>, %b: memref<1024xbf16>) {
  %0 = penguin.access %a pattern [[1, 4], [4, 8]] as bf16 : memref<1024xbf16>
  %1 = penguin.access %b pattern [[1, 4], [4, 8]] as bf16 : memref<1024xbf16>
  penguin.dma_copy %0 -> %1
  %m = memref.alloc() : memref<1024xbf16>
  %2 = penguin.access %a pattern [[1, 4], [4, 8]] as bf16 : memref<1024xbf16>
  %3 = penguin.access %m pattern [[1, 4], [4, 8]] as bf16 : memref<1024xbf16>
  penguin.dma_copy %2 -> %3
  return
}
// One tensor: ranges that do not meet, and ranges that do.
// CHECK-LABEL: @one_tensor
// CHECK: penguin.access %arg0 pattern {{\[\[}}1, 32]] as bf16
// CHECK: penguin.access %arg0 pattern {{\[\[}}1, 32]] offset 32 as bf16
// CHECK: penguin.access %arg0 pattern {{\[\[}}1, 4], [4, 8]] as bf16
// CHECK: penguin.access %arg0 pattern {{\[\[}}1, 4], [4, 8]] offset 31 as bf16
func.func @one_tensor(%a: memref<1024xbf16>) {
  %0 = penguin.access %a pattern [[1, 4], [4, 8]] as bf16 : memref<1024xbf16>
  %1 = penguin.access %a pattern [[1, 4], [4, 8]] offset 32 as bf16 : memref<1024xbf16>
  penguin.dma_copy %0 -> %1
  %2 = penguin.access %a pattern [[1, 4], [4, 8]] as bf16 : memref<1024xbf16>
  %3 = penguin.access %a pattern [[1, 4], [4, 8]] offset 31 as bf16 : memref<1024xbf16>
  penguin.dma_copy %2 -> %3
  return
}
// A cast is the tensor itself.
// CHECK-LABEL: @cast
// CHECK: penguin.access %arg0 pattern {{\[\[}}1, 4], [4, 8]] as bf16
// CHECK: penguin.access %0 pattern {{\[\[}}1, 4], [4, 8]] offset 2 as bf16
func.func @cast(%a: memref<1024xbf16>) {
  %c = memref.cast %a : memref<1024xbf16> to memref<?xbf16>
  %0 = penguin.access %a pattern [[1, 4], [4, 8]] as bf16 : memref<1024xbf16>
  %1 = penguin.access %c pattern [[1, 4], [4, 8]] offset 2 as bf16 : memref<?xbf16>
  penguin.dma_copy %0 -> %1
  return
}
// What a loop variable makes of both offsets is not known to be apart.
// CHECK-LABEL: @loop
// CHECK: penguin.access %arg0 pattern {{\[\[}}1, 4], [4, 8]] offset %arg1 * 64 as bf16
// CHECK: penguin.access %arg0 pattern {{\[\[}}1, 4], [4, 8]] offset %arg1 * 64 + 32 as bf16
func.func @loop(%a: memref<1024xbf16>) {
  penguin.loop from 0 to 8 {
  ^bb0(%i: index):
    %0 = penguin.access %a pattern [[1, 4], [4, 8]] offset 64 * %i as bf16 : memref<1024xbf16>
    %1 = penguin.access %a pattern [[1, 4], [4, 8]] offset 64 * %i + 32 as bf16 : memref<1024xbf16>
    penguin.dma_copy %0 -> %1
    penguin.end
  }
  return
}
// A function or a predecessor may give back the tensor itself.
// CHECK-LABEL: @call
// CHECK: penguin.access %arg0 pattern {{\[\[}}1, 4], [4, 8]] as bf16
// CHECK: penguin.access %0 pattern {{\[\[}}1, 4], [4, 8]] offset 2 as bf16
func.func @call(%a: memref<1024xbf16>) {
  %c = func.call @g(%a) : (memref<1024xbf16>) -> memref<1024xbf16>
  %0 = penguin.access %a pattern [[1, 4], [4, 8]] as bf16 : memref<1024xbf16>
  %1 = penguin.access %c pattern [[1, 4], [4, 8]] offset 2 as bf16 : memref<1024xbf16>
  penguin.dma_copy %0 -> %1
  return
}
func.func private @g(memref<1024xbf16>) -> memref<1024xbf16>
// CHECK-LABEL: @passed_on
// CHECK: penguin.access %arg0 pattern {{\[\[}}1, 4], [4, 8]] as bf16
// CHECK: penguin.access %0 pattern {{\[\[}}1, 4], [4, 8]] offset 2 as bf16
func.func @passed_on(%a: memref<1024xbf16>) {
  cf.br ^bb1(%a : memref<1024xbf16>)
^bb1(%c: memref<1024xbf16>):
  %0 = penguin.access %a pattern [[1, 4], [4, 8]] as bf16 : memref<1024xbf16>
  %1 = penguin.access %c pattern [[1, 4], [4, 8]] offset 2 as bf16 : memref<1024xbf16>
  penguin.dma_copy %0 -> %1
  return
}
// Declared memories: apart, unless one refers to another, they hold one argument, or lie at overlapping addresses.
// CHECK-LABEL: dma.kernel @declared
// CHECK: bir.ap %0 pattern {{\[\[}}1, 32]] as bf16
// CHECK: bir.ap %1 pattern {{\[\[}}1, 32]] as bf16
// CHECK: {name = "apart"}
// CHECK: bir.ap %0 pattern {{\[\[}}1, 4], [4, 8]] as bf16
// CHECK: bir.ap %2 pattern {{\[\[}}1, 4], [4, 8]] as bf16
// CHECK: {name = "refers"}
// CHECK: bir.ap %3 pattern {{\[\[}}1, 4], [4, 8]] as bf16
// CHECK: bir.ap %4 pattern {{\[\[}}1, 4], [4, 8]] as bf16
// CHECK: {name = "argument"}
// CHECK: bir.ap %5 pattern {{\[\[}}1, 4], [4, 8]] as bf16
// CHECK: bir.ap %6 pattern {{\[\[}}1, 4], [4, 8]] as bf16
// CHECK: {name = "address"}
// CHECK: bir.ap %5 pattern {{\[\[}}1, 32]] as bf16
// CHECK: bir.ap %7 pattern {{\[\[}}1, 32]] as bf16
// CHECK: {name = "other address"}
dma.kernel @declared() {
  %a = bir.memory @a hbm {bytes = 2048}
  %b = bir.memory @b hbm {bytes = 2048}
  %c = bir.memory @c hbm {bytes = 2048, reference = @a}
  %d = bir.memory @d hbm {bytes = 2048, argument = 0}
  %e = bir.memory @e hbm {bytes = 2048, argument = 0}
  %f = bir.memory @f hbm {bytes = 2048, address = 0}
  %g = bir.memory @g hbm {bytes = 2048, address = 2047}
  %h = bir.memory @h hbm {bytes = 2048, address = 2048}
  %0 = bir.ap %a pattern [[1, 4], [4, 8]] as bf16
  %1 = bir.ap %b pattern [[1, 4], [4, 8]] as bf16
  bir.dma_copy %0 -> %1 {name = "apart"}
  %2 = bir.ap %a pattern [[1, 4], [4, 8]] as bf16
  %3 = bir.ap %c pattern [[1, 4], [4, 8]] as bf16
  bir.dma_copy %2 -> %3 {name = "refers"}
  %4 = bir.ap %d pattern [[1, 4], [4, 8]] as bf16
  %5 = bir.ap %e pattern [[1, 4], [4, 8]] as bf16
  bir.dma_copy %4 -> %5 {name = "argument"}
  %6 = bir.ap %f pattern [[1, 4], [4, 8]] as bf16
  %7 = bir.ap %g pattern [[1, 4], [4, 8]] as bf16
  bir.dma_copy %6 -> %7 {name = "address"}
  %8 = bir.ap %f pattern [[1, 4], [4, 8]] as bf16
  %9 = bir.ap %h pattern [[1, 4], [4, 8]] as bf16
  bir.dma_copy %8 -> %9 {name = "other address"}
  dma.return
}
