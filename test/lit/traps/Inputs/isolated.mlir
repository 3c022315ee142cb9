func.func @f() {
  "t.fence"() ({
    %0 = arith.constant 3 : i32
    %1 = arith.constant 4 : i32
    %2 = arith.addi %0, %1 : i32
    t.use %2
  }) : () -> ()
  return
}
