// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: misspelt-operand.pat:9:45: error: bir.dma_copy has no operand 'source' (src, dst, mask) [unknown-operand]
// CHECK: misspelt-operand.pat:10:87: error: arith.subi has no operand 'left' (lhs, rhs) [unknown-operand]
// CHECK: misspelt-operand.pat:11:71: error: arith.addi has no operand 'left' (lhs, rhs) [unknown-operand]
// CHECK: misspelt-operand.pat:12:85: error: arith.addi has no operand 'left' (lhs, rhs) [unknown-operand]
use bir, arith, scf, cf;
set s {
  pattern matched { match op = bir.dma_copy(source = s, ..); rewrite { erase op; } }
  pattern created { match op = arith.addi(x, y); rewrite { replace op with arith.subi(left = x, rhs = y); } }
  pattern set_one { match op = arith.addi(x, y); rewrite { update op (left = y); } }
  pattern copied { match op = arith.addi(x, y); rewrite { replace op with clone op (left = y); } }
}
