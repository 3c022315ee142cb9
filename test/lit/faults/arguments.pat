// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: arguments.pat:12:51: error: 'both' needs 'a' [arguments]
// CHECK: arguments.pat:13:63: error: 'both' takes 2 arguments (a, b), 3 given [arguments]
// CHECK: arguments.pat:14:63: error: 'both' has no parameter 'c'; did you mean 'a'? [arguments]
// CHECK: arguments.pat:15:56: error: expected int, but this is string [types]
// CHECK: arguments.pat:16:49: error: expected a list: len([T]) -> int [arguments]
// CHECK: arguments.pat:17:62: error: 2 arguments given: len([T]) -> int [arguments]
use arith, bir;
fn both(a: int, b: bool = true) -> bool = a > 0 and b;
set s {
  pattern none_given { match op = bir.noop; where both(); rewrite { erase op; } }
  pattern too_many { match op = bir.noop; where both(1, true, 2); rewrite { erase op; } }
  pattern wrong_name { match op = bir.noop; where both(1, c = false); rewrite { erase op; } }
  pattern wrong_type { match op = bir.noop; where both("1"); rewrite { erase op; } }
  pattern built_in { match op = bir.noop; where len() > 1; rewrite { erase op; } }
  pattern built_in_many { match op = bir.ap { pairs }; where len(pairs, 1) > 1; error op "long"; }
}
