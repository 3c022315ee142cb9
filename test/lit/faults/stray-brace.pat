// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: stray-brace.pat:7:3: error: expected an item: 'use', 'import', 'fn', 'rewrite', 'pattern', 'set', 'rules', 'pass' or 'pipeline' [syntax]
use arith;
set s {
  pattern a { match op = arith.muli(x, _); rewrite { replace op with x; } } }
  pattern b { match op = arith.subi(x, _); rewrite { replace op with x; } }
}
