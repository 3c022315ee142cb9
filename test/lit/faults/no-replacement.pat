// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: no-replacement.pat:6:63: error: the result of arith.addi has no replacement on the path where this condition is false [no-replacement]
use arith;
set s {
  pattern one_branch { match op = arith.addi(x, y); rewrite { if x == y { replace op with x; } } }
  pattern never { match op = arith.addi(x, y); rewrite { arith.subi(x, y); } }
  pattern in_a_loop { match op = arith.addi(x, y); rewrite { for v in [x, y] { replace op with v; } } }
  pattern erased { match op = arith.addi(_, _); rewrite { erase op; } }
}
