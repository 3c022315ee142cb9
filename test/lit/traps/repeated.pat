// One value twice: a name twice demands it, two names take it, and a replaced value is replaced wherever it is passed (traps 4.21, 4.22).
// RUN: rookery-opt --dialects %S/Inputs/t.dialect --patterns %s %S/Inputs/repeated.mlir --squares | FileCheck %s
// RUN: rookery-opt --dialects %S/Inputs/t.dialect --patterns %s %S/Inputs/repeated.mlir --any | FileCheck %s --check-prefix=ANY
use t, func;
// CHECK-LABEL: @f
// CHECK-NEXT: %0 = t.square %arg0
// CHECK-NEXT: %1 = t.mul %arg0, %arg1
// CHECK-NEXT: t.use %0, %1, %0
// CHECK-LABEL: @twice
// CHECK-NEXT: %0 = t.square %arg0
// CHECK-NEXT: cf.br ^bb1(%0, %0 : i32, i32)
set squares { pattern square { match op = t.mul(x, x); rewrite { replace op with t.square(x); } } }
pass squares on func.func { stage fix: greedy { squares } }
// ANY-LABEL: @f
// ANY-NEXT: %0 = t.square %arg0
// ANY-NEXT: %1 = t.square %arg0
set any_two { pattern any_two { match op = t.mul(a, _); rewrite { replace op with t.square(a); } } }
pass any on func.func { stage fix: greedy { any_two } }
