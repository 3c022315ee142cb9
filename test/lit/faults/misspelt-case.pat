// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: misspelt-case.pat:11:52: error: '.pol' is no case of bir.Engine (unassigned, pool, activation, pe, dma, dve, sp, all); did you mean 'pool'? [unknown-case]
// CHECK: misspelt-case.pat:12:69: error: '.pol' is no case of bir.Engine (unassigned, pool, activation, pe, dma, dve, sp, all); did you mean 'pool'? [unknown-case]
// CHECK: misspelt-case.pat:13:74: error: '.pol' is no case of bir.Engine (unassigned, pool, activation, pe, dma, dve, sp, all); did you mean 'pool'? [unknown-case]
// CHECK: misspelt-case.pat:16:20: error: '.pol' is no case of bir.Engine (unassigned, pool, activation, pe, dma, dve, sp, all); did you mean 'pool'? [unknown-case]
// CHECK: misspelt-case.pat:19:74: error: 'pool' is not bound; a case is written '.pool' [unbound]
// CHECK: misspelt-case.pat:20:81: error: engine is bir.Engine, but this is int [types]
use bir;
set s {
  pattern matched { match op = bir.noop { engine = .pol }; rewrite { erase op; } }
  pattern compared { match op = bir.noop { engine = e }; where e == .pol; rewrite { erase op; } }
  pattern assigned { match op = bir.noop; rewrite { update op { engine = .pol }; } }
  pattern in_case {
    match op = bir.noop { engine = e };
    where case e { .pol => true, _ => false };
    rewrite { erase op; }
  }
  pattern unquoted { match op = bir.noop; rewrite { update op { engine = pool }; } }
  pattern number_for_case { match op = bir.noop; rewrite { update op { engine = 1 }; } }
}
