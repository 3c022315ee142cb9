// RUN: not rookery-opt %s 2>&1 | rookery-filecheck %s
func.func @f(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = arith.constant 1 : i32
  cf.br ^b
^b:
  %1 = arith.addi %0, %0 : i32
  return
}
func.func @g() {
  %1 = "arith.addi"(%2, %2) : (i32, i32) -> i32
  %2 = arith.constant 1 : i32
  return
}
// CHECK: dominance.mlir:8:3: error: 'arith.addi' op operand #0 does not dominate this use
// CHECK: dominance.mlir:5:3: note: operand defined here
// CHECK: dominance.mlir:12:3: error: 'arith.addi' op operand #0 does not dominate this use
