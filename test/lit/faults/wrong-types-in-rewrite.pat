// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: wrong-types-in-rewrite.pat:18:72: error: an operation or a value is replaced, but this is int [types]
// CHECK: wrong-types-in-rewrite.pat:19:80: error: the replacement is an operation, a value or a list, but this is int [types]
// CHECK: wrong-types-in-rewrite.pat:20:68: error: an operation or a block argument is erased, but this is int [types]
// CHECK: wrong-types-in-rewrite.pat:21:67: error: 'update' changes an operation, but this is value [types]
// CHECK: wrong-types-in-rewrite.pat:22:54: error: 'move .. into' moves a region into a region, but this is scf.for; write 'move x end of r' for an operation [types]
// CHECK: wrong-types-in-rewrite.pat:23:58: error: 'inline' takes a region, but this is scf.for [types]
// CHECK: wrong-types-in-rewrite.pat:24:77: error: this point is at a region or block, but this is bir.dma_copy [types]
// CHECK: wrong-types-in-rewrite.pat:25:60: error: a diagnostic is at an operation or value, but this is int [types]
// CHECK: wrong-types-in-rewrite.pat:26:68: error: only operations are copied, but this is int [types]
// CHECK: wrong-types-in-rewrite.pat:27:76: error: expected string, but this is int [types]
// CHECK: wrong-types-in-rewrite.pat:28:76: error: 'of' takes an operation or a value, but this is int [types]
// CHECK: wrong-types-in-rewrite.pat:29:76: error: 'in' takes a list, but this is int [types]
// CHECK: wrong-types-in-rewrite.pat:30:88: error: expected value, but this is int [types]
use arith, bir, scf;
set s {
  pattern replaced { match op = bir.dma_copy { id }; rewrite { replace id with op; } }
  pattern replacement { match op = arith.addi(x, y); rewrite { replace op with 3; } }
  pattern erased { match op = bir.dma_copy { id }; rewrite { erase id; } }
  pattern updated { match op = arith.addi(x, y); rewrite { update x (lhs = y); } }
  pattern moved { match op = scf.for; rewrite { move op into op; } }
  pattern inlined { match op = scf.for; rewrite { inline op before op; } }
  pattern place_at_op { match op = bir.dma_copy { id }; rewrite { at end of op: bir.noop(); } }
  pattern reported { match op = bir.dma_copy { id }; error id "here"; }
  pattern cloned { match op = bir.dma_copy { id }; rewrite { clone id; } }
  pattern renamed { match op = bir.dma_copy { id }; rewrite { rename op to 3; } }
  pattern of_int { match op = bir.dma_copy { id }; match x = arith.addi of id; rewrite { erase op; } }
  pattern in_int { match op = bir.dma_copy { id }; match x = arith.addi in id; rewrite { erase op; } }
  pattern operand { match op = bir.dma_copy(s, d) { name }; rewrite { update op (src = 3); } }
}
