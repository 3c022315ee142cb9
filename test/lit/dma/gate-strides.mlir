// A4: more strides than the target takes cannot be legalized; the budget is the target's. A stride of 0 counts, a num of 1
// does not, nor does the partition.
// RUN: not rookery-opt %s --dma 2>&1 | FileCheck %s --check-prefixes=ANY,TWO
// RUN: not rookery-opt %s --dma --target trn1 2>&1 | FileCheck %s --check-prefixes=ANY,ONE
// RUN: rookery-opt %s --dma --target "trn1{neuron_max_strides=5}" | FileCheck %s --check-prefix=FIVE

// ANY: gate-strides.mlir:[[# @LINE + 14]]:3: error: Cannot legalize strided load!
// ANY-NEXT: {{^}}  penguin.dma_copy %0 -> %1{{$}}
// ANY-NEXT: {{^}}  ^
// TWO: note: 5 strides, but target 'trn2' takes 4 (neuron_max_strides)
// TWO-NOT: error:
// ONE: note: 5 strides, but target 'trn1' takes 3 (neuron_max_strides)
// ONE: gate-strides.mlir:[[# @LINE + 11]]:3: error: Cannot legalize strided load!
// ONE: note: 4 strides, but target 'trn1' takes 3 (neuron_max_strides)
// ONE-NOT: error:
// FIVE: module attributes {dma.target = "trn1{neuron_max_strides=5}"}
// FIVE: desc.copy {{.*}}pairs = {{\[\[}}1024, 2], [256, 2], [64, 2], [16, 2], [4, 2]]
func.func @strides(%a: memref<4096xf32>, %b: memref<4096xf32>) {
  %0 = penguin.access %a pattern [[1024, 2], [256, 2], [64, 2], [16, 2], [4, 2]] as fp32 : memref<4096xf32>
  %1 = penguin.access %b pattern [[512, 2], [128, 2], [32, 2], [8, 2], [2, 2]] as fp32 : memref<4096xf32>
  penguin.dma_copy %0 -> %1
  %2 = penguin.access %a pattern [[0, 2], [256, 2], [1024, 1], [16, 2], [4, 2]] as fp32 : memref<4096xf32>
  %3 = penguin.access %b pattern [[512, 2], [128, 2], [8, 2], [2, 2]] as fp32 : memref<4096xf32>
  penguin.dma_copy %2 -> %3
  return
}
