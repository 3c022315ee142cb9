// Constants stand behind the other operands of whatever is Commutative, which keep their order.
// RUN: rookery-opt %s --dialects %S/Inputs/commutative.dialect --canonicalize | FileCheck %s
func.func @f(%x: i32, %y: i32, %p: f32) {
  %c = arith.constant 3 : i32
  %d = arith.constant 4 : i32
  %0 = arith.andi %c, %x : i32
  %1 = com.sum %c, %y, %d, %x : i32
  %2 = arith.subi %c, %x : i32
  %3 = arith.constant 2.0 : f32
  %4 = arith.mulf %3, %p : f32
  com.use %0, %1, %2 : i32, i32, i32
  com.use %4 : f32
  return
}
// CHECK: [[C:%.*]] = arith.constant 3 : i32
// CHECK: [[D:%.*]] = arith.constant 4 : i32
// CHECK: arith.andi %arg0, [[C]] : i32
// CHECK: com.sum %arg1, %arg0, [[C]], [[D]] : i32
// CHECK: arith.subi [[C]], %arg0 : i32
// CHECK: arith.mulf %arg2, {{%.*}} : f32
