// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: is-binds.pat:7:59: error: 'is' needs a pattern that tests something; 'z' only binds [tests-nothing]
// CHECK: is-binds.pat:8:58: error: 'is' needs a pattern that tests something; '_' fits everything [tests-nothing]
use arith;
set s {
  pattern binds { match op = arith.addi(x, y); where x is z; rewrite { replace op with y; } }
  pattern wild { match op = arith.addi(x, y); where x is _; rewrite { replace op with y; } }
  pattern bound_before { match op = arith.addi(x, y); where x is y; rewrite { replace op with y; } }
}
