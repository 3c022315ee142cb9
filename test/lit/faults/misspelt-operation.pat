// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: misspelt-operation.pat:13:40: error: expected an operation's name (dialect.name) [syntax]
// CHECK: misspelt-operation.pat:11:32: error: unknown operation 'arith.adi'; did you mean 'arith.addi'? [unknown-operation]
// CHECK: misspelt-operation.pat:12:76: error: unknown operation 'arith.mulli'; did you mean 'arith.muli'? [unknown-operation]
// CHECK: misspelt-operation.pat:14:42: error: unknown operation 'arith.mulli'; did you mean 'arith.muli'? [unknown-operation]
// CHECK: misspelt-operation.pat:15:66: error: unknown operation 'arith.constnt'; did you mean 'arith.constant'? [unknown-operation]
// CHECK: misspelt-operation.pat:16:92: error: unknown function 'addi'; an operation has its dialect's name: 'arith.addi' [unknown-function]
use arith, bir;
set s {
  pattern matched { match op = arith.adi(x, y); rewrite { replace op with x; } }
  pattern created { match op = arith.addi(x, y); rewrite { replace op with arith.mulli(x, y); } }
  pattern without_dialect { match op = addi(x, y); rewrite { replace op with x; } }
  pattern nested { match op = arith.addi(arith.mulli(x, _), y); rewrite { replace op with arith.addi(x, y); } }
  pattern in_condition { match op = arith.addi(x, y); where x is arith.constnt; rewrite { replace op with y; } }
  pattern created_without_dialect { match op = arith.subi(x, y); rewrite { replace op with addi(x, y); } }
}
