// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: benefit-reads-match.pat:8:24: error: expected int, but this is string [types]
// CHECK: benefit-reads-match.pat:9:21: error: 'op' cannot be read here: a benefit reads nothing but the target [unbound]
// CHECK: benefit-reads-match.pat:10:21: error: 'n' cannot be read here: a benefit reads nothing but the target [unbound]
use bir;
set s {
  pattern text benefit "high" { match op = bir.load; rewrite { erase op; } }
  pattern a benefit op.id { match op = bir.load; rewrite { erase op; } }
  pattern b benefit n { match op = bir.save { id = n }; rewrite { erase op; } }
}
