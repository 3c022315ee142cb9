// RUN: rookery-opt %s --allow-unregistered-dialect | rookery-filecheck %s
"t.outer"() ({
  %x = "t.x"() : () -> i32
  "t.inner"() ({
  ^bb0(%y: i32):
    "t.use"(%x, %y) : (i32, i32) -> ()
  }, {
  }) : () -> ()
}) : () -> ()
// CHECK: "t.outer"() ({
// CHECK-NEXT: %[[X:.*]] = "t.x"() : () -> i32
// CHECK-NEXT: "t.inner"() ({
// CHECK-NEXT: ^bb0(%[[Y:.*]]: i32):
// CHECK-NEXT: "t.use"(%[[X]], %[[Y]]) : (i32, i32) -> ()
// CHECK-NEXT: }, {
// CHECK-NEXT: }) : () -> ()
