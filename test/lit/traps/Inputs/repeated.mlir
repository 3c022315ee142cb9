func.func @f(%x: i32, %y: i32) {
  %0 = t.mul %x, %x
  %1 = t.mul %x, %y
  t.use %0, %1, %0
  return
}
func.func @twice(%x: i32) -> i32 {
  %0 = t.mul %x, %x
  cf.br ^a(%0, %0 : i32, i32)
^a(%p: i32, %q: i32):
  %1 = t.a %p
  t.use %1, %q
  return %q : i32
}
