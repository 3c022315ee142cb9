// Comments check that a pattern was tried at an operation and did not match, and why.
// DEFINE: %{opt} = rookery-opt --dialects %S/Inputs/toy.dialect --patterns %S/Inputs/toy.pat --shrinking --verify-diagnostics
// RUN: %{opt} %s -o %t
// RUN: rookery-opt %s --dialects %S/Inputs/toy.dialect -o %t
// A pattern that is not tried there, one that is applied there, and another reason.
// RUN: echo "func.func @f(%%x: i32) { toy.use %%x // expected-no-""match {{twice}}" > %t.mlir
// RUN: echo "return }" >> %t.mlir
// RUN: not %{opt} %t.mlir 2>&1 | FileCheck %s --check-prefix=UNTRIED
// RUN: echo "func.func @f(%%x: i32) { %%0 = toy.neg %%x" > %t.mlir
// RUN: echo "%%1 = toy.neg %%0 // expected-no-""match {{twice}}" >> %t.mlir
// RUN: echo "toy.use %%1 return }" >> %t.mlir
// RUN: not %{opt} %t.mlir 2>&1 | FileCheck %s --check-prefix=APPLIED
// RUN: echo "func.func @f(%%x: i32) { %%0 = toy.neg %%x // expected-no-""match {{twice: because}}" > %t.mlir
// RUN: echo "toy.use %%0 return }" >> %t.mlir
// RUN: not %{opt} %t.mlir 2>&1 | FileCheck %s --check-prefix=REASON

// UNTRIED: no-match.mlir.tmp.mlir:1:{{[0-9]+}}: error: expected refusal "twice" was not found
// UNTRIED-NOT: note:
// APPLIED: no-match.mlir.tmp.mlir:2:{{[0-9]+}}: error: expected refusal "twice" was not found
// APPLIED: note: pattern 'twice' was applied there
// REASON: error: expected refusal "twice: because" was not found
// REASON: note: twice: the pattern does not fit: x = toy.neg(x)
func.func @f(%x: i32) {
  %0 = toy.neg %x // expected-no-match {{twice}}
  // expected-no-match@+2 {{twice: the pattern does not fit: x = toy.neg(x)}}
  // expected-no-match-re@+1 {{tw{{.*}}: the pattern does not fit}}
  %1 = toy.neg %x
  // expected-no-match@above {{[x = }}
  %2 = toy.sum %0, %1
  toy.use %2
  return
}
