// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: unbound.pat:24:23: error: 'b' is not bound; did you mean 'a'? [unbound]
// CHECK: unbound.pat:15:81: error: 'lsh' is not bound; did you mean 'lhs'? [unbound]
// CHECK: unbound.pat:16:57: error: 'y' is not bound; did you mean 'x'? [unbound]
// CHECK: unbound.pat:17:56: error: 'engine' is not bound [unbound]
// CHECK: unbound.pat:18:60: error: 'op' is not bound [unbound]
// CHECK: unbound.pat:19:74: error: 'lhs' is not bound [unbound]
// CHECK: unbound.pat:20:94: error: 'p' is not bound; did you mean 'op'? [unbound]
// CHECK: unbound.pat:21:59: error: 'e' is not bound [unbound]
// CHECK: unbound.pat:22:80: warning: 'z' is bound and never used; write '_' [unused]
// CHECK: unbound.pat:22:105: error: 'z' is not bound; did you mean 'x'? [unbound]
use arith, bir;
set s {
  pattern in_rewrite { match op = arith.addi(lhs, _); rewrite { replace op with lsh; } }
  pattern in_where { match op = arith.addi(x, _); where y == x; rewrite { replace op with x; } }
  pattern in_text { match op = bir.noop; error op "on {engine}"; }
  pattern root { match arith.addi(x, _); rewrite { replace op with x; } }
  pattern own_operand { match op = arith.addi; rewrite { replace op with lhs; } }
  pattern after_scope { match op = bir.ap { pairs }; where all(p.num > 0 for p in pairs) and p.num > 1; error op "x"; }
  pattern before_it_is_bound { match op = bir.noop; where e == .pool; let e = op.engine; rewrite { erase op; } }
  pattern of_a_branch { match op = arith.addi(x, y); rewrite { if x == y { let z = x; } replace op with z; } }
}
fn f(a: int) -> int = b;
