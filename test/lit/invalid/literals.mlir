// RUN: not rookery-opt %s --allow-unregistered-dialect 2>&1 | rookery-filecheck %s
"t.a"() {x = 256 : i8} : () -> ()
"t.a"() {x = 1 : f32} : () -> ()
"t.a"() {x = 9223372036854775808} : () -> ()
"t.a"() {x = 1, x = 2} : () -> ()
"t.a"() {x = tensor<0x1Fxf32>} : () -> ()
"t.a"() {x = "never closed} : () -> ()
// CHECK: literals.mlir:2:14: error: integer constant out of range for attribute
// CHECK: literals.mlir:3:14: error: unexpected decimal integer literal for a floating point value
// CHECK: note: add a trailing dot to make the literal a float
// CHECK: literals.mlir:4:14: error: integer constant out of range for attribute
// CHECK: literals.mlir:5:17: error: duplicate key 'x' in dictionary attribute
// CHECK: literals.mlir:6:{{[0-9]+}}: error: expected 'x' in dimension list
// CHECK: literals.mlir:7:14: error: expected '"' in string literal
