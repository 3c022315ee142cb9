// RUN: rookery-opt %s | rookery-filecheck %s
func.func @f(%a: i32, %x: f32, %m: memref<4x?xf32>, %i: index, %c: i1) {
  %0 = arith.addi %a, %a {overflowFlags = #arith.overflow<nsw, nuw>} : i32
  %1 = arith.mulf %x, %x {fastmath = #arith.fastmath<fast>} : f32
  %2 = arith.extsi %a : i32 to i64
  %3 = arith.cmpi %a, %a {predicate = 2} : (i32, i32) -> i1
  %4 = memref.dim %m, %i : memref<4x?xf32>
  %5 = memref.load %m, %i, %i : (memref<4x?xf32>, index, index) -> f32
  %6 = scf.if %c -> (i32) {
    scf.yield %a : i32
  } else {
    scf.yield %0 : i32
  }
  scf.if %c {
  }
  scf.for %i, %i, %i {
  ^bb0(%k: index):
    scf.yield
  } : (index, index, index) -> ()
  cf.assert %c, "text"
  return
}
// CHECK: arith.addi %arg0, %arg0 {overflowFlags = #arith.overflow<nsw, nuw>} : i32
// CHECK: arith.mulf %arg1, %arg1 {fastmath = #arith.fastmath<fast>} : f32
// CHECK: arith.extsi %arg0 : i32 to i64
// CHECK: arith.cmpi %arg0, %arg0 {predicate = 2} : (i32, i32) -> i1
// CHECK: memref.dim %arg2, %arg3 : memref<4x?xf32>
// CHECK: memref.load %arg2, %arg3, %arg3 : (memref<4x?xf32>, index, index) -> f32
// CHECK: %{{.*}} = scf.if %arg4 -> (i32) {
// CHECK-NEXT: scf.yield %arg0 : i32
// CHECK-NEXT: } else {
// CHECK: scf.if %arg4 {
// CHECK-NEXT: }
// CHECK: scf.for %arg3, %arg3, %arg3 {
// CHECK-NEXT: ^bb0(%{{.*}}: index):
// CHECK: cf.assert %arg4, "text"
// CHECK: return
