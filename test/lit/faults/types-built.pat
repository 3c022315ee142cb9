// RUN: not rookery-opt --show-diagnostic-kinds --list-passes --patterns %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='{{(error|warning|remark):}}'
// CHECK: types-built.pat:9:109: error: a memref needs 'shape' and 'element' [result-type]
// CHECK: types-built.pat:10:118: error: a memref has no part 'shap' [result-type]
// CHECK: types-built.pat:11:109: error: only memref types and types of dialects are built from parts [result-type]
// CHECK: types-built.pat:12:61: error: the type of result 'memref' of memref.alloc does not follow; write '-> type' [result-type]
use memref, bir, scf, arith;
set s {
  pattern no_element { match op = memref.load(m : memref<shape = s>, ..); rewrite { memref.alloc([], []) -> memref<shape = s>; erase op; } }
  pattern no_such_part { match op = memref.load(m : memref<shape = s>, ..); rewrite { memref.alloc([], []) -> memref<shap = s>; erase op; } }
  pattern other_type { match op = memref.load(m : memref<shape = s>, ..); rewrite { memref.alloc([], []) -> tensor<shape = s>; erase op; } }
  pattern not_given { match op = memref.load(..); rewrite { memref.alloc([], []); erase op; } }
}
