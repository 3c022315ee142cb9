// RUN: rookery-opt %s | rookery-filecheck %s
func.func @count(%n: index, %c: i1) -> index {
  %0 = arith.constant 0 : index
  cf.cond_br %c, ^head(%0 : index), ^done(%n : index)
^head(%i: index):
  %1 = arith.addi %i, %i : index
  cf.br ^done(%1 : index)
^done(%r: index):
  return %r : index
}
// CHECK: cf.cond_br %arg1, ^bb1(%[[ZERO:.*]] : index), ^bb2(%arg0 : index)
// CHECK-NEXT: ^bb1(%[[I:.*]]: index):  // pred: ^bb0
// CHECK: cf.br ^bb2(%{{.*}} : index)
// CHECK-NEXT: ^bb2(%[[R:.*]]: index):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT: return %[[R]] : index
