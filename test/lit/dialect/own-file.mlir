// A dialect of the user's, from a file.
// RUN: rookery-opt %s --dialects %S/Inputs/toy.dialect | rookery-filecheck %s
func.func @f(%a: i32) {
  %0 = toy.scale %a by 3 : i32
  %1 = toy.scale %0 by 1 mode exact : i32
  return
}
// CHECK: %0 = toy.scale %arg0 by 3 : i32
// CHECK-NEXT: %1 = toy.scale %0 by 1 mode exact : i32
