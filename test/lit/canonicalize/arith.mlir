// What is always simpler. A second run changes nothing.
// RUN: rookery-opt %s --canonicalize > %t && FileCheck %s < %t
// RUN: rookery-opt %t --canonicalize --trace-patterns 2>&1 | diff %t -

// CHECK-LABEL: @identities
// CHECK-NEXT: %0 = arith.constant 0 : i32
// CHECK-NEXT: %1 = arith.constant 0 : i32
// CHECK-NEXT: return %arg0, %arg0, %0, %1 : i32, i32, i32, i32
func.func @identities(%x: i32) -> (i32, i32, i32, i32) {
  %z = arith.constant 0 : i32
  %o = arith.constant 1 : i32
  %a = arith.addi %z, %x : i32
  %b = arith.muli %o, %a : i32
  %c = arith.subi %b, %z : i32
  %d = arith.muli %x, %z : i32
  %e = arith.subi %x, %x : i32
  return %b, %c, %d, %e : i32, i32, i32, i32
}
// CHECK-LABEL: @chain
// CHECK-NEXT: %0 = arith.constant -56 : i8
// CHECK-NEXT: %1 = arith.addi %arg0, %0 : i8
// CHECK-NEXT: return %1
func.func @chain(%x: i8) -> i8 {
  %c = arith.constant 100 : i8
  %a = arith.addi %x, %c : i8
  %b = arith.addi %c, %a : i8
  return %b : i8
}
// The inner sum is used twice, so nothing is won.
// CHECK-LABEL: @shared
// CHECK-COUNT-2: arith.addi
// CHECK-NEXT: return
func.func @shared(%x: i8) -> (i8, i8) {
  %c = arith.constant 100 : i8
  %a = arith.addi %x, %c : i8
  %b = arith.addi %a, %c : i8
  return %a, %b : i8, i8
}
// CHECK-LABEL: @known
// CHECK-NEXT: return %arg0, %arg1
func.func @known(%x: i32, %y: i32) -> (i32, i32) {
  %t = arith.constant true
  %f = arith.constant false
  %a = "arith.select"(%t, %x, %y) : (i1, i32, i32) -> i32
  %b = scf.if %f -> (i32) { scf.yield %x : i32 } else { scf.yield %y : i32 }
  return %a, %b : i32, i32
}
// CHECK-LABEL: @branches
// CHECK-NEXT: cf.br ^bb2(%arg1 : i32)
func.func @branches(%x: i32, %y: i32) -> i32 {
  %f = arith.constant false
  cf.cond_br %f, ^a(%x : i32), ^b(%y : i32)
^a(%p: i32):
  return %p : i32
^b(%q: i32):
  return %q : i32
}
// CHECK-LABEL: @casts
// CHECK-NEXT: return %arg0 : index
func.func @casts(%x: index) -> index {
  %a = builtin.unrealized_conversion_cast %x : index to i64
  %b = builtin.unrealized_conversion_cast %a : i64 to index
  return %b : index
}
// CHECK-LABEL: @by_itself
// CHECK: %1 = arith.addi %1, %0 : index
module @by_itself {
  %c = arith.constant 0 : index
  %0 = arith.addi %c, %0 : index
}
