// Cheaper arithmetic, sums that fit in 64 bits and one that does not, trees, equal things, a pool of constants: Inputs/numbers.pat.
// RUN: rookery-opt %s --dialects %S/Inputs/t.dialect --patterns %S/Inputs/numbers.pat --cheaper | FileCheck %s --check-prefix=CHEAPER
// RUN: rookery-opt %s --dialects %S/Inputs/t.dialect --patterns %S/Inputs/numbers.pat --same | FileCheck %s --check-prefix=SAME
// RUN: rookery-opt %s --dialects %S/Inputs/t.dialect --patterns %S/Inputs/numbers.pat --trees | FileCheck %s --check-prefix=TREES
// RUN: rookery-opt %s --dialects %S/Inputs/t.dialect --patterns %S/Inputs/numbers.pat --equal | FileCheck %s --check-prefix=EQUAL
// RUN: rookery-opt --dialects %S/Inputs/t.dialect --check-patterns %S/Inputs/numbers.pat
// RUN: rookery-opt %s --dialects %S/Inputs/t.dialect --patterns %S/Inputs/numbers.pat --numbers | FileCheck %s --check-prefix=NUMBERS

// CHEAPER-LABEL: func.func @div(%arg0: i32) -> (i32, i32, i32) {
// CHEAPER-NEXT: %0 = arith.constant 3 : i32
// CHEAPER-NEXT: %1 = arith.shrui %arg0, %0 : i32
// CHEAPER-NEXT: %2 = arith.constant 7 : i32
// CHEAPER-NEXT: %3 = arith.andi %arg0, %2 : i32
// CHEAPER-NEXT: %4 = arith.constant 3 : i32
// CHEAPER-NEXT: %5 = arith.shli %arg0, %4 : i32
// CHEAPER-NEXT: %6 = arith.addi %5, %arg0 : i32
// CHEAPER-NEXT: return %1, %3, %6 : i32, i32, i32
// CHEAPER-NEXT: }
// SAME-LABEL: func.func @sums(%arg0: index) -> (index, index) {
// SAME-NEXT: %0 = arith.constant 9223372036854775807 : index
// SAME-NEXT: %1 = arith.constant 1 : index
// SAME-NEXT: %2 = arith.addi %arg0, %0 : index
// SAME-NEXT: %3 = arith.addi %2, %1 : index
// SAME-NEXT: %4 = arith.constant 9223372036854775802 : index
// SAME-NEXT: %5 = arith.addi %arg0, %4 : index
// SAME-NEXT: return %3, %5 : index, index
// SAME-NEXT: }
// SAME-LABEL: func.func @same(%arg0: i32, %arg1: i32, %arg2: i32) -> (i32, i32, i32) {
// SAME-NEXT: %0 = arith.constant 0 : i32
// SAME-NEXT: %1 = arith.addi %arg1, %arg2 : i32
// SAME-NEXT: %2 = arith.muli %arg0, %1 : i32
// SAME-NEXT: return %0, %arg0, %2 : i32, i32, i32
// SAME-NEXT: }
// TREES-LABEL: func.func @tree(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: i32, %arg4: i32) -> i32 {
// TREES-NEXT: %0 = arith.addi %arg0, %arg1 : i32
// TREES-NEXT: %1 = arith.addi %arg2, %arg3 : i32
// TREES-NEXT: %2 = arith.addi %0, %1 : i32
// TREES-NEXT: %3 = arith.muli %2, %arg4 : i32
// TREES-NEXT: return %3 : i32
// TREES-NEXT: }
// EQUAL-LABEL: func.func @equal(%arg0: i32, %arg1: i32, %arg2: i1) -> (i32, i32) {
// EQUAL-NEXT: %0 = arith.constant 7 : i32
// EQUAL-NEXT: %1 = arith.constant 8 : i32
// EQUAL-NEXT: %2 = arith.addi %arg0, %arg1 : i32
// EQUAL-NEXT: %3 = scf.if %arg2 -> (i32) {
// EQUAL-NEXT: %5 = arith.muli %2, %0 : i32
// EQUAL-NEXT: scf.yield %5 : i32
// EQUAL-NEXT: } else {
// EQUAL-NEXT: %5 = arith.muli %arg0, %arg1 : i32
// EQUAL-NEXT: %6 = arith.muli %5, %1 : i32
// EQUAL-NEXT: scf.yield %6 : i32
// EQUAL-NEXT: }
// EQUAL-NEXT: %4 = arith.addi %2, %0 : i32
// EQUAL-NEXT: return %3, %4 : i32, i32
// EQUAL-NEXT: }
// NUMBERS-LABEL: func.func @div(%arg0: i32)
// NUMBERS-NEXT: %0 = arith.constant 3 : i32
// NUMBERS-NEXT: %1 = arith.constant 7 : i32
// NUMBERS-NEXT: %2 = arith.shrui %arg0, %0 : i32

func.func @div(%x: i32) -> (i32, i32, i32) {
  %8 = arith.constant 8 : i32
  %9 = arith.constant 9 : i32
  %q = arith.divui %x, %8 : i32
  %r = arith.remui %x, %8 : i32
  %s = arith.muli %9, %x : i32
  return %q, %r, %s : i32, i32, i32
}
func.func @sums(%x: index) -> (index, index) {
  %a = arith.constant 9223372036854775807 : index
  %b = arith.constant 1 : index
  %c = arith.constant -5 : index
  %0 = arith.addi %x, %a : index
  %1 = arith.addi %0, %b : index
  %2 = arith.addi %0, %c : index
  return %1, %2 : index, index
}
func.func @same(%x: i32, %y: i32, %z: i32) -> (i32, i32, i32) {
  %0 = arith.subi %x, %x : i32
  %1 = arith.addi %y, %x : i32
  %2 = arith.subi %1, %y : i32
  %3 = arith.muli %x, %y : i32
  %4 = arith.muli %z, %x : i32
  %5 = arith.addi %3, %4 : i32
  return %0, %2, %5 : i32, i32, i32
}
func.func @tree(%a: i32, %b: i32, %c: i32, %d: i32, %e: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %0, %c : i32
  %2 = arith.addi %1, %d : i32
  %3 = arith.muli %2, %e : i32
  return %3 : i32
}
func.func @equal(%a: i32, %b: i32, %c: i1) -> (i32, i32) {
  %0 = arith.addi %a, %b : i32
  %7 = arith.constant 7 : i32
  %r = scf.if %c -> (i32) {
    %k = arith.constant 7 : i32
    %1 = arith.addi %b, %a : i32
    %2 = arith.muli %1, %k : i32
    scf.yield %2 : i32
  } else {
    %k = arith.constant 8 : i32
    %1 = arith.muli %a, %b : i32
    %2 = arith.muli %1, %k : i32
    scf.yield %2 : i32
  }
  %s = arith.addi %0, %7 : i32
  return %r, %s : i32, i32
}
