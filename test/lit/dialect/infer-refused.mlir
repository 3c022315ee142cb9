// A type that is not the one which is inferred.
// RUN: not rookery-opt %s --dialects %S/Inputs/infer.dialect 2>&1 | FileCheck %s
func.func @f(%a: i32, %b: f32) {
  %0 = "inf.pick"(%a, %b) : (i32, f32) -> f32
  %1 = "inf.make"(%a) <{size = 4}> : (i32) -> i32
  %2 = "inf.make"(%a) <{size = 4 : i32}> : (i32) -> i32
  %3:3 = "inf.two"(%a) : (i32) -> (i8, i16, i1)
  return
}
// CHECK: infer-refused.mlir:4:3: error: 'inf.pick' op result 'r' has type f32, but the type inferred for it is i32
// CHECK: infer-refused.mlir:5:3: error: 'inf.make' op type of result 'r' cannot be inferred: !inf.ring: no ring of 4
// CHECK: infer-refused.mlir:7:3: error: 'inf.two' op result 's' has type i16, but the type inferred for it is i8
