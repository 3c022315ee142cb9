func.func @f(%x: i32) {
  %0 = toy.neg %x
  %1 = toy.neg %0
  %2 = toy.neg %1
  %3 = toy.neg %2
  toy.use %3
  return
}
