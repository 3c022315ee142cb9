// RUN: rookery-opt %s --allow-unregistered-dialect | rookery-filecheck %s
"t.int"() {a = 255 : i8, b = -128 : i8, c = 0xFF, d = true, e = -1 : i1, f = 18446744073709551615 : ui64, g = 1180591620717411303424 : i128} : () -> ()
// CHECK: "t.int"() {a = -1 : i8, b = -128 : i8, c = 255 : i64, d = true, e = true, f = 18446744073709551615 : ui64, g = 1180591620717411303424 : i128}
"t.float"() {a = 1.0, b = 0.1 : f32, c = 1.0e10 : bf16, d = 0x7FC0 : bf16, e = 0x7FF0000000000000 : f64} : () -> ()
// CHECK: "t.float"() {a = 1.000000e+00 : f64, b = 1.000000e-01 : f32, c = 9.999220e+09 : bf16, d = 0x7FC0 : bf16, e = 0x7FF0000000000000 : f64}
"t.string"() {a = "tab\t quote\" byte\FF", "needs quotes" = 1, true = 2, loc = 3, unit} : () -> ()
// CHECK: "t.string"() {a = "tab\09 quote\22 byte\FF", loc = 3 : i64, "needs quotes" = 1 : i64, true = 2 : i64, unit}
"t.array"() {a = array<i64: 1, -2>, b = array<i1: true>, c = array<f32>, d = [1, 2.0, "x", @s::@t, i32, {k}]} : () -> ()
// CHECK: "t.array"() {a = array<i64: 1, -2>, b = array<i1: true>, c = array<f32>, d = [1, 2.000000e+00, "x", @s::@t, i32, {k}]}
"t.dense"() {a = dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>, b = dense<0.5> : vector<4xf32>, c = dense<> : tensor<0xi8>} : () -> ()
// CHECK: "t.dense"() {a = dense<{{\[\[}}1, 2], [3, 4]]> : tensor<2x2xi8>, b = dense<5.000000e-01> : vector<4xf32>, c = dense<> : tensor<0xi8>}
