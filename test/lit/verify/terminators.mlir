// RUN: not rookery-opt %s 2>&1 | rookery-filecheck %s
func.func @f() {
  %0 = arith.constant 1 : i32
}
func.func @g() {
  "func.return"() : () -> ()
  %0 = arith.constant 1 : i32
  return
}
// CHECK: terminators.mlir:3:3: error: 'arith.constant' op block with no terminator
// CHECK: terminators.mlir:6:3: error: 'func.return' op must be the last operation in the parent block
