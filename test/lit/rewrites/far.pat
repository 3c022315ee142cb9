// A greedy stage ends when nothing matches any more: here what lets a pattern match changes two operations away, between an
// operation and its neighbour, and at a symbol.
// RUN: rookery-opt %S/Inputs/far.mlir --dialects %S/Inputs/t.dialect --patterns %s --far | FileCheck %s
// RUN: rookery-opt %S/Inputs/far.mlir --dialects %S/Inputs/t.dialect --patterns %s --far --shuffle-worklist=1 | FileCheck %s
// RUN: rookery-opt %S/Inputs/far.mlir --dialects %S/Inputs/t.dialect --patterns %s --far --shuffle-worklist=2 | FileCheck %s
use arith, func, memref, t;
set far {
  pattern last_write { match first = memref.store(_, m, ix); match memref.store(_, m, ix) of next(first); rewrite { erase first; } }
  pattern to_itself { match op = memref.copy(m, m); rewrite { erase op; } }
  pattern three_deep { match op = t.concat([t.concat([t.concat([t.concat([arith.constant as c])])])]); rewrite { replace op with c; } }
  pattern sum benefit 2 { match op = arith.addi(arith.constant { value = a }, arith.constant { value = b }) -> (r); rewrite { replace op with arith.constant() { value = a + b } -> types [type(r)]; } }
}
// CHECK-LABEL: func.func @neighbours
// CHECK-NEXT: memref.store %arg2, %arg0, %arg3
// CHECK-NEXT: return
// CHECK-LABEL: func.func @deep
// CHECK-NEXT: %0 = arith.constant 3 : i32
// CHECK-NEXT: return %0 : i32
pass far on func.func { stage all: greedy { far } }
