// All three are reported, each with its line and a caret.
// RUN: not rookery-opt %s 2>&1 | rookery-filecheck %s
func.func @f(%a: i32) {
  %0 = arith.addi %a, : i32
  %1 = arith.addi %a, %a : i32
  %2 = arith.adddi %a, %a : i32
  %3 = "arith.addi"(%1, %missing) : (i32, i32) -> i32
  return
}
// CHECK: three-errors.mlir:4:23: error: expected SSA operand
// CHECK-NEXT: {{^}}  %0 = arith.addi %a, : i32
// CHECK-NEXT: {{^}}                      ^
// CHECK: three-errors.mlir:6:8: error: unknown operation 'arith.adddi'; did you mean 'arith.addi'?
// CHECK-NEXT: {{^}}  %2 = arith.adddi %a, %a : i32
// CHECK-NEXT: {{^}}       ^~~~~~~~~~~
// CHECK: three-errors.mlir:7:25: error: use of undeclared SSA value name '%missing'
// CHECK-NEXT: {{^}}  %3 = "arith.addi"(%1, %missing) : (i32, i32) -> i32
// CHECK-NEXT: {{^}}                        ^~~~~~~~
// CHECK-NOT: error
