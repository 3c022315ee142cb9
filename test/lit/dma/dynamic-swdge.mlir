// B1, B7: descriptors of run time, and transposes, are made by software; hardware takes a gather by offset registers only.
// RUN: rookery-opt %s --lower-dynamic-dma --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: dma.kernel @unassigned
// CHECK: {name = "t", dge_type = swdge
// CHECK: {name = "s", dge_type = swdge
// CHECK: {name = "u", engine = pool}
dma.kernel @unassigned() {
  %a = bir.memory @a hbm {bytes = 8, address = 0}
  %b = bir.memory @b sbuf {partitions = 2, bytes = 4, address = 0}
  %0 = bir.ap %a pattern [[2, 4], [2, 1], [2, 1], [1, 2]] as uint8
  %1 = bir.ap %b pattern [[4, 1], [4, 1], [1, 4]] partition [4, 2] as uint8
  bir.dma_transpose %0 -> %1 {name = "t", engine = pool}
  %p = bir.ap %a pattern [[1, 1]] as uint8
  %r = bir.read_var_addr %p {name = "r"}
  %2 = bir.ap %a pattern [[1, 2]] offset %r as uint8
  %3 = bir.ap %a pattern [[1, 2]] offset 6 as uint8
  bir.dma_copy %2 -> %3 {name = "s", engine = pool}
  bir.dma_copy %p -> %p {name = "u", engine = pool}
}
// -----
// CHECK-LABEL: dma.kernel @hardware
// CHECK: {name = "c", dge_type = swdge, engine = sp}
// CHECK: {name = "d", dge_type = hwdge, engine = sp}
dma.kernel @hardware() {
  %a = bir.memory @a hbm {bytes = 8, address = 0}
  %p = bir.ap %a pattern [[1, 1]] as uint8
  %r = bir.read_var_addr %p {name = "r"}
  %2 = bir.ap %a pattern [[1, 2]] offset %r as uint8
  %3 = bir.ap %a pattern [[1, 2]] offset 6 as uint8
  // expected-remark@+1 {{HWDGE cannot hold addresses of the run time: made by software DGE}}
  bir.dma_copy %2 -> %3 {name = "c", dge_type = hwdge, engine = sp}
  bir.dma_copy %p -> %p {name = "d", dge_type = hwdge, engine = sp}
}
// -----
// CHECK-LABEL: dma.kernel @by_index
// CHECK: {name = "g_0", dge_type = hwdge, engine = sp}
// CHECK: {name = "s_0", dge_type = swdge, engine = sp}
dma.kernel @by_index() {
  %a = bir.memory @a hbm {bytes = 8, address = 0}
  %j = bir.memory @j hbm {bytes = 8, address = 8}
  %n = bir.ap %j pattern [[1, 2]] as uint8
  %0 = bir.ap %a pattern [[1, 1]] as uint8 index %n
  %1 = bir.ap %j pattern [[1, 2]] offset 4 as uint8
  bir.dma_copy %0 -> %1 {name = "g", dge_type = hwdge, engine = sp, indirect_dims = [1]}
  // expected-remark@+1 {{HWDGE cannot hold addresses of the run time: made by software DGE}}
  bir.dma_copy %1 -> %0 {name = "s", dge_type = hwdge, engine = sp, indirect_dims = [1]}
}
