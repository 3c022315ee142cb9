func.func @user_goes(%x: i32) {
  %a = t.a %x
  %m = t.mul %a, %a
  t.use %m
  return
}
func.func @chain(%x: i32) {
  %0 = t.pure %x
  %1 = t.pure %0
  %2 = t.pure %1
  %3 = t.pure %2
  return
}
func.func @again(%x: i32) {
  %a = t.a %x
  %m = t.mul %a, %a
  %b = t.a %m
  %n = t.mul %b, %b
  t.use %n
  return
}
