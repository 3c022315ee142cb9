// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: reach.pat:9:11: error: 'b' is never reached: 'a' (benefit 1) matches all that it does [shadowed]
// CHECK: reach.pat:8:47: error: 'a' erases the 'func.func' that pass 'p' runs on; such a pattern belongs to a pass on builtin.module [reach]
// CHECK: reach.pat:9:66: error: 'b' moves the 'func.func' that pass 'p' runs on; such a pattern belongs to a pass on builtin.module [reach]
use func;
set s {
  pattern a { match op = func.func; rewrite { erase op; } }
  pattern b { match op = func.func { sym_name = "b" }; rewrite { move op before op; } }
}
pass p on func.func { stage a: walk { s } }
