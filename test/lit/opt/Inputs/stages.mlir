func.func @f(%x: i32) {
  %0 = toy.a %x
  toy.use %0
  return
}
func.func @g(%x: i32) {
  %0 = toy.a %x
  toy.use %0
  return
}
