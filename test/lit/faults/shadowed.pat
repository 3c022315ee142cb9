// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: shadowed.pat:6:11: error: 'special' is never reached: 'general' (benefit 2) matches all that it does [shadowed]
use bir;
set s {
  pattern special { match op = bir.noop { engine = .pool }; rewrite { erase op; } }
  pattern general benefit 2 { match op = bir.noop; rewrite { erase op; } }
}
pass p on func.func { stage a: walk { s } }
