// RUN: not rookery-opt %s 2>&1 | rookery-filecheck %s
func.func @f(%a: i32, %m: memref<4xf32>, %b: i64) {
  "bir.dma_copy"(%a, %m) <{name = "x"}> : (i32, memref<4xf32>) -> ()
  %0 = "arith.addi"(%a, %b) : (i32, i64) -> i32
  %1 = "arith.addi"(%a) : (i32) -> i32
  %2 = "memref.dim"(%a, %a) : (i32, i32) -> index
  return
}
// CHECK: operand-types.mlir:3:3: error: 'bir.dma_copy' op operand #0 ('src') must be !bir.access, but got i32
// CHECK: operand-types.mlir:3:3: error: 'bir.dma_copy' op operand #1 ('dst') must be !bir.access, but got memref<4xf32>
// CHECK: operand-types.mlir:4:3: error: 'arith.addi' op operand #1 ('rhs') must be i32 as 'lhs' is, but got i64
// CHECK: operand-types.mlir:5:3: error: 'arith.addi' op expected 2 operands, but found 1
// CHECK: operand-types.mlir:6:3: error: 'memref.dim' op operand #0 ('source') must be a memref, but got i32
// CHECK: operand-types.mlir:6:3: error: 'memref.dim' op operand #1 ('index') must be index, but got i32
