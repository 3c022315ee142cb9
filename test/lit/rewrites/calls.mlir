// Bodies go to where they are called, arguments that nobody reads go, bodies become functions: Inputs/calls.pat.
// RUN: rookery-opt %s --dialects %S/Inputs/t.dialect --patterns %S/Inputs/calls.pat --inline-calls | FileCheck %s --check-prefix=INLINE-CALLS
// RUN: rookery-opt %s --dialects %S/Inputs/t.dialect --patterns %S/Inputs/calls.pat --inline-calls | FileCheck %s --check-prefix=INLINE-CALLS-GONE
// RUN: rookery-opt %s --dialects %S/Inputs/t.dialect --patterns %S/Inputs/calls.pat --drop-arguments | FileCheck %s --check-prefix=DROP-ARGUMENTS
// RUN: rookery-opt %s --dialects %S/Inputs/t.dialect --patterns %S/Inputs/calls.pat --outline | FileCheck %s --check-prefix=OUTLINE
// RUN: rookery-opt --dialects %S/Inputs/t.dialect --check-patterns %S/Inputs/calls.pat

// INLINE-CALLS-LABEL: func.func @caller(%arg0: i32) -> i32 {
// INLINE-CALLS-NEXT: %0 = arith.muli %arg0, %arg0 : i32
// INLINE-CALLS-NEXT: %1 = arith.addi %0, %arg0 : i32
// INLINE-CALLS-NEXT: %2 = arith.muli %1, %1 : i32
// INLINE-CALLS-NEXT: %3 = arith.muli %2, %2 : i32
// INLINE-CALLS-NEXT: %4 = arith.addi %3, %arg0 : i32
// INLINE-CALLS-NEXT: return %4 : i32
// INLINE-CALLS-NEXT: }
// INLINE-CALLS-LABEL: func.func @reader(%arg0: i32, %arg1: i32) -> i32 {
// INLINE-CALLS-NEXT: %0 = arith.addi %arg0, %arg0 : i32
// INLINE-CALLS-NEXT: %1 = arith.addi %0, %arg1 : i32
// INLINE-CALLS-NEXT: return %1 : i32
// INLINE-CALLS-NEXT: }
// INLINE-CALLS-GONE-NOT: func.func private @once(
// INLINE-CALLS-GONE-NOT: func.func private @small(
// INLINE-CALLS-GONE-NOT: func.func private @unread(
// DROP-ARGUMENTS-LABEL: func.func private @unread(%arg0: i32, %arg1: i32) -> i32 {
// DROP-ARGUMENTS-NEXT: %0 = arith.addi %arg0, %arg1 : i32
// DROP-ARGUMENTS-NEXT: return %0 : i32
// DROP-ARGUMENTS-NEXT: }
// DROP-ARGUMENTS-LABEL: func.func @reader(%arg0: i32, %arg1: i32) -> i32 {
// DROP-ARGUMENTS-NEXT: %0 = func.call @unread(%arg0, %arg0) : (i32, i32) -> i32
// DROP-ARGUMENTS-NEXT: %1 = func.call @unread(%0, %arg1) : (i32, i32) -> i32
// DROP-ARGUMENTS-NEXT: return %1 : i32
// DROP-ARGUMENTS-NEXT: }
// OUTLINE-LABEL: func.func @loop(%arg0: index, %arg1: memref<8xindex>) {
// OUTLINE-NEXT: %0 = arith.constant 0 : index
// OUTLINE-NEXT: %1 = arith.constant 1 : index
// OUTLINE-NEXT: scf.for %0, %arg0, %1 {
// OUTLINE-NEXT: ^bb0(%arg2: index):
// OUTLINE-NEXT: %2 = arith.constant 3 : index
// OUTLINE-NEXT: %3 = arith.muli %arg2, %2 : index
// OUTLINE-NEXT: func.call @show(%3) : (index) -> ()
// OUTLINE-NEXT: } : (index, index, index) -> ()
// OUTLINE-NEXT: scf.for %0, %arg0, %1 {
// OUTLINE-NEXT: ^bb0(%arg2: index):
// OUTLINE-NEXT: func.call @body(%arg2) : (index) -> ()
// OUTLINE-NEXT: } : (index, index, index) -> ()
// OUTLINE-NEXT: return
// OUTLINE-NEXT: }
// OUTLINE-LABEL: func.func private @body(%arg0: index) {
// OUTLINE-NEXT: %0 = arith.constant 3 : index
// OUTLINE-NEXT: %1 = arith.muli %arg0, %0 : index
// OUTLINE-NEXT: t.see %1
// OUTLINE-NEXT: return
// OUTLINE-NEXT: }

func.func private @once(%x: i32, %y: i32) -> (i32, i32) {
  %p = arith.muli %x, %y : i32
  %q = arith.addi %p, %y : i32
  return %q, %y : i32, i32
}
func.func private @small(%x: i32) -> i32 {
  %p = arith.muli %x, %x : i32
  return %p : i32
}
func.func @caller(%a: i32) -> i32 {
  %r:2 = func.call @once(%a, %a) : (i32, i32) -> (i32, i32)
  %s = func.call @small(%r#0) : (i32) -> i32
  %t = func.call @small(%s) : (i32) -> i32
  %u = arith.addi %t, %r#1 : i32
  return %u : i32
}
func.func private @unread(%a: i32, %b: i32, %c: i32) -> i32 {
  %s = arith.addi %a, %c : i32
  return %s : i32
}
func.func @reader(%x: i32, %y: i32) -> i32 {
  %r = func.call @unread(%x, %y, %x) : (i32, i32, i32) -> i32
  %s = func.call @unread(%r, %x, %y) : (i32, i32, i32) -> i32
  return %s : i32
}
func.func @loop(%n: index, %m: memref<8xindex>) {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  "scf.for"(%0, %n, %1) ({
  ^bb0(%i: index):
    %k = arith.constant 3 : index
    %p = arith.muli %i, %k : index
    func.call @show(%p) : (index) -> ()
    scf.yield
  }) : (index, index, index) -> ()
  "scf.for"(%0, %n, %1) ({
  ^bb0(%i: index):
    %k = arith.constant 3 : index
    %p = arith.muli %i, %k : index
    "t.see"(%p) : (index) -> ()
    scf.yield
  }) : (index, index, index) -> ()
  return
}
func.func private @show(%p: index)
