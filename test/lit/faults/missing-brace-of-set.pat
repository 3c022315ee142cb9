// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: missing-brace-of-set.pat:6:76: error: expected '}' [unclosed]
use arith;
set s {
  pattern a { match op = arith.muli(x, _); rewrite { replace op with x; } }
