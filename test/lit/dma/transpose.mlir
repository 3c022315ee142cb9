// A2: transposes are DMA copies in transpose mode with sides of rank 4; ranks 2 and 3 become rank 4 by units.
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir --verify-by-execution 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=RAN < %t --implicit-check-not=differ
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir --target trn1 | FileCheck %s
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir --trace-patterns=steps -o /dev/null 2>&1 | FileCheck %s --check-prefix=TRACE

// RAN: penguin-to-bir: kernel 'rank2': 1 transfers before, 1 after, 8192 bytes compared
// CHECK-LABEL: @rank2
// CHECK: bir.ap %0 pattern {{\[\[}}128, 16], [1, 1], [1, 1], [1, 128]] as bf16
// CHECK: bir.ap %1 pattern {{\[\[}}1, 1], [1, 1], [1, 16]] partition [16, 128] as bf16
// CHECK: bir.dma_copy {{.*}} {name = "t", dge_type = swdge, dma_qos = p1, mode = transpose, transpose_op = xzyw}
func.func @rank2(%a: memref<16x128xbf16>, %b: memref<128x16xbf16, #dma.space<sbuf>>) {
  %0 = penguin.access %a pattern [[128, 16], [1, 128]] as bf16 : memref<16x128xbf16>
  %1 = penguin.access %b pattern [[1, 16]] partition [16, 128] as bf16 : memref<128x16xbf16, #dma.space<sbuf>>
  penguin.dma_transpose %0 -> %1 {y_size = 1, name = "t", dma_qos = 3, dge_mode = swdge}
  return
}
// Six tiles: two batches of three.
// CHECK-LABEL: @rank3
// CHECK: bir.ap %0 pattern {{\[\[}}192, 16], [96, 2], [32, 3], [1, 32]] as fp32
// CHECK: bir.ap %1 pattern {{\[\[}}48, 2], [16, 3], [1, 16]] partition [96, 32] as fp32
func.func @rank3(%a: memref<16x6x32xf32>, %b: memref<32x6x16xf32, #dma.space<sbuf>>) {
  %0 = penguin.access %a pattern [[192, 16], [32, 6], [1, 32]] as fp32 : memref<16x6x32xf32>
  %1 = penguin.access %b pattern [[16, 6], [1, 16]] partition [96, 32] as fp32 : memref<32x6x16xf32, #dma.space<sbuf>>
  penguin.dma_transpose %0 -> %1 {y_size = 3, batch_size = 2}
  return
}
// CHECK-LABEL: @rank4
// CHECK: bir.ap %0 pattern {{\[\[}}64, 4], [32, 2], [16, 2], [1, 16]] as fp32
// CHECK: bir.ap %1 pattern {{\[\[}}8, 2], [4, 2], [1, 4]] partition [16, 16] as fp32
func.func @rank4(%a: memref<4x2x2x16xf32>, %b: memref<16x2x2x4xf32, #dma.space<sbuf>>) {
  %0 = penguin.access %a pattern [[64, 4], [32, 2], [16, 2], [1, 16]] as fp32 : memref<4x2x2x16xf32>
  %1 = penguin.access %b pattern [[8, 2], [4, 2], [1, 4]] partition [16, 16] as fp32 : memref<16x2x2x4xf32, #dma.space<sbuf>>
  penguin.dma_transpose %0 -> %1 {y_size = 2, batch_size = 2}
  return
}
// A3: indices are the first dimension; pinned to Pool, what is out of bounds is skipped.
// RAN: penguin-to-bir: kernel 'gathers': 1 transfers before, 1 after
// CHECK-LABEL: @gathers
// CHECK: %[[I:.*]] = bir.ap %1 pattern {{\[\[}}1, 4]] as int32
// CHECK: %[[S:.*]] = bir.ap %0 pattern {{\[\[}}1, 1], [1, 1], [1, 8]] as bf16 index %[[I]]
// CHECK: bir.dma_copy %[[S]] -> {{.*}} {name = "dma_copy", engine = pool, mode = transpose, transpose_op = xzyw, oob = skip, indirect_dims = [8]}
func.func @gathers(%a: memref<16x8xbf16>, %i: memref<4xi32> {dma.input = [3, 15, 40, 0]}, %b: memref<8x4xbf16, #dma.space<sbuf>>) {
  %0 = penguin.access %a pattern [[1, 8]] as bf16 : memref<16x8xbf16>
  %1 = penguin.access %i pattern [[1, 4]] as int32 : memref<4xi32>
  %2 = penguin.access %b pattern [[1, 4]] partition [4, 8] as bf16 : memref<8x4xbf16, #dma.space<sbuf>>
  penguin.dma_indirect_transpose %0 -> %2 at %1 {y_size = 1, generic_dims = [8]}
  return
}

// TRACE: 'penguin.dma_transpose': dma_transpose
// TRACE: enter base_dma_copy
// TRACE: attribute #3 mode
// TRACE-NEXT: attribute #3 transpose_op
// TRACE-NEXT: enter configure
// TRACE-NEXT: attribute #3 dge_type
// TRACE-NEXT: attribute #3 dma_qos
// TRACE: 'penguin.dma_indirect_transpose': dma_indirect_transpose
// TRACE: enter base_dma_copy
// TRACE: attribute #4 mode
// TRACE-NEXT: attribute #4 transpose_op
// TRACE-NEXT: attribute #4 dge_type
// TRACE-NEXT: attribute #4 indirect_dims
// TRACE-NEXT: attribute #4 engine
// TRACE-NEXT: attribute #4 dma_qos
// TRACE-NEXT: attribute #4 oob
