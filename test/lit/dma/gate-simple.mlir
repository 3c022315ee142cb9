// A4: an access whose own nums are the joint shape of both sides is attached as it stands: partition, pairs, offset, type.
// Tensors become memories: one on chip has the bytes of a partition and its partitions.
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir | FileCheck %s
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir --target trn1 | FileCheck %s

// CHECK: %[[A:.*]] = bir.memory @arg0 hbm {bytes = 1024, argument = 0}
// CHECK-NEXT: %[[T:.*]] = bir.memory @mem sbuf {partitions = 8, bytes = 128}
// CHECK-NEXT: bir.loop from 2 to 8 step 3 (%[[I:.*]]) {
// CHECK-NEXT: %[[S:.*]] = bir.ap %[[A]] pattern {{\[\[}}64, 4], [2, 16]] offset %[[I]] * 2 + 3 as bf16
// CHECK-NEXT: %[[D:.*]] = bir.ap %[[T]] pattern {{\[\[}}1, 16]] partition [64, 4] offset %[[I]] as bf16
// CHECK-NEXT: bir.dma_copy %[[S]] -> %[[D]] {name = "dma_copy"}
// CHECK-NOT: unrealized
func.func @simple(%a: memref<8x64xbf16>, %unused: memref<4xbf16>) {
  %t = memref.alloc() : memref<8x64xbf16, #dma.space<sbuf>>
  penguin.loop from 2 to 8 step 3 (%i) {
    %0 = penguin.access %a pattern [[64, 4], [2, 16]] offset %i * 2 + 3 as bf16 : memref<8x64xbf16>
    %1 = penguin.access %t pattern [[1, 16]] partition [64, 4] offset %i as bf16 : memref<8x64xbf16, #dma.space<sbuf>>
    penguin.dma_copy %0 -> %1
  }
  return
}
