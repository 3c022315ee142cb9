// RUN: not rookery-opt %s --allow-unregistered-dialect 2>&1 | rookery-filecheck %s
#a = 1
#a = 2
"t.a"() {x = #b, y = !c} : () -> ()
#d.e = 3
// CHECK: aliases.mlir:3:1: error: redefinition of attribute alias id 'a'
// CHECK: aliases.mlir:4:14: error: undefined symbol alias id 'b'
// CHECK: aliases.mlir:5:1: error: attribute names with a '.' are reserved for dialect-defined names
