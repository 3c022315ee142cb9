// RUN: not rookery-opt %s 2>&1 | rookery-filecheck %s
"t.a"() : () -> ()
// CHECK: unregistered.mlir:2:1: error: operation 't.a' is unregistered: no dialect 't' is loaded (--allow-unregistered-dialect accepts it)
