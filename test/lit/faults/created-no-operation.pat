// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: created-no-operation.pat:8:80: error: an interface cannot be created: bir.Dma [interface-created]
// CHECK: created-no-operation.pat:9:70: error: 'bir.Engine' is an enum; its cases are written '.case' [interface-created]
// CHECK: created-no-operation.pat:10:51: error: 'bir.access' is a type, no operation [interface-created]
use bir, arith;
set s {
  pattern interface { match op = bir.dma_copy(s, d); rewrite { replace op with bir.Dma(s, d) { name = "x" }; } }
  pattern enum { match op = bir.noop; rewrite { update op { engine = bir.Engine(1) }; } }
  pattern a_type { match op = bir.noop; rewrite { bir.access(); erase op; } }
}
