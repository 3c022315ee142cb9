// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: misspelt-function.pat:9:59: error: unknown function 'wdie'; did you mean 'wide'? [unknown-function]
// CHECK: misspelt-function.pat:10:64: error: unknown function 'widht'; did you mean 'width'? [unknown-function]
// CHECK: misspelt-function.pat:11:55: error: 'pairs' has no functions of its own; a call is 'len(pairs)' [form]
use bir, arith;
fn wide(n: int) -> bool = n > 32;
set s {
  pattern own { match op = arith.addi(x, y) -> (r); where wdie(width(type(r))); rewrite { replace op with x; } }
  pattern built_in { match op = arith.addi(x, y) -> (r); where widht(type(r)) > 8; rewrite { replace op with x; } }
  pattern method { match op = bir.ap { pairs }; where pairs.len() > 3; error op "long"; }
}
