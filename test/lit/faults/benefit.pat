// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: benefit.pat:7:28: error: a benefit is from 0 to 65535, but this is -1 [benefit]
// CHECK: benefit.pat:8:25: error: a benefit is from 0 to 65535, but this is 65536 [benefit]
use bir;
set s {
  pattern negative benefit -1 { match op = bir.noop; rewrite { erase op; } }
  pattern large benefit 65536 { match op = bir.queue; rewrite { erase op; } }
}
pass p on func.func { stage a: walk { s } }
