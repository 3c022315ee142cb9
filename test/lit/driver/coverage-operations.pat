// Operations that a pattern names as alternatives count apart in --pattern-coverage.
// DEFINE: %{opt} = rookery-opt --dialects %S/Inputs/toy.dialect --patterns %s --covered
// RUN: echo "func.func @f(%%x: i32) { %%0 = toy.b %%x %%1 = toy.b %%0 toy.use %%1 return }" > %t.mlir
// RUN: rm -f %t.counts
// RUN: %{opt} %t.mlir --pattern-coverage=%t.counts -o %t.out
// RUN: FileCheck %s < %t.counts
// RUN: rookery-opt --pattern-coverage-report=%t.counts | FileCheck %s --check-prefix=NEVER
// CHECK: either {{.*}}coverage-operations.pat:15:11 pattern 2
// CHECK: either {{.*}}coverage-operations.pat:16:16 alternative 0
// CHECK: either {{.*}}coverage-operations.pat:16:24 alternative 2
// NEVER: coverage-operations.pat:16:16: alternative in 'either' was never taken
// NEVER-NOT: coverage-operations.pat
use toy, func;
set covered {
  pattern either {
    match op = toy.a | toy.b;
    rewrite { replace op with toy.neg(op.x); }
  }
}
pass covered on func.func { stage once: walk { covered } }
