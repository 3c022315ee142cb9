func.func @f(%x: i32, %z: i32) {
  %0 = toy.b %x
  %1 = toy.a %z
  %2 = toy.a %x
  %3 = toy.a %x
  %4 = toy.sum %1, %2
  %5 = toy.sum %2, %3
  toy.use %4
  %6 = toy.a %5
  return
}
