// RUN: not rookery-opt %s --allow-unregistered-dialect 2>&1 | rookery-filecheck %s
%a:2 = "t.a"() : () -> (i32, i8)
"t.b"(%a#1) : (i32) -> ()
"t.c"(%a#2) : (i32) -> ()
// CHECK: type-of-use.mlir:3:7: error: use of value '%a' expects different type than prior uses: 'i32' vs 'i8'
// CHECK: type-of-use.mlir:4:7: error: reference to invalid result number
