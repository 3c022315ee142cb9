func.func @f(%x: i32) {
  %0 = t.a %x
  %1 = t.a %0
  %2 = t.a %1
  t.use %2
  return
}
