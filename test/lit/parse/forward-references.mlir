// RUN: rookery-opt %s --allow-unregistered-dialect --print-op-generic | rookery-filecheck %s
// A value may be used before its definition where dominance allows it: here in a later block that comes first in the text.
func.func @f(%c: i1) -> i32 {
  cf.br ^def
^use:
  %1 = arith.addi %0, %0 : i32
  return %1 : i32
^def:
  %0 = arith.constant 7 : i32
  cf.br ^use
}
// CHECK: "cf.br"()[^bb2]
// CHECK: %[[SUM:.*]] = "arith.addi"(%[[SEVEN:.*]], %[[SEVEN]])
// CHECK: ^bb2:
// CHECK-NEXT: %[[SEVEN]] = "arith.constant"() <{value = 7 : i32}>

// In a graph region order does not matter at all.
%a = "t.a"(%b#1) : (i8) -> i8
%b:2 = "t.b"(%a) : (i8) -> (i16, i8)
// CHECK: %[[A:[0-9]+]] = "t.a"(%[[B:[0-9]+]]#1) : (i8) -> i8
// CHECK-NEXT: %[[B]]:2 = "t.b"(%[[A]]) : (i8) -> (i16, i8)
