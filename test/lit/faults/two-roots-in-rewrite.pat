// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: two-roots-in-rewrite.pat:6:54: error: a pattern has one root; say where this operation is looked for with 'of' or 'in' [two-roots]
use arith;
set s {
  pattern a { match op = arith.addi(x, _); rewrite { match other = arith.muli; replace op with x; } }
}
