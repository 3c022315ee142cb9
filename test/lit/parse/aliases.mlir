// RUN: rookery-opt %s --allow-unregistered-dialect --print-op-generic | rookery-filecheck %s
#pad = affine_map<(d0)[s0] -> (d0 + s0)>
!tile = memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>
#list = [1, #pad]
"t.a"() {m = #pad, l = #list, t = !tile} : () -> ()
// CHECK: #map = affine_map<(d0)[s0] -> (d0 + s0)>
// CHECK: #map1 = affine_map<(d0, d1) -> (d1, d0)>
// CHECK: "t.a"() {l = [1, #map], m = #map, t = memref<4x4xf32, #map1>} : () -> ()
