// What a constraint says holds where it is named, and bounds hold inside of tuples and of the parameters of types.
// RUN: rookery-opt %s --dialects %S/Inputs/checked.dialect > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: rookery-opt %t.mlir --dialects %S/Inputs/checked.dialect | diff %t.mlir -
func.func private @t(!chk.ring<3, f32>, !chk.deep<[[1, [-2, 7]]], {lane = 1}>)
func.func private @u(!chk.tile<4 bytes of !chk.tile<2 elems of f32 at []> at [1, 2]>)
func.func @f(%x: i32) {
  chk.data
  chk.data {maybe = 0, pairs = [[3, []]], side = {lane = 3}}
  %0 = chk.typed 3 : i8
  chk.value %x
  chk.value none
  return
}
// CHECK: !chk.ring<3 : i64, f32>
// CHECK: !chk.tile<4 bytes of !chk.tile<2 elems of f32 at []> at [1, 2]>
// CHECK: chk.data
// CHECK-NEXT: chk.data {maybe = 0, pairs = {{.*}}, side = {lane = 3}}
// CHECK: chk.value %arg0
// CHECK-NEXT: chk.value none
