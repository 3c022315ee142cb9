// An update in place is asked again only for what it changes: setting what is not tested ends, counting up does not (trap 4.8).
// RUN: echo "func.func @f() { t.count return }" > %t.mlir
// RUN: rookery-opt --dialects %S/Inputs/t.dialect --patterns %s %t.mlir --marks --trace-patterns 2>&1 | FileCheck %s
// RUN: not rookery-opt --dialects %S/Inputs/t.dialect --patterns %s --patterns %S/Inputs/counts.pat --list-passes 2>&1 | FileCheck %s --check-prefix=LOAD
// RUN: not rookery-opt --dialects %S/Inputs/t.dialect --patterns %s --patterns %S/Inputs/counts.pat --allow-cycles %t.mlir --counts --limit rewrites-base=50 2>&1 | FileCheck %s --check-prefix=LIMIT
use t, func;
// CHECK-COUNT-1: mark (
// CHECK-NOT: mark (
// CHECK: t.count {seen}
set marks { pattern mark { match op = t.count; rewrite { update op { seen = true }; } } }
pass marks on func.func { stage fix: greedy { marks } }
// LOAD: counts.pat:2:22: error: 'up' changes what it matches in the greedy stage 'fix'; declare 'decreases'
// LIMIT: error: no fixpoint after {{[0-9]+}} applications (limits 'rewrites_per_op', 'rewrites_base'): pattern 'up' ({{.*}}counts.pat:2) applies again and again
