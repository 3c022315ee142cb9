func.func @neighbours(%m: memref<8xf32>, %v: f32, %w: f32, %i: index) {
  "memref.store"(%v, %m, %i) : (f32, memref<8xf32>, index) -> ()
  memref.copy %m, %m : memref<8xf32> to memref<8xf32>
  "memref.store"(%w, %m, %i) : (f32, memref<8xf32>, index) -> ()
  return
}
func.func @deep() -> i32 {
  %1 = arith.constant 1 : i32
  %2 = arith.constant 2 : i32
  %s = arith.addi %1, %2 : i32
  %a = t.concat %s
  %b = t.concat %a
  %c = t.concat %b
  %d = t.concat %c
  return %d : i32
}
