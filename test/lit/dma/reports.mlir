// Bug reports of users of the original compiler, reduced, each with its right outcome.
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir --verify-by-execution 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=RAN < %t --implicit-check-not=differ
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir --target trn1 --verify-by-execution 2> %t -o /dev/null
// RUN: FileCheck %s --check-prefix=RAN < %t --implicit-check-not=differ

// Strides 64:1, 2:0, 2:64, 2:0 crashed with "Too many strides!". Repeats of the source are dimensions of their own.
// RAN: penguin-to-bir: kernel 'too_many_strides': 1 transfers before, 1 after, {{.*}} 1022 changed
// CHECK-LABEL: @too_many_strides
// CHECK: bir.ap %0 pattern {{\[\[}}0, 2], [64, 2], [0, 2], [1, 64]] as bf16
// CHECK: bir.ap %1 pattern {{\[\[}}256, 2], [128, 2], [64, 2], [1, 64]] as bf16
func.func @too_many_strides(%a: memref<128xbf16>, %b: memref<1x512xbf16, #dma.space<sbuf>>) {
  %0 = penguin.access %a pattern [[0, 2], [64, 2], [0, 2], [1, 64]] as bf16 : memref<128xbf16>
  %1 = penguin.access %b pattern [[1, 512]] partition [512, 1] as bf16 : memref<1x512xbf16, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1
  return
}
// Half rows of 128 x 9876 in HBM, from element 4050: all of it is there, and "Access pattern out of bound" was wrong.
// RAN: penguin-to-bir: kernel 'half_rows': 1 transfers before, 1 after
// CHECK-LABEL: @half_rows
// CHECK: bir.ap %0 pattern {{\[\[}}4938, 64], [1, 1], [1, 899]] offset 4050 as fp32
func.func @half_rows(%a: memref<128x9876xf32>, %b: memref<64x899xf32, #dma.space<sbuf>>) {
  %0 = penguin.access %a pattern [[4938, 64], [1, 1], [1, 899]] offset 4050 as fp32 : memref<128x9876xf32>
  %1 = penguin.access %b pattern [[1, 899]] partition [899, 64] as fp32 : memref<64x899xf32, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1
  return
}
// A slice of (128, 2, 512) and a tile of as many elements in another shape: the counts are what matters.
// RAN: penguin-to-bir: kernel 'same_count': 1 transfers before, 1 after
// CHECK-LABEL: @same_count
// CHECK: bir.dma_copy
func.func @same_count(%a: memref<128x2x512xf16>, %b: memref<128x512xf16, #dma.space<sbuf>>) {
  %0 = penguin.access %a pattern [[1024, 128], [1, 512]] offset 512 as fp16 : memref<128x2x512xf16>
  %1 = penguin.access %b pattern [[64, 8], [1, 64]] partition [512, 128] as fp16 : memref<128x512xf16, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1
  return
}
// fp32 24 x 1536 with a run-time offset: "Invalid Shape for Scalar DGE".
// RAN: penguin-to-bir: kernel 'scalar_shape': 1 transfers before, 1 after
// CHECK-LABEL: @scalar_shape
// CHECK: bir.ap %0 pattern {{\[\[}}1536, 24], [1, 1536]] offset %{{.*}} * 36864 as fp32
func.func @scalar_shape(%a: memref<4x24x1536xf32>, %n: memref<1xi32> {dma.input = [3]}, %b: memref<24x1536xf32, #dma.space<sbuf>>) {
  %p = penguin.access %n pattern [[1, 1]] as int32 : memref<1xi32>
  %r = penguin.read_tensor_ptr %p
  %0 = penguin.access %a pattern [[1536, 24], [1, 1536]] offset %r * 36864 as fp32 : memref<4x24x1536xf32>
  %1 = penguin.access %b pattern [[1, 1536]] partition [1536, 24] as fp32 : memref<24x1536xf32, #dma.space<sbuf>>
  penguin.dma_copy %0 -> %1 {dge_mode = swdge}
  return
}
// A 2-D transpose of 128 x 128: "must have 4 dimensions".
// RAN: penguin-to-bir: kernel 'transpose_2d': 1 transfers before, 1 after
// CHECK-LABEL: @transpose_2d
// CHECK: bir.ap %0 pattern {{\[\[}}128, 128], [1, 1], [1, 1], [1, 128]] as bf16
func.func @transpose_2d(%a: memref<128x128xbf16>, %b: memref<128x128xbf16, #dma.space<sbuf>>) {
  %0 = penguin.access %a pattern [[128, 128], [1, 128]] as bf16 : memref<128x128xbf16>
  %1 = penguin.access %b pattern [[1, 128]] partition [128, 128] as bf16 : memref<128x128xbf16, #dma.space<sbuf>>
  penguin.dma_transpose %0 -> %1 {y_size = 1}
  return
}
// A gather and a transpose whose indices are partly out of range aborted; an index of INT_MAX that marks nothing faulted.
// RAN: penguin-to-bir: kernel 'out_of_range': 1 transfers before, 1 after, {{.*}} 32 changed
// CHECK-LABEL: @out_of_range
// CHECK: oob = skip
func.func @out_of_range(%a: memref<16x8xbf16>, %i: memref<4xi32> {dma.input = [3, 2147483647, 16, 0]}, %b: memref<8x4xbf16, #dma.space<sbuf>>) {
  %0 = penguin.access %a pattern [[1, 8]] as bf16 : memref<16x8xbf16>
  %1 = penguin.access %i pattern [[1, 4]] as int32 : memref<4xi32>
  %2 = penguin.access %b pattern [[1, 4]] partition [4, 8] as bf16 : memref<8x4xbf16, #dma.space<sbuf>>
  penguin.dma_indirect_transpose %0 -> %2 at %1 {y_size = 1, generic_dims = [8]}
  return
}
// RAN: penguin-to-bir: kernel 'sentinel': 1 transfers before, 1 after, {{.*}} 32 changed
// CHECK-LABEL: @sentinel
func.func @sentinel(%a: memref<16x8xbf16>, %i: memref<4xi32> {dma.input = [3, 2147483647, 16, 0]}, %b: memref<4x8xbf16>) {
  %0 = penguin.access %a pattern [[1, 8]] as bf16 : memref<16x8xbf16>
  %1 = penguin.access %i pattern [[1, 4]] as int32 : memref<4xi32>
  %2 = penguin.access %b pattern [[1, 32]] as bf16 : memref<4x8xbf16>
  penguin.indirect_load %0 -> %2 at %1 {generic_dims = [8], oob = skip}
  return
}
