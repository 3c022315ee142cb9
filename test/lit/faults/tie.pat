// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: tie.pat:6:11: error: 'a' and 'b' have equal benefit and overlap; give one a benefit or say 'unordered' [tie]
use arith;
set s {
  pattern a { match op = arith.subi(x, x); rewrite { replace op with x; } }
  pattern b { match op = arith.subi(x, _); rewrite { replace op with x; } }
}
pass p on func.func { stage a: walk { s } }
