// A1: the DGE type follows from the mode by name (the ordinals of the two enums differ), QoS and replica groups come along.
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir | FileCheck %s
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir --target trn1 | FileCheck %s

// CHECK-LABEL: dma.kernel @modes
// CHECK: bir.dma_copy {{.*}} {name = "u"}
// CHECK: bir.dma_copy {{.*}} {name = "s", dge_type = swdge}
// CHECK: bir.dma_copy {{.*}} {name = "h", dge_type = hwdge}
// CHECK: bir.dma_copy {{.*}} {name = "n", dge_type = none}
// CHECK: bir.dma_copy {{.*}} {name = "q1", dma_qos = default}
// CHECK: bir.dma_copy {{.*}} {name = "q2", dma_qos = p0}
// CHECK: bir.dma_copy {{.*}} {name = "q16", dma_qos = p14}
// CHECK: bir.dma_copy {{.*}} {name = "r", replica_groups = {{\[\[}}0, 1], [2, 3]]}
// CHECK-NOT: penguin.
func.func @modes(%a: memref<64xbf16>, %b: memref<64xbf16>) {
  %0 = penguin.access %a pattern [[1, 64]] as bf16 : memref<64xbf16>
  %1 = penguin.access %b pattern [[1, 64]] as bf16 : memref<64xbf16>
  penguin.dma_copy %0 -> %1 {name = "u", dge_mode = unknown}
  penguin.dma_copy %0 -> %1 {name = "s", dge_mode = swdge}
  penguin.dma_copy %0 -> %1 {name = "h", dge_mode = hwdge}
  penguin.dma_copy %0 -> %1 {name = "n", dge_mode = none}
  penguin.dma_copy %0 -> %1 {name = "q1", dma_qos = 1}
  penguin.dma_copy %0 -> %1 {name = "q2", dma_qos = 2}
  penguin.dma_copy %0 -> %1 {name = "q16", dma_qos = 16}
  penguin.dma_copy %0 -> %1 {name = "r", replica_groups = [[0, 1], [2, 3]]}
  return
}
