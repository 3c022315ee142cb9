// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: operand-count.pat:11:32: error: arith.addi takes 2 operands (lhs, rhs), 1 given [arity]
// CHECK: operand-count.pat:12:33: error: arith.addi takes 2 operands (lhs, rhs), 3 given [arity]
// CHECK: operand-count.pat:13:80: error: arith.subi takes 2 operands (lhs, rhs), 1 given [arity]
// CHECK: operand-count.pat:14:81: error: arith.subi takes 2 operands (lhs, rhs), 3 given [arity]
// CHECK: operand-count.pat:15:83: error: 'arith' is not bound; it is a dialect: an operation is created by 'dialect.name(operands)' [unbound]
// CHECK: operand-count.pat:16:32: error: arith.addi has 1 result, 2 given [arity]
use arith, bir;
set s {
  pattern too_few { match op = arith.addi(x); rewrite { replace op with x; } }
  pattern too_many { match op = arith.addi(x, y, z); rewrite { replace op with x; } }
  pattern created_few { match op = arith.addi(x, y); rewrite { replace op with arith.subi(x); } }
  pattern created_many { match op = arith.addi(x, y); rewrite { replace op with arith.subi(x, y, y); } }
  pattern no_parentheses { match op = arith.addi(x, y); rewrite { replace op with arith.subi; } }
  pattern results { match op = arith.addi(x, y) -> (a, b); rewrite { replace op with x; } }
}
