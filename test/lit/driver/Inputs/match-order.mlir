%a = "t.leaf"() {n = 4 : i64} : () -> i32
%b = "t.leaf"() {n = 5 : i64} : () -> i32
%c = "t.two"(%a, %b) {n = 4 : i64, xs = [1, 7]} : (i32, i32) -> i32
%d = "t.two"(%b, %a) {n = 4 : i64, xs = [8, 1]} : (i32, i32) -> i32
%e = "t.two"(%b, %a) {n = 0 : i64, xs = [4, 5]} : (i32, i32) -> i32
%f = "t.buf"() {n = 3 : i64} : () -> memref<3x2xi32>
"t.use"(%f) {n = 0 : i64} : (memref<3x2xi32>) -> ()
%g = "t.buf"() {n = 2 : i64} : () -> memref<3x2xi32>
"t.use"(%g) {n = 0 : i64} : (memref<3x2xi32>) -> ()
