// The generic form numbers values over the whole module, the pretty form from each region again, as MLIR does.
// RUN: rookery-opt %s --allow-unregistered-dialect | rookery-filecheck %s
// RUN: rookery-opt %s --allow-unregistered-dialect --print-op-generic | rookery-filecheck %s --check-prefix=GENERIC
"t.a"() ({
^bb0(%x: i8):
  %y = "t.y"() : () -> i8
}, {
^bb0(%x: i8):
  %y = "t.y"() : () -> i8
}) : () -> ()
// CHECK: ^bb0(%arg0: i8):
// CHECK-NEXT: %0 = "t.y"
// CHECK: ^bb0(%arg0: i8):
// CHECK-NEXT: %0 = "t.y"
// GENERIC: ^bb0(%arg1: i8):
// GENERIC-NEXT: %1 = "t.y"
// GENERIC: ^bb0(%arg0: i8):
// GENERIC-NEXT: %0 = "t.y"
