func.func @f(%a: memref<4xi32>) {
  "foo.bar"(%a) : (memref<4xi32>) -> ()
  return
}
