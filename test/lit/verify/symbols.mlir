// RUN: not rookery-opt %s 2>&1 | rookery-filecheck %s
func.func @f() {
  func.call @nowhere() : () -> ()
  func.call @k() : () -> ()
  func.call @one() : () -> ()
  return
}
dma.kernel @k() {
}
func.func private @one(i32)
func.func private @one(i64)
// CHECK: symbols.mlir:11:1: error: redefinition of symbol named 'one'
// CHECK: symbols.mlir:10:1: note: see existing symbol definition here
// CHECK: symbols.mlir:3:3: error: 'func.call' op attribute 'callee' refers to @nowhere, which is no symbol here
// CHECK: symbols.mlir:4:3: error: 'func.call' op attribute 'callee' refers to @k, which must be a func.func, but is a 'dma.kernel'
// CHECK: symbols.mlir:8:1: note: the symbol is defined here
// CHECK: symbols.mlir:5:3: error: 'func.call' op has 0 operands, but the callee has 1
