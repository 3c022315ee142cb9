// BD: pool is the default engine; HWDGE is driven from SP, or from activation where DVE was asked for; what is bound stays.
// One queue for each engine and QoS.
// RUN: rookery-opt %s --bind-dma > %t && FileCheck %s < %t
// RUN: rookery-opt %t --bind-dma | diff - %t
// RUN: not rookery-opt %s --bind-dma --target trn1 2>&1 | FileCheck %s --check-prefix=TRN1

// CHECK: {name = "plain", engine = pool, queue = @q_pool_unassigned}
// CHECK: {name = "soft", dge_type = swdge, engine = pool, queue = @q_pool_unassigned}
// CHECK: {name = "hard", dge_type = hwdge, engine = sp, queue = @q_sp_unassigned}
// CHECK: {name = "hard_dve", dge_type = hwdge, engine = activation, queue = @q_activation_unassigned}
// CHECK: {name = "hard_act", dge_type = hwdge, engine = activation, queue = @q_activation_unassigned}
// CHECK: {name = "bound", engine = dve, queue = @mine}
// CHECK: {name = "p3", dma_qos = p3, engine = sp, queue = @q_sp_p3}
// CHECK: {name = "p3_too", dma_qos = p3, engine = sp, queue = @q_sp_p3}
// CHECK-NEXT: bir.queue @mine {engine = dve}
// CHECK-NEXT: bir.queue @q_pool_unassigned {engine = pool}
// CHECK-NEXT: bir.queue @q_sp_unassigned {engine = sp}
// CHECK-NEXT: bir.queue @q_activation_unassigned {engine = activation}
// CHECK-NEXT: bir.queue @q_sp_p3 {engine = sp, qos = p3}
// CHECK-NOT: bir.queue
// TRN1: bind-engines.mlir:[[# @LINE + 10]]:3: error: this DMA asks for HWDGE, which target 'trn1' does not have
// TRN1: bind-engines.mlir:[[# @LINE + 10]]:3: error: this DMA asks for HWDGE
// TRN1: bind-engines.mlir:[[# @LINE + 10]]:3: error: this DMA asks for HWDGE
// TRN1-NOT: error:
dma.kernel @engines() {
  %m = bir.memory @m hbm {bytes = 64}
  %0 = bir.ap %m pattern [[1, 8]] as bf16
  %1 = bir.ap %m pattern [[1, 8]] offset 8 as bf16
  bir.dma_copy %0 -> %1 {name = "plain"}
  bir.dma_copy %0 -> %1 {name = "soft", dge_type = swdge}
  bir.dma_copy %0 -> %1 {name = "hard", dge_type = hwdge}
  bir.dma_copy %0 -> %1 {name = "hard_dve", dge_type = hwdge, engine = dve}
  bir.dma_copy %0 -> %1 {name = "hard_act", dge_type = hwdge, engine = activation}
  bir.dma_copy %0 -> %1 {name = "bound", engine = dve, queue = @mine}
  bir.dma_copy %0 -> %1 {name = "p3", dma_qos = p3, engine = sp}
  bir.dma_copy %0 -> %1 {name = "p3_too", dma_qos = p3, engine = sp}
  bir.queue @mine {engine = dve}
}
