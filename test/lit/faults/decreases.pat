// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: decreases.pat:8:26: error: 'decreases' takes an int, or a tuple of them, but this is string [measure]
// CHECK: decreases.pat:9:31: error: 'pairs' cannot be read here: 'decreases' reads the root only [unbound]
// CHECK: decreases.pat:10:25: error: 'decreases' takes an int, or a tuple of them, but this is (int, string) [measure]
use arith, bir;
set s {
  pattern text decreases "a" { match op = bir.noop; rewrite { erase op; } }
  pattern bound decreases len(pairs) { match op = bir.ap { pairs }; rewrite { update op { pairs = pairs }; } }
  pattern two decreases (1, "b") { match op = bir.queue; rewrite { erase op; } }
}
