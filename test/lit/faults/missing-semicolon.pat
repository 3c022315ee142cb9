// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: missing-semicolon.pat:10:10: error: expected ';' [syntax]
// CHECK: missing-semicolon.pat:12:53: error: expected ';', '{' or '->' [syntax]
// CHECK: missing-semicolon.pat:15:17: error: expected ';' [syntax]
// CHECK: missing-semicolon.pat:18:86: error: expected ';' or '(' [syntax]
// CHECK: missing-semicolon.pat:21:14: error: expected ';' [syntax]
// CHECK: missing-semicolon.pat:25:10: error: expected ';' [syntax]
// CHECK: missing-semicolon.pat:26:22: error: expected ';' [syntax]
use arith
set s {
  pattern after_match { match op = arith.addi(x, y) rewrite { replace op with x; } }
  pattern after_where {
    match op = arith.addi(x, y);
    where x == y
    rewrite { replace op with x; }
  }
  pattern after_statement { match op = arith.addi(x, y); rewrite { replace op with x } }
  pattern after_let {
    match op = arith.addi(x, y);
    let z = x
    rewrite { replace op with z; }
  }
}
set t = s
pipeline p = bind_dma
