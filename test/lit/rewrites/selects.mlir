// De Morgan, negations, choices, what both branches begin with, results that nobody reads: Inputs/selects.pat.
// RUN: rookery-opt %s --dialects %S/Inputs/t.dialect --patterns %S/Inputs/selects.pat --simplify-conditions | FileCheck %s --check-prefix=SIMPLIFY-CONDITIONS
// RUN: rookery-opt --dialects %S/Inputs/t.dialect --check-patterns %S/Inputs/selects.pat

// SIMPLIFY-CONDITIONS-LABEL: func.func @morgan(%arg0: i1, %arg1: i1) -> i1 {
// SIMPLIFY-CONDITIONS-NEXT: %0 = arith.ori %arg0, %arg1 : i1
// SIMPLIFY-CONDITIONS-NEXT: return %0 : i1
// SIMPLIFY-CONDITIONS-NEXT: }
// SIMPLIFY-CONDITIONS-LABEL: func.func @choices(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: i32) -> (i1, i32, i32, i32, i32) {
// SIMPLIFY-CONDITIONS-NEXT: %0 = arith.constant 5 : i32
// SIMPLIFY-CONDITIONS-NEXT: %1 = arith.select %arg0, %arg2, %arg1 : (i1, i32, i32) -> i32
// SIMPLIFY-CONDITIONS-NEXT: %2 = arith.select %arg0, %arg1, %arg2 : (i1, i32, i32) -> i32
// SIMPLIFY-CONDITIONS-NEXT: %3 = arith.constant 5 : i32
// SIMPLIFY-CONDITIONS-NEXT: %4 = arith.minsi %arg1, %3 : i32
// SIMPLIFY-CONDITIONS-NEXT: return %arg0, %1, %2, %0, %4 : i1, i32, i32, i32, i32
// SIMPLIFY-CONDITIONS-NEXT: }
// SIMPLIFY-CONDITIONS-LABEL: func.func @branches(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// SIMPLIFY-CONDITIONS-NEXT: %0 = arith.muli %arg1, %arg2 : i32
// SIMPLIFY-CONDITIONS-NEXT: %1 = scf.if %arg0 -> (i32) {
// SIMPLIFY-CONDITIONS-NEXT: %2 = arith.subi %0, %arg2 : i32
// SIMPLIFY-CONDITIONS-NEXT: scf.yield %2 : i32
// SIMPLIFY-CONDITIONS-NEXT: } else {
// SIMPLIFY-CONDITIONS-NEXT: %2 = arith.addi %0, %arg1 : i32
// SIMPLIFY-CONDITIONS-NEXT: scf.yield %2 : i32
// SIMPLIFY-CONDITIONS-NEXT: }
// SIMPLIFY-CONDITIONS-NEXT: return %1 : i32
// SIMPLIFY-CONDITIONS-NEXT: }

func.func @morgan(%a: i1, %b: i1) -> i1 {
  %t = arith.constant true
  %na = arith.xori %a, %t : i1
  %nb = arith.xori %t, %b : i1
  %c = arith.andi %na, %nb : i1
  %nc = arith.xori %c, %t : i1
  return %nc : i1
}
func.func @choices(%c: i1, %a: i32, %b: i32, %d: i32) -> (i1, i32, i32, i32, i32) {
  %t = arith.constant true
  %f = arith.constant false
  %5 = arith.constant 5 : i32
  %9 = arith.constant 9 : i32
  %same = "arith.select"(%c, %t, %f) : (i1, i1, i1) -> i1
  %nc = arith.xori %c, %t : i1
  %not = "arith.select"(%nc, %a, %b) : (i1, i32, i32) -> i32
  %in = "arith.select"(%c, %a, %b) : (i1, i32, i32) -> i32
  %in2 = "arith.select"(%c, %d, %b) : (i1, i32, i32) -> i32
  %out = "arith.select"(%c, %in, %in2) : (i1, i32, i32) -> i32
  %mx = arith.maxsi %a, %9 : i32
  %clamp = arith.minsi %mx, %5 : i32
  %m1 = arith.minsi %a, %5 : i32
  %m2 = arith.minsi %m1, %9 : i32
  return %same, %not, %out, %clamp, %m2 : i1, i32, i32, i32, i32
}
func.func @branches(%c: i1, %a: i32, %b: i32) -> i32 {
  %t = arith.constant true
  %nc = arith.xori %c, %t : i1
  %r:2 = scf.if %nc -> (i32, i32) {
    %p = arith.muli %a, %b : i32
    %q = arith.addi %p, %a : i32
    scf.yield %q, %a : i32, i32
  } else {
    %p = arith.muli %a, %b : i32
    %q = arith.subi %p, %b : i32
    scf.yield %q, %b : i32, i32
  }
  return %r#0 : i32
}
