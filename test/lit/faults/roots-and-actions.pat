// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: roots-and-actions.pat:11:11: error: pattern 'no_root' has no root: a 'match' without 'of' or 'in' [no-root]
// CHECK: roots-and-actions.pat:12:11: error: pattern 'only_of' has no root: a 'match' without 'of' or 'in' [no-root]
// CHECK: roots-and-actions.pat:13:52: error: a pattern has one root; say where this operation is looked for with 'of' or 'in' [two-roots]
// CHECK: roots-and-actions.pat:14:11: error: pattern 'no_action' does nothing: it needs 'rewrite' or a diagnostic [no-action]
// CHECK: roots-and-actions.pat:15:11: error: pattern 'two_actions' has two actions [two-actions]
// CHECK: roots-and-actions.pat:16:11: error: pattern 'empty' has no root: a 'match' without 'of' or 'in' [no-root]
use arith;
set s {
  pattern no_root { where true; rewrite { } }
  pattern only_of { match x = arith.addi of y; rewrite { } }
  pattern two_roots { match op = arith.addi(x, _); match other = arith.muli; rewrite { replace op with x; erase other; } }
  pattern no_action { match op = arith.addi; }
  pattern two_actions { match op = arith.addi(x, _); rewrite { replace op with x; } error op "also"; }
  pattern empty { }
}
