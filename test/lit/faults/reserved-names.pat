// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: reserved-names.pat:16:27: error: expected a name or an operation's name (dialect.name) [syntax]
// CHECK: reserved-names.pat:10:4: error: 'len' is the name of a built-in function [reserved]
// CHECK: reserved-names.pat:12:27: error: 'func' is the name of a dialect and cannot be a variable [reserved]
// CHECK: reserved-names.pat:13:43: error: 'bir' is the name of a dialect and cannot be a variable [reserved]
// CHECK: reserved-names.pat:14:46: error: 'target' cannot be a variable [reserved]
// CHECK: reserved-names.pat:15:31: error: 'options' cannot be a variable [reserved]
use arith, bir, func;
fn len(x: int) -> int = x;
set s {
  pattern dialect { match func = arith.addi(x, _); rewrite { replace func with x; } }
  pattern operand { match op = arith.addi(bir, _); rewrite { replace op with bir; } }
  pattern target_too { match op = arith.addi(target, _); rewrite { replace op with target; } }
  pattern options_too { match options = bir.noop; rewrite { erase options; } }
  pattern keyword { match rewrite = bir.noop; rewrite { erase rewrite; } }
  pattern note { match op = arith.addi(note, _); rewrite { replace op with note; } }
}
pass apply_patterns on func.func { stage a: walk { } }
