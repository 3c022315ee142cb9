// A name is known where it is bound for sure, and only there; each fault says which name.
// RUN: echo "module {}" | not rookery-opt --dialects %S/../driver/Inputs/match-order.dialect --patterns %s 2>&1 | FileCheck %s --implicit-check-not error:
use t;
set bindings {
  // CHECK: [[# @LINE + 1]]:59: error: this alternative does not bind 'x'
  pattern one_only { match op = t.two { xs = [x, 1, ..] | [1, ..] }; where x > 0; remark op "no"; }
  // CHECK: [[# @LINE + 1]]:61: error: 'y' is bound here, but not in the other alternatives
  pattern another { match op = t.two { xs = [x, 1] | [1, x, y] }; remark op "no"; }
  // CHECK: [[# @LINE + 1]]:59: error: 'x' is int here, but [int] in another alternative
  pattern two_types { match op = t.two { xs = [1, ..x] | [x] }; remark op "no"; }
  // CHECK: [[# @LINE + 1]]:81: error: 'x' is not bound
  pattern under_not { match op = t.two { xs }; where not (xs is [x, ..]); where x > 0; remark op "no"; }
  // CHECK: [[# @LINE + 1]]:87: error: 'x' is not bound
  pattern under_or { match op = t.two { xs, n }; where xs is [x, ..] or n == 1; where x > 0; remark op "no"; }
  // CHECK: [[# @LINE + 1]]:89: error: 'x' is not bound
  pattern other_branch { match op = t.two { xs }; let n = if xs is [x, ..] { x } else { x }; remark op "no"; }
  // CHECK: [[# @LINE + 1]]:32: error: 'commutes' exchanges the first two operands, but t.use does not begin with two single ones
  pattern too_few { match op = commutes t.use(_); remark op "no"; }
  // CHECK: [[# @LINE + 1]]:35: error: 'op' is bound already, to the root
  pattern root { match op = t.two(op, _); remark op "no"; }
  // These are right.
  pattern fine {
    match op = t.two { xs = [a, 1] | [1, a], n };
    where xs_of(op) is [x, ..] and x > a;
    where x > n;
    remark op "{x}";
  }
}
fn xs_of(op: t.two) -> [int] = op.xs;
