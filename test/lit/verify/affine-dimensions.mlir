// RUN: not rookery-opt %s 2>&1 | rookery-filecheck %s
func.func @f(%m: memref<8xf32>, %i: index) {
  %0 = "penguin.access"(%m, %i) <{dtype = #dma.dtype<fp32>, pairs = [[1, 8]], offset = affine_map<(d0, d1) -> (d0 + d1)>}> : (memref<8xf32>, index) -> !penguin.access
  return
}
// CHECK: affine-dimensions.mlir:3:3: error: 'penguin.access' op attribute 'offset' has 2 dimensions, but operand group 'indices' has 1 operands
