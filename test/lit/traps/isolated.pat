// A constant that would leave an isolated region is refused, and one that folding makes stays in its own (trap 4.13).
// RUN: rookery-opt --dialects %S/Inputs/t.dialect --patterns %s %S/Inputs/isolated.mlir --out --canonicalize 2> %t.said | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAID < %t.said
use t, func, arith;
// CHECK: t.fence
// CHECK: arith.constant 7 : i32
// CHECK: t.use
// SAID: warning: pattern 'out' was not applied here: it leaves invalid IR: {{.*}} using value defined outside the region
set out_of_fence {
  pattern out { match op = arith.constant; match f = t.fence of parent(op); rewrite { move op before f; } }
}
pass out on func.func { stage once: walk { out_of_fence } }
