// RUN: not rookery-opt %s 2>&1 | rookery-filecheck %s
func.func @f(%c: i1, %a: i32) {
  "cf.br"(%a)[^one, ^one] : (i32) -> ()
^one:
  cf.cond_br %c, ^one, ^two(%c : i1)
^two(%x: i32):
  cf.br ^two
}
// CHECK: successors.mlir:3:3: error: 'cf.br' op requires 1 successor, but has 2
// CHECK: successors.mlir:5:3: error: 'cf.cond_br' op type mismatch for bb argument #0 of successor #1
// CHECK: successors.mlir:7:3: error: 'cf.br' op branch has 0 operands for successor #0, but target block has 1
