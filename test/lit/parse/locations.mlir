// RUN: rookery-opt %s --allow-unregistered-dialect | rookery-filecheck %s
"t.a"() : () -> () loc("x.py":3:4)
"t.b"() : () -> () loc(callsite("f"("x.py":1:2) at unknown))
"t.c"() {l = loc(fused<"why">["a", "b.py":1:2])} : () -> () loc(unknown)
#here = loc("y.py":5:6)
"t.d"() : () -> () loc(#here)
// CHECK: "t.a"() : () -> ()
// CHECK: "t.b"() : () -> ()
// CHECK: "t.c"() {l = loc(fused<"why">["a", "b.py":1:2])}
// CHECK: "t.d"() : () -> ()
