// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: misspelt-type-created.pat:12:103: error: expected '>', an IR type or an expression [syntax]
// CHECK: misspelt-type-created.pat:9:123: error: unknown type 'i32x'; did you mean 'i32'? [unknown-type]
// CHECK: misspelt-type-created.pat:10:122: error: 'integer' does not say one type [result-type]
// CHECK: misspelt-type-created.pat:11:60: warning: 'v' is bound and never used; write '_' [unused]
use arith, memref;
set s {
  pattern result { match op = arith.constant() { value = v }; rewrite { replace op with arith.constant() { value = v } -> i32x; } }
  pattern class { match op = arith.constant() { value = v }; rewrite { replace op with arith.constant() { value = v } -> integer; } }
  pattern left_out { match op = arith.constant() { value = v }; rewrite { replace op with arith.constant() { value = 1 }; } }
  pattern spelled { match op = memref.alloc; rewrite { replace op with memref.alloc([], []) -> memref<4xi32>; } }
}
