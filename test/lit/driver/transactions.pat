// An application happens whole or not at all: what would leave invalid IR is refused, names its pattern, and leaves the IR as it was.
// DEFINE: %{opt} = rookery-opt --dialects %S/Inputs/toy.dialect --patterns %s %S/Inputs/transactions.mlir
// RUN: rookery-opt --dialects %S/Inputs/toy.dialect %S/Inputs/transactions.mlir > %t.before
// RUN: %{opt} --refused > %t.after 2> %t.said
// RUN: diff %t.before %t.after
// RUN: FileCheck %s < %t.said
// RUN: %{opt} --waits | FileCheck %s --check-prefix=WAITS
use toy, func;

// CHECK: transactions.mlir:2:3: warning: pattern 'used' was not applied here: it erases 'toy.a', which 'toy.sum' uses
// CHECK: transactions.pat:[[# @LINE + 3]]:11: note: the pattern
set refused {
  // Said once, however often it happens.
  pattern used { match op = toy.a; rewrite { erase op; } }
  // CHECK-NOT: warning: pattern 'used'
  // CHECK: transactions.mlir:3:3: warning: pattern 'late' was not applied here: it leaves invalid IR: 'toy.neg' op operand #0 does not dominate this use
  pattern late unordered { match op = toy.neg(_); match s = toy.sum in users(op.r); rewrite { update op (x = s); } }
  // CHECK: transactions.mlir:3:3: warning: pattern 'moved' was not applied here: it leaves invalid IR: 'toy.neg' op operand #0 does not dominate this use
  pattern moved unordered { match op = toy.neg(toy.a as a); rewrite { move op before a; } }
  // Its own result in its place is no change, and nothing to tell.
  // CHECK-NOT: 'own'
  pattern own { match op = toy.neg(_) -> (r); rewrite { replace op with r; } }
  // CHECK: transactions.mlir:4:3: warning: pattern 'wrong_type' was not applied here: a value of type i32 is replaced by one of type i64
  pattern wrong_type { match op = toy.sum(_, _); match w = toy.wide in ops(region_of(op)); rewrite { replace op with w; } }
  // CHECK: transactions.mlir:7:3: warning: pattern 'behind_the_end' was not applied here: it leaves invalid IR: 'func.return' op must be the last operation in the parent block
  pattern behind_the_end { match op = toy.use; match r = func.return in ops(region_of(op)); rewrite { move op after r; } }
}
fn region_of(op: op) -> region { match f = func.func of parent(op); f.body }
pass refused on func.func { stage once: walk { refused } }

// WAITS: func.func @f(%arg0: i32) {
// WAITS-NOT: toy.sum
// WAITS: toy.use %arg0
// WAITS-NEXT: return
set waits {
  /// The order of the statements does not matter: users go in the same application.
  pattern all {
    match op = toy.a(x) -> (r);
    match n = toy.neg(r) in users(r);
    match s = toy.sum(n, r) in users(n.r);
    rewrite { erase op; erase n; replace s.r with x; erase s; }
  }
}
pass waits on func.func { stage once: walk { waits } }

