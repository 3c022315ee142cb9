func.func @f(%x: f32, %y: bf16) -> (f32, bf16, bf16, f32, bf16) {
  %0 = arith.constant 0.0 : f32
  %1 = arith.constant 0.0 : bf16
  %2 = arith.constant -0.0 : bf16
  %3 = arith.constant 1.0 : f32
  %4 = arith.constant 0x7FC0 : bf16
  %a = arith.addf %x, %0 : f32
  %b = arith.addf %y, %1 : bf16
  %c = arith.addf %y, %2 : bf16
  %d = arith.addf %x, %3 : f32
  %e = arith.addf %y, %4 : bf16
  return %a, %b, %c, %d, %e : f32, bf16, bf16, f32, bf16
}
