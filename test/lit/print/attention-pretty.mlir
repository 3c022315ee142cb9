// The example comes back the same when what was printed is read again.
// RUN: rookery-opt %S/../../../examples/attention_qk.mlir > %t.1
// RUN: rookery-opt %t.1 | diff %t.1 -
// RUN: rookery-filecheck %s < %t.1
// CHECK: func.func @attention_qk(%[[Q:[a-z0-9]+]]: memref<2x2048x128xbf16>, %[[K:[a-z0-9]+]]: memref<128x2048xbf16>
// CHECK: %[[TILE:.*]] = memref.alloc() : memref<128x128xbf16, #dma.space<sbuf>>
// CHECK: %[[S:.*]] = penguin.access %[[Q]] pattern {{\[\[}}128, 128], [1, 128]] offset 294912 as bf16
// CHECK: penguin.dma_copy %[[S]] -> %{{.*}} {dge_mode = hwdge, dma_qos = 2, name = "load_q"}
// CHECK: penguin.loop from 0 to 4 (%[[I:.*]]) {
// CHECK-NEXT: penguin.access %[[K]] pattern {{\[\[}}2048, 128], [1, 512]] offset %[[I]] * 512 as bf16
// CHECK: return
