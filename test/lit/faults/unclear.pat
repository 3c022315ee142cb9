// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: unclear.pat:13:37: error: expected an operation's name (dialect.name) [syntax]
// CHECK: unclear.pat:11:39: error: any operation may stand here, so its operands have no names [unclear]
// CHECK: unclear.pat:12:40: error: the operands of arith.addi | bir.noop differ; name them [unclear]
// CHECK: unclear.pat:14:55: error: it is not known of which enum '.pool' is a case; write its name in front [unclear]
// CHECK: unclear.pat:15:65: error: any operation may stand here, so its operands have no names [unclear]
// CHECK: unclear.pat:16:37: error: '_' means any operation and needs no alternatives [form]
use bir, arith, penguin;
set s {
  pattern names_of_any { match op = _(lhs = x); rewrite { replace op with x; } }
  pattern operands_differ { match op = arith.addi | bir.noop(x, y); rewrite { erase op; } }
  pattern alternatives { match op = (arith.addi | arith.negf)(x, y); rewrite { replace op with x; } }
  pattern case_of_what { match op = bir.noop; let e = .pool; error op "{e}"; }
  pattern attribute_of_any { match op = _; rewrite { update op (lhs = op.lhs); } }
  pattern any_and_more { match op = _ | arith.addi; rewrite { erase op; } }
}
