// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: misspelt-pass.pat:9:11: error: unknown operation 'func.fnc'; did you mean 'func.func'? [unknown-operation]
// CHECK: misspelt-pass.pat:7:17: error: unknown pass or pipeline 'lower_dna'; did you mean 'lower_dma'? [unknown-pass]
// CHECK: misspelt-pass.pat:8:18: error: unknown pass or pipeline 'round' [unknown-pass]
use arith;
pipeline mine = lower_dna, bind_dma;
pipeline round = round;
pass p on func.fnc { stage a: walk { } }
