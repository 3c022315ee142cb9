// RUN: not rookery-opt %s --dialects %S/Inputs/infer.dialect 2>&1 | FileCheck %s
func.func @f(%a: i32) {
  %0 = inf.make %a x 4 : i32
  return
}
// CHECK: infer-read.mlir:3:8: error: the type of result 'r' of 'inf.make' cannot be inferred: !inf.ring: no ring of 4
