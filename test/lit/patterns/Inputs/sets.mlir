func.func @f(%x: i32) {
  %a = toy.neg %x
  %b = toy.neg %a
  %c = toy.a %b
  toy.use %c
  return
}
func.func private @declared(i32)
module @inner {
  func.func @g(%x: i32) {
    %c = toy.a %x
    toy.use %c
    return
  }
}
