// A lowering records its target on the module; later steps take it from there, and another one is refused.
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir "--target=tiny{neuron_max_strides=1}" > %t
// RUN: FileCheck %s < %t
// RUN: rookery-opt %t --bind-dma --lower-dma | FileCheck %s --check-prefix=NEXT
// RUN: rookery-opt %t --bind-dma --lower-dma "--target=tiny{neuron_max_strides=1}" | FileCheck %s --check-prefix=NEXT
// RUN: not rookery-opt %t --bind-dma --target trn1 2>&1 | FileCheck %s --check-prefix=OTHER
// Where a lowering found nothing to run on there is nothing to record.
// RUN: rookery-opt %s --penguin-to-bir | FileCheck %s --check-prefix=NONE

// CHECK: module attributes {dma.target = "tiny{neuron_max_strides=1}"}
// NEXT: module attributes {dma.target = "tiny{neuron_max_strides=1}"}
// The ring and the longest descriptor of tiny.
// NEXT: entries = 4}
// OTHER: error: this IR was lowered for target 'tiny{neuron_max_strides=1}', not 'trn1'
// NONE-NOT: dma.target
// NONE: penguin.dma_copy
func.func @f(%a: memref<16xbf16>, %b: memref<16xbf16>) {
  %0 = penguin.access %a pattern [[1, 16]] as bf16 : memref<16xbf16>
  %1 = penguin.access %b pattern [[1, 16]] as bf16 : memref<16xbf16>
  penguin.dma_copy %0 -> %1
  return
}
