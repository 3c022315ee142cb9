// RUN: rookery-opt %S/../../../examples/attention_qk.mlir --print-op-generic > %t.1
// RUN: rookery-opt %t.1 --print-op-generic | diff %t.1 -
// RUN: rookery-filecheck %s < %t.1
// CHECK: #map = affine_map<(d0) -> (d0 * 512)>
// CHECK: "penguin.loop"() <{upper = 4 : i64}> ({
// CHECK-NEXT: ^bb0(%[[I:.*]]: index):
// CHECK-NEXT: "penguin.access"(%{{.*}}, %[[I]]) <{dtype = #dma.dtype<bf16>, offset = #map, pairs = {{\[\[}}2048, 128], [1, 512]]}> : (memref<128x2048xbf16>, index) -> !penguin.access
// CHECK: "penguin.end"() : () -> ()
// CHECK: "func.return"() : () -> ()
