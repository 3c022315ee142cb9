// `--pattern-coverage=FILE` adds to the counts in FILE how often each pattern was applied and how often each alternative, arm
// and branch was taken; `--pattern-coverage-report` lists what never was, by one file or all in a folder.
// DEFINE: %{opt} = rookery-opt --dialects %S/Inputs/toy.dialect --patterns %s --covered
// RUN: rm -rf %t.d
// RUN: mkdir %t.d
// RUN: echo "func.func @f(%%x: i32) { toy.use %%x return }" > %t.nothing
// RUN: echo "func.func @f(%%x: i32) { %%0 = toy.b %%x %%1 = toy.sum %%0, %%x toy.use %%1 return }" > %t.sum
// RUN: %{opt} %t.nothing --pattern-coverage=%t.d/a -o %t.out
// RUN: FileCheck %s --check-prefix=NONE < %t.d/a
// RUN: rookery-opt --pattern-coverage-report=%t.d/a > %t.report
// RUN: FileCheck %s --check-prefix=NEVER < %t.report
// RUN: %{opt} %t.sum --pattern-coverage=%t.d/a -o %t.out
// RUN: %{opt} %t.sum --pattern-coverage=%t.d/a -o %t.out
// RUN: FileCheck %s --check-prefix=TWICE < %t.d/a
// RUN: rookery-opt --pattern-coverage-report=%t.d/a | FileCheck %s --check-prefix=LESS
// RUN: %{opt} %t.sum --pattern-coverage=%t.d/b -o %t.out
// RUN: rookery-opt --pattern-coverage-report=%t.d | FileCheck %s --check-prefix=LESS
// A test's own runs count when the runner passes the flag.
// RUN: rm -f %t.lit
// RUN: rookery-lit %S/order.pat --param "all-opt-flags=--pattern-coverage=%t.lit"
// RUN: FileCheck %s --check-prefix=LIT < %t.lit
// RUN: echo "no counts" > %t.bad
// RUN: not rookery-opt --pattern-coverage-report=%t.bad 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: not rookery-opt --pattern-coverage-report=%t.none 2>&1 | FileCheck %s --check-prefix=MISSING

// NONE: sums {{.*}}coverage.pat:53:11 pattern 0
// NONE: sums {{.*}}coverage.pat:54:25 alternative 0
// NEVER: coverage.pat:50:6: branch in 'size' was never taken
// NEVER: coverage.pat:53:11: pattern 'sums' was never applied
// NEVER: coverage.pat:54:25: alternative in 'sums' was never taken
// NEVER: <rookery>/patterns/bind-dma/engines.pat:{{.*}} never applied
// TWICE: size {{.*}}coverage.pat:50:6 branch 2
// TWICE: size {{.*}}coverage.pat:50:25 branch 0
// TWICE: sums {{.*}}coverage.pat:53:11 pattern 2
// TWICE: sums {{.*}}coverage.pat:54:25 alternative 0
// TWICE: sums {{.*}}coverage.pat:54:36 alternative 2
// TWICE: sums {{.*}}coverage.pat:57:10 branch 2
// TWICE: sums {{.*}}coverage.pat:60:9 branch 0
// LESS-NOT: coverage.pat
// LESS: coverage.pat:50:25: branch in 'size' was never taken
// LESS-NEXT: coverage.pat:54:25: alternative in 'sums' was never taken
// LESS-NEXT: coverage.pat:60:9: branch in 'sums' was never taken
// LESS: {{[0-9]+ of [0-9]+}} never fired
// LIT: high {{.*}}order.pat:{{.*}} pattern {{[1-9]}}
// BAD: coverage.pat.tmp.bad:1: expected 'pattern<TAB>place<TAB>kind<TAB>count'
// MISSING: error: cannot read '{{.*}}tmp.none'
use toy, func;

fn size(n: int) -> int {
  if n > 0 { n } else { 0 }
}
set covered {
  pattern sums {
    match op = toy.sum((toy.a(_) | toy.b(_)) as v, _);
    let n = size(len(users(v.r)));
    rewrite {
      if n > 0 {
        replace op with v;
      } else {
        replace op with toy.neg(v);
      }
    }
  }
}
pass covered on func.func { stage once: walk { covered } }
