// RUN: not rookery-opt %s --dialects %S/Inputs/checked.dialect 2>&1 | FileCheck %s
func.func @f(%x: i32) {
  chk.data {maybe = 4}
  chk.data {one = -1, pairs = [[1, [7]], [3, [8]]]}
  chk.data {pairs = [[4, []]], side = {lane = 4}}
  chk.data {side = {lane = 2}}
  %0 = chk.typed 3 : i16
  chk.same %x {
  ^bb0(%y: i8):
    chk.end
  } : i32
  return
}
// CHECK: checked-refused.mlir:3:3: error: 'chk.data' op attribute 'maybe' must be in 0 .. 4 (end excluded), but is 4
// CHECK: checked-refused.mlir:4:3: error: 'chk.data' op attribute 'one' must be in 0 .. 4 (end excluded), but is -1
// CHECK: checked-refused.mlir:4:3: error: 'chk.data' op attribute 'pairs' must be in -2 .. 8 (end excluded), but is 8
// CHECK: checked-refused.mlir:5:3: error: 'chk.data' op attribute 'pairs' must be in 0 .. 4 (end excluded), but is 4
// CHECK: checked-refused.mlir:5:3: error: 'chk.data' op attribute 'side' must be in 0 .. 4 (end excluded), but is 4
// CHECK: checked-refused.mlir:6:3: error: 'chk.data' op attribute 'side': no lane 2
// CHECK: checked-refused.mlir:7:3: error: 'chk.typed' op attribute 'a' is 3 : i16, but result 'r' has type i8
// CHECK: checked-refused.mlir:8:3: error: 'chk.same' op region #0 ('body') argument #0 ('x') must be i32 as 'a' is, but got i8
