// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: misspelt-successor.pat:8:101: error: cf.br has no operand 'dst'; did you mean 'dest'? [unknown-operand]
// CHECK: misspelt-successor.pat:9:66: error: cf.br needs the successor 'dest': write 'dest = block' [missing]
// CHECK: misspelt-successor.pat:10:47: error: cf.br has no field 'dst'; did you mean 'dest'? [unknown-field]
use cf;
set s {
  pattern created { match op = cf.br; let [b] = successors(op); rewrite { replace op with cf.br([], dst = b); } }
  pattern left_out { match op = cf.br; rewrite { replace op with cf.br([]); } }
  pattern read { match op = cf.br; let b = op.dst; rewrite { replace op with cf.br([], dest = b); } }
}
