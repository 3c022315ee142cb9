// A4: more strides than the target takes are complicated; the budget is the target's. A stride of 0 counts, a num of 1 does
// not, nor does the partition. The pseudo-code of the seed refuses them, and so does gate=seed-strict.
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir --verify-by-execution 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=RAN < %t --implicit-check-not=differ
// RUN: not rookery-opt %s --kernels-from-functions --penguin-to-bir=gate=seed-strict 2>&1 | FileCheck %s --check-prefixes=ANY,TWO
// RUN: not rookery-opt %s --kernels-from-functions --penguin-to-bir=gate=seed-strict --target trn1 2>&1 | FileCheck %s --check-prefixes=ANY,ONE
// RUN: rookery-opt %s --dma --target "trn1{neuron_max_strides=5}" | FileCheck %s --check-prefix=FIVE

// ANY: gate-strides.mlir:[[# @LINE + 24]]:3: error: Cannot legalize strided load!
// ANY-NEXT: {{^}}  penguin.dma_copy %0 -> %1 {name = "five"}{{$}}
// ANY-NEXT: {{^}}  ^
// TWO: note: 5 strides, but target 'trn2' takes 4 (neuron_max_strides)
// TWO-NOT: error:
// ONE: note: 5 strides, but target 'trn1' takes 3 (neuron_max_strides)
// ONE: gate-strides.mlir:[[# @LINE + 21]]:3: error: Cannot legalize strided load!
// ONE: note: 4 strides, but target 'trn1' takes 3 (neuron_max_strides)
// ONE-NOT: error:
// FIVE: module attributes {dma.target = "trn1{neuron_max_strides=5}"}
// FIVE: desc.copy {{.*}}pairs = {{\[\[}}1024, 2], [256, 2], [64, 2], [16, 2], [4, 2]]

// Five pairs are one more than the instruction set has: the outermost is dealt out. Four are as many.
// RAN: penguin-to-bir: kernel 'strides': 2 transfers before, 3 after, 32768 bytes compared
// CHECK: bir.ap %0 pattern {{\[\[}}256, 2], [64, 2], [16, 2], [4, 2]] as fp32
// CHECK: bir.ap %1 pattern {{\[\[}}128, 2], [32, 2], [8, 2], [2, 2]] as fp32
// CHECK: bir.dma_copy {{.*}} {name = "five"}
// CHECK: bir.ap %0 pattern {{\[\[}}256, 2], [64, 2], [16, 2], [4, 2]] offset 1024 as fp32
// CHECK: bir.ap %1 pattern {{\[\[}}128, 2], [32, 2], [8, 2], [2, 2]] offset 512 as fp32
// CHECK: bir.dma_copy {{.*}} {name = "five_0"}
// CHECK: bir.ap %0 pattern {{\[\[}}0, 2], [256, 2], [1024, 1], [16, 2], [4, 2]] as fp32
func.func @strides(%a: memref<4096xf32>, %b: memref<4096xf32>) {
  %0 = penguin.access %a pattern [[1024, 2], [256, 2], [64, 2], [16, 2], [4, 2]] as fp32 : memref<4096xf32>
  %1 = penguin.access %b pattern [[512, 2], [128, 2], [32, 2], [8, 2], [2, 2]] as fp32 : memref<4096xf32>
  penguin.dma_copy %0 -> %1 {name = "five"}
  %2 = penguin.access %a pattern [[0, 2], [256, 2], [1024, 1], [16, 2], [4, 2]] as fp32 : memref<4096xf32>
  %3 = penguin.access %b pattern [[512, 2], [128, 2], [8, 2], [2, 2]] as fp32 : memref<4096xf32>
  penguin.dma_copy %2 -> %3 {name = "four"}
  return
}
