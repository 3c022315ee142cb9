// RUN: rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: unused.pat:11:46: warning: 'y' is bound and never used; write '_' [unused]
// CHECK: unused.pat:12:54: warning: 'e' is bound and never used; write '_' [unused]
// CHECK: unused.pat:13:44: warning: 'n' is bound and never used; write '_' [unused]
// CHECK: unused.pat:14:60: warning: 'n' is bound and never used; write '_' [unused]
// CHECK: unused.pat:15:52: warning: 'a' is bound and never used; write '_' [unused]
// CHECK: unused.pat:16:73: warning: 'p' is bound and never used; write '_' [unused]
use arith, bir;
set s {
  pattern operand { match op = arith.addi(x, y); rewrite { replace op with x; } }
  pattern attribute { match op = bir.noop { engine = e }; rewrite { erase op; } }
  pattern bound { match op = bir.noop; let n = 1; rewrite { erase op; } }
  pattern in_rewrite { match op = bir.queue; rewrite { let n = 1; erase op; } }
  pattern found { match op = bir.load(s, _); match a = bir.ap of s; rewrite { erase op; } }
  pattern loop_unused { match op = bir.ap { pairs }; where all(true for p in pairs); error op "x"; }
}
fn f(a: int, b: int) -> int = a;
