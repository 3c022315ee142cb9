// Every attribute that an instruction is given, by two inputs that differ in it alone. Those of a plain copy are in
// copy-surface.mlir.
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir | FileCheck %s
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir --verify-by-execution -o /dev/null 2>&1 | FileCheck %s --check-prefix=RAN --implicit-check-not=differ --implicit-check-not="not compared"
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir --apply-patterns=%S/Inputs/opcodes.pat -o /dev/null 2>&1 | FileCheck %s --check-prefix=OPCODE --implicit-check-not=remark:
// RUN: rookery-opt %s --kernels-from-functions --penguin-to-bir --target "trn1{enable_dge_on_dst_reduce=true}" --apply-patterns=%S/Inputs/opcodes.pat -o /dev/null 2>&1 | FileCheck %s --check-prefix=TRN1
// RAN: penguin-to-bir: kernel 'transposes'

// Opcodes, where they are public, and the number of the copy mode.
// OPCODE: remark: t: 32, transpose 1
// OPCODE: remark: t_dge: 32, transpose 1
// OPCODE: remark: t_qos: 32, transpose 1
// OPCODE: remark: t_groups: 32, transpose 1
// OPCODE: remark: g: 32, transpose 1
// OPCODE: remark: g_dims: 32, transpose 1
// OPCODE: remark: g_dge: 32, transpose 1
// OPCODE: remark: g_qos: 32, transpose 1
// OPCODE: remark: g_groups: 32, transpose 1
// OPCODE: remark: dma_copy: 32, transpose 1
// OPCODE: remark: dma_copy_0: 32, transpose 1
// OPCODE: remark: l: 42
// OPCODE: remark: l_dims: 42
// OPCODE: remark: l_oob: 42
// OPCODE: remark: l_dge: 42
// OPCODE: remark: l_groups: 42
// OPCODE: remark: l_offset: 32, copy 0
// OPCODE: remark: s: 44
// OPCODE: remark: s_dims: 44
// OPCODE: remark: s_oob: 44
// OPCODE: remark: s_dge: 44
// OPCODE: remark: s_groups: 44
// OPCODE: remark: s_offset: 32, copy 0
// OPCODE: remark: r: 32, cce 2
// OPCODE: remark: r_dims: 32, cce 2
// OPCODE: remark: r_unique: 32, cce 2
// OPCODE: remark: r_dge: 32, cce 2
// OPCODE: remark: r_groups: 32, cce 2
// OPCODE: remark: loop to 2: 105
// OPCODE: remark: loop to 9: 105
// OPCODE: remark: read_var_addr: 41
// OPCODE: remark: dma_copy: 32, copy 0
// On a target whose DGE takes no vector of offsets a gather by offsets is one by indices, a scatter is not.
// TRN1: remark: l_offset: 42
// TRN1: remark: s_offset: 32, copy 0

// CHECK-LABEL: @transposes
// CHECK: bir.dma_copy {{.*}} {name = "t", mode = transpose, transpose_op = xzyw}
// CHECK: bir.dma_copy {{.*}} {name = "t_dge", dge_type = hwdge, mode = transpose, transpose_op = xzyw}
// CHECK: bir.dma_copy {{.*}} {name = "t_qos", dma_qos = p3, mode = transpose, transpose_op = xzyw}
// CHECK: bir.dma_copy {{.*}} {name = "t_groups", replica_groups = {{\[\[}}1, 0]], mode = transpose, transpose_op = xzyw}
// CHECK: bir.dma_copy {{.*}} {name = "g", engine = pool, mode = transpose, transpose_op = xzyw, oob = skip, indirect_dims = [8]}
// CHECK: bir.dma_copy {{.*}} {name = "g_dims", engine = pool, mode = transpose, transpose_op = xzyw, oob = skip, indirect_dims = [16]}
// CHECK: bir.dma_copy {{.*}} {name = "g_dge", dge_type = none, engine = pool, mode = transpose, transpose_op = xzyw, oob = skip, indirect_dims = [8]}
// CHECK: bir.dma_copy {{.*}} {name = "g_qos", dma_qos = p14, engine = pool, mode = transpose, transpose_op = xzyw, oob = skip, indirect_dims = [8]}
// CHECK: bir.dma_copy {{.*}} {name = "g_groups", replica_groups = {{\[\[}}0]], engine = pool, mode = transpose, transpose_op = xzyw, oob = skip, indirect_dims = [8]}
func.func @transposes(%a: memref<16x8xbf16>, %i: memref<4xi32> {dma.input = [3, 0, 7, 1]}, %b: memref<8x16xbf16, #dma.space<sbuf>>) {
  %0 = penguin.access %a pattern [[8, 16], [1, 8]] as bf16 : memref<16x8xbf16>
  %1 = penguin.access %b pattern [[1, 16]] partition [16, 8] as bf16 : memref<8x16xbf16, #dma.space<sbuf>>
  penguin.dma_transpose %0 -> %1 {y_size = 1, name = "t"}
  penguin.dma_transpose %0 -> %1 {y_size = 1, name = "t_dge", dge_mode = hwdge}
  penguin.dma_transpose %0 -> %1 {y_size = 1, name = "t_qos", dma_qos = 5}
  penguin.dma_transpose %0 -> %1 {y_size = 1, name = "t_groups", replica_groups = [[1, 0]]}
  %2 = penguin.access %a pattern [[1, 8]] as bf16 : memref<16x8xbf16>
  %3 = penguin.access %i pattern [[1, 4]] as int32 : memref<4xi32>
  %4 = penguin.access %b pattern [[1, 4]] partition [16, 8] as bf16 : memref<8x16xbf16, #dma.space<sbuf>>
  penguin.dma_indirect_transpose %2 -> %4 at %3 {y_size = 1, generic_dims = [8], name = "g"}
  penguin.dma_indirect_transpose %2 -> %4 at %3 {y_size = 1, generic_dims = [16], name = "g_dims"}
  penguin.dma_indirect_transpose %2 -> %4 at %3 {y_size = 1, generic_dims = [8], name = "g_dge", dge_mode = none}
  penguin.dma_indirect_transpose %2 -> %4 at %3 {y_size = 1, generic_dims = [8], name = "g_qos", dma_qos = 16}
  penguin.dma_indirect_transpose %2 -> %4 at %3 {y_size = 1, generic_dims = [8], name = "g_groups", replica_groups = [[0]]}
  return
}
// The tiles between the first and the last dimension: batch, then Y.
// CHECK-LABEL: @tiles
// CHECK: bir.ap %0 pattern {{\[\[}}12, 2], [6, 2], [2, 3], [1, 2]] as bf16
// CHECK: bir.ap %1 pattern {{\[\[}}6, 2], [2, 3], [1, 2]] partition [12, 2] as bf16
// CHECK: bir.ap %0 pattern {{\[\[}}12, 2], [4, 3], [2, 2], [1, 2]] as bf16
// CHECK: bir.ap %1 pattern {{\[\[}}4, 3], [2, 2], [1, 2]] partition [12, 2] as bf16
func.func @tiles(%a: memref<24xbf16>, %b: memref<2x12xbf16, #dma.space<sbuf>>) {
  %0 = penguin.access %a pattern [[12, 2], [2, 6], [1, 2]] as bf16 : memref<24xbf16>
  %1 = penguin.access %b pattern [[2, 6], [1, 2]] partition [12, 2] as bf16 : memref<2x12xbf16, #dma.space<sbuf>>
  penguin.dma_transpose %0 -> %1 {y_size = 3, batch_size = 2}
  penguin.dma_transpose %0 -> %1 {y_size = 2, batch_size = 3}
  return
}
// CHECK-LABEL: @gathers
// CHECK: bir.generic_indirect_load {{.*}} {name = "l", indirect_dims = [8]}
// CHECK: bir.generic_indirect_load {{.*}} {name = "l_dims", indirect_dims = [4]}
// CHECK: bir.generic_indirect_load {{.*}} {name = "l_oob", indirect_dims = [8], oob = skip}
// CHECK: bir.generic_indirect_load {{.*}} {name = "l_dge", dge_type = none, indirect_dims = [8]}
// CHECK: bir.generic_indirect_load {{.*}} {name = "l_groups", replica_groups = {{\[\[}}0], [1]], indirect_dims = [8]}
// CHECK: bir.dma_copy {{.*}} {name = "l_offset", oob = skip, indirect_dims = [8]}
func.func @gathers(%a: memref<16x8xbf16>, %i: memref<3xi32> {dma.input = [15, 0, 7]}, %b: memref<3x8xbf16>) {
  %0 = penguin.access %a pattern [[1, 8]] as bf16 : memref<16x8xbf16>
  %1 = penguin.access %i pattern [[1, 3]] as int32 : memref<3xi32>
  %2 = penguin.access %b pattern [[1, 24]] as bf16 : memref<3x8xbf16>
  penguin.indirect_load %0 -> %2 at %1 {generic_dims = [8], name = "l"}
  penguin.indirect_load %0 -> %2 at %1 {generic_dims = [4], name = "l_dims"}
  penguin.indirect_load %0 -> %2 at %1 {generic_dims = [8], name = "l_oob", oob = skip}
  penguin.indirect_load %0 -> %2 at %1 {generic_dims = [8], name = "l_dge", dge_mode = none}
  penguin.indirect_load %0 -> %2 at %1 {generic_dims = [8], name = "l_groups", replica_groups = [[0], [1]]}
  penguin.indirect_load %0 -> %2 at %1 {generic_dims = [8], name = "l_offset", is_offset_dma}
  return
}
// CHECK-LABEL: @scatters
// CHECK: bir.generic_indirect_save {{.*}} {name = "s", indirect_dims = [8]}
// CHECK: bir.generic_indirect_save {{.*}} {name = "s_dims", indirect_dims = [4]}
// CHECK: bir.generic_indirect_save {{.*}} {name = "s_oob", indirect_dims = [8], oob = skip}
// CHECK: bir.generic_indirect_save {{.*}} {name = "s_dge", dge_type = swdge, indirect_dims = [8]}
// CHECK: bir.generic_indirect_save {{.*}} {name = "s_groups", replica_groups = {{\[\[}}0], [1]], indirect_dims = [8]}
// CHECK: bir.dma_copy {{.*}} {name = "s_offset", oob = skip, indirect_dims = [8]}
func.func @scatters(%a: memref<16x8xbf16>, %i: memref<3xi32> {dma.input = [15, 0, 7]}, %b: memref<3x8xbf16>) {
  %0 = penguin.access %a pattern [[1, 8]] as bf16 : memref<16x8xbf16>
  %1 = penguin.access %i pattern [[1, 3]] as int32 : memref<3xi32>
  %2 = penguin.access %b pattern [[1, 24]] as bf16 : memref<3x8xbf16>
  penguin.indirect_save %2 -> %0 at %1 {generic_dims = [8], name = "s"}
  penguin.indirect_save %2 -> %0 at %1 {generic_dims = [4], name = "s_dims"}
  penguin.indirect_save %2 -> %0 at %1 {generic_dims = [8], name = "s_oob", oob = skip}
  penguin.indirect_save %2 -> %0 at %1 {generic_dims = [8], name = "s_dge", dge_mode = swdge}
  penguin.indirect_save %2 -> %0 at %1 {generic_dims = [8], name = "s_groups", replica_groups = [[0], [1]]}
  penguin.indirect_save %2 -> %0 at %1 {generic_dims = [8], name = "s_offset", is_offset_dma}
  return
}
// What has a CCE op skips what is out of bounds; without the promise that no index comes twice it is kept in order.
// CHECK-LABEL: @sums
// CHECK: bir.dma_copy {{.*}} {name = "r", mode = cce, cce_op = add, oob = skip, indirect_dims = [8], ordered}
// CHECK: bir.dma_copy {{.*}} {name = "r_dims", mode = cce, cce_op = add, oob = skip, indirect_dims = [4], ordered}
// CHECK: bir.dma_copy {{.*}} {name = "r_unique", mode = cce, cce_op = add, oob = skip, indirect_dims = [8], unique_indices}
// CHECK: bir.dma_copy {{.*}} {name = "r_dge", dge_type = hwdge, mode = cce, cce_op = add, oob = skip, indirect_dims = [8], ordered}
// CHECK: bir.dma_copy {{.*}} {name = "r_groups", replica_groups = {{\[\[}}0], [1]], mode = cce, cce_op = add, oob = skip, indirect_dims = [8], ordered}
func.func @sums(%a: memref<16x8xbf16>, %i: memref<3xi32> {dma.input = [15, 0, 7]}, %b: memref<3x8xbf16>) {
  %0 = penguin.access %a pattern [[1, 8]] as bf16 : memref<16x8xbf16>
  %1 = penguin.access %i pattern [[1, 3]] as int32 : memref<3xi32>
  %2 = penguin.access %b pattern [[1, 24]] as bf16 : memref<3x8xbf16>
  penguin.indirect_rmw %2 -> %0 at %1 {generic_dims = [8], name = "r"}
  penguin.indirect_rmw %2 -> %0 at %1 {generic_dims = [4], name = "r_dims"}
  penguin.indirect_rmw %2 -> %0 at %1 {generic_dims = [8], name = "r_unique", unique_indices}
  penguin.indirect_rmw %2 -> %0 at %1 {generic_dims = [8], name = "r_dge", dge_mode = hwdge}
  penguin.indirect_rmw %2 -> %0 at %1 {generic_dims = [8], name = "r_groups", replica_groups = [[0], [1]]}
  return
}
// CHECK-LABEL: @constants
// CHECK: bir.dma_cce {{.*}} {name = "dma_compute", accumulate = false}
// CHECK: bir.dma_cce {{.*}} {name = "c", dge_type = hwdge, dma_qos = p0, replica_groups = {{\[\[}}0]], constants = [2.000000e+00 : f64, 5.000000e-01 : f64], accumulate = false}
// CHECK: bir.dma_cce {{.*}} {name = "dma_compute_0", constants = [2.000000e+00 : f64, 4.000000e+00 : f64], accumulate = false}
func.func @constants(%a: memref<4xf32>, %b: memref<4xf32>) {
  %0 = penguin.access %a pattern [[1, 4]] as fp32 : memref<4xf32>
  %1 = penguin.access %b pattern [[1, 4]] as fp32 : memref<4xf32>
  penguin.dma_compute %0 + %0 -> %1
  penguin.dma_compute %0 + %0 -> %1 {name = "c", scales = [2.0, 0.5], dge_mode = hwdge, dma_qos = 2, replica_groups = [[0]]}
  penguin.dma_compute %0 + %0 -> %1 {scales = [2.0, 4.0]}
  return
}
// CHECK-LABEL: @engine_ops
// CHECK: bir.indirect_copy {{.*}} {name = "indirect_copy", num_valid_indices = 6}
// CHECK: bir.indirect_copy {{.*}} {name = "two", num_valid_indices = 3, num_elem_per_idx = 2}
// CHECK: bir.pool_gather {{.*}} {name = "pool_gather"}
// CHECK: bir.pool_gather {{.*}} {name = "p"}
// CHECK: bir.print {{.*}} {name = "print", prefix = "", output_buffer = 0}
// CHECK: bir.print {{.*}} {name = "print", prefix = "x", output_buffer = 2}
// CHECK: bir.loop from 0 to 2 (
// CHECK: bir.loop from 1 to 9 step 4 (
// CHECK: bir.read_var_addr {{.*}} {name = "read_var_addr"}
func.func @engine_ops(%a: memref<2x4xi8, #dma.space<sbuf>>, %i: memref<1x6xi16, #dma.space<sbuf>> {dma.input = [1, 0, 1, 0, 0, 1]}, %b: memref<2x6xi8, #dma.space<sbuf>>) {
  %0 = penguin.access %a pattern [[1, 4]] partition [4, 2] as uint8 : memref<2x4xi8, #dma.space<sbuf>>
  %1 = penguin.access %i pattern [[1, 6]] as uint16 : memref<1x6xi16, #dma.space<sbuf>>
  %2 = penguin.access %b pattern [[1, 6]] partition [6, 2] as uint8 : memref<2x6xi8, #dma.space<sbuf>>
  penguin.indirect_copy %0 -> %2 at %1 {accumulated_tripcount = 2, free_indices = [3, 1]}
  penguin.indirect_copy %0 -> %2 at %1 {accumulated_tripcount = 1, free_indices = [3], num_elem_per_idx = 2, name = "two"}
  penguin.pool_gather %0 -> %2 at %1
  penguin.pool_gather %0 -> %2 at %1 {name = "p"}
  penguin.print %0
  penguin.print %0 {prefix = "x", output_buffer = 2}
  penguin.loop from 0 to 2 (%j: index) {
    penguin.loop from 1 to 9 step 4 (%k: index) {
      penguin.print %0 {prefix = "y"}
    }
  }
  %3 = penguin.access %i pattern [[1, 1]] offset 2 as uint16 : memref<1x6xi16, #dma.space<sbuf>>
  %r = penguin.read_tensor_ptr %3
  %4 = penguin.access %a pattern [[1, 2]] partition [4, 2] offset %r as uint8 : memref<2x4xi8, #dma.space<sbuf>>
  %5 = penguin.access %b pattern [[1, 2]] partition [6, 2] as uint8 : memref<2x6xi8, #dma.space<sbuf>>
  penguin.dma_copy %4 -> %5
  return
}
