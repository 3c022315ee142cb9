// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: misspelt-region.pat:9:46: error: scf.for has no region 'bdy' (region) [unknown-operand]
// CHECK: misspelt-region.pat:11:56: error: scf.for has no field 'bdy' [unknown-field]
use scf;
set s {
  pattern created {
    match op = scf.for(lo, hi, step, ..);
    rewrite { scf.for(lo, hi, step, []) with bdy(i: index) { scf.yield(); }; }
  }
  pattern read { match op = scf.for; where is_empty(op.bdy); rewrite { erase op; } }
}
