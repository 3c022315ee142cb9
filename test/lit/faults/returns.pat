// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: returns.pat:13:37: error: expected 'match', 'where', 'let' or an expression [syntax]
// CHECK: returns.pat:14:28: error: expected bool, but this is int [types]
// CHECK: returns.pat:10:9: error: 'one' does not return on every path [return]
// CHECK: returns.pat:11:9: error: 'none_given' does not return on every path [return]
// CHECK: returns.pat:12:31: error: 'return' stands in rewrite functions with a result [return]
// CHECK: returns.pat:15:79: error: 'return' stands in rewrite functions with a result [return]
use arith;
rewrite one(x: value) -> value { if x == x { return x; } }
rewrite none_given(x: value) -> value { arith.addi(x, x); }
rewrite no_result(x: value) { return x; }
fn pure(x: int) -> int { let y = x; }
fn typed(x: int) -> bool = x;
set s { pattern a { match op = arith.addi(x, y); rewrite { replace op with x; return y; } } }
