// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: misspelt-type.pat:10:9: error: unknown type 'integer' [unknown-type]
// CHECK: misspelt-type.pat:11:10: error: unknown type 'strng'; did you mean 'string'? [unknown-type]
// CHECK: misspelt-type.pat:12:9: error: unknown type 'arith.adi'; did you mean 'arith.addi'? [unknown-type]
// CHECK: misspelt-type.pat:14:51: error: unknown type 'intger'; did you mean 'integer'? [unknown-type]
// CHECK: misspelt-type.pat:15:47: error: unknown type 'memrf'; did you mean 'memref'? [unknown-type]
// CHECK: misspelt-type.pat:16:52: error: type 'memref' has no part 'shap'; did you mean 'shape'? [unknown-field]
use arith, memref;
fn f(n: integer) -> bool = n == 1;
fn g(n: [strng]) -> int = len(n);
fn h(x: arith.adi) -> int = 1;
set s {
  pattern result { match op = arith.addi(x, _) -> intger; rewrite { replace op with x; } }
  pattern operand { match op = arith.addi(x : !memrf, _); rewrite { replace op with x; } }
  pattern part { match op = memref.load(m : memref<shap = s>, ..); where len(s) == 1; error op "flat"; }
}
