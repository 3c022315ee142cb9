func.func @wraps() -> i8 {
  %a = arith.constant 100 : i8
  %c = arith.addi %a, %a : i8
  %d = arith.muli %c, %a : i8
  return %d : i8
}
func.func @compares() -> i1 {
  %a = "arith.constant"() <{value = -1 : i32}> : () -> i32
  %b = "arith.constant"() <{value = 3 : i32}> : () -> i32
  %c = "arith.cmpi"(%a, %b) <{predicate = 2 : i64}> : (i32, i32) -> i1
  return %c : i1
}
func.func @overflows() -> i64 {
  %a = arith.constant 9223372036854775807 : i64
  %c = arith.addi %a, %a : i64
  return %c : i64
}
func.func @unknown(%x: i32) -> i32 {
  %a = arith.constant 1 : i32
  %c = arith.addi %x, %a : i32
  return %c : i32
}
