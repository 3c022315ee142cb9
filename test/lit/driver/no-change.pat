// What is built again as it was is no application: a fixpoint ends at once. That it may not end is not known before.
// RUN: rookery-opt --dialects %S/Inputs/toy.dialect --patterns %s %S/Inputs/transactions.mlir --rebuilds --trace-patterns --allow-cycles 2>&1 | FileCheck %s
// CHECK: warning: 'rebuild' creates what it matches
// CHECK: warning: 'same_operands' changes what it matches
// CHECK-NOT: rebuild (
// CHECK-NOT: same_operands (
use toy, func;
set rebuilds {
  pattern rebuild { match op = toy.sum(x, y); rewrite { replace op with toy.sum(x, y); } }
  pattern same_operands { match op = toy.neg(x); rewrite { update op (x = x); } }
}
pass rebuilds on func.func { stage fix: greedy { rebuilds } }
