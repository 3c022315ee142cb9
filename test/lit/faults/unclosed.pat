// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: unclosed.pat:9:56: error: this string is not closed in its line [unclosed]
// CHECK: unclosed.pat:8:47: error: expected ',', '(', ')', ':' or '=' [syntax]
// CHECK: unclosed.pat:11:48: error: expected ',', '(', ']' or ':' [syntax]
use arith;
set s {
  pattern bracket { match op = arith.addi(x, y; rewrite { replace op with x; } }
  pattern text { match op = arith.addi(x, y); error op "never ends; }
  pattern list { match op = arith.addi(x, y); where x in [x, y; rewrite { replace op with x; } }
  pattern crossed { match op = arith.addi(x, [y); rewrite { replace op with x; } }
}
