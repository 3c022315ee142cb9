// RUN: not rookery-opt %s 2>&1 | rookery-filecheck %s
func.func @f(%m: memref<8xf32>) {
  %a = penguin.access %m pattern [[1, 8]] as fp32 : memref<8xf32>
  penguin.dma_copy %a -> %a {dge_mode = hwgde}
  return
}
// CHECK: enum-case.mlir:4:41: error: 'hwgde' is no case of penguin.DgeMode (unknown, swdge, hwdge, none); did you mean 'hwdge'?
