// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: many-faults.pat:8:16: error: unknown operation 'arith.adi'; did you mean 'arith.addi'? [unknown-operation]
// CHECK: many-faults.pat:9:13: error: unknown function 'nothing_such' [unknown-function]
use arith;
set s {
  pattern all_wrong {
    match op = arith.adi(x, y) { flags = f };
    let z = nothing_such(x);
    where z == f and w;
    rewrite { replace op with arith.subi(z, v); }
  }
}
