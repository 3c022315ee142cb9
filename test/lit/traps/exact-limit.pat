// A limit of N allows N applications and not one more (trap 4.24).
// RUN: rookery-opt --dialects %S/Inputs/t.dialect --patterns %s %S/Inputs/three.mlir --steps --limit rewrites-per-op=0 --limit rewrites-base=3 | FileCheck %s
// RUN: not rookery-opt --dialects %S/Inputs/t.dialect --patterns %s %S/Inputs/three.mlir --steps --limit rewrites-per-op=0 --limit rewrites-base=2 2>&1 | FileCheck %s --check-prefix=LIMIT
use t, func;
// CHECK-COUNT-3: t.b
// LIMIT: error: no fixpoint after 2 applications
set steps { pattern step { match op = t.a(x); rewrite { replace op with t.b(x); } } }
pass steps on func.func { stage fix: greedy { steps } }
