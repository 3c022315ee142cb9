// RUN: rookery-opt %s | rookery-filecheck %s
func.func private @decl(i32 {k.a = 1}, index) -> (i8 {k.b}, i8)
func.func @many(%x: i32 {k.c = "d"}) -> (i32, i32) attributes {k.e} {
  return %x, %x : i32, i32
}
func.func @call(%x: i32, %i: index) {
  %r:2 = func.call @many(%x) : (i32) -> (i32, i32)
  %s:2 = func.call @decl(%r#1, %i) : (i32, index) -> (i8, i8)
  return
}
// CHECK: func.func private @decl(i32 {k.a = 1 : i64}, index) -> (i8 {k.b}, i8)
// CHECK: func.func @many(%arg0: i32 {k.c = "d"}) -> (i32, i32) attributes {k.e} {
// CHECK-NEXT: return %arg0, %arg0 : i32, i32
// CHECK: %[[R:.*]]:2 = func.call @many(%arg0) : (i32) -> (i32, i32)
// CHECK-NEXT: func.call @decl(%[[R]]#1, %{{.*}}) : (i32, index) -> (i8, i8)
