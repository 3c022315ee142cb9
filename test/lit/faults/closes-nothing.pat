// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: closes-nothing.pat:6:1: error: expected an item: 'use', 'import', 'fn', 'rewrite', 'pattern', 'set', 'rules', 'pass' or 'pipeline' [unclosed]
use arith;
set s { pattern a { match op = arith.muli(x, _); rewrite { replace op with x; } } }
}
