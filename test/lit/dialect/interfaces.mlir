// All that an interface declares is handed on to the operations that have it.
// RUN: rookery-opt %s --dialects %S/Inputs/interfaces.dialect | FileCheck %s
// RUN: echo 'itf.loop 1 {}' > %t.mlir
// RUN: not rookery-opt %t.mlir --dialects %S/Inputs/interfaces.dialect 2>&1 | FileCheck %s --check-prefix=BAD
func.func @f() {
  itf.loop 4 {
  }
  itf.go ^bb1
^bb1:
  return
}
// CHECK: itf.loop 4 {
// CHECK: itf.go ^bb1
// BAD: error: 'itf.loop' op 1 is below 3
