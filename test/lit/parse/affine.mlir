// RUN: rookery-opt %s --allow-unregistered-dialect --print-op-generic | rookery-filecheck %s
"t.a"() {m = affine_map<(d0, d1)[s0] -> (d0 * 4 + d1 - 3, d0 floordiv 8, d1 mod s0, -d0, d0 ceildiv 2)>} : () -> ()
"t.b"() {s = affine_set<(d0)[n] : (d0 >= 0, n - d0 == 0)>} : () -> ()
"t.c"() {m = affine_map<() -> ()>, k = affine_map<(d0) -> (2 * 3 + d0 * 1 + 0)>} : () -> ()
// CHECK-DAG: #map{{[0-9]*}} = affine_map<(d0, d1)[s0] -> (d0 * 4 + d1 - 3, d0 floordiv 8, d1 mod s0, -d0, d0 ceildiv 2)>
// CHECK-DAG: #map{{[0-9]*}} = affine_map<() -> ()>
// CHECK-DAG: #map{{[0-9]*}} = affine_map<(d0) -> (d0 + 6)>
// CHECK-DAG: #set = affine_set<(d0)[s0] : (d0 >= 0, -d0 + s0 == 0)>
