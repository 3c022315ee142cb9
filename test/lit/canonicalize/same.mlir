// Choices between one thing and itself, and between what is known.
// RUN: rookery-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: @select
// CHECK-NEXT: return %arg1, %arg2, %arg1 : i32, i32, i32
func.func @select(%c: i1, %x: i32, %y: i32) -> (i32, i32, i32) {
  %false = arith.constant false
  %true = arith.constant true
  %0 = "arith.select"(%c, %x, %x) : (i1, i32, i32) -> i32
  %1 = "arith.select"(%false, %x, %y) : (i1, i32, i32) -> i32
  %2 = "arith.select"(%true, %x, %y) : (i1, i32, i32) -> i32
  return %0, %1, %2 : i32, i32, i32
}
// CHECK-LABEL: @one_block
// CHECK-NOT: cf.cond_br
// CHECK: cf.br ^[[B:.*]](%arg1 : i32)
// CHECK: ^[[B]](%[[Y:.*]]: i32):
// CHECK-NEXT: return %[[Y]]
func.func @one_block(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^bb1(%x : i32), ^bb1(%x : i32)
^bb1(%y: i32):
  return %y : i32
}
// CHECK-LABEL: @known
// CHECK-NOT: cf.cond_br
// CHECK: return %arg1
func.func @known(%x: i32, %y: i32) -> i32 {
  %false = arith.constant false
  cf.cond_br %false, ^bb1, ^bb2
^bb1:
  return %x : i32
^bb2:
  return %y : i32
}
