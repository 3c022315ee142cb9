// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: never-matches.pat:8:45: error: can never match: operand 'src' is !bir.access, the result of arith.addi is a signless integer [never-matches]
// CHECK: never-matches.pat:9:55: error: can never match: this is bir.noop, not bir.queue [never-matches]
// CHECK: never-matches.pat:10:50: error: can never match: this is bir.noop, not bir.queue [never-matches]
use bir, arith;
set s {
  pattern operand { match op = bir.dma_copy(arith.addi(_, _), _); rewrite { erase op; } }
  pattern narrowed { match op = bir.noop; where op is bir.queue; rewrite { erase op; } }
  pattern of_op { match op = bir.noop; match x = bir.queue of op; rewrite { erase x; } }
}
