// Branches whose way is known, sets made of sets, a loop that a rewrite creates with all that is in it: Inputs/branches.pat.
// RUN: rookery-opt %s --dialects %S/Inputs/t.dialect --patterns %S/Inputs/branches.pat --ways | FileCheck %s --check-prefix=WAYS
// RUN: rookery-opt %s --dialects %S/Inputs/t.dialect --patterns %S/Inputs/branches.pat --everything | FileCheck %s --check-prefix=EVERYTHING
// RUN: rookery-opt %s --dialects %S/Inputs/t.dialect --patterns %S/Inputs/branches.pat --to-loops | FileCheck %s --check-prefix=TO-LOOPS
// RUN: rookery-opt --dialects %S/Inputs/t.dialect --check-patterns %S/Inputs/branches.pat
// RUN: not rookery-opt %s --dialects %S/Inputs/t.dialect --patterns %S/Inputs/branches.pat --assertions 2>&1 | FileCheck %s --check-prefix=ASSERTIONS
// RUN: rookery-opt %s --dialects %S/Inputs/t.dialect --patterns %S/Inputs/branches.pat --everything-twice | FileCheck %s --check-prefix=EVERYTHING

// WAYS-LABEL: func.func @known(%arg0: i32) -> i32 {
// WAYS-NEXT: %0 = arith.constant true
// WAYS-NEXT: cf.assert %0, "fine"
// WAYS-NEXT: cf.br ^bb1(%arg0 : i32)
// WAYS-NEXT: ^bb1(%1: i32):  // pred: ^bb0
// WAYS-NEXT: return %1 : i32
// WAYS-NEXT: ^bb2:  // no predecessors
// WAYS-NEXT: %2 = arith.constant 0 : i32
// WAYS-NEXT: return %2 : i32
// WAYS-NEXT: }
// WAYS-LABEL: func.func @switch(%arg0: i32) {
// WAYS-NEXT: cf.br ^bb1
// WAYS-NEXT: ^bb1:  // pred: ^bb0
// WAYS-NEXT: return
// WAYS-NEXT: }
// EVERYTHING-LABEL: func.func @known(%arg0: i32) -> i32 {
// EVERYTHING-NEXT: cf.br ^bb1(%arg0 : i32)
// EVERYTHING-NEXT: ^bb1(%0: i32):  // pred: ^bb0
// EVERYTHING-NEXT: return %0 : i32
// EVERYTHING-NEXT: ^bb2:  // no predecessors
// EVERYTHING-NEXT: %1 = arith.constant 0 : i32
// EVERYTHING-NEXT: return %1 : i32
// EVERYTHING-NEXT: }
// EVERYTHING-LABEL: func.func @switch(%arg0: i32) {
// EVERYTHING-NEXT: cf.br ^bb1
// EVERYTHING-NEXT: ^bb1:  // pred: ^bb0
// EVERYTHING-NEXT: return
// EVERYTHING-NEXT: }
// EVERYTHING-LABEL: func.func @fails() {
// EVERYTHING-NEXT: return
// EVERYTHING-NEXT: }
// TO-LOOPS-LABEL: func.func @loop(%arg0: memref<4xi32>) -> i32 {
// TO-LOOPS-NEXT: %0 = arith.constant 0 : index
// TO-LOOPS-NEXT: %1 = arith.constant 4 : index
// TO-LOOPS-NEXT: %2 = arith.constant 1 : index
// TO-LOOPS-NEXT: %3 = arith.constant 0 : i32
// TO-LOOPS-NEXT: %4 = scf.for %0, %1, %2, %3 {
// TO-LOOPS-NEXT: ^bb0(%arg1: index, %arg2: i32):
// TO-LOOPS-NEXT: %5 = t.get %arg0, %arg1 : memref<4xi32> -> i32
// TO-LOOPS-NEXT: %6 = arith.addi %arg2, %5 : i32
// TO-LOOPS-NEXT: scf.yield %6 : i32
// TO-LOOPS-NEXT: } : (index, index, index, i32) -> i32
// TO-LOOPS-NEXT: return %4 : i32
// TO-LOOPS-NEXT: }
// ASSERTIONS: error: this always fails: never here
// ASSERTIONS: note: the condition is a constant

func.func @known(%x: i32) -> i32 {
  %t = arith.constant true
  cf.assert %t, "fine"
  cf.cond_br %t, ^a(%x : i32), ^b
^a(%p: i32):
  return %p : i32
^b:
  %z = arith.constant 0 : i32
  return %z : i32
}
func.func @switch(%f: i32) {
  "cf.switch"(%f)[^a, ^a, ^a] {case_values = dense<[1, 2]> : tensor<2xi32>, case_operand_segments = array<i32: 0, 0>, operandSegmentSizes = array<i32: 1, 0, 0>} : (i32) -> ()
^a:
  return
}
func.func @fails() {
  %f = arith.constant false
  cf.assert %f, "never here"
  return
}
func.func @loop(%m: memref<4xi32>) -> i32 {
  %r = t.sum %m : memref<4xi32> -> i32
  return %r : i32
}
