// RUN: rookery-opt %s --canonicalize --allow-unregistered-dialect
func.func @f(%a: memref<4xi8>) {
  "foo.bar"(%a) : (memref<4xi8>) -> ()
  return
}
