// Where an application erases what stands at an insertion point, later creations go where that was.
// RUN: rookery-opt %S/Inputs/neg.mlir --dialects %S/Inputs/toy.dialect --patterns %s --place | FileCheck %s

// CHECK: func.func @f(%arg0: i32) {
// CHECK-NEXT: %[[A:.*]] = toy.b %arg0
// CHECK-NEXT: %[[B:.*]] = toy.b %arg0
// CHECK-NEXT: %[[C:.*]] = toy.b %arg0
// CHECK-NEXT: %[[D:.*]] = toy.b %arg0
// CHECK-NEXT: toy.use %[[D]]
// CHECK-NEXT: return
use toy, func;
set place {
  pattern all_at_the_start {
    match f = func.func;
    let [x] = args(f.body);
    let negs = [o for o in walk(f) if o is toy.neg];
    where len(negs) > 0;
    rewrite { for o in negs { at start of f.body { replace o with toy.b(x); } } }
  }
}
pass place on func.func { stage once: walk { place } }
