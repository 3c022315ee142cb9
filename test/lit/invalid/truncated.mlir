// The text ends in the middle of a region.
// RUN: not rookery-opt %s 2>&1 | rookery-filecheck %s
// CHECK: error: expected '}' to end the region
func.func @f() {
  %0 = arith.constant 1 : i32
