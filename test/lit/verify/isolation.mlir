// RUN: not rookery-opt %s 2>&1 | rookery-filecheck %s
func.func @outer(%a: i32) {
  "func.func"() <{function_type = () -> (), sym_name = "inner"}> ({
    "func.return"() : () -> ()
  }) : () -> ()
  "dma.kernel"() <{function_type = () -> (), sym_name = "k"}> ({
    %0 = "arith.addi"(%a, %a) : (i32, i32) -> i32
    "dma.return"() : () -> ()
  }) : () -> ()
  return
}
// Names of values end at an isolated op, so nothing from outside can even be named.
// CHECK: isolation.mlir:7:23: error: use of undeclared SSA value name '%a'
