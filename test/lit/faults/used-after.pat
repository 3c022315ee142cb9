// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: used-after.pat:9:73: error: 'op' is erased or replaced by an earlier statement [used-after]
// CHECK: used-after.pat:10:73: error: 'op' is erased or replaced by an earlier statement [used-after]
// CHECK: used-after.pat:11:92: error: 'op' is erased or replaced by an earlier statement [used-after]
// CHECK: used-after.pat:12:94: error: 'op' is erased or replaced by an earlier statement [used-after]
use arith, bir;
set s {
  pattern after_erase { match op = bir.noop; rewrite { erase op; update op { engine = .pool }; } }
  pattern erased_twice { match op = bir.noop; rewrite { erase op; erase op; } }
  pattern after_replace { match op = arith.addi(x, y); rewrite { replace op with x; update op (lhs = y); } }
  pattern replaced_twice { match op = arith.addi(x, y); rewrite { replace op with x; replace op with y; } }
}
