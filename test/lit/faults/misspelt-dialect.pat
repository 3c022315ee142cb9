// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: misspelt-dialect.pat:9:5: error: unknown dialect 'arth'; did you mean 'arith'? [unknown-dialect]
// CHECK: misspelt-dialect.pat:11:29: error: unknown dialect 'bri'; did you mean 'bir'? [unknown-dialect]
// CHECK: misspelt-dialect.pat:12:48: error: unknown dialect 'bri'; did you mean 'bir'? [unknown-dialect]
// CHECK: misspelt-dialect.pat:14:35: error: unknown dialect 'arth'; did you mean 'arith'? [unknown-dialect]
// CHECK: misspelt-dialect.pat:14:76: error: unknown operation 'arth.addi'; did you mean 'arith.addi'? [unknown-operation]
// CHECK: misspelt-dialect.pat:14:87: error: unknown operation 'arith.adi'; did you mean 'arith.addi'? [unknown-operation]
use arth, bir;
set s {
  pattern glob { match op = bri.*; rewrite { erase op; } }
  pattern alternatives { match op = bir.noop | bri.*; rewrite { erase op; } }
}
pass p on func.func { requires no arth.*; stage one: walk { s } ensures no arth.addi, arith.adi; }
