// RUN: not rookery-opt %s --allow-unregistered-dialect 2>&1 | rookery-filecheck %s
"t.a"() ({
  "t.br"()[^nowhere] : () -> ()
}) : () -> ()
// CHECK: undefined-block.mlir:3:12: error: reference to an undefined block '^nowhere'
