// RUN: not rookery-opt %s 2>&1 | rookery-filecheck %s
func.func @f(%a: i32) {
  %0 = "arith.addi"(%a, %a) <{overflowFlag = 1}> : (i32, i32) -> i32
  return
}
// CHECK: unknown-attribute.mlir:3:3: error: 'arith.addi' op has no inherent attribute 'overflowFlag'; did you mean 'overflowFlags'?
