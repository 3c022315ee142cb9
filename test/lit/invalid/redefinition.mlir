// RUN: not rookery-opt %s --allow-unregistered-dialect 2>&1 | rookery-filecheck %s
%a = "t.a"() : () -> i32
%a = "t.a"() : () -> i32
"t.b"() ({
^bb0:
  "t.c"() : () -> ()
^bb0:
  "t.c"() : () -> ()
}) : () -> ()
// CHECK: redefinition.mlir:3:1: error: redefinition of SSA value '%a'
// CHECK: redefinition.mlir:2:1: note: previously defined here
// CHECK: redefinition.mlir:7:1: error: redefinition of block '^bb0'
