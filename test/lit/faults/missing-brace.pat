// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: missing-brace.pat:10:3: error: expected '}' or a statement [syntax]
use arith;
set s {
  pattern rewrite_open {
    match op = arith.addi(x, y);
    rewrite { replace op with x;
  }
  pattern next { match op = arith.muli(x, _); rewrite { replace op with x; } }
}
