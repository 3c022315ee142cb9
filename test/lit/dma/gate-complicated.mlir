// A4, A5: a joint shape that is not the nums of both sides is complicated, and both sides take the form that they share.
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir --verify-by-execution 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=RAN < %t --implicit-check-not=differ
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir --target trn1 | FileCheck %s
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir --trace-patterns=steps -o /dev/null 2>&1 | FileCheck %s --check-prefix=TRACE

// RAN: penguin-to-bir: kernel 'merges': 1 transfers before, 1 after, 128 bytes compared, 64 changed
// CHECK-LABEL: @merges
// CHECK: bir.ap %0 pattern {{\[\[}}1, 32]] as bf16
// CHECK: bir.ap %1 pattern {{\[\[}}1, 32]] as bf16
func.func @merges(%a: memref<4x8xbf16>, %b: memref<4x8xbf16>) {
  %0 = penguin.access %a pattern [[8, 4], [1, 8]] as bf16 : memref<4x8xbf16>
  %1 = penguin.access %b pattern [[1, 32]] as bf16 : memref<4x8xbf16>
  penguin.dma_copy %0 -> %1
  return
}
// CHECK-LABEL: @cuts
// CHECK: bir.ap %0 pattern {{\[\[}}8, 4], [1, 8]] as bf16
// CHECK: bir.ap %1 pattern {{\[\[}}16, 4], [1, 8]] as bf16
func.func @cuts(%a: memref<32xbf16>, %b: memref<64xbf16>) {
  %0 = penguin.access %a pattern [[1, 32]] as bf16 : memref<32xbf16>
  %1 = penguin.access %b pattern [[16, 4], [1, 8]] as bf16 : memref<64xbf16>
  penguin.dma_copy %0 -> %1
  return
}
// A4b: 2 x 6 against 3 x 4 elements have no form in common, but 2 x 4 and 2 x 2 of them do.
// RAN: penguin-to-bir: kernel 'ragged': 1 transfers before, 2 after, 96 bytes compared, 24 changed
// CHECK-LABEL: @ragged
// CHECK: bir.ap %0 pattern {{\[\[}}10, 2], [1, 4]] as bf16
// CHECK: bir.ap %1 pattern {{\[\[}}12, 2], [1, 4]] as bf16
// CHECK: bir.dma_copy {{.*}}name = "dma_copy"
// CHECK: bir.ap %0 pattern {{\[\[}}4, 2], [1, 2]] offset 4 as bf16
// CHECK: bir.ap %1 pattern {{\[\[}}2, 2], [1, 2]] offset 6 as bf16
// CHECK: bir.dma_copy {{.*}}name = "dma_copy_0"
func.func @ragged(%a: memref<24xbf16>, %b: memref<24xbf16>) {
  %0 = penguin.access %a pattern [[8, 2], [1, 6]] as bf16 : memref<24xbf16>
  %1 = penguin.access %b pattern [[6, 3], [1, 4]] as bf16 : memref<24xbf16>
  penguin.dma_copy %0 -> %1
  return
}
// fp32r becomes fp32 only where the caller says so, and on both sides.
// CHECK-LABEL: @strips
// CHECK: bir.ap %0 pattern {{\[\[}}1, 8]] as fp32{{$}}
// CHECK: bir.ap %1 pattern {{\[\[}}1, 8]] as fp32{{$}}
// CHECK: bir.ap %0 pattern {{\[\[}}1, 8]] as fp32r
// CHECK: bir.ap %1 pattern {{\[\[}}1, 8]] as fp32r
func.func @strips(%a: memref<8xf32>, %b: memref<8xf32>) {
  %0 = penguin.access %a pattern [[4, 2], [1, 4]] as fp32r : memref<8xf32>
  %1 = penguin.access %b pattern [[1, 8]] as fp32r : memref<8xf32>
  penguin.dma_copy %0 -> %1 {strip_fp32r}
  penguin.dma_copy %0 -> %1
  return
}
// The local access spans as many partitions as the hull has, or four of which the hull's two lie evenly.
// CHECK-LABEL: @hull
// CHECK: bir.ap %0 pattern {{\[\[}}1, 4]] partition [4, 4] as bf16
// CHECK: bir.ap %0 pattern {{\[\[}}1, 4]] partition [8, 2] as bf16
func.func @hull(%a: memref<4x4xbf16, #dma.space<sbuf>>, %b: memref<16xbf16>) {
  %0 = penguin.access %a pattern [[2, 2], [1, 2]] partition [4, 4] as bf16 {hull = 4} : memref<4x4xbf16, #dma.space<sbuf>>
  %1 = penguin.access %b pattern [[1, 16]] as bf16 : memref<16xbf16>
  penguin.dma_copy %0 -> %1
  %2 = penguin.access %a pattern [[2, 2], [1, 2]] partition [8, 2] as bf16 {hull = 2} : memref<4x4xbf16, #dma.space<sbuf>>
  %3 = penguin.access %b pattern [[1, 8]] as bf16 : memref<16xbf16>
  penguin.dma_copy %2 -> %3
  return
}

// The steps in the seed's order: source, then destination; of each the free pairs, the type, the memory, the partition,
// the access; then base, mode and what every DMA takes over.
// TRACE: 'penguin.dma_copy': complicated_copy
// TRACE-NEXT: enter attach_complicated
// TRACE-NEXT: create #1 'bir.ap'
// TRACE: attribute #1 pairs
// TRACE: enter attach_complicated
// TRACE-NEXT: create #2 'bir.ap'
// TRACE: enter base_dma_copy
// TRACE-NEXT: create #3 'bir.dma_copy'
// TRACE: attribute #3 name
// TRACE-NEXT: attribute #3 mode
// TRACE-NEXT: enter configure
// TRACE-NEXT: attribute #3 dge_type
// TRACE-NEXT: attribute #3 dma_qos
// TRACE-NEXT: attribute #3 replica_groups
// TRACE-NEXT: replace
