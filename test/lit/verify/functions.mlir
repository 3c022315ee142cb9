// RUN: not rookery-opt %s 2>&1 | rookery-filecheck %s
func.func @results() -> i32 {
  return
}
func.func @types(%a: i32) -> i64 {
  return %a : i32
}
"func.func"() <{function_type = (i32) -> (), sym_name = "args"}> ({
^bb0(%a: i64):
  "func.return"() : () -> ()
}) : () -> ()
"func.func"() <{function_type = i32, sym_name = "no"}> ({
}) : () -> ()
module {
  func.return
}
// CHECK: functions.mlir:3:3: error: 'func.return' op has 0 operands, but enclosing function (@results) returns 1
// CHECK: functions.mlir:6:3: error: 'func.return' op type of return operand 0 (i32) doesn't match function result type (i64) in function @types
// CHECK: functions.mlir:8:1: error: 'func.func' op type of entry block argument #0 (i64) must match the type in function signature (i32)
// CHECK: functions.mlir:12:1: error: 'func.func' op attribute 'function_type' must be a function type, but is i32
// CHECK: functions.mlir:15:3: error: 'func.return' op expects parent op 'func.func'
