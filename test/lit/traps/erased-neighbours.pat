// A rewrite erases operations that are queued, and chains of them: nothing touches what is gone (traps 4.10 to 4.12).
// RUN: rookery-opt --dialects %S/Inputs/t.dialect --patterns %s %S/Inputs/chain.mlir --neighbours --trace-patterns 2> %t.trace | FileCheck %s
// RUN: FileCheck %s --check-prefix=TRACE < %t.trace
// RUN: rookery-opt --dialects %S/Inputs/t.dialect --patterns %s %S/Inputs/chain.mlir --neighbours --shuffle-worklist=5 | FileCheck %s
use t, func;

// CHECK-LABEL: @user_goes
// CHECK-NEXT: %0 = t.b %arg0
// CHECK-NEXT: t.use %0
// CHECK-NEXT: return
// CHECK-LABEL: @chain
// CHECK-NEXT: return
// CHECK-LABEL: @again
// CHECK-NEXT: %0 = t.b %arg0
// CHECK-NEXT: %1 = t.b %0
// CHECK-NEXT: t.use %1
// TRACE-COUNT-3: with_user (
set neighbours {
  /// Replaces its root, erases the user, and creates one that the same pattern does not take.
  pattern with_user {
    match op = t.a(x) -> (r);
    match u = t.mul(r, r) in users(r);
    rewrite { let b = t.b(x); replace u with b; erase op; }
  }
}
pass neighbours on func.func { stage fix: greedy { neighbours } }
