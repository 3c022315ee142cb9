func.func @f(%x: i32) {
  %a = toy.a %x
  %n = toy.neg %a
  %s = toy.sum %n, %a
  %w = toy.wide
  %v = toy.a %x
  toy.use %v
  toy.use %s
  return
}
