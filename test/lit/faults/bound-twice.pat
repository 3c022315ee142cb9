// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: bound-twice.pat:13:67: error: 'op' is bound already, to the root [bound-twice]
// CHECK: bound-twice.pat:14:54: error: 'x' is bound already [bound-twice]
// CHECK: bound-twice.pat:15:67: error: 'x' is bound to int, which string never equals [never-equal]
// CHECK: bound-twice.pat:16:72: error: 'x' is bound to [int], which int never equals [never-equal]
// CHECK: bound-twice.pat:17:64: error: operand 'lhs' is given twice [duplicate]
// CHECK: bound-twice.pat:18:67: error: attribute 'engine' is given twice [duplicate]
// CHECK: bound-twice.pat:19:82: error: attribute 'engine' is given twice [duplicate]
// CHECK: bound-twice.pat:20:100: error: operand 'lhs' is given twice [duplicate]
use arith, bir;
set s {
  pattern as_and_root { match op = arith.addi(arith.muli(_, _) as op, y); rewrite { replace op with y; } }
  pattern found { match op = arith.addi(x, y); match x = arith.muli of y; rewrite { replace op with x; } }
  pattern types_differ { match op = bir.dma_copy { id = x, name = x }; rewrite { erase op; } }
  pattern rest { match op = bir.dma_copy { indirect_dims = [..x], id = x }; rewrite { erase op; } }
  pattern operand_twice { match op = arith.addi(lhs = x, lhs = y); rewrite { replace op with x; } }
  pattern attribute_twice { match op = bir.noop { engine = .pool, engine = .sp }; rewrite { erase op; } }
  pattern set_twice { match op = bir.noop; rewrite { update op { engine = .pool, engine = .sp }; } }
  pattern given_twice { match op = arith.addi(x, y); rewrite { replace op with arith.subi(x, lhs = y); } }
}
